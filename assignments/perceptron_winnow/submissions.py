"""Answers to the problem set on Perceptron and Winnow, right and wrong: the gate grades the grader with them."""

PERCEPTRON = """\
def perceptron(features, labels):
    w, mistakes = np.zeros(features.shape[1]), []
    for t, (x, y) in enumerate(zip(features, labels)):
        {predict}
        if {wrong}:
            mistakes.append({round})
            {step}
        {always}
    return mistakes, w"""
WINNOW = """\
def winnow(features, labels, step):
    w, rows = np.full(features.shape[1], 1 / features.shape[1]), []
    for x, y in zip(features, labels):
        {before}
        if {wrong}:
            w = {step}
            {normalise}
        {after}
    return np.array(rows)"""
LOGS = """\
def winnow(features, labels, step):
    logs, rows = np.zeros(features.shape[1]), []
    for x, y in zip(features, labels):
        w = np.exp(logs - logs.max())
        w = w / w.sum()
        rows.append(w)
        {condition}logs = logs + {step}
    return np.array(rows)"""
TUNING = """\
def winnow_bound(experts, margin, step):
    gain = {gain}
    return {bound}

def best_step(margin):
    return {step}

def committee_bounds(experts, size):
    m = {majority}
    return {pair}"""
TRIAL = """\
def hard_game(radius, margin):
{hard}

def hasty_mistakes(features, labels):
{count}

def hasty_game():
    return {game}

def allowed(features, labels, u):
    return bounds.perceptron_mistakes(np.linalg.norm(features, axis=1).max(), (labels * (features @ u)).min())

def made(features, labels, u):
    return len(online.perceptron(Game("it", Hinge(), features, labels)).mistakes)

perceptron_trial = claim("perceptron-mistake-bound", assumes=["conservative"])
{holds}
{tight}
{needs}"""
HARD = """\
    D = int((radius / margin) ** 2)
    labels = np.where(np.arange(D) < D // 2, -1.0, 1.0)
    return radius * np.eye(D), labels, labels / np.sqrt(D)"""
COUNT = """\
    w, count = np.zeros(features.shape[1]), 0
    for x, y in zip(features, labels):
        count += y * (w @ x) <= 0
        w = w + y * x
    return count"""
GAME = ("np.vstack([np.tile([1.0, 0.0], (900, 1)), np.tile([-0.6, 0.8], (900, 1))]), np.ones(1800), "
        "np.array([1.0, 1.0]) / np.sqrt(2)")
HOLDS = """\
for seed in range(4):
    x = np.random.default_rng(seed).normal(size=(200, 4))
    x = x[np.abs(x[:, 0]) > 0.2]
    drawn = x, np.sign(x[:, 0]), np.eye(4)[0]
    perceptron_trial.holds(made(*drawn), allowed(*drawn))"""
TIGHT = "g = hard_game(1.0, 0.125)\nperceptron_trial.tight(made(*g), allowed(*g))"
NEEDS = 'h = hasty_game()\nperceptron_trial.needs("conservative", hasty_mistakes(*h[:2]), allowed(*h))'


def perceptron(predict="z = w @ x", wrong="y * z <= 0", round="t", step="w = w + y * x", always="pass"):
    """Return an answer to the first question with one part exchanged."""
    return PERCEPTRON.format(predict=predict, wrong=wrong, round=round, step=step, always=always)


def winnow(before="rows.append(w)", wrong="y * (w @ x) <= 0", step="w * np.exp(step * y * x)", normalise="w = w / w.sum()",
           after="pass"):
    """Return an answer that multiplies weights, with one part exchanged."""
    return WINNOW.format(before=before, wrong=wrong, step=step, normalise=normalise, after=after)


def logs(condition="if y * (w @ x) <= 0: ", step="step * y * x"):
    """Return an answer that keeps logarithms, with one part exchanged."""
    return LOGS.format(condition=condition, step=step)


def tuning(gain="step * margin - np.log(np.cosh(step))", bound="np.log(experts) / gain if gain > 0 else np.inf",
           step="np.arctanh(margin)", majority="2 - size % 2",
           pair="experts * size / m ** 2, 2 * size ** 2 / m ** 2 * np.log(experts)"):
    """Return an answer on the bounds with one part exchanged."""
    return TUNING.format(gain=gain, bound=bound, step=step, majority=majority, pair=pair)


def trial(hard=HARD, count=COUNT, game=GAME, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, count=count, game=game, holds=holds, tight=tight, needs=needs)


