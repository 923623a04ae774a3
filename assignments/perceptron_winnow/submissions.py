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

def tried():
    games = []
    for seed in {seeds}:
        x = np.random.default_rng(seed).normal(size=({rounds}, 4))
        x = x[np.abs(x[:, 0]) > 0.2]
        games.append((x, {labels}, np.eye(4)[0]))
    return games

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
HOLDS = "for game in tried():\n    perceptron_trial.holds(made(*game), allowed(*game))"
TIGHT = "g = hard_game(1.0, 0.149)\nperceptron_trial.tight(made(*g), allowed(*g), at_least=0.95)"
NEEDS = 'h = hasty_game()\nperceptron_trial.needs("conservative", hasty_mistakes(*h[:2]), allowed(*h))'
PARTS = {"hard": HARD, "count": COUNT, "game": GAME, "seeds": "range(4)", "rounds": 200, "labels": "np.sign(x[:, 0])", "holds": HOLDS,
         "tight": TIGHT, "needs": NEEDS}


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


def trial(**exchanged):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(**{**PARTS, **exchanged})


RIGHT = {
    "q1_perceptron": {
        "by inner products of examples alone": """\
def perceptron(features, labels):
    signed = [[float(y * a) for a in x] for x, y in zip(features, labels)]
    moved = []
    for t, z in enumerate(signed):
        if sum(sum(a * b for a, b in zip(signed[s], z)) for s in moved) <= 0:
            moved.append(t)
    return np.array(moved), np.array(signed)[moved].sum(axis=0)""",
        "from mistake to mistake": """\
def perceptron(features, labels):
    moves, mistakes, w, t = labels[:, None] * features, [], np.zeros(features.shape[1]), 0
    while t < len(moves):
        wrong = np.flatnonzero(moves[t:] @ w <= 0)
        if not len(wrong):
            break
        mistakes.append(int(t + wrong[0]))
        w, t = w + moves[mistakes[-1]], mistakes[-1] + 1
    return tuple(mistakes), w.tolist()""",
    },
    "q2_winnow": {
        "lists, and the sum of the moves": """\
def winnow(features, labels, step):
    from math import exp
    N, rows, moves = len(features[0]), [], [0.0] * len(features[0])
    for x, y in zip(features.tolist(), labels.tolist()):
        top = max(moves)
        total = sum(exp(m - top) for m in moves)
        rows.append([exp(m - top) / total for m in moves])
        if y * sum(a * b for a, b in zip(rows[-1], x)) <= 0:
            moves = [m + step * y * a for m, a in zip(moves, x)]
    return rows""",
        "each weight by its quotients with the others": """\
def winnow(features, labels, step):
    rows, moves = np.empty(features.shape), np.zeros(features.shape[1])
    with np.errstate(over="ignore"):
        for t in range(len(labels)):
            rows[t] = 1 / np.exp(step * (moves[None, :] - moves[:, None])).sum(axis=1)
            if labels[t] * np.dot(rows[t], features[t]) <= 0:
                moves = moves + labels[t] * features[t]
    return rows""",
    },
    "q3_tuning": {
        "written out, and a search": """\
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
    return [experts * size, 2 * size ** 2 * np.log(experts)]""",
        "by the margins of the two geometries": """\
def winnow_bound(experts, margin, step):
    gain = step * margin - np.logaddexp(step, -step) + np.log(2)
    return float(np.log(experts) / gain) if gain > 0 else float("inf")

def best_step(margin):
    return (np.log1p(margin) - np.log1p(-margin)) / 2

def committee_bounds(experts, size):
    votes = 2 - size % 2
    round_margin, flat_margin = votes / np.sqrt(experts * size), votes / size
    return np.array([1 / round_margin ** 2, 2 * np.log(experts) / flat_margin ** 2])""",
    },
    "q4_trial": {
        "axes in another order with spare rounds, and a hasty game in three dimensions": """\
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
    rows = [[0.0, 2.0, 0.0] if t < 400 else [0.0, -1.0, 1.0] for t in range(1200)]
    return rows, [1] * 1200, [0.0, 3 / 34 ** 0.5, 5 / 34 ** 0.5]

def tried():
    games, u = [], [0.6, 0.8, 0.0]
    for seed in (3, 4, 5):
        rows = [x for x in np.random.default_rng(seed).uniform(-1, 1, (100, 3)).tolist() if abs(0.6 * x[0] + 0.8 * x[1]) > 0.1]
        games.append([rows, [1 if 0.6 * x[0] + 0.8 * x[1] > 0 else -1 for x in rows], u])
    return games

def bound(features, labels, u):
    x, y = np.array(features), np.array(labels, dtype=float)
    return bounds.perceptron_mistakes(max(np.sqrt((x ** 2).sum(axis=1))), min(y * (x @ u)))

def errs(features, labels, u):
    return len(online.perceptron(Game("a game", Hinge(), features, labels)).mistakes)

perceptron_trial = claim("perceptron-mistake-bound", assumes=["conservative"])
perceptron_trial.holds([errs(*game) for game in tried()], [bound(*game) for game in tried()])
perceptron_trial.tight(errs(*hard_game(1.0, 0.149)), bound(*hard_game(1.0, 0.149)))
x, y, u = hasty_game()
perceptron_trial.needs("conservative", hasty_mistakes(np.array(x), np.array(y)), bound(x, y, u))
perceptron_trial""",
        "axes that carry the label, and a hasty game on the plane": """\
def hard_game(radius, margin):
    D = int((radius / margin) ** 2)
    labels = np.resize([1.0, -1.0, -1.0], D)
    return np.diag(radius * labels), labels, np.full(D, D ** -0.5)

def hasty_mistakes(features, labels):
    before = np.tril((labels[:, None] * features) @ (labels[:, None] * features).T, -1).sum(axis=1)
    return np.count_nonzero(before <= 0)

def hasty_game():
    x = np.repeat([[1.0, 0.0], [-0.5, 0.75]], [300, 500], axis=0)
    return x, np.ones(800), np.array([0.6, 0.8])

def tried():
    votes = np.random.default_rng(1).choice([-1.0, 1.0], (60, 9))
    return [(votes + d / 100, np.sign(votes[:, :d].sum(axis=1)), np.repeat([d ** -0.5, 0], [d, 9 - d])) for d in (3, 5, 7)]

def numbers(x, y, u):
    return len(online.perceptron(Game("votes", Hinge(), x, y)).mistakes), bounds.perceptron_mistakes(
        np.sqrt((x * x).sum(axis=1)).max(), (y * (x @ u)).min())

perceptron_trial = claim("perceptron-mistake-bound", assumes=["conservative"])
for number, game in enumerate(tried()):
    perceptron_trial.holds(*numbers(*game), part=str(number))
for number in range(3):
    perceptron_trial.tight(*numbers(*hard_game(1.0, 0.149)), part=str(number))
perceptron_trial.needs("conservative", hasty_mistakes(*hasty_game()[:2]), numbers(*hasty_game())[1])
perceptron_trial""",
    },
}

