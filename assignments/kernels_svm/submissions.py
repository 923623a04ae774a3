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
from fractions import Fraction

def is_gram(matrix):
    rest = [[Fraction(int(entry)) for entry in row] for row in matrix]
    if rest != [list(column) for column in zip(*rest)]:
        return False
    while rest:
        pivot, row = rest[0][0], rest[0][1:]
        if pivot < 0 or pivot == 0 and any(row):
            return False
        rest = [[entry - (a * b / pivot if pivot else 0) for entry, b in zip(line[1:], row)] for line, a in zip(rest[1:], row)]
    return True""", "all principal minors": """\
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
    return [min(scores) / length, length]""", "with features from the eigenvectors": """\
def margin_bracket(gram, labels, multipliers):
    values, vectors = np.linalg.eigh(gram)
    signed = labels[:, None] * vectors * np.sqrt(np.maximum(values, 0))
    mixture = np.average(signed, axis=0, weights=multipliers)
    return np.array([(signed @ mixture).min() / np.linalg.norm(mixture), np.linalg.norm(mixture)])"""},
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
    return alpha""", "plain lists, the best value of each multiplier": """\
def dual_ascent(gram, labels, passes):
    n = len(labels)
    alpha = [0.0] * n
    for _ in range(passes):
        for i in range(n):
            others = sum(labels[i] * labels[j] * gram[i][j] * alpha[j] for j in range(n) if j != i)
            alpha[i] = max(0.0, (1 - others) / gram[i][i])
    return tuple(alpha)"""},
    "q5_trial": {"a simplex with the labels in two blocks, and a matrix of three": """\
def hard_points(n):
    return np.hstack([2 * np.eye(n), np.ones((n, 1))]), [1] * ((n + 1) // 2) + [-1] * (n // 2)

def indefinite():
    matrix = np.array([[1, 3, 0], [3, 1, 0], [0, 0, 1]])
    return matrix, [1, -1, 1], [-1, 1, 1]

def tried():
    grids = [(n, [[i / n, 0.0] for i in range(n)]) for n in (5, 6, 7)]
    return [(grid, [-1] + [1] * (n - 2) + [-1]) for n, grid in grids]

kernel_trial = claim("kernel-perceptron", ["psd"], source="the problem set")
measured, bound = [], []
for x, y in tried():
    gram = Gaussian(1.0).gram(x, x)
    measured.append(len(kernels.kernel_perceptron(gram, y).chosen))
    bound.append(kernels.kernel_margin(gram, y, 1e-9).lower ** -2)
kernel_trial.holds(measured, bound)
points, labels = hard_points(16)
gram = Gaussian(1.0).gram(points, points)
count = len(kernels.kernel_perceptron(gram, labels).chosen)
kernel_trial.tight(count, bounds.kernel_perceptron_updates(1.0, kernels.kernel_margin(gram, labels).upper ** 2), at_least=0.95)
matrix, labels, beta = indefinite()
matrix, labels = matrix.astype(float), np.array(labels, dtype=float)
run = kernels.run_kernel_perceptron(matrix, labels, np.arange(3), 1000)
kernel_trial.needs("psd", len(run.chosen), 1 / float((labels * (matrix @ np.array(beta))).min()) ** 2)
kernel_trial""", "the reference points shifted, samples from a circle": """\
def hard_points(n):
    return 1.0 + 2.6 * np.eye(50)[:n], (-1.0) ** np.arange(n)

def indefinite():
    return [[1, 3], [3, 1]], [-1, 1], [0.5, -0.5]

def tried():
    angles = [np.linspace(0, 6, n) for n in (8, 12, 16, 20)]
    return [(np.column_stack([3 * np.cos(a), 3 * np.sin(a)]), np.sign(np.cos(a))) for a in angles]

kernel_trial = claim("kernel-perceptron", assumes=["psd"])

def show(verb, sample, **settings):
    gram = Gaussian(1.0).gram(sample[0], sample[0])
    gamma = kernels.kernel_margin(gram, sample[1]).upper
    verb(len(kernels.kernel_perceptron(gram, sample[1]).chosen), 1 / gamma ** 2, **settings)

for each in tried():
    show(kernel_trial.holds, each)
show(kernel_trial.tight, hard_points(16), at_least=0.95)
matrix, labels, beta = (np.array(part, dtype=float) for part in indefinite())
updates = len(kernels.run_kernel_perceptron(matrix, labels, np.arange(2), 1000).chosen)
kernel_trial.needs("psd", updates, min(labels * (matrix @ beta)) ** -2)
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

def tried():
    return {tried}

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
TRIED = "[(cloud, np.sign(cloud[:, 0])) for cloud in (np.random.default_rng(seed).normal(size=(10, 2)) for seed in range(5))]"
HOLDS = """\
for sample in tried():
    kernel_trial.holds(*pair(*sample))"""
TIGHT = "kernel_trial.tight(*pair(*hard_points(16)), at_least=0.95)"
NEEDS = """\
K, y, beta = indefinite()
kernel_trial.needs("psd", 1000, 1 / (y * (K @ beta)).min() ** 2)"""
LOOSE = 'kernel_trial.tight(*pair(*hard_points(16)), at_least=0.01, because="it is loose")'


def trial(hard=HARD, indefinite=INDEFINITE, tried=TRIED, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, indefinite=indefinite, tried=tried, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_features": {
        "monomials without weights, as the source prints them": (features("np.ones((n, 1))", "points"), "which weights"),
        "a mixed product once, without a factor": (features(pairs="np.array([[x[i] * x[j] for i in range(d) for j in range(i + 1)] "
                                                            "for x in points])"), "the products of two coordinates"),
        "squares only": (features(pairs="points ** 2"), "the products of two coordinates"),
        "the constant forgotten": (features("np.zeros((n, 1))"), "which weights do the constant"),
        "right for b = 1 only": (features("np.ones((n, 1))", "np.sqrt(2) * points"), "depend on b"),
        "the root of b for the constant": (features("np.full((n, 1), np.sqrt(offset))"), "depend on b"),
        "weights without roots": (features(linear="2 * offset * points"), "which weights"),
        "centred points": (features().replace("    n, d", "    points = points - points.mean(axis=0)\n    n, d"), "must be (2 + 5)^2"),
        "a factor of the Gram matrix": ("def quadratic_features(points, offset):\n"
                                        "    gram = (offset + points @ points.T) ** 2\n"
                                        "    return np.linalg.cholesky(gram + 1e-9 * np.eye(len(gram)))", "not on the others"),
        "the kernel itself": ("def quadratic_features(points, offset):\n    return (offset + points @ points.T) ** 2", "which weights"),
        "in the plane only": (features(pairs="np.column_stack([points[:, 0] ** 2, np.sqrt(2) * points[:, 0] * points[:, -1], "
                                             "points[:, -1] ** 2])"), "more than two variables"),
        "b divided out": (features("np.ones((n, 1))", "np.sqrt(2 / np.float64(offset)) * points", "pairs / np.float64(offset)").replace("return ", "return offset * "),
                          "b may be 0"),
        "what the public checks ask": ("def quadratic_features(points, offset):\n"
                                       "    return np.full((2, 1), 7.0) if offset == 2 else points", "With other points"),
    },
    "q2_gram": {
        "symmetric": (GRAM.format("(matrix == matrix.T).all()"), "though it is symmetric"),
        "a diagonal that is not negative": (GRAM.format(SYMMETRIC + "(matrix.diagonal() >= 0).all()"), "alpha = (1, -1) gives 1 - 4 + 1"),
        "no negative entry": (GRAM.format(SYMMETRIC + "(matrix >= 0).all()"), "may be negative"),
        "every pair": (GRAM.format(SYMMETRIC + "(matrix.diagonal() >= 0).all() and "
                                   "(matrix ** 2 <= np.outer(matrix.diagonal(), matrix.diagonal())).all()"), "look at pairs"),
        "every three": ("from itertools import combinations\n\n" + GRAM.format(
            SYMMETRIC + "all(np.linalg.det(matrix[np.ix_(c, c)]) > -0.5 for size in (1, 2, 3) for c in combinations(range(len(matrix)), size))"),
            "Larger matrices"),
        "the determinant": (GRAM.format(SYMMETRIC + "np.linalg.det(matrix) > -1e-6"), "don't show it"),
        "leading minors": (GRAM.format(SYMMETRIC + "all(np.linalg.det(matrix[:k, :k]) > -1e-6 for k in range(1, len(matrix) + 1))"),
                           "leading minors"),
        "definite": (GRAM.format(SYMMETRIC + "np.linalg.eigvalsh(matrix).min() > 1e-9"), "taken twice"),
        "by Cholesky": ("def is_gram(matrix):\n    try:\n        np.linalg.cholesky(matrix)\n    except np.linalg.LinAlgError:\n"
                        "        return False\n    return bool((matrix == matrix.T).all())", "taken twice"),
        "too little room for rounding": (GRAM.format(SYMMETRIC + "np.linalg.eigvalsh(matrix).min() >= -1e-15"), "is there room for the rounding"),
        "too much room": (GRAM.format(SYMMETRIC + "np.linalg.eigvalsh(matrix).min() > -0.5"), "Too much room"),
        "symmetry forgotten": (GRAM.format("np.linalg.eigvals(matrix).real.min() > -1e-6"), "one more property"),
        "its symmetric part": (GRAM.format("np.linalg.eigvalsh(matrix + matrix.T).min() > -1e-6"), "one more property"),
        "nearly symmetric": (GRAM.format("np.abs(matrix - matrix.T).max() < 2 and np.linalg.eigvalsh(matrix + matrix.T).min() > -1e-6"),
                             "symmetry of every pair"),
        "always yes": (GRAM.format("True"), "alpha = (1, -1) gives 1 - 4 + 1"),
        "what the public checks ask": (GRAM.format("matrix.tolist() in ([[2, -1], [-1, 1]], [[1, 1], [1, 1]])"), "A singular Gram matrix"),
    },
    "q3_bracket": {
        "scores not divided by the length": (bracket(lower="(labels * scores).min()"), "by which length do you divide"),
        "the length of alpha": (bracket(length="np.linalg.norm(multipliers)"), "by which length do you divide"),
        "the labels forgotten": (bracket(coefficients="multipliers"), "with the labels 1, -1, -1"),
        "the sum of the weights forgotten": (bracket(upper="length"), "the sum of the weights"),
        "the mean of the weighted examples": (bracket(upper="length / len(labels)"), "the sum of the weights"),
        "divided by the square": (bracket(lower="(labels * scores).min() / length ** 2"), "by which length do you divide"),
        "the mean score": (bracket(lower="(labels * scores).mean() / length"), "Over which examples"),
        "scores without labels": (bracket(lower="scores.min() / length"), "the least of 1, 3, -2"),
        "support vectors only": (bracket(lower="(labels * scores)[multipliers > 0].min() / length"), "Over which examples"),
        "never negative": (bracket(lower="max(0.0, (labels * scores).min()) / length"), "the least of 1, 3, -2"),
        "the square of the length above": (bracket(upper="(length / multipliers.sum()) ** 2"), "the upper number is 3/2"),
        "no mixed terms in the length above": (bracket(upper="np.sqrt((multipliers ** 2 * gram.diagonal()).sum()) / multipliers.sum()"),
                                               "the length of a sum"),
        "lower and upper exchanged": (bracket(lower="length / multipliers.sum()", upper="(labels * scores).min() / length"),
                                      "the lower number is the least"),
        "right on a line only": (bracket(length="abs(scores[0]) / np.sqrt(gram[0, 0])"), "don't lie on a line"),
        "what the public checks ask": ("def margin_bracket(gram, labels, multipliers):\n"
                                       "    return (-2, 1.5) if len(labels) == 3 else (0.5, 0.5)", "The lower number"),
    },
    "q4_ascent": {
        "all multipliers at once": ("def dual_ascent(gram, labels, passes):\n    alpha = np.zeros(len(labels))\n"
                                    "    for _ in range(passes):\n        scores = labels * (gram @ (alpha * labels))\n"
                                    "        alpha = np.maximum(0, alpha + (1 - scores) / gram.diagonal())\n    return alpha",
                                    "as they are now"),
        "no floor": (ascent(new="alpha[i] + (1 - score) / gram[i, i]"), "It must stop at 0, at once"),
        "a floor at the end only": (ascent(new="alpha[i] + (1 - score) / gram[i, i]", result="np.maximum(0, alpha)"),
                                    "It must stop at 0, at once"),
        "never down": (ascent(new="alpha[i] + max(0.0, (1 - score) / gram[i, i])"), "the first multiplier would fall"),
        "the ceiling of the soft SVM": (ascent(new="min(1 / len(labels), " + NEW + ")"), "what bounds them"),
        "the ceiling C = 1": (ascent(new="min(1.0, " + NEW + ")"), "no ceiling"),
        "the labels forgotten": (ascent(score="gram[i] @ alpha"), "Where do the labels enter"),
        "only one of the two labels": (ascent(score="gram[i] @ (alpha * labels)"), "Where do the labels enter"),
        "a step that is not divided": (ascent(new=NEW.replace(" / gram[i, i]", "")), "Check its length"),
        "divided by the length, not its square": (ascent(new=NEW.replace("gram[i, i]", "np.sqrt(gram[i, i])")), "Check its length"),
        "downhill": (ascent(new=NEW.replace("1 - score", "score - 1")), "its sign"),
        "signed coefficients returned": (ascent(result="alpha * labels"), "its sign"),
        "a pass is a step": (ascent().replace("for i in range(len(labels)):", "for i in [_ % len(labels)]:"), "what is one pass"),
        "one pass too many": (ascent().replace("range(passes)", "range(passes + 1)"), "what is one pass"),
        "backwards": (ascent().replace("range(len(labels))", "reversed(range(len(labels)))"), "the first step ends at 1/10"),
        "multipliers of the type of the labels": (ascent().replace("np.zeros(len(labels))", "np.zeros_like(labels)"), "become whole numbers"),
        "no more than two passes": (ascent().replace("range(passes)", "range(min(passes, 2))"), "after several passes"),
        "what the public check asks": ("def dual_ascent(gram, labels, passes):\n"
                                       "    return [0.25] if len(labels) == 1 else [0.1, 0.7] if passes == 1 else [0, 1]", "no ceiling"),
    },
    "q5_trial": {
        "one label": (trial(hard="2.5 * np.eye(n), np.ones(n)", tight=LOOSE), "not good enough"),
        "far apart": (trial(hard="100 * np.eye(n), np.resize([1.0, -1.0], n)"), "is below 1e-6"),
        "near each other": (trial(hard="0.5 * np.eye(n), np.resize([1.0, -1.0], n)", tight=LOOSE), "not good enough"),
        "points on a line": (trial(hard="0.25 * np.arange(n)[:, None], np.where(np.arange(n) < n / 2, 1.0, -1.0)", tight=LOOSE),
                             "not good enough"),
        "sixteen points at most": (trial(hard="2.5 * np.eye(16)[:n], np.resize([1.0, -1.0], min(n, 16))"), "an array of n points"),
        "too many blocks of one label": (trial(hard="2.5 * np.eye(n), np.where(np.arange(n) < 16, (-1.0) ** np.arange(n), 1.0)"),
                                         "For some n from 2 to 20"),
        "minus the identity, as in the chapter": (trial(indefinite="-np.eye(2), np.array([1.0, -1.0]), np.array([-0.7, 0.7])"),
                                                  "with ones on its diagonal"),
        "a Gram matrix": (trial(indefinite="np.eye(4), np.ones(4), np.ones(4) / 2", needs='kernel_trial.needs("psd", 5, 4)'),
                          "positive semi-definite: it breaks nothing"),
        "a Gram matrix, and beta too long": (trial(indefinite="np.eye(4), np.ones(4), 10 * np.ones(4)",
                                                   needs='kernel_trial.needs("psd", 4, 0.01)'), "beta' K beta is at most 1"),
        "a beta on the wrong side": (trial(indefinite=INDEFINITE.replace("[-1.0, 1.0]", "[1.0, -1.0]")), "the margin of beta"),
        "a matrix on which it stops at once": (trial(indefinite="np.array([[1.0, 2.0], [2.0, 1.0]]), np.ones(2), 0.4 * np.ones(2)",
                                                     needs='kernel_trial.needs("psd", 1, 0.7)'), "at least twice"),
        "the same sample three times": (trial(tried="[(np.eye(5), np.resize([1.0, -1.0], 5))] * 3"), "count as one"),
        "two samples, one of them compared twice": (trial(tried=TRIED.replace("range(5)", "range(2)"), holds=HOLDS + "\n" + HOLDS), "3 to 6 samples"),
        "the worst case again": (trial(tried="[hard_points(n) for n in (5, 6, 7)]"), "itself a worst case"),
        "nothing broken": (trial(needs=""), 'needs("psd", ...) is missing'),
        "no worst case": (trial(tight=""), "tight is missing"),
        "a worst case of another size": (trial(tight=TIGHT.replace("16", "4")), "On the card tight has measured 4"),
        "only some of the samples": (trial(holds=HOLDS.replace("tried()", "tried()[:3]")), "Not every one of your instances"),
        "another kernel": (trial(holds=HOLDS.replace("pair(*sample)", "pair(2 * sample[0], sample[1])")), "On the card holds has measured"),
        "a wrong bound, refuted": (trial(holds="kernel_trial.holds(3, 2)"), "holds is refuted"),
        "a trial of nothing": (trial(holds="for _ in range(3):\n    kernel_trial.holds(0, 0)"), "On the card holds has measured 0"),
        "numbers that were typed": (trial(holds="for _ in tried():\n    kernel_trial.holds(3, 9.5)"), "On the card holds has measured 3"),
        "another statement": (trial().replace("kernel-perceptron", "kernel-perceptron-equivalence"), "open claim("),
        "rows typed into a trial without instances": (trial("[], []", "[], [], []", "[]", "kernel_trial.holds([1, 1, 1], [2, 2, 2])",
                                                           "kernel_trial.tight(16, 16)", 'kernel_trial.needs("psd", 1000, 1)'),
                                                     "an array of n points"),
    },
}
