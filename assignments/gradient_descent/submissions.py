"""Answers to the problem set on gradient descent, right and wrong: the gate grades the grader with them."""

RIGHT = {
    "q1_project": {"plain Python, a list": """\
def project(v, radius):
    norm = sum(float(a) ** 2 for a in v) ** 0.5
    if norm <= radius:
        return [float(a) for a in v]
    return [float(a) * radius / norm for a in v]""",
                   "by bisection on the multiplier": """\
def project(v, radius):
    v = np.asarray(v, dtype=float)
    if v @ v <= radius ** 2:
        return v.copy()
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if np.sum((middle * v) ** 2) > radius ** 2:
            high = middle
        else:
            low = middle
    return low * v"""},
    "q2_descent": {"arrays filled in place, no branch": """\
def descent(features, labels, radius, step):
    T, d = np.shape(features)
    weights = np.zeros((T + 1, d))
    for t in range(T):
        slope = -labels[t] * float(labels[t] * np.dot(weights[t], features[t]) < 1)
        moved = weights[t] - step * slope * features[t]
        norm = np.sqrt(np.sum(moved ** 2))
        weights[t + 1] = moved if norm <= radius else moved / norm * radius
    return weights""",
                   "lists of lists": """\
def descent(features, labels, radius, step):
    w = [0.0] * len(features[0])
    rows = [list(w)]
    for x, y in zip(features.tolist(), labels.tolist()):
        if y * sum(a * b for a, b in zip(w, x)) < 1:
            w = [a + step * y * b for a, b in zip(w, x)]
        norm = sum(a * a for a in w) ** 0.5
        if norm > radius:
            w = [a * radius / norm for a in w]
        rows.append(list(w))
    return rows"""},
    "q3_tuning": {"by search": """\
def regret_bound(radius, gradient_bound, rounds, step):
    return (radius ** 2 + (step * gradient_bound) ** 2 * rounds) / (2 * step)

def best_step(radius, gradient_bound, rounds):
    low, high = 1e-9, 1e3
    for _ in range(300):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if regret_bound(radius, gradient_bound, rounds, left) < regret_bound(radius, gradient_bound, rounds, right):
            high = right
        else:
            low = left
    return low

def rounds_needed(radius, gradient_bound, per_round):
    T = 1
    while radius * gradient_bound / np.sqrt(T) > per_round:
        T += 1
    return T""", "a float from ceil": """\
def regret_bound(radius, gradient_bound, rounds, step):
    return (radius ** 2 / step + step * gradient_bound ** 2 * rounds) / 2

def best_step(radius, gradient_bound, rounds):
    return (radius ** 2 / gradient_bound ** 2 / rounds) ** 0.5

def rounds_needed(radius, gradient_bound, per_round):
    return np.ceil(radius ** 2 * gradient_bound ** 2 / per_round ** 2)"""},
    "q4_risk": {"risks one by one": """\
def coin_excess(labels, p):
    def risk(w):
        return p * abs(w - 1) + (1 - p) * abs(w + 1)
    w, total, eta = 0.0, 0.0, len(labels) ** -0.5
    for y in labels:
        total += risk(w) - min(risk(1), risk(-1))
        if w < y:
            w = min(w + eta, 1.0)
        elif w > y:
            w = max(w - eta, -1.0)
    return total / len(labels)

def excess_bound(rounds, delta):
    import math
    return rounds ** -0.5 + 2 * 2 * math.sqrt(math.log(2 / delta) / (2 * rounds))""", "the risk of the mean vector": """\
def coin_excess(labels, p):
    w = [0.0]
    for y in labels[:-1]:
        w.append(max(-1, min(1, w[-1] + np.sign(y - w[-1]) / np.sqrt(len(labels)))))
    u = 1 if p >= 0.5 else -1
    return (1 - 2 * p) * (sum(w) / len(w) - u)

def excess_bound(rounds, delta):
    return (1 + 4 * np.sqrt(np.log(2 / delta) / 2)) / np.sqrt(rounds)"""},
    "q5_trial": {"first run, then alternate at the end": """\
def hard_labels(rounds):
    run = int(np.sqrt(rounds)) + 1
    return [1] * run + [(-1) ** (t + 1) for t in range(rounds - run)]

def bad_start(rounds):
    return -1, np.ones(rounds, dtype=int)

def tried():
    return [hard_labels(T) for T in (100, 150, 200)]

def pair(labels, start=0.0):
    T, y = len(labels), np.array(labels, dtype=float)
    game = streams.Game("mine", Hinge(), np.ones((T, 1)), y)
    run = online.gradient_descent(game, Ball(1.0), bounds.gd_step(1.0, 1.0, T), start=[start])
    return run.loss - min(game.total(np.array([1.0])), game.total(np.array([-1.0]))), bounds.gd_regret(1.0, 1.0, T)

gd_trial = claim("gd-regret", assumes=["start"])
for y in tried():
    gd_trial.holds(*pair(y))
gd_trial.tight(*pair(hard_labels(150)), at_least=0.98)
gd_trial.needs("start", *pair(bad_start(100)[1], -1.0))
gd_trial""", "an opponent that looks": """\
def hard_labels(rounds):
    w, eta, y = 0.0, 1 / np.sqrt(rounds), []
    for t in range(rounds):
        late = rounds - t < np.sqrt(rounds) + 1
        y.append(1 if late else (-1 if w > 0 else 1))
        w = min(1.0, max(-1.0, w + eta * y[-1]))
    return np.array(y)

def bad_start(rounds):
    w, eta, y = 1.0, 1 / np.sqrt(rounds), []
    for t in range(rounds):
        late = rounds - t < 2 * np.sqrt(rounds)
        y.append(-1 if late or w > 0.95 else 1)
        w = min(1.0, max(-1.0, w + eta * y[-1]))
    return np.float64(1.0), tuple(y)

def tried():
    return tuple(np.where(np.arange(200) % (slope + 1) == 0, -1, 1) for slope in (1, 2, 5, 8))

def pair(y, start):
    T = len(y)
    game = streams.Game("mine", Hinge(), np.ones((T, 1)), np.array(y))
    loss = online.gradient_descent(game, Ball(1.0), 1 / np.sqrt(T), start=[start]).loss
    return loss - (T - abs(sum(y))), np.sqrt(T)

gd_trial = claim("gd-regret", assumes=["start"])
measured, bound = zip(*[pair(y, 0.0) for y in tried()])
gd_trial.holds(measured, bound, on="all but every second, third, sixth and ninth")
gd_trial.tight(*pair(hard_labels(1000), 0.0), at_least=0.98)
gd_trial.needs("start", *pair(bad_start(400)[1], 1.0))"""},
}

