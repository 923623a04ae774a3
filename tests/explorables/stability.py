"""Gap, mean fall and largest fall of two rules on three of five examples, each by its own enumeration."""

from fractions import Fraction
from functools import lru_cache

from otbnotes import smallworld_conversion
from otbnotes.stability import empirical_risk, expected, generalisation_gap, replace, replacement_gap, ridge_line, stability

PLANTED = "3 * 10 ** firm", "3.00001 * 10 ** firm"


def state(rng):
    return {"points": rng.uniform(-1.1, 1.1, size=(5, 2)).tolist(), "rule": int(rng.integers(2)), "firm": float(rng.uniform(-3, 1)),
            "exam": bool(rng.random() < 0.3), "sample": rng.integers(5, size=3).tolist(), "place": int(rng.integers(3)),
            "fresh": int(rng.integers(5)), "seed": 1}


def neighbour(points):
    return lambda x: min(points, key=lambda point: abs(point[0] - x))[1]


def numbers(points, rule, firm, exam, sample, place, fresh, seed):
    fit = neighbour if rule else lambda chosen: lambda x, w=float(ridge_line(10 ** firm)(chosen)): w * x

    @lru_cache(None)
    def sorted_losses(chosen):                # the hypothesis, as its losses on the five
        answer = fit(tuple(tuple(points[i]) for i in chosen))
        return tuple(abs(answer(x) - y) for x, y in points)

    losses, loss, law = lambda chosen: sorted_losses(tuple(sorted(chosen))), lambda h, z: h[z], dict.fromkeys(range(5), 0.2)
    training = expected(law, 3, lambda s: empirical_risk(loss, s, losses(s)))
    if exam:
        risk = expected(law, 3, lambda s: losses(s)[4])
        gap = risk - training
        fall = expected(law, 3, lambda s: sum(losses(s)[4] - losses(replace(s, i, 4))[4] for i in range(3)) * Fraction(1, 3))
    else:
        risk = expected(law, 3, lambda s: smallworld_conversion.risk(law, loss, losses(s)))
        gap, fall = generalisation_gap(losses, loss, law, 3), replacement_gap(losses, loss, law, 3)
    return {"before": losses(sample)[fresh], "after": losses(replace(tuple(sample), place, fresh))[fresh], "risk": risk,
            "training": training, "gap": gap, "fall": fall, "largest": stability(losses, loss, range(5), 3)}
