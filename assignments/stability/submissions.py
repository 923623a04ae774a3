"""Answers to the problem set on stability, right and wrong: the gate grades the grader with them."""

RIGHT = {
    "q1_stability": {"by recursion, hypotheses remembered": """\
def stability_of(rule, loss, examples, size):
    def samples(n):
        if n == 0:
            return [()]
        return [s + (z,) for s in samples(n - 1) for z in examples]
    known = {s: rule(s) for s in samples(size)}
    worst = 0
    for s in known:
        for i in range(size):
            for z in examples:
                moved = list(s)
                moved[i] = z
                worst = max(worst, loss(known[s], z) - loss(known[tuple(moved)], z))
    return worst""", "the largest loss over all neighbours of what is left": """\
def stability_of(rule, loss, examples, size):
    worst = 0
    for rest in itertools.product(examples, repeat=size - 1):
        for i in range(size):
            answers = {z: rule(rest[:i] + (z,) + rest[i:]) for z in examples}
            for z in examples:
                worst = max(worst, max(loss(h, z) for h in answers.values()) - loss(answers[z], z))
    return np.array(worst)"""},
    "q2_identity": {"floats, and a fall by the theorem's first half": """\
from math import prod

def samples(law, size):
    for s in itertools.product(law, repeat=size):
        yield s, float(prod(law[z] for z in s))

def expected_gap(rule, loss, law, size):
    outside = sum(p * float(law[z]) * loss(rule(s), z) for s, p in samples(law, size) for z in law)
    inside = sum(p * np.mean([float(loss(rule(s), z)) for z in s]) for s, p in samples(law, size))
    return outside - inside

def expected_fall(rule, loss, law, size):
    falls = np.zeros(size)
    for drawn, p in samples(law, size + 1):
        s, z = drawn[:-1], drawn[-1]
        before = loss(rule(s), z)
        falls += [p * (before - loss(rule(s[:i] + (z,) + s[i + 1:]), z)) for i in range(size)]
    return falls.mean()""", "the second side from the first": """\
def expected_gap(rule, loss, law, size):
    def mean(sample, chance):
        if len(sample) < size:
            return sum(mean(sample + (z,), chance * law[z]) for z in law)
        h = rule(sample)
        losses = {z: loss(h, z) for z in law}
        return sum(chance * losses[z] * (law[z] - sample.count(z) / Fraction(size)) for z in law)
    return mean((), 1)

def expected_fall(rule, loss, law, size):
    return expected_gap(rule, loss, law, size)"""},
    "q3_minimiser": {"by trying all kinks and pieces": """\
def line_svm(sample, lam):
    def value(w):
        return lam * w * w + sum(max(0, 1 - a * w) for a in sample) / len(sample)
    kinks = sorted(1 / a for a in sample if a)
    ends = [-1e9, *kinks, 1e9]
    candidates = [0, *kinks]
    for low, high in zip(ends, ends[1:]):
        middle = (low + high) / 2
        w = sum(a for a in sample if a * middle < 1) / (2 * lam * len(sample))
        candidates.append(min(max(w, low), high))
    return min(candidates, key=value)

def lambda_for(epsilon, lipschitz, size):
    return lipschitz / size * lipschitz / epsilon""", "by thirds, and by a search": """\
def line_svm(sample, lam):
    def value(w):
        return lam * w * w + np.mean([max(0.0, 1 - a * w) for a in sample])
    left, right = -400.0, 400.0
    for _ in range(400):
        third = (right - left) / 3
        if value(left + third) < value(right - third):
            right -= third
        else:
            left += third
    w = (left + right) / 2
    pulls = [a for a in sample if a * w < 1 - 1e-4]
    near = [1 / a for a in sample if abs(a * w - 1) <= 1e-4]
    exact = sum(pulls) / (2 * lam * len(sample))
    return min(near + [exact], key=lambda v: (value(v), abs(v - w)))

def lambda_for(epsilon, lipschitz, size):
    low, high = 1e-12, 1e12
    for _ in range(200):
        middle = (low * high) ** 0.5
        low, high = (low, middle) if lipschitz * lipschitz / (middle * size) <= epsilon else (middle, high)
    return high"""},
    "q4_trial": {"another place, floats, another long sample": """\
def hard_swap(size, lam):
    sample = [1.0] * ((size + 1) // 2) + [-1.0] * (size // 2)
    return tuple(sample), size // 2, -1.0

def bounded_swap():
    return tuple((-0.05, -1.0) for _ in range(1000)), 999, (-1.0, 1.0)

def distance(rule, swap):
    sample, i, new = swap
    return float(abs(rule(sample) - rule(replace(sample, i, new))))

def tried():
    return [([1, 1, -1], 0, -1), ([1, 0.5, -1], 1, -1), ([1, 0, 0], 1, 0.25)]

rlm_trial = claim("rlm-is-stable", assumes=["lipschitz"])
rule = line_rlm(hinge_pieces(), Fraction(1, 4))
moves = [distance(rule, (tuple(map(Fraction, sample)), i, Fraction(new))) for sample, i, new in tried()]
rlm_trial.holds(moves, bounds.rlm_distance(1.0, 0.25, 3), part="distance")
rlm_trial.tight(distance(line_rlm(hinge_pieces(), Fraction(1, 4)), hard_swap(9, Fraction(1, 4))), 4 / 9, part="distance")
rlm_trial.needs("lipschitz", distance(ridge_line(Fraction(1, 100)), bounded_swap()), 0.2, on="small features, then a large one")
rlm_trial""", "arrays, and minimisers of its own": """\
def hard_swap(size, lam):
    signs = np.resize([1, -1], size)
    return signs, size - 1, -1

def bounded_swap():
    return np.tile([-0.08, 1.0], (1000, 1)), 7, np.array([1.0, 1.0])

def tried():
    return [[(-1.0,) * n + (1.0,) * n, 0, 1.0] for n in (1, 3, 5)]

def halved(sample, lam):
    a, low, high = np.array(sample, dtype=float), -20.0, 20.0
    for _ in range(100):
        w = (low + high) / 2
        low, high = (low, w) if 2 * lam * w > np.mean(a * (a * w < 1)) else (w, high)
    return w

def ridge(sample, lam):
    x, y = np.array(sample, dtype=float).T
    return np.mean(x * y) / (np.mean(x * x) + lam)

def moved(rule, swap, lam):
    before, i, new = np.array(swap[0], dtype=float), swap[1], swap[2]
    after = before.copy()
    after[i] = new
    return abs(rule(before, lam) - rule(after, lam))

rlm_trial = claim("rlm-is-stable", assumes=["lipschitz"])
for swap in tried():
    rlm_trial.holds(moved(halved, swap, 0.25), 4 / len(swap[0]))
rlm_trial.tight(moved(halved, hard_swap(9, 0.25), 0.25), 4 / 9)
rlm_trial.needs("lipschitz", moved(ridge, bounded_swap(), 0.01), 0.2)
rlm_trial"""},
}

