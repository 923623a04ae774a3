"""The random numbers of the explorables, which ``frame.js`` calls mulberry32."""


import numpy as np


def random(seed):
    """Yield what ``random(state)`` gives, one call after the other."""
    mask = 0xFFFFFFFF
    while True:
        seed = (seed + 0x6D2B79F5) & mask
        t = (seed ^ (seed >> 15)) * (1 | seed) & mask
        t = (t + ((t ^ (t >> 7)) * (61 | t) & mask) & mask) ^ t
        yield ((t ^ (t >> 14)) & mask) / 4294967296


def draws(seed, count):
    """Return the first ``count`` of them at once."""
    s = (seed + 0x6D2B79F5 * np.arange(1, count + 1, dtype=np.uint64)).astype(np.uint32)
    t = (s ^ (s >> 15)) * (s | 1)
    t = (t + (t ^ (t >> 7)) * (t | 61)) ^ t
    return (t ^ (t >> 14)) / 4294967296
