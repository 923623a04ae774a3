"""Answers to the problem set on compression and margin, right and wrong: the gate grades the grader with them."""

RIGHT = {
    "q1_interval": {"plain loops": """\
def keep(x, y):
    low = high = None
    for i in range(len(x)):
        if y[i] == 1:
            low = i if low is None or x[i] < x[low] else low
            high = i if high is None or x[i] >= x[high] else high
    return [len(x) - 1, len(x) - 1] if low is None else [low, high]

def interval(x, y):
    low, high = np.inf, -np.inf
    for a, label in zip(x, y):
        if label == 1:
            low, high = min(low, a), max(high, a)
    return [low, high]""", "sorted, and with infinities": """\
def keep(x, y):
    order = sorted(range(len(x)), key=lambda i: (-y[i], x[i]))
    count = max(1, list(y).count(1))
    return order[0], order[count - 1]

def interval(x, y):
    return np.array([np.where(y == 1, x, np.inf).min(), np.where(y == 1, x, -np.inf).max()])"""},
    "q2_others": {"sets, a mean in place of a root, and one n after the other": """\
def errors(wrong, kept):
    others = set(range(len(wrong))) - set(int(i) for i in kept)
    return sum(bool(wrong[i]) for i in others) / max(1, len(others)), sum(map(bool, wrong)) / len(wrong)

def risk_bound(rest_error, n, k, delta):
    from math import fsum, log
    beta = fsum([log(n)] * k + [-log(delta)]) / (n - k)
    return (rest_error ** 0.5 + (beta / 2) ** 0.5) ** 2 + beta / 2

def enough(risk, k, delta):
    n = k + 1
    while k * np.log(n) - np.log(delta) > risk * (n - k):
        n += 1
    return n""", "masks, logarithms of products, and all n at once": """\
def errors(wrong, kept):
    rest = np.ones(len(wrong), dtype=bool)
    rest[kept] = False
    return [(wrong & rest).sum() / max(1, rest.sum()), np.count_nonzero(wrong) / wrong.size]

def risk_bound(rest_error, n, k, delta):
    beta = (k - np.emath.logn(n, delta)) * np.log(n) / (n - k)
    return np.array([rest_error, (2 * rest_error * beta) ** 0.5, beta]).sum()

def enough(risk, k, delta):
    n = np.arange(k + 1, 10 ** 5)
    return n[np.argmax((k * np.log(n) + np.log(1 / delta)) / (n - k) <= risk)]"""},
    "q3_margin": {"a loop": """\
def between(features, labels, u, mix):
    point = np.zeros(len(u))
    for m, x, y in zip(mix / sum(mix), features, labels):
        point += m * y * x
    return np.array([min(y * sum(u * x) for x, y in zip(features, labels)) / sum(u * u) ** 0.5, np.sqrt(np.sum(point ** 2))])

def size(features, labels, u):
    from math import floor
    squares = (features ** 2).sum(axis=1)
    scores = labels * (features @ u)
    return floor(squares.max() * (u @ u) / scores.min() ** 2)""", "divided first": """\
def between(features, labels, u, mix):
    unit, weights, signed = u / np.linalg.norm(u), mix / mix.sum(), (features.T * labels).T
    mean = np.average(signed, axis=0, weights=weights)
    return [float(np.min(signed @ unit)), float(np.hypot.reduce(mean))]

def size(features, labels, u):
    low, _ = between(features, labels, u, np.ones(len(labels)))
    return max(x @ x for x in features) // low ** 2"""},
    "q4_compress": {"another rule, other rows to fill up": """\
def decode(features, labels):
    w = [0.0] * features.shape[1]
    for x, y in zip(features.tolist(), labels.tolist()):
        if np.sign(sum(a * b for a, b in zip(w, x))) != y:
            w = [a + y * b for a, b in zip(w, x)]
    return w

def compress(features, labels, k):
    w, rows = np.zeros(features.shape[1]), []
    while (labels * (features @ w) <= 0).any():
        scores = labels * (features @ w)
        rows.append(int(scores.argmin()))
        w = w + labels[rows[-1]] * features[rows[-1]]
    return rows + [len(labels) - 1] * (k - len(rows))""", "by the Gram matrix, and the picks round and round": """\
def decode(features, labels):
    signed = labels[:, None] * features
    moved = np.zeros(len(labels))
    for t, row in enumerate(signed @ signed.T):
        moved[t] = moved @ row <= 0
    return moved @ signed

def compress(features, labels, k):
    game = streams.Game("sample", Hinge(), features, labels)
    return np.resize(batch_perceptron(game, "first").updates, k)"""},
    "q5_trial": {"found by a search, with labels of both signs; long axes": """\
def flat_sample(gamma):
    y, best = np.array([1, -1, 1]), (0, None)
    for first in np.linspace(0.1, 0.9, 9):
        x = 3 * y[:, None] * np.column_stack([np.full(3, gamma), [first, -1.0, 1.0]])
        M, _ = measure(x, y)
        if M > best[0]:
            best = M, x
    return best[1], y.tolist()

def long_sample():
    return 10 * np.eye(100), [1] * 100

def tried():
    return [(np.eye(N).tolist(), [1] * N) for N in (2, 3, 10)]

plane_trial = claim("perceptron-compression", assumes=["length"])
plane_trial.holds(*zip(*[measure(*sample) for sample in tried()]))
plane_trial.tight(*measure(*flat_sample(0.05)), at_least=0.45, because="one step swings across the line of u")
plane_trial.needs("length", measure(*long_sample())[0], 1)
plane_trial""", "turned and longer, and four cones": """\
def flat_sample(gamma):
    turn = np.array([[0.6, 0.8], [-0.8, 0.6]])
    return 5 * np.array([[gamma, -0.5], [gamma, 1.0], [gamma, -1.0]]) @ turn, np.ones(3)

def long_sample():
    heights = 20.0 * np.array([1, -2, 2])
    return np.column_stack([-np.ones(3), heights]), -np.ones(3)

def tried():
    angles = [np.linspace(-width, width, 9) for width in (0.8, 1.0, 1.2, 1.4)]
    return tuple((np.column_stack([np.cos(a), np.sin(a)]), np.ones(9)) for a in angles)

plane_trial = claim("perceptron-compression", assumes=["length"])
for number, (x, y) in enumerate(tried()):
    made, k = measure(x, y)
    plane_trial.holds(float(made), float(k), part=f"cone {number}")
plane_trial.tight(*measure(*flat_sample(0.05)), at_least=0.45, because="the second coordinate swings")
plane_trial.needs("length", measure(*long_sample())[0], 1.0)
plane_trial"""},
}

