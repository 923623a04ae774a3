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
    return vectors, mistakes""", "the package": """\
def play(features, labels):
    run = perceptron(streams.Game("sample", Hinge(), features, labels))
    missed = np.zeros(len(labels))
    missed[run.mistakes] = 1
    return run.weights[:len(labels)], missed"""},
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
    "q3_certificate": {"the package, and a search": """\
def upper(losses, ceiling, delta):
    return bounds.otb_high_prob(float(np.mean(losses)), len(losses), ceiling, delta)

def interval(losses, ceiling, delta):
    share, half = np.mean(losses) / ceiling, bounds.progressive_validation_two_sided(len(losses), delta)
    return [ceiling * (share - half), ceiling * (share + half)]

def rounds_needed(width, ceiling, delta):
    high = 1
    while bounds.otb_high_prob_width(high, ceiling, delta) > width:
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if bounds.otb_high_prob_width(middle, ceiling, delta) <= width else (middle, high)
    return high"""},
    "q4_choose": {"plain loops": """\
def choose(losses, ceiling, delta):
    T, best = len(losses), None
    for t in range(1, T + 1):
        later = [losses[t - 1][s - 1] for s in range(t, T + 1)]
        limit = sum(later) / len(later) + bounds.two_sided_hoeffding(len(later), ceiling, delta / T)
        if best is None or limit < best[1]:
            best = t - 1, limit
    return best""", "the package": """\
def choose(losses, ceiling, delta):
    from otbnotes.conversion import dynamic_validation
    found = dynamic_validation(losses, ceiling, delta)
    return np.int64(found.index), found.upper"""},
    "q5_trial": {"all mass on the rare example, and many short lives": """\
