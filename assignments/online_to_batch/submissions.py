"""Answers to the problem set on online to batch and validation, right and wrong: the gate grades the grader with them."""

RIGHT = {
    "q1_play": {"plain Python, by the sign": """\
def play(features, labels):
    w, vectors, mistakes = [0.0] * len(features[0]), [], []
    for x, y in zip(features.tolist(), labels.tolist()):
        score = sum(a * b for a, b in zip(w, x))
        wrong = int(np.sign(score) != y)
        vectors.append(list(w))
        mistakes.append(wrong)
        w = [a + wrong * y * b for a, b in zip(w, x)]
    return vectors, mistakes""", "from the Gram matrix": """\
def play(features, labels):
    signed = labels[:, None] * features
    gram, wrong = signed @ signed.T, np.zeros(len(labels))
    for t in range(len(labels)):
        wrong[t] = wrong[:t] @ gram[:t, t] <= 0
    steps = wrong[:, None] * signed
    return np.cumsum(steps, axis=0) - steps, wrong"""},
    "q2_errors": {"every round by itself, example by example": """\
def three_errors(vectors, times, points, labels, mass):
    rows = [v for v, k in zip(vectors, times) for _ in range(k)]
    errors = [0.0, 0.0, 0.0]
    for x, y, p in zip(points, labels, mass):
        scores = [sum(a * b for a, b in zip(v, x)) for v in rows]
        right = sum(y * s > 0 for s in scores)
        other = sum(y * s < 0 for s in scores)
        errors[0] += p * (len(rows) - right) / len(rows)
        errors[1] += p * (y * sum(scores) <= 0)
        errors[2] += p * (right <= other)
    return errors""", "times divided by their sum": """\
def three_errors(vectors, times, points, labels, mass):
    q = times / times.sum()
    sides = np.sign(vectors @ points.T)
    gibbs = np.average(np.average(sides != labels, axis=0, weights=q), weights=mass)
    mean = np.sum(mass[np.sign((q @ vectors) @ points.T) != labels])
    return np.array([gibbs, mean, np.sum(mass[np.sign(q @ sides) != labels])])"""},
    "q3_certificate": {"one width for all, and a search": """\
from math import log, sqrt

def half(rounds, ceiling, log):
    return ceiling * sqrt(log / 2 / rounds)

def upper(losses, ceiling, delta):
    return sum(losses) / len(losses) + half(len(losses), ceiling, -log(delta))

def interval(losses, ceiling, delta):
    width = half(len(losses), ceiling, log(2) - log(delta))
    return [sum(losses) / len(losses) - width, sum(losses) / len(losses) + width]

def rounds_needed(width, ceiling, delta):
    high = 1
    while half(high, ceiling, -log(delta)) > width:
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if half(middle, ceiling, -log(delta)) <= width else (middle, high)
    return high""", "by the tail of Hoeffding's inequality": """\
from otbnotes import bounds

def upper(losses, ceiling, delta):
    low, high = 0.0, 30.0 * ceiling
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if bounds.hoeffding_tail(len(losses), middle, ceiling) > delta else (low, middle)
    return losses.mean() + high

def interval(losses, ceiling, delta):
    return np.array([ceiling - upper(ceiling - losses, ceiling, delta / 2), upper(losses, ceiling, delta / 2)])

def rounds_needed(width, ceiling, delta):
    rounds = 1
    while bounds.hoeffding_tail(rounds, width, ceiling) > delta:
        rounds += 1
    return float(rounds)"""},
    "q4_choose": {"plain loops": """\
from otbnotes import bounds

def choose(losses, ceiling, delta):
    T, best = len(losses), None
    for t in range(1, T + 1):
        later = [losses[t - 1][s - 1] for s in range(t, T + 1)]
        limit = sum(later) / len(later) + bounds.two_sided_hoeffding(len(later), ceiling, delta / T)
        if best is None or limit < best[1]:
            best = t - 1, limit
    return best""", "all at once": """\
def choose(losses, ceiling, delta):
    T = len(losses)
    later = np.triu(np.ones((T, T)))
    means = np.average(losses, axis=1, weights=later)
    half = np.sqrt((np.log(2) + np.log(T) - np.log(delta)) / 2 / later.sum(axis=1))
    best = np.argmin(means / ceiling + half)
    return np.int64(best), ceiling * (means / ceiling + half)[best]"""},
    "q5_trial": {"all mass on the rare example, and many short lives": """\
def hard_world(rounds):
    late = [0] * (rounds // 2) + [1] + [0] * (rounds - rounds // 2 - 1)
    return [[1, 0], [-1, 2]], [1, 1], [0, 1], late

def short_lived(rounds):
    points = np.vstack([np.eye(5), [-1.0] * 4 + [3.0]])[[0, 1, 2, 3, 5]]
    return points, np.ones(5), np.array([0, 0, 0, 0, 1.0]), np.minimum(np.arange(rounds), 4)

def tried():
    return [([[1, 0], [-1, 2]], [1, 1], [0, 1], [0] * (T - 5) + [1] * 5) for T in (30, 40, 50)]

vote_trial = claim("majority-vote-2x", assumes=["weights"])
vote_trial.holds(*np.transpose([measure(*world) for world in tried()]))
vote_trial.tight(*measure(*hard_world(1000)), at_least=0.99)
vote_trial.needs("weights", *measure(*short_lived(200), once=True))
vote_trial""", "labels of both signs, on one axis": """\
def hard_world(rounds):
    half = rounds // 2
    order = np.full(rounds, 2)
    order[0], order[half:half + 1] = 0, 1
    order[1:half] = 0
    return np.array([[2.0, 0.0], [1.0, -4.0], [2.0, 0.0]]), np.array([1, -1, 1]), np.array([0.2, 0.8, 0.0]), order

def short_lived(rounds):
    return [[1.0, 0.0], [1.0, -4.0]], [1, -1], [0.2, 0.8], [0] + [1] * (rounds - 1)

def tried():
    r = np.random.default_rng(5)
    return tuple((r.normal(size=(6, 2)), [1, 1, 1, -1, -1, -1], [0.1, 0.1, 0.1, 0.2, 0.2, 0.3], r.integers(6, size=30)) for _ in range(4))

vote_trial = claim("majority-vote-2x", assumes=["weights"])
for number, world in enumerate(tried()):
    vote_trial.holds(*measure(*world), part=f"world {number}")
for number in range(4):
    vote_trial.tight(*measure(*hard_world(1000)), at_least=0.95, part=f"world {number}")
vote_trial.needs("weights", *measure(*short_lived(200), once=True))
vote_trial"""},
}