RIGHT = {
    "q1_perceptron": {"by inner products of examples alone": """\
def perceptron(features, labels):
    signed = [[float(y * a) for a in x] for x, y in zip(features, labels)]
    moved = []
    for t, z in enumerate(signed):
        if sum(sum(a * b for a, b in zip(signed[s], z)) for s in moved) <= 0:
            moved.append(t)
    return np.array(moved), np.array(signed)[moved].sum(axis=0)"""},
    "q2_winnow": {"lists, and the sum of the moves": """\
def winnow(features, labels, step):
    from math import exp
    N, rows, moves = len(features[0]), [], [0.0] * len(features[0])
    for x, y in zip(features.tolist(), labels.tolist()):
        top = max(moves)
        total = sum(exp(m - top) for m in moves)
        rows.append([exp(m - top) / total for m in moves])
        if y * sum(a * b for a, b in zip(rows[-1], x)) <= 0:
            moves = [m + step * y * a for m, a in zip(moves, x)]
    return rows"""},
    "q3_tuning": {"written out, and a search": """\
def winnow_bound(experts, margin, step):
    from math import exp, log, inf
    gain = step * (margin - 1) - log((1 + exp(-2 * step)) / 2)
    return log(experts) / gain if gain > 0 else inf

def best_step(margin):
    low, high = 0.0, 50.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if np.tanh(middle) < margin else (low, middle)
    return low

def committee_bounds(experts, size):
    if size % 2 == 0:
        return [experts * size / 4, size ** 2 / 2 * np.log(experts)]
    return [experts * size, 2 * size ** 2 * np.log(experts)]"""},
    "q4_trial": {"axes in another order with spare rounds, and a hasty game in three dimensions": """\
def hard_game(radius, margin):
    D = int((radius / margin) ** 2)
    labels = [(-1) ** (i // 2) for i in range(D)]
    rows = [[radius if i == D - 1 - t else 0.0 for i in range(D + 1)] for t in range(D)]
    u = [labels[D - 1 - i] / D ** 0.5 for i in range(D)] + [0.0]
    return rows + rows, labels + labels, u

def hasty_mistakes(features, labels):
    signed = [y * x for x, y in zip(features, labels)]
    return sum(1 for t, z in enumerate(signed) if sum(signed[:t], 0 * z) @ z <= 0)

def hasty_game():
    rows, labels = [], []
    for t in range(1200):
        rows.append([0.0, 2.0, 0.0] if t < 400 else [0.0, -1.0, 1.0])
        labels.append(1 if t < 400 else 1)
    return rows, labels, [0.0, 3 / 34 ** 0.5, 5 / 34 ** 0.5]

def numbers(features, labels, u):
    x, y = np.array(features), np.array(labels, dtype=float)
    return max(np.sqrt((x ** 2).sum(axis=1))), min(y * (x @ u))

perceptron_trial = claim("perceptron-mistake-bound", assumes=["conservative"])
for seed in (3, 4, 5):
    x = np.random.default_rng(seed).uniform(-1, 1, (100, 3))
    u = np.array([0.6, 0.8, 0.0])
    x = x[abs(x @ u) > 0.1]
    y = np.sign(x @ u)
    run = online.perceptron(Game("drawn", Hinge(), x, y))
    perceptron_trial.holds(len(run.mistakes), bounds.perceptron_mistakes(*numbers(x, y, u)))
for radius, margin in ((3.0, 0.35), (3.0, 0.3)):        # the second attains its bound, but for the rounding
    x, y, u = hard_game(radius, margin)
    perceptron_trial.tight(len(online.perceptron(Game("hard", Hinge(), x, y)).mistakes), bounds.perceptron_mistakes(*numbers(x, y, u)))
x, y, u = hasty_game()
perceptron_trial.needs("conservative", hasty_mistakes(np.array(x), np.array(y)), bounds.perceptron_mistakes(*numbers(x, y, u)))
perceptron_trial"""},
}

