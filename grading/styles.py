"""Honest notebooks: the same right answers, as people write them and as front ends save them.

Each style is a function from a notebook with answers, a dictionary of JSON, to what is handed in: such a notebook, or bytes.  ``WRITTEN`` change
the code, ``SAVED`` the file.
"""

import ast
import io
import json
import re
import zipfile

import nbformat


def as_json(notebook):
    """Return a notebook of nbformat as a dictionary of JSON, the source of each cell as one text."""
    made = json.loads(nbformat.writes(notebook))
    return made | {"cells": [cell | {"source": "".join(cell["source"])} for cell in made["cells"]]}


def answer(cell):
    """Say whether a cell is code that answers a question."""
    return cell["cell_type"] == "code" and "otter_answer_cell" in cell["metadata"].get("tags", [])


def answers(notebook):
    """Yield the cells with answers, and the names of the functions that each defines."""
    for cell in notebook["cells"]:
        if answer(cell):
            yield cell, [node.name for node in ast.parse(cell["source"]).body if isinstance(node, ast.FunctionDef)]


def wrapped(wrapper):
    """Return the style in which each function is passed through a wrapper, code that defines ``wrap``."""
    def style(notebook):
        for cell, names in answers(notebook):
            cell["source"] = f"{wrapper}\n\n{definitions(cell['source'])}\n" + "".join(f"{name} = wrap({name})\n" for name in names) + rest(cell["source"])
        return notebook
    return style


def definitions(source):
    """Return the definitions and imports at the top level of some code."""
    return "\n\n".join(ast.get_source_segment(source, node) for node in ast.parse(source).body
                       if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)))


def rest(source):
    """Return the other statements at the top level of some code."""
    return "\n".join(ast.get_source_segment(source, node) for node in ast.parse(source).body
                     if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)))


def code_cell(source):
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": [], "execution_count": None, "id": f"new-{abs(hash(source))}"}


def first_wrong(notebook):
    for cell, names in answers(notebook):
        cell["source"] = "".join(f"def {name}(*arguments):\n    return 0\n" for name in names) + cell["source"]
    return notebook


def split(notebook):
    cells = []
    for cell in notebook["cells"]:
        if answer(cell):
            cells += [code_cell(ast.get_source_segment(cell["source"], node)) for node in ast.parse(cell["source"]).body]
        else:
            cells.append(cell)
    return notebook | {"cells": cells}


def tried_out(notebook):
    """Between the cells stand attempts: plots, magics, help, a mistake, a slow loop."""
    extra = ["%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2, 3])\nplt.show()", "%%time\nsum(range(10 ** 6))", "!ls",
             "help(len)", "1 / 0", "print('a' * 10_000)", "import time\nawait __import__('asyncio').sleep(0)", "np.array([1, 2]) == np.array([1, 2, 3])",
             "import this_is_not_installed", "display([1, 2])", "%pip install seaborn", "input('your name? ')", "?len", "%load_ext autoreload"]
    cells = []
    for number, cell in enumerate(notebook["cells"]):
        if cell["source"].startswith("import"):
            cell["source"] = f"%matplotlib inline\n{cell['source']}\nexit()"
        cells += [cell, code_cell(extra[number % len(extra)])]
    return notebook | {"cells": cells}


def no_checks(notebook):
    return notebook | {"cells": [cell for cell in notebook["cells"] if "grader.check(" not in cell["source"]]}


def checks_first(notebook):
    """All checks stand above the answers, as after a careless move of cells."""
    checks = [cell for cell in notebook["cells"] if cell["source"].startswith("grader.check(")]
    return notebook | {"cells": notebook["cells"][:3] + checks + [cell for cell in notebook["cells"][3:] if cell not in checks]}


