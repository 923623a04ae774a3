"""Build the committed book from nothing in two clones, in folders of different names, and compare every file.

    python tests/reproducible.py
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def different(one, other):
    """Return the paths of the files in which two folders differ."""
    def files(folder):
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    first, second = files(one), files(other)
    return sorted(path for path in first.keys() | second.keys() if first.get(path) != second.get(path))


def cold_build(folder):
    """Clone the book into a folder, build it without any cache and return its site."""
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    settings = {**os.environ, "SOURCE_DATE_EPOCH": "1795219200", "PYTHONPATH": str(folder)}
    with (folder / "build.log").open("w") as log:
        done = subprocess.run([sys.executable, "book/extensions/otb_build.py"], cwd=folder, env=settings, stdout=log, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"The book was not built:\n{(folder / 'build.log').read_text('utf8')[-4000:]}")
    return folder / "_build" / "html"


def main():
    """Compare two cold builds and stop if they differ."""
    with tempfile.TemporaryDirectory() as scratch:
        sites = []
        for name in ("one", "the other"):
            print(f"Building the committed book from nothing in the folder {name!r} ...", flush=True)
            sites.append(cold_build(Path(scratch) / name))
        found = different(*sites)
        count = sum(path.is_file() for path in sites[0].rglob("*"))
    if found:
        sys.exit("Two cold builds differ in:\n" + "\n".join(found))
    print(f"Two cold builds agree in all {count} files.")


if __name__ == "__main__":
    main()