INTERVAL = """\
def keep(x, y):
    positive = np.flatnonzero(y > 0)
    {nobody}
    return {kept}

def interval(x, y):
    positive = {seen}
    return {interval}"""


def interval(nobody="if not len(positive): return 0, 0", kept="(positive[x[positive].argmin()], positive[x[positive].argmax()])",
             seen="x[y > 0]", interval="(positive.min(), positive.max()) if len(positive) else (1.0, 0.0)"):
    """Return an answer to the first question with one part exchanged."""
    return INTERVAL.format(nobody=nobody, kept=kept, seen=seen, interval=interval)


OTHERS = """\
def errors(wrong, kept):
    others = np.delete(wrong, kept)
    return {rest}, {whole}

def risk_bound(rest_error, n, k, delta):
    beta = {beta}
    return {bound}

def enough(risk, k, delta):
    n = k + 1
    while {more}:
        n += 1
    return {least}"""


def others(rest="others.mean() if len(others) else 0.0", whole="np.mean(wrong)", beta="(k * np.log(n) + np.log(1 / delta)) / (n - k)",
           bound="rest_error + np.sqrt(2 * rest_error * beta) + beta",
           more="(k * np.log(n) + np.log(1 / delta)) / (n - k) > risk", least="n"):
    """Return an answer to the second question with one part exchanged."""
    return OTHERS.format(rest=rest, whole=whole, beta=beta, bound=bound, more=more, least=least)


MARGIN = """\
def between(features, labels, u, mix):
    signed = labels[:, None] * features
    return {low}, {high}

def size(features, labels, u):
    known = (labels * (features @ u)).min() / np.linalg.norm(u)
    longest = np.linalg.norm(features, axis=1).max()
    return {size}"""


def between(low="(signed @ u).min() / np.linalg.norm(u)", high="np.linalg.norm(mix @ signed) / np.sum(mix)",
            size="int((longest / known) ** 2)"):
    """Return an answer to the third question with one part exchanged."""
    return MARGIN.format(low=low, high=high, size=size)


COMPRESS = """\
def decode(features, labels):
    w = np.zeros(features.shape[1])
    for x, y in {passes}:
        if {when}:
            w = {step}
    return {vector}

def compress(features, labels, k):
    picks = batch_perceptron(streams.Game("sample", Hinge(), features, labels)).updates
    return {rows}"""


