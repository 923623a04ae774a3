"""Answers to the problem set on kernels and support vectors, right and wrong: the gate grades the grader with them."""

RIGHT = {
    "q1_features": {"one monomial at a time": """\
def quadratic_features(points, offset):
    rows = []
    for x in points:
        row = [float(offset)]
        for i in range(len(x)):
            row += [(2 * offset) ** 0.5 * x[i], x[i] ** 2]
            row += [2 ** 0.5 * x[i] * x[j] for j in range(i)]
        rows.append(row)
    return rows""", "one long vector, multiplied with itself": """\
def quadratic_features(points, offset):
    longer = np.column_stack([np.full(len(points), offset ** 0.5), points])
    return np.array([np.kron(row, row) for row in longer])"""},
    "q2_gram": {"exact elimination": """\
def is_gram(matrix):
    try:
        return kernels.ldl(np.asarray(matrix).tolist()).semidefinite
    except ValueError:
        return False""", "all principal minors": """\
from itertools import combinations

def is_gram(matrix):
    n = len(matrix)
    if any(matrix[i, j] != matrix[j, i] for i in range(n) for j in range(i)):
        return 0
    return all(np.linalg.det(matrix[np.ix_(chosen, chosen)]) > -0.5
               for size in range(1, n + 1) for chosen in combinations(range(n), size))"""},
    "q3_bracket": {"plain loops, over signed examples": """\
def margin_bracket(gram, labels, multipliers):
    n, total = len(labels), float(sum(multipliers))
    share = [a / total for a in multipliers]
    scores = [sum(labels[i] * labels[j] * gram[i][j] * share[j] for j in range(n)) for i in range(n)]
    length = sum(s * a for s, a in zip(scores, share)) ** 0.5
    return [min(scores) / length, length]"""},
    "q4_ascent": {"with the scores kept": """\
def dual_ascent(gram, labels, passes):
    signed = labels[:, None] * gram * labels
    alpha, scores = [0.0] * len(labels), np.zeros(len(labels))
    for step in range(passes * len(labels)):
        i = step % len(labels)
        new = alpha[i] + (1 - scores[i]) / signed[i, i]
        if new < 0:
            new = 0.0
        scores = scores + (new - alpha[i]) * signed[i]
        alpha[i] = new
    return alpha"""},
    "q5_trial": {"a simplex with the labels in two blocks, and a matrix of three": """\
def hard_points(n):
    return np.hstack([2 * np.eye(n), np.ones((n, 1))]), [1] * ((n + 1) // 2) + [-1] * (n // 2)

def indefinite():
    matrix = np.array([[1, 3, 0], [3, 1, 0], [0, 0, 1]])
    return matrix, [1, -1, 1], [-1, 1, 1]

kernel_trial = claim("kernel-perceptron", ["psd"], source="the problem set")
for n in (4, 5, 6):
    x = np.linspace(0, 1, n)[:, None]
    y = np.resize([-1, 1], n).astype(float)
    gram = Gaussian(0.5).gram(x, x)
    margin = kernels.kernel_margin(gram, y, 1e-9).lower
    kernel_trial.holds(len(kernels.kernel_perceptron(gram, y).chosen), 1 / margin ** 2)
points, labels = hard_points(16)
gram = Gaussian(1.0).gram(points, points)
count = len(kernels.kernel_perceptron(gram, labels).chosen)
kernel_trial.tight(count, bounds.kernel_perceptron_updates(1.0, kernels.kernel_margin(gram, labels).upper ** 2), at_least=0.95)
matrix, labels, beta = indefinite()
matrix, labels = matrix.astype(float), np.array(labels, dtype=float)
run = kernels.run_kernel_perceptron(matrix, labels, np.arange(3), 1000)
kernel_trial.needs("psd", len(run.chosen), 1 / float((labels * (matrix @ np.array(beta))).min()) ** 2)
kernel_trial"""},
}

FEATURES = """\
def quadratic_features(points, offset):
    n, d = points.shape
    pairs = (points[:, :, None] * points[:, None, :]).reshape(n, d * d)
    return np.hstack([{constant}, {linear}, {pairs}])"""


def features(constant="np.full((n, 1), offset)", linear="np.sqrt(2 * offset) * points", pairs="pairs"):
    """Return an answer to the first question with one block of columns exchanged."""
    return FEATURES.format(constant=constant, linear=linear, pairs=pairs)


GRAM = "def is_gram(matrix):\n    return bool({})"
SYMMETRIC = "(matrix == matrix.T).all() and "
BRACKET = """\
def margin_bracket(gram, labels, multipliers):
    coefficients = {coefficients}
    scores = gram @ coefficients
    length = {length}
    return {lower}, {upper}"""


def bracket(coefficients="labels * multipliers", length="np.sqrt(coefficients @ scores)",
            lower="(labels * scores).min() / length", upper="length / multipliers.sum()"):
    """Return an answer to the third question with one line exchanged."""
    return BRACKET.format(coefficients=coefficients, length=length, lower=lower, upper=upper)