STABILITY = """\
def stability_of(rule, loss, examples, size):
    falls = []
    for sample in itertools.product(examples, repeat=size):
        for i, z in itertools.product(range(size), examples):
            falls.append(loss(rule(sample), z) - loss(rule(replace(sample, i, z)), z))
    return max(falls)"""
FALL = "loss(rule(sample), z) - loss(rule(replace(sample, i, z)), z)"

IDENTITY = """\
def expected_gap(rule, loss, law, size):
    total = 0
    for sample in itertools.{samples}:
        chance = {chance}
        h = rule(sample)
        outside = {outside}
        inside = {inside}
        {total}
    return total

def expected_fall(rule, loss, law, size):
    total = 0
    for sample in itertools.product(law, repeat=size):
        chance = np.prod([float(law[z]) for z in sample])
        for z in {new}:
            for i in {places}:
                moved = {moved}
                total += chance * {weight} * ({change}) / {divisor}
    return total"""


def identity(samples="product(law, repeat=size)", chance="np.prod([float(law[z]) for z in sample])", outside="sum(law[z] * loss(h, z) for z in law)",
             inside="sum(loss(h, z) for z in sample) / size", difference="outside - inside", total="total += chance * ({difference})", new="law",
             places="range(size)", moved="sample[:i] + (z,) + sample[i + 1:]", weight="float(law[z])",
             change="loss(rule(sample), z) - loss(rule(moved), z)", divisor="size"):
    """Return an answer to the second question with one part exchanged."""
    return IDENTITY.format(samples=samples, chance=chance, outside=outside, inside=inside, total=total.format(difference=difference), new=new,
                           places=places, moved=moved, weight=weight, change=change, divisor=divisor)

