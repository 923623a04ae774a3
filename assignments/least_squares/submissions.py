"""Answers to the problem set on least squares, right and wrong: the gate grades the grader with them."""

FIT = """\
def fit(features, labels):
    return {fit}

def excess_risk(features, truth, theta):
    return {excess}

def new_point_loss(features, point, variance):
    leverage = {leverage}
    return {loss}"""
LEADER = """\
def ridge_leader(features, labels, regulariser):
    T, d = features.shape
    M, b = {start}, np.zeros(d)
    z, s = np.empty(T), np.empty(T)
    for t in range(T):
        x, y = features[t], labels[t]
        {before}
        z[t] = {predict}
        s[t] = {denominator}
        M = M - np.outer(M @ x, M @ x) / {divisor}
        {after}
    return z, s"""
FORECASTER = """\
def forecaster(features, labels, regulariser):
    d = features.shape[1]
    A, b, z = {start}, np.zeros(d), []
    for x, y in zip(features, labels):
        {before}
        z.append({predict})
        {after}
    return np.array(z)

def regret(predictions, features, labels, comparator):
    return {regret}

def regret_bound(regulariser, norm, label_bound, radius, dimension, rounds):
    return {bound}"""
TRIAL = """\
def hard_game(rounds, dimension):
{hard}

def misled():
{misled}

def tried():
    return {tried}

def sides(play, x, y, u):
    game = Game("it", Squared(), x, y)
    return play(game, 1.0).loss - game.total(u), bounds.vaw_regret(1.0, np.linalg.norm(u), 1.0, 1.0, game.dimension, game.rounds)

vaw_trial = claim("vaw-regret", assumes=["forecaster"])
{holds}
{tight}
{needs}"""
HARD = """\
    t = np.arange(rounds)
    return np.eye(dimension)[t % dimension], 1.0 - 2 * (t // dimension % 2)"""
MISLED = """\
    T = 900
    a, y = T ** -0.5, np.resize([1.0, -1.0], T)
    x = np.column_stack([np.full(T, np.sqrt(1 - a * a)), a * y])
    x[-1], y[-1] = [0.0, 1.0], -1.0
    return x, y, np.linalg.solve(x.T @ x + np.eye(2), x.T @ y)"""
DRAWN = """\
def drawn(seed, T=100, d=3):
    r = np.random.default_rng(seed)
    x, y = r.uniform(-0.5, 0.5, (T, d)), r.uniform(-1, 1, T)
    return x, y, np.linalg.solve(x.T @ x + np.eye(d), x.T @ y)

"""
TRIED = "[drawn(seed) for seed in range(4)]"
HOLDS = """\
for instance in tried():
    vaw_trial.holds(*sides(online.vovk_azoury_warmuth, *instance))"""
TIGHT = """\
vaw_trial.tight(*sides(online.vovk_azoury_warmuth, *hard_game(900, 3), np.zeros(3)), at_least=0.85, because="slow logarithm")"""
NEEDS = 'vaw_trial.needs("forecaster", *sides(online.recursive_least_squares, *misled()))'
ANY = 'vaw_trial.needs("forecaster", 2, 1)'
NEAR = "vaw_trial.tight(1, 1)"
REGRET = "((predictions - labels) ** 2 - (features @ comparator - labels) ** 2)"
FIRST_BOUND = "regulariser * norm ** 2 + dimension * label_bound ** 2 * np.log(1 + rounds * radius ** 2 / (regulariser * dimension))"


def fitted(fit="np.linalg.lstsq(features, labels, rcond=None)[0]", excess="((features @ (theta - truth)) ** 2).mean()",
           leverage="point @ np.linalg.inv(features.T @ features) @ point", loss="variance * (1 + leverage)"):
    """Return an answer to the first question with one part exchanged."""
    return FIT.format(fit=fit, excess=excess, leverage=leverage, loss=loss)


def leader(start="np.eye(d) / regulariser", before="pass", predict="x @ M @ b", denominator="1 + x @ M @ x", divisor="s[t]",
           after="b = b + y * x"):
    """Return an answer by the recursion with one part exchanged."""
    return LEADER.format(start=start, before=before, predict=predict, denominator=denominator, divisor=divisor, after=after)


