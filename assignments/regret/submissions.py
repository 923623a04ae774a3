"""Answers to the problem set on regret, right and wrong: the gate grades the grader with them."""

REGRET = "def regret(played, experts):\n    return {}"
HEDGE = """\
def hedge(losses, step):
    past = {past}
    weights = {weights}
    return weights / weights.sum(axis=1, keepdims=True)"""
PAST, WEIGHTS = "np.cumsum(losses, axis=0) - losses", "np.exp(-step * (past - past.min(axis=1, keepdims=True)))"
TUNING = """\
def hedge_bound(rounds, experts, step):
    return {bound}

def best_step(rounds, experts):
    return {step}"""
BOUND, STEP = "np.log(experts) / step + step * rounds / 8", "np.sqrt(8 * np.log(experts) / rounds)"
TRIAL = """\
def hard_losses(rounds):
    losses = np.zeros((rounds, 2))
{hard}
    return losses

def too_large(rounds):
    return {large}

def tried():
    return {tried}

def pair(losses):
    T = len(losses)
    played = online.hedge(losses, bounds.hedge_step(2, T)).losses
    return played.sum() - losses.sum(axis=0).min(), bounds.hedge_regret(2, T)

hedge_trial = claim("hedge-01", assumes=["range"])
{holds}
{tight}
{needs}"""
HARD = """\
    losses[np.arange(rounds), np.arange(rounds) % 2] = 1
    losses[rounds - int(2 * np.sqrt(rounds)):] = [0, 1]"""
LARGE = "np.where(np.arange(rounds)[:, None] == 0, [0.0, -1000.0], 0.0)"
TRIED = "[np.random.default_rng(seed).random((400, 2)) for seed in range(5)]"
HOLDS = "for losses in tried():\n    hedge_trial.holds(*pair(losses))"
TIGHT = 'hedge_trial.tight(*pair(hard_losses(1000)), at_least=0.85, because="one phase cannot serve both terms")'
NEEDS = 'hedge_trial.needs("range", *pair(too_large(400)))'


def hedge(past=PAST, weights=WEIGHTS):
    """Return an answer to the second question with one part exchanged."""
    return HEDGE.format(past=past, weights=weights)


def tuning(bound=BOUND, step=STEP):
    """Return an answer on the bound and its step with one part exchanged."""
    return TUNING.format(bound=bound, step=step)


def trial(hard=HARD, large=LARGE, tried=TRIED, holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, large=large, tried=tried, holds=holds, tight=tight, needs=needs)


