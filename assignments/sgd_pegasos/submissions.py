"""Answers to the problem set on stochastic subgradients, right and wrong: the gate grades the grader with them."""

RIGHT = {
    "q1_subgradient": {"by the largest of two pieces": """\
def svm_objective(w, features, labels, lam):
    margins = (labels[:, None] * features) @ w
    return lam * np.dot(w, w) + np.where(margins < 1, 1 - margins, 0).sum() / margins.size

def stochastic_subgradient(w, x, y, lam):
    pull = np.zeros_like(w)
    if np.sum(w * x) * y < 1:
        pull = y * x
    return np.subtract(lam * (w + w), pull)""", "plain Python, and a list": """\
def svm_objective(w, features, labels, lam):
    total = 0.0
    for x, y in zip(features, labels):
        margin = y * sum(a * b for a, b in zip(w, x))
        if margin < 1:
            total += 1 - margin
    return lam * np.linalg.norm(w) ** 2 + total / len(labels)

def stochastic_subgradient(w, x, y, lam):
    if y * np.dot(x, w) >= 1:
        return [2 * lam * a for a in w]
    return [2 * lam * a - y * b for a, b in zip(w, x)]"""},
    "q2_pegasos": {"by the sum of what was added": """\
def pegasos_run(features, labels, order, lam):
    T, d = len(order), np.shape(features)[1]
    weights, added = np.zeros((T + 1, d)), np.zeros(d)
    for t in range(T):
        x, y = features[order[t]], labels[order[t]]
        if y * np.dot(weights[t], x) < 1:
            added += y * x
        weights[t + 1] = added / (2 * lam * (t + 1))
    return weights, weights[:T].sum(axis=0) / T""", "by the steps of the general algorithm, in lists": """\
def pegasos_run(features, labels, order, lam):
    w, rows = [0.0] * len(features[0]), []
    for t in range(1, len(order) + 1):
        rows.append(list(w))
        x, y, step = features[order[t - 1]], labels[order[t - 1]], 1 / (2 * lam * t)
        pull = y if y * sum(a * b for a, b in zip(w, x)) < 1 else 0
        w = [a - step * (2 * lam * a - pull * b) for a, b in zip(w, x)]
    return rows + [w], [sum(column) / len(rows) for column in zip(*rows)]"""},
    "q3_expectation": {"sequence by sequence, the least value by thirds": """\
from itertools import product

def expected_excess(law, first_step, rounds, low, high):
    def risk(w):
        return sum(law[y] * abs(w - y) for y in law)
    mean = 0
    for drawn in product(law, repeat=rounds):
        w, visited, chance = 0, [], 1
        for t, y in enumerate(drawn):
            visited.append(w)
            g = 0 if w == y else 1 if w > y else -1
            w = max(low, min(high, w - first_step * (t + 1) ** -0.5 * g))
            chance *= law[y]
        mean += chance * risk(sum(visited) / rounds)
    left, right = low, high
    for _ in range(200):
        a, b = left + (right - left) / 3, right - (right - left) / 3
        if risk(a) < risk(b):
            right = b
        else:
            left = a
    return mean - risk(left)""", "backwards, by recursion": """\
def expected_excess(law, first_step, rounds, low, high):
    def risk(w):
        return sum(p * abs(w - y) for y, p in law.items())

    def mean_risk(t, w, total):
        if t == rounds:
            return risk((total + w) / rounds)
        after = 0.0
        for y, p in law.items():
            step = first_step / t ** 0.5 * ((w > y) - (w < y))
            after += p * mean_risk(t + 1, min(max(w - step, low), high), total + w)
        return after

    kinks = sorted([low, high] + [y for y in law if low < y < high])
    return mean_risk(1, 0.0, 0.0) - min(risk(u) for u in kinks)"""},
    "q4_trial": {"a slope of its own for short games, and many coins that stick": """\
def weak_slope(rounds):
    c = 1.9 if rounds > 10 else 2.1
    return float(np.clip((1 + c / rounds ** 0.5) / 2, 0.5, 0.98))

def one_coin(rounds):
    pairs = []
    for change in (rounds // 2, rounds):
        for chance, sign in ((0.36, -1), (0.14, 1)):
            pairs.append((chance, sign * np.ones(rounds)))
    return pairs

def played(pairs):
    c, mean = sum(p * g[0] for p, g in pairs), 0
    for p, g in pairs:
        w, visited = 0, []
        for t, slope in enumerate(g):
            visited.append(w)
            w = np.clip(w - slope / np.sqrt(2 * (t + 1)), 0, 1)
        mean += p * c * np.mean(visited)
    return mean - min(c, 0)

def tried():
    return ((0.2, 9), (0.7, 9), (0.8, 9))

def drawn(q, T):
    steps = bounds.sgd_steps(bounds.sgd_first_step(1, 1), T).tolist()
    means = line_world(Linear(), [(1.0, -1.0, q), (1.0, 1.0, 1 - q)], steps, 0, 0.0, 1.0)
    return abs(2 * q - 1) * sum(p * abs((q > 0.5) - w) for w, p in means.items())

sgd_trial = claim("sgd-convex-lipschitz", assumes=["conditional"])
sgd_trial.holds([drawn(q, T) for q, T in tried()], bounds.sgd_excess(1, 1, 9))
sgd_trial.tight(drawn(weak_slope(12), 12), bounds.sgd_excess(1, 1, 12), at_least=0.32, because="no better world was found")
sgd_trial.needs("conditional", played(one_coin(400)), bounds.sgd_excess(1, 1, 400))
sgd_trial""", "without the package, three tenths of the runs stick": """\
def weak_slope(rounds):
    return 0.5 + 0.48 * min(1.0, 2 / rounds ** 0.5)

def one_coin(rounds):
    stuck, free = [1.0] * rounds, [-1.0] * rounds
    return [[0.3, np.array(stuck)], [0.4, np.array(free)], [0.3, np.array(free)]]

def tried():
    return [[0.1, 3], [0.9, 4.0], [0.56, 11], [0.44, 2]]

def step(w, g, t):
    return np.clip(w - g / (2 * t) ** 0.5, 0, 1)

def mean_of_means(q, T):
    signs = 1 - 2 * (np.arange(2 ** T)[:, None] >> np.arange(T) & 1)
    chances, w, total = np.prod(np.where(signs < 0, q, 1 - q), axis=1), np.zeros(2 ** T), 0
    for t in range(T):
        total, w = total + w, step(w, signs[:, t], t + 1)
    return chances @ total / T

def excess(c, mean):
    return c * mean - min(c, 0)

sgd_trial = claim("sgd-convex-lipschitz", assumes=["conditional"])
for q, T in tried():
    sgd_trial.holds(excess(1 - 2 * q, mean_of_means(q, int(T))), (2 / T) ** 0.5, part=f"q = {q}")
sgd_trial.tight(excess(1 - 2 * weak_slope(12), mean_of_means(weak_slope(12), 12)), 6 ** -0.5, at_least=0.32, because="the learner adapts")
total = w = np.zeros(3)
for t in range(400):
    total, w = total + w, step(w, np.array([g[t] for p, g in one_coin(400)]), t + 1)
sgd_trial.needs("conditional", excess(-0.4, np.dot([0.3, 0.4, 0.3], total) / 400), 200 ** -0.5)
sgd_trial"""},
}

