"""The declared mutants: wrong versions of a statement, each one edit of the page or of the package.

``mutants/<page>.toml`` holds, for every claim of the page, at least three of

    [[mutant]]
    claim = "gd-regret"
    kind = "constant"                                  # one of KINDS
    file = "otbnotes/bounds.py"                        # left out: the page itself
    find = "return B * G * math.sqrt(T)"               # stands there exactly once
    put = "return 0.9 * B * G * math.sqrt(T)"

and at least one of kind ``harmless``, an edit that changes no verdict, with ``why`` it doesn't.  A mutant of another kind that
survives says ``why`` too.
"""

import hashlib
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "mutants"
KINDS = {
    "constant": "a constant is changed by a tenth or more",
    "exponent": "an exponent, a root or a logarithm is another",
    "factor": "a factor or a term is dropped or doubled",
    "sign": "a sign, a direction or an order is turned round",
    "step": "the algorithm takes another step",
    "assumption": "a hypothesis is dropped from the instances",
    "source": "the form that the source prints is put back",
    "oracle": "the second computation is of another quantity",
    "harmless": "nothing is changed that a verdict may depend on",
}
FEWEST = 3


class Mutant(NamedTuple):
    """One edit, and why it survives if it does."""

    page: str
    claim: str
    kind: str
    file: str
    find: str
    put: str
    why: str = ""

    def applied(self):
        """Return the edited text of the file.

        Raises
        ------
        LookupError
            If the text to be replaced does not stand there exactly once, or the edit changes nothing.
        """
        text = (ROOT / self.file).read_text("utf8")
        times = text.count(self.find)
        if times != 1:
            raise LookupError(f"{self.file}: stands there {times} times instead of once: {self.find!r}")
        if self.find == self.put:
            raise LookupError(f"{self.file}: the edit changes nothing: {self.find!r}")
        return text.replace(self.find, self.put)


def pages():
    """Return the names of the pages with declared mutants."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def mutants(page):
    """Return the declared mutants of a page."""
    declared = tomllib.loads((FOLDER / f"{page}.toml").read_text("utf8"))["mutant"]
    return [Mutant(**{"page": page, "file": f"chapters/{page}.md", **one}) for one in declared]


def digest(mutant):
    """Return a hash of what is declared of a mutant."""
    return hashlib.sha256(repr(tuple(mutant)).encode()).hexdigest()[:8]


def shortcomings(page, claims):
    """Return what the declarations of a page lack, given the labels of its claims; a sentence each."""
    declared, wrong = mutants(page), []
    for one in declared:
        where = f"{page}: {one.claim} ({one.find[:40]!r})"
        if one.claim not in claims:
            wrong.append(f"{where}: there is no such claim on the page")
        if one.kind not in KINDS:
            wrong.append(f"{where}: kind = {one.kind!r}, expected one of {', '.join(KINDS)}")
        if one.kind == "harmless" and not one.why:
            wrong.append(f"{where}: a harmless mutant says why it is")
    for label in claims:
        count = sum(one.claim == label and one.kind != "harmless" for one in declared)
        if count < FEWEST:
            wrong.append(f"{page}: {label} has {count} mutants, expected at least {FEWEST}")
    if not any(one.kind == "harmless" for one in declared):
        wrong.append(f"{page}: no harmless mutant")
    if len({(one.file, one.find, one.put, one.claim) for one in declared}) < len(declared):
        wrong.append(f"{page}: a mutant is declared twice")
    return wrong
