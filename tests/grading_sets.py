"""Small problem sets for the tests of the grader: one as it should be, and one with a fault of each kind."""

HEAD = """\
---
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# Problem set 1: Squares

Everything stands in the book: open a `claim("squares")`.

+++

"""

QUESTION = '''\
```otter
# BEGIN QUESTION
name: {name}
withheld: [otbnotes.convexity._square]
points: [1, 2]
```

+++

## {title} (3 points)

{prompt}

+++

```otter
# BEGIN SOLUTION
```

+++

{explained}

```{{code-cell}} ipython3
{solution}
```

```otter
# END SOLUTION
```

+++

```otter
# BEGIN TESTS
```

```{{code-cell}} ipython3
""" # BEGIN TEST CONFIG
failure_message: "The square of 2 is wrong."
""" # END TEST CONFIG
def test_two({function}):
    {public}
```

```{{code-cell}} ipython3
""" # BEGIN TEST CONFIG
hidden: true
failure_message: "Negative numbers: the square is never negative."
""" # END TEST CONFIG
def test_negative({function}):
    {hidden}
```

```otter
# END TESTS
```

+++

```otter
# END QUESTION
```

'''

PROOF = """\
```otter
# BEGIN QUESTION
name: q9_proof
manual: true
points: 2
```

+++

## Proof (2 points)

Prove that a square is never negative.

+++

```otter
# BEGIN SOLUTION
```

+++

(2 points) The product of two numbers of one sign is not negative.

+++

```otter
# END SOLUTION
```

+++

```otter
# END QUESTION
```
"""

SOLUTION = "def {0}(x):\n    # BEGIN SOLUTION\n    result_of_squaring = x * x\n    return result_of_squaring\n    # END SOLUTION"
WRONG = {"the double": ("def {0}(x):\n    return 2 * x", "never negative"),
         "the cube": ("def {0}(x):\n    return x ** 3", "The square of 2"),
         "the number": ("def {0}(x):\n    return x", "The square of 2"),
         "always 4": ("def {0}(x):\n    return 4", "Negative numbers"),
         "the sign kept": ("def {0}(x):\n    return x * abs(x)", "Negative numbers")}


def question(name, function, **changed):
    """Return a question about squares with some parts exchanged."""
    parts = {"title": f"The function {function}", "prompt": f"Write `{function}(x)`, the square of a number.",
             "explained": "The square is the number times itself, whatever its sign may be.",
             "solution": SOLUTION.format(function), "public": f"assert {function}(2) == 4", "hidden": f"assert {function}(-3) == 9"}
    return QUESTION.format(name=name, function=function, **{**parts, **changed})


def answers(function, **changed):
    """Return right and wrong answers to such a question."""
    right = {"a power": f"def {function}(x):\n    return x ** 2"}
    return right, {label: (code.format(function), words) for label, (code, words) in {**WRONG, **changed}.items()}


def write(folder, name, questions, declared):
    """Write a set: its master from questions, and its answers, question -> (right, wrong)."""
    place = folder / name
    place.mkdir(parents=True)
    (place / "master.md").write_text(HEAD + "\n+++\n\n".join([*questions, PROOF]), "utf8")
    right, wrong = ({question: both[part] for question, both in declared.items()} for part in (0, 1))
    (place / "submissions.py").write_text(f"RIGHT = {right!r}\nWRONG = {wrong!r}\n", "utf8")
