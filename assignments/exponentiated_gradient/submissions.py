"""Answers to the problem set on exponentiated gradient, right and wrong: the gate grades the grader with them."""

RIGHT = {
    "q1_divergence": {"plain Python": """\
def divergence(u, w):
    from math import log
    return sum(a * (log(a) - log(b)) for a, b in zip(u.tolist(), w.tolist()) if a)""",
                      "with scipy": """\
def divergence(u, w):
    from scipy.special import rel_entr
    return rel_entr(u, w).sum()"""},
    "q2_exponentiated": {"unrolled, with scipy": """\
def exponentiated(features, labels, step):
    from scipy.special import softmax
    T, N = features.shape
    total, weights = np.zeros(N), np.empty((T + 1, N))
    for t in range(T):
        weights[t] = softmax(-step * total)
        z = np.dot(weights[t], features[t])
        if z > labels[t]:
            total = total + features[t]
        elif z < labels[t]:
            total = total - features[t]
    weights[T] = softmax(-step * total)
    return weights""", "logarithms of normalised weights, lists": """\
def exponentiated(features, labels, step):
    import math
    N = len(features[0])
    logs = [-math.log(N)] * N
    rows = [[1 / N] * N]
    for x, y in zip(features.tolist(), labels.tolist()):
        z = sum(a * b for a, b in zip(rows[-1], x))
        s = (z > y) - (z < y)
        logs = [a - step * s * b for a, b in zip(logs, x)]
        top = max(logs)
        log_sum = top + math.log(sum(math.exp(a - top) for a in logs))
        logs = [a - log_sum for a in logs]
        rows.append([math.exp(a) for a in logs])
    return rows"""},
    "q3_tuning": {"by search": """\
def regret_bound(kl, gradient_bound, rounds, step):
    return (2 * kl + (step * gradient_bound) ** 2 * rounds) / (2 * step)

def best_step(kl, gradient_bound, rounds):
    low, high = 1e-9, 1e3
    for _ in range(300):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if regret_bound(kl, gradient_bound, rounds, left) < regret_bound(kl, gradient_bound, rounds, right):
            high = right
        else:
            low = left
    return low

def tuned_bound(experts, chosen, gradient_bound, rounds):
    kl = np.log(experts) - np.log(chosen)
    return regret_bound(kl, gradient_bound, rounds, best_step(kl, gradient_bound, rounds))""", "the two terms multiplied": """\
def regret_bound(kl, gradient_bound, rounds, step):
    tuned = best_step(kl, gradient_bound, rounds)
    return np.sqrt(kl * rounds / 2) * gradient_bound * (tuned / step + step / tuned) if kl else step * gradient_bound ** 2 * rounds / 2

def best_step(kl, gradient_bound, rounds):
    return float((2 * kl) ** 0.5 / (gradient_bound * rounds ** 0.5))

def tuned_bound(experts, chosen, gradient_bound, rounds):
    import math
    return 2 * math.sqrt(-math.log(chosen / experts) * gradient_bound ** 2 * rounds / 2)"""},
    "q4_signs": {"loops and lists": """\
def both_signs(features, size):
    rows = []
    for x in features:
        rows.append([size * a for a in x] + [-size * a for a in x])
    return rows

def point_for(u, size):
    u = [float(a) / size for a in u]
    point = [a if a > 0 else 0.0 for a in u] + [-a if a < 0 else 0.0 for a in u]
    missing = max(0.0, 1 - sum(point))
    return [a + missing / len(point) for a in point]

def two_bounds(u, features):
    T, N = np.shape(features)
    one_norm, reach = sum(abs(a) for a in u), max(abs(a) for x in features for a in x)
    longest = max(sum(a * a for a in x) ** 0.5 for x in features)
    return [one_norm * reach * (2 * T * np.log(2 * N)) ** 0.5, sum(a * a for a in u) ** 0.5 * longest * T ** 0.5]""",
                 "filled in place, and the missing weight on the first pair": """\
def both_signs(features, size):
    T, N = features.shape
    both = np.empty((T, 2 * N))
    both[:, :N] = size * features
    both[:, N:] = -both[:, :N]
    return both

def point_for(u, size):
    N = len(u)
    point = np.zeros(2 * N)
    for j in range(N):
        point[j if u[j] > 0 else N + j] = abs(u[j]) / size
    point[[0, N]] += (1 - point.sum()) / 2
    return point

def two_bounds(u, features):
    squares = features ** 2
    eg = np.linalg.norm(u, 1) * np.sqrt(squares.max() * 2 * len(features) * np.log(2 * len(u)))
    return eg, np.sqrt(np.sum(u ** 2) * squares.sum(axis=1).max() * len(features))"""},
    "q5_trial": {"an opponent that looks at the weights": """\
def hard_gradients(rounds):
    step, logs, rows = np.sqrt(2 * np.log(3) / rounds), np.zeros(3), []
    for t in range(rounds):
        w = np.exp(logs - logs.max())
        w = w / w.sum()
        late = rounds - t < 1.7 * np.sqrt(rounds)
        rows.append([-1, 1, 1] if late or w[0] < 0.5 else [1, -1, -1])
        logs = logs - step * np.array(rows[-1])
    return rows

def bad_start(rounds):
    return [1e-30, 1e-30, 1 - 2e-30], [[-1, 1, 1]] * rounds

def tried():
    return [np.outer(np.cos(np.arange(T)), [1, 0, -1]) for T in (400, 450, 500)]

def pair(g, start=None):
    g = np.array(g, dtype=float)
    game = streams.Game("mine", Linear(), g, np.ones(len(g)))
    lost = online.exponentiated_gradient(game, bounds.eg_step(1.0, 3, len(g)), start=start).loss
    return lost - min(g.sum(axis=0)), bounds.eg_regret(1.0, 3, len(g))

eg_trial = claim("eg-regret", assumes=["start"])
for g in tried():
    eg_trial.holds(*pair(g), on=f"cosines, T = {len(g)}")
eg_trial.tight(*pair(hard_gradients(2000)), at_least=0.95)
start, gradients = bad_start(500)
eg_trial.needs("start", *pair(gradients, start))""", "another winner at the end, and 0.85 on the card": """\
def hard_gradients(rounds):
    eta = bounds.eg_step(1.0, 3, rounds)
    way, run = int(np.log(2) / (2 * eta)), int(1.7 * np.sqrt(rounds))
    g = np.zeros((rounds, 3))
    for t in range(rounds):
        if t < way:
            g[t] = -1, 1, 1
        elif t < rounds - run:
            g[t] = (1, -1, -1) if (t - way) % 2 == 0 else (-1, 1, 1)
        else:
            g[t] = 1, -1, 1
    return g

def bad_start(rounds):
    g = hard_gradients(rounds)
    g[rounds // 4:] = 1, 1, -1
    return (0.5, 0.5 - 1e-12, 1e-12), g

def tried():
    return np.random.default_rng(0).uniform(-1, 1, (3, 400, 3))

def pair(g, start=None):
    T = len(g)
    run = online.exponentiated_gradient(streams.Game("mine", Linear(), g, np.ones(T)), bounds.eg_step(1.0, 3, T), start)
    return run.loss - g.sum(axis=0).min(), np.sqrt(2 * T * np.log(3))

eg_trial = claim("eg-regret", assumes=["start"])
eg_trial.holds(*np.transpose([pair(g) for g in tried()]))
eg_trial.tight(*pair(hard_gradients(400)), at_least=0.85, because="only 400 rounds")
start, gradients = bad_start(400)
eg_trial.needs("start", *pair(gradients, start))
eg_trial"""},
}

