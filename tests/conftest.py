"""Mark the tests that `make test` leaves to `make check`, and draw the same examples in every run: few there, many here and by hand."""

from deep import DEEP
from hypothesis import settings

for name, examples in (("short", 10), ("long", 100)):
    settings.register_profile(name, derandomize=True, deadline=None, max_examples=examples)
settings.load_profile("long")


def is_deep(nodeid):
    """Say whether a test, by its name below tests/, is named in the list of deep ones, or its class or its file is."""
    return any(nodeid == name or nodeid.startswith((f"{name}::", f"{name}[")) for name in DEEP)


def pytest_collection_modifyitems(items):
    for item in items:
        if is_deep(item.nodeid.removeprefix("tests/")):
            item.add_marker("deep")
