"""What GitHub reads is well formed by the published schemas, and does what it says with the least permission."""

import re
import subprocess
import sys

import pytest
import yaml
from books import ROOT

SCHEMAS = {".github/workflows/book.yml": "vendor.github-workflows", ".github/ISSUE_TEMPLATE/erratum.yml": "vendor.github-issue-forms",
           ".github/ISSUE_TEMPLATE/bug.yml": "vendor.github-issue-forms",
           ".github/ISSUE_TEMPLATE/config.yml": "vendor.github-issue-config", "CITATION.cff": "vendor.citation-file-format"}
WORKFLOW = ROOT / ".github" / "workflows" / "book.yml"


def wrong(path, schema):
    """Return what a schema has to say against a file; nothing if it is well formed."""
    done = subprocess.run([sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(path)],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout if done.returncode else ""


@pytest.mark.parametrize("name", SCHEMAS)
def test_file_is_well_formed(name):
    assert wrong(ROOT / name, SCHEMAS[name]) == ""


@pytest.mark.gate
def test_a_file_that_is_not_well_formed_is_noticed(tmp_path):
    text = WORKFLOW.read_text("utf8")
    (tmp_path / "book.yml").write_text(text.replace("runs-on:", "runs_on:"), "utf8")
    assert "runs_on" in wrong(tmp_path / "book.yml", "vendor.github-workflows")


def test_every_file_of_a_kind_is_checked():
    found = {str(path.relative_to(ROOT)) for path in (ROOT / ".github").rglob("*.yml")}
    assert found == {name for name in SCHEMAS if name.startswith(".github/")}


def loose(text):
    """Return the actions of a workflow that are not named by a whole commit with its tag beside it."""
    return [name for name in re.findall(r"uses: *(.*)", text) if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}  # v[\d.]+", name)]


def test_actions_are_named_by_commit_and_each_by_one():
    text = WORKFLOW.read_text("utf8")
    assert loose(text) == []
    used = set(re.findall(r"uses: (.*)@(.*)", text))
    assert len(used) == len({name for name, _ in used}) == 4


@pytest.mark.gate
@pytest.mark.parametrize("name", ["actions/checkout@v5", "actions/checkout@08c6903", f"actions/checkout@{'0' * 40}"])
def test_an_action_that_can_move_is_noticed(name):
    assert loose(f"steps:\n  - uses: {name}\n") == [name]


def test_the_site_is_published_with_the_printed_book_when_tests_and_deep_end_have_passed():
    jobs = yaml.safe_load(WORKFLOW.read_text("utf8"))["jobs"]
    publish = jobs["publish"]
    assert publish["needs"] == ["test", "check"] and not {"always", "cancelled"} & set(re.findall(r"\w+", publish["if"]))
    assert not any("continue-on-error" in job for job in jobs.values())
    fetched = {step["with"]["name"]: step.get("if") for step in publish["steps"] if "download-artifact" in step.get("uses", "")}
    assert fetched == {"site": None, "printed-book": None}
    made = {step["with"]["name"]: name for name, job in jobs.items() for step in job["steps"] if "upload-artifact" in step.get("uses", "")}
    assert made == {"site": "test", "printed-book": "check"}


def test_only_the_job_that_publishes_may_write():
    workflow = yaml.safe_load(WORKFLOW.read_text("utf8"))
    assert workflow["permissions"] == {"contents": "read"}
    assert {name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job} == {
        "publish": {"contents": "write"}}
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == ["3.11", "3.13"]
    assert "refs/heads/main" in workflow["jobs"]["publish"]["if"]


def test_every_step_that_makes_something_names_a_target():
    workflow = yaml.safe_load(WORKFLOW.read_text("utf8"))
    steps = [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if step.get("run", "").startswith("make ")]
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf8"), re.MULTILINE)
    assert {"test", "check", "reproducible", "sweep"} <= {step.split()[1] for step in steps} <= set(targets)
