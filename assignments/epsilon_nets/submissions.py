"""Answers to the problem set on VC dimension and epsilon-nets, right and wrong: the gate grades the grader with them."""

RIGHT = {
    "q1_growth": {"all sequences, repetitions included": """\
def growth(system, n):
    best = 0
    for points in itertools.product(range(len(system[0])), repeat=n):
        seen = []
        for h in system:
            trace = [bool(h[x]) for x in points]
            if trace not in seen:
                seen.append(trace)
        best = max(best, len(seen))
    return best""", "the package": """\
def growth(system, n):
    return nets.growth(system, n)"""},
    "q2_dimension": {"from below, with bit patterns": """\
def vc_dimension(system):
    codes, d = np.asarray(system).astype(int), 0
    while d < codes.shape[1]:
        powers = 2 ** np.arange(d + 1)
        if not any(len(np.unique(codes[:, chosen] @ powers)) == 2 ** (d + 1)
                   for chosen in itertools.combinations(range(codes.shape[1]), d + 1)):
            break
        d += 1
    return d""".replace("codes[:, chosen]", "codes[:, list(chosen)]"), "a float from logarithms": """\
def vc_dimension(system):
    shattered = [np.log2(len(np.unique(system[:, list(chosen)], axis=0)))
                 for d in range(1, system.shape[1] + 1) for chosen in itertools.combinations(range(system.shape[1]), d)
                 if len(np.unique(system[:, list(chosen)], axis=0)) == 2 ** d]
    return max(shattered, default=0)"""},
    "q3_net": {"inclusion and exclusion, as a float": """\
def net_failure(system, mass, epsilon, n):
    heavy = [h for h in system.tolist() if sum(m for m, inside in zip(mass, h) if inside) >= epsilon]
    total = 0.0
    for size in range(1, len(heavy) + 1):
        for chosen in itertools.combinations(heavy, size):
            outside = sum(float(m) for m, *inside in zip(mass, *chosen) if not any(inside))
            total -= (-1) ** size * outside ** n
    return total""", "draw by draw": """\
def net_failure(system, mass, epsilon, n):
    heavy = frozenset(i for i, h in enumerate(system) if sum(mass[x] for x in np.flatnonzero(h)) >= epsilon)
    law = {heavy: Fraction(1)}
    for _ in range(n):
        after = {}
        for missed, p in law.items():
            for x, m in enumerate(mass):
                left = frozenset(i for i in missed if not system[i][x])
                after[left] = after.get(left, 0) + p * m
        law = after
    return 1 - law.get(frozenset(), 0)"""},
    "q4_size": {"in logarithms, by bisection": """\
def failure_bound(dimension, epsilon, n):
    traces, binomial = 1, 1
    for i in range(1, dimension + 1):
        binomial = binomial * (2 * n - i + 1) / i
        traces += binomial
    return math.exp(math.log(2 * traces) - math.log(2) * epsilon * n / 2)

def sample_size(dimension, epsilon, delta):
    high = 1
    while failure_bound(dimension, epsilon, high) > delta:
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if failure_bound(dimension, epsilon, middle) <= delta:
            high = middle
        else:
            low = middle
    return float(high)"""},
    "q5_trial": {"a world with idle concepts, and worlds of three points": """\
def late_world():
    system = [[False, False, True], [False, False, False], [False, True, False]]
    return system, [Fraction(95, 100), Fraction(1, 100), Fraction(4, 100)], Fraction(4, 100), 50

def early_world():
    return [[1, 0]], [Fraction(1, 20), Fraction(19, 20)], Fraction(1, 20), 5

second_trial = claim("double-sample-claim", ["size"], source="the problem set")
half = Fraction(1, 2)
measured, bound = [], []
for n in (2, 4, 6):
    world = nets.thresholds(2), [half, half], half, n
    measured.append(float(nets.net_failure(*world)))
    bound.append(2 * float(nets.double_sample_failure(*world)))
second_trial.holds(measured, bound)
world = late_world()
second_trial.tight(float(nets.net_failure(*world)), 2 * float(nets.double_sample_failure(*world)), 0.8, because="Poisson")
world = early_world()
second_trial.needs("size", nets.net_failure(*world), 2 * nets.double_sample_failure(*world))
second_trial"""},
}

GROWTH = """\
def growth(system, n):
    columns = range(system.shape[1])
    choices = itertools.combinations(columns, min(n, len(columns)))
    return {}"""
SET = "{tuple(row) for row in system[:, list(chosen)].tolist()}"
DIMENSION = """\
def traces(system, chosen):
    return len({tuple(row) for row in system[:, list(chosen)].tolist()})

def vc_dimension(system):
    columns = range(system.shape[1])
    sets = {{d: list(itertools.combinations(columns, d)) for d in range(1, len(columns) + 1)}}
    return {}""".replace("{tuple(row) for row in system[:, list(chosen)].tolist()}", "set(map(tuple, system[:, list(chosen)].tolist()))")
FAILURE = """\
def net_failure(system, mass, epsilon, n):
    k = len(mass)
    heavy = [h for h in system if {heavy}]
    samples = {samples}
    return {result}"""
