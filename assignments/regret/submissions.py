"""Answers to the problem set on regret, right and wrong: the gate grades the grader with them."""

RIGHT = {
    "q1_regret": {"plain Python": """\
def regret(played, experts):
    totals = [sum(row[i] for row in experts) for i in range(len(experts[0]))]
    return float(sum(played)) - min(totals)"""},
    "q2_hedge": {"round by round, in logarithms": """\
def hedge(losses, step):
    logs, rows = np.zeros(np.shape(losses)[1]), []
    for row in losses:
        shifted = logs - logs.max()
        rows.append(np.exp(shifted) / np.exp(shifted).sum())
        logs = logs - step * row
    return np.array(rows)"""},
    "q3_tuning": {"by a search": """\
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
    return low"""},
    "q4_trial": {"a patient adversary that looks": """\
def hard_losses(rounds):
    losses, step = np.zeros((rounds, 2)), np.sqrt(8 * np.log(2) / rounds)
    for t in range(rounds):
        past = losses[:t].sum(axis=0)
        late = rounds - t <= 5 / step
        losses[t, int(past[1] < past[0]) if not late else 0] = 1
    return losses

def too_large(rounds):
    losses = np.zeros((rounds, 2))
    losses[0] = [0, -1000]
    return losses

def pair(losses):
    T = len(losses)
    suffered = online.hedge(losses, bounds.hedge_step(2, T)).losses
    return suffered.sum() - losses.sum(axis=0).min(), bounds.hedge_regret(2, T)

hedge_trial = claim("hedge-01", assumes=["range"])
for T in (100, 200, 300):
    hedge_trial.holds(*pair(np.random.default_rng(T).integers(0, 2, size=(T, 2)).astype(float)))
hedge_trial.tight(*pair(hard_losses(900)), at_least=0.85, because="a game of finite length")
hedge_trial.needs("range", *pair(too_large(400)))
regret, bound = pair(hard_losses(900))      # the name of question 1 once more
hedge_trial"""},
}

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
HOLDS = "for seed in range(5):\n    hedge_trial.holds(*pair(np.random.default_rng(seed).random((400, 2))))"
TIGHT = 'hedge_trial.tight(*pair(hard_losses(2000)), at_least=0.85, because="one phase cannot serve both terms")'
NEEDS = 'hedge_trial.needs("range", *pair(too_large(400)))'


def trial(hard=HARD, large="10 * hard_losses(rounds)", holds=HOLDS, tight=TIGHT, needs=NEEDS):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(hard=hard, large=large, holds=holds, tight=tight, needs=needs)


WRONG = {
    "q1_regret": {
        "a comparator that moves": (REGRET.format("np.sum(played) - np.sum(np.min(experts, axis=1))"), "one fixed expert"),
        "the mean expert": (REGRET.format("np.sum(played) - np.sum(experts, axis=0).mean()"), "not with the mean"),
        "the worst expert": (REGRET.format("np.sum(played) - np.sum(experts, axis=0).max()"), "not with the mean, the worst"),
        "the first expert": (REGRET.format("np.sum(played) - np.sum(experts, axis=0)[0]"), "or the first"),
        "an average over the rounds": (REGRET.format("np.mean(played) - np.mean(experts, axis=0).min()"), "a sum over the rounds"),
        "never negative": (REGRET.format("max(0.0, np.sum(played) - np.sum(experts, axis=0).min())"), "the regret has a sign"),
        "the sign turned": (REGRET.format("np.sum(experts, axis=0).min() - np.sum(played)"), "the regret has a sign"),
    },
    "q2_hedge": {
        "peeks at the loss of the round": (HEDGE.format(past="np.cumsum(losses, axis=0)", weights=WEIGHTS), "about to suffer"),
        "only the last loss": (HEDGE.format(past="np.vstack([np.zeros(losses.shape[1]), losses[:-1]])", weights=WEIGHTS),
                               "which losses they sum"),
        "rewards losses": (HEDGE.format(past=PAST, weights=WEIGHTS.replace("-step", "step").replace("min", "max")), "the sign"),
        "eta for 1/eta": (HEDGE.format(past=PAST, weights=WEIGHTS.replace("-step *", "-1 / step *")), "the step"),
        "a power of 2": (HEDGE.format(past=PAST, weights=WEIGHTS.replace("np.exp(", "np.exp2(")), "the base of the power"),
        "forgets to normalise": (HEDGE.format(past=PAST, weights=WEIGHTS).replace(" / weights.sum(axis=1, keepdims=True)", ""),
                                 "their sum is 1"),
        "underflows": (HEDGE.format(past=PAST, weights="np.exp(-step * past)"), "not a number"),
        "changes its argument": (HEDGE.format(past=PAST, weights=WEIGHTS).replace("    past =", "    total = np.cumsum(losses, axis=0)\n"
                                 "    past =").replace("    return", "    losses *= 0\n    return"), "was changed"),
    },
    "q3_tuning": {
        "log base 2": (TUNING.format(bound=BOUND.replace("np.log(", "np.log2("), step=STEP), "check the logarithm"),
        "the 1/8 forgotten": (TUNING.format(bound=BOUND.replace(" / 8", ""), step=STEP), "one term of the bound"),
        "the first term times the step": (TUNING.format(bound="np.log(experts) * step + step * rounds / 8", step=STEP), "divided by"),
        "the step of another bound": (TUNING.format(bound=BOUND, step="np.sqrt(2 * np.log(experts) / rounds)"), "smaller bound"),
        "the step upside down": (TUNING.format(bound=BOUND, step="np.sqrt(rounds / (8 * np.log(experts)))"), "half as long"),
        "a step without a root": (TUNING.format(bound=BOUND, step="8 * np.log(experts) / rounds"), "half as long"),
        "step log base 2": (TUNING.format(bound=BOUND, step=STEP.replace("np.log(", "np.log2(")), "smaller bound"),
    },
    "q4_trial": {
        "one expert always wins": (trial(hard="    losses[:, 1] = 1", tight=TIGHT.replace("0.85", "0.4")), "not good enough"),
        "experts take turns for ever": (trial(hard=HARD.splitlines()[0], tight=TIGHT.replace("0.85", "0.4")), "not good enough"),
        "random losses": (trial(hard="    losses[:] = np.random.default_rng(1).random((rounds, 2))",
                                tight='hedge_trial.tight(1, 1)'), "not good enough"),
        "large losses on which Hedge does well": (trial(large="np.tile([2.0, 2.0], (rounds, 1))",
                                                        needs='hedge_trial.needs("range", 2, 1)'), "don't: some of them must"),
        "hard losses that leave [0, 1]": (trial(hard=HARD + "\n    losses *= 3", tight='hedge_trial.tight(2, 2)'), "or not in [0, 1]"),
        "nothing broken": (trial(needs=""), "a broken hypothesis"),
        "no worst case": (trial(tight=""), "a worst case"),
        "a wrong bound, refuted": (trial(holds="hedge_trial.holds(3, 2)"), "every verdict is confirmed"),
        "a trial of nothing": (trial(holds="hedge_trial.holds(0, 0)"), "comparisons that could fail"),
    },
}
