"""Call the bounds and the algorithms with arguments that are right, nearly right and absurd: the answer is a number or a clear error.

    python -m falsification.fuzz                         10^5 calls of each, of the slow ones what 15 minutes allow; recorded
    python -m falsification.fuzz --calls 200             fewer; nothing is recorded
    python -m falsification.fuzz --only bounds.gd_regret --first 4711 --calls 1       replay one call

A call may end in one of two ways.  It *answers*: every number in the result is one, no NaN.  Or it *refuses*: a ``ValueError``
"name = value: expected ...", or the ``RuntimeError`` that its docstring announces.  Everything else is a complaint, and so is a call
that takes longer than ``PATIENCE``, or a function that answers, or refuses, in none of its calls: then nothing was tried.  The first
answers of each bound are computed once more, with fifty digits, and must agree.
"""

import argparse
import datetime
import fractions
import multiprocessing
import os
import re
import signal
import sys
import time
import warnings
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from . import arguments, digits, record

CALLS, SECONDS, PATIENCE = 100_000, 900, 20
REPEATED = 200
"""How many answers of a bound are computed with fifty digits."""
CLEAR = re.compile(r"[^=\n]+ = [^\n]*: expected [^\n]+")


def numbers(result):
    """Yield every number in a result, whatever holds it."""
    if isinstance(result, np.ndarray):
        yield from result.ravel().tolist()
    elif isinstance(result, (tuple, list)):
        for part in result:
            yield from numbers(part)
    elif hasattr(result, "__dict__"):
        yield from numbers(list(vars(result).values()))
    elif isinstance(result, (int, float, fractions.Fraction, np.number)):
        yield result


def judge(function, given, formula=None):
    """Return "answers", "agrees" (with the formula, if it can be asked) or "refuses", or a sentence on what else happened."""
    try:
        result = function(**given)
    except ValueError as error:
        return "refuses" if CLEAR.fullmatch(str(error)) else f"an unclear ValueError: {error}"
    except RuntimeError as error:
        announced = re.search(r"RuntimeError|[Ee]rrors[\w ]* as\s+in", function.__doc__ or "")
        return "refuses" if announced and str(error) else f"a RuntimeError that is not announced: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if any(number != number for number in numbers(result)):
        return "a result that is not a number"
    if formula is None or not digits.fits(formula, given):
        return "answers"
    return digits.complaint(result, formula, given) or "agrees"


def drawn(case, draws, seed):
    """Return the arguments of the call with this number; in three of ten calls one of them is hostile.

    The draw of a game may itself be refused; then there is no call, and the refusal is the outcome.
    """
    case.start(seed)
    given = {name: draw(case) for name, (draw, optional) in draws.items() if not optional or case.chance.random() < 0.5}
    open_to = [name for name in given if name not in arguments.OBJECTS]
    if open_to and case.chance.random() < 0.3:
        name = case.chance.choice(open_to)
        given[name] = case.chance.choice(arguments.HOSTILE if isinstance(given[name], int) else arguments.HOSTILE + arguments.HUGE)
    return given


def _late(*_):
    raise TimeoutError(f"more than {PATIENCE} seconds")


def fuzz(function, draws, calls, seconds, first=0, formula=None, repeated=REPEATED):
    """Call ``function`` so often, or until the seconds are over.

    Returns
    -------
    dict
        ``calls``, ``answers`` (those that agree with the formula are among them), ``refuses``, ``agrees``, and ``complaints``, a
        dict from a sentence to the first call that led to it.
    """
    found, case = {"calls": 0, "answers": 0, "refuses": 0, "agrees": 0, "complaints": {}}, arguments.Case()
    signal.signal(signal.SIGALRM, _late)
    end = time.perf_counter() + seconds
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for seed in range(first, first + calls):
            signal.alarm(PATIENCE)
            try:
                outcome = judge(function, drawn(case, draws, seed), formula if found["agrees"] < repeated else None)
            except ValueError as error:              # of the game that was to be an argument
                outcome = "refuses" if CLEAR.fullmatch(str(error)) else f"an unclear ValueError: {error}"
            found["calls"] += 1
            if outcome in found:
                found[outcome] += 1
            else:
                found["complaints"].setdefault(outcome, seed)
            if time.perf_counter() > end:
                break
        signal.alarm(0)
    found["answers"] += found["agrees"]
    return found


