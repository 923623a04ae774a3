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
    return worst""", "by the function of the package": """\
from otbnotes.stability import stability

def stability_of(rule, loss, examples, size):
    return stability(rule, loss, examples, size)"""},
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
from otbnotes.stability import expected, risk, training_loss

def expected_gap(rule, loss, law, size):
    return expected(law, size, lambda s: risk(loss, law, rule(s)) - training_loss(loss, s, rule(s)))

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
    return lipschitz / size * lipschitz / epsilon""", "by the dual and by a search": """\
from otbnotes.svm import soft_svm

def line_svm(sample, lam):
    return soft_svm([[a] for a in sample], [1] * len(sample), lam, 1e-15).point[0]

def lambda_for(epsilon, lipschitz, size):
    low, high = 1e-12, 1e12
    for _ in range(200):
        middle = (low * high) ** 0.5
        low, high = (low, middle) if bounds.rlm_stability(lipschitz, middle, size) <= epsilon else (middle, high)
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

rlm_trial = claim("rlm-is-stable", assumes=["lipschitz"])
swaps = [((1, 1, -1), 0, -1), ((1, -1, -1), 0, -1), ((1, 0, 0), 1, 1)]
rule = line_rlm(hinge_pieces(), 1)
rlm_trial.holds([distance(rule, swap) for swap in swaps], bounds.rlm_distance(1.0, 1.0, 3), part="distance")
rlm_trial.tight(distance(line_rlm(hinge_pieces(), Fraction(1, 4)), hard_swap(9, Fraction(1, 4))), 4 / 9, part="distance")
rlm_trial.needs("lipschitz", distance(ridge_line(Fraction(1, 100)), bounded_swap()), 0.2, on="small features, then a large one")
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
    for sample in itertools.product(law, repeat=size):
        chance = np.prod([float(law[z]) for z in sample])
        h = rule(sample)
        outside = sum(law[z] * loss(h, z) for z in law)
        inside = sum(loss(h, z) for z in sample) / size
        total += chance * (outside - inside)
    return total

def expected_fall(rule, loss, law, size):
    total = 0
    for sample in itertools.product(law, repeat=size):
        chance = np.prod([float(law[z]) for z in sample])
        for z in law:
            for i in range(size):
                moved = sample[:i] + (z,) + sample[i + 1:]
                total += chance * law[z] * (loss(rule(sample), z) - loss(rule(moved), z)) / size
    return total"""

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

def moved(rule, swap):
    sample, i, new = swap
    return abs(rule(sample) - rule(replace(sample, i, new)))