KL = "def divergence(u, w):\n    there = u > 0\n    return {}"
EG = """\
def exponentiated(features, labels, step):
    logs, rows = np.zeros(features.shape[1]), []
    for t in range(len(labels) + 1):
        w = np.exp(logs - logs.max())
        rows.append(w / w.sum())
        if t < len(labels):
            z = rows[-1] @ features[t]
            logs = logs - step * np.sign(z - labels[t]) * features[t]
    return np.array(rows)"""
PLAIN = """\
def exponentiated(features, labels, step):
    w = np.full(features.shape[1], 1 / features.shape[1])
    rows = [w]
    for x, y in zip(features, labels):
        w = w * {factor}
        w = {back}
        rows.append(w)
    return np.array(rows)"""
TUNING = """\
def regret_bound(kl, gradient_bound, rounds, step):
    return {bound}

def best_step(kl, gradient_bound, rounds):
    return {step}

def tuned_bound(experts, chosen, gradient_bound, rounds):
    return {tuned}"""
BOUND, STEP = "kl / step + step * gradient_bound ** 2 * rounds / 2", "np.sqrt(2 * kl / rounds) / gradient_bound"
TUNED = "gradient_bound * np.sqrt(2 * rounds * np.log(experts / chosen))"
SIGNS = """\
def both_signs(features, size):
    return {columns}

def point_for(u, size):
    point = np.concatenate([np.maximum(u, 0), np.maximum(-u, 0)]) / size
    return {point}

def two_bounds(u, features):
    T, N = features.shape
    eg = {eg}
    gd = {gd}
    return {pair}"""