WRONG = {
    "q1_perceptron": {
        "moves in every round": (perceptron(step="pass", always="w = w + y * x"), "In which rounds does the vector move"),
        "a tie is right": (perceptron(wrong="y * z < 0"), "The mistakes are the rounds 0 and 2"),
        "the label forgotten in the step": (perceptron(step="w = w + x"), "how far"),
        "steps away": (perceptron(step="w = w - y * x"), "how far"),
        "predicts after the step": (perceptron(predict="z = (w + y * x) @ x"), "which vector predicts"),
        "rounds counted from 1": (perceptron(round="t + 1"), "The mistakes are the rounds 0 and 2"),
        "steps until the example is right": (perceptron(step="while y * (w @ x) <= 0 and x.any(): w = w + y * x"), "how far"),
        "steps of length 1": (perceptron(step="w = w + y * x / (np.linalg.norm(x) or 1)"), "how far"),
        "keeps w of length 1": (perceptron(step="w = w + y * x; w = w / (np.linalg.norm(w) or 1)"), "how far"),
        "the last vector that was used": (perceptron(predict="used = w; z = w @ x").replace("return mistakes, w", "return mistakes, used"),
                                          "w ends at (0, -2)"),
        "the number of mistakes": (perceptron().replace("return mistakes", "return len(mistakes)"), "The mistakes are the rounds 0 and 2"),
        "goes on until nothing is wrong": (perceptron().replace("enumerate(zip(features, labels))", "9 * list(enumerate(zip(features, labels)))"),
                                           "The mistakes are the rounds 0 and 2"),
        "sign(0) is +1": (perceptron(wrong="(1 if z >= 0 else -1) != y"), "may not count as +1"),
        "two dimensions only": (perceptron(predict="z = w[:2] @ x[:2]"), "with more features"),
        "changes its argument": (perceptron(predict="x *= y; z = w @ x", wrong="z <= 0", step="w = w + x"), "work on copies"),
        "knows the public check by heart": ("def perceptron(features, labels):\n    return [0, 2], np.array([0.0, -2.0])",
                                            "may not count as +1"),
    },
    "q2_winnow": {
        "moves in every round": (logs(condition=""), "conservative"),
        "the label forgotten": (logs(step="step * x"), "by which factor"),
        "a tie is right": (logs(condition="if y * (w @ x) < 0: "), "and that is a mistake"),
        "returns the weights after the round": (winnow(before="pass", after="rows.append(w)"), "before the first label"),
        "never normalised": (winnow(normalise="pass"), "add up to 1"),
        "demotion forgotten": (winnow(step="w * np.exp(np.maximum(0, step * y * x))"), "by which factor"),
        "the factor 1 + step y x": (winnow(step="w * (1 + step * y * x)"), "by which factor"),
        "adds, like the Perceptron": (winnow(step="w + step * y * x"), "by which factor"),
        "the step forgotten": (logs(step="y * x"), "by which factor"),
        "votes only": (logs(step="step * y * np.sign(x)"), "by which factor"),
        "starts again after each mistake": (logs().replace("logs = logs + ", "logs = "), "by which factor"),
        "weights in steps of a thousandth": (logs().replace("rows.append(w)", "rows.append(np.round(w, 3))"),
                                             "the weights are not Winnow's"),
        "a weight that underflows": (winnow(), "never comes back"),
        "measures from the first expert": (logs().replace("logs - logs.max()", "logs - logs[0]"), "must have the exponent 0"),
        "knows the public checks by heart": ("""\
def winnow(features, labels, step):
    return {4: [[1 / 2, 1 / 2], [3 / 4, 1 / 4], [3 / 4, 1 / 4], [9 / 10, 1 / 10]],
            3: [[0.5, 0.5], [1, 0], [0.5, 0.5]]}.get(len(labels), np.zeros(features.shape))
""", "the weights are not Winnow's"),
    },
    "q3_tuning": {
        "linear in the experts": (tuning(bound="experts / gain if gain > 0 else np.inf"), "is each number in its place"),
        "logarithm to base 2": (tuning(bound="np.log2(experts) / gain if gain > 0 else np.inf"), "Are all logarithms natural"),
        "sinh for cosh": (tuning(gain="step * margin - np.log(np.sinh(step))"), "whose cosh is 5/4"),
        "twice cosh": (tuning(gain="step * margin - np.log(np.exp(step) + np.exp(-step))"), "whose cosh is 5/4"),
        "Hedge's progress": (tuning(gain="step * margin - step ** 2 / 2"), "is each number in its place"),
        "the margin forgotten": (tuning(gain="step - np.log(np.cosh(step))"), "is each number in its place"),
        "the bound of the best step": (tuning(gain="margin * np.arctanh(margin) + np.log(1 - margin ** 2) / 2"),
                                       "is each number in its place"),
        "negative, as the source prints it": (tuning(bound="np.log(experts) / gain"), "no promise"),
        "whole mistakes": (tuning(bound="np.floor(np.log(experts) / gain) if gain > 0 else np.inf"), "is each number in its place"),
        "no steps longer than 1": (tuning(bound="np.log(experts) / gain if gain > 0 and step <= 1 else np.inf"), "up to 100"),
        "the step is the margin": (tuning(step="margin"), "the best step is ln 2"),
        "twice the step": (tuning(step="np.log((1 + margin) / (1 - margin))"), "the best step is ln 2"),
        "a step that is nearly best": (tuning(step="margin / (1 - margin ** 2)"), "the best step is ln 2"),
        "tanh for artanh": (tuning(step="np.tanh(margin)"), "the best step is ln 2"),
        "a search that ends too soon": (tuning(step="max(np.linspace(0.001, 1, 1000), key=lambda s: s * margin - np.log(np.cosh(s)))"),
                                        "promises fewer mistakes"),
        "the majority not squared": (tuning(pair="experts * size / m, 2 * size ** 2 / m * np.log(experts)"), "enter a bound"),
        "even committees as printed": (tuning(majority="1"), "even size"),
        "the size not squared": (tuning(pair="experts * size / m ** 2, 2 * size / m ** 2 * np.log(experts)"), "the committee enter each"),
        "the 2 forgotten": (tuning(pair="experts * size / m ** 2, size ** 2 / m ** 2 * np.log(experts)"), "the committee enter each"),
        "the pair turned": (tuning(pair="2 * size ** 2 / m ** 2 * np.log(experts), experts * size / m ** 2"), "Which comes first"),
        "knows the public checks by heart": (tuning(gain="np.log(2) / 2 - np.log(1.25)", bound="np.log(10) / gain", step="np.log(2)",
                                                    pair="30, 18 * np.log(10)"), "no promise"),
    },
    "q4_trial": {
        "axes of length 1": (trial(hard=HARD.replace("radius * np.eye", "np.eye")), "a smaller margin"),
        "one label only": (trial(hard=HARD.replace("D // 2", "0")), "both labels occur"),
        "a comparator as long as the game": (trial(hard=HARD.replace(" / np.sqrt(D)", "")), "is not a unit vector"),
        "too many axes": (trial(hard=HARD.replace("int((radius / margin) ** 2)", "int((radius / margin) ** 2) + 1")), "a smaller margin"),
        "the radius forgotten": (trial(hard=HARD.replace("radius / margin", "1 / margin")), "as often as allowed"),
        "random features": (trial(hard="""\
    x = np.random.default_rng(0).normal(size=(500, 5))
    x = radius * x / np.linalg.norm(x, axis=1, keepdims=True)
    x = x[np.abs(x[:, 0]) >= margin]
    return x, np.sign(x[:, 0]), np.eye(5)[0]"""), "doesn't err as often as allowed"),
        "counts the mistakes of the Perceptron": (
            trial(count="    return len(online.perceptron(Game('it', Hinge(), features, labels)).mistakes)"),
            "When does it move"),
        "counts after the move": (trial(count=COUNT.replace("        count", "        w = w + y * x\n        count")
                                        .replace("<= 0\n        w = w + y * x", "<= 0")), "which vector predicts"),
        "moves without the label": (trial(count=COUNT.replace("w + y * x", "w + x")), "and by what"),
        "a tie is no mistake": (trial(count=COUNT.replace("<= 0", "< 0")), "makes 5 mistakes"),
        "in one dimension only": (trial(count=COUNT.replace("w @ x", "w[0] * x[0]")), "In more rounds and dimensions"),
        "a game that the hasty learner likes": (trial(game="np.eye(9), np.ones(9), np.ones(9) / 3"), "not led astray"),
        "noise in place of a margin": (trial(game="np.ones((1000, 1)), np.resize([1.0, -1.0], 1000), np.ones(1)", needs=""),
                                       "not right in every round"),
        "a long comparator": (trial(game=GAME.replace(" / np.sqrt(2)", " * 10")), "of hasty_game() is not a unit vector"),
        "nothing broken": (trial(needs=""), "is missing: show what goes wrong"),
        "no worst case": (trial(tight=""), "tight is missing"),
        "numbers of another game": (trial(needs='perceptron_trial.needs("conservative", 3, 2)'), "other numbers than your own games give"),
        "the worst case of one round": (trial(tight="perceptron_trial.tight(1, 1)"), "other numbers than your own games give"),
        "a wrong bound, refuted": (trial(holds=HOLDS + "\nperceptron_trial.holds(3, 2)"), "holds is refuted"),
        "two comparisons": (trial(holds=HOLDS.replace("tried()", "tried()[:2]")), "expected at least 3"),
        "the same game again": (trial(seeds="(1, 2, 1)"), "count as one"),
        "tried on a few rounds": (trial(rounds=15), "with T from 20 to 1000"),
        "labels that are noise": (trial(labels="np.resize([1.0, -1.0], len(x))", holds="perceptron_trial.holds([1, 1, 1], [2, 2, 2])"),
                                  "of tried() the vector u is not right in every round"),
        "comparisons that were typed": (trial(holds="perceptron_trial.holds([1, 1, 1], [2, 2, 2])"), "your own instances give other numbers"),
        "a trial that was typed": ("""\
def hard_game(radius, margin):
    return radius * np.eye(2), np.array([1.0, -1.0]), np.array([1.0, -1.0]) / np.sqrt(2)

def hasty_mistakes(features, labels):
    return 5

def hasty_game():
    return np.eye(2), np.ones(2), np.ones(2) / np.sqrt(2)

def tried():
    return [hasty_game()] * 3

perceptron_trial = claim("perceptron-mistake-bound", assumes=["conservative"])
perceptron_trial.holds([5, 6, 7], 10)
perceptron_trial.tight(45, 45)
perceptron_trial.needs("conservative", 541, 50)""", "as often as allowed"),
    },
}
