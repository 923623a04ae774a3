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
HOLDS = """\
for seed in range(4):
    r = np.random.default_rng(seed)
    x = r.uniform(-0.5, 0.5, (100, 3))
    vaw_trial.holds(*sides(online.vovk_azoury_warmuth, x, r.uniform(-1, 1, 100), r.normal(size=3)))"""
TIGHT = """\
vaw_trial.tight(*sides(online.vovk_azoury_warmuth, *hard_game(900, 3), np.zeros(3)), at_least=0.85, because="slow logarithm")"""
NEEDS = 'vaw_trial.needs("forecaster", *sides(online.recursive_least_squares, *misled()))'
ANY = 'vaw_trial.needs("forecaster", 2, 1)'
NEAR = "vaw_trial.tight(1, 1)"
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
               after="b = b + y * x", regret="((predictions - labels) ** 2 - (features @ comparator - labels) ** 2).sum()",
               bound=FIRST_BOUND):
    """Return an answer to the third question with one part exchanged."""
    return FORECASTER.format(start=start, before=before, predict=predict, after=after, regret=regret, bound=bound)


def trial(hard=HARD, misled=MISLED, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, misled=misled, holds=holds, tight=tight, needs=needs)


RIGHT = {
    "q1_fit": {"orthogonal columns, and plain loops": """\
def fit(features, labels):
    Q, R = np.linalg.qr(features)
    return np.linalg.solve(R, Q.T @ labels).tolist()

def excess_risk(features, truth, theta):
    return sum(sum(a * (p - q) for a, p, q in zip(x, theta, truth)) ** 2 for x in features) / len(features)

def new_point_loss(features, point, variance):
    a = np.linalg.pinv(features).T @ point
    return variance + variance * sum(a ** 2)"""},
    "q2_leader": {"solved afresh in every round": """\
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
    return labels - np.sqrt(s) * np.linalg.solve(C, labels), s"""},
    "q3_forecaster": {"the ridge prediction, shrunk": """\
def forecaster(features, labels, regulariser):
    run = online.recursive_least_squares(Game("as given", Squared(), features, labels), regulariser)
    return list(run.predictions / run.denominators)

def regret(predictions, features, labels, comparator):
    total = 0.0
    for p, x, y in zip(predictions, features, labels):
        total += (p - y) ** 2 - (np.dot(x, comparator) - y) ** 2
    return total

def regret_bound(regulariser, norm, label_bound, radius, dimension, rounds):
    return bounds.vaw_regret(regulariser, norm, label_bound, radius, dimension, rounds)"""},
    "q4_trial": {"against each prediction, and many shocks against u = 0": """\
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

vaw_trial = claim("vaw-regret", assumes=["forecaster"])
for T in (50, 60, 70):
    x = np.cos(np.arange(3 * T).reshape(T, 3)) / 2
    game = Game("waves", Squared(), x, np.sin(np.arange(T) ** 2))
    lost = online.vovk_azoury_warmuth(game, 1.0).loss - game.total(np.ones(3))
    vaw_trial.holds(lost, 3 + 3 * np.log(1 + T / 3))
game = Game("hard", Squared(), *hard_game(900, 3))
vaw_trial.tight(online.vovk_azoury_warmuth(game, 1.0).loss - 900, 3 * np.log(301), at_least=0.85, because="T is finite")
x, y, u = misled()
game = Game("misled", Squared(), x, y)
vaw_trial.needs("forecaster", online.recursive_least_squares(game, 1.0).loss - game.total(np.zeros(2)), 2 * np.log(1501))
vaw_trial"""},
}

