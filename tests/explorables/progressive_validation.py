"""Learners who guess first and then learn, and what they certify: chapter Progressive validation."""

import numpy as np
from mulberry import draws
from otbnotes import bounds

PLANTED = "Math.log(1 / delta) / (2 * T)", "Math.log(1 / delta) / (2.00001 * T)"
STREAMS, LEARNERS, KINDS, WHIM, SOON = 100, 20, 4, 0.3, 10


def state(rng):
    return {"plan": int(rng.integers(5)), "T": int(rng.integers(12, 30)), "delta": float(rng.uniform(0.01, 0.5)), "noise": float(rng.uniform(0, 0.5)),
            "seed": int(rng.integers(1, 1000))}


def means(values):
    return values.cumsum(axis=-1) / np.arange(1, values.shape[-1] + 1)


def numbers(plan, T, delta, noise, seed):
    random = np.array([draws(1009 * seed + i, T * (2 + 2 * LEARNERS)) for i in range(STREAMS)]).reshape(STREAMS, T, -1)
    kinds, labels = (KINDS * random[:, :, 0]).astype(int), np.where(random[:, :, 1] < noise, -1, 1)
    memory, streams = np.zeros((STREAMS, KINDS)), np.arange(STREAMS)
    errors, risks = np.empty((LEARNERS, STREAMS, T)), np.empty((STREAMS, T))
    for t in range(T):
        known = np.select([memory == 0, memory > 0], [0.5, noise], 1 - noise).mean(axis=1)
        risks[:, t] = (1 - WHIM) * known + WHIM * (1 - known)
        note, guess, turned = memory[streams, kinds[:, t]][:, None], np.where(random[:, t, 2::2] < 0.5, 1, -1), random[:, t, 3::2] < WHIM
        says = np.where(note, note, guess) * np.where(turned, -1, 1)
        errors[:, :, t] = (says != labels[:, t][:, None]).T
        memory[streams, kinds[:, t]] = labels[:, t]
    times = [t for t in range(1, T + 1) if t == T or (plan % 2 and t >= SOON)]
    margins = np.array([bounds.progressive_validation_width(t, delta / LEARNERS if plan == 4 else delta) for t in times])
    certificates = means(errors[:1 if plan < 2 else None])[:, :, np.array(times) - 1] + margins
    best = certificates.transpose(1, 0, 2).reshape(STREAMS, -1).argmin(axis=1)
    chosen, certified = best % len(times), certificates.transpose(1, 0, 2).reshape(STREAMS, -1)[streams, best]
    truths = means(risks)[:, np.array(times) - 1][streams, chosen]
    return {"certificate": certified[0], "truth": truths[0], "after": times[chosen[0]], "voids": int((truths > certified).sum()),
            "planned": int((means(risks)[:, -1] > means(errors[0])[:, -1] + bounds.progressive_validation_width(T, delta)).sum())}
