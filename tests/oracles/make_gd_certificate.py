"""Write the certificates of ``gd-regret``: ``python tests/oracles/make_gd_certificate.py``, the package on the path.

Needs PEPit, cvxpy and Clarabel, which the book itself does not; they are imported where they are used, so that a
collector of doctests can read this file without them.  The worst case is computed twice, from two
descriptions of the game that share no code:

* ``pepit_worst_case`` states it in PEPit's own objects: a convex G-Lipschitz *function* for each round, with unknown
  values and subgradients at w_t and at u, and the indicator of an unknown convex set, into which the proximal step
  projects;
* ``solve`` hands the program of ``otbnotes.certificate`` to Clarabel.  There the values of the losses have been
  eliminated, and the multipliers come in an order that a verifier can write down; PEPit's refer to PEPit's objects.

``make`` demands that the two values agree, stores the multipliers, and turns the optimal Gram matrix into a game.
"""

import json
import math
from importlib.metadata import version

import numpy as np

from otbnotes import certificate

RADIUS, GRADIENT_BOUND, ROUNDS = 1.5, 0.5, range(1, 6)
AGREEMENT = 1e-6    # relative, between the two solutions; PEPit leaves the solver's tolerances at 1e-8
SHRINK = 1 - 1e-12  # keeps the norms of the stored game below their bounds after rounding to DIGITS
DIGITS = 15


def pepit_worst_case(rounds, radius, gradient_bound):
    """Return the largest regret of gradient descent with step B / (G sqrt(T)), as PEPit computes it."""
    from PEPit import PEP
    from PEPit.functions import ConvexIndicatorFunction, ConvexLipschitzFunction
    from PEPit.primitive_steps import proximal_step

    problem = PEP()
    w, u = problem.set_initial_point(), problem.set_initial_point()
    domain = problem.declare_function(ConvexIndicatorFunction, R=radius, center=w)
    domain.oracle(w)
    domain.oracle(u)
    step, regret = radius / (gradient_bound * math.sqrt(rounds)), 0
    for _ in range(rounds):
        loss = problem.declare_function(ConvexLipschitzFunction, M=gradient_bound)
        g, suffered = loss.oracle(w)
        regret += suffered - loss.value(u)
        w, _, _ = proximal_step(w - step * g, domain, step)
    problem.set_performance_metric(regret)
    return problem.solve(wrapper="cvxpy", solver="CLARABEL", verbose=0)


def solve(rounds, radius, gradient_bound):
    """Return the value, the multipliers and the Gram matrix that solve ``certificate.program``."""
    import cvxpy

    objective, matrices, constants = certificate.program(rounds, radius, gradient_bound)
    gram = cvxpy.Variable(objective.shape, PSD=True)
    constraints = [cvxpy.trace(A @ gram) <= b for A, b in zip(matrices, constants)]
    problem = cvxpy.Problem(cvxpy.Maximize(cvxpy.trace(objective @ gram)), constraints)
    problem.solve(solver="CLARABEL", tol_gap_abs=1e-10, tol_gap_rel=1e-10, tol_feas=1e-10)
    if problem.status != "optimal":
        raise RuntimeError(f"{rounds} rounds: the solver stopped with status {problem.status}")
    return problem.value, np.maximum([float(c.dual_value) for c in constraints], 0), gram.value


def game(gram, rounds, radius, gradient_bound):
    """Return subgradients and a comparator with (nearly) this Gram matrix, of norms strictly within their bounds.

    The subgradients are the rows of a triangular matrix, and the comparator is projected onto their span, which changes
    no inner product between them.
    """
    subgradients = np.linalg.cholesky(gram[rounds:, rounds:])
    comparator = np.linalg.solve(subgradients, gram[rounds:, rounds - 1])
    return [within(g, gradient_bound) for g in subgradients], within(comparator, radius)


def within(vector, bound):
    """Return the vector, shortened to a norm just below the bound where it is longer."""
    return vector * min(1, bound * SHRINK / np.linalg.norm(vector))


def rounded(numbers):
    """Return the numbers as nested lists of floats with ``DIGITS`` significant digits."""
    if np.ndim(numbers):
        return [rounded(entry) for entry in numbers]
    return float(f"{numbers:.{DIGITS}g}")


def make(rounds, radius, gradient_bound):
    """Return the certificate for this number of rounds."""
    value, multipliers, gram = solve(rounds, radius, gradient_bound)
    subgradients, comparator = game(gram, rounds, radius, gradient_bound)
    made = {"rounds": rounds, "radius": radius, "gradient_bound": gradient_bound, "multipliers": rounded(multipliers),
            "subgradients": rounded(subgradients), "comparator": rounded(comparator)}
    found = certificate.measure(made)
    for name, number in [("PEPit", pepit_worst_case(rounds, radius, gradient_bound)), ("the multipliers", found.upper),
                         ("the game", found.lower)]:
        if not math.isclose(number, value, rel_tol=AGREEMENT):
            raise RuntimeError(f"{rounds} rounds: {name} gave {number!r}, the program {value!r}")
    return made | {"lower": found.lower, "upper": found.upper}


def main():
    """Write the file."""
    tools = ", ".join(f"{tool} {version(tool)}" for tool in ("PEPit", "cvxpy", "clarabel"))
    lines = ",\n".join(json.dumps(make(rounds, RADIUS, GRADIENT_BOUND)) for rounds in ROUNDS)
    text = f'{{"statement": "gd-regret", "made_with": "{tools}", "certificates": [\n{lines}\n]}}\n'
    (certificate.FOLDER / "gd_regret.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
