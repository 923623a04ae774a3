"""Write the lock files: every package that an environment installs, in one version, with the hashes of its files on PyPI.

    python requirements/locks/lock.py       after a change of a requirements or constraints file

For each group below, pip says what its requirements come to under the constraints; what an earlier group of the same environment
has is left out.  Packages for other systems are those that the constraints name with a marker.  pip then refuses every file whose
hash is not in the list.
"""

import json
import re
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
GROUPS = {  # lock file: requirements, constraints, the groups that are installed before it
    "book": ("requirements.txt", "requirements/constraints.txt", []),
    "print": ("requirements/print.txt", "requirements/constraints.txt", ["book"]),
    "dev": ("requirements/dev.txt", "requirements/constraints.txt", ["book", "print"]),
    "bench": ("requirements/bench.txt", "requirements/constraints.txt", ["book", "print", "dev"]),
    "grading": ("requirements/grading.txt", "requirements/constraints-grading.txt", []),
}
BUILD = re.search(r'requires = \["(setuptools==[^"]*)"\]', (ROOT / "pyproject.toml").read_text("utf8"))[1]
WHEELS = re.compile(r"-(py3|py2\.py3|py310\.py311|cp3\d+(\.cp3\d+)*)-(none|abi3|cp31[123])-.*\.whl$")


def canonical(name):
    """Return a name as PyPI spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(constraints):
    """Return the lines of a constraints file: name -> [(version, marker), ...]."""
    found = {}
    for line in (ROOT / constraints).read_text("utf8").splitlines():
        if match := re.fullmatch(r"([\w.-]+)(?:\[[\w,]*\])?==([^\s;]+)(?:\s*;\s*(.*))?", line):
            found.setdefault(canonical(match[1]), []).append((match[2], match[3]))
    return found


def resolved(requirements, constraints):
    """Return the names of all packages that the requirements come to on this machine."""
    report = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-",
                             "-r", requirements, "-c", constraints], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {canonical(one["metadata"]["name"]): one["metadata"]["version"] for one in json.loads(report)["install"]}


def hashes(name, version):
    """Return the hashes of the wheels of one version, or of its source where it has none."""
    with urllib.request.urlopen(f"https://pypi.org/simple/{name}/", timeout=120) as answer:
        page = answer.read().decode()
    files = dict(re.findall(r'href="[^"]*/([^/"#]+)#sha256=([0-9a-f]{64})"', page))
    ours = {file: digest for file, digest in files.items() if file.endswith((".whl", ".tar.gz", ".zip")) and re.match(
        rf"{re.escape(version)}(-|\.tar\.gz$|\.zip$)", file[len(name) + 1:]) and canonical(file[:len(name)]) == name}
    wheels = [digest for file, digest in ours.items() if WHEELS.search(file)]
    if not ours:
        raise LookupError(f"PyPI has no file of {name} {version}")
    return sorted(wheels or ours.values())


def lines(name, known):
    """Return the lines of one package."""
    for version, marker in known:
        yield f"{name}=={version}{f' ; {marker}' if marker else ''} \\"
        yield " \\\n".join(f"    --hash=sha256:{digest}" for digest in hashes(name, version))


def main():
    """Write all lock files."""
    before = {}
    for group, (requirements, constraints, earlier) in GROUPS.items():
        known, found = pins(constraints), resolved(requirements, constraints)
        names = set(found)
        if not earlier:
            names |= {name for name, versions in known.items() if any(marker and "platform" in marker for _, marker in versions)}
            name, version = BUILD.split("==")
            names.add(name)
            known.setdefault(name, [(version, None)])
        names -= {name for one in earlier for name in before[one]}
        before[group] = names
        for line in (ROOT / requirements).read_text("utf8").splitlines():
            if match := re.fullmatch(r"([\w.-]+)(?:\[[\w,]*\])?==(\S+)", line):
                known[canonical(match[1])] = [(match[2], None)]
        unknown = sorted(names - set(known))
        if unknown:
            raise SystemExit(f"{constraints} does not pin {', '.join(f'{name}=={found[name]}' for name in unknown)}")
        with ThreadPoolExecutor(8) as pool:
            parts = list(pool.map(lambda name: "\n".join(lines(name, known[name])), sorted(names)))
        head = f"# Made by requirements/locks/lock.py from {requirements} and {constraints}.\n"
        (ROOT / "requirements" / "locks" / f"{group}.txt").write_text(head + "\n".join(parts) + "\n", "utf8")
        print(f"requirements/locks/{group}.txt: {len(names)} packages, {sum(part.count('--hash') for part in parts)} hashes")


if __name__ == "__main__":
    main()