ASCENT = """\
def dual_ascent(gram, labels, passes):
    alpha = np.zeros(len(labels))
    for _ in range(passes):
        for i in range(len(labels)):
            score = {score}
            alpha[i] = {new}
    return {result}"""
SCORE, NEW = "labels[i] * (gram[i] @ (alpha * labels))", "max(0.0, alpha[i] + (1 - score) / gram[i, i])"


def ascent(score=SCORE, new=NEW, result="alpha"):
    """Return an answer to the fourth question with one line exchanged."""
    return ASCENT.format(score=score, new=new, result=result)


TRIAL = """\
def hard_points(n):
    return {hard}

def indefinite():
    return {indefinite}

def pair(points, labels):
    gram = Gaussian(1.0).gram(points, points)
    margin = kernels.kernel_margin(gram, labels).upper
    return len(kernels.kernel_perceptron(gram, labels).chosen), bounds.kernel_perceptron_updates(1, margin ** 2)

kernel_trial = claim("kernel-perceptron", assumes=["psd"])
{holds}
{tight}
{needs}"""
HARD = "2.5 * np.eye(n), np.resize([1.0, -1.0], n)"
INDEFINITE = "np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1.0, -1.0]), np.array([-1.0, 1.0])"
HOLDS = """\
for seed in range(5):
    sample = np.random.default_rng(seed).normal(size=(10, 2))
    kernel_trial.holds(*pair(sample, np.where(sample[:, 0] > 0, 1.0, -1.0)))"""
TIGHT = "kernel_trial.tight(*pair(*hard_points(16)), at_least=0.95)"
NEEDS = """\
K, y, beta = indefinite()
kernel_trial.needs("psd", 1000, 1 / (y * (K @ beta)).min() ** 2)"""
LOOSE = 'kernel_trial.tight(*pair(*hard_points(16)), at_least=0.01, because="it is loose")'


