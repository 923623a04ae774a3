"""One submission, one throw-away world: no network, no files but those it needs, and limits on time, memory and processes.

Nothing on the disk of the host can be written from inside: what is found comes out through a pipe.  A host that is root
runs the submission as a user of its own, ``FIRST_USER`` + slot, so that submissions that run side by side share no limit, and
chooses ``FIRST_USER`` by the number of its process, so that two graders side by side don't either.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import NamedTuple

SECONDS, MEMORY, PROCESSES, LARGEST_FILE, DISK = 120, 4 << 30, 64, 64 << 20, 256 << 20
FIRST_USER = 70_000 + 64 * (os.getpid() % 10_000)
HOSTS = Path(__file__).with_name("hosts")
KEPT = 1 << 20      # bytes of output that are read


class Outcome(NamedTuple):
    """How a run ended: ``ended`` is "ok", "timeout" or "crashed"; ``output`` and ``complaints`` are what it printed."""

    ended: str
    output: str
    complaints: str


def run(command, files, slot=0, seconds=SECONDS, memory=MEMORY):
    """Run a Python command inside, and wait for it.

    Parameters
    ----------
    command : list of str
        What follows ``python``; it starts in an empty folder.
    files : dict from str to Path
        What is there to read: the path inside and the path on the host.
    slot : int >= 0
        Which of the runs side by side this is.
    seconds : number > 0
        Wall-clock time after which all of it is killed.
    memory : int > 0
        Bytes of address space of each process.

    Raises
    ------
    RuntimeError
        If there is no bubblewrap, or it cannot make a namespace here.
    """
    wrapper = shutil.which("bwrap")
    if wrapper is None:
        raise RuntimeError("Nothing is graded without a sandbox, and there is no bwrap on the path: install bubblewrap.")
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen([wrapper, *_world(files), "--", *_limits(slot, memory),
                                    str(Path(sys.prefix).resolve() / "bin" / "python"), *command],
                                   stdin=subprocess.DEVNULL, stdout=output, stderr=complaints, start_new_session=True)
        try:
            ended = "crashed" if process.wait(seconds) else "ok"
        except subprocess.TimeoutExpired:
            ended = "timeout"
        finally:
            process.kill()
            process.wait()
        return Outcome(ended, _read(output), _read(complaints))


def check():
    """Raise ``RuntimeError`` if the sandbox does not work here."""
    outcome = run(["-c", "print('inside')"], {}, seconds=30)
    if outcome.output.strip() != "inside":
        raise RuntimeError(f"Nothing is graded without a sandbox, and bubblewrap cannot make one here: {outcome.complaints.strip()}")


def _world(files):
    """Return the options of bubblewrap that make the world inside."""
    shown = {str(path): path for path in _python()} | {str(name): Path(path).resolve() for name, path in files.items()}
    folders = {str(parent) for name in shown for parent in Path(name).parents} - {"/"}
    world = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
             "--die-with-parent", "--new-session", "--clearenv", "--hostname", "sandbox",
             "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib",
             "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev",
             "--perms", "0755", "--dir", "/etc", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache",
             "--ro-bind-try", "/etc/alternatives", "/etc/alternatives", "--ro-bind", str(HOSTS), "/etc/hosts"]
    if os.getuid():
        world += ["--unshare-user", "--cap-drop", "ALL"]
    for path in ("/tmp", "/home"):
        world += ["--perms", "1777", "--size", str(DISK), "--tmpfs", path]
    for path in sorted(folders - {"/usr", "/tmp", "/home", "/etc"}):
        world += ["--perms", "0755", "--dir", path]
    for name, path in shown.items():
        world += ["--ro-bind", str(path), name]
    settings = {"HOME": "/home", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1",
                "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1", "MPLBACKEND": "Agg"}
    for name, value in settings.items():
        world += ["--setenv", name, value]
    return [*world, "--chdir", "/home"]


def _limits(slot, memory):
    """Return the commands that give up all rights and set the limits, inside."""
    limits = ["/usr/bin/prlimit", f"--as={memory}", f"--nproc={PROCESSES}", f"--fsize={LARGEST_FILE}", "--core=0"]
    if os.getuid():
        return limits
    user = str(FIRST_USER + slot)
    return ["/usr/bin/setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--no-new-privs",
            "--bounding-set", "-all", "--inh-caps", "-all", *limits]


def _python():
    """Return the folders of this Python: its environment and the installation below it."""
    places = {Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve(), Path(sysconfig.get_path("stdlib")).resolve().parents[1]}
    return sorted(place for place in places if not place.is_relative_to("/usr"))


def _read(file):
    """Return the first bytes of what was printed."""
    file.seek(0)
    return file.read(KEPT).decode("utf8", "replace")
