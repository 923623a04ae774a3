"""Two builds of the same book, from nothing and in different folders, are the same, byte for byte."""

import os
import subprocess

import pytest
from books import HEAD, HEALTHY, build, write
from reproducible import different, standing

CONTENT = r"""
## Everything else

```{prf:proof}
By {eq}`eq-squares` and {cite:t}`novikoff1962convergence`. {index}`Squares <pair: square; small>` are in the {term}`glossary`.
```

$$x^2\le|x|$$ (eq-squares)

\begin{align*} a&=b\\ &=c \end{align*}

$$\begin{aligned} a&=b\\ &=c \end{aligned}$$

```{margin} Beside
A note in the margin.
```

| a | table |
| --- | --- |
| with | cells |

```{glossary}
glossary
  Words and what they mean.
```

```{exercise}
:label: ex-squares
Square it.
```

```{solution} ex-squares
:class: dropdown
Done.
```

```{code-cell} ipython3
---
tags: [hide-input]
mystnb:
  figure: {name: fig-squares, caption: 'A parabola.'}
  image: {alt: "A parabola that opens upwards, drawn once more."}
---
_ = plt.plot(t, t**2)
plt.show()
```

```{bibliography}
```
"""

DICE = HEAD + """# Dice

```{code-cell} ipython3
import random
print("".join(random.choices("!?.,;:", k=50)))
```
"""


@pytest.fixture(scope="module")
def differences(tmp_path_factory):
    """The files in which two builds from nothing differ: of a book with a page of dice, in two folders."""
    sites = []
    for name in ("one", "the other"):
        folder = tmp_path_factory.mktemp("book") / name
        folder.mkdir()
        write(folder, HEALTHY + CONTENT)
        (folder / "chapters" / "dice.md").write_text(DICE, "utf8")
        with (folder / "_toc.yml").open("a") as contents:
            contents.write("- file: chapters/dice\n")
        done = build(folder, GITHUB_REPOSITORY="ada/otb")
        assert done.status == 0, done.output
        sites.append(folder / "_build" / "html")
    assert {"index.html", "ledger.json", "search", "objects.inv"} <= {path.name for path in sites[0].iterdir()}
    return different(*sites)


def test_two_cold_builds_are_the_same(differences):
    assert [path for path in differences if "dice" not in path] == []


@pytest.mark.gate
def test_a_page_that_differs_in_each_build_is_noticed(differences):
    assert "chapters/dice.html" in differences


def test_the_book_that_stands_counts_where_it_is_that_of_what_is_committed(tmp_path):
    def git(*words):
        subprocess.run(["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *words], cwd=tmp_path, check=True, capture_output=True)
    site = tmp_path / "_build" / "html"
    git("init")
    (tmp_path / ".gitignore").write_text("_build", "utf8")
    git("add", ".")
    git("commit", "-m", "A book")
    assert standing(tmp_path) is None, "nothing was built"
    site.mkdir(parents=True)
    (site / "index.html").write_text("A book", "utf8")
    os.utime(site / "index.html", (2e9, 2e9))
    assert standing(tmp_path) == site
    os.utime(site / "index.html", (1e9, 1e9))
    assert standing(tmp_path) is None, "an older commit"
    os.utime(site / "index.html", (2e9, 2e9))
    (tmp_path / "page.md").write_text("not committed", "utf8")
    assert standing(tmp_path) is None