def trial(hard=HARD, indefinite=INDEFINITE, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, indefinite=indefinite, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_features": {
        "monomials without weights, as the source prints them": (features("np.ones((n, 1))", "points"), "which weights"),
        "a mixed product once, without a factor": (features(pairs="np.array([[x[i] * x[j] for i in range(d) for j in range(i + 1)] "
                                                            "for x in points])"), "two different coordinates"),
        "squares only": (features(pairs="points ** 2"), "two different coordinates"),
        "right for b = 1 only": (features("np.ones((n, 1))", "np.sqrt(2) * points"), "depend on b"),
        "the root of b for the constant": (features("np.full((n, 1), np.sqrt(offset))"), "depend on b"),
        "weights without roots": (features(linear="2 * offset * points"), "which weights"),
        "centred points": (FEATURES.replace("    n, d", "    points = points - points.mean(axis=0)\n    n, d").format(
            constant="np.full((n, 1), offset)", linear="np.sqrt(2 * offset) * points", pairs="pairs"), "depends on this point only"),
        "a factor of the Gram matrix": ("def quadratic_features(points, offset):\n"
                                        "    gram = (offset + points @ points.T) ** 2\n"
                                        "    return np.linalg.cholesky(gram + 1e-9 * np.eye(len(gram)))", "not on the others"),
        "the kernel itself": ("def quadratic_features(points, offset):\n    return (offset + points @ points.T) ** 2", "which weights"),
    },
    "q2_gram": {
        "symmetric": (GRAM.format("(matrix == matrix.T).all()"), "need not be a Gram matrix"),
        "a diagonal that is not negative": (GRAM.format(SYMMETRIC + "(matrix.diagonal() >= 0).all()"), "need not be a Gram matrix"),
        "no negative entry": (GRAM.format(SYMMETRIC + "(matrix >= 0).all()"), "may be negative"),
        "every pair": (GRAM.format(SYMMETRIC + "(matrix.diagonal() >= 0).all() and "
                                   "(matrix ** 2 <= np.outer(matrix.diagonal(), matrix.diagonal())).all()"), "at pairs"),
        "the determinant": (GRAM.format(SYMMETRIC + "np.linalg.det(matrix) > -1e-6"), "at the determinant"),
        "leading minors": (GRAM.format(SYMMETRIC + "all(np.linalg.det(matrix[:k, :k]) > -1e-6 for k in range(1, len(matrix) + 1))"),
                           "leading minors"),
        "definite": (GRAM.format(SYMMETRIC + "np.linalg.eigvalsh(matrix).min() > 1e-9"), "is yours definite"),
        "by Cholesky": ("def is_gram(matrix):\n    try:\n        np.linalg.cholesky(matrix)\n    except np.linalg.LinAlgError:\n"
                        "        return False\n    return bool((matrix == matrix.T).all())", "a singular matrix can be".capitalize()),
        "symmetry forgotten": (GRAM.format("np.linalg.eigvals(matrix).real.min() > -1e-6"), "Inner products are symmetric"),
        "its symmetric part": (GRAM.format("np.linalg.eigvalsh(matrix + matrix.T).min() > -1e-6"), "Inner products are symmetric"),
    },
    "q3_bracket": {
        "scores not divided by the length": (bracket(lower="(labels * scores).min()"), "divided by what it should be"),
        "the length of alpha": (bracket(length="np.linalg.norm(multipliers)"), "in which space"),
        "the labels forgotten": (bracket(coefficients="multipliers"), "Do the labels enter"),
        "the sum of the weights forgotten": (bracket(upper="length"), "neither of the two numbers"),
        "divided by the square": (bracket(length="coefficients @ scores"), "divided by what it should be"),
        "the mean score": (bracket(lower="(labels * scores).mean() / length"), "over which examples"),
        "support vectors only": (bracket(lower="(labels * scores)[multipliers > 0].min() / length"), "over which examples"),
        "never negative": (bracket(lower="max(0.0, (labels * scores).min()) / length"), "what if the result is negative"),
        "the square of the length above": (bracket(upper="(length / multipliers.sum()) ** 2"), "Do the labels enter"),
        "no mixed terms in the length above": (bracket(upper="np.sqrt((multipliers ** 2 * gram.diagonal()).sum()) / multipliers.sum()"),
                                               "the length of a sum"),
        "lower and upper exchanged": (bracket(lower="length / multipliers.sum()", upper="(labels * scores).min() / length"),
                                      "the length of the mixture"),
    },
    "q4_ascent": {
        "all multipliers at once": ("def dual_ascent(gram, labels, passes):\n    alpha = np.zeros(len(labels))\n"
                                    "    for _ in range(passes):\n        scores = labels * (gram @ (alpha * labels))\n"
                                    "        alpha = np.maximum(0, alpha + (1 - scores) / gram.diagonal())\n    return alpha",
                                    "not as they were"),
        "no floor": (ascent(new="alpha[i] + (1 - score) / gram[i, i]"), "must stop there at once"),
        "a floor at the end only": (ascent(new="alpha[i] + (1 - score) / gram[i, i]", result="np.maximum(0, alpha)"),
                                    "must stop there at once"),
        "the ceiling of the soft SVM": (ascent(new="min(1 / len(labels), " + NEW + ")"), "no ceiling"),
        "the kernel of the labels forgotten": (ascent(score="gram[i] @ alpha"), "where the labels enter"),
        "only one of the two labels": (ascent(score="gram[i] @ (alpha * labels)"), "where the labels enter"),
        "a step that is not divided": (ascent(new=NEW.replace(" / gram[i, i]", "")), "the length of the step"),
        "divided by the length, not its square": (ascent(new=NEW.replace("gram[i, i]", "np.sqrt(gram[i, i])")), "the length of the step"),
        "downhill": (ascent(new=NEW.replace("1 - score", "score - 1")), "its sign"),
        "signed coefficients returned": (ascent(result="alpha * labels"), "its sign"),
        "a pass is a step": (ascent().replace("for i in range(len(labels)):", "for i in [_ % len(labels)]:"), "goes through all examples"),
        "one pass too many": (ascent().replace("range(passes)", "range(passes + 1)"), "how many passes"),
    },
    "q5_trial": {
        "one label": (trial(hard="2.5 * np.eye(n), np.ones(n)", tight=LOOSE), "not good enough"),
        "far apart": (trial(hard="100 * np.eye(n), np.resize([1.0, -1.0], n)"), "may be below 1e-6"),
        "near each other": (trial(hard="0.5 * np.eye(n), np.resize([1.0, -1.0], n)", tight=LOOSE), "not good enough"),
        "points on a line": (trial(hard="0.25 * np.arange(n)[:, None], np.where(np.arange(n) < n / 2, 1.0, -1.0)", tight=LOOSE),
                             "not good enough"),
        "minus the identity, as in the chapter": (trial(indefinite="-np.eye(2), np.array([1.0, -1.0]), np.array([-0.7, 0.7])"),
                                                  "ones on the diagonal"),
        "a Gram matrix": (trial(indefinite="np.eye(4), np.ones(4), np.ones(4) / 2", needs='kernel_trial.needs("psd", 5, 4)'),
                          "breaks nothing"),
        "a Gram matrix, and beta too long": (trial(indefinite="np.eye(4), np.ones(4), 10 * np.ones(4)",
                                                   needs='kernel_trial.needs("psd", 4, 0.01)'), "lacks another hypothesis"),
        "a matrix on which it stops at once": (trial(indefinite="np.array([[1.0, 2.0], [2.0, 1.0]]), np.ones(2), 0.4 * np.ones(2)",
                                                     needs='kernel_trial.needs("psd", 1, 0.7)'), "the number of updates"),
        "nothing broken": (trial(needs=""), "your broken hypothesis"),
        "no worst case": (trial(tight=""), "the worst case"),
        "a worst case of another size": (trial(tight=TIGHT.replace("16", "4")), "the worst case hard_points(16)"),
        "a wrong bound, refuted": (trial(holds="kernel_trial.holds(3, 2)"), "every verdict is confirmed"),
        "a trial of nothing": (trial(holds="for _ in range(3):\n    kernel_trial.holds(0, 0)"), "comparisons that could fail"),
        "another statement": (trial().replace("kernel-perceptron", "kernel-perceptron-equivalence"), "not a claim about"),
    },
}