SUBGRADIENT = """\
def svm_objective(w, features, labels, lam):
    return {objective}

def stochastic_subgradient(w, x, y, lam):
    return {subgradient}"""
OBJECTIVE = "lam * (w @ w) + np.maximum(0, 1 - labels * (features @ w)).mean()"
G = "2 * lam * w - (y * (w @ x) < 1) * y * x"


def subgradient(objective=OBJECTIVE, g=G):
    """Return an answer to the first question with one part exchanged."""
    return SUBGRADIENT.format(objective=objective, subgradient=g)


PEGASOS = """\
def pegasos_run(features, labels, order, lam):
    w = np.zeros(features.shape[1])
    rows = [w]
    for t, i in enumerate(order, start=1):
        x, y = features[i], labels[i]
        below = y * (w @ x) < 1
        w = (1 - 1 / t) * w + below * y * x / (2 * lam * t)
        rows.append(w)
    return np.array(rows), np.mean(rows[:-1], axis=0)"""
STEP, ANSWER = "(1 - 1 / t) * w + below * y * x / (2 * lam * t)", "np.mean(rows[:-1], axis=0)"

EXPECTATION = """\
def expected_excess(law, first_step, rounds, low, high):
    def risk(w):
        return sum(p * abs(w - y) for y, p in law.items())
    runs = [(1.0, 0.0, 0.0)]
    for t in range(1, rounds + 1):
        runs = [(p * law[y], np.clip(w - first_step / np.sqrt(t) * np.sign(w - y), low, high), total + w)
                for p, w, total in runs for y in law]
    least = min(risk(np.clip(u, low, high)) for u in (low, high, *law))
    return sum(p * risk(total / rounds) for p, w, total in runs) - least"""