rlm_trial = claim("rlm-is-stable", assumes=["lipschitz"])
quarter = Fraction(1, 4)
{holds}
{tight}
{needs}"""
HARD, BOUNDED = "(-1, *(-1, 1) * (size // 2)), 0, 1", "((Fraction(1, 10), 1),) * 1000, 0, (1, -1)"
HOLDS = """\
for swap in (((1, 1, -1), 0, 0), ((1, 1, -1), 2, 1), ((-1, -1, 1), 1, 1)):
    rlm_trial.holds(moved(line_rlm(hinge_pieces(), quarter), swap), bounds.rlm_distance(1, quarter, 3))"""
TIGHT = "rlm_trial.tight(moved(line_rlm(hinge_pieces(), quarter), hard_swap(9, quarter)), bounds.rlm_distance(1, quarter, 9))"
NEEDS = 'rlm_trial.needs("lipschitz", moved(ridge_line(Fraction(1, 100)), bounded_swap()), bounds.rlm_distance(2, Fraction(1, 100), 1000))'
SAID, FALSE = "rlm_trial.tight(4 / 9, 4 / 9)", 'rlm_trial.needs("lipschitz", 2, Fraction(1, 5))'


def trial(hard=HARD, bounded=BOUNDED, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, bounded=bounded, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_stability": {
        "both directions": (STABILITY.replace(FALL, f"abs({FALL})"), "one side only"),
        "leaves the example out": (STABILITY.replace("replace(sample, i, z)", "sample[:i] + sample[i + 1:]"), "once it has"),
        "the loss on the example that goes": (STABILITY.replace(FALL, FALL.replace(", z) - ", ", sample[i]) - ").replace("z)), z)", "z)), sample[i])")),
                                              "how stable is it"),
        "the loss on any example": (STABILITY.replace("falls.append(" + FALL + ")", "falls += [" + FALL.replace(", z) - ", ", v) - ").replace("z)), z)", "z)), v)")
                                                      + " for v in examples]"), "on which example is the loss taken"),
        "only the first place": (STABILITY.replace("range(size)", "range(1)"), "every place must have its turn"),
        "only the last place": (STABILITY.replace("range(size)", "[size - 1]"), "every place must have its turn"),
        "no example twice": (STABILITY.replace("product(examples, repeat=size)", "permutations(examples, size)"), "may occur more than once"),
        "samples without an order": (STABILITY.replace("product(examples, repeat=size)", "combinations_with_replacement(examples, size)"),
                                     "and every order"),
        "a mean for the worst case": (STABILITY.replace("max(falls)", "np.mean(falls)"), "how stable is it"),
        "the training loss": (STABILITY.replace(FALL, "loss(rule(sample), sample[i]) - loss(rule(replace(sample, i, z)), z)"), "how stable is it"),
    },
    "q2_identity": {
        "all samples equally likely": (IDENTITY.replace("np.prod([float(law[z]) for z in sample])", "len(law) ** -size"), "how probable is a sample"),
        "the risk without weights": (IDENTITY.replace("law[z] * loss(h, z) for z in law)", "loss(h, z) for z in law) / len(law)"), "the weights in the risk"),
        "the risk on the sample": (IDENTITY.replace("sum(law[z] * loss(h, z) for z in law)", "sum(loss(h, z) for z in sample) / size"), "outside it"),
        "training loss less risk": (IDENTITY.replace("outside - inside", "inside - outside"), "What is its risk"),
        "a training loss that is a sum": (IDENTITY.replace("for z in sample) / size", "for z in sample)"), "have a sign"),
        "a fall that is a sum": (IDENTITY.replace("rule(moved), z)) / size", "rule(moved), z))"), "a mean over the n places"),
        "replaces the first example only": (IDENTITY.replace("range(size)", "range(1)").replace("rule(moved), z)) / size", "rule(moved), z))"),
                                            "a mean over the n places"),
        "leaves the example out": (IDENTITY.replace("sample[:i] + (z,) + sample[i + 1:]", "sample[:i] + sample[i + 1:]"), "which losses are compared"),
        "the size of the change": (IDENTITY.replace("(loss(rule(sample), z) - loss(rule(moved), z))", "abs(loss(rule(sample), z) - loss(rule(moved), z))"),
                                   "have a sign"),
        "the new example without its weight": (IDENTITY.replace("chance * law[z] *", "chance / len(law) *"), "how are the sample and the new example drawn"),
        "draws without putting back": (IDENTITY.replace("for sample in itertools.product(law, repeat=size)", "for sample in itertools.permutations(law, size)"),
                                       "two draws"),
        "the loss on the example that goes": (IDENTITY.replace("(loss(rule(sample), z) - loss(rule(moved), z))",
                                                               "(loss(rule(sample), sample[i]) - loss(rule(moved), sample[i]))"), "have a sign"),
    },
    "q3_minimiser": {
        "a sum of losses, not a mean": (minimiser(SLOPE.replace("mean()", "sum()")), "is the loss a mean"),
        "half the regulariser": (minimiser(SLOPE.replace("2 * lam", "lam")), "the right factor"),
        "no regulariser": (minimiser("1e-9 * w - (a * (a * w < 1)).mean()"), "the right factor"),
        "all examples pull for ever": (minimiser("2 * lam * w - a.mean()"), "nothing more to gain"),
        "stops at margin 1 from outside: cuts w to [-1, 1]": (minimiser().replace("    return w\n", "    return min(max(w, -1.0), 1.0)\n"), "far from 0"),
        "only positive w": (minimiser(low="0.0"), "may be negative"),
        "errors pull, not margins": (minimiser(SLOPE.replace("< 1", "<= 0")), "have the right factor"),
        "a mean over those that pull": (minimiser("2 * lam * w - (a[a * w < 1].mean() if (a * w < 1).any() else 0)"), "is the loss a mean"),
        "the constant of the source": (minimiser(needed="2 * " + NEEDED), "check the constant"),
        "the distance for the loss": (minimiser(needed="lipschitz / (epsilon * size)"), "the power of G"),
        "the bound on the mean gap": (minimiser(needed="lipschitz ** 2 / (2 ** 0.5 * epsilon * size)"), "check the constant"),
        "the size forgotten": (minimiser(needed="lipschitz ** 2 / epsilon"), "Twice as many examples"),
        "the root of the size": (minimiser(needed="lipschitz ** 2 / (epsilon * size ** 0.5)"), "Twice as many examples"),
    },
    "q4_trial": {
        "all examples on one side": (trial(hard="(-1,) * size, 0, 1", tight=SAID), "has stopped pulling"),
        "takes from the smaller side": (trial(hard="(-1, *(-1, 1) * (size // 2)), min(2, size - 1), (1, -1)[size > 2]", tight=SAID), "some margin is above 1"),
        "leaves it out: replaced by 0": (trial(hard="(-1, *(-1, 1) * (size // 2)), 0, 0", tight=SAID), "isn't a swap of -1 and 1"),
        "longer examples": (trial(hard="(-2, *(-1, 1) * (size // 2)), 0, 2", tight=SAID), "isn't a swap of -1 and 1"),
        "no swap at all": (trial(hard="(-1, *(-1, 1) * (size // 2)), 0, -1", tight=SAID), "by all of 1/(lambda n)"),
        "a flipped label in an easy sample": (trial(bounded="((1, 1),) * 1000, 0, (1, -1)", needs=FALSE), "by more than 1/5"),
        "small features, and a small one again": (trial(bounded="((Fraction(1, 10), 1),) * 1000, 0, (Fraction(1, 10), -1)", needs=FALSE), "by more than 1/5"),
        "features too small": (trial(bounded="((Fraction(1, 200), 1),) * 1000, 0, (1, -1)", needs=FALSE), "by more than 1/5"),
        "a wild label": (trial(bounded="((1, 0),) * 1000, 0, (1, 1000)"), "pairs from [-1, 1]"),
        "a smaller sample": (trial(bounded="((Fraction(1, 10), 1),) * 100, 0, (1, -1)"), "n = 1000"),
        "nothing broken": (trial(needs=""), "the broken hypothesis"),
        "a broken bound that was made up": (trial(needs=FALSE), "not those of your instances"),
        "no worst case": (trial(tight=""), "the worst case"),
        "the worst case of another n": (trial(tight=TIGHT.replace("9", "3")), "not those of your instances"),
        "the printed constant, half used": (trial(tight=TIGHT.replace("bounds.rlm_distance(", "bounds.rlm_distance_as_printed(")), "every verdict is confirmed"),
        "swaps that don't move": (trial(holds="for n in (1, 2, 3):\n    rlm_trial.holds(0, bounds.rlm_distance(1, 1, n))"), "three swaps that move"),
        "a wrong bound, refuted": (trial(holds="rlm_trial.holds(moved(line_rlm(hinge_pieces(), 1), ((-1,), 0, 1)), Fraction(1, 2))"),
                                   "every verdict is confirmed"),
        "a claim about another theorem": (trial().replace('claim("rlm-is-stable"', 'claim("rlm-oracle-inequality"'), "not a claim about"),
    },
}
