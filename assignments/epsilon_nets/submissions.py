"""Answers to the problem set on VC dimension, epsilon-nets and Rademacher complexity, right and wrong: the gate grades the grader with them."""

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
    return best""", "numbers for the traces": """\
def growth(system, n):
    k = system.shape[1]
    codes = [np.unique(system[:, list(chosen)] @ 2 ** np.arange(min(n, k))) for chosen in itertools.combinations(range(k), min(n, k))]
    return max(map(np.size, codes))"""},
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
    return float(high)""", "down from the number in the theorem": """\
def failure_bound(dimension, epsilon, n):
    row = [1]
    for place in range(2 * n):
        row = [1] + [a + b for a, b in zip(row, row[1:] + [0])][:dimension]
    return sum(row[:dimension + 1]) * 0.5 ** (epsilon * n / 2 - 1)

def sample_size(dimension, epsilon, delta):
    def bound(n):
        return 2 * sum(math.comb(2 * n, i) for i in range(dimension + 1)) / 2 ** (epsilon * n / 2)

    n = math.ceil(bounds.net_sample_size(dimension, epsilon, delta))
    while n > 1 and bound(n - 1) <= delta:
        n -= 1
    return n"""},
    "q5_coins": {"coin by coin": """\
def sums(row):
    found = [0]
    for value in row:
        found = [s + value for s in found] + [s - value for s in found]
    return found

def complexity(values):
    best = [max(column) for column in zip(*(sums(row) for row in values.tolist()))]
    return sum(best) / len(best) / len(values[0])

def risk_bounds(losses, delta):
    n = len(losses[0])
    add = 2 * complexity(losses) + math.sqrt(-2 * math.log(delta) / n)
    return [sum(row) / n + add for row in losses.tolist()]""", "the numbers of the lists as bits": """\
def complexity(values):
    n, total = values.shape[1], 0.0
    for code in range(2 ** n):
        coins = np.array([1 if code >> i & 1 else -1 for i in range(n)])
        total += np.max(values @ coins)
    return total / 2 ** n / n

def risk_bounds(losses, delta):
    return np.mean(losses, axis=1) + 2 * complexity(losses) + 2 * np.sqrt(np.log(1 / delta) / (2 * losses.shape[1]))"""},
    "q6_trial": {"a world with idle concepts, and worlds of three points": """\
def late_world():
    system = [[False, False, True], [False, False, False], [False, True, False]]
    return system, [Fraction(95, 100), Fraction(1, 100), Fraction(4, 100)], Fraction(4, 100), 50

def early_world():
    return [[1, 0]], [Fraction(1, 20), Fraction(19, 20)], Fraction(1, 20), 5

def tried():
    half = Fraction(1, 2)
    return [(nets.thresholds(2).tolist(), [half, half], half, n) for n in (2, 4, 6)]

second_trial = claim("double-sample-claim", ["size"], source="the problem set")
measured, bound = [], []
for world in tried():
    measured.append(float(nets.net_failure(*world)))
    bound.append(2 * float(nets.double_sample_failure(*world)))
second_trial.holds(measured, bound)
world = late_world()
second_trial.tight(float(nets.net_failure(*world)), 2 * float(nets.double_sample_failure(*world)), 0.8, because="Poisson")
world = early_world()
second_trial.needs("size", nets.net_failure(*world), 2 * nets.double_sample_failure(*world))
second_trial""", "a single concept everywhere, exact": """\
def single(m, q, n):
    return np.array([[1, 0]]), (Fraction(m, q), Fraction(q - m, q)), Fraction(m, q), n

def late_world():
    return single(2, 90, 90)

def early_world():
    return single(1, 1000, 60)

def tried():
    return [single(1, 3, 4), single(1, 10, 30), single(2, 5, 9), single(1, 2, 12)]

second_trial = claim("double-sample-claim", assumes=["size"])
for world in tried():
    second_trial.holds(nets.net_failure(*world), 2 * nets.double_sample_failure(*world))
second_trial.tight(nets.net_failure(*late_world()), bounds.double_sample(nets.double_sample_failure(*late_world())), at_least=0.8,
                   because="with two hits on average, one is not enough")
second_trial.needs("size", nets.net_failure(*early_world()), 2 * nets.double_sample_failure(*early_world()))
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
EACH = "math.prod(mass[x] for x in s)"
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


COINS = """\
def complexity(values):
    n = values.shape[1]
    coins = np.array(list(itertools.product((1, -1), repeat=n)))
    sums = coins @ values.T
    return {value}

def risk_bounds(losses, delta):
    n = losses.shape[1]
    return {bounds}"""
MEAN, PROMISE = "sums.max(axis=1).mean() / n", "losses.mean(axis=1) + 2 * complexity(losses) + np.sqrt(2 * np.log(1 / delta) / n)"


def coins(value=MEAN, bounds=PROMISE):
    """Return an answer to the fifth question with one line exchanged."""
    return COINS.format(value=value, bounds=bounds)


TRIAL = """\
def one(epsilon, n):
    return np.array([[False, True]]), [1 - epsilon, epsilon], epsilon, n

def late_world():
    return {late}

def early_world():
    return {early}

def tried():
    return {tried}

def sides(world):
    return nets.net_failure(*world), bounds.double_sample(nets.double_sample_failure(*world))

second_trial = claim("double-sample-claim", assumes=["size"])
{holds}
{tight}
{needs}"""
LATE, EARLY = "one(Fraction(1, 50), 100)", "one(Fraction(1, 100), 10)"
TRIED = "[(nets.k_subsets(3, 1), nets.uniform(3), Fraction(1, 3), n) for n in (3, 5, 8)]"
HOLDS = """\
for world in tried():
    second_trial.holds(*sides(world))"""
TIGHT = 'second_trial.tight(*sides(late_world()), at_least=0.8, because="one hit is too few")'
NEEDS = 'second_trial.needs("size", *sides(early_world()))'
LOOSE = TIGHT.replace("0.8", "0.01")


def trial(late=LATE, early=EARLY, tried=TRIED, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(late=late, early=early, tried=tried, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_growth": {
        "equal traces counted again": (GROWTH.format("max(len(system[:, list(chosen)]) for chosen in choices)"), "leave two traces on (0)"),
        "rows that are equal counted again": (GROWTH.format(f"max(len({SET}) + len(system) - len(np.unique(system, axis=0)) for chosen in choices)"),
                                              "Equal traces count once"),
        "the first n points": (GROWTH.format(f"len({SET.replace('list(chosen)', ':n')})"), "Which choice counts"),
        "the worst choice": (GROWTH.format(f"min(len({SET}) for chosen in choices)"), "Is it the best choice"),
        "all choices together": (GROWTH.format("len({tuple(row) for chosen in choices for row in system[:, list(chosen)].tolist()})"),
                                 "Which choice counts"),
        "neighbours only": (GROWTH.format(f"max(len({SET}) for chosen in choices if chosen[-1] - chosen[0] < len(chosen))"),
                            "Which choice counts"),
        "Sauer's bound": (GROWTH.format("sum(math.comb(n, i) for i in range(1 + max(d for d in columns for chosen in "
                                        f"itertools.combinations(columns, d) if len({SET}) == 2 ** d)))"), "no bound on it"),
        "all patterns": (GROWTH.format("2 ** min(n, len(columns))"), "what is counted"),
        "the sizes of the traces": (GROWTH.format("max(len({sum(row) for row in system[:, list(chosen)].tolist()}) for chosen in choices)"),
                                    "what is counted"),
        "different points only": (GROWTH.replace("min(n, len(columns))", "n").format(f"max((len({SET}) for chosen in choices), default=0)"),
                                  "n larger than the number"),
        "2^n beyond the points": (GROWTH.format(f"max(len({SET}) for chosen in choices) if n <= len(columns) else 2 ** n"),
                                  "a point may come twice"),
        "the empty trace forgotten": (GROWTH.format(f"max(len([t for t in {SET} if any(t)]) for chosen in choices)"), "leave two traces on (0)"),
        "what the public check asks": ("def growth(system, n):\n    return 2 if n == 1 or system.shape[1] == 2 else 3", "a point may come twice"),
    },
    "q2_dimension": {
        "the least size that is not shattered": (DIMENSION.format(
            "next((d for d in sets if not any(traces(system, c) == 2 ** d for c in sets[d])), len(columns) + 1)"), "single point and no two"),
        "every set must be shattered": (DIMENSION.format(
            "max((d for d in sets if all(traces(system, c) == 2 ** d for c in sets[d])), default=0)"), "Must every set of d points"),
        "the logarithm of the number of concepts": (DIMENSION.format("int(math.log2(traces(system, columns)))"), "not concepts or traces"),
        "each row a concept": (DIMENSION.format("int(math.log2(len(system)))"), "not concepts or traces"),
        "points that can be both": (DIMENSION.format("sum(traces(system, [x]) == 2 for x in columns)"), "single point and no two"),
        "the largest concept": (DIMENSION.format("int(system.sum(axis=1).max())"), "not concepts or traces"),
        "at least one": (DIMENSION.format(
            "max((d for d in sets if any(traces(system, c) == 2 ** d for c in sets[d])), default=1)"), "a class of one concept"),
        "more than half of the patterns": (DIMENSION.format(
            "max((d for d in sets if any(traces(system, c) > 2 ** (d - 1) for c in sets[d])), default=0)"), "all subsets must be traces"),
        "the first points": (DIMENSION.format("max((d for d in sets if traces(system, range(d)) == 2 ** d), default=0)"), "the first one, or any"),
        "neighbours only": (DIMENSION.format("max((d for d in sets if any(traces(system, c) == 2 ** d for c in sets[d] "
                                             "if c[-1] - c[0] < d)), default=0)"), "look at all sets"),
        "extend the first shattered set": ("""\
def vc_dimension(system):
    kept = []
    for x in range(system.shape[1]):
        if len(np.unique(system[:, kept + [x]], axis=0)) == 2 ** (len(kept) + 1):
            kept.append(x)
    return len(kept)""", "the first one, or any"),
        "what the public checks ask": ("def vc_dimension(system):\n    return {(4, 3): 1, (5, 3): 2}.get(system.shape, 4)", "The extremes"),
    },
    "q3_net": {
        "more than epsilon": (failure(heavy=HEAVY.replace(">=", ">")), "Which concepts are heavy"),
        "draws without repetition": (failure(samples="list(itertools.permutations(range(k), min(n, k)))",
                                             result=RESULT.replace(EACH, "Fraction(1, len(samples))")), "may a draw repeat"),
        "samples as multisets": (failure(samples="list(itertools.combinations_with_replacement(range(k), n))"), "how likely is a sample"),
        "uniform draws": (failure(result=RESULT.replace(EACH, "Fraction(1, len(samples))")), "how likely is a sample"),
        "a uniform law for the concepts": (failure(heavy="Fraction(int(sum(h)), k) >= epsilon"), "Which concepts are heavy"),
        "all heavy concepts missed": (failure(result=RESULT.replace("if any(not any(h[x] for x in s)", "if all(not any(h[x] for x in s)")),
                                      "when does a sample fail"),
        "probabilities added up": (failure(result="sum((1 - sum(mass[x] for x in range(k) if h[x])) ** n for h in heavy)"),
                                   "when does a sample fail"),
        "the likeliest miss": (failure(result="max([(1 - sum(mass[x] for x in range(k) if h[x])) ** n for h in heavy], default=0)"),
                               "when does a sample fail"),
        "every concept, heavy or not": (failure(heavy="any(h)"), "Which concepts are heavy"),
        "the probability of a net": (failure(result="1 - " + RESULT), "and the rest, 5/8, fails"),
        "samples that are drawn": (failure(samples="np.random.default_rng(1).choice(k, size=(4000, n), p=[float(m) for m in mass])",
                                           result=RESULT.replace(EACH, "1 / 4000")), "of probability 3/8"),
        "no heavy concept, so no net": (failure(result=RESULT + " if heavy else 1"), "no concept is heavy and no sample fails"),
        "heavy by floats": (failure(heavy="sum(float(mass[x]) for x in range(k) if h[x]) >= float(epsilon)"), "does rounding make"),
        "inclusion and exclusion of pairs only": (failure(samples="list(itertools.combinations(heavy, 2))", result=(
            "sum(sum(m for m, i in zip(mass, h) if not i) ** n for h in heavy) "
            "- sum(sum(m for m, i, j in zip(mass, *two) if not i and not j) ** n for two in samples)")), "don't simply add up"),
        "points without mass left out": (failure().replace("    k =", "    mass = [m for m in mass if m]\n    k ="), "Some of them may be 0"),
        "what the public checks ask": ("def net_failure(system, mass, epsilon, n):\n"
                                       "    return {Fraction(3, 8): 0.625, Fraction(1, 3): 1}.get(epsilon, 0)", "exactly epsilon"),
    },
    "q4_size": {
        "traces on one sample": (size(traces=TRACES.replace("2 * n", "n")), "8 points together"),
        "a sum that begins at 1": (size(traces=TRACES.replace("range(", "range(1, ")), "Check the sum"),
        "a sum that ends too early": (size(traces=TRACES.replace("dimension + 1", "max(1, dimension)")), "Check the sum"),
        "only the last binomial": (size(traces="math.comb(2 * n, dimension)"), "Check the sum"),
        "the second bound of the lemma": (size(traces="(2 * math.e * n / max(1, dimension)) ** dimension"), "Check the sum"),
        "the factor in front forgotten": (size(bound=BOUND.replace("2 * traces", "traces")), "factor in front"),
        "the exponential of the theorem": (size(bound="2 * traces * math.exp(-epsilon * n / 4)"), "base of the power"),
        "the exponent not halved": (size(bound="2 * traces * 2 ** (-epsilon * n)"), "its exponent"),
        "e for 2": (size(bound="2 * traces * math.exp(-epsilon * n / 2)"), "base of the power"),
        "right for dimension 1 only": (size(traces="1 + 2 * n"), "other dimensions"),
        "a sum that ends at n": (size(traces=TRACES.replace("dimension + 1", "min(dimension, n) + 1")), "smaller than the dimension"),
        "one too few": (size(size="n - 1"), "Is yours the first n"),
        "one too many": (size(size="n + 1"), "Is yours the first n"),
        "in steps of two": (size().replace("n += 1", "n += 2"), "not the least one"),
        "the theorem's number": (size(size="math.ceil(bounds.net_sample_size(dimension, epsilon, delta))"), "Is yours the first n"),
        "no whole number": (size(size="n - 0.5"), "a whole number"),
        "up to a thousand": (size(goes_on=GOES_ON + " and n < 1000"), "still exceeds delta"),
        "what the public checks ask": ("def failure_bound(dimension, epsilon, n):\n    return 9.0\n\n"
                                       "def sample_size(dimension, epsilon, delta):\n    return 33", "number of traces is wrong"),
    },
    "q5_coins": {
        "an absolute value": (coins("np.abs(sums).max(axis=1).mean() / n"), "is there an absolute value or a factor"),
        "a factor 2": (coins("2 * " + MEAN), "is there an absolute value or a factor"),
        "the sum not divided": (coins("sums.max(axis=1).mean()"), "by what do you divide"),
        "divided by the number of functions": (coins("sums.max(axis=1).mean() / len(values)"), "by what do you divide"),
        "divided by the root of n": (coins("sums.max(axis=1).mean() / np.sqrt(n)"), "by what do you divide"),
        "the maximum of the means": (coins("sums.mean(axis=0).max() / n"), "chosen for each list of coins"),
        "the luckiest coins": (coins("sums.max() / n"), "chosen for each list of coins"),
        "the mean function": (coins("sums.mean() / n"), "chosen for each list of coins"),
        "half of the coins, as if the class were symmetric": (coins("sums[: len(sums) // 2].max(axis=1).mean() / n"), "does every list count once"),
        "coins that are drawn": (coins("(np.random.default_rng(1).choice([-1, 1], (4000, n)) @ values.T).max(axis=1).mean() / n"),
                                 "does every list count once"),
        "the share of coins that are met": (coins("2 * (coins[:, None] == values).mean(axis=2).max(axis=1).mean() - 1"),
                                            "not how many coins are met"),
        "signs of the values": (coins("(coins @ np.sign(values).T).max(axis=1).mean() / n"), "Values other than 1, 0 and -1"),
        "never below 0": (coins("np.maximum(sums, 0).max(axis=1).mean() / n"), "Values other than 1, 0 and -1"),
        "the first ten functions": (coins("sums[:, :10].max(axis=1).mean() / n"), "and all functions"),
        "the first hundred lists of coins": (coins("sums[:100].max(axis=1).mean() / n"), "all 2^n lists of coins count"),
        "the complexity once": (coins(bounds=PROMISE.replace("2 * complexity", "complexity")), "Is the complexity taken twice"),
        "the complexity of right and wrong": (coins(bounds=PROMISE.replace("complexity(losses)", "complexity(1 - 2 * losses)")), "that of the losses"),
        "the root for the mean complexity": (coins(bounds=PROMISE.replace("2 * np.log(1 / delta) / n", "np.log(1 / delta) / (2 * n)")), "Which root"),
        "ln(2/delta)": (coins(bounds=PROMISE.replace("1 / delta", "2 / delta")), "Which root"),
        "no root": (coins(bounds=PROMISE.replace("np.sqrt(2 * np.log(1 / delta) / n)", "2 * np.log(1 / delta) / n")), "or delta the numbers are wrong"),
        "n is the number of rules": (coins(bounds=PROMISE.replace("/ n)", "/ len(losses))")), "what is n"),
        "the best rule's number": (coins(bounds="np.full(len(losses), min(" + PROMISE + "))"), "The training losses are"),
        "one number": (coins(bounds="(" + PROMISE + ").max()"), "one number for each row"),
        "no more than 1": (coins(bounds="np.minimum(1, " + PROMISE + ")"), "So the numbers are"),
        "without the training loss": (coins(bounds=PROMISE.replace("losses.mean(axis=1)", "np.zeros(len(losses))")), "The training losses are"),
        "one of 1000 in place of delta": (coins(bounds=PROMISE.replace("1 / delta", "1 / max(delta, 0.001)")), "or delta the numbers are wrong"),
        "what the public checks ask": ("def complexity(values):\n    return {3: 0.75, 2: 0.25}.get(len(values), 0)\n\n"
                                       "def risk_bounds(losses, delta):\n    return [1.75, 2.75, 2.25]", "the largest may be negative"),
    },
    "q6_trial": {
        "the chapter's world, just above ln 2": (trial(late="one(Fraction(7, 1000), 100)"), "epsilon n is at least 2"),
        "a world of small samples": (trial(late="one(Fraction(1, 3), 6)", tight=LOOSE), "not good enough"),
        "far too many points": (trial(late="one(Fraction(4, 100), 100)", tight=LOOSE), "not good enough"),
        "three singletons": (trial(late="(nets.k_subsets(3, 1), nets.uniform(3), Fraction(1, 3), 6)", tight=LOOSE), "not good enough"),
        "nothing is missed": (trial(late="one(Fraction(1), 2)", tight='second_trial.tight(1, 1)'), "P(B) must be positive"),
        "four points": (trial(late="[[0, 1, 0, 0]], [Fraction(97, 100), Fraction(1, 50), Fraction(1, 200), Fraction(1, 200)], Fraction(1, 50), 100"),
                        "at most 3 points"),
        "a single draw": (trial(early="one(Fraction(1, 10), 1)"), "with n from 5 to 100"),
        "early, but not too early": (trial(early="one(Fraction(1, 50), 34)"), "at least 1.5 times"),
        "not early": (trial(early=LATE, needs='second_trial.needs("size", 2, 1)'), "epsilon n is below ln 2"),
        "two worlds, compared twice": (trial(tried=TRIED.replace("(3, 5, 8)", "(3, 5)"), holds=HOLDS + "\n" + HOLDS), "3 to 10 worlds"),
        "one world three times": (trial(tried=TRIED.replace("(3, 5, 8)", "(3, 3, 3)")), "count as one"),
        "an early world among them": (trial(tried=TRIED.replace("(3, 5, 8)", "(2, 3, 5)"), holds=HOLDS.replace("tried()", "tried()[1:] * 2")),
                                      "is at least ln 2, with n at most 30"),
        "nothing broken": (trial(needs=""), 'needs("size", ...) is missing'),
        "no worst case": (trial(tight=""), "tight is missing"),
        "another worst case": (trial(tight='second_trial.tight(9, 10, 0.8, because="it is so")'), "On the card tight has measured 9"),
        "only some of the worlds": (trial(tried=TRIED.replace("(3, 5, 8)", "(3, 5, 8, 9, 10)"), holds=HOLDS.replace("tried()", "tried()[:3]")),
                                    "Not every one of your instances"),
        "the bound without its factor": (trial(early="one(Fraction(1, 100), 10)", needs='second_trial.needs("size", 0.9, 0.08)'),
                                         "On the card needs has measured 0.9"),
        "numbers that were typed": (trial(holds="for _ in tried():\n    second_trial.holds(1, 2)"), "On the card holds has measured 1"),
        "a wrong bound, refuted": (trial(holds="second_trial.holds(3, 2)"), "holds is refuted"),
        "a trial of nothing": (trial(holds="for _ in range(3):\n    second_trial.holds(0, 0)"), "On the card holds has measured 0"),
        "another statement": (trial().replace('"double-sample-claim"', '"symmetrization-claim"'), "open claim("),
        "rows typed into a trial without worlds": (trial("one(Fraction(1, 2), 1)", "one(Fraction(1, 2), 1)", "[]", "second_trial.holds([1, 1, 1], [2, 2, 2])",
                                                        "second_trial.tight(1, 1)", 'second_trial.needs("size", 2, 1)'), "epsilon n is at least 2"),
    },
}