WRONG = {
    "q1_perceptron": {
        "moves in every round": (perceptron(step="pass", always="w = w + y * x"), "leaves no trace"),
        "a tie is right": (perceptron(wrong="y * z < 0"), "the prediction 0 is a mistake"),
        "the label forgotten in the step": (perceptron(step="w = w + x"), "the sign of the label"),
        "sign(0) is +1": (perceptron(wrong="(1 if z >= 0 else -1) != y"), "may not count as +1"),
        "predicts after the step": (perceptron(predict="z = (w + y * x) @ x"), "the prediction 0 is a mistake"),
        "rounds counted from 1": (perceptron(round="t + 1"), "a mistake in round 0"),
        "steps until the example is right": (perceptron(wrong="y * z <= 0", step="while y * (w @ x) <= 0 and x.any(): w = w + y * x"),
                                             "one step a mistake"),
        "steps of length 1": (perceptron(step="w = w + y * x / (np.linalg.norm(x) or 1)"), "full length of the features"),
        "keeps w of length 1": (perceptron(step="w = w + y * x; w = w / (np.linalg.norm(w) or 1)"), "full length of the features"),
        "changes its argument": (perceptron(predict="x *= y; z = w @ x", wrong="z <= 0", step="w = w + x"), "work on copies"),
    },
    "q2_winnow": {
        "moves in every round": (logs(condition=""), "conservative"),
        "the label forgotten": (logs(step="step * x"), "the label's sign"),
        "a tie is right": (logs(condition="if y * (w @ x) < 0: "), "the tie at first"),
        "returns the weights after the round": (winnow(before="pass", after="rows.append(w)"), "before the first label"),
        "never normalised": (winnow(normalise="pass"), "add up to 1"),
        "demotion forgotten": (winnow(step="w * np.exp(np.maximum(0, step * y * x))"), "who is demoted"),
        "the factor 1 + step y x": (winnow(step="w * (1 + step * y * x)"), "look again at the factors"),
        "adds, like the Perceptron": (winnow(step="w + step * y * x"), "look again at the factors"),
        "votes only": (logs(step="step * y * np.sign(x)"), "the feature itself"),
        "a weight that underflows": (winnow(), "never comes back"),
    },
    "q3_tuning": {
        "negative, as the source prints it": (tuning(bound="np.log(experts) / gain"), "no promise"),
        "even committees as printed": (tuning(majority="1"), "even size"),
        "the majority not squared": (tuning(pair="experts * size / m, 2 * size ** 2 / m * np.log(experts)"), "enter a bound"),
        "linear in the experts": (tuning(bound="experts / gain if gain > 0 else np.inf"), "must double"),
        "logarithm to base 2": (tuning(bound="np.log2(experts) / gain if gain > 0 else np.inf"), "base of the logarithms"),
        "sinh for cosh": (tuning(gain="step * margin - np.log(np.sinh(step))"), "the hyperbolic function"),
        "Hedge's progress": (tuning(gain="step * margin - step ** 2 / 2"), "What a mistake gains"),
        "the step is the margin": (tuning(step="margin"), "much longer"),
        "twice the step": (tuning(step="np.log((1 + margin) / (1 - margin))"), "close to the margin itself"),
        "a step that is nearly best": (tuning(step="margin / (1 - margin ** 2)"), "promises fewer mistakes"),
        "the pair turned": (tuning(pair="2 * size ** 2 / m ** 2 * np.log(experts), experts * size / m ** 2"), "first the Perceptron's"),
    },
    "q4_trial": {
        "axes of length 1": (trial(hard=HARD.replace("radius * np.eye", "np.eye")), "is not what was asked"),
        "one label only": (trial(hard=HARD.replace("D // 2", "0")), "both labels"),
        "the radius forgotten": (trial(hard=HARD.replace("radius / margin", "1 / margin")), "as many mistakes as allowed"),
        "random features": (trial(hard="""\
    x = np.random.default_rng(0).normal(size=(500, 5))
    x = radius * x / np.linalg.norm(x, axis=1, keepdims=True)
    x = x[np.abs(x[:, 0]) >= margin]
    return x, np.sign(x[:, 0]), np.eye(5)[0]""", tight="perceptron_trial.tight(20, 20)"), "as many mistakes as allowed"),
        "counts the mistakes of the Perceptron": (
            trial(count="    return len(online.perceptron(Game('it', Hinge(), features, labels)).mistakes)",
                  needs='h = hasty_game()\nperceptron_trial.needs("conservative", 541, allowed(*h))'), "are miscounted"),
        "counts after the move": (trial(count=COUNT.replace("        count", "        w = w + y * x\n        count")
                                        .replace("<= 0\n        w = w + y * x", "<= 0"),
                                        needs='h = hasty_game()\nperceptron_trial.needs("conservative", 541, allowed(*h))'),
                                  "predicts before it moves"),
        "a game that the hasty learner likes": (trial(game="np.eye(9), np.ones(9), np.ones(9) / 3",
                                                      needs='perceptron_trial.needs("conservative", 10, 9)'), "not led astray"),
        "noise in place of a margin": (
            trial(game="np.ones((1000, 1)), np.resize([1.0, -1.0], 1000), np.ones(1)",
                  needs='perceptron_trial.needs("conservative", 1000, 1)'), "a positive margin"),
        "a long comparator": (trial(game=GAME.replace(" / np.sqrt(2)", " * 10"),
                                    needs='perceptron_trial.needs("conservative", 541, 50)'), "of a unit vector"),
        "nothing broken": (trial(needs=""), "your own hasty game"),
        "numbers of another game": (trial(needs='perceptron_trial.needs("conservative", 3, 2)'), "your own hasty game"),
        "no worst case": (trial(tight=""), "a worst case"),
        "the worst case of one round": (trial(tight="perceptron_trial.tight(1, 1)"), "20 mistakes or more"),
        "a wrong bound, refuted": (trial(holds=HOLDS + "\nperceptron_trial.holds(3, 2)"), "every verdict is confirmed"),
        "a trial of nothing": (trial(holds="perceptron_trial.holds(0, 0)"), "comparisons that could fail"),
    },
}