def _as_written():
    """Play the algorithms as they are written: compiling one for each loss and domain takes longer than all the calls."""
    sys.modules["numba"] = None


def _one(name, calls, seconds, first, repeated):
    chapter, bound = name.rsplit(".", 1)
    formula = digits.formulas()[bound] if chapter == "bounds" and bound not in digits.NOT_REPEATED else None
    return name, fuzz(*arguments.targets()[name], calls, seconds, first, formula, repeated)


def run(names, calls, seconds, jobs, first=0, repeated=REPEATED):
    """Yield (name, what ``fuzz`` found) for each function; the slow ones share what the others leave of the seconds."""
    end, slow = time.perf_counter() + seconds, []
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _as_written) as workers:
        share = seconds * jobs / len(names)
        for job in [workers.submit(_one, name, calls, share, first, repeated) for name in names]:
            name, found = job.result()
            if found["calls"] == calls:
                yield name, found
            else:
                slow.append((name, found))
        share = (end - time.perf_counter()) * jobs / max(len(slow), 1)
        rest = [workers.submit(_one, name, calls - found["calls"], share, first + found["calls"], 0) for name, found in slow]
        for (name, found), job in zip(slow, rest):
            more = job.result()[1]
            complaints = more.pop("complaints") | found.pop("complaints")
            yield name, {**{key: found[key] + more[key] for key in more}, "complaints": complaints}


def totals(functions):
    """Return what all functions came to: how many there are, their calls, the most and the fewest of one, and the outcomes."""
    calls = [one["calls"] for one in functions.values()]
    return {"when": datetime.date.today().isoformat(), "functions": len(calls), "calls": sum(calls), "most": max(calls),
            "most-functions": calls.count(max(calls)), "fewest": min(calls),
            **{word: sum(one[word] for one in functions.values()) for word in ("answers", "refuses", "agrees")}}


def main():
    """Call, tell and record; exit with 1 after a complaint."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=CALLS, help="how many of each function")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="what all may take together")
    parser.add_argument("--only", action="append", help="only this function, as module.name")
    parser.add_argument("--first", type=int, default=0, help="the number of the first call")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many functions side by side")
    chosen = parser.parse_args()
    names = chosen.only or list(arguments.targets())
    started, functions, wrong = time.perf_counter(), {}, 0
    for place, (name, found) in enumerate(run(names, chosen.calls, chosen.seconds, chosen.jobs, chosen.first), 1):
        complaints = found.pop("complaints")
        functions[name], wrong = found, wrong + len(complaints)
        for complaint, seed in complaints.items():
            print(f"{name}: {complaint}\n  replay: python -m falsification.fuzz --only {name} --first {seed} --calls 1")
        if not sys.stdout.isatty() and place % 20 and place < len(names):
            continue
        print(f"{place} of {len(names)} functions, {sum(one['calls'] for one in functions.values())} calls, {wrong} complaints   "
              f"{time.perf_counter() - started:.0f} s", flush=True)
    idle = [name for name, one in functions.items() if chosen.calls >= 100 and not (one["answers"] and one["refuses"])
            and not set(arguments.targets()[name][1]) <= arguments.OBJECTS]
    for name in idle:
        print(f"{name}: {functions[name]['answers']} answers and {functions[name]['refuses']} refusals: nothing was tried")
    if not wrong and not idle and chosen.calls == CALLS and not chosen.only:
        record.keep("fuzz", {"totals": totals(functions)})
        record.detail("fuzz", functions)
    return 1 if wrong or idle else 0


if __name__ == "__main__":
    sys.exit(main())
