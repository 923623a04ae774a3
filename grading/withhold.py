"""The package without what a problem set asks for: each function that is the answer becomes one that says so."""

import ast
import shutil


def withhold(package, names, target):
    """Copy a package without the bodies of some functions.

    Parameters
    ----------
    package : Path
        The folder ``otbnotes``.
    names : iterable of str
        Functions by the file that defines them, such as ``otbnotes.online.experts.hedge``, or methods of a class in it.
    target : Path
        Where the copy goes.

    Raises
    ------
    ValueError
        If a name is no function of the package.
    """
    shutil.copytree(package, target, ignore=shutil.ignore_patterns("__pycache__", "plots"))
    for name in sorted(set(names)):
        first, *parts = name.split(".")
        path, inside = target, []
        while parts and not path.is_file():
            part = parts.pop(0)
            path = path / part if (path / part).is_dir() else path / f"{part}.py"
        body = ast.parse(path.read_text("utf8")).body if first == package.name and path.is_file() else []
        for part in parts:
            inside = [node for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == part]
            body = inside[-1].body if inside else []
        if not inside or not isinstance(inside[-1], ast.FunctionDef):
            raise ValueError(f"withheld = {name!r}: expected a function of the package by the file that defines it, "
                             "such as otbnotes.online.experts.hedge")
        _empty(path, inside[-1], name)


def _empty(path, function, name):
    """Put one line in the place of the body of a function, and take its decorators off."""
    lines = path.read_text("utf8").splitlines()
    start = min([function.lineno, *(one.lineno for one in function.decorator_list)]) - 1
    indent = " " * function.col_offset
    lines[start:function.end_lineno] = [
        f"{indent}def {function.name}(*arguments, **options):",
        f'{indent}    raise NotImplementedError("{name} is what a question asks for: write it yourself")']
    path.write_text("\n".join(lines) + "\n", "utf8")