CLIP = "np.clip(w - first_step / np.sqrt(t) * np.sign(w - y), low, high)"

TRIAL = """\
def weak_slope(rounds):
    return {slope}

def one_coin(rounds):
    return {coin}

def tried():
    return {tried}

def drawn(q, T):
    steps = bounds.sgd_steps(bounds.sgd_first_step(1, 1), T).tolist()
    means = line_world(Linear(), [(1.0, -1.0, q), (1.0, 1.0, 1 - q)], steps, 0, 0.0, 1.0)
    return sum(p * (1 - 2 * q) * w for w, p in means.items()) - min(0, 1 - 2 * q)

def played(pairs):
    c, mean = sum(p * g[0] for p, g in pairs), 0
    for p, g in pairs:
        w = total = 0
        for t, slope in enumerate(g, start=1):
            total, w = total + w, min(max(w - slope / np.sqrt(2 * t), 0), 1)
        mean += p * c * total / len(g)
    return mean - min(0, c)

sgd_trial = claim("sgd-convex-lipschitz", assumes=["conditional"])
{holds}
{tight}
{needs}"""
SLOPE, COIN = "min(0.95, 0.5 + 1 / np.sqrt(rounds))", "[(0.75, [-1] * rounds), (0.25, [1] * rounds)]"
TRIED = "[(0.3, 10), (0.6, 10), (0.9, 7)]"
HOLDS = "for q, T in tried():\n    sgd_trial.holds(drawn(q, T), bounds.sgd_excess(1, 1, T))"
TIGHT = 'sgd_trial.tight(drawn(weak_slope(12), 12), bounds.sgd_excess(1, 1, 12), at_least=0.32, because="one kind of world")'
NEEDS = 'sgd_trial.needs("conditional", played(one_coin(400)), bounds.sgd_excess(1, 1, 400))'
LOW, FALSE = TIGHT.replace("0.32", "0.01"), 'sgd_trial.needs("conditional", 2, 1)'


