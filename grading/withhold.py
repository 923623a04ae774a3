"""The package without what a problem set asks for: each function that is the answer becomes one that says so."""

import ast
import shutil
import subprocess
import sys

BOOK = ("witness",)        # folders with the instances of the book: no question is answered by handing them in
GONE = '''"""Not there while a question is graded."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise NotImplementedError(f"{name} of the package is not there while this question is graded: find an instance of your own")
'''

IMPORTED = """
import importlib, pkgutil, sys
sys.path.insert(0, ".")
import otbnotes
for module in pkgutil.walk_packages(otbnotes.__path__, "otbnotes."):
    try:
        importlib.import_module(module.name)
    except ImportError:         # what needs a package that is not installed here
        pass
"""


def withhold(package, names, target):
    """Copy a package for students: without the bodies of some functions, and without the instances of the book.

    Parameters
    ----------
    package : Path
        The folder ``otbnotes``.
    names : iterable of str
        Functions, and methods of a class, by the file that defines them, such as ``otbnotes.online.experts.hedge``; a file or a folder,
        such as ``otbnotes.online``, stands for all functions in it.
    target : Path
        Where the copy goes.

    Raises
    ------
    ValueError
        If a name is nothing of the package, or if what is left cannot be imported.
    """
    shutil.copytree(package, target, ignore=shutil.ignore_patterns("__pycache__", "plots"))
    for file in (file for folder in BOOK for file in (target / folder).rglob("*.py")):
        file.write_text(GONE, "utf8")
    for name in sorted(set(names)):
        first, *parts = name.split(".")
        path = target
        while parts and path.is_dir() and (path / parts[0]).is_dir():
            path /= parts.pop(0)
        if parts and (path / f"{parts[0]}.py").is_file():
            path /= f"{parts.pop(0)}.py"
        if first != package.name or not (_empty(path, parts) if path.is_file() else not parts and _empty_all(path)):
            raise ValueError(f"withheld = {name!r}: expected a function, a file or a folder of the package, such as otbnotes.online.experts.hedge "
                             "or otbnotes.online")
    done = subprocess.run([sys.executable, "-B", "-c", IMPORTED], cwd=target.parent, capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"withheld = {sorted(set(names))}: without them the package cannot be imported: {done.stderr.strip().splitlines()[-1]}")


def _empty_all(folder):
    """Do it to all files of a folder but those that gather the others; return how many functions they had."""
    return sum(_empty(path, []) for path in folder.rglob("*.py") if path.name != "__init__.py")


def _empty(path, parts):
    """Put one line in the place of the bodies of functions, and take their decorators off; return how many they are.

    ``parts`` is the name of one, after that of its class if it is a method, or of a class, or empty: then it is done to all.
    """
    lines, tree = path.read_text("utf8").splitlines(), ast.parse(path.read_text("utf8"))
    functions = [(names, node) for names, node in _functions(tree) if names[:len(parts)] == parts]
    for names, node in reversed(functions):
        start = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
        indent = " " * node.col_offset
        lines[start:node.end_lineno] = [
            f"{indent}def {node.name}(*arguments, **options):",
            f'{indent}    raise NotImplementedError("{".".join(names)} of the package is not there while this question is graded: write it yourself")']
    path.write_text("\n".join(lines) + "\n", "utf8")
    return len(functions)


def _functions(tree):
    """Return the functions of a file and the methods of its classes, each with its name in parts, in their order."""
    found = [([node.name], node) for node in tree.body if isinstance(node, ast.FunctionDef)]
    found += [([owner.name, node.name], node) for owner in tree.body if isinstance(owner, ast.ClassDef) for node in owner.body
              if isinstance(node, ast.FunctionDef) and not node.name.startswith("__")]
    return sorted(found, key=lambda one: one[1].lineno)
