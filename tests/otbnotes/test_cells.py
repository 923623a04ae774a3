"""A reader breaks a line of a cell, runs it, mends it and runs it again: the card is red, and then green."""

import pytest
from jupyter_client.manager import start_new_kernel

from otbnotes import cells, claim

OPEN = 'from otbnotes import claim\nsmall = claim("small", ["half"])'
HOLDS = 'small.holds([1, 2], [2, {bound}])\nsmall.needs("half", 3, 2)\nsmall.refutes_source(3, 2, printed="twice")'
SAY = 'print(small.verdict, small.comparisons, len(small.checks), len(small.errata), small.unknowns)'


@pytest.fixture(scope="module")
def jupyter():
    """Runs a cell in a kernel as a front end does that names its cells, or as one that doesn't, and returns what it prints."""
    manager, client = start_new_kernel()

    def run(code, cell=None):
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False, "stop_on_error": True}
        client.shell_channel.send(message := client.session.msg("execute_request", content, metadata={"cellId": cell} if cell else {}))
        printed = ""
        while True:
            answer = client.get_iopub_msg(timeout=60)
            if answer["parent_header"].get("msg_id") != message["header"]["msg_id"]:
                continue
            assert answer["msg_type"] != "error", answer["content"]
            if answer["msg_type"] == "stream":
                printed += answer["content"]["text"]
            if answer["msg_type"] == "status" and answer["content"]["execution_state"] == "idle":
                return printed.strip()

    yield run
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def test_a_cell_run_again_in_jupyter_replaces_its_rows(jupyter):
    jupyter(OPEN, "first")
    jupyter("small.holds(1, 2)", "second")
    for bound, verdict in ((2, "confirmed"), (1, "refuted"), (2, "confirmed")):
        jupyter(HOLDS.format(bound=bound), "third")
        assert jupyter(SAY, "last") == f"{verdict} 3 3 1 {{}}"
    jupyter("pass", "third")
    assert jupyter("print(len(small.checks))", "third") == "1", "a cell that says nothing any more takes back what it said"
    jupyter('small.unknown("half", "nobody knows")', "fourth")
    jupyter('small.unknown("half", "still nobody knows")', "fourth")
    assert jupyter(SAY, "last").endswith("{'half': 'still nobody knows'}")


def test_where_cells_have_no_names_the_same_text_is_the_same_cell(jupyter):
    jupyter(OPEN)
    jupyter("small.holds(1, 2)")
    jupyter(HOLDS.format(bound=2))
    jupyter(HOLDS.format(bound=2))
    assert jupyter(SAY) == "confirmed 3 3 1 {}"


def test_a_cell_run_again_on_a_page_replaces_its_rows(monkeypatch):
    one = claim("small")
    for run, (bound, verdict) in enumerate(((2, "confirmed"), (1, "refuted"), (2, "confirmed"))):
        monkeypatch.setattr(cells, "current", ("cell 3", run))
        one.holds(2, bound)
        monkeypatch.setattr(cells, "current", ("cell 4", run))
        one.holds([1, 1], 2)
        assert (one.verdict, one.comparisons) == (verdict, 3)


def test_outside_of_a_notebook_everything_stays():
    one = claim("small")
    for _ in range(3):
        one.holds(1, 2)
    assert cells.running() == (None, None) and one.comparisons == 3
