"""Answers to the problem set on mirrors, games and votes, right and wrong: the gate grades the grader with them."""

MIRROR = """\
def mirror_descent(slopes, mirror, step):
    sheet, rows = np.zeros(slopes.shape[1]), []
    for slope in slopes:
        {before}
        sheet = {write}
    return np.array({rows})

def power_mirror(sheet, q):
    {first}
    return {power}"""
BEFORE, WRITE, ROWS = "rows.append(mirror(sheet))", "sheet - step * slope", "[*rows, mirror(sheet)]"
FIRST = "top = np.abs(sheet).max() or 1.0"
POWER = "np.sign(sheet) * np.abs(sheet / top) ** (q - 1) * top / (np.sum(np.abs(sheet / top) ** q) or 1.0) ** ((q - 2) / q)"
NAIVE = "np.sign(sheet) * np.abs(sheet) ** (q - 1) / (np.sum(np.abs(sheet) ** q) or 1.0) ** ((q - 2) / q)"
GAME = """\
def solve(payments, rounds, step):
    N, M = payments.shape
    paid, ps, qs, p = np.zeros(N), [], [], np.full(N, 1 / N)
    for _ in range(rounds):
        last = p
        p = {weights}
        p = p / p.sum()
        reply = {reply}
        paid = {paid}
        ps.append(p)
        qs.append(np.eye(M)[reply])
    return {averages}

def certificate(payments, p, q):
    return {certificate}

def step_for(payments, rounds):
    return {step}"""
WEIGHTS, REPLY, PAID = "np.exp(-step * (paid - paid.min()))", "(p @ payments).argmax()", "paid + payments[:, reply]"
AVERAGES = "np.mean(ps, axis=0), np.mean(qs, axis=0)"
CERTIFICATE = "(p @ payments).max(), (payments @ q).min()"
STEP = "np.sqrt(8 * np.log(len(payments)) / rounds) / (payments.max() - payments.min())"
BOOST = """\
def adaboost(rules, labels, rounds):
    agree, weights = rules * labels, np.full(len(labels), 1 / len(labels))
    {perfect}
    chosen, votes = [], []
    for _ in range(rounds):
        errors = {errors}
        best = int({best})
        error = errors[best]
        if {stop}:
            break
        chosen.append(best)
        votes.append({votes})
        weights = {update}
        weights = {back}
    return chosen, votes, weights

def margins(rules, labels, chosen, votes):
    return {margins}"""
PERFECT = "if agree.min(axis=1).max() > 0: return [int(agree.min(axis=1).argmax())], [1.0], weights"
ERRORS, BEST, STOP = "(agree < 0) @ weights", "errors.argmin()", "error >= 0.5 - 1e-9"
VOTES, UPDATE, BACK = "np.log((1 - error) / error) / 2", "weights * np.exp(-votes[-1] * agree[best])", "weights / weights.sum()"
MARGINS = "labels * (np.asarray(votes) @ rules[list(chosen)]) / np.sum(votes)"
TREES = """\
def littlestone(table):
    memory = {{}}
    def depth(rules):
        if len(rules) < 2:
            return len(rules) - 1
        if rules not in memory:
            found = [0]
            for x in range(len(next(iter(rules)))):
                no = frozenset(rule for rule in rules if rule[x] == 0)
                if no and no != rules:
                    found.append({level})
            memory[rules] = {most}
        return memory[rules]
    return {dimension}

def predict(table, history, x):
    left = [row for row in table if {agree}]
    zero, one = ({worth} for y in (0, 1))
    return int({better})"""
