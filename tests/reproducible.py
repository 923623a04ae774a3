"""Build the committed book from nothing in a clone, and compare every file with the book that stands here.

    python tests/reproducible.py

Where something is not committed, or no book stands here, the other one is built from nothing too, in a folder of another name.
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


def standing(root=ROOT):
    """Return the site that was built here, if it is that of what is committed and not older."""
    def git(*words):
        return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout
    site = root / "_build" / "html"
    page = site / "index.html"
    if page.exists() and not git("status", "--porcelain") and page.stat().st_mtime > int(git("log", "-1", "--format=%ct")):
        return site
    return None


def main():
    """Compare two builds and stop if they differ."""
    with tempfile.TemporaryDirectory() as scratch:
        here = standing()
        sites = [here] if here else []
        for name in ("one", "the other")[len(sites):]:
            print(f"Building the committed book from nothing in the folder {name!r} ...", flush=True)
            sites.append(cold_build(Path(scratch) / name))
        found = different(*sites)
        count = sum(path.is_file() for path in sites[0].rglob("*"))
    if found:
        one = "The book that stands here (without old pages after 'make clean book') and a cold build" if here else "Two cold builds"
        sys.exit(f"{one} differ in:\n" + "\n".join(found))
    print(f"{'The book that stands here and a cold build' if here else 'Two cold builds'} agree in all {count} files.")


if __name__ == "__main__":
    main()
