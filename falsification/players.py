"""The players of a process: each trial is played by one that is idle, or by a new one where none is."""

from queue import Empty, SimpleQueue

from .trial import Player

FEW = 4
"""So many trials or fewer load what they import themselves: that is quicker than to load all that any trial could ask for."""
_idle = {}      # what a player has loaded -> those that wait for work


def play(loaded, job):
    """Return what ``Player.play`` returns for this job, played by a player that has ``loaded`` this."""
    idle = _idle.setdefault(loaded, SimpleQueue())
    try:
        player = idle.get_nowait()
    except Empty:
        player = Player(loaded).__enter__()
    found = player.play(**job)
    idle.put(player)
    return found


def dismiss():
    """End the idle players."""
    for idle in _idle.values():
        while not idle.empty():
            idle.get().__exit__()