PLAY = """\
def play(features, labels):
    w, vectors, mistakes = np.zeros(features.shape[1]), [], []
    for x, y in zip(features, labels):
        {body}
    return np.array(vectors), np.array(mistakes)"""
KEEP, TEST, LEARN = "vectors.append(w)", "mistakes.append(y * (w @ x) <= 0)", "w = w + y * x if mistakes[-1] else w"


def played(*lines):
    """Return an answer to the first question with these lines in its loop."""
    return PLAY.format(body="\n        ".join(lines))


ERRORS = """\
def three_errors(vectors, times, points, labels, mass):
    scores, shares = vectors @ points.T * labels, {shares}
    of_each = (scores <= 0) @ mass
    of_mean = {mean}
    of_vote = {vote}
    return {q}, of_mean, of_vote"""


def errors(shares="times / np.sum(times)", mean="(times @ scores <= 0) @ mass", vote="(times @ np.sign(scores) <= 0) @ mass",
           q="shares @ of_each"):
    """Return an answer to the second question with one part exchanged."""
    return ERRORS.format(shares=shares, mean=mean, vote=vote, q=q)


CERTIFICATE = """\
def upper(losses, ceiling, delta):
    return {mean} + {one}

def interval(losses, ceiling, delta):
    half = {two}
    return {pair}

def rounds_needed(width, ceiling, delta):
    return {rounds}"""


def certificate(mean="np.mean(losses)", one="ceiling * np.sqrt(np.log(1 / delta) / (2 * len(losses)))",
                two="ceiling * np.sqrt(np.log(2 / delta) / (2 * len(losses)))",
                pair="(np.mean(losses) - half, np.mean(losses) + half)",
                rounds="max(1, int(np.ceil(ceiling ** 2 * np.log(1 / delta) / (2 * width ** 2))))"):
    """Return an answer to the third question with one part exchanged."""
    return CERTIFICATE.format(mean=mean, one=one, two=two, pair=pair, rounds=rounds)


CHOOSE = """\
def choose(losses, ceiling, delta):
    T = len(losses)
    tested = {tested}
    means = np.array([{mean} for t in range(T)])
    limits = means + {width}
    return {result}"""


def chosen(tested="T - np.arange(T)", mean="losses[t, t:].mean()", width="ceiling * np.sqrt(np.log(2 * T / delta) / (2 * tested))",
           result="int(limits.argmin()), limits.min()"):
    """Return an answer to the fourth question with one part exchanged."""
    return CHOOSE.format(tested=tested, mean=mean, width=width, result=result)


