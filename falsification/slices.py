"""Which cells of a page the trial of one statement needs, read off the names they bind and use.

A cell belongs to the trial of ``label`` when it opens the claim, adds to it later, or binds or changes a name that such a
cell takes.  Pictures of other statements stay out, so one trial runs in a fraction of the page's time.
"""

import ast
import re
from typing import NamedTuple

from . import flow

CELL = re.compile(r"^```\{code-cell\}.*\n(?:---\n(?:.*\n)*?---\n)?(?::.*\n)*((?:.*\n)*?)```$", re.M)
"""A code cell of a page: its options, as YAML or as fields, then its code.  MyST-NB reads the same and takes seconds to load."""


class Cell(NamedTuple):
    """Code with the names it binds, takes from the cells before it and changes, and the names that each claim is bound to."""

    code: str
    binds: frozenset
    takes: frozenset
    changes: frozenset
    claims: dict


def cells(text):
    """Return the code cells of a page's source."""
    return [_examine(code.strip("\n")) for code in CELL.findall(text)]


def labels(page_cells):
    """Return the labels of the claims that a page opens, in their order."""
    return list(dict.fromkeys(label for cell in page_cells for label in cell.claims))


def needed(page_cells, label):
    """Return the numbers of the cells that the trial of ``label`` needs, in their order.

    Raises
    ------
    ValueError
        If no cell opens a claim with this label.
    """
    targets = _targets(page_cells, label)
    if not targets:
        raise ValueError(f"label = {label!r}: expected the label of a claim on this page, one of {', '.join(labels(page_cells))}")
    modules = {name for cell in page_cells for name in flow.imported(ast.parse(cell.code))}
    chosen, wanted = [], set()
    for i in reversed(range(max(targets) + 1)):
        cell = page_cells[i]
        if i in targets or cell.binds & wanted or (cell.changes - modules) & wanted:
            chosen.append(i)
            wanted = (wanted - cell.binds) | cell.takes
    return chosen[::-1]


def draws(page_cells, label):
    """Return whether the trial of ``label`` may depend on the master seed: one of its cells uses ``rng`` or ``otbnotes.seeds``.

    No other function of the package draws at random but by a generator that it is given.
    """
    trees = [ast.parse(cell.code) for cell in page_cells]
    sources = set().union(*map(_sources, trees))
    return any(isinstance(node, ast.Name) and node.id in sources for i in needed(page_cells, label) for node in ast.walk(trees[i]))


def _sources(tree):
    """Return the names that imports bind by which a page can draw at random."""
    names = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                names |= {alias.asname or "otbnotes" for alias in node.names if alias.name.startswith("otbnotes")}
            case ast.ImportFrom(module="otbnotes"):
                names |= {alias.asname or alias.name for alias in node.names if alias.name in ("rng", "seeds")}
            case ast.ImportFrom(module="otbnotes.seeds"):
                names |= {alias.asname or alias.name for alias in node.names}
    return names


def _targets(page_cells, label):
    """Return the numbers of the cells that open the claim or use it while its name stands for it."""
    targets, names = [], frozenset()
    for i, cell in enumerate(page_cells):
        if label in cell.claims:
            targets.append(i)
            names = cell.claims[label]
        elif names & cell.takes:
            targets.append(i)
        if label not in cell.claims:
            names -= cell.binds
    return targets


def _examine(code):
    """Return a cell with its names."""
    tree = ast.parse(code)
    nodes = list(ast.walk(tree))
    claims = {}
    for statement in tree.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "claim" and isinstance(node.args[0], ast.Constant):
                claims[node.args[0].value] = frozenset(flow.bound(statement))
    changed = [node.value for node in nodes if isinstance(node, (ast.Attribute, ast.Subscript))]
    changed += [node.target for node in nodes if isinstance(node, ast.AugAssign)]
    takes = flow.taken(tree)
    changes = takes.intersection(node.id for node in changed if isinstance(node, ast.Name))
    return Cell(code, frozenset(flow.bound(tree)), frozenset(takes), frozenset(changes), claims)