LEVEL, MOST = "1 + min(depth(no), depth(rules - no))", "max(found)"
DIMENSION = "depth(frozenset(tuple(int(y) for y in row) for row in table))"
AGREE, WORTH, BETTER = "all(row[p] == y for p, y in history)", "littlestone([row for row in left if row[x] == y])", "one > zero"
VC = """\
def littlestone(table):
    from itertools import combinations
    rows = {tuple(int(y) for y in row) for row in table}
    if len(rows) < 2:
        return len(rows) - 1
    n = len(next(iter(rows)))
    return max(k for k in range(n + 1) for some in combinations(range(n), k) if len({tuple(row[x] for x in some) for row in rows}) == 2 ** k)
"""
GREEDY = """\
def littlestone(table):
    rows = {tuple(int(y) for y in row) for row in table}
    if len(rows) < 2:
        return len(rows) - 1
    x = max(range(len(next(iter(rows)))), key=lambda x: min(sum(row[x] for row in rows), sum(1 - row[x] for row in rows)))
    return 1 + min(littlestone([row for row in rows if row[x] == y]) for y in (0, 1))

"""
TRIAL = """\
def hard(pairs):
    example, rows = np.arange({size}), []
    for k in range(pairs):
        first = {first}
        second = first + {second}
        rows += [example < first, (first <= example) & (example < second)]
    return {hard}

def plain():
    return {plain}

def bad_votes():
    return {bad}

def tried():
    return {tried}

def boosted(wrong, votes=None):
    weights, vote, product = np.full(wrong.shape[1], 1 / wrong.shape[1]), 0.0, 1.0
    for t, row in enumerate(wrong):
        error = row @ weights
        alpha = np.log((1 - error) / error) / 2 if votes is None else votes[t]
        vote, product = vote + alpha * (1 - 2 * row), product * 2 * np.sqrt(error * (1 - error))
        weights = weights * np.exp(-alpha * (1 - 2 * row))
        weights = weights / weights.sum()
    return np.mean(vote <= 1e-9), product

def noted(wrong):
    errors = wrong.mean(axis=1)
    return boosted(wrong)[0], np.prod(2 * np.sqrt(errors * (1 - errors)))

ada_trial = claim("adaboost-error", assumes=["votes"])
{holds}
{tight}
{needs}
{false}"""
SIZE, FIRST_PART, SECOND_PART = "9 ** pairs", "3 * 9 ** (pairs - k - 1) * 8 ** k", "first * 4 // 3"
HARD, PLAIN = "np.array(rows, dtype=int)", "np.array([[1] + [0] * 9] * 10)"
BAD = "np.array([5.0, 0.1]), np.array([[1] * 4 + [0] * 6, [0] * 4 + [1] * 6])"
TRIED = "[(np.random.default_rng(seed).random((8, 40)) < 0.4).astype(int) for seed in range(5)]"
HOLDS = "for wrong in tried():\n    ada_trial.holds(*boosted(wrong))"
TIGHT = 'ada_trial.tight(*boosted(hard(2)), at_least=0.85, because="an eighth is lost in the first pair")'
NEEDS = 'ada_trial.needs("votes", *boosted(bad_votes()[1], bad_votes()[0]))'
FALSE = 'ada_trial.refutes_source(*noted(plain()), printed="plain errors")'


def mirror(before=BEFORE, write=WRITE, rows=ROWS, first=FIRST, power=POWER):
    """Return an answer to the first question with one part exchanged."""
    return MIRROR.format(before=before, write=write, rows=rows, first=first, power=power)


def game(weights=WEIGHTS, reply=REPLY, paid=PAID, averages=AVERAGES, certificate=CERTIFICATE, step=STEP):
    """Return an answer to the second question with one part exchanged."""
    return GAME.format(weights=weights, reply=reply, paid=paid, averages=averages, certificate=certificate, step=step)


def boost(perfect=PERFECT, errors=ERRORS, best=BEST, stop=STOP, votes=VOTES, update=UPDATE, back=BACK, margins=MARGINS):
    """Return an answer to the third question with one part exchanged."""
    return BOOST.format(perfect=perfect, errors=errors, best=best, stop=stop, votes=votes, update=update, back=back, margins=margins)


def trees(level=LEVEL, most=MOST, dimension=DIMENSION, agree=AGREE, worth=WORTH, better=BETTER):
    """Return an answer to the fourth question with one part exchanged."""
    return TREES.format(level=level, most=most, dimension=dimension, agree=agree, worth=worth, better=better)


def trial(size=SIZE, first=FIRST_PART, second=SECOND_PART, hard=HARD, plain=PLAIN, bad=BAD, tried=TRIED, holds=HOLDS, tight=TIGHT, needs=NEEDS,
          false=FALSE):
    """Return an answer to the experiment with one part exchanged."""
    return TRIAL.format(size=size, first=first, second=second, hard=hard, plain=plain, bad=bad, tried=tried, holds=holds, tight=tight, needs=needs,
                        false=false)