def compress(passes="zip(features, labels)", when="y * (w @ x) <= 0", step="w + y * x", vector="w",
             rows="np.append(picks, np.zeros(k - len(picks), dtype=int))"):
    """Return an answer to the fourth question with one part exchanged."""
    return COMPRESS.format(passes=passes, when=when, step=step, vector=vector, rows=rows)


TRIAL = """\
def flat_sample(gamma):
    heights = {heights}
    return {flat}

def long_sample():
    return {long}

def tried():
    return {tried}

plane_trial = claim({label!r}, assumes=["length"])
{holds}
{tight}
{needs}"""
LONG = "np.column_stack([np.ones(3), [15.0, -30.0, 30.0]]), np.ones(3)"
TRIED = "[(x, np.sign(x[:, 0])) for x in (np.array([[0.1 * n, 1.0, 0.0], [-0.2, 1.0, 1.0], [0.3, 0.0, -1.0]]) for n in range(1, 6))]"
HOLDS = "for sample in tried():\n    plane_trial.holds(*measure(*sample))"
TIGHT = 'plane_trial.tight(*measure(*flat_sample(0.05)), at_least=0.45, because="w swings")'
NEEDS = 'plane_trial.needs("length", measure(*long_sample())[0], 1)'
ANYHOW, BROKEN = "plane_trial.tight(1, 1)", 'plane_trial.needs("length", 100, 1)'


