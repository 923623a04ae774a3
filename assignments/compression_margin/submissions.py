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
    return [low, high]""", "the package": """\
def keep(x, y):
    from otbnotes.compression import boxes
    return boxes(1).compress(x[:, None], y)

def interval(x, y):
    from otbnotes.compression import boxes
    box = boxes(1).decode(x[:, None], y)
    return float(box.low[0]), float(box.high[0])"""},
    "q2_others": {"sets, the package, and one n after the other": """\
def errors(wrong, kept):
    others = set(range(len(wrong))) - set(int(i) for i in kept)
    return sum(bool(wrong[i]) for i in others) / max(1, len(others)), sum(map(bool, wrong)) / len(wrong)

def risk_bound(rest_error, n, k, delta):
    return bounds.compression_agnostic(rest_error, n, k, delta)

def enough(risk, k, delta):
    n = k + 1
    while k * np.log(n) - np.log(delta) > risk * (n - k):
        n += 1
    return n"""},
    "q3_margin": {"the package and a loop": """\
def between(features, labels, u, mix):
    from otbnotes.margin import margin_of
    game = streams.Game("sample", Hinge(), features, labels)
    point = np.zeros(len(u))
    for m, x, y in zip(mix / sum(mix), features, labels):
        point += m * y * x
    return np.array([margin_of(game, u), np.sqrt(np.sum(point ** 2))])

def size(features, labels, u):
    from math import floor
    squares = (features ** 2).sum(axis=1)
    scores = labels * (features @ u)
    return floor(squares.max() * (u @ u) / scores.min() ** 2)"""},
    "q4_compress": {"another rule, other rows to fill up": """\
def decode(features, labels):
    return perceptron(streams.Game("kept", Hinge(), features, labels)).w

def compress(features, labels, k):
    w, rows = np.zeros(features.shape[1]), []
    while (labels * (features @ w) <= 0).any():
        scores = labels * (features @ w)
        rows.append(int(scores.argmin()))
        w = w + labels[rows[-1]] * features[rows[-1]]
    return rows + [len(labels) - 1] * (k - len(rows))""", "the package": """\
def decode(features, labels):
    from otbnotes.perceptron_compression import decode as package
    return package(features, labels)

def compress(features, labels, k):
    from otbnotes.perceptron_compression import compress as package
    return package(streams.Game("sample", Hinge(), features, labels), k)"""},
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
    return 12 * np.eye(144), [1] * 144

plane_trial = claim("perceptron-compression", assumes=["length"])
for N in (2, 3, 10):
    plane_trial.holds(*measure(np.eye(N), np.ones(N)))
plane_trial.tight(*measure(*flat_sample(0.03)), at_least=0.45, because="one step swings across the line of u")
plane_trial.needs("length", measure(*long_sample())[0], 1)
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

plane_trial = claim({label!r}, assumes=["length"])
{holds}
{tight}
{needs}"""
LONG = "np.column_stack([np.ones(3), [15.0, -30.0, 30.0]]), np.ones(3)"
HOLDS = """\
for seed in range(5):
    x = np.random.default_rng(seed).normal(size=(30, 3))
    x = x[np.abs(x[:, 0]) > 0.2]
    plane_trial.holds(*measure(x, np.sign(x[:, 0])))"""
TIGHT = 'plane_trial.tight(*measure(*flat_sample(0.05)), at_least=0.45, because="w swings")'
NEEDS = 'plane_trial.needs("length", measure(*long_sample())[0], 1)'
ANYHOW, BROKEN = "plane_trial.tight(1, 1)", 'plane_trial.needs("length", 100, 1)'