def forecaster(start="regulariser * np.eye(d)", before="A = A + np.outer(x, x)", predict="x @ np.linalg.solve(A, b)",
               after="b = b + y * x", regret=REGRET + ".sum()", bound=FIRST_BOUND):
    """Return an answer to the third question with one part exchanged."""
    return FORECASTER.format(start=start, before=before, predict=predict, after=after, regret=regret, bound=bound)


def trial(hard=HARD, misled=MISLED, tried=TRIED, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return DRAWN + TRIAL.format(hard=hard, misled=misled, tried=tried, holds=holds, tight=tight, needs=needs)


RIGHT = {
    "q1_fit": {
        "orthogonal columns, and plain loops": """\
def fit(features, labels):
    Q, R = np.linalg.qr(features)
    return np.linalg.solve(R, Q.T @ labels).tolist()

def excess_risk(features, truth, theta):
    return sum(sum(a * (p - q) for a, p, q in zip(x, theta, truth)) ** 2 for x in features) / len(features)

def new_point_loss(features, point, variance):
    a = np.linalg.pinv(features).T @ point
    return variance + variance * sum(a ** 2)""",
        "one elimination for both, in lists": """\
def solved(matrix, right):
    rows = [list(map(float, row)) + [float(b)] for row, b in zip(matrix, right)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(len(rows)):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    return [row[-1] / row[i] for i, row in enumerate(rows)]

def fit(features, labels):
    return solved(features.T @ features, features.T @ labels)

def excess_risk(features, truth, theta):
    error = np.array(theta) - truth
    return error @ (features.T @ features / len(features)) @ error

def new_point_loss(features, point, variance):
    return variance * (1 + sum(a * b for a, b in zip(point, solved(features.T @ features, point))))""",
    },
    "q2_leader": {
        "solved afresh in every round": """\
def ridge_leader(features, labels, regulariser):
    z, s = [], []
    for t, x in enumerate(features):
        past = np.vstack([features[:t], np.sqrt(regulariser) * np.eye(len(x))])
        w = np.linalg.lstsq(past, np.append(labels[:t], 0 * x), rcond=None)[0]
        z.append(float(w @ x))
        s.append(1 + float(x @ np.linalg.inv(past.T @ past) @ x))
    return [z, s]""",
        "by Cholesky's factor": """\
def ridge_leader(features, labels, regulariser):
    C = np.linalg.cholesky(np.eye(len(labels)) + features @ features.T / regulariser)
    s = np.diag(C) ** 2
    return labels - np.sqrt(s) * np.linalg.solve(C, labels), s""",
    },
    "q3_forecaster": {
        "the ridge prediction, shrunk": """\
def forecaster(features, labels, regulariser):
    shrunk = []
    for t, x in enumerate(features):
        past = features[:t].T @ features[:t] + regulariser * np.eye(len(x))
        a = np.linalg.inv(past) @ x
        shrunk.append(float(a @ (features[:t].T @ labels[:t]) / (1 + a @ x)))
    return shrunk

def regret(predictions, features, labels, comparator):
    total = 0.0
    for p, x, y in zip(predictions, features, labels):
        total += (p - y) ** 2 - (np.dot(x, comparator) - y) ** 2
    return total

def regret_bound(regulariser, norm, label_bound, radius, dimension, rounds):
    from math import log1p
    return norm ** 2 * regulariser + label_bound ** 2 * dimension * log1p(rounds / dimension * radius ** 2 / regulariser)""",
        "the example with the label 0 is played along": """\
def forecaster(features, labels, regulariser):
    d = features.shape[1]
    rows, known, z = [np.sqrt(regulariser) * e for e in np.eye(d)], [0.0] * d, []
    for x, y in zip(features, labels):
        rows.append(x)
        z.append(np.linalg.lstsq(np.array(rows), np.array(known + [0.0]), rcond=None)[0] @ x)
        known.append(y)
    return np.array(z)

def regret(predictions, features, labels, comparator):
    other = features @ comparator
    return np.sum((predictions - other) * (predictions + other - 2 * labels))

def regret_bound(regulariser, norm, label_bound, radius, dimension, rounds):
    volume = dimension * np.log((regulariser * dimension + rounds * radius * radius) / (regulariser * dimension))
    return regulariser * norm * norm + label_bound * label_bound * volume""",
    },
    "q4_trial": {
        "against each prediction, and many shocks against u = 0": """\
def hard_game(rounds, dimension):
    x, y = np.zeros((rounds, dimension)), np.zeros(rounds)
    each = rounds // dimension
    for j in range(dimension):
        total = 0.0
        for t in range(j * each, (j + 1) * each):
            x[t, j], y[t] = 1.0, (-1.0 if total > 0 else 1.0)
            total += y[t]
    return x.tolist(), y.tolist()

def misled():
    n = 1500
    a = 1 / np.sqrt(n)
    rows = [[np.sqrt(1 - a * a), a], [-np.sqrt(1 - a * a), a]] * (n // 2) + [[0.0, 1.0]] * n
    return rows, [1] * n + [0] * n, [0.0, 0.0]

def tried():
    found = []
    for T in (50, 60, 70):
        x = np.cos(np.arange(3 * T).reshape(T, 3)) / 2
        y = np.sin(np.arange(T) ** 2)
        found.append((x, y, np.linalg.lstsq(x, y, rcond=None)[0]))
    return found

vaw_trial = claim("vaw-regret", assumes=["forecaster"])
for x, y, u in tried():
    game = Game("waves", Squared(), x, y)
    lost = online.vovk_azoury_warmuth(game, 1.0).loss - game.total(u)
    vaw_trial.holds(lost, u @ u + 3 * np.log(1 + len(x) / 3), part=f"{len(x)} rounds")
game = Game("hard", Squared(), *hard_game(900, 3))
vaw_trial.tight(online.vovk_azoury_warmuth(game, 1.0).loss - 900, 3 * np.log(301), at_least=0.85, because="T is finite")
x, y, u = misled()
game = Game("misled", Squared(), x, y)
vaw_trial.needs("forecaster", online.recursive_least_squares(game, 1.0).loss - game.total(np.zeros(2)), 2 * np.log(1501))
vaw_trial""",
        "an own forecaster, lists, and all comparisons at once": """\
def hard_game(rounds, dimension):
    signs = [1 if t // dimension % 2 else -1 for t in range(rounds)]
    return [[float(t % dimension == j) for j in range(dimension)] for t in range(rounds)], signs

def misled():
    T = 2500
    a, y = T ** -0.5, np.resize([1.0, -1.0], T)
    x = np.column_stack([a * y, np.full(T, np.sqrt(1 - a * a))])
    x[-1], y[-1] = [1.0, 0.0], -1.0
    return x, y, np.linalg.solve(x.T @ x + np.eye(2), x.T @ y)

def tried():
    return [([[1.0]] * 30, [1.0] * 30, [1.0]), ([[1.0]] * 40, [-1.0] * 40, [-1.0]),
            ([[0.6, 0.8], [0.8, 0.6]] * 10, [0.5, -0.5] * 10, [-1.0, 1.0])]

def lost(features, labels, forecast):
    A, b, total = np.eye(len(features[0])), 0.0, 0.0
    for x, y in zip(np.array(features), labels):
        seen, A = A, A + np.outer(x, x)
        z = x @ np.linalg.solve(A if forecast else seen, b + 0 * x)
        b, total = b + y * x, total + (z - y) ** 2
    return total

def total(features, labels, u):
    return sum((np.dot(x, u) - y) ** 2 for x, y in zip(features, labels))

vaw_trial = claim("vaw-regret", assumes=["forecaster"])
vaw_trial.holds([lost(x, y, True) - total(x, y, u) for x, y, u in tried()],
                [np.dot(u, u) + len(u) * np.log(1 + len(x) / len(u)) for x, y, u in tried()])
vaw_trial.tight(lost(*hard_game(900, 3), True) - 900, 3 * np.log(301), at_least=0.85, because="T is finite")
x, y, u = misled()
vaw_trial.needs("forecaster", lost(x, y, False) - total(x, y, u), u @ u + 2 * np.log(1251))
vaw_trial""",
    },
}

WRONG = {
    "q1_fit": {
        "ridge in place of least squares": (
            fitted(fit="np.linalg.solve(features.T @ features + np.eye(features.shape[1]), features.T @ labels)"), "the vector is [4/5]"),
        "labels centred first": (fitted(fit="np.linalg.lstsq(features, labels - labels.mean(), rcond=None)[0]"), "the vector is [4/5]"),
        "a constant added": (fitted(fit="np.linalg.lstsq(np.column_stack([np.ones(len(features)), features]), labels, rcond=None)[0]"),
                             "Was a constant added"),
        "the mean of the quotients": (fitted(fit="(labels[:, None] / features).mean(axis=0)"), "the vector is [4/5]"),
        "each column for itself": (fitted(fit="features.T @ labels / (features ** 2).sum(axis=0)"), "orthogonal to each column"),
        "a sum over the points": (fitted(excess="((features @ (theta - truth)) ** 2).sum()"), "what is done with them"),
        "the distance of the vectors": (fitted(excess="((theta - truth) ** 2).sum()"), "Of what are the squares"),
        "no square": (fitted(excess="np.abs(features @ (theta - truth)).mean()"), "Of what are the squares"),
        "divided by n - d": (fitted(excess="((features @ (theta - truth)) ** 2).sum() / (len(features) - len(truth))"), "what is done with them"),
        "theta measured against 0": (fitted(excess="((features @ theta) ** 2).mean() - ((features @ truth) ** 2).mean()"),
                                     "Of what are the squares"),
        "the true vector of another column": (fitted(excess="((features @ (theta - truth[::-1])) ** 2).mean()"), "Of what are the squares"),
        "divided by d + 1": (fitted(excess="((features @ (theta - truth)) ** 2).sum() / (len(truth) + 1)"), "On other designs"),
        "the noise of the new label forgotten": (fitted(loss="variance * leverage"), "brings noise of its own"),
        "the average leverage at every point": (fitted(leverage="features.shape[1] / len(features)"), "how much of it"),
        "the deviation for the variance": (fitted(loss="np.sqrt(variance) * (1 + leverage)"), "24/5"),
        "the variance of the new label only": (fitted(loss="variance + leverage"), "24/5"),
        "the covariance for the Gram matrix": (fitted(leverage="point @ np.linalg.inv(features.T @ features / len(features)) @ point"),
                                               "how much of it"),
        "the leverage of each coordinate for itself": (fitted(leverage="(point ** 2 / (features ** 2).sum(axis=0)).sum()"),
                                                       "the leverage of this point"),
        "knows the public checks by heart": (fitted(fit="[0.8] + [0] * (features.shape[1] - 1)", excess="5 / 3", loss="24 / 5"),
                                             "orthogonal to each column"),
    },
    "q2_leader": {
        "a minus, as the source prints it": (leader(denominator="1 - x @ M @ x"), "Which sign has it"),
        "the printed minus in the recursion only": (leader(divisor="(1 - x @ M @ x + 1e-12)"), "Which rounds does the matrix"),
        "peeks at the label": (leader(before="b = b + y * x", after="pass"), "see the label too early"),
        "starts from rho": (leader(start="np.eye(d) * regulariser"), "on which side of the fraction"),
        "rho forgotten": (leader(start="np.eye(d)"), "on which side of the fraction"),
        "rho twice": (leader(start="np.eye(d) / (2 * regulariser)"), "s_1 = 3/2"),
        "rho added in every round": (leader(after="b = b + y * x; M = np.linalg.inv(np.linalg.inv(M) + regulariser * np.eye(d))"),
                                     "how often does it hold rho"),
        "only the last label": (leader(after="b = y * x"), "the predictions are 0, 2/3"),
        "the features of the round already count": (leader(predict="x @ M @ b / (1 + x @ M @ x)"), "Which rounds does the matrix"),
        "the denominator of the new matrix": (leader(denominator="1 + x @ M @ x / (1 + x @ M @ x)", divisor="(1 + x @ M @ x)"), "s_1 = 3/2"),
        "a row for each round": (leader().replace("return z, s", "return list(zip(z, s))"), "the predictions are 0, 2/3"),
        "a matrix that is only diagonal": (leader(after="b = b + y * x; M = np.diag(1 / (regulariser + (features[:t + 1] ** 2).sum(axis=0)))"),
                                           "best on all earlier rounds"),
        "the trace for the quadratic form": (leader(denominator="1 + np.trace(M) * (x @ x)", divisor="(1 + x @ M @ x)"), "in every direction"),
        "changes its argument": (leader(after="b = b + y * x; features[t] *= y"), "work on copies"),
        "knows the public check by heart": ("""\
def ridge_leader(features, labels, regulariser):
    known = [0, 2 / 3, -1 / 7], [3 / 2, 7 / 3, 8 / 7]
    return known if len(labels) == 3 else (0 * labels, 0 * labels + 1)""", "best on all earlier rounds"),
    },
    "q3_forecaster": {
        "the ridge leader": (forecaster(before="pass", after="b = b + y * x; A = A + np.outer(x, x)"), "This is the ridge leader"),
        "peeks at the label": (forecaster(before="A, b = A + np.outer(x, x), b + y * x", after="pass"), "see the label too early"),
        "the features counted twice": (forecaster(predict="x @ np.linalg.solve(A + np.outer(x, x), b)"), "the predictions are 0, 2/7"),
        "rho forgotten": (forecaster(start="np.eye(d)"), "how often does its matrix hold rho"),
        "the inverse of rho": (forecaster(start="np.eye(d) / regulariser"), "how often does its matrix hold rho"),
        "rho added in every round": (forecaster(before="A = A + np.outer(x, x) + regulariser * np.eye(d)", start="0 * np.eye(d)"),
                                     "how often does its matrix hold rho"),
        "only the last label": (forecaster(after="b = y * x"), "What does the forecaster know"),
        "each coordinate for itself": (forecaster(predict="x @ (b / np.diag(A))"), "which matrix belongs to the rounds"),
        "regret as a mean": (forecaster(regret=REGRET + ".mean()"), "Of what is it the sum"),
        "the sign turned": (forecaster(regret="-" + REGRET + ".sum()"), "who comes first"),
        "never negative": (forecaster(regret="max(0, " + REGRET + ".sum())"), "may it be negative"),
        "no squares": (forecaster(regret="(abs(predictions - labels) - abs(features @ comparator - labels)).sum()"), "the regret is -6"),
        "the price of u in the regret": (forecaster(regret=REGRET + ".sum() - comparator @ comparator"), "compares losses alone"),
        "against the first coordinate": (
            forecaster(regret="((predictions - labels) ** 2 - (features[:, 0] * comparator[0] - labels) ** 2).sum()"), "the regret is -6"),
        "against two coordinates": (
            forecaster(regret="((predictions - labels) ** 2 - (features[:, :2] @ comparator[:2] - labels) ** 2).sum()"), "u has d coordinates"),
        "Y without a square": (forecaster(bound=FIRST_BOUND.replace("label_bound ** 2", "label_bound")), "what is squared"),
        "X without a square": (forecaster(bound=FIRST_BOUND.replace("radius ** 2", "radius")), "what is squared"),
        "the length without a square": (forecaster(bound=FIRST_BOUND.replace("norm ** 2", "norm")), "what is squared"),
        "d forgotten inside": (forecaster(bound=FIRST_BOUND.replace(" * dimension)", ")")), "Where do rho and d stand"),
        "d forgotten outside": (forecaster(bound=FIRST_BOUND.replace("dimension * label", "label")), "Where do rho and d stand"),
        "rho forgotten inside": (forecaster(bound=FIRST_BOUND.replace("(regulariser * dimension)", "dimension")), "Where do rho and d stand"),
        "the price of u forgotten": (forecaster(bound=FIRST_BOUND.replace("regulariser * norm ** 2 + ", "")), "36 + 18 ln 4"),
        "the 1 in the logarithm forgotten": (forecaster(bound=FIRST_BOUND.replace("1 + ", "")), "36 + 18 ln 4"),
        "logarithm to base 2": (forecaster(bound=FIRST_BOUND.replace("np.log(", "np.log2(")), "which logarithm"),
        "whole numbers": (forecaster(bound="regulariser * norm ** 2 + dimension * label_bound ** 2 * np.log("
                                     "1 + rounds * radius ** 2 // (regulariser * dimension))"), "For other numbers"),
        "knows the public checks by heart": (forecaster(start="0", before="pass", predict="[0, 2 / 7, -1 / 8][len(z) % 3]", after="pass",
                                                        regret="-6", bound="36 + 18 * np.log(4)"), "not those of the forecaster"),
    },
    "q4_trial": {
        "signs alternate, and so do the axes": (trial(hard=HARD.replace("t // dimension % 2", "t % 2")), "but not for all"),
        "all on one axis": (trial(hard="    return np.eye(dimension)[np.zeros(rounds, dtype=int)], np.resize([1.0, -1.0], rounds)",
                                  tight=NEAR), "not hard enough"),
        "labels that agree": (trial(hard=HARD.replace("1.0 - 2 * (t // dimension % 2)", "np.ones(rounds)"), tight=NEAR), "not hard enough"),
        "other shapes": (trial(hard="    return np.ones(rounds), np.resize([1.0, -1.0], rounds)", tight=NEAR), "other shapes than"),
        "labels too large": (trial(hard=HARD.replace("1.0 - 2 *", "3.0 - 6 *"), tight=NEAR), "outside [-1, 1]"),
        "features too long": (trial(hard=HARD.replace("np.eye(dimension)", "9 * np.eye(dimension)"), tight=NEAR), "longer than 1"),
        "short vectors, as in the chapter": (trial(misled=MISLED.replace("np.full(T, np.sqrt(1 - a * a))", "np.zeros(T)").replace(
            "a * y]", "np.full(T, a)]").replace("np.resize([1.0, -1.0], T)", "np.ones(T)"), needs=ANY), "features of length exactly 1"),
        "no shock": (trial(misled=MISLED.replace("    x[-1], y[-1] = [0.0, 1.0], -1.0\n", ""), needs=ANY), "is not misled"),
        "the shock on the wrong axis": (trial(misled=MISLED.replace("[0.0, 1.0], -1.0", "[1.0, 0.0], -1.0"), needs=ANY), "is not misled"),
        "random labels": (trial(misled="""\
    r = np.random.default_rng(0)
    angle = r.uniform(0, 6, 900)
    return np.column_stack([np.cos(angle), np.sin(angle)]), r.choice([-1.0, 1.0], 900), np.zeros(2)""", needs=ANY), "is not misled"),
        "on a line": (trial(misled="    return np.ones((900, 1)), np.resize([1.0, -1.0], 900), np.zeros(1)", needs=ANY), "in the plane"),
        "a label of ten": (trial(misled=MISLED.replace("[0.0, 1.0], -1.0", "[0.0, 1.0], -10.0"), needs=ANY), "labels in [-1, 1]"),
        "too many rounds": (trial(misled=MISLED.replace("900", "6000"), needs=ANY), "at most 5000 rounds"),
        "the forecaster in the leader's place": (trial(needs='vaw_trial.needs("forecaster", *sides(online.vovk_azoury_warmuth, *misled()))'),
                                                 "needs is refuted"),
        "nothing broken": (trial(needs=""), "is missing: show what goes wrong"),
        "numbers of another leader": (trial(needs=ANY), "other numbers than your own games"),
        "no worst case": (trial(tight=""), "tight is missing"),
        "the worst case of another game": (trial(tight=NEAR), "other numbers than your own games"),
        "nothing tried": (trial(tried="[]"), "expected at least 3"),
        "three times the same": (trial(tried="[drawn(0)] * 3"), "count as one"),
        "against a poor u": (trial(tried="[(x, y, -5 * u) for x, y, u in map(drawn, range(4))]"), "less than a tenth"),
        "games that leave what is allowed": (trial(tried="[(4 * x, y, u) for x, y, u in map(drawn, range(4))]"), "leaves the allowed"),
        "games that are too long": (trial(tried="[drawn(seed, 600) for seed in range(4)]"), "other sizes"),
        "a u in every row": (trial(tried="[(x, y, x) for x, y, u in map(drawn, range(4))]", holds="vaw_trial.holds([0.5, 0.5, 0.5], 1)"),
                             "don't fit the features"),
        "comparisons that were typed": (trial(holds="vaw_trial.holds([1, 2, 3, 4], 10)"), "your own instances give other numbers"),
        "a trial that was typed": (trial(hard="    return np.zeros((rounds, dimension)), np.zeros(rounds)",
                                         misled="    return np.ones((900, 2)), np.ones(900), np.zeros(2)", tried="[([[0.0]] * 20, [0] * 20, [0])] * 3",
                                         holds="vaw_trial.holds([1, 2, 3], 10)", tight="vaw_trial.tight(16, 17.1)", needs=ANY),
                                   "not hard enough"),
    },
}