def trial(slope=SLOPE, coin=COIN, tried=TRIED, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(slope=slope, coin=coin, tried=tried, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_subgradient": {
        "lambda/2 in the objective": (subgradient(OBJECTIVE.replace("lam *", "lam / 2 *")), "What does the regulariser add"),
        "the norm not squared": (subgradient(OBJECTIVE.replace("(w @ w)", "np.linalg.norm(w)")), "What does the regulariser add"),
        "no regulariser": (subgradient(OBJECTIVE.replace("lam * (w @ w) + ", "")), "What does the regulariser add"),
        "the hinge loss not cut off": (subgradient("lam * (w @ w) + (1 - labels * (features @ w)).mean()"), "each of the two hinge losses"),
        "a sum for the mean": (subgradient(OBJECTIVE.replace("mean()", "sum()")), "the objective is 5/4"),
        "errors for hinge losses": (subgradient("lam * (w @ w) + (labels * (features @ w) < 1).mean()"), "each of the two hinge losses"),
        "the squared hinge loss": (subgradient("lam * (w @ w) + (np.maximum(0, 1 - labels * (features @ w)) ** 2).mean()"),
                                   "each of the two hinge losses"),
        "a perceptron's loss": (subgradient(OBJECTIVE.replace("0, 1 - ", "0, -")), "each of the two hinge losses"),
        "the labels forgotten": (subgradient(OBJECTIVE.replace("labels * ", "")), "each of the two hinge losses"),
        "the largest entry for the length": (subgradient(OBJECTIVE.replace("(w @ w)", "max(w) ** 2")), "On other samples"),
        "the gradient of the regulariser forgotten": (subgradient(g="-1.0 * (y * (w @ x) < 1) * y * x"), "and g = [1, 0]"),
        "lambda w, the gradient for lambda/2": (subgradient(g=G.replace("2 * lam", "lam")), "and g = [1, 0]"),
        "every example adds": (subgradient(g="2 * lam * w - y * x"), "so it adds nothing"),
        "uphill": (subgradient(g=G.replace("w - (", "w + (")), "with which sign"),
        "the label forgotten": (subgradient(g=G.replace("* y * x", "* x")), "what does the example add"),
        "the label forgotten in the margin": (subgradient(g=G.replace("(y * (w @ x) < 1)", "(w @ x < 1)")), "so it adds nothing"),
        "a perceptron: margin below 0": (subgradient(g=G.replace("< 1", "< 0")), "what does the example add"),
        "the margin of the unit vector": (subgradient(g=G.replace("(w @ x) < 1", "(w @ x) < np.linalg.norm(w)")), "the condition on the margin"),
        "counts the kink": (subgradient(g=G.replace("< 1", "<= 1")), "on which side of the kink"),
        "knows the public checks by heart": (subgradient("5 / 4", "np.array([0.75, 1.0]) if x[1] else np.array([1.0, 0.0])"), "On other samples"),
    },
    "q2_pegasos": {
        "the step as printed in the source": (PEGASOS.replace("(2 * lam * t)", "(lam * t)"), "minimises another objective"),
        "a step 1/t": (PEGASOS.replace("/ (2 * lam * t)", "/ t"), "minimises another objective"),
        "rounds counted from 0": (PEGASOS.replace(STEP, "(1 - 1 / (t + 1)) * w + below * y * x / (2 * lam * (t + 1))"),
                                  "minimises another objective"),
        "uphill": (PEGASOS.replace("+ below", "- below"), "which way, and how far"),
        "never shrinks": (PEGASOS.replace("(1 - 1 / t) * w", "w"), "how much does it shrink"),
        "a step that shrinks like the root": (PEGASOS.replace("(2 * lam * t)", "(2 * lam * t ** 0.5)"), "how long is the step"),
        "a fixed step": (PEGASOS.replace("(2 * lam * t)", "(2 * lam)"), "how long is the step"),
        "only errors count": (PEGASOS.replace("< 1", "<= 0"), "Which margins are too small"),
        "every example counts": (PEGASOS.replace("y * (w @ x) < 1", "True"), "is its margin below 1"),
        "shrinks, then looks at the margin": (PEGASOS.replace("        below =", "        w = (1 - 1 / t) * w\n        below =")
                                              .replace("(1 - 1 / t) * w + below", "w + below"), "at which vector is it taken"),
        "the rows in turn": (PEGASOS.replace("x, y = features[i], labels[i]", "x, y = features[t % len(labels) - 1], labels[t % len(labels) - 1]"),
                             "the one that order names"),
        "rows counted from 1": (PEGASOS.replace("x, y = features[i], labels[i]", "x, y = features[i - 1], labels[i - 1]"),
                                "the one that order names"),
        "one array for all rows": (PEGASOS.replace("        w = (1 - 1 / t) * w + ", "        w *= 1 - 1 / t\n        w += "), "overwrite"),
        "no row for the last vector": (PEGASOS.replace("np.array(rows), ", "np.array(rows[:-1]), "), "T + 1 rows"),
        "the last iterate": (PEGASOS.replace(ANSWER, "rows[-1]"), "which iterates"),
        "the mean counts the last row": (PEGASOS.replace(ANSWER, "np.mean(rows, axis=0)"), "which iterates"),
        "the mean of w_2 to w_{T+1}": (PEGASOS.replace(ANSWER, "np.mean(rows[1:], axis=0)"), "which iterates"),
        "weights in proportion to t": (PEGASOS.replace(ANSWER, "np.average(rows[:-1], axis=0, weights=np.arange(1, len(rows)))"),
                                       "with which weights"),
        "one pass over the sample": (PEGASOS.replace("enumerate(order,", "enumerate(order[:2 * len(labels)],"), "in a late round"),
        "counts the kink": (PEGASOS.replace("< 1", "<= 1"), "at the kink"),
        "knows the public check by heart": ("""\
def pegasos_run(features, labels, order, lam):
    if len(order) == 4:
        return [[0, 0], [0, -1], [4 / 3, -1 / 2], [8 / 9, -2 / 3], [2 / 3, -1 / 2]], [5 / 9, -13 / 24]
    return np.zeros((len(order) + 1, features.shape[1])), np.zeros(features.shape[1])""", "in a late round"),
    },
    "q3_expectation": {
        "the risk of the expected mean": (EXPECTATION.replace("sum(p * risk(total / rounds) for p, w, total in runs)",
                                                              "risk(sum(p * total / rounds for p, w, total in runs))"), "not the average of the risks"),
        "the risk itself": (EXPECTATION.replace(" - least", ""), "has not been taken off"),
        "no projection": (EXPECTATION.replace(CLIP, "w - first_step / np.sqrt(t) * np.sign(w - y)"), "Which two means are possible"),
        "projects only the mean": (EXPECTATION.replace(CLIP, "w - first_step / np.sqrt(t) * np.sign(w - y)")
                                   .replace("risk(total / rounds)", "risk(np.clip(total / rounds, low, high))"), "Which two means are possible"),
        "the last iterate": (EXPECTATION.replace("total + w)", "rounds * w)"), "Which two means are possible"),
        "the mean of w_2 to w_{T+1}": (EXPECTATION.replace("law[y], np", "law[y], v := np").replace("total + w)", "total + v)")
                                       .replace("v := " + CLIP, "(v := " + CLIP + ")"), "Which two means are possible"),
        "all labels equally likely": (EXPECTATION.replace("law[y], np", "1 / len(law), np"), "how probable"),
        "the smallest risk at an end": (EXPECTATION.replace("(low, high, *law)", "(low, high)"), "9/64"),
        "uphill": (EXPECTATION.replace("w - first_step", "w + first_step"), "how probable"),
        "a step eta/t": (EXPECTATION.replace("np.sqrt(t)", "t"), "How long is the second step"),
        "a fixed step": (EXPECTATION.replace(" / np.sqrt(t)", ""), "How long is the second step"),
        "a comparator outside the domain": (EXPECTATION.replace("risk(np.clip(u, low, high)) for", "risk(u) for"), "who is the comparator"),
        "one draw for the whole run": ("""\
def expected_excess(law, first_step, rounds, low, high):
    def risk(w):
        return sum(p * abs(w - y) for y, p in law.items())
    mean = 0
    for y, p in law.items():
        w = total = 0
        for t in range(1, rounds + 1):
            total, w = total + w, np.clip(w - first_step / np.sqrt(t) * np.sign(w - y), low, high)
        mean += p * risk(total / rounds)
    return mean - min(risk(np.clip(u, low, high)) for u in (low, high, *law))""", "every round has its own draw"),
        "projects after the first round only": (EXPECTATION.replace(CLIP, "(np.clip if t == 1 else lambda v, *ends: v)" + CLIP.removeprefix("np.clip")),
                                                "every iterate returns"),
        "a slope at the kink": (EXPECTATION.replace("np.sign(w - y)", "(1 if w >= y else -1)"), "meets its own label"),
        "knows the public check by heart": ("""\
def expected_excess(law, first_step, rounds, low, high):
    return {2: 9 / 64, 3: 2 - (2 + 0.5 ** 0.5) / 3}.get(rounds, 0)""", "every round has its own draw"),
    },
    "q4_trial": {
        "one slope for all T": (trial(slope="0.75"), "how must the slope change"),
        "a coin that is almost fair": (trial(slope="0.5 + 1 / rounds if rounds > 2 else 0.95", tight=LOW), "In a short game"),
        "half the slope": (trial(slope="0.5 + 0.5 / np.sqrt(rounds)", tight=LOW), "In a short game"),
        "a strong slope": (trial(slope="0.99", tight=LOW), "In a short game"),
        "the wrong side: it starts at the minimiser": (trial(slope="0.5 - 0.5 / np.sqrt(rounds)", tight=LOW), "In a short game"),
        "no noise at all": (trial(slope="1.0", tight=""), "strictly between 0 and 1"),
        "slope 1/T^(1/4)": (trial(slope="min(0.95, 0.5 + 0.7 / rounds ** 0.25)", tight=LOW), "In a long game"),
        "a fair coin for all": (trial(coin="[(0.5, [-1] * rounds), (0.5, [1] * rounds)]", needs=FALSE), "doesn't break the bound"),
        "a sequence without chance": (trial(coin="[(1.0, [1] * rounds)]", needs=FALSE), "doesn't break the bound"),
        "a mean that changes from round to round": (trial(
            coin="[(0.75, [-1] * (rounds // 2) + [1] * (rounds - rounds // 2)), (0.25, [-1] * rounds)]", needs=FALSE), "the same mean in every round"),
        "the coin has no probabilities": (trial(coin="[(3, [-1] * rounds), (1, [1] * rounds)]", needs=FALSE), "probabilities with sum 1"),
        "slopes that are too long": (trial(coin="[(0.75, [-3] * rounds), (0.25, [3] * rounds)]"), "numbers -1 and 1"),
        "a dictionary": (trial(coin="{0.75: [-1] * rounds, 0.25: [1] * rounds}", needs=FALSE), "no list of at most 1000 pairs"),
        "nothing broken": (trial(needs=""), "is missing: show what goes wrong"),
        "a broken bound that was made up": (trial(needs=FALSE), "other numbers than your own worlds"),
        "no worst case": (trial(tight=""), "tight is missing"),
        "the worst case of another game": (trial(tight=TIGHT.replace("12", "2")), "other numbers than your own worlds"),
        "a wrong bound, refuted": (trial(holds=HOLDS + "\nsgd_trial.holds(drawn(0.9, 10), bounds.sgd_excess(1, 1, 10) / 4)"), "holds is refuted"),
        "a claim about another theorem": (trial().replace('claim("sgd-convex', 'claim("sgd-strongly-convex'), "This is a trial of"),
        "two comparisons": (trial(holds=HOLDS.replace("tried()", "tried()[:2]")), "expected at least 3"),
        "three times the same": (trial(tried="[(0.3, 10)] * 3"), "count as one"),
        "fair coins": (trial(tried="[(0.5, T) for T in (3, 4, 5)]"), "too near to 1/2"),
        "games that are too long": (trial(tried="[(0.3, 13), (0.4, 13), (0.7, 13)]"), "whole number from 2 to 12"),
        "slopes without rounds": (trial(tried="[0.3, 0.6, 0.9]", holds=HOLDS.replace("q, T in tried()", "q, T in ((0.3, 10), (0.6, 10), (0.9, 10))")),
                                  "call it once for each pair"),
        "comparisons that were typed": (trial(holds="sgd_trial.holds([0, 0, 0], 1)"), "your own instances give"),
        "a trial that was typed": (trial(slope="0.9", coin="[(1.0, [-1] * rounds)]", tried="[(0.5, 2)] * 3", holds="sgd_trial.holds([1, 2, 3], 10)",
                                         tight="sgd_trial.tight(1, 1)", needs=FALSE), "In a short game"),
    },
}