def trial(heights="np.array([0.5, -1.0, 1.0])", flat="np.column_stack([np.full(len(heights), gamma), heights]), np.ones(len(heights))",
          long=LONG, label="perceptron-compression", holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(heights=heights, flat=flat, long=long, label=label, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_interval": {
        "places among the positive examples": (interval(kept="(x[positive].argmin(), x[positive].argmax())"), "in this order"),
        "the ends of all examples": (interval(kept="(x.argmin(), x.argmax())"), "in this order"),
        "values for places": (interval(kept="(x[positive].min(), x[positive].max())"), "the places of 2 and of 4"),
        "the first and the last positive example": (interval(kept="(positive[0], positive[-1])"), "in this order"),
        "two places where there may be one": (interval(nobody="if not len(positive): return 0, 1"), "two indices of it are wanted"),
        "the labels don't matter to the decoder": (interval(seen="x"), "must not lie in the interval"),
        "around what was kept, if one is positive": (interval(seen="x if (y > 0).any() else x[:0]"), "must not lie in the interval"),
        "the interval is turned round": (interval(interval="(positive.max(), positive.min()) if len(positive) else (1.0, 0.0)"),
                                         "to the interval between them"),
    },
    "q2_others": {
        "the kept examples are tested too": (others(rest="np.mean(wrong)"), "one error among three others"),
        "always n - k others": (others(rest="others.sum() / max(1, len(wrong) - len(kept))"), "count the others"),
        "no union bound": (others(beta="np.log(1 / delta) / (n - k)"), "how many choices"),
        "sets for sequences": (others(beta="(np.log(float(__import__('math').comb(n, k))) + np.log(1 / delta)) / (n - k)"), "how many choices"),
        "the second line": (others(beta="2 * k * np.log(n / delta) / n"), "nothing else"),
        "log base 2": (others(beta="(k * np.log2(n) + np.log2(1 / delta)) / (n - k)"), "adds ln 10"),
        "no 2 under the root": (others(bound="rest_error + np.sqrt(rest_error * beta) + beta"), "under its root"),
        "enough: one too many": (others(least="n + 1"), "one example less is enough"),
        "enough: by the second line": (others(more="2 * k * np.log(n / delta) / n > risk"), "least sample size"),
        "nan where nothing is left": (others(rest="others.sum() / np.float64(len(others))"), "of which nothing is left"),
    },
    "q3_margin": {
        "u as it comes": (between(low="(signed @ u).min()"), "A longer u"),
        "weights as they come": (between(high="np.linalg.norm(mix @ signed)"), "weights with another sum"),
        "the mean margin": (between(low="(signed @ u).mean() / np.linalg.norm(u)"), "low is 0.6"),
        "the labels forgotten in high": (between(high="np.linalg.norm(mix @ features) / np.sum(mix)"), "a point of the hull"),
        "distances without a sign": (between(low="np.abs(signed @ u).min() / np.linalg.norm(u)"), "it has a sign"),
        "the square of the length": (between(high="np.sum((mix @ signed / np.sum(mix)) ** 2)"), "the length of (0.5, 1)"),
        "the mean score of u": (between(high="mix @ (signed @ u) / np.linalg.norm(u) / np.sum(mix)"), "the length of (0.5, 1)"),
        "features of length 1": (between(size="int((1 / known) ** 2)"), "to the longest feature"),
        "rounded up": (between(size="int(np.ceil((longest / known) ** 2))"), "a whole number"),
    },
    "q4_compress": {
        "every row once": (compress(rows="np.append(np.unique(picks), np.zeros(k - len(np.unique(picks)), dtype=int))"), "A sample with a small margin"),
        "the picks without their order": (compress(rows="np.append(np.sort(picks), np.zeros(k - len(picks), dtype=int))"),
                                          "in your order"),
        "the first pass only": (compress(rows="np.append(picks[:len(set(picks))], np.zeros(k - len(set(picks)), dtype=int))"), "A sample with a small margin"),
        "filled up in front": (compress(rows="np.append(np.full(k - len(picks), len(labels) - 1), picks)"), "in your order"),
        "only the picks": (compress(rows="picks"), "Exactly k row numbers"),
        "the picks backwards": (compress(rows="np.append(picks[::-1], np.zeros(k - len(picks), dtype=int))"), "in your order"),
        "a sum of all examples": (compress(when="True"), "to fill up"),
        "0 is no mistake": (compress(when="y * (w @ x) < 0"), "both are mistakes"),
        "each example once": (compress(passes="{tuple(x): (x, y) for x, y in zip(features, labels)}.values()"), "one conservative pass"),
    },
    "q5_trial": {
        "it swings from 0 to 1": (trial(heights="np.array([-1.0, 1.0])", tight=ANYHOW), "too few updates"),
        "the first step is too long": (trial(heights="np.array([0.8, -1.0, 1.0])", tight=ANYHOW), "too few updates"),
        "a sample with a large margin": (trial(flat="np.array([[1.0, 0.0]]), np.ones(1)", tight=ANYHOW), "another margin"),
        "one margin for every gamma": (trial(flat="np.column_stack([np.full(3, 0.1), heights]), np.ones(3)"), "For some other gamma"),
        "long, but soon done": (trial(long="np.column_stack([np.ones(2), [-30.0, 30.0]]), np.ones(2)", needs=BROKEN), "at least 100 updates"),
        "nothing broken": (trial(needs=""), "the broken hypothesis"),
        "no worst case": (trial(tight=""), "a worst case"),
        "not long enough to break anything": (trial(needs='plane_trial.needs("length", 0, 1)'), "every verdict is confirmed"),
        "a trial of nothing": (trial(holds="for _ in range(3):\n    plane_trial.holds(0, 1)"), "three samples"),
        "another theorem": (trial(label="soft-perceptron-bound"), "a claim about perceptron-compression"),
    },
}