COLUMNS, POINT = "size * np.hstack([features, -features])", "point + (1 - point.sum()) / len(point)"
OF_EG = "np.abs(u).sum() * np.abs(features).max() * np.sqrt(2 * T * np.log(2 * N))"
OF_GD = "np.linalg.norm(u) * np.linalg.norm(features, axis=1).max() * np.sqrt(T)"
TRIAL = """\
def hard_gradients(rounds):
    step, first_wins = bounds.eg_step(1.0, 3, rounds), np.array([-1.0, 1.0, 1.0])
    run, way = int(1.5 * np.sqrt(rounds)), int(np.log(2) / (2 * step))
    return {hard}

def bad_start(rounds):
    return {start}

def tried():
    return {tried}

def pair(g, start=None):
    T = len(g)
    game = streams.Game("mine", Linear(), g, np.ones(T))
    lost = online.exponentiated_gradient(game, bounds.eg_step(1.0, 3, T), start).loss
    return lost - g.sum(axis=0).min(), bounds.eg_regret(1.0, 3, T)

eg_trial = claim("eg-regret", assumes=["start"])
{holds}
{tight}
{needs}"""
HARD = ("np.outer(np.concatenate([np.ones(way), np.resize([-1.0, 1.0], rounds - run - way), np.ones(run)]), first_wins)")
NO_WAY = "np.outer(np.concatenate([np.resize([-1.0, 1.0], rounds - run), np.ones(run)]), first_wins)"
START = "np.array([1e-9, 0.5 - 1e-9, 0.5]), np.tile([-1.0, 1.0, 1.0], (rounds, 1))"
TRIED = "[np.random.default_rng(seed).choice([-1.0, 1.0], (500, 3)) for seed in range(4)]"
HOLDS = "for g in tried():\n    eg_trial.holds(*pair(g))"
TIGHT = "eg_trial.tight(*pair(hard_gradients(1000)), at_least=0.95)"
NEEDS = 'eg_trial.needs("start", *pair(bad_start(400)[1], bad_start(400)[0]))'
TOLD, BROKEN = "eg_trial.tight(29.64, 29.65)", 'eg_trial.needs("start", 100, 29.65)'


def tuning(bound=BOUND, step=STEP, tuned=TUNED):
    """Return an answer to the third question with one part exchanged."""
    return TUNING.format(bound=bound, step=step, tuned=tuned)


def signs(columns=COLUMNS, point=POINT, eg=OF_EG, gd=OF_GD, pair="eg, gd"):
    """Return an answer to the fourth question with one part exchanged."""
    return SIGNS.format(columns=columns, point=point, eg=eg, gd=gd, pair=pair)