WRITTEN = {
    "as it is": lambda notebook: notebook,
    "a wrong attempt above the right one": first_wrong,
    "every statement in a cell of its own": split,
    "among attempts, plots, magics and errors": tried_out,
    "the checks deleted": no_checks,
    "the checks above the answers": checks_first,
    "behind lambdas": wrapped("def wrap(function):\n    return lambda *arguments, **keywords: function(*arguments, **keywords)"),
    "as objects with __call__": wrapped("class wrap:\n    def __init__(self, function):\n        self.function = function\n"
                                        "    def __call__(self, *arguments, **keywords):\n        return self.function(*arguments, **keywords)"),
    "cached by hand": wrapped("import functools\nimport pickle\ndef wrap(function):\n    known = {}\n    @functools.wraps(function)\n"
                              "    def inner(*arguments):\n        try:\n            key = pickle.dumps(arguments)\n        except Exception:\n"
                              "            return function(*arguments)\n"
                              "        if key not in known:\n            known[key] = function(*arguments)\n        return known[key]\n    return inner"),
    "on copies that are spoilt": wrapped("import copy\nimport numpy as np\ndef wrap(function):\n    def inner(*arguments):\n        copies = copy.deepcopy(arguments)\n"
                                         "        value = function(*copies)\n        for one in copies:\n            if isinstance(one, np.ndarray):\n"
                                         "                one[...] = 0\n        return value\n    return inner"),
    "with numbers of NumPy": wrapped("import numpy as np\ndef wrap(function):\n    def inner(*arguments):\n        value = function(*arguments)\n"
                                     "        return np.float64(value) if type(value) is float else np.bool_(value) if type(value) is bool else value\n"
                                     "    return inner"),
    "that print and draw": wrapped("import matplotlib.pyplot as plt\ndef wrap(function):\n    def inner(*arguments):\n"
                                   "        print('called with', arguments)\n        plt.figure()\n        plt.close()\n        return function(*arguments)\n"
                                   "    return inner"),
    "with classes, nested functions and globals": wrapped("class Solver:\n    pass\ndef wrap(function):\n    Solver.run = staticmethod(function)\n"
                                                          "    solver = type('One', (Solver,), {'run': staticmethod(function)})()\n"
                                                          "    def inner(*arguments):\n        global latest\n        latest = solver.run(*arguments)\n"
                                                          "        return latest\n    return inner"),
    "warnings as errors": wrapped("import warnings\ndef wrap(function):\n    def inner(*arguments):\n        with warnings.catch_warnings():\n"
                                  "            warnings.simplefilter('ignore')\n            return function(*arguments)\n    return inner"),
}


def saved(change=None, cell=None, minor=5, source=None, keep=("metadata", "source", "cell_type", "outputs", "execution_count", "id"), encoding="utf8"):
    """Return the style of a front end: what it writes into the notebook and into each cell, and what it leaves out."""
    def style(notebook):
        cells = []
        for number, one in enumerate(notebook["cells"]):
            new = {key: value for key, value in one.items() if key in keep and (minor >= 5 or key != "id")}
            if one["cell_type"] != "code":
                new = {key: value for key, value in new.items() if key not in ("outputs", "execution_count")}
            cells.append(new | {"source": source(one["source"]) if source else one["source"]} | (cell(number) if cell else {}))
        whole = {"cells": cells, "metadata": notebook["metadata"] | (change or {}), "nbformat": 4, "nbformat_minor": minor}
        return json.dumps(whole, indent=1).encode(encoding)
    return style


def lines(text):
    return re.findall(r".*\n|.+$", text)


def without_otter(notebook):
    return json.dumps(notebook | {"metadata": {}}).encode()


def zipped(notebook):
    content, data = json.dumps(notebook).encode(), io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("hw/HW 2 (1).ipynb", "hw/.ipynb_checkpoints/HW 2 (1)-checkpoint.ipynb", "__MACOSX/hw/._HW 2 (1).ipynb"):
            archive.writestr(name, content)
    return data.getvalue()


def bom(notebook):
    return b"\xef\xbb\xbf" + json.dumps(notebook).encode()


SAVED = {
    "by Jupyter, with outputs": saved({"kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
                                       "language_info": {"name": "python", "version": "3.13.1"}}, source=lines),
    "by VS Code": saved({"language_info": {"name": "python"}}, lambda n: {"id": f"#VSC-{n:08x}", "metadata": {"vscode": {"languageId": "python"}}},
                        source=lines),
    "by Colab": saved({"colab": {"provenance": [], "toc_visible": True}, "accelerator": "GPU", "kernelspec": {"name": "python3", "display_name": "Python 3"}},
                      lambda n: {"metadata": {"id": f"aB{n}", "colab": {"base_uri": "https://localhost:8080/"}}}, minor=0, source=lines),
    "by Deepnote": saved({"deepnote": {}, "deepnote_notebook_id": "0a1b", "deepnote_execution_queue": []},
                         lambda n: {"metadata": {"cell_id": f"{n:032x}", "deepnote_cell_type": "code", "tags": []}, "id": f"{n:032x}"}, minor=0),
    "by Kaggle": saved({"kaggle": {"accelerator": "none", "dataSources": []}, "kernelspec": {"name": "python3", "language": "python"}},
                       lambda n: {"metadata": {"trusted": True, "execution": {"iopub.status.busy": "2026-01-01T00:00:00Z"}}}, minor=4),
    "with a kernel of conda": saved({"kernelspec": {"display_name": "ml2026", "language": "python", "name": "conda-env-ml2026-py"}}),
    "with the kernel of another language by name": saved({"kernelspec": {"display_name": "R", "name": "ir"}}),
    "format 4.4 with ids": saved(cell=lambda n: {"id": f"c{n}"}, minor=4),
    "format 4.2": saved(minor=2),
    "without outputs and counts": saved(keep=("metadata", "source", "cell_type")),
    "with properties nobody knows": saved({"x": {"y": [1]}}, lambda n: {"colour": "red", "attachments": {}}),
    "with the line ends of Windows": saved(source=lambda text: text.replace("\n", "\r\n")),
    "in UTF-16": saved(encoding="utf-16"),
    "with a byte order mark": bom,
    "without the metadata of otter": without_otter,
    "in a zip file beside checkpoints": zipped,
}