PROJECT = "def project(v, radius):\n    return {}"
DESCENT = """\
def descent(features, labels, radius, step):
    w = np.zeros(features.shape[1])
    rows = [w]
    for x, y in zip(features, labels):
        if y * (w @ x) < 1:
            w = w + step * y * x
            w = w * (radius / max(radius, np.linalg.norm(w)))
        rows.append(w)
    return np.array(rows)"""
BACK = "            w = w * (radius / max(radius, np.linalg.norm(w)))\n"
TUNING = """\
def regret_bound(radius, gradient_bound, rounds, step):
    return {bound}

def best_step(radius, gradient_bound, rounds):
    return {step}

def rounds_needed(radius, gradient_bound, per_round):
    return {needed}"""
BOUND = "radius ** 2 / (2 * step) + step * gradient_bound ** 2 * rounds / 2"
STEP = "radius / (gradient_bound * np.sqrt(rounds))"
NEEDED = "max(1, int(np.ceil((radius * gradient_bound / per_round) ** 2)))"
RISK = """\
def coin_excess(labels, p):
    w, played = 0.0, []
    for t, y in enumerate(labels, 1):
        played.append(w)
        w = {move}
    return {excess}

def excess_bound(rounds, delta):
    return {bound}"""
MOVE, EXCESS = "np.clip(w - np.sign(w - y) / np.sqrt(len(labels)), -1.0, 1.0)", "abs(1 - 2 * p) + (1 - 2 * p) * np.mean(played)"
RATE = "1 / np.sqrt(rounds) + 4 * np.sqrt(np.log(2 / delta) / (2 * rounds))"
TRIAL = """\
def hard_labels(rounds):
    run = int(round(np.sqrt(rounds)))
    return {hard}

def bad_start(rounds):
    run = 2 * int(round(np.sqrt(rounds)))
    return {start}

def tried():
    return {tried}

def pair(y, start=0.0):
    T = len(y)
    game = streams.Game("mine", Hinge(), np.ones((T, 1)), y)
    loss = online.gradient_descent(game, Ball(1.0), bounds.gd_step(1.0, 1.0, T), start=[start]).loss
    return loss - (T - abs(np.sum(y))), bounds.gd_regret(1.0, 1.0, T)

gd_trial = claim("gd-regret", assumes=["start"])
{holds}
{tight}
{needs}"""
HARD = "np.concatenate([np.resize([-1.0, 1.0], rounds - run), -np.ones(run)])"
START = "1.0, -np.ones(rounds)"
TRIED = "[np.random.default_rng(seed).choice([-1.0, 1.0], 300) for seed in range(5)]"
HOLDS = "for y in tried():\n    gd_trial.holds(*pair(y))"
TIGHT = "gd_trial.tight(*pair(hard_labels(2000)), at_least=0.98)"
NEEDS = 'gd_trial.needs("start", *pair(bad_start(400)[1], bad_start(400)[0]))'
BELIEVED = "gd_trial.tight(19.9, 20.0)"


