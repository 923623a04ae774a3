"""The random numbers of the explorables, which ``frame.js`` calls mulberry32."""


def random(seed):
    """Yield what ``random(state)`` gives, one call after the other."""
    mask = 0xFFFFFFFF
    while True:
        seed = (seed + 0x6D2B79F5) & mask
        t = (seed ^ (seed >> 15)) * (1 | seed) & mask
        t = (t + ((t ^ (t >> 7)) * (61 | t) & mask) & mask) ^ t
        yield ((t ^ (t >> 14)) & mask) / 4294967296