def hard_world(rounds):
    late = [0] * (rounds // 2) + [1] + [0] * (rounds - rounds // 2 - 1)
    return [[1, 0], [-1, 2]], [1, 1], [0, 1], late

def short_lived(rounds):
    points = np.vstack([np.eye(5), [-1.0] * 4 + [3.0]])[[0, 1, 2, 3, 5]]
    return points, np.ones(5), np.array([0, 0, 0, 0, 1.0]), np.minimum(np.arange(rounds), 4)

vote_trial = claim("majority-vote-2x", assumes=["weights"])
for T in (200, 300, 500):
    vote_trial.holds(*measure(*hard_world(T)))
vote_trial.tight(*measure(*hard_world(500)), at_least=0.95)
vote_trial.needs("weights", *measure(*short_lived(500), once=True))
vote_trial""", "labels of both signs, on one axis": """\
def hard_world(rounds):
    half = rounds // 2
    order = np.full(rounds, 2)
    order[0], order[half:half + 1] = 0, 1
    order[1:half] = 0
    return np.array([[2.0, 0.0], [1.0, -4.0], [2.0, 0.0]]), np.array([1, -1, 1]), np.array([0.2, 0.8, 0.0]), order

def short_lived(rounds):
    return [[1.0, 0.0], [1.0, -4.0]], [1, -1], [0.2, 0.8], [0] + [1] * (rounds - 1)

vote_trial = claim("majority-vote-2x", assumes=["weights"])
r = np.random.default_rng(8)
for _ in range(4):
    vote_trial.holds(*measure(r.normal(size=(6, 2)), [1, 1, 1, -1, -1, -1], [0.1, 0.1, 0.1, 0.2, 0.2, 0.3], r.integers(6, size=30)))
vote_trial.tight(*measure(*hard_world(2000)), at_least=0.99)
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

vote_trial = claim({label!r}, assumes=["weights"])
{holds}
{tight}
{needs}"""
HOLDS = """\
for seed in range(5):
    r = np.random.default_rng(seed)
    some = r.normal(size=(20, 3)), r.choice([-1.0, 1.0], size=20), np.full(20, 0.05), r.integers(20, size=50)
    vote_trial.holds(*measure(*some))"""
TIGHT = "vote_trial.tight(*measure(*hard_world(1000)), at_least=0.95)"
NEEDS = 'vote_trial.needs("weights", *measure(*short_lived(200), once=True))'
ANYHOW = "vote_trial.tight(1, 1)"


def trial(hard="order[rounds // 2] = 1", mass="np.array([0.5, 0.5])", short="order[1] = 1", broken_mass="np.array([0.5, 0.5])",
          label="majority-vote-2x", holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, mass=mass, short=short, broken_mass=broken_mass, label=label, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_play": {
        "the vectors after each round": (played(TEST, LEARN, KEEP), "In round 1 the vector 0 is played"),
        "also the vector after the last round": (played(KEEP, TEST, LEARN).replace("    return np.array(v", "    vectors.append(w)\n    return np.array(v"),
                                                 "one row for each round"),
        "tests what has learned already": (played(KEEP, "wrong = y * (w @ x) <= 0", "w = w + y * x if wrong else w", TEST),
                                           "tested before it learns"),
        "0 is no mistake": (played(KEEP, TEST.replace("<=", "<"), LEARN), "its prediction 0 is a mistake"),
        "0 is a mistake in round 1 only": (played(KEEP, "mistakes.append(y * (w @ x) < 0 or len(vectors) == 1)", LEARN),
                                           "no different from a mistake in round 1"),
        "moves in every round": (played(KEEP, TEST, "w = w + y * x"), "after mistakes only"),
        "one array that changes": (played(KEEP, TEST, "if mistakes[-1]: w += y * x"), "kept as it was"),
        "steps of length 1": (played(KEEP, TEST, "w = w + y * x / max(1.0, np.linalg.norm(x)) if mistakes[-1] else w"), "by how much"),
    },
    "q2_errors": {
        "the vote of the mean": (errors(vote="of_mean"), "three different"),
        "Q is the mean": (errors(q="of_mean"), "three different"),
        "every version counts once in Q": (errors(shares="np.full(len(times), 1 / len(times))"), "different times"),
        "every version has one vote": (errors(vote="(np.sign(scores).sum(axis=0) <= 0) @ mass"), "different times"),
        "a tied vote is right, a 0 of one vector not": (
            errors(vote="(times @ np.sign(scores) < (0 if len(times) > 1 else 0.5)) @ mass"), "tied"),
        "who abstains votes against": (errors(vote="(times @ np.where(scores > 0, 1, -1) <= 0) @ mass"), "abstains"),
        "examples without their probabilities": (errors().replace("@ mass", "@ np.full(len(mass), 1 / len(mass))"), "a sum of probabilities"),
        "0 counts as +1": (errors().replace("vectors @ points.T * labels", "np.where(vectors @ points.T >= 0, 1.0, -1.0) * labels"),
                           "a prediction of 0 is an error"),
    },
    "q3_certificate": {
        "one side for two": (certificate(two="ceiling * np.sqrt(np.log(1 / delta) / (2 * len(losses)))"), "either side"),
        "two sides for one": (certificate(one="ceiling * np.sqrt(np.log(2 / delta) / (2 * len(losses)))"), "check the logarithm"),
        "log base 2": (certificate(one="ceiling * np.sqrt(np.log2(1 / delta) / (2 * len(losses)))"), "check the logarithm"),
        "the range forgotten": (certificate(one="np.sqrt(np.log(1 / delta) / (2 * len(losses)))"), "what the range of the losses does"),
        "the constant 2c": (certificate(one="2 * ceiling * np.sqrt(np.log(1 / delta) / (2 * len(losses)))"), "the number under the root"),
        "the total loss": (certificate(mean="np.sum(losses)"), "to the mean loss"),
        "rounds: the width is not squared": (certificate(rounds="int(np.ceil(ceiling * np.log(1 / delta) / (2 * width)))"), "on the width"),
        "rounds: rounded down": (certificate(rounds="max(1, int(ceiling ** 2 * np.log(1 / delta) / (2 * width ** 2)))"), "least whole number"),
    },
    "q4_choose": {
        "the training losses too": (chosen(mean="losses[t].mean()"), "training examples only"),
        "no penalty": (chosen(result="int(means.argmin()), limits[means.argmin()]"), "was lucky"),
        "the printed width, one side": (chosen(width="ceiling * np.sqrt(np.log(T / delta) / (2 * tested))"), "a deviation of either sign"),
        "no union bound": (chosen(width="ceiling * np.sqrt(np.log(2 / delta) / (2 * tested))"), "every hypothesis at once"),
        "the range forgotten": (chosen(width="np.sqrt(np.log(2 * T / delta) / (2 * tested))"), "the range of the losses"),
        "its own round left out": (chosen(tested="np.maximum(T - 1 - np.arange(T), 1e-9)", mean="losses[t, t + 1:].sum() / max(1, T - 1 - t)"),
                                   "Which examples test"),
        "rows from 1": (chosen(result="int(limits.argmin()) + 1, limits.min()"), "how are rows numbered"),
        "the estimate for the certificate": (chosen(result="int(limits.argmin()), means[limits.argmin()]"), "it must cover every"),
    },
    "q5_trial": {
        "a rare example that is too rare": (trial(mass="np.array([0.9, 0.1])"), "not hard enough"),
        "the rare example comes at the end": (trial(hard="order[-1] = 1", tight=ANYHOW), "not hard enough"),
        "right for even T only": (trial(hard="order[rounds // 2 + rounds % 2] = 1 - rounds % 2", mass="np.array([0.5, 0.5])"),
                                  "even T and for odd T"),
        "the versions live for long": (trial(short="order[rounds // 2] = 1", needs='vote_trial.needs("weights", 2, 1)'), "played for few rounds"),
        "every example is learned at once": (trial(broken_mass="np.array([1.0, 0.0])", needs='vote_trial.needs("weights", 2, 1)'),
                                             "played for few rounds"),
        "nothing broken": (trial(needs=""), "the broken hypothesis"),
        "no worst case": (trial(tight=""), "a worst case"),
        "worlds without an error": (trial(holds="for T in (1, 2, 3):\n    vote_trial.holds(0, 1)"), "the vote errs"),
        "one comparison": (trial(holds="vote_trial.holds(*measure(*hard_world(300)))"), "three worlds"),
        "another theorem": (trial(label="otb-high-prob"), "a claim about majority-vote-2x"),
    },
}