def tuning(bound=BOUND, step=STEP, needed=NEEDED):
    """Return an answer to the third question with one part exchanged."""
    return TUNING.format(bound=bound, step=step, needed=needed)


def risk(move=MOVE, excess=EXCESS, bound=RATE):
    """Return an answer to the fourth question with one part exchanged."""
    return RISK.format(move=move, excess=excess, bound=bound)


def trial(hard=HARD, start=START, tried=TRIED, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, start=start, tried=tried, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_project": {
        "the sphere, as the source prints it": (PROJECT.format("v * (radius / np.linalg.norm(v))"), "inside the ball was moved"),
        "each entry clipped": (PROJECT.format("np.clip(v, -radius, radius)"), "keeps the direction"),
        "the sum of the entries as the norm": (PROJECT.format("v * (radius / max(radius, np.abs(v).sum()))"), "keeps the direction"),
        "negative entries forgotten": (PROJECT.format("v * (radius / max(radius, np.linalg.norm(np.maximum(v, 0))))"), "keeps the direction"),
        "back to the unit ball": (PROJECT.format("v / max(1.0, np.linalg.norm(v))"), "its norm is the radius"),
        "the norm not rooted": (PROJECT.format("v * (radius / max(radius, v @ v))"), "its norm is the radius"),
        "in the plane only": (PROJECT.format("v * (radius / max(radius, np.hypot(v[0], v[-1])))"), "other dimensions"),
        "divides by the zero norm": (PROJECT.format("v / np.linalg.norm(v) * min(np.linalg.norm(v), radius)"), "zero vector"),
        "in place": ("def project(v, radius):\n    norm = np.linalg.norm(v)\n    if norm > radius:\n        v *= radius / norm\n    return v",
                     "was changed"),
        "knows the public instances": (PROJECT.format("np.array({6.0: [3.0, -4.0], 3.0: [3.0, -4.0]}.get(v[0], 0 * v))"), "comes back wrong"),
    },
    "q2_descent": {
        "the first vector has seen the first example": (DESCENT.replace("    rows = [w]", "    rows = []") + "[[*range(len(labels)), -1]]",
                                                        "before any example"),
        "as many rows as rounds": (DESCENT + "[:-1]", "T + 1 = 6 rows"),
        "along the subgradient": (DESCENT.replace("w + step", "w - step"), "sign of the step"),
        "the sphere for the ball": (DESCENT.replace("max(radius, np.linalg.norm(w))", "np.linalg.norm(w)"), "its length"),
        "updates in every round": (DESCENT.replace("if y * (w @ x) < 1:", "if True:"), "moves and should not"),
        "updates on mistakes only": (DESCENT.replace("< 1:", "<= 0:"), "there is a loss"),
        "no projection": (DESCENT.replace(BACK, ""), "out of the ball"),
        "the unit ball": (DESCENT.replace("radius / max(radius, ", "1 / max(1, "), "ends inside the ball"),
        "each entry clipped": (DESCENT.replace(BACK, "            w = np.clip(w, -radius, radius)\n"), "out of the ball"),
        "projects only what it returns": (DESCENT.replace(BACK, "").replace("np.array(rows)",
                                          "np.array([v * (radius / max(radius, np.linalg.norm(v))) for v in rows])"), "in which rounds"),
        "asks whether the square is too long": (DESCENT.replace(BACK, "            if w @ w > radius:\n                w = w * (radius / np.linalg.norm(w))\n"),
                                                "when does a vector go back"),
        "<= at the kink": (DESCENT.replace("< 1:", "<= 1:"), "at the kink"),
        "turns the features in place": (DESCENT.replace("            w = w + step * y * x\n", "            x *= y\n            w = w + step * x\n"),
                                        "were changed"),
        "knows the public instance": ("def descent(features, labels, radius, step):\n    if radius == 2.5:\n"
                                      "        return [[0, 0], [0.6, 0.8], [0.6, 0.8], [0.6, 1], [-1.5, -2], [-1.5, -1.8]]\n"
                                      "    return np.zeros((len(labels) + 1, features.shape[1]))", "A longer game"),
    },
    "q3_tuning": {
        "G without its square": (tuning(bound=BOUND.replace("gradient_bound ** 2", "gradient_bound")), "80 + 45"),
        "the false form of the source, divided by eta twice": (tuning(bound="radius ** 2 / (2 * step) + step * gradient_bound ** 2"
                                                               " * rounds / (2 * step)"), "80 + 45"),
        "the whole squared distance": (tuning(bound=BOUND.replace("(2 * step)", "step")), "80 + 45"),
        "eta for 1/eta": (tuning(bound=BOUND.replace("/ (2 * step)", "* step / 2")), "pays for a short step"),
        "half of the rounds as a whole number": (tuning(bound=BOUND.replace("rounds / 2", "(rounds // 2)")), "odd T"),
        "a step without G": (tuning(step="radius / np.sqrt(rounds)"), "the best step is 1/5"),
        "the step upside down": (tuning(step="gradient_bound * np.sqrt(rounds) / radius"), "the best step is 1/5"),
        "the step of the weaker lemma": (tuning(step="radius / (gradient_bound * np.sqrt(2 * rounds))"), "two terms of the bound equal"),
        "no step beyond 1": (tuning(step=f"min(1, {STEP})"), "not where the bound is least"),
        "rounds not squared": (tuning(needed="int(np.ceil(radius * gradient_bound / per_round))"), "144 rounds"),
        "regret instead of regret per round": (tuning(needed="int((per_round / (radius * gradient_bound)) ** 2) + 1"), "144 rounds"),
        "rounded down": (tuning(needed="max(1, int((radius * gradient_bound / per_round) ** 2))"), "one round is not enough"),
        "rounded to the nearest": (tuning(needed="max(1, round((radius * gradient_bound / per_round) ** 2))"), "one round is not enough"),
        "looked for below 1000": (tuning(needed="int(np.argmax(radius * gradient_bound / np.sqrt(np.arange(1, 1000)) <= per_round)) + 1"),
                                  "would not be enough"),
        "knows the public instances": (tuning("125 * (step == 0.1)", "0.2 * (radius == 6)", "144 if radius == 2 else 2"), "some B, G, T"),
    },
    "q4_risk": {
        "the last vector": (risk(excess="abs(1 - 2 * p) + (1 - 2 * p) * w"), "Which vectors does Q hold"),
        "w_2 to w_{T+1}": (risk(excess="abs(1 - 2 * p) + (1 - 2 * p) * np.mean(played[1:] + [w])"), "Which vectors does Q hold"),
        "the regret per round": (risk(excess="np.mean(np.abs(np.array(played) - labels)) - 1 + abs(np.mean(labels))"),
                                 "risks or their losses"),
        "the risk of Q, not the excess": (risk(excess="1 + (1 - 2 * p) * np.mean(played)"), "R(Q) - R(u)"),
        "steps that shrink": (risk(move="np.clip(w - np.sign(w - y) / np.sqrt(t), -1.0, 1.0)"), "the learner plays 0, 1/2, 1, 1"),
        "u = 1 for every coin": (risk(excess="(2 * p - 1) * (1 - np.mean(played))"), "prefers the label -1"),
        "u fits the sample": (risk(excess="(1 - 2 * p) * (np.mean(played) - np.sign(np.sum(labels)))"), "prefers the label -1"),
        "no projection": (risk(move="w - np.sign(w - y) / np.sqrt(len(labels))"), "ends of the interval"),
        "the ends only at the end": (risk(move="w - np.sign(w - y) / np.sqrt(len(labels))", excess="abs(1 - 2 * p) + (1 - 2 * p)"
                                          " * np.mean(np.clip(played, -1, 1))"), "A longer sample"),
        "a step up from the label": (risk(move="np.clip(w + (-1 if w > y else 1) / np.sqrt(len(labels)), -1.0, 1.0)"), "exactly on its label"),
        "losses up to 1": (risk(bound=RATE.replace("4 *", "2 *")), "range of the losses"),
        "one event instead of two": (risk(bound=RATE.replace("2 / delta", "1 / delta")), "count the events"),
        "the regret, not the regret per round": (risk(bound=RATE.replace("1 / np.sqrt(rounds)", "np.sqrt(rounds)")), "regret per round"),
        "T for 2T under the root": (risk(bound=RATE.replace("(2 * rounds)", "rounds")), "0.1 + 0.4"),
        "never more than the largest loss": (risk(bound=f"min(2, {RATE})"), "larger than every risk"),
        "knows the public instances": (risk(excess="{(4, 0.75): 0.1875, (4, 0.25): 0.8125}.get((len(labels), p), 0.23710827)", bound="0.5"),
                                       "exactly on its label"),
    },
    "q5_trial": {
        "always the same label": (trial(hard="-np.ones(rounds)"), "pay both terms"),
        "labels alternate for ever": (trial(hard="np.resize([-1.0, 1.0], rounds)"), "pay both terms"),
        "half of the game is a run": (trial(hard="np.concatenate([np.resize([-1.0, 1.0], rounds // 2), -np.ones(rounds - rounds // 2)])"),
                                      "not hard enough for every T"),
        "a run for one horizon": (trial(hard="np.concatenate([np.resize([-1.0, 1.0], rounds - 20), -np.ones(20)])"),
                                  "not hard enough for every T"),
        "labels that are not signs": (trial(hard="3 * " + HARD), "not T numbers 1 and -1"),
        "a start outside the ball": (trial(start="2.0, -np.ones(rounds)"), "outside the ball"),
        "a start on the side of the comparator": (trial(start="-1.0, -np.ones(rounds)", needs='gd_trial.needs("start", 50, 20)'),
                                                  "twice the bound"),
        "a bad start for one horizon": (trial(start="1.0, np.concatenate([np.resize([-1.0, 1.0], rounds - 40), -np.ones(40)])"),
                                        "not for every T"),
        "nothing broken": (trial(needs=""), "is missing"),
        "no worst case": (trial(tight=""), "tight is missing"),
        "a wrong bound, refuted": (trial(holds=HOLDS + "\ngd_trial.holds(30, 20)"), "holds is refuted"),
        "one game three times": (trial(tried="[np.resize([-1.0, 1.0], 300)] * 3"), "three to ten different"),
        "games that are too short": (trial(tried="[np.ones(T) for T in (10, 20, 30)]"), "three to ten different"),
        "other games each time": (trial(tried="[np.ones(np.random.default_rng().integers(100, 2000)) for _ in range(5)]"), "your own instances give"),
        "a trial of nothing": (trial(holds="for _ in range(3):\n    gd_trial.holds(0, 0)"), "your own instances give"),
        "the gentlest game three times": (trial(holds="for _ in range(3):\n    gd_trial.holds(*min(map(pair, tried())))"), "Not every one of your instances"),
        "a worst case that nobody measured": (trial(tight=BELIEVED), "What tight says"),
        "a broken hypothesis that nobody measured": (trial(needs='gd_trial.needs("start", 50, 20)'), "What needs says"),
        "a game that is too long": (trial(tight=TIGHT.replace("2000", "4000")), "more than 2000"),
        "rows for games that don't exist": (trial("np.zeros(rounds)", "0.0, np.zeros(rounds)", "[]", "for _ in range(3):\n    gd_trial.holds(1, 20)", BELIEVED,
                                                  'gd_trial.needs("start", 50, 20)'), "pay both terms"),
    },
}