RIGHT = {
    "q1_regret": {
        "plain Python": """\
def regret(played, experts):
    totals = [sum(row[i] for row in experts) for i in range(len(experts[0]))]
    return float(sum(played)) - min(totals)""",
        "the regret against each expert, round by round": """\
def regret(played, experts):
    against = np.zeros(experts.shape[1])
    for mine, theirs in zip(played, experts):
        against += mine - theirs
    return max(against)""",
    },
    "q2_hedge": {
        "round by round, in logarithms": """\
def hedge(losses, step):
    logs, rows = np.zeros(np.shape(losses)[1]), []
    for row in losses:
        shifted = logs - logs.max()
        rows.append(np.exp(shifted) / np.exp(shifted).sum())
        logs = logs - step * row
    return np.array(rows)""",
        "plain Python, lists": """\
def hedge(losses, step):
    from math import exp
    totals, rows = [0.0] * len(losses[0]), []
    for row in losses.tolist():
        least = min(totals)
        weights = [exp(-step * (total - least)) for total in totals]
        rows.append([weight / sum(weights) for weight in weights])
        totals = [total + loss for total, loss in zip(totals, row)]
    return rows""",
        "each weight by its quotients with the others": """\
def hedge(losses, step):
    past = np.vstack([np.zeros(losses.shape[1]), np.cumsum(losses, axis=0)[:-1]])
    with np.errstate(over="ignore"):
        return 1 / np.exp(step * (past[:, :, None] - past[:, None, :])).sum(axis=2)""",
    },
    "q3_tuning": {
        "by a search": """\
def hedge_bound(rounds, experts, step):
    return (8 * np.log(experts) + step ** 2 * rounds) / (8 * step)

def best_step(rounds, experts):
    low, high = 1e-9, 1e3
    for _ in range(300):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if hedge_bound(rounds, experts, left) < hedge_bound(rounds, experts, right):
            high = right
        else:
            low = left
    return low""",
        "from the standard library": """\
import math

def hedge_bound(rounds, experts, step):
    entropy, variance = math.log(experts), step * step / 8
    return (entropy + rounds * variance) / step

def best_step(rounds, experts):
    return (math.log(experts) * 8 / rounds) ** 0.5""",
    },
    "q4_trial": {
        "a patient adversary that looks": """\
def hard_losses(rounds):
    losses, step, past = np.zeros((rounds, 2)), np.sqrt(8 * np.log(2) / rounds), [0, 0]
    for t in range(rounds):
        i = int(past[1] < past[0]) if rounds - t > 5 / step else 0
        losses[t, i], past[i] = 1, past[i] + 1
    return losses

def too_large(rounds):
    losses = np.zeros((rounds, 2))
    losses[0] = [0, -1000]
    return losses

def tried():
    return [np.random.default_rng(T).integers(0, 2, size=(T, 2)).astype(float) for T in (100, 200, 300)]

def pair(losses):
    T = len(losses)
    suffered = online.hedge(losses, bounds.hedge_step(2, T)).losses
    return suffered.sum() - losses.sum(axis=0).min(), bounds.hedge_regret(2, T)

hedge_trial = claim("hedge-01", assumes=["range"])
for number, losses in enumerate(tried()):
    hedge_trial.holds(*pair(losses), part=f"coins {number}")
hedge_trial.tight(*pair(hard_losses(1000)), at_least=0.85, because="a game of finite length")
hedge_trial.needs("range", *pair(too_large(400)))
regret, bound = pair(hard_losses(900))      # the name of question 1 once more
hedge_trial""",
        "lists, and all comparisons at once": """\
def hard_losses(rounds):
    late = rounds // 10
    return [[t % 2, 1 - t % 2] if t < rounds - late else [1, 0] for t in range(rounds)]

def too_large(rounds):
    return [[-7.0 * (t % 2), -7.0 * (1 - t % 2)] for t in range(rounds)]

def tried():
    return tuple([[float(t % k == 0), 0.25] for t in range(150 * k)] for k in (2, 3, 4, 5))

def measured(losses):
    run = online.hedge(losses, bounds.hedge_step(2, len(losses)))
    return float(run.loss - min(map(sum, zip(*losses))))

def allowed(losses):
    return bounds.hedge_regret(2, len(losses))

hedge_trial = claim("hedge-01", assumes=["range"])
hedge_trial.holds([measured(losses) for losses in tried()], [allowed(losses) for losses in tried()])
hedge_trial.tight(measured(hard_losses(1000)), allowed(hard_losses(1000)), at_least=0.95)
hedge_trial.needs("range", measured(too_large(400)), allowed(too_large(400)))
hedge_trial""",
    },
}