HEAVY = "sum(mass[x] for x in range(k) if h[x]) >= epsilon"
SAMPLES = "list(itertools.product(range(k), repeat=n))"
RESULT = "sum(math.prod(mass[x] for x in s) for s in samples if any(not any(h[x] for x in s) for h in heavy))"
SIZE = """\
def failure_bound(dimension, epsilon, n):
    traces = {traces}
    return {bound}

def sample_size(dimension, epsilon, delta):
    n = 1
    while {goes_on}:
        n += 1
    return {size}"""
TRACES, BOUND, GOES_ON = "sum(math.comb(2 * n, i) for i in range(dimension + 1))", "2 * traces * 2 ** (-epsilon * n / 2)", \
    "failure_bound(dimension, epsilon, n) > delta"


def failure(heavy=HEAVY, samples=SAMPLES, result=RESULT):
    """Return an answer to the third question with one line exchanged."""
    return FAILURE.format(heavy=heavy, samples=samples, result=result)


def size(traces=TRACES, bound=BOUND, goes_on=GOES_ON, size="n"):
    """Return an answer to the fourth question with one line exchanged."""
    return SIZE.format(traces=traces, bound=bound, goes_on=goes_on, size=size)


TRIAL = """\
def one(epsilon, n):
    return np.array([[False, True]]), [1 - epsilon, epsilon], epsilon, n

def late_world():
    return {late}

def early_world():
    return {early}

def sides(world):
    return nets.net_failure(*world), bounds.double_sample(nets.double_sample_failure(*world))

second_trial = claim("double-sample-claim", assumes=["size"])
{holds}
{tight}
{needs}"""
LATE, EARLY = "one(Fraction(1, 50), 100)", "one(Fraction(1, 100), 10)"
HOLDS = """\
for n in (3, 5, 8):
    second_trial.holds(*sides((nets.k_subsets(3, 1), nets.uniform(3), Fraction(1, 3), n)))"""
TIGHT = 'second_trial.tight(*sides(late_world()), at_least=0.8, because="one hit is too few")'
NEEDS = 'second_trial.needs("size", *sides(early_world()))'
LOOSE = TIGHT.replace("0.8", "0.01")