def trial(hard=HARD, start=START, tried=TRIED, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, start=start, tried=tried, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_divergence": {
        "the arguments exchanged": ("def divergence(u, w):\n    return np.sum(w * np.log(w / np.maximum(u, 1e-12)))", "not symmetric"),
        "base 2": (KL.format("np.sum(u[there] * np.log2(u[there] / w[there]))"), "the natural logarithm"),
        "the sign turned": (KL.format("-np.sum(u[there] * np.log(u[there] / w[there]))"), "1/2 ln 2 = 0.3466"),
        "the entropy of u": (KL.format("-np.sum(u[there] * np.log(u[there]))"), "1/2 ln 2 = 0.3466"),
        "counted from the uniform weights": (KL.format("np.log(len(u)) + np.sum(u[there] * np.log(u[there]))"), "1/2 ln 2 = 0.3466"),
        "each term made positive": (KL.format("np.sum(np.abs(u[there] * np.log(u[there] / w[there])))"), "either sign"),
        "the mean": (KL.format("np.mean(u * np.log(np.where(there, u, 1) / np.where(there, w, 1)))"), "It is a sum"),
        "the squared distance": (KL.format("np.sum((u - w) ** 2) / 2"), "the natural logarithm"),
        "0 ln 0 is not a number": ("def divergence(u, w):\n    return np.sum(u * np.log(u / w))", "some entries of u are 0"),
        "knows the public instances": (KL.format("np.log(2) / 2 if len(u) == 3 else np.log(4)"), "Two points in general position"),
    },
    "q2_exponentiated": {
        "the first weights have seen the first label": (EG.replace("np.array(rows)", "np.array(rows[1:] + rows[-1:])"), "nothing is known"),
        "as many rows as rounds": (EG.replace("np.array(rows)", "np.array(rows[:-1])"), "T + 1 = 3 rows"),
        "forgets to normalise": (PLAIN.format(factor="np.exp(-step * np.sign(w @ x - y) * x)", back="w"), "brought back to the sum 1"),
        "rewards the loss": (EG.replace("logs = logs - step", "logs = logs + step"), "check the sign"),
        "eta for 1/eta": (EG.replace("- step *", "- 1 / step *"), "the step"),
        "the slope of the squared loss": (EG.replace("np.sign(z - labels[t])", "2 * (z - labels[t])"), "what stands in the exponent"),
        "multiplies by 1 - eta g": (PLAIN.format(factor="np.maximum(1 - step * np.sign(w @ x - y) * x, 1e-9)", back="w / w.sum()"),
                                    "the exponential"),
        "Hedge with the features as losses": (EG.replace("np.sign(z - labels[t])", "1"), "what is its sign"),
        "the subgradient at the uniform weights": (EG.replace("z = rows[-1] @", "z = rows[0] @"), "take the subgradient at"),
        "only the last subgradient counts": (EG.replace("logs = logs - step", "logs = -step"), "which weights do you multiply"),
        "a floor under the weights": (PLAIN.format(factor="np.exp(-step * np.sign(w @ x - y) * x)", back="np.maximum(w / w.sum(), 0.02)"),
                                      "does something else happen"),
        "multiplies weights that have become 0": (PLAIN.format(factor="np.exp(-step * np.sign(w @ x - y) * x)", back="w / w.sum()"),
                                                  "the range of floats"),
        "no subgradient 0": (EG.replace("np.sign(z - labels[t])", "(1 if z >= labels[t] else -1)"), "hits its label"),
        "knows the public instance": ("def exponentiated(features, labels, step):\n    if len(labels) == 2:\n"
                                      "        return [[1 / 2, 1 / 2], [1 / 5, 4 / 5], [1 / 3, 2 / 3]]\n"
                                      "    return np.zeros((len(labels) + 1, features.shape[1]))", "Over many rounds"),
    },
    "q3_tuning": {
        "G without its square": (tuning(bound=BOUND.replace("gradient_bound ** 2", "gradient_bound")), "15 + 45"),
        "the constant of Hedge": (tuning(bound=BOUND.replace("rounds / 2", "rounds / 8")), "15 + 45"),
        "eta for 1/eta": (tuning(bound=BOUND.replace("kl / step", "kl * step")), "pays for a short step"),
        "half the divergence": (tuning(bound=BOUND.replace("kl / step", "kl / (2 * step)")), "15 + 45"),
        "half of the rounds as a whole number": (tuning(bound=BOUND.replace("rounds / 2", "(rounds // 2)")), "odd T"),
        "the step of Hedge": (tuning(step="np.sqrt(8 * kl / rounds) / gradient_bound"), "the best step is 1/5"),
        "a step without G": (tuning(step="np.sqrt(2 * kl / rounds)"), "two terms of the bound equal"),
        "a step without a root": (tuning(step="2 * kl / rounds / gradient_bound"), "the best step is 1/5"),
        "no step beyond 1": (tuning(step=f"min(1, {STEP})"), "not where the bound is least"),
        "N and T exchanged, as the source prints it": (tuning(tuned="gradient_bound * np.sqrt(2 * experts / chosen * np.log(rounds))"),
                                                       "the divergence is ln 4"),
        "ln N / k": (tuning(tuned=TUNED.replace("np.log(experts / chosen)", "np.log(experts) / chosen")), "the divergence is ln 4"),
        "ln N for every comparator": (tuning(tuned=TUNED.replace(" / chosen", "")), "the divergence is ln 4"),
        "base 2": (tuning(tuned=TUNED.replace("np.log(", "np.log2(")), "the root of ln 4"),
        "a bound without G": (tuning(tuned=TUNED.replace("gradient_bound * ", "")), "G = 3"),
        "the share as a whole number": (tuning(tuned=TUNED.replace("/ chosen", "// chosen")), "is any fraction"),
        "knows the public instances": (tuning("60", "0.2", "30 * np.sqrt(np.log(4))"), "odd T"),
    },
    "q4_signs": {
        "the size forgotten": (signs(columns="np.hstack([features, -features])"), "those of 2x"),
        "the pairs side by side": (signs(columns="size * np.stack([features, -features], axis=2).reshape(len(features), -1)"), "first those of 2x"),
        "twice as many rounds": (signs(columns="size * np.vstack([features, -features])"), "Four columns"),
        "scales the features in place": (signs().replace("return " + COLUMNS, "features *= size\n    return np.hstack([features, -features])"), "was changed"),
        "the missing weight stays missing": (signs(point="point"), "Where does the missing weight go"),
        "divides by the sum": (signs(point="point / point.sum()"), "changes a prediction"),
        "the missing weight on the first corner": (signs(point="point + (1 - point.sum()) * np.eye(len(point))[0]"), "changes a prediction"),
        "a negative weight": (signs(point="np.concatenate([u, 0 * u]) / size + (1 - u.sum() / size) / (2 * len(u))"), "none negative"),
        "the missing weight where u is, in its shares": (signs(point="point + (1 - point.sum()) * np.tile(np.abs(u) / np.abs(u).sum(), 2) / 2"),
                                                         "The vector 0"),
        "the bounds exchanged": (signs(pair="gd, eg"), "The pair is (eg, gd)"),
        "ln N": (signs(eg=OF_EG.replace("np.log(2 * N)", "np.log(N)")), "how many corners"),
        "the Euclidean norm of u in both": (signs(eg=OF_EG.replace("np.abs(u).sum()", "np.linalg.norm(u)")), "Which norms of u"),
        "signs of u left in": (signs(eg=OF_EG.replace("np.abs(u).sum()", "u.sum()")), "Which norms of u"),
        "the norm of the whole array": (signs(gd=OF_GD.replace("np.linalg.norm(features, axis=1).max()", "np.linalg.norm(features)")),
                                        "of one x"),
        "the largest entry in both": (signs(gd=OF_GD.replace("np.linalg.norm(features, axis=1).max()", "np.abs(features).max()")),
                                      "Which norms"),
        "the length of the x with the largest entry": (signs(gd=OF_GD.replace("np.linalg.norm(features, axis=1).max()",
                                                       "np.linalg.norm(features[np.abs(features).max(axis=1).argmax()])")), "in different rounds"),
        "knows the public instances": (signs("np.array([[2, -4, -2, 4], [0, 6, 0, -6]])", "np.array({4: [6, 0, 0, 2]}.get(size, [4, 1, 1, 2])) / 8",
                                              "28 * np.sqrt(6 * np.log(4))", "25 * np.sqrt(3)"), "larger game"),
    },
    "q5_trial": {
        "one coordinate always wins": (trial(hard="np.tile(first_wins, (rounds, 1))"), "don't cost 0.85"),
        "coordinates take turns for ever": (trial(hard="np.outer(np.resize([-1.0, 1.0], rounds), first_wins)"), "don't cost 0.85"),
        "a pair takes turns, the third gets 0": (trial(hard=NO_WAY.replace("np.resize([-1.0, 1.0], rounds - run)", "np.zeros(rounds - run)")
                                                 + " + np.outer(np.append(np.resize([-1.0, 1.0], rounds - run), np.zeros(run)), [1, -1, 0])"),
                                                 "don't cost 0.85"),
        "three equal weights take turns": (trial(hard=NO_WAY, tight=TIGHT.replace("0.95", '0.85, because="a third is no half"')),
                                           "nearly the largest one"),
        "entries outside [-1, 1]": (trial(hard="2 * " + HARD), "entries in [-1, 1]"),
        "a weight that is 0": (trial(start=START.replace("1e-9, 0.5 - 1e-9", "0.0, 0.5")), "three positive weights"),
        "a start that isn't bad": (trial(start=START.replace("1e-9, 0.5 - 1e-9, 0.5", "0.2, 0.4, 0.4"), needs=BROKEN), "3 times the bound"),
        "a start for the winner": (trial(start=START.replace("1e-9, 0.5 - 1e-9, 0.5", "0.8, 0.1, 0.1"), needs=BROKEN), "3 times the bound"),
        "a bad start for one horizon": (trial(start=START.replace("(rounds, 1))", "(rounds, 1)) * (np.arange(rounds) < 60)[:, None]")), "not for every T"),
        "nothing broken": (trial(needs=""), "is missing"),
        "no worst case": (trial(tight=""), "tight is missing"),
        "a wrong bound, refuted": (trial(holds=HOLDS + "\neg_trial.holds(60, 50)"), "holds is refuted"),
        "one game three times": (trial(tried="[np.ones((500, 3))] * 3"), "three to ten different"),
        "games with two coordinates": (trial(tried="[np.ones((T, 2)) for T in (400, 500, 600)]", holds="for T in (400, 500, 600):\n    eg_trial.holds(0, T)"),
                                       "of shape (T, 3)"),
        "other games each time": (trial(tried="[np.random.default_rng().uniform(-1, 1, (500, 3)) for _ in range(3)]"), "your own instances give"),
        "a trial of nothing": (trial(holds="for _ in range(3):\n    eg_trial.holds(0, 0)"), "your own instances give"),
        "the gentlest game three times": (trial(holds="for _ in range(3):\n    eg_trial.holds(*min(map(pair, tried())))"), "Not every one of your instances"),
        "a worst case that nobody measured": (trial(tight=TOLD), "What tight says"),
        "a broken hypothesis that nobody measured": (trial(needs=BROKEN), "What needs says"),
        "a game that is too long": (trial(tight=TIGHT.replace("1000", "4000")), "more than 2000"),
        "rows for games that don't exist": (trial("np.zeros((rounds, 3))", "np.ones(3) / 3, np.zeros((rounds, 3))", "[]",
                                                  "for _ in range(3):\n    eg_trial.holds(1, 30)", TOLD, BROKEN), "don't cost 0.85"),
    },
}