WRONG = {
    "q1_fit": {
        "the noise of the new label forgotten": (fitted(loss="variance * leverage"), "the noise and the expected excess risk"),
        "ridge in place of least squares": (
            fitted(fit="np.linalg.solve(features.T @ features + np.eye(features.shape[1]), features.T @ labels)"), "least sum of squares"),
        "labels centred first": (fitted(fit="np.linalg.lstsq(features, labels - labels.mean(), rcond=None)[0]"), "something subtracted"),
        "a sum over the points": (fitted(excess="((features @ (theta - truth)) ** 2).sum()"), "a mean over the points"),
        "the distance of the vectors": (fitted(excess="((theta - truth) ** 2).sum()"), "a mean over the points"),
        "no square": (fitted(excess="np.abs(features @ (theta - truth)).mean()"), "of squares"),
        "divided by n - d": (fitted(excess="((features @ (theta - truth)) ** 2).sum() / (len(features) - len(truth))"), "a mean over the points"),
        "theta measured against 0": (fitted(excess="((features @ theta) ** 2).mean() - ((features @ truth) ** 2).mean()"),
                                     "a mean over the points"),
        "the true vector of another column": (fitted(excess="((features @ (theta - truth[::-1])) ** 2).mean()"), "how do the true vector"),
        "the average leverage at every point": (fitted(leverage="features.shape[1] / len(features)"), "the leverage of this point"),
        "the deviation for the variance": (fitted(loss="np.sqrt(variance) * (1 + leverage)"), "noise of another variance"),
        "the variance of the new label only": (fitted(loss="variance + leverage"), "what does the variance multiply"),
        "the covariance for the Gram matrix": (fitted(leverage="point @ np.linalg.inv(features.T @ features / len(features)) @ point"),
                                               "the noise and the expected excess risk"),
    },
    "q2_leader": {
        "a minus, as the source prints it": (leader(denominator="1 - x @ M @ x"), "A_0 is all there is"),
        "the printed minus in the recursion only": (leader(divisor="(1 - x @ M @ x + 1e-12)"), "Three rounds by hand"),
        "peeks at the label": (leader(before="b = b + y * x", after="pass"), "it predicts 0"),
        "starts from rho": (leader(start="np.eye(d) * regulariser"), "A_0 is all there is"),
        "rho forgotten": (leader(start="np.eye(d)"), "A_0 is all there is"),
        "rho added in every round": (leader(after="b = b + y * x; M = np.linalg.inv(np.linalg.inv(M) + regulariser * np.eye(d))"),
                                     "rho once in its matrix"),
        "only the last label": (leader(after="b = y * x"), "the leader of the past predicts"),
        "the features of the round already count": (leader(predict="x @ M @ b / (1 + x @ M @ x)"), "the leader of the past predicts"),
        "the denominator of the new matrix": (leader(denominator="1 + x @ M @ x / (1 + x @ M @ x)", divisor="(1 + x @ M @ x)"),
                                              "s_t has the matrix of the past"),
        "a matrix that is only diagonal": (leader(after="b = b + y * x; M = np.diag(1 / (regulariser + (features[:t + 1] ** 2).sum(axis=0)))"),
                                           "in every direction"),
        "rho twice": (leader(start="np.eye(d) / (2 * regulariser)"), "best on all earlier rounds"),
        "changes its argument": (leader(after="b = b + y * x; features[t] *= y"), "work on copies"),
    },
    "q3_forecaster": {
        "the ridge leader": (forecaster(before="pass", after="b = b + y * x; A = A + np.outer(x, x)"), "knows the features of the round"),
        "peeks at the label": (forecaster(before="A, b = A + np.outer(x, x), b + y * x", after="pass"), "and not its label"),
        "the features counted twice": (forecaster(predict="x @ np.linalg.solve(A + np.outer(x, x), b)"), "Three rounds by hand"),
        "rho forgotten": (forecaster(start="np.eye(d)"), "which matrix belongs to rho"),
        "the inverse of rho": (forecaster(start="np.eye(d) / regulariser"), "which matrix belongs to rho"),
        "each coordinate for itself": (forecaster(predict="x @ (b / np.diag(A))"), "which matrix belongs to rho"),
        "regret as a mean": (forecaster(regret="((predictions - labels) ** 2 - (features @ comparator - labels) ** 2).mean()"),
                             "a sum of squares over the rounds"),
        "never negative": (forecaster(regret="max(0, ((predictions - labels) ** 2 - (features @ comparator - labels) ** 2).sum())"),
                           "it may be negative"),
        "the price of u in the regret": (
            forecaster(regret="((predictions - labels) ** 2 - (features @ comparator - labels) ** 2).sum() - comparator @ comparator"),
            "without a price for length"),
        "against the first coordinate": (
            forecaster(regret="((predictions - labels) ** 2 - (features[:, 0] * comparator[0] - labels) ** 2).sum()"), "all d coordinates"),
        "Y without a square": (forecaster(bound=FIRST_BOUND.replace("label_bound ** 2", "label_bound")), "squared losses grow"),
        "d forgotten inside": (forecaster(bound=FIRST_BOUND.replace(" * dimension)", ")")), "not that of the theorem"),
        "d forgotten outside": (forecaster(bound=FIRST_BOUND.replace("dimension * label", "label")), "not that of the theorem"),
        "the price of u forgotten": (forecaster(bound=FIRST_BOUND.replace("regulariser * norm ** 2 + ", "")), "not that of the theorem"),
        "logarithm to base 2": (forecaster(bound=FIRST_BOUND.replace("np.log(", "np.log2(")), "and at the logarithm"),
    },
    "q4_trial": {
        "signs alternate, and so do the axes": (trial(hard=HARD.replace("t // dimension % 2", "t % 2"), tight=NEAR), "not hard enough"),
        "all on one axis": (trial(hard="    return np.eye(dimension)[np.zeros(rounds, dtype=int)], np.resize([1.0, -1.0], rounds)",
                                  tight=NEAR), "not hard enough"),
        "labels that agree": (trial(hard=HARD.replace("1.0 - 2 * (t // dimension % 2)", "np.ones(rounds)"), tight=NEAR), "not hard enough"),
        "labels too large": (trial(hard=HARD.replace("1.0 - 2 *", "3.0 - 6 *"), tight=NEAR), "leaves the allowed"),
        "features too long": (trial(hard=HARD.replace("np.eye(dimension)", "9 * np.eye(dimension)"), tight=NEAR), "leaves the allowed"),
        "short vectors, as in the chapter": (trial(misled=MISLED.replace("np.full(T, np.sqrt(1 - a * a))", "np.zeros(T)").replace(
            "a * y]", "np.full(T, a)]").replace("np.resize([1.0, -1.0], T)", "np.ones(T)"), needs=ANY), "features of length 1"),
        "no shock": (trial(misled=MISLED.replace("    x[-1], y[-1] = [0.0, 1.0], -1.0\n", ""), needs=ANY), "is not misled"),
        "the shock on the wrong axis": (trial(misled=MISLED.replace("[0.0, 1.0], -1.0", "[1.0, 0.0], -1.0"), needs=ANY), "is not misled"),
        "random labels": (trial(misled="""\
    r = np.random.default_rng(0)
    angle = r.uniform(0, 6, 900)
    return np.column_stack([np.cos(angle), np.sin(angle)]), r.choice([-1.0, 1.0], 900), np.zeros(2)""", needs=ANY), "is not misled"),
        "on a line": (trial(misled="    return np.ones((900, 1)), np.resize([1.0, -1.0], 900), np.zeros(1)", needs=ANY), "in the plane"),
        "a label of ten": (trial(misled=MISLED.replace("[0.0, 1.0], -1.0", "[0.0, 1.0], -10.0"), needs=ANY), "labels in [-1, 1]"),
        "the forecaster in the leader's place": (trial(needs='vaw_trial.needs("forecaster", *sides(online.vovk_azoury_warmuth, *misled()))'),
                                                 "every verdict is confirmed"),
        "nothing broken": (trial(needs=""), "your own misled leader"),
        "numbers of another leader": (trial(needs=ANY), "your own misled leader"),
        "no worst case": (trial(tight=""), "your own hard game"),
        "the worst case of another game": (trial(tight=NEAR), "your own hard game"),
        "a trial of nothing": (trial(holds="vaw_trial.holds(0, 0)"), "comparisons that could fail"),
    },
}