RIGHT = {
    "q1_mirror": {
        "all sheets at once": """\
def mirror_descent(slopes, mirror, step):
    T, d = np.shape(slopes)
    sheets = np.vstack([np.zeros((1, d)), -step * np.cumsum(slopes, axis=0)])
    return [mirror(sheet) for sheet in sheets]

def power_mirror(sheet, q):
    size = np.linalg.norm(sheet / (np.linalg.norm(sheet, np.inf) or 1), q) * np.linalg.norm(sheet, np.inf)
    return np.sign(sheet) * (np.abs(sheet) / size) ** (q - 1) * size if size else 0 * sheet""",
        "plain Python, and logarithms": """\
import math

def mirror_descent(slopes, mirror, step):
    total = [0.0] * len(slopes[0])
    rows = [list(mirror(np.array(total)))]
    for slope in slopes.tolist():
        total = [a - step * b for a, b in zip(total, slope)]
        rows.append(list(mirror(np.array(total))))
    return rows

def power_mirror(sheet, q):
    logs = [math.log(abs(s)) for s in sheet if s]
    if not logs:
        return [0.0] * len(sheet)
    log_size = max(logs) + math.log(sum(math.exp(q * (a - max(logs))) for a in logs)) / q
    return [math.copysign(math.exp((q - 1) * math.log(abs(s)) - (q - 2) * log_size), s) if s else 0.0 for s in sheet]""",
    },
    "q2_game": {
        "softmax, and payments brought to the unit interval": """\
def solve(payments, rounds, step):
    from scipy.special import softmax
    A = payments.T.copy()
    total, count, mean = np.zeros(A.shape[1]), np.zeros(A.shape[0]), 0.0
    for t in range(rounds):
        p = softmax(-step * total)
        j = np.argmax(A @ p)
        count[j] += 1
        total += A[j]
        mean = mean + (p - mean) / (t + 1)
    return mean, count / count.sum()

def certificate(payments, p, q):
    return [max(p @ column for column in payments.T), min(row @ q for row in payments)]

def step_for(payments, rounds):
    shifted = payments - payments.min()
    return float((8 * np.log(payments.shape[0]) / rounds) ** 0.5 / shifted.max())""",
        "lists": """\
def solve(payments, rounds, step):
    import math
    A = payments.tolist()
    N, M = len(A), len(A[0])
    counts, all_p = [0] * M, [0.0] * N
    for _ in range(rounds):
        paid = [sum(c * a for c, a in zip(counts, row)) for row in A]
        w = [math.exp(-step * (x - min(paid))) for x in paid]
        p = [x / sum(w) for x in w]
        gains = [sum(p[i] * A[i][j] for i in range(N)) for j in range(M)]
        counts[max(range(M), key=gains.__getitem__)] += 1
        all_p = [a + b / rounds for a, b in zip(all_p, p)]
    return all_p, [c / rounds for c in counts]

def certificate(payments, p, q):
    N, M = payments.shape
    return (max(sum(p[i] * payments[i][j] for i in range(N)) for j in range(M)),
            min(sum(q[j] * payments[i][j] for j in range(M)) for i in range(N)))

def step_for(payments, rounds):
    return np.sqrt(8 * np.log(payments.shape[0]) / (rounds * np.ptp(payments) ** 2))""",
    },
    "q3_boost": {
        "half of the weight to each side, no exponentials": """\
def adaboost(rules, labels, rounds):
    wrong = rules != labels
    N = len(labels)
    q, chosen, votes = np.ones(N) / N, [], []
    for h in range(len(rules)):
        if not wrong[h].any():
            return [h], [1], q
    for _ in range(rounds):
        errors = [q[row].sum() for row in wrong]
        e = min(errors)
        if e >= 0.5 - 1e-9:
            break
        h = errors.index(e)
        chosen, votes = chosen + [h], votes + [np.arctanh(1 - 2 * e)]
        q = np.where(wrong[h], q / (2 * e), q / (2 * (1 - e)))
    return np.array(chosen, dtype=int), np.array(votes), q

def margins(rules, labels, chosen, votes):
    return sum(v * rules[h] * labels for h, v in zip(chosen, votes)) / sum(votes)""",
        "weights from the vote so far": """\
def adaboost(rules, labels, rounds):
    vote, chosen, votes = np.zeros(len(labels)), [], []
    while True:
        q = np.exp(-labels * vote)
        q /= q.sum()
        if len(votes) == rounds:
            return chosen, votes, q
        errors = [float(sum(q[i] for i in range(len(labels)) if rule[i] != labels[i])) for rule in rules]
        h = int(np.argmin(errors))
        if errors[h] == 0:
            return [h], [1.0], q
        if errors[h] > 0.5 - 1e-9:
            return chosen, votes, q
        chosen.append(h)
        votes.append(0.5 * float(np.log(1 / errors[h] - 1)))
        vote = vote + votes[-1] * rules[h]

def margins(rules, labels, chosen, votes):
    share = np.divide(votes, np.sum(votes))
    right = [[rules[h][i] == labels[i] for i in range(len(labels))] for h in chosen]
    return 2 * (share @ np.array(right)) - 1""",
    },
    "q4_littlestone": {
        "bits, level by level": """\
def littlestone(table):
    from functools import cache
    rows = sorted({tuple(map(int, row)) for row in table})
    ones = [sum(1 << h for h, row in enumerate(rows) if row[x]) for x in range(np.shape(table)[1])] if rows else []

    @cache
    def shatters(left, d):
        if d == 0:
            return left > 0
        return left.bit_count() >= 2 ** d and any(shatters(left & one, d - 1) and shatters(left & ~one, d - 1) for one in ones)
    d = -1
    while shatters(2 ** len(rows) - 1, d + 1):
        d += 1
    return d

def predict(table, history, x):
    for point, label in history:
        table = table[table[:, point] == label]
    return int(littlestone(table[table[:, x] == 1]) > littlestone(table[table[:, x] == 0]))""",
        "with a dictionary": trees(better="zero < one"),
    },
    "q5_trial": {
        "other examples, lists, all comparisons at once": """\
def play(wrong, votes=None):
    wrong = np.array(wrong, dtype=float)
    T, N = wrong.shape
    F, bound = np.zeros(N), 1.0
    for t in range(T):
        q = np.exp(-F) / np.exp(-F).sum()
        e = float(q[wrong[t] == 1].sum())
        a = 0.5 * np.log((1 - e) / e) if votes is None else votes[t]
        F = F + np.where(wrong[t] == 1, -a, a)
        bound = bound * 2 * (e * (1 - e)) ** 0.5
    return float((F <= 1e-9).sum() / N), float(bound)

def hard(pairs):
    N, pool, rows = 9 ** pairs, None, []
    order = list(range(N))[::-1]
    for k in range(pairs):
        a = N * 8 ** k // (3 * 9 ** k)
        b = N * 4 * 8 ** k // (9 * 9 ** k)
        for part in (order[:a], order[a:a + b]):
            rows.append([0] * N)
            for i in part:
                rows[-1][i] = 1
        order = order[:a + b]
    return rows

def plain():
    return [[1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]] * 20

def bad_votes():
    return [8, 1, 1], [[1, 1, 0, 0, 0]] + [[0, 0, 1, 0, 0]] * 2

def tried():
    tables = []
    for n in (8, 9, 10):
        tables.append([[1] * 2 + [0] * (n - 2)] * 3)
    return tables

ada_trial = claim("adaboost-error", assumes=["votes"])
ada_trial.holds(*np.transpose([play(wrong) for wrong in tried()]))
ada_trial.tight(*play(hard(2)), at_least=0.87, because="the first pair gives an eighth away")
ada_trial.needs("votes", *play(bad_votes()[1], bad_votes()[0]))
e = 3 / 13
ada_trial.refutes_source(play(plain())[0], (2 * np.sqrt(e * (1 - e))) ** 20, printed="plain errors")
ada_trial""",
        "every group of examples nine times, and a table that grows": trial(
            size="9 ** 4", first="9 ** (4 - k - 1) * 8 ** k * 3", plain="np.array([[0, 0, 0, 1, 0, 0, 0]] * 20)",
            bad="np.array([3.0, 0.2, 0.2, 0.2]), np.array([[1, 0, 0, 0]] + [[0, 1, 1, 1]] * 3)",
            tried="[np.eye(m, dtype=int)[:2] for m in (4, 5, 6, 7)]",
            tight=TIGHT.replace("0.85", "0.875 - 1e-6")),
    },
}

