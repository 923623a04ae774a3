"""The package without what a problem set asks for: each function that is the answer becomes one that says so."""

import ast
import shutil

BOOK = ("otbnotes.witness", "otbnotes.breaking")        # the instances of the book: no question is answered by handing them in


def withhold(package, names, target):
    """Copy a package without the bodies of some functions.

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
        If a name is nothing of the package.
    """
    shutil.copytree(package, target, ignore=shutil.ignore_patterns("__pycache__", "plots"))
    for name in sorted(set(names)):
        first, *parts = name.split(".")
        path = target
        while parts and path.is_dir() and (path / parts[0]).is_dir():
            path /= parts.pop(0)
        if parts and (path / f"{parts[0]}.py").is_file():
            path /= f"{parts.pop(0)}.py"
        if first != package.name or not (_empty(path, parts) if path.is_file() else not parts and [_empty(file, []) for file in path.rglob("*.py")]):
            raise ValueError(f"withheld = {name!r}: expected a function, a file or a folder of the package, such as otbnotes.online.experts.hedge "
                             "or otbnotes.online")


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