def trial(late=LATE, early=EARLY, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(late=late, early=early, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_growth": {
        "equal traces counted again": (GROWTH.format("max(len(system[:, list(chosen)]) for chosen in choices)"), "it counts once"),
        "the first n points": (GROWTH.format(f"len({SET.replace('list(chosen)', ':n')})"), "not the first"),
        "the worst choice": (GROWTH.format(f"min(len({SET}) for chosen in choices)"), "the worst"),
        "all choices together": (GROWTH.format("len({tuple(row) for chosen in choices for row in system[:, list(chosen)].tolist()})"),
                                 "all choices together"),
        "Sauer's bound": (GROWTH.format("bounds.sauer(nets.vc_dimension(system), n)"), "it is no bound"),
        "all patterns": (GROWTH.format("2 ** min(n, len(columns))"), "2, 4 and 7"),
        "the sizes of the traces": (GROWTH.format("max(len({sum(row) for row in system[:, list(chosen)].tolist()}) for chosen in choices)"),
                                    "not their sizes"),
        "different points only": (GROWTH.replace("min(n, len(columns))", "n").format(f"max((len({SET}) for chosen in choices), default=0)"),
                                  "n larger than the number"),
        "2^n beyond the points": (GROWTH.format(f"max(len({SET}) for chosen in choices) if n <= len(columns) else 2 ** n"),
                                  "a point may come twice"),
        "the empty trace forgotten": (GROWTH.format(f"max(len([t for t in {SET} if any(t)]) for chosen in choices)"), "2, 4 and 7"),
    },
    "q2_dimension": {
        "the least size that is not shattered": (DIMENSION.format(
            "next((d for d in sets if not any(traces(system, c) == 2 ** d for c in sets[d])), len(columns) + 1)"), "intervals shatter two"),
        "every set must be shattered": (DIMENSION.format(
            "max((d for d in sets if all(traces(system, c) == 2 ** d for c in sets[d])), default=0)"), "or only one"),
        "the logarithm of the number of concepts": (DIMENSION.format("int(math.log2(traces(system, columns)))"), "not concepts or traces"),
        "each row a concept": (DIMENSION.format("int(math.log2(len(system)))"), "given once or twice"),
        "points that can be both": (DIMENSION.format("sum(traces(system, [x]) == 2 for x in columns)"), "intervals shatter two"),
        "at least one": (DIMENSION.format(
            "max((d for d in sets if any(traces(system, c) == 2 ** d for c in sets[d])), default=1)"), "a class of one concept"),
        "more than half of the patterns": (DIMENSION.format(
            "max((d for d in sets if any(traces(system, c) > 2 ** (d - 1) for c in sets[d])), default=0)"), "intervals shatter two"),
        "the first points": (DIMENSION.format("max((d for d in sets if traces(system, range(d)) == 2 ** d), default=0)"), "the first points"),
        "extend the first shattered set": ("""\
def vc_dimension(system):
    kept = []
    for x in range(system.shape[1]):
        if len(np.unique(system[:, kept + [x]], axis=0)) == 2 ** (len(kept) + 1):
            kept.append(x)
    return len(kept)""", "cannot be extended"),
    },
    "q3_net": {
        "more than epsilon": (failure(heavy=HEAVY.replace(">=", ">")), "Which concepts are heavy"),
        "draws without repetition": (failure(samples="list(itertools.combinations(range(k), min(n, k)))",
                                             result=RESULT.replace("math.prod(mass[x] for x in s)", "Fraction(1, len(samples))")),
                                     "may a draw repeat"),
        "samples as multisets": (failure(samples="list(itertools.combinations_with_replacement(range(k), n))",
                                         result=RESULT.replace("math.prod(mass[x] for x in s)", "Fraction(1, len(samples))")),
                                 "half of the four samples"),
        "uniform draws": (failure(result=RESULT.replace("math.prod(mass[x] for x in s)", "Fraction(1, len(samples))")), "how likely a sample is"),
        "a uniform law for the concepts": (failure(heavy="Fraction(int(sum(h)), k) >= epsilon"), "which concepts are heavy"),
        "all heavy concepts missed": (failure(result=RESULT.replace("if any(not any(h[x] for x in s)", "if all(not any(h[x] for x in s)")),
                                      "two draws"),
        "probabilities added up": (failure(result="sum((1 - sum(mass[x] for x in range(k) if h[x])) ** n for h in heavy)"),
                                   "don't simply add up"),
        "every concept, heavy or not": (failure(heavy="any(h)"), "no concept is heavy"),
        "the probability of a net": (failure(result="1 - " + RESULT), "a single draw always fails"),
        "a light concept is one that is missed": (failure(result="max([(1 - sum(mass[x] for x in range(k) if h[x])) ** n for h in heavy], "
                                                                 "default=0)"), "at least one heavy concept"),
    },
    "q4_size": {
        "traces on one sample": (size(traces=TRACES.replace("2 * n", "n")), "on how many points"),
        "a sum that begins at 1": (size(traces=TRACES.replace("range(", "range(1, ")), "one trace"),
        "a sum that ends too early": (size(traces="max(1, " + TRACES.replace("dimension + 1", "dimension") + ")"), "begin and end"),
        "only the last binomial": (size(traces="math.comb(2 * n, dimension)"), "begin and end"),
        "the second bound of the lemma": (size(traces="(2 * math.e * n / max(1, dimension)) ** dimension"), "number of traces is wrong"),
        "the factor in front forgotten": (size(bound=BOUND.replace("2 * traces", "traces")), "factor in front"),
        "the exponential of the theorem": (size(bound="2 * traces * math.exp(-epsilon * n / 4)"), "base of the power"),
        "the exponent not halved": (size(bound="2 * traces * 2 ** (-epsilon * n)"), "its exponent"),
        "e for 2": (size(bound="2 * traces * math.exp(-epsilon * n / 2)"), "base of the power"),
        "one too few": (size(size="n - 1"), "not the least one"),
        "one too many": (size(size="n + 1"), "fewer examples are enough"),
        "the theorem's number": (size(size="math.ceil(bounds.net_sample_size(dimension, epsilon, delta))"), "fewer examples are enough"),
        "no whole number": (size(size="n - 0.5"), "a whole number"),
    },
    "q5_trial": {
        "the chapter's world, just above ln 2": (trial(late="one(Fraction(7, 1000), 100)"), "must be at least 2"),
        "a world of small samples": (trial(late="one(Fraction(1, 3), 6)", tight=LOOSE), "not good enough"),
        "far too many points": (trial(late="one(Fraction(4, 100), 100)", tight=LOOSE), "not good enough"),
        "three singletons": (trial(late="(nets.k_subsets(3, 1), nets.uniform(3), Fraction(1, 3), 6)", tight=LOOSE), "not good enough"),
        "nothing is missed": (trial(late="one(Fraction(1), 2)", tight='second_trial.tight(1, 1)'), "P(B) positive"),
        "a single draw": (trial(early="one(Fraction(1, 10), 1)"), "n must be at least 5"),
        "early, but not too early": (trial(early="one(Fraction(1, 50), 34)"), "at least 1.5 times"),
        "not early": (trial(early=LATE, needs='second_trial.needs("size", 2, 1)'), "breaks nothing"),
        "nothing broken": (trial(needs=""), "your early world belong to it"),
        "no worst case": (trial(tight=""), "your late world as the worst case"),
        "another worst case": (trial(tight='second_trial.tight(9, 10, 0.8, because="it is so")'), "your late world as the worst case"),
        "a wrong bound, refuted": (trial(holds="second_trial.holds(3, 2)"), "every verdict is confirmed"),
        "a trial of nothing": (trial(holds="for _ in range(3):\n    second_trial.holds(0, 0)"), "comparisons that could fail"),
        "another statement": (trial().replace('"double-sample-claim"', '"symmetrization-claim"'), "not a claim about"),
    },
}
