"""What code takes from the code before it: all that it could read from there, and nothing that it surely binds itself."""

import ast

import pytest
from falsification import flow


@pytest.mark.parametrize("code, names", [
    ("a = b\nc = a", "b"),
    ("a += 1", "a"),
    ("a = 0\na += b", "b"),
    ("a, (b, *c) = d\nprint(a, b, c)", "d print"),
    ("a[b] = c.d", "a b c"),
    ("for a in b:\n    c = a\nc, a", "b c a"),
    ("for a in b:\n    c = a\n    c + a", "b"),
    ("while a:\n    b = a\nb", "a b"),
    ("if a:\n    b = c = 1\nelse:\n    b = 2\nb, c", "a c"),
    ("with a as b:\n    c = b\nc", "a"),
    ("try:\n    a = b\nexcept c:\n    pass\na", "b c a"),
    ("[a + b for a in c if a for d in a if d]", "b c"),
    ("{a: b for a, b in c}\na", "c a"),
    ("f = lambda a, b=c: a + b + d", "c d"),
    ("def f(a, *b, **c):\n    d = a, b, c\n    return d, e, f", "e f"),
    ("@a\ndef f(b=c):\n    def g():\n        return b, d\n    return g\nf", "a c d"),
    ("def f():\n    return a\na = 1", "a"),
    ("a = 1\ndef f():\n    return a", ""),
    ("class A(b):\n    c = d\nA", "b d"),
    ("import a.b, c as d\nfrom e import f\na, d, f, c", "c"),
    ("f'{a:{b}}'", "a b"),
])
def test_what_code_takes(code, names):
    assert flow.taken(ast.parse(code)) == set(names.split())


def test_what_code_binds():
    code = "import a.b, c as d\nfor e in f:\n    g = [h for h in e]\ndef i(j):\n    k = j\nclass L:\n    m = 1\nn = lambda o: o\nq[0] = 1"
    assert flow.bound(ast.parse(code)) == set("a d e g i L n".split())
    assert flow.imported(ast.parse(code)) == {"a", "d"}
