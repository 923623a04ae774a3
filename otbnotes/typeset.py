"""Typesets the formulas that evidence is written with, such as ``B^2/(2 eta) <= 1e-06``, for people to read."""

import html
import re

GREEK = dict(zip("alpha beta gamma delta epsilon eta theta lambda mu nu xi pi rho sigma tau phi chi psi omega Lambda".split(),
                 "α β γ δ ε η θ λ μ ν ξ π ρ σ τ φ χ ψ ω Λ".split()))
SIGNS = (
    (r"\*\*(?=[\w({-])", "^"),                                            # but f** is the conjugate's conjugate
    (r"<=", "≤"), (r">=", "≥"), (r"!=", "≠"), (r"->", "→"), (r"\.\.\.", "…"), (r"\|\|", "‖"), (r'"([^"]*)"', r"“\1”"),
    (r"<([^<>≤≥]*,[^<>≤≥]*)>", r"⟨\1⟩"),                               # an inner product
    (r"\bsqrt\((\w)\)", r"√\1"), (r"\bsqrt\(", "√("),
    (r"(?<=\w)'(?!\w)|(?<=\b\w)'(?=[A-Z])", "′"), (r"(?<=\w)'", "’"),
    (r"(?<=\d)e[+-]?0+\b", ""),
    (r"(?<![\w.])1e[+]?(-?)0*(\d+)\b", r"10^\g<1>\2"), (r"(?<=\d)e[+]?(-?)0*(\d+)\b", r"·10^\g<1>\2"),
    (r"(\w)\^(?=[\s),]|$)", "\\1\u0302"),                                 # theta^ is an estimate
    (r"-\+", "∓"), (r"(?<![\w)])-(?=[\w(|‖√])|(?<= )-(?=[ :,]|$)|(?<=\b\w)-(?=\w\b)", "−"),
    (r" ([≤≥≠=<>/]) ", "\u00a0\\1\u00a0"), (r"(?<=\w)/(?=[\w(‖√])", "/\u2060"),      # no line ends beside these
)
LETTER = r"(?<![A-Za-z])(" + "|".join(GREEK) + r")(?![A-Za-z]| function)"
INDEX = r"\{[^}]*\}|\([^)]*\)|−?[^\W_]+"
RAISED = rf"(?<=[\w)\]|‖′])\^({INDEX})"
LOWERED = rf"(?:(?<=^[A-Za-z])|(?<=[^A-Za-z][A-Za-z])|(?<=[α-ωΛ])|(?<=[α-ω]\^\d))_({INDEX})"


def typeset(text):
    """Return a text in pieces, with signs, Greek letters, indices and powers as they are printed.

    Returns
    -------
    list of (str, str)
        Each the name of an HTML element, "sup", "sub" or "" for plain text, and what stands in it.

    Examples
    --------
    >>> typeset("alpha_t, B^2 * 1e-06")
    [('', 'α'), ('sub', 't'), ('', ', B'), ('sup', '2'), ('', ' * 10'), ('sup', '−6'), ('', '')]
    """
    text = re.sub(LETTER, lambda word: GREEK[word[1]], text)
    for pattern, sign in SIGNS:
        text = re.sub(pattern, sign, text)
    text = re.sub(r"√\([^()]*\)|⟨[^⟩]*⟩", lambda whole: whole[0].replace(" ", "\u00a0"), text)
    found, end = [], 0
    for match in re.finditer(f"{RAISED}|{LOWERED}", text):
        kind, inside = ("sup", match[1]) if match[1] else ("sub", match[2])
        found += [("", text[end:match.start()]), (kind, inside.strip("{}()").replace("^2", "²"))]
        end = match.end()
    return [*found, ("", text[end:])]


def as_html(text):
    """Return a text, typeset, as HTML.

    >>> as_html("u_1 < 2^n")
    'u<sub>1</sub>\xa0&lt;\xa02<sup>n</sup>'
    """
    return "".join(f"<{kind}>{html.escape(piece)}</{kind}>" if kind else html.escape(piece) for kind, piece in typeset(text))