def trial(heights="np.array([0.5, -1.0, 1.0])", flat="np.column_stack([np.full(len(heights), gamma), heights]), np.ones(len(heights))",
          long=LONG, tried=TRIED, label="perceptron-compression", holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(heights=heights, flat=flat, long=long, tried=tried, label=label, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_interval": {
        "places among the positive examples": (interval(kept="(x[positive].argmin(), x[positive].argmax())"), "the places 3 and 0"),
        "the ends of all examples": (interval(kept="(x.argmin(), x.argmax())"), "where the positive examples 2 and 4 stand"),
        "values for places": (interval(kept="(x[positive].min(), x[positive].max())"), "the places 3 and 0"),
        "the first and the last positive example": (interval(kept="(positive[0], positive[-1])"), "in this order"),
        "the greatest first": (interval(kept="(positive[x[positive].argmax()], positive[x[positive].argmin()])"), "in this order"),
        "places from 1": (interval(kept="(positive[x[positive].argmin()] + 1, positive[x[positive].argmax()] + 1)"), "the places 3 and 0"),
        "negative examples are moved to 0": (interval(kept="(np.where(y > 0, x, np.inf).argmin(), np.where(y > 0, x, 0).argmax())"), "On random samples"),
        "two places where there may be one": (interval(nobody="if not len(positive): return 0, 1"), "two indices of it are wanted"),
        "no place where nobody is positive": (interval(nobody="if not len(positive): return ()"), "two indices of it are wanted"),
        "the labels don't matter to the decoder": (interval(seen="x"), "it must not contain 2"),
        "around what was kept, if one is positive": (interval(seen="x if (y > 0).any() else x[:0]"), "it must not contain 2"),
        "the interval is turned round": (interval(interval="(positive.max(), positive.min()) if len(positive) else (1.0, 0.0)"),
                                         "the interval from 2 to 5"),
        "an open interval": (interval(interval="(positive.min() - 0.1, positive.max() + 0.1) if len(positive) else (1.0, 0.0)"), "from 2 to 5"),
        "a point for the empty interval": (interval(interval="(positive.min(), positive.max()) if len(positive) else (0.0, 0.0)"), "an empty interval"),
        "believes in the order": (interval(interval="(positive[0], positive[-1]) if len(positive) else (1.0, 0.0)"), "the greater one comes first"),
        "knows the public instances": ("def keep(x, y):\n    return 3, 0\n\ndef interval(x, y):\n    return (2, 5) if y[0] > 0 else (5, 5)",
                                       "On random samples"),
    },
    "q2_others": {
        "the kept examples are tested too": (others(rest="np.mean(wrong)"), "one error among the three others"),
        "the kept examples for the others": (others(rest="wrong[kept].mean()"), "one error among the three others"),
        "counts for shares": (others(rest="others.sum()", whole="np.sum(wrong)"), "Return 1/3 and 2/5"),
        "always n - k others": (others(rest="others.sum() / max(1, len(wrong) - len(kept))"), "An index comes twice"),
        "nan where nothing is left": (others(rest="others.sum() / np.float64(len(others))"), "nothing is left"),
        "no union bound": (others(beta="np.log(1 / delta) / (n - k)"), "How many choices"),
        "one choice of n": (others(beta="(np.log(n) + np.log(1 / delta)) / (n - k)"), "How many choices"),
        "sets for sequences": (others(beta="(np.log(float(__import__('math').comb(n, k))) + np.log(1 / delta)) / (n - k)"), "How many choices"),
        "all examples are left": (others(beta="(k * np.log(n) + np.log(1 / delta)) / n"), "how many examples are left"),
        "the second line": (others(beta="2 * k * np.log(n / delta) / n"), "5 ln 10 divided by 98"),
        "log base 2": (others(beta="(k * np.log2(n) + np.log2(1 / delta)) / (n - k)"), "5 ln 10 divided by 98"),
        "no 2 under the root": (others(bound="rest_error + np.sqrt(rest_error * beta) + beta"), "under the root"),
        "beta forgotten behind the root": (others(bound="rest_error + np.sqrt(2 * rest_error * beta)"), "0.25 + 0.242 + 0.117"),
        "n^k as a number": (others(beta="np.log(float(n) ** k / delta) / (n - k)"), "stopped with OverflowError"),
        "Hoeffding's root": (others(bound="rest_error + np.sqrt(beta / 2) * (rest_error > 0) + beta"), "With other errors on the others"),
        "never more than 1": (others(bound="min(1, rest_error + np.sqrt(2 * rest_error * beta) + beta)"), "cut nothing off"),
        "enough: one too many": (others(least="n + 1"), "15 are enough"),
        "enough: by the second line": (others(more="2 * k * np.log(n / delta) / n > risk"), "15 are enough"),
        "enough: sets for sequences": (others(more="np.log(float(__import__('math').comb(n, k))) + np.log(1 / delta) > risk * (n - k)"), "15 are enough"),
        "enough: looked for below 1000": (others(more="n < 1000 and (k * np.log(n) + np.log(1 / delta)) / (n - k) > risk"), "or it is not enough"),
        "knows the public instances": (others("1 / 3", "2 / 5", "0", "0.6098410 if rest_error else 0", "False", "15"), "An index comes twice"),
    },
    "q3_margin": {
        "u as it comes": (between(low="(signed @ u).min()"), "by which length do you divide"),
        "weights as they come": (between(high="np.linalg.norm(mix @ signed)"), "weights that add up to 1"),
        "the mean margin": (between(low="(signed @ u).mean() / np.linalg.norm(u)"), "Over which examples"),
        "the labels forgotten in low": (between(low="(features @ u).min() / np.linalg.norm(u)"), "y times the score of u is 6 and 14"),
        "the labels forgotten in high": (between(high="np.linalg.norm(mix @ features) / np.sum(mix)"), "the weighted sum of the y x is (8, 6)"),
        "divided by the square": (between(low="(signed @ u).min() / (u @ u)"), "by which length do you divide"),
        "the square of the length": (between(high="np.sum((mix @ signed / np.sum(mix)) ** 2)"), "a length is not a square"),
        "the mean score of u": (between(high="mix @ (signed @ u) / np.linalg.norm(u) / np.sum(mix)"), "whose length is 10"),
        "all weights equal": (between(high="np.linalg.norm(signed.mean(axis=0))"), "the weighted sum of the y x is (8, 6)"),
        "distances without a sign": (between(low="np.abs(signed @ u).min() / np.linalg.norm(u)"), "it has a sign"),
        "weights with a sum below 1 stay": (between(high="np.linalg.norm(mix @ signed) / max(1, np.sum(mix))"), "their sum may be any number"),
        "features of length 1": (between(size="int((1 / known) ** 2)"), "so k = 5"),
        "not squared": (between(size="int(longest / known)"), "so k = 5"),
        "rounded up": (between(size="int(np.ceil((longest / known) ** 2))"), "so k = 5"),
        "not rounded": (between(size="(longest / known) ** 2"), "so k = 5"),
        "u of any length in the size": (between(size="int((longest / (labels * (features @ u)).min()) ** 2)"), "that of a u of length 1"),
        "the longest feature in the plane": (between(size="int((np.hypot(features[:, 0], features[:, 1]).max() / known) ** 2)"), "in more dimensions"),
        "knows the public instances": (between("1.2", "2.5", "5"), "low is not the margin of u"),
    },
    "q4_compress": {
        "every row once": (compress(rows="np.append(np.unique(picks), np.zeros(k - len(np.unique(picks)), dtype=int))"), "more than once"),
        "the picks without their order": (compress(rows="np.append(np.sort(picks), np.zeros(k - len(picks), dtype=int))"), "in which order"),
        "the first pass only": (compress(rows="np.append(picks[:len(set(picks))], np.zeros(k - len(set(picks)), dtype=int))"), "more than once"),
        "only the picks": (compress(rows="picks"), "exactly ten numbers"),
        "filled up with -1": (compress(rows="np.append(picks, -np.ones(k - len(picks), dtype=int))"), "each 0 or 1"),
        "the picks backwards": (compress(rows="np.append(picks[::-1], np.zeros(k - len(picks), dtype=int))"), "in which order"),
        "filled up in front": (compress(rows="np.append(np.full(k - len(picks), len(labels) - 1), picks)"), "in your order"),
        "one place is left free": (compress(rows="np.append(picks[:k - 1], np.zeros(max(1, k - len(picks)), dtype=int))"), "k is as small as it may be"),
        "a sum of all examples": (compress(when="True"), "the second is not"),
        "without the labels": (compress(step="w + x"), "The vector is (2, -1)"),
        "a mean": (compress(vector="w / len(labels)"), "The vector is (2, -1)"),
        "0 is no mistake": (compress(when="y * (w @ x) < 0"), "because its prediction is 0"),
        "0 is a mistake at the start only": (compress(when="y * (w @ x) < 0 or not w.any()"), "because its prediction is 0"),
        "each example once": (compress(passes="{tuple(x): (x, y) for x, y in zip(features, labels)}.values()"), "one conservative pass"),
        "knows the public instances": (compress(vector="np.array([2.0, -1.0])", rows="np.resize([0, 1, 1, 0, 1], k)"), "A longer list"),
    },
    "q5_trial": {
        "it swings from 0 to 1": (trial(heights="np.array([-1.0, 1.0])", tight=ANYHOW), "too few updates"),
        "the first step is too long": (trial(heights="np.array([0.8, -1.0, 1.0])", tight=ANYHOW), "too few updates"),
        "a sample with a large margin": (trial(flat="np.array([[1.0, 0.0]]), np.ones(1)", tight=ANYHOW), "another margin"),
        "in three dimensions": (trial(flat="np.column_stack([np.full(3, gamma), heights, np.zeros(3)]), np.ones(3)"), "has not the form"),
        "one margin for every gamma": (trial(flat="np.column_stack([np.full(3, 0.1), heights]), np.ones(3)", tight=ANYHOW), "For some other gamma"),
        "long, but soon done": (trial(long="np.column_stack([np.ones(2), [-30.0, 30.0]]), np.ones(2)", needs=BROKEN), "at least 100 updates"),
        "long, but without the margin": (trial(long="np.column_stack([np.full(3, 0.1), [1.5, -3.0, 3.0]]), np.ones(3)"), "a margin of at least 1"),
        "two samples": (trial(tried="[(np.eye(N), np.ones(N)) for N in (2, 3)]"), "three to six samples"),
        "the same sample three times": (trial(tried="3 * [(np.eye(4), np.ones(4))]"), "the same k"),
        "samples of one example": (trial(tried="[(np.eye(N), np.ones(N)) for N in (1, 2, 3)]"), "k = 1"),
        "a sample that is not separable": (trial(tried="[(np.ones((2, 1)), np.array([1, -1]))] * 3", holds="plane_trial.holds([0, 0, 0], [1, 1, 1])"),
                                           "is not separable"),
        "nothing broken": (trial(needs=""), "is missing"),
        "no worst case": (trial(tight=""), "tight is missing"),
        "not long enough to break anything": (trial(needs='plane_trial.needs("length", 0, 1)'), "needs is refuted"),
        "a wrong bound, refuted": (trial(holds="plane_trial.holds(3, 2)"), "holds is refuted"),
        "another theorem": (trial(label="soft-perceptron-bound"), "This is a trial of soft-perceptron-bound"),
        "a trial of nothing": (trial(holds="for _ in range(5):\n    plane_trial.holds(0, 1)"), "What holds says"),
        "the gentlest sample five times": (trial(holds="for _ in range(5):\n    plane_trial.holds(*min((measure(*sample) for sample in tried()), "
                                                       "key=lambda pair: pair[0] / pair[1]))"), "Not every one of your instances"),
        "a worst case that nobody measured": (trial(tight=ANYHOW), "What tight says"),
        "a broken hypothesis that nobody measured": (trial(needs=BROKEN), "What needs says"),
        "rows for samples that don't exist": (trial("None", "None", "None", "[]", "perceptron-compression", "plane_trial.holds([1, 1, 1], [2, 2, 2])",
                                                    ANYHOW, BROKEN), "`flat_sample` returned nothing"),
    },
}
