"""What the reader would stumble over turns the build or the tests red: references, figures, formulas, drifting numbers."""

import os
import shutil

import browser
import pytest
from books import HEAD, HEALTHY, ROOT, build, executed, nbval, run, with_fault, write, write_set_up

pytestmark = pytest.mark.gate


def test_a_dead_reference_fails_the_build(tmp_path):
    built = build(tmp_path, with_fault("{prf:ref}`small-squares`", "{prf:ref}`no-such-theorem`"))
    assert built.status != 0 and "squares.md:14" in built.output and "no-such-theorem" in built.output, built.output


def test_a_figure_without_alternative_text_fails_the_build(tmp_path):
    built = build(tmp_path, with_fault("    alt: A parabola between minus one and one, below two straight lines.", "    width: 50%"))
    assert built.status != 0
    assert "squares.md" in built.output and "figure without alternative text" in built.output, built.output


def test_a_cell_that_prints_another_number_each_time_fails_nbval(tmp_path):
    assert build(tmp_path, with_fault("print(f\"{played.loss", "print(np.random.default_rng().random(), f\"{played.loss")).status == 0
    tested = nbval(tmp_path)
    assert tested.status != 0 and "squares.md::Cell 2" in tested.output, tested.output


def test_figures_are_not_compared(tmp_path):
    assert build(tmp_path, with_fault("t = np.linspace(-1, 1)", "t = np.linspace(-1, np.random.default_rng().random())")).status == 0
    tested = nbval(tmp_path)
    assert tested.status == 0, tested.output


def test_a_book_that_was_not_built_fails_nbval(tmp_path):
    write(tmp_path, HEALTHY)
    tested = nbval(tmp_path)
    assert tested.status != 0 and "run 'make book' first" in tested.output, tested.output


BAD_INPUT = {  # a line of a chapter: what the build says of it
    r"$\frob$": r"formula: Unsupported function name: \frob",
    r"$\frac{a}{b$": "formula: Unexpected end of input in a macro argument, expected '}'",
    r"$\left(a$": r"formula: Expected '\right', got 'EOF'",
    r"Any $x$ and $\glub$ in a line": r"formula: Unsupported function name: \glub",
    r"$$\norm$$": "formula: Unexpected end of input in a macro argument, expected '}'",
    r"$$\eqref{nothing}$$": r"formula: \eqref: a formula neither declares a macro nor refers to another formula",
    r"## A heading $\head$": r"formula: Unsupported function name: \head",
    r"\begin{align}x&=y\end{align}": "a numbered equation without a label",
    "![A parabola below a straight line](no_such_figure.png)": "image file not readable: chapters/no_such_figure.png",
    "{cite}`nobody1900`": "could not find bibtex key \"nobody1900\"",
}


def test_bad_input_stops_the_build_at_its_line(tmp_path):
    chapter = with_fault("It is {prf:ref}`small-squares` that stands on trial.", "\n\n".join(BAD_INPUT))
    built = build(tmp_path, chapter)
    assert built.status != 0
    lines = chapter.splitlines()
    for source, said in BAD_INPUT.items():
        assert f"squares.md:{lines.index(source) + 1}: WARNING: {said}" in built.output, built.output


def test_a_healthy_book_passes_nbval_and_the_browser(tmp_path):
    assert build(tmp_path, HEALTHY).status == 0
    tested = nbval(tmp_path)
    assert tested.status == 0 and "3 passed" in tested.output, tested.output
    assert browser.inspect(tmp_path / "_build" / "html") == []


def test_the_caches_notice_a_change_of_the_package_and_of_the_seed(tmp_path):
    write(tmp_path, with_fault("squares.holds(x**2, np.abs(x))", "game, u = witness.orthonormal(100, 2.0)\n"
                               "squares.holds(gradient_descent(game, Ball(2.0)).loss - game.total(u), bounds.gd_regret(2.0, 1.0, 100))"))
    shutil.copytree(ROOT / "otbnotes", tmp_path / "otbnotes", ignore=shutil.ignore_patterns("__pycache__"))
    here = {"PYTHONPATH": str(tmp_path)}
    assert executed(build(tmp_path, **here))
    assert not executed(build(tmp_path, **here))
    assert executed(build(tmp_path, **here, OTBNOTES_SEED="7"))
    module = tmp_path / "otbnotes" / "bounds.py"
    right = "return B * G * math.sqrt(T)\n"
    assert module.read_text("utf8").count(right) == 1
    module.write_text(module.read_text("utf8").replace(right, "return 0.9 * B * G * math.sqrt(T)\n"), "utf8")
    changed = build(tmp_path, **here)
    assert changed.status != 0 and "holds refuted: measured 20, bound 18" in changed.output, changed.output


@pytest.mark.skipif(os.cpu_count() == 1, reason="one processor executes one page at a time")
def test_pages_are_executed_side_by_side(tmp_path):
    """Each of two pages waits until the other has begun."""
    write(tmp_path, with_fault("squares = claim", "import os, time\nopen('one', 'w').close()\nbegun = time.time()\n"
                               "while not os.path.exists('two') and time.time() < begun + 60:\n    time.sleep(0.1)\n"
                               "assert os.path.exists('two')\nsquares = claim"))
    (tmp_path / "chapters" / "other.md").write_text(
        HEAD + "# Another page\n\n```{code-cell} ipython3\nimport os, time\nopen('two', 'w').close()\nbegun = time.time()\n"
        "while not os.path.exists('one') and time.time() < begun + 60:\n    time.sleep(0.1)\n"
        "assert os.path.exists('one')\n```\n", "utf8")
    contents = tmp_path / "_toc.yml"
    contents.write_text(contents.read_text("utf8") + "- file: chapters/other\n", "utf8")
    built = build(tmp_path)
    assert built.status == 0 and executed(built), built.output


def test_make_stops_on_a_python_that_is_too_old(tmp_path):
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\necho 'Python 3.9.1 is too old: 3.11 or newer is needed' >&2\nexit 1\n")
    old.chmod(0o755)
    write_set_up(tmp_path)
    stopped = run(tmp_path, "make", "book", f"PYTHON={old}")
    assert stopped.status != 0 and "Python 3.9.1 is too old: 3.11 or newer is needed" in stopped.output
    assert not (tmp_path / ".venv").exists()
