"""The benchmarks' own arithmetic, and one row of them in earnest."""

import json
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

import bench  # noqa: E402
import web  # noqa: E402
from browser import chromium  # noqa: E402


@pytest.mark.parametrize("ours, peer, goal, found", [
    (2.0, 8.0, ">= 4", (4.0, True)), (2.0, 7.9, ">= 4", (3.95, False)),
    (3.0, 2.0, "<= 1.5", (1.5, True)), (3.2, 2.0, "<= 1.5", (1.6, False))])
def test_verdict(ours, peer, goal, found):
    assert bench.verdict(ours, peer, goal) == found


def test_medians_are_taken_turn_by_turn_after_a_run_to_warm_up():
    calls = []
    times = bench.measure(lambda: calls.append("ours"), lambda: calls.append("peer"), 3)
    assert calls == ["ours", "peer"] * 4 and all(0 < t < 1 for t in times)


@pytest.mark.parametrize("goal, status", [(">= 0.000001", 0), (">= 1000000", 1)])
def test_a_missed_goal_is_written_and_ends_in_failure(goal, status, monkeypatch, tmp_path):
    monkeypatch.setattr(bench, "HERE", tmp_path / "benchmarks")
    monkeypatch.setattr(bench, "ROWS", [("sums", "sums", goal, 1, lambda: (lambda: sum(range(9)), lambda: sum(range(9))))])
    assert bench.main() == status and bench.main("no such row") == 1
    bench.main()
    row, = json.loads((tmp_path / "_build" / "bench.json").read_text())
    assert (row["name"], row["goal"], row["ok"]) == ("sums", goal, status == 0) and row["ratio"] > 0


def test_each_row_says_what_it_is_and_has_a_goal():
    assert len({row[0] + row[1] for row in bench.ROWS}) == len(bench.ROWS) >= 20
    assert all(goal[:3] in (">= ", "<= ") and float(goal[3:]) > 0 for _, _, goal, _, _ in bench.ROWS)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A site of two chapters: one has a picture far below, the other paints nothing before a script has ended."""
    site = tmp_path_factory.mktemp("site")
    (site / "chapters").mkdir()
    (site / "chapters" / "low.html").write_text('<p>Text</p><div style="height: 9000px"></div><img src="low.svg" loading="lazy">', "utf8")
    (site / "chapters" / "low.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{5000 * " "}</svg>', "utf8")
    (site / "chapters" / "late.html").write_text("<script>setTimeout(() => document.body.append('Text'), 1500)</script>", "utf8")
    return site


def test_what_is_fetched_on_the_way_to_the_end_is_counted(pages):
    with web.served(pages) as address, chromium() as browser:
        loaded, read = web.fetched(browser, f"{address}chapters/low.html")
    page, picture = ((pages / "chapters" / name).stat().st_size for name in ("low.html", "low.svg"))
    assert (loaded, read) == (page, page + picture)
    assert web.heaviest(pages) == (max(page, loaded), page + picture) and web.size(pages) > page + picture


def test_the_first_paint_is_that_of_the_slowest_page(pages):
    with web.served(pages) as address, chromium() as browser:
        assert web.first_paint(browser, f"{address}chapters/late.html", repeats=1) > 1.4
    assert web.slowest_paint(pages) > 1.4


def test_a_figure_is_divided_by_its_limit(monkeypatch, tmp_path):
    monkeypatch.setattr(bench, "HERE", tmp_path / "benchmarks")
    monkeypatch.setattr(bench, "ROWS", [("a page", "100 bytes", "<= 1", None, lambda: (150, 100))])
    assert bench.main() == 1
    assert json.loads((tmp_path / "_build" / "bench.json").read_text())[0]["ratio"] == 1.5


def test_a_site_that_is_not_built_is_said_plainly(tmp_path):
    with pytest.raises(ValueError, match="expected a built book; run 'make book' first"):
        web.chapters(tmp_path)