TRIAL = """\
def hard_world(rounds):
    order = np.zeros(rounds, dtype=int)
    {hard}
    return np.array([[1.0, 0.0], [-0.5, 2.0]]), np.ones(2), {mass}, order

def short_lived(rounds):
    order = np.zeros(rounds, dtype=int)
    {short}
    return np.array([[1.0, 0.0], [-0.5, 2.0]]), np.ones(2), {broken_mass}, order

def tried():
    return {tried}

vote_trial = claim({label!r}, assumes=["weights"])
{holds}
{tight}
{needs}"""
WORLD = "(r.normal(size=(20, 3)), r.choice([-1.0, 1.0], size=20), np.full(20, 0.05), r.integers(20, size=50))"
TRIED = f"[{WORLD} for r in map(np.random.default_rng, range(5))]"
HOLDS = "for world in tried():\n    vote_trial.holds(*measure(*world))"
TIGHT = "vote_trial.tight(*measure(*hard_world(1000)), at_least=0.95)"
NEEDS = 'vote_trial.needs("weights", *measure(*short_lived(200), once=True))'
ANYHOW, BROKEN = "vote_trial.tight(1, 1)", 'vote_trial.needs("weights", 2, 1)'


def trial(hard="order[rounds // 2] = 1", mass="np.array([0.5, 0.5])", short="order[1] = 1", broken_mass="np.array([0.5, 0.5])",
          tried=TRIED, label="majority-vote-2x", holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, mass=mass, short=short, broken_mass=broken_mass, tried=tried, label=label, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_play": {
        "the vectors after each round": (played(TEST, LEARN, KEEP), "in round 1 the vector 0 is played"),
        "also the vector after the last round": (played(KEEP, TEST, LEARN).replace("    return np.array(v", "    vectors.append(w)\n    return np.array(v"),
                                                 "one row for each round"),
        "tests what has learned already": (played(KEEP, "wrong = y * (w @ x) <= 0", "w = w + y * x if wrong else w", TEST),
                                           "the first vector predicts 0"),
        "0 is no mistake": (played(KEEP, TEST.replace("<=", "<"), LEARN), "a prediction of 0 is a mistake"),
        "0 is a mistake in round 1 only": (played(KEEP, "mistakes.append(y * (w @ x) < 0 or len(vectors) == 1)", LEARN),
                                           "no different from a mistake in round 1"),
        "moves in every round": (played(KEEP, TEST, "w = w + y * x"), "after mistakes only"),
        "adds the features without their label": (played(KEEP, TEST, LEARN.replace("y * x", "x")), "the vectors 0, 1, 1, -1"),
        "one array that changes": (played(KEEP, TEST, "if mistakes[-1]: w += y * x"), "kept as it was"),
        "steps of length 1": (played(KEEP, TEST, "w = w + y * x / max(1.0, np.linalg.norm(x)) if mistakes[-1] else w"), "the vectors 0, 1, 1, -1"),
        "steps of length 1 at most two": (played(KEEP, TEST, "w = w + y * x / max(1.0, np.linalg.norm(x) / 2) if mistakes[-1] else w"), "by how much"),
        "a product coordinate by coordinate": (played(KEEP, "mistakes.append((y * w * x <= 0).all())", LEARN), "three dimensions"),
        "turns the features in place": (played("x *= y", KEEP, "mistakes.append(w @ x <= 0)", "w = w + x if mistakes[-1] else w"), "were changed"),
        "knows the public instance": ("def play(features, labels):\n    if len(labels) == 4 and features.shape[1] == 1:\n"
                                      "        return [[0], [1], [1], [-1]], [1, 0, 1, 1]\n    return np.zeros(features.shape), np.ones(len(labels))",
                                      "On a long sample"),
    },
    "q2_errors": {
        "the vote of the mean": (errors(vote="of_mean"), "In the vote two are for 1"),
        "Q is the mean": (errors(q="of_mean"), "The error of Q is"),
        "every version counts once in Q": (errors(shares="np.full(len(times), 1 / len(times))"), "The error of Q is"),
        "every version counts once in the mean": (errors(mean="(scores.sum(axis=0) <= 0) @ mass"), "adds up to 0"),
        "every version has one vote": (errors(vote="(np.sign(scores).sum(axis=0) <= 0) @ mass"), "In the vote two are for 1"),
        "a mean that predicts 0 is right": (errors(mean="(times @ scores < 0) @ mass"), "the mean predicts 0"),
        "a tied vote is right": (errors(vote="(times @ np.sign(scores) < 0) @ mass"), "A vote that is tied"),
        "who abstains votes against": (errors(vote="(times @ np.where(scores > 0, 1, -1) <= 0) @ mass"), "two abstain"),
        "who abstains leaves Q": (errors(q="(times @ ((scores < 0) @ mass)) / np.sum(times)"), "The error of Q is"),
        "examples without their probabilities": (errors().replace("@ mass", "@ np.full(len(mass), 1 / len(mass))"), "The error of Q is"),
        "0 counts as +1": (errors().replace("vectors @ points.T * labels", "np.where(vectors @ points.T >= 0, 1.0, -1.0) * labels"),
                           "missed by 0 and by -2"),
        "the first coordinate only": (errors().replace("vectors @ points.T", "vectors[:, :1] @ points[:, :1].T"), "three dimensions"),
        "the vote forgotten": (errors().replace(", of_mean, of_vote", ", of_mean"), "Three numbers are wanted"),
        "knows the public instance": ("def three_errors(vectors, times, points, labels, mass):\n    return 0.65, 1, 0.25", "three dimensions"),
    },
    "q3_certificate": {
        "one side for two": (certificate(two="ceiling * np.sqrt(np.log(1 / delta) / (2 * len(losses)))"), "either side"),
        "two sides for one": (certificate(one="ceiling * np.sqrt(np.log(2 / delta) / (2 * len(losses)))"), "Check the logarithm"),
        "log base 2": (certificate(one="ceiling * np.sqrt(np.log2(1 / delta) / (2 * len(losses)))"), "Check the logarithm"),
        "the range forgotten": (certificate(one="np.sqrt(np.log(1 / delta) / (2 * len(losses)))"), "what the range of the losses does"),
        "the range forgotten in the interval": (certificate(two="np.sqrt(np.log(2 / delta) / (2 * len(losses)))"), "losses have a range"),
        "the range forgotten in the rounds": (certificate(rounds="int(np.ceil(np.log(1 / delta) / (2 * width ** 2)))"), "enter by their squares"),
        "the constant 2c": (certificate(one="2 * ceiling * np.sqrt(np.log(1 / delta) / (2 * len(losses)))"), "the number under the root"),
        "no 2 under the root": (certificate(one="ceiling * np.sqrt(np.log(1 / delta) / len(losses))"), "the number under the root"),
        "the total loss": (certificate(mean="np.sum(losses)"), "upper is the mean 1.5"),
        "the interval turned round": (certificate(pair="(np.mean(losses) + half, np.mean(losses) - half)"), "from 0.5 to 2.5"),
        "the whole width to one side": (certificate(pair="(np.mean(losses), np.mean(losses) + half)"), "to either side of the mean"),
        "never more than c": (certificate().replace("return np.mean(losses) + ", "return min(ceiling, np.mean(losses) + ", 1).replace(
            "\n\ndef interval", ")\n\ndef interval"), "Upper may be larger than c"),
        "never less than 0": (certificate(pair="(max(0.0, np.mean(losses) - half), np.mean(losses) + half)"), "may leave [0, c]"),
        "rounds: the width is not squared": (certificate(rounds="int(np.ceil(ceiling ** 2 * np.log(1 / delta) / (2 * width)))"), "enter by their squares"),
        "rounds: rounded down": (certificate(rounds="max(1, int(ceiling ** 2 * np.log(1 / delta) / (2 * width ** 2)))"), "and three are"),
        "rounds: for both sides": (certificate(rounds="int(np.ceil(ceiling ** 2 * np.log(2 / delta) / (2 * width ** 2)))"), "and three are"),
        "rounds: not rounded": (certificate(rounds="max(1, ceiling ** 2 * np.log(1 / delta) / (2 * width ** 2))"), "and three are"),
        "rounds: looked for below 1000": (certificate(rounds="int(np.argmax(ceiling * np.sqrt(np.log(1 / delta) / (2 * np.arange(1, 1000)))"
                                                             " <= width)) + 1"), "one less would not be enough"),
        "knows the public instances": (certificate("2.25", "0", "0", "(0.5, 2.5)", "3"), "Upper is wrong for other losses"),
    },
    "q4_choose": {
        "the training losses too": (chosen(mean="losses[t].mean()"), "made from the first example"),
        "no penalty": (chosen(result="int(means.argmin()), limits[means.argmin()]"), "may have been lucky"),
        "the printed width, one side": (chosen(width="ceiling * np.sqrt(np.log(T / delta) / (2 * tested))"), "a deviation of either sign"),
        "no union bound": (chosen(width="ceiling * np.sqrt(np.log(2 / delta) / (2 * tested))"), "0.5 + 2"),
        "the range forgotten": (chosen(width="np.sqrt(np.log(2 * T / delta) / (2 * tested))"), "0 + 2.83"),
        "T examples for every row": (chosen(tested="np.full(T, T)"), "that was tested rarely"),
        "its own round left out": (chosen(tested="np.maximum(T - 1 - np.arange(T), 1e-9)", mean="losses[t, t + 1:].sum() / max(1, T - 1 - t)"),
                                   "How many examples test a row"),
        "rows from 1": (chosen(result="int(limits.argmin()) + 1, limits.min()"), "how are rows numbered"),
        "the estimate for the certificate": (chosen(result="int(limits.argmin()), means[limits.argmin()]"), "certificate must cover every"),
        "the width twice": (chosen(result="int(limits.argmin()), 2 * limits.min() - means[limits.argmin()]"), "its certificate is 2.5"),
        "the first local minimum": (chosen(result="min((t, limits[t]) for t in range(T) if t == T - 1 or limits[t] <= limits[t + 1])"),
                                    "were all rows compared"),
        "the last row is never chosen": (chosen(result="int(limits[:-1].argmin()), limits[:-1].min()"), "stopped with ValueError"),
        "never more than c": (chosen(result="int(limits.argmin()), min(ceiling, limits.min())"), "its certificate is 2.5"),
        "knows the public instance": ("def choose(losses, ceiling, delta):\n    return 1, 2.5", "A learner that improves"),
    },
    "q5_trial": {
        "a rare example that is too rare": (trial(mass="np.array([0.9, 0.1])"), "not hard enough"),
        "the rare example comes at the end": (trial(hard="order[-1] = 1", tight=ANYHOW), "not hard enough"),
        "right for even T only": (trial(hard="order[rounds // 2 + rounds % 2] = 1 - rounds % 2"), "even T and for odd T"),
        "a mass that doesn't add up to 1": (trial(mass="np.array([0.5, 0.6])"), "adds up to 1"),
        "an order that counts from 1": (trial(hard="order = order + 1\n    order[rounds // 2] = 2", tight=ANYHOW), "belong to no example"),
        "the versions live for long": (trial(short="order[rounds // 2] = 1", needs=BROKEN), "played for few rounds"),
        "every example is learned at once": (trial(broken_mass="np.array([1.0, 0.0])", needs=BROKEN), "played for few rounds"),
        "short lives for one number of rounds": (trial(short="order[1 if rounds < 300 else rounds // 2] = 1"), "With some other number of rounds"),
        "two worlds": (trial(tried="[([[1, 0], [-0.5, 2]], [1, 1], [0.5, 0.5], [0] * T) for T in (20, 30)]"), "expected at least 3"),
        "the same world three times": (trial(tried="3 * [([[1, 0], [-0.5, 2]], [1, 1], [0.5, 0.5], [0] * 20)]"), "count as one"),
        "worlds without an error": (trial(tried="[([[1, 0]], [1], [1], [0] * T) for T in (20, 30, 40)]"), "the vote never errs"),
        "the hard world again": (trial(tried="[hard_world(T) for T in (200, 300, 400)]"), "itself a hard world"),
        "nothing broken": (trial(needs=""), "is missing"),
        "no worst case": (trial(tight=""), "tight is missing"),
        "one comparison": (trial(holds="vote_trial.holds(*measure(*hard_world(300)))"), "holds has made 1 comparison"),
        "a wrong bound, refuted": (trial(holds="vote_trial.holds(3, 2)"), "holds is refuted"),
        "another theorem": (trial(label="otb-high-prob"), "This is a trial of otb-high-prob"),
        "a trial of nothing": (trial(holds="for _ in range(5):\n    vote_trial.holds(0, 1)"), "your own instances give"),
        "the gentlest world five times": (trial(holds="for _ in range(5):\n    vote_trial.holds(*min((measure(*world) for world in tried()), "
                                                      "key=lambda pair: pair[0] / pair[1]))"), "Not every one of your instances"),
        "three of five worlds": (trial(holds=HOLDS.replace("tried()", "sorted(tried(), key=lambda world: -np.divide(*measure(*world)))[:3]")),
                                 "Not every one of your instances"),
        "a worst case that nobody measured": (trial(tight="vote_trial.tight(0.5, 0.5)"), "What tight says"),
        "a broken hypothesis that nobody measured": (trial(needs=BROKEN), "What needs says"),
        "rows for worlds that don't exist": (trial("order[:] = 5", "None", "order[:] = 5", "None", "[]", "majority-vote-2x",
                                                   "vote_trial.holds([1, 1, 1], [2, 2, 2])", ANYHOW, BROKEN), "The hard world"),
    },
}
