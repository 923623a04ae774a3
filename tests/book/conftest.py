"""What the tests of the built site share: the site, and a browser."""

import pytest
from browser import chromium
from pages import ROOT


@pytest.fixture(scope="module")
def site():
    """The folder of the built site."""
    folder = ROOT / "_build" / "html"
    if not (folder / "index.html").exists():
        pytest.fail(f"There is no built book in {folder}: run the book build first.", pytrace=False)
    return folder


@pytest.fixture(scope="module")
def browser():
    """One browser for all tests of a file."""
    with chromium() as started:
        yield started