WRONG = {
    "q1_mirror": {
        "writes before it reads": (mirror(before="sheet = sheet - step * slope; rows.append(mirror(sheet))", write="sheet"), "read off the empty sheet"),
        "as many rows as rounds": (mirror(rows="rows"), "T + 1 = 3 rows"),
        "the first weights are 0": (mirror(rows="[0 * sheet, *rows[1:], mirror(sheet)]"), "read off the empty sheet"),
        "writes onto the weights": (mirror(write="rows[-1] - step * slope"), "what is written onto it"),
        "the gradient with a plus": (mirror(write="sheet + step * slope"), "with which sign"),
        "no step": (mirror(write="sheet - slope"), "how large"),
        "the step when reading, too": (mirror(before="rows.append(mirror(step * sheet))", rows="[*rows, mirror(step * sheet)]"), "how large"),
        "only the last gradient": (mirror(write="-step * slope"), "added to what stood on the sheet"),
        "steps of weights, added": (mirror(before="rows.append(mirror(sheet) if not rows else rows[-1] + mirror(sheet) - mirror(0 * sheet))",
                                           write="-step * slope",
                                           rows="[*rows, rows[-1] + mirror(sheet) - mirror(0 * sheet)]"), "is read as a whole"),
        "the mean of the gradients": (mirror(write="(len(rows) - 1) / len(rows) * sheet - step * slope / len(rows)"), "added to what stood on the sheet"),
        "weights that are always shares": (mirror(before="rows.append(mirror(sheet) / mirror(sheet).sum())",
                                                  rows="[*rows, mirror(sheet) / mirror(sheet).sum()]"), "read off the empty sheet"),
        "sheets in place of weights": (mirror(before="rows.append(sheet)", rows="[*rows, sheet]"), "read off the empty sheet"),
        "a step that shrinks after ten rounds": (mirror(write="sheet - step * slope * min(1, 10 / len(rows))"), "Over many rounds"),
        "plain powers": (mirror(power="np.sign(sheet) * np.abs(sheet) ** (q - 1)"), "1/7, -8/7"),
        "the norm without its square": (mirror(power=NAIVE.replace("(q - 2)", "(q - 1)")), "the square in the potential"),
        "divided by the sum of the powers": (mirror(power="sheet ** (q - 1) / (np.sum(np.abs(sheet) ** q) or 1.0)"), "power of the norm"),
        "the sign is lost": (mirror(power=POWER.replace("np.sign(sheet) * ", "")), "where has the sign"),
        "a power too many": (mirror(power=NAIVE.replace("** (q - 1)", "** q")), "1/7, -8/7"),
        "divides by 0": (mirror(power="np.sign(sheet) * np.abs(sheet) ** (q - 1) / np.sum(np.abs(sheet) ** q) ** ((q - 2) / q)"), "On an empty sheet"),
        "the sign of even powers": (mirror(power="sheet ** (q - 1.0) / (np.sum(np.abs(sheet) ** q) or 1.0) ** ((q - 2) / q)"), "A score keeps its sign"),
        "always the square root": (mirror(power=NAIVE.replace("((q - 2) / q)", "0.5")), "For powers other than 4"),
        "powers that overflow": (mirror(power=NAIVE), "left the range of floats"),
        "knows the public checks by heart": (mirror(before="pass", rows="[[1, 1], [9, 1], [28, -63]]",
                                                    power="np.array([1, -8, 8, 8]) / 7 if len(sheet) == 4 else 0 * sheet"), "Over many rounds"),
    },
    "q2_game": {
        "she replies to the mixture before": (game(reply="(last @ payments).argmax()"), "replies with the columns 2, 1, 2"),
        "she wants little": (game(reply="(p @ payments).argmin()"), "wants it large"),
        "she takes the mean of a column": (game(reply="payments.mean(axis=0).argmax()"), "the chance of its row"),
        "the most probable row decides": (game(reply="payments[p.argmax()].argmax()"), "the chance of its row"),
        "he likes to pay": (game(weights="np.exp(step * (paid - paid.max()))"), "columns 2, 1, 2"),
        "the last mixtures": (game(averages="ps[-1], qs[-1]"), "so q is (1/3, 2/3)"),
        "the last mixture of the rows only": (game(averages="ps[-1], np.mean(qs, axis=0)"), "the average of these three"),
        "he sees the reply before he plays": (game(paid="paid + payments[:, reply]; p = np.exp(-step * (paid - paid.min())); p = p / p.sum()"),
                                              "the average of these three"),
        "a mixture of more rounds": (game(averages="np.mean([*ps, np.exp(-step * (paid - paid.min())) / np.exp(-step * (paid - paid.min())).sum()], axis=0), "
                                                   "np.mean(qs, axis=0)"), "the average of these three"),
        "sums without the division": (game(averages="np.sum(ps, axis=0), np.sum(qs, axis=0)"), "with the sum 1 each"),
        "only the last payment counts": (game(paid="payments[:, reply]"), "would each row have paid"),
        "each row remembers what it paid by its chance": (game(paid="paid + p * payments[:, reply]"), "with the columns 2, 1, 2"),
        "Hedge that forgets one round in twenty": (game(paid="paid + payments[:, reply] * (len(ps) % 20 != 19)"), "not those of Hedge and its best replies"),
        "large payments underflow": (game(weights="np.exp(-step * paid)"), "leave the range of floats"),
        "ceiling and floor exchanged": (game(certificate="(payments @ q).min(), (p @ payments).max()"), "which of the two numbers comes first"),
        "what is paid": (game(certificate="p @ payments @ q, p @ payments @ q"), "whose best answer"),
        "the wrong side of the matrix": (game(certificate="(payments @ p).max(), (q @ payments).min()"), "whose best answer"),
        "each their own best": (game(certificate="(payments @ q).max(), (p @ payments).min()"), "whose best answer"),
        "by the size of the payments": (game(certificate="np.abs(p @ payments).max(), np.abs(payments @ q).min()"), "whatever sign it has"),
        "the step for the columns": (game(step=STEP.replace("len(payments)", "payments.shape[1]")), "Who learns"),
        "no range": (game(step="np.sqrt(8 * np.log(len(payments)) / rounds)"), "what does a longer range do"),
        "times the range": (game(step=STEP.replace("/ (payments", "* (payments")), "what does a longer range do"),
        "the greatest size for the range": (game(step="np.sqrt(8 * np.log(len(payments)) / rounds) / np.abs(payments).max()"), "what does a longer range do"),
        "a range of the ends' sizes": (game(step="np.sqrt(8 * np.log(len(payments)) / rounds) / (np.abs(payments.max()) + np.abs(payments.min()))"),
                                       "The range has two ends"),
        "knows the public checks by heart": (game(averages="([37 / 54, 17 / 54], [1 / 3, 2 / 3])", certificate="2.5, 1.5", step="np.sqrt(np.log(4)) / 4"),
                                             "not those of Hedge"),
    },
    "q3_boost": {
        "twice the votes": (boost(votes=VOTES.replace(" / 2", "")), "half of ln 4"),
        "the votes upside down": (boost(votes="np.log(error / (1 - error)) / 2"), "taken, with the weighted errors 1/5 and 1/4"),
        "the edge as votes": (boost(votes="0.5 - error"), "1/5 and 1/4"),
        "fixed votes": (boost(votes="1.0"), "half of ln 4"),
        "errors that aren't weighted": (boost(errors="(agree < 0).mean(axis=1)"), "the first example has half of the weight"),
        "the worst rule": (boost(best="errors.argmax()"), "that is mostly wrong"),
        "the rule farthest from a coin": (boost(best="np.abs(errors - 0.5).argmax()", stop="abs(error - 0.5) <= 1e-9"), "that is mostly wrong"),
        "errors on the label 1 only": (boost(errors="((agree < 0) & (labels > 0)) @ weights"), "half of ln 4"),
        "what was right goes up": (boost(update="weights * np.exp(votes[-1] * agree[best])"), "half of the weight"),
        "only what was wrong changes": (boost(update="np.where(agree[best] < 0, weights * np.exp(votes[-1]), weights)"), "1/5 and 1/4"),
        "weights without a sum": (boost(back="weights", errors="(agree < 0) @ weights / weights.sum()"), "must have the sum 1"),
        "the weights before the last update": (boost(back="weights / weights.sum()").replace("return chosen, votes, weights\n", "return chosen, votes, before\n")
                                               .replace("        errors =", "        before = weights\n        errors ="), "the weights in the end are"),
        "no rule twice": (boost(errors=ERRORS + " + np.isin(np.arange(len(rules)), chosen)"), "are not those of AdaBoost"),
        "votes that are cut at 1/2": (boost(votes="min(0.7, np.log((1 - error) / error) / 2)"), "are not those of AdaBoost"),
        "never wrong, and the logarithm of 0": (boost(perfect="pass", votes="np.log((1 - error) / max(error, 1e-12)) / 2"), "right on all examples"),
        "the first rule if one is perfect": (boost(perfect=PERFECT.replace("int(agree.min(axis=1).argmax())", "0")), "Rule 2 of 3"),
        "goes on with coins": (boost(stop="False"), "better than a coin"),
        "stops at coins only exactly": (boost(stop="error == 0.5"), "better than a coin"),
        "forgets all when it stops": (boost(stop=STOP + ": return [], [], weights\n        if False"), "better than a coin"),
        "the sum of the votes, not the share": (boost(margins=MARGINS.replace(" / np.sum(votes)", "")), "compares them with all votes"),
        "the share of the rules": (boost(margins=MARGINS.replace("np.sum(votes)", "len(votes)")), "compares them with all votes"),
        "rules without votes": (boost(margins="labels * rules[list(chosen)].mean(axis=0)"), "counts votes and not rules"),
        "without the label": (boost(margins=MARGINS.replace("labels * ", "")), "knows the right answer"),
        "right or wrong": (boost(margins=f"np.sign({MARGINS})"), "counts votes and not rules"),
        "the share of the right votes": (boost(margins=f"(1 + {MARGINS}) / 2"), "The margins are -1/2"),
        "the first rules for those that were taken": (boost(margins="labels * (np.asarray(votes) @ np.resize(rules, (len(votes), len(labels)))) / np.sum(votes)"),
                                                      "A rule may be taken twice"),
        "knows the public checks by heart": ("""\
def adaboost(rules, labels, rounds):
    return [1, 2], [np.log(2), np.log(3) / 2], np.array([4, 3, 3, 1, 1]) / 12

def margins(rules, labels, chosen, votes):
    return [-0.5, 0.5, 1, 1]""", "are not those of AdaBoost"),
    },
    "q4_littlestone": {
        "the logarithm of the number of rules": (trees(dimension="int(np.log2(len({tuple(row) for row in table}))) if len(table) else -1"), "one allergy"),
        "the VC dimension": (VC + trees().partition("\n\n")[2], "two mistakes can be forced"),
        "the longest path": (trees(level="1 + max(depth(no), depth(rules - no))"), "so the dimension is 2"),
        "the best of both parts, less one level": (trees(level="min(depth(no), depth(rules - no))"), "so the dimension is 2"),
        "any question will do": (trees(most="found[1] if len(found) > 1 else 0"), "so the dimension is 2"),
        "the worst question": (trees(most="min(found[1:] or [0])"), "so the dimension is 2"),
        "both parts together": (trees(level="1 + depth(no) + depth(rules - no)"), "so the dimension is 2"),
        "one for a single rule": (trees(dimension=f"1 + {DIMENSION}", worth=WORTH + " - 1"), "so the dimension is 2"),
        "equal rows are two rules": (trees(dimension=f"{DIMENSION} + (len(table) > len({{tuple(row) for row in table}}))"), "twice is one rule"),
        "the empty class has 0": (trees(dimension=f"max(0, {DIMENSION})"), "the empty class"),
        "the point that divides best": (GREEDY + trees().partition("\n\n")[2], "need not divide the rules into halves"),
        "no memory": (trees().replace("if rules not in memory", "if True"), "took longer than 10 seconds"),
        "the majority": (trees(worth="sum(row[x] == y for row in left)"), "counts neither rules"),
        "the part of less dimension": (trees(better="one < zero"), "predict 1"),
        "a draw is 1": (trees(better="one >= zero"), "it says 0"),
        "forgets the history": (trees(agree="True"), "Three rules remain"),
        "only the last round": (trees(agree="all(row[p] == y for p, y in history[-1:])"), "uses all of the history"),
        "labels the other way round": (trees(agree="all(row[p] != y for p, y in history)"), "Three rules remain"),
        "the first rule that is left": (trees(better="left[0][x]"), "predict 1"),
        "what the last label was": (trees(better="history[-1][1] if history else 1"), "not that of the standard optimal algorithm"),
        "knows the public checks by heart": ("""\
def littlestone(table):
    return {(4, 3): 2, (4, 4): 1, (2, 2): 0, (4, 2): 1, (0, 3): -1}.get(np.shape(table), 0)

def predict(table, history, x):
    return 1 - len(history)""", "For some class the dimension is wrong"),
    },
    "q5_trial": {
        "one rule, twice": (trial(hard="np.array([example < first // 2] * 2, dtype=int)", tight=""), "less than 0.85 of the product"),
        "rules hardly better than coins": (trial(size="100 ** pairs", first="100 ** (pairs - k - 1) * 40 * 96 ** k // 1", second="first * 6 // 5",
                                                 tight=TIGHT.replace("2)", "1)")), "more than 0.9"),
        "the second rule as large as the first": (trial(second="first"), "are the draws exact"),
        "parts that aren't whole": (trial(size="100 * pairs", first="int(100 * pairs / 3 * (8 / 9) ** k)", tight=""), "are the draws exact"),
        "a rule that is right on everything": (trial(hard="0 * np.array(rows, dtype=int)", tight=""), "has no votes for it"),
        "two rules, however many pairs": (trial(hard="np.array(rows, dtype=int)[:2]", tight=TIGHT.replace("hard(2)", "hard(1)")), "not with two and with three"),
        "the same pair again and again": (trial(hard="np.array(rows[:2] * pairs, dtype=int)", tight=TIGHT.replace("hard(2)", "hard(1)")),
                                          "not with two and with three"),
        "a note that isn't refuted": (trial(plain="np.array([[1] + [0] * 9] * 2)", false=""), "friend's product is not refuted"),
        "a plain table of weak rules": (trial(plain="hard(1)", false=""), "friend's product is not refuted"),
        "one column for each rule": (trial(plain="np.eye(10, 10)", false=""), "friend's product is not refuted"),
        "too many rules": (trial(plain="np.array([[1] + [0] * 9] * 60)"), "at most 50 rules"),
        "AdaBoost's own votes": (trial(bad="np.array([np.log(4) / 2]), np.array([[1, 0, 0, 0, 0]])", needs=""), "less than twice the product"),
        "negative votes": (trial(bad="np.array([-1.0]), np.array([[1] + [0] * 99])"), "must be positive"),
        "equal votes": (trial(bad="np.ones(3), np.array([[1] * 4 + [0] * 6, [0] * 4 + [1] * 3 + [0] * 3, [0] * 7 + [1] * 3])", needs=""),
                        "less than twice the product"),
        "nothing broken": (trial(needs=""), "is missing: show what goes wrong"),
        "no worst case": (trial(tight=""), "tight is missing"),
        "the note goes unmentioned": (trial(false=""), "refutes_source is missing"),
        "a wrong bound, refuted": (trial(holds=HOLDS + "\nada_trial.holds(0.3, 0.2)"), "holds is refuted"),
        "two comparisons": (trial(holds="for wrong in tried()[:2]:\n    ada_trial.holds(*boosted(wrong))"), "expected at least 3"),
        "three times the same": (trial(tried=f"({TRIED})[:1] * 3"), "count as one"),
        "nobody misjudged": (trial(tried="[np.eye(m, dtype=int)[:3] for m in (3, 4, 5)]"), "nothing is tested there"),
        "nothing promised": (trial(tried=TRIED.replace("0.4)", "0.5)").replace("(8, 40)", "(1, 40)")), "nothing is promised there"),
        "comparisons that were typed": (trial(holds="ada_trial.holds([0.1, 0.2, 0.1, 0.2, 0.1], 0.6)"), "your own instances give other numbers"),
        "the worst case of another table": (trial(tight=TIGHT.replace("hard(2)", "hard(1)")), "What tight says"),
        "votes of AdaBoost for those of the function": (trial(needs='ada_trial.needs("votes", 0.5, 0.1)'), "What needs says"),
        "a note that was typed": (trial(false='ada_trial.refutes_source(0.1, 0.01, printed="plain errors")'), "What refutes_source says"),
        "a trial that was typed": ("""\
def hard(pairs):
    return np.eye(2, 9)

def plain():
    return np.eye(2, 9)

def bad_votes():
    return [1.0, 1.0], np.eye(2, 9)

def tried():
    return [np.eye(2, 9)] * 3

ada_trial = claim("adaboost-error", assumes=["votes"])
ada_trial.holds([0.1, 0.2, 0.3], 0.6)
ada_trial.tight(0.69, 0.7)
ada_trial.needs("votes", 0.4, 0.1)
ada_trial.refutes_source(0.1, 0.01, printed="plain errors")""", "less than 0.85 of the product"),
    },
}