MINIMISER = """\
def line_svm(sample, lam):
    a = np.array(sample, dtype=float)
    low, high = {low}, 1000.0
    for _ in range(100):
        w = (low + high) / 2
        if {slope} > 0:
            high = w
        else:
            low = w
    return w

def lambda_for(epsilon, lipschitz, size):
    return {needed}"""
SLOPE, NEEDED = "2 * lam * w - (a * (a * w < 1)).mean()", "lipschitz ** 2 / (epsilon * size)"


def minimiser(slope=SLOPE, needed=NEEDED, low="-1000.0"):
    """Return an answer to the third question with one part exchanged."""
    return MINIMISER.format(slope=slope, needed=needed, low=low)


TRIAL = """\
def hard_swap(size, lam):
    return {hard}

def bounded_swap():
    return {bounded}

def tried():
    return {tried}

def moved(rule, swap):
    sample, i, new = swap
    return abs(rule(sample) - rule(replace(sample, i, new)))

rlm_trial = claim("rlm-is-stable", assumes=["lipschitz"])
quarter = Fraction(1, 4)
{holds}
{tight}
{needs}"""
HARD, BOUNDED = "(-1, *(-1, 1) * (size // 2)), 0, 1", "((Fraction(1, 10), 1),) * 1000, 0, (1, -1)"
TRIED = "[((1, 1, -1), 0, 0), ((1, 1, -1), 2, 1), ((-1, -1, 1), 1, 1)]"
HOLDS = """\
for swap in tried():
    rlm_trial.holds(moved(line_rlm(hinge_pieces(), quarter), swap), bounds.rlm_distance(1, quarter, 3))"""
TIGHT = "rlm_trial.tight(moved(line_rlm(hinge_pieces(), quarter), hard_swap(9, quarter)), bounds.rlm_distance(1, quarter, 9))"
NEEDS = 'rlm_trial.needs("lipschitz", moved(ridge_line(Fraction(1, 100)), bounded_swap()), bounds.rlm_distance(2, Fraction(1, 100), 1000))'
SAID, FALSE = "rlm_trial.tight(4 / 9, 4 / 9)", 'rlm_trial.needs("lipschitz", 2, Fraction(1, 5))'