WRONG = {
    "q1_regret": {
        "a comparator that moves": (REGRET.format("np.sum(played) - np.sum(np.min(experts, axis=1))"), "one fixed expert"),
        "the mean expert": (REGRET.format("np.sum(played) - np.sum(experts, axis=0).mean()"), "With whom is the learner compared"),
        "the worst expert": (REGRET.format("np.sum(played) - np.sum(experts, axis=0).max()"), "With whom is the learner compared"),
        "the first expert": (REGRET.format("np.sum(played) - np.sum(experts, axis=0)[0]"), "With whom is the learner compared"),
        "who is best in the last round": (REGRET.format("np.sum(played) - np.sum(experts, axis=0)[np.argmin(experts[-1])]"),
                                          "over which rounds"),
        "an average over the rounds": (REGRET.format("np.mean(played) - np.mean(experts, axis=0).min()"), "over which rounds"),
        "the last round only": (REGRET.format("played[-1] - experts[-1].min()"), "over which rounds"),
        "sums over the experts": (REGRET.format("np.sum(played) - np.sum(experts, axis=1).min()"), "The regret is 5/4"),
        "the sign turned": (REGRET.format("np.sum(experts, axis=0).min() - np.sum(played)"), "The regret is 5/4"),
        "never negative": (REGRET.format("max(0.0, np.sum(played) - np.sum(experts, axis=0).min())"), "the regret has a sign"),
        "whole numbers": (REGRET.format("int(np.sum(played) - np.sum(experts, axis=0).min())"), "The regret is 5/4"),
        "knows the public check by heart": (REGRET.format("1.25 if len(played) == 2 else 0.0"), "Many experts and many rounds"),
    },
    "q2_hedge": {
        "peeks at the loss of the round": (hedge(past="np.cumsum(losses, axis=0)"), "about to suffer"),
        "only the last loss": (hedge(past="np.vstack([np.zeros(losses.shape[1]), losses[:-1]])"), "for how long"),
        "the mean of the losses": (hedge(past=f"({PAST}) / np.arange(1, len(losses) + 1)[:, None]"), "for how long"),
        "rewards losses": (hedge(weights=WEIGHTS.replace("-step", "step").replace("min", "max")), "Whom does a loss make lighter"),
        "eta for 1/eta": (hedge(weights=WEIGHTS.replace("-step *", "-1 / step *")), "by which factor"),
        "the step forgotten": (hedge(weights=WEIGHTS.replace("-step *", "-")), "by which factor"),
        "a power of 2": (hedge(weights=WEIGHTS.replace("np.exp(", "np.exp2(")), "by which factor"),
        "the factor 1 - step times loss": (hedge(weights="np.cumprod(1 - step * np.vstack([0 * losses[:1], losses[:-1]]), axis=0)"),
                                           "by which factor"),
        "forgets to normalise": (hedge().replace(" / weights.sum(axis=1, keepdims=True)", ""), "their sum is 1"),
        "one row more than rounds": (hedge(past="np.vstack([0 * losses[:1], np.cumsum(losses, axis=0)])"), "one row for each round"),
        "counts the rounds with a loss": (hedge(past="np.cumsum(losses > 0, axis=0) - (losses > 0)"), "how large it was"),
        "underflows": (hedge(weights="np.exp(-step * past)"), "may be subtracted"),
        "row from row, the least loss of the round taken off": ("""\
def hedge(losses, step):
    row, rows = np.full(losses.shape[1], 1 / losses.shape[1]), []
    for loss in losses:
        rows.append(row)
        row = row * np.exp(-step * (loss - loss.min()))
        row = row / row.sum()
    return np.array(rows)""", "cannot know how far it was"),
        "row from row, never below a least weight": ("""\
def hedge(losses, step):
    row, rows = np.full(losses.shape[1], 1 / losses.shape[1]), []
    for loss in losses:
        rows.append(row)
        row = np.maximum(row * np.exp(-step * (loss - loss.min())), 1e-300)
        row = row / row.sum()
    return np.array(rows)""", "cannot know how far it was"),
        "measures from the first expert": (hedge(weights="np.exp(-step * (past - past[:, :1]))"), "must have the exponent 0"),
        "changes its argument": (hedge().replace("    past =", "    total = np.cumsum(losses, axis=0)\n    past =")
                                 .replace("    return", "    losses *= 0\n    return"), "was changed"),
        "knows the public checks by heart": ("""\
def hedge(losses, step):
    return {3: [[1 / 2, 1 / 2], [1 / 3, 2 / 3], [1 / 3, 2 / 3]], 50: [[0.5, 0.5]] + [[1, 0]] * 49}.get(len(losses), np.zeros(losses.shape))
""", "how large it was"),
    },
    "q3_tuning": {
        "log base 2": (tuning(bound=BOUND.replace("np.log(", "np.log2(")), "2 ln 4 + 1"),
        "the 1/8 forgotten": (tuning(bound=BOUND.replace(" / 8", "")), "2 ln 4 + 1"),
        "1/2 for 1/8": (tuning(bound=BOUND.replace(" / 8", " / 2")), "2 ln 4 + 1"),
        "the first term times the step": (tuning(bound="np.log(experts) * step + step * rounds / 8"), "side of the fraction"),
        "the second term over the step": (tuning(bound="np.log(experts) / step + rounds / (8 * step)"), "side of the fraction"),
        "rounds for experts": (tuning(bound="np.log(rounds) / step + step * experts / 8"), "Which number belongs to"),
        "any step is the best": (tuning(bound="np.sqrt(rounds * np.log(experts) / 2)"), "2 ln 4 + 1"),
        "a whole number of eighths": (tuning(bound=BOUND.replace("/ 8", "// 8")), "and other steps, the bound is not"),
        "the step of another bound": (tuning(step="np.sqrt(2 * np.log(experts) / rounds)"), "both terms of the bound"),
        "the step upside down": (tuning(step="np.sqrt(rounds / (8 * np.log(experts)))"), "both terms of the bound"),
        "a step without a root": (tuning(step="8 * np.log(experts) / rounds"), "both terms of the bound"),
        "step log base 2": (tuning(step=STEP.replace("np.log(", "np.log2(")), "both terms of the bound"),
        "a search that ends too soon": (tuning(step="min(np.linspace(0.001, 1, 1000), key=lambda s: hedge_bound(rounds, experts, s))"),
                                        "some other step gives a smaller bound"),
        "knows the public checks by heart": (tuning(bound="2 * np.log(4) + 1", step="np.sqrt(np.log(2))"),
                                             "and other steps, the bound is not"),
    },
    "q4_trial": {
        "one expert always wins": (trial(hard="    losses[:, 1] = 1", tight=TIGHT.replace("0.85", "0.4")), "not hard enough"),
        "experts take turns for ever": (trial(hard=HARD.splitlines()[0], tight=TIGHT.replace("0.85", "0.4")), "not hard enough"),
        "random losses": (trial(hard="    losses[:] = np.random.default_rng(1).random((rounds, 2))", tight=TIGHT.replace("0.85", "0.1")),
                          "not hard enough"),
        "hard losses that leave [0, 1]": (trial(hard=HARD + "\n    losses *= 3"), "not all in [0, 1]"),
        "one column for two experts": (trial(hard="    losses = losses[:, :1]", tight=""), "not an array of shape (T, 2)"),
        "a win of 25 rounds, however long the game": (trial(hard=HARD.replace("int(2 * np.sqrt(rounds))", "25")),
                                                      "not for every one from 400 to 2000"),
        "large losses on which Hedge does well": (trial(large="np.tile([2.0, 2.0], (rounds, 1))"), "the regret must exceed it"),
        "losses that don't leave [0, 1]": (trial(large="hard_losses(rounds)"), "keep to [0, 1]"),
        "nothing broken": (trial(needs=""), "is missing: show what goes wrong"),
        "no worst case": (trial(tight=""), "tight is missing"),
        "the worst case of another game": (trial(tight=TIGHT.replace("1000", "1600")), "other numbers than your own losses give"),
        "a wrong bound, refuted": (trial(holds=HOLDS + "\nhedge_trial.holds(3, 2)"), "holds is refuted"),
        "two comparisons": (trial(holds="for losses in tried()[:2]:\n    hedge_trial.holds(*pair(losses))"), "expected at least 3"),
        "three times the same losses": (trial(tried="[np.eye(2)[np.arange(100) % 2]] * 3"), "count as one"),
        "nothing to regret": (trial(tried="[np.full((T, 2), 0.5) for T in (100, 200, 300)]"), "less than a tenth"),
        "too few rounds": (trial(tried="[np.eye(2)[np.arange(T) % 2] for T in (10, 20, 30)]"), "T from 100 to 2000"),
        "tried on large losses": (trial(tried="[1.5 * np.random.default_rng(seed).random((400, 2)) for seed in range(5)]"),
                                  "the theorem promises nothing"),
        "comparisons that were typed": (trial(holds="hedge_trial.holds([1, 2, 3, 4, 5], 10)"), "your own instances give other numbers"),
        "a trial that was typed": ("""\
def hard_losses(rounds):
    return np.zeros((rounds, 2))

def too_large(rounds):
    return np.full((rounds, 2), 2.0)

def tried():
    return [np.zeros((100, 2))] * 3

hedge_trial = claim("hedge-01", assumes=["range"])
hedge_trial.holds([1, 2, 3], 10)
hedge_trial.tight(18, 18.6)
hedge_trial.needs("range", 50, 10)""", "not hard enough"),
    },
}