def trial(hard=HARD, bounded=BOUNDED, tried=TRIED, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, bounded=bounded, tried=tried, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_stability": {
        "both directions": (STABILITY.replace(FALL, f"abs({FALL})"), "only a fall counts"),
        "a rise for a fall": (STABILITY.replace(FALL, f"-({FALL})"), "only a fall counts"),
        "leaves the example out": (STABILITY.replace("replace(sample, i, z)", "sample[:i] + sample[i + 1:]"), "only a fall counts"),
        "the loss on the example that goes": (STABILITY.replace(FALL, FALL.replace(", z) - ", ", sample[i]) - ").replace("z)), z)", "z)), sample[i])")),
                                              "only a fall counts"),
        "the loss on any example": (STABILITY.replace("falls.append(" + FALL + ")", "falls += [" + FALL.replace(", z) - ", ", v) - ").replace("z)), z)", "z)), v)")
                                                      + " for v in examples]"), "only a fall counts"),
        "a mean for the worst case": (STABILITY.replace("max(falls)", "np.mean(falls)"), "1-stable, and no better"),
        "the training loss": (STABILITY.replace(FALL, "loss(rule(sample), sample[i]) - loss(rule(replace(sample, i, z)), z)"),
                              "On which example is the loss taken"),
        "only the new loss": (STABILITY.replace(FALL, "loss(rule(replace(sample, i, z)), z)"), "under which two hypotheses"),
        "only the first place": (STABILITY.replace("range(size)", "range(1)"), "Does every place have its turn"),
        "only the last place": (STABILITY.replace("range(size)", "[size - 1]"), "which way must it move"),
        "only the first and the last place": (STABILITY.replace("range(size)", "(0, size - 1)"), "the middle of the sample"),
        "no example twice": (STABILITY.replace("product(examples, repeat=size)", "permutations(examples, size)"), "may occur more than once"),
        "samples without an order": (STABILITY.replace("product(examples, repeat=size)", "combinations_with_replacement(examples, size)"),
                                     "and every order"),
        "replaces by another example of the sample": (STABILITY.replace("product(range(size), examples)", "product(range(size), sample)"),
                                                      "goes wrong on samples of equal examples"),
        "knows the public check by heart": ("def stability_of(rule, loss, examples, size):\n    return loss(1, 0)", "may occur more than once"),
    },
    "q2_identity": {
        "all samples equally likely": (identity(chance="len(law) ** -size"), "How probable is each sample"),
        "the risk without weights": (identity(outside="sum(loss(h, z) for z in law) / len(law)"), "The expected risk is 10/16"),
        "the risk on the sample": (identity(outside="sum(loss(h, z) for z in sample) / size"), "The expected risk is 10/16"),
        "training loss less risk": (identity(difference="inside - outside"), "which of the two comes first"),
        "a training loss that is a sum": (identity(inside="sum(loss(h, z) for z in sample)"), "what is a mean"),
        "the training loss under the law": (identity(inside="sum(law[z] * loss(h, z) for z in sample)"), "what is a mean"),
        "the gap without a sign": (identity(difference="abs(outside - inside)"), "the gap -3/16"),
        "draws without putting back": (identity(samples="permutations(law, size)"), "How probable is each sample"),
        "the last sample only": (identity(total="total = chance * len(law) ** size"), "How probable is each sample"),
        "each example of the sample once": (identity(inside="sum(loss(h, z) for z in set(sample)) / len(set(sample))"), "The gap is wrong"),
        "a sample of two whatever its size": (identity(inside="sum(loss(h, z) for z in sample) / 2"), "The gap is wrong"),
        "a fall that is a sum": (identity(divisor="1"), "over what is the mean taken"),
        "replaces the first example only": (identity(places="range(1)", divisor="1"), "over what is the mean taken"),
        "replaces the last example only": (identity(places="[size - 1]", divisor="1"), "over what is the mean taken"),
        "leaves the example out": (identity(moved="sample[:i] + sample[i + 1:]"), "Which losses are compared"),
        "the size of the change": (identity(change="abs(loss(rule(sample), z) - loss(rule(moved), z))"), "with which sign"),
        "a rise for a fall": (identity(change="loss(rule(moved), z) - loss(rule(sample), z)"), "with which sign"),
        "the new example without its weight": (identity(weight="1 / len(law)"), "over what is the mean taken"),
        "the new example is one of the sample": (identity(new="set(sample)"), "The mean fall is -3/16"),
        "the loss on the example that goes": (identity(change="loss(rule(sample), sample[i]) - loss(rule(moved), sample[i])"),
                                              "Which losses are compared"),
        "half of the fall": (identity(divisor="2"), "The fall is wrong"),
        "knows the public checks by heart": ("""\
def expected_gap(rule, loss, law, size):
    return -3 / 16

def expected_fall(rule, loss, law, size):
    return -3 / 16""", "The gap is wrong"),
    },
    "q3_minimiser": {
        "a sum of losses, not a mean": (minimiser(SLOPE.replace("mean()", "sum()")), "Is the loss a mean"),
        "half the regulariser": (minimiser(SLOPE.replace("2 * lam", "lam")), "derivative of the regulariser"),
        "no regulariser": (minimiser("1e-9 * w - (a * (a * w < 1)).mean()"), "derivative of the regulariser"),
        "all examples pull for ever": (minimiser("2 * lam * w - a.mean()"), "which examples still pull"),
        "errors pull, not margins": (minimiser(SLOPE.replace("< 1", "<= 0")), "which examples still pull"),
        "a mean over those that pull": (minimiser("2 * lam * w - (a[a * w < 1].mean() if (a * w < 1).any() else 0)"), "Is the loss a mean"),
        "uphill": (minimiser("2 * lam * w + (a * (a * w < 1)).mean()"), "By hand, lambda = 1/2"),
        "only positive w": (minimiser(low="0.0"), "may be negative"),
        "the step of Pegasos, once": (minimiser().replace("    return w\n",
                                      "    w = a.mean() / (2 * lam)\n    return w if abs(w) < 1 else np.sign(w) / 2 if len(a) > 1 else w\n"),
                                      "nothing more to gain"),
        "a grid of tenths": (minimiser().replace("    return w\n", "    return round(w, 1)\n"), "With more examples"),
        "cuts w to [-1, 1]": (minimiser().replace("    return w\n", "    return min(max(w, -1.0), 1.0)\n"), "may be far from 0"),
        "searches up to 3": (minimiser(low="-3.0"), "may be far from 0"),
        "the constant of the source": (minimiser(needed="2 * " + NEEDED), "the least lambda is 3"),
        "the distance for the loss": (minimiser(needed="lipschitz / (epsilon * size)"), "what does one more factor make of it"),
        "the bound on the mean gap": (minimiser(needed="lipschitz ** 2 / (2 ** 0.5 * epsilon * size)"), "the least lambda is 3"),
        "the size forgotten": (minimiser(needed="lipschitz ** 2 / epsilon"), "the least lambda is 3"),
        "the root of the size": (minimiser(needed="lipschitz ** 2 / (epsilon * size ** 0.5)"), "the least lambda is 3"),
        "epsilon on the wrong side": (minimiser(needed="lipschitz ** 2 * epsilon / size"), "the least lambda is 3"),
        "whole numbers": (minimiser(needed="lipschitz ** 2 // (epsilon * size)"), "For other numbers"),
        "knows the public checks by heart": ("""\
def line_svm(sample, lam):
    return {(3.0, 1.0): 0.5, (-3.0, -1.0): -0.5, (1.0,): 1.0}.get(sample, 0.0)

def lambda_for(epsilon, lipschitz, size):
    return 3""", "With more examples"),
    },
    "q4_trial": {
        "all examples on one side": (trial(hard="(-1,) * size, 0, 1", tight=SAID), "has stopped pulling"),
        "takes from the smaller side": (trial(hard="(-1, *(-1, 1) * (size // 2)), min(2, size - 1), (1, -1)[size > 2]", tight=SAID),
                                        "some margin is above 1"),
        "leaves it out: replaced by 0": (trial(hard="(-1, *(-1, 1) * (size // 2)), 0, 0", tight=SAID), "isn't a swap of -1 and 1"),
        "longer examples": (trial(hard="(-2, *(-1, 1) * (size // 2)), 0, 2", tight=SAID), "isn't a swap of -1 and 1"),
        "one example more": (trial(hard="(-1, *(-1, 1) * size), 0, 1", tight=SAID), "no swap in a sample of n"),
        "places counted from 1": (trial(hard="((-1, *(-1, 1) * (size // 2)), 1, 1)", tight=SAID), "no swap in a sample of n"),
        "no swap at all": (trial(hard="(-1, *(-1, 1) * (size // 2)), 0, -1", tight=SAID), "by all of 1/(lambda n)"),
        "a flipped label in an easy sample": (trial(bounded="((1, 1),) * 1000, 0, (1, -1)", needs=FALSE), "by more than 1/5"),
        "small features, and a small one again": (trial(bounded="((Fraction(1, 10), 1),) * 1000, 0, (Fraction(1, 10), -1)", needs=FALSE),
                                                  "by more than 1/5"),
        "features too small": (trial(bounded="((Fraction(1, 200), 1),) * 1000, 0, (1, -1)", needs=FALSE), "by more than 1/5"),
        "a wild label": (trial(bounded="((1, 0),) * 1000, 0, (1, 1000)"), "pairs from [-1, 1]"),
        "a smaller sample": (trial(bounded="((Fraction(1, 10), 1),) * 100, 0, (1, -1)"), "n = 1000"),
        "nothing broken": (trial(needs=""), "is missing: show what goes wrong"),
        "a broken bound that was made up": (trial(needs=FALSE), "other numbers than your own swaps"),
        "no worst case": (trial(tight=""), "tight is missing"),
        "the worst case of another n": (trial(tight=TIGHT.replace("9", "3")), "other numbers than your own swaps"),
        "the printed constant, half used": (trial(tight=TIGHT.replace("bounds.rlm_distance(", "2 * bounds.rlm_distance(")),
                                            "tight is refuted"),
        "a wrong bound, refuted": (trial(holds=HOLDS + "\nrlm_trial.holds(moved(line_rlm(hinge_pieces(), 1), ((-1,), 0, 1)), Fraction(1, 2))"),
                                   "holds is refuted"),
        "a claim about another theorem": (trial().replace('claim("rlm-is-stable"', 'claim("rlm-oracle-inequality"'), "This is a trial of"),
        "two comparisons": (trial(holds=HOLDS.replace("tried()", "tried()[:2]")), "expected at least 3"),
        "three times the same": (trial(tried="[((1, 1, -1), 0, 0)] * 3"), "count as one"),
        "swaps that don't move": (trial(tried="[((-1,) * n, 0, -1) for n in (3, 4, 5)]", holds=HOLDS.replace("quarter, 3", "quarter, len(swap[0])")),
                                  "doesn't move the minimiser"),
        "long examples": (trial(tried="[((a, a, -a), 0, 0) for a in (Fraction(1, 2), 1, 2)]", holds="rlm_trial.holds([0.1, 0.2, 0.3], 1)"),
                          "outside [-1, 1]"),
        "samples without a swap": (trial(tried="[(1, 1, -1)] * 3", holds="rlm_trial.holds([0.1, 0.2, 0.3], 1)"), "call it once for each"),
        "samples that are too large": (trial(tried="[((1, -1) * n, 0, -1) for n in (11, 12, 13)]", holds=HOLDS.replace("quarter, 3", "quarter, len(swap[0])")),
                                       "other sizes"),
        "another lambda": (trial(holds=HOLDS.replace("quarter", "1")), "your own instances give"),
        "comparisons that were typed": (trial(holds="rlm_trial.holds([1, 2, 3], 10)"), "your own instances give"),
        "a trial that was typed": (trial(hard="(1,) * size, 0, 1", bounded="((0, 0),) * 1000, 0, (0, 0)", tried="[((1, 1), 0, 1)] * 3",
                                         holds="rlm_trial.holds([1, 2, 3], 10)", tight=SAID, needs=FALSE), "by all of 1/(lambda n)"),
    },
}
