"""One submission, one throw-away world: no network, no files but those it needs, and limits on time, memory and processes.

Nothing on the disk of the host can be written from inside; lines come out through one pipe and go in through another.  A host that is
root runs each world as a user of its own, so that those side by side share no limit.  In a container that belongs to one submission
alone, as Gradescope's, where no namespace can be made, ``bare`` gives up the walls and keeps user and limits.
"""

import os
import selectors
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from pathlib import Path

import psutil

MEMORY, EACH, PROCESSES, LARGEST_FILE, DISK, FILES = 3 << 30, 4 << 30, 64, 32 << 20, 64 << 20, 128
FIRST_USER = 100_000
KEPT = 200_000          # bytes of what is printed that are kept
HOSTS, CONFINE = (Path(__file__).with_name(name) for name in ("hosts", "confine.py"))
SPARE = 300 << 20       # bytes of memory that the machine keeps for itself
SETTINGS = {"HOME": "/home", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg",
            "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1", "PIP_NO_INDEX": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONPATH": "/in"}


class Ended(Exception):
    """The world is gone: ``how`` is "slow", "died", "memory" or "flood"."""

    def __init__(self, how):
        super().__init__(how)
        self.how = how


class World:
    """A Python program inside.

    Parameters
    ----------
    command : list of str
        What follows ``python``; it starts in an empty folder.
    files : dict from str to Path
        What is there to read: the name in the folder ``/in``, and the path on the host.
    bare : bool
        Without walls, for a container that holds nothing else.

    Raises
    ------
    RuntimeError
        If walls are wanted and there is no bubblewrap.
    """

    def __init__(self, command, files, bare=False):
        self.user = FIRST_USER + os.getpid() if os.getuid() == 0 else None
        self._group = _memory_group(os.getpid())
        self._home = tempfile.TemporaryDirectory(prefix="otb-") if bare else None
        self._log = bytearray()
        start, settings, folder = self._bare(files) if bare else self._walled(files)
        confined = str(folder.parent / "confine.py") if bare else "/in/confine.py"
        python = [str(Path(sys.prefix).resolve() / "bin" / "python"), confined, *command]
        joined = ["/bin/sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', str(self._group)] if self._group else []
        self._process = subprocess.Popen([*joined, *start, *self._limits(), *python], cwd=folder, env=settings, stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        os.set_blocking(self._process.stdin.fileno(), False)
        self._unread, self._cause = bytearray(), None
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._guard, self._keep)]
        for thread in self._threads:
            thread.start()

    def send(self, line, seconds):
        """Send a line; raise ``Ended`` if it isn't taken in time."""
        left, deadline = memoryview(line.encode() + b"\n"), time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self._process.stdin, selectors.EVENT_WRITE)
            while left:
                if not ready.select(max(0.0, deadline - time.monotonic())):
                    raise self.close("slow")
                try:
                    left = left[os.write(self._process.stdin.fileno(), left):]
                except OSError:
                    raise self.close("died") from None

    def receive(self, seconds, longest):
        """Return the next line; raise ``Ended`` if none comes in time, or one longer than ``longest`` bytes."""
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self._process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._unread:
                if len(self._unread) > longest:
                    raise self.close("flood")
                if not ready.select(max(0.0, deadline - time.monotonic())):
                    raise self.close("slow")
                found = os.read(self._process.stdout.fileno(), 1 << 20)
                if not found:
                    raise self.close("died")
                self._unread += found
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode("utf8", "replace")

    def close(self, how="died"):
        """End all of it, and return the ``Ended`` that says why."""
        self._process.kill()
        self._process.wait()
        if self.user is not None:
            _kill_all_of(self.user)
        for thread in self._threads:
            thread.join(5)
        if self._home is not None:                  # what it left anywhere: the next world may know less
            self._home.cleanup()
            subprocess.run(["find", "/", "/tmp", "/var/tmp", "/dev/shm", "-xdev", "-user", str(self.user), "-delete"], capture_output=True)
        if self._group is not None:
            try:
                self._group.rmdir()
            except OSError:
                pass                                # a process is still on its way out: the folder is empty, and does no harm
        return Ended(self._cause or how)

    def log(self):
        """Return the end of what was printed inside."""
        return self._log.decode("utf8", "replace")

    def _keep(self):
        """Keep the end of what is printed, however much it is."""
        while printed := os.read(self._process.stderr.fileno(), 1 << 16):
            self._log += printed
            del self._log[:-KEPT]

    def _guard(self):
        """Kill the world when all its processes together take more than ``MEMORY``, or the machine has none left.

        Where the kernel counts (``_memory_group``) it is there first.
        """
        while self._process.poll() is None:
            if _memory_of(self._process.pid, self.user) > MEMORY or psutil.virtual_memory().available < SPARE:
                self._cause = "memory"
                self._process.kill()
                if self.user is not None:
                    _kill_all_of(self.user)
            time.sleep(0.2)

    def _limits(self):
        """Return the commands that give up all rights and set the limits, inside."""
        limits = ["/usr/bin/prlimit", f"--as={EACH}", f"--nproc={PROCESSES}", f"--fsize={LARGEST_FILE}", f"--nofile={FILES}", "--core=0"]
        if self.user is None:
            return limits
        return ["/usr/bin/setpriv", "--reuid", str(self.user), "--regid", str(self.user), "--clear-groups", "--no-new-privs",
                "--bounding-set", "-all", "--inh-caps", "-all", *limits]

    def _walled(self, files):
        """Return the command of bubblewrap that makes the walls, the environment and the folder of a world."""
        wrapper = shutil.which("bwrap")
        if wrapper is None:
            raise RuntimeError("Nothing is graded without a sandbox, and there is no bwrap on the path: install bubblewrap.")
        files = {"confine.py": CONFINE, **files}
        shown = {str(path): path for path in _python()} | {f"/in/{name}": Path(path).resolve() for name, path in files.items()}
        folders = {str(parent) for name in shown for parent in Path(name).parents} - {"/"}
        walls = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
                 "--die-with-parent", "--new-session", "--clearenv", "--hostname", "sandbox",
                 "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib",
                 "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev",
                 "--perms", "0555", "--tmpfs", "/dev/pts",      # no terminals: the machine has few, for all worlds together
                 "--perms", "1777", "--size", str(DISK), "--tmpfs", "/dev/shm", "--remount-ro", "/dev/pts", "--remount-ro", "/dev",
                 "--perms", "0755", "--dir", "/etc", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache",
                 "--ro-bind-try", "/etc/alternatives", "/etc/alternatives", "--ro-bind", str(HOSTS), "/etc/hosts"]
        if self.user is None:
            walls += ["--unshare-user", "--cap-drop", "ALL"]
        for path in ("/tmp", "/home"):
            walls += ["--perms", "1777", "--size", str(DISK), "--tmpfs", path]
        for path in sorted(folders - {"/usr", "/tmp", "/home", "/etc"}):
            walls += ["--perms", "0755", "--dir", path]
        for name, path in shown.items():
            walls += ["--ro-bind", str(path), name]
        for name, value in SETTINGS.items():
            walls += ["--setenv", name, value]
        return [wrapper, *walls, "--chdir", "/home", "--"], None, None

    def _bare(self, files):
        """Return no walls, and an environment and a folder of its own with copies of the files."""
        if self.user is None:
            raise RuntimeError("Without a sandbox a submission needs a user of its own, and only root can give it one.")
        place = Path(self._home.name)
        place.chmod(0o755)
        home = place / "home"
        home.mkdir()
        os.chown(home, self.user, self.user)
        for name, path in {"confine.py": CONFINE, **files}.items():
            (shutil.copytree if Path(path).is_dir() else shutil.copy)(path, place / name)
        return [], {**SETTINGS, "HOME": str(home), "PYTHONPATH": str(place)}, home


def _memory_group(number):
    """Return a new control group whose memory the kernel limits, with all that is shared or in files; None where none can be made."""
    try:
        own = {kind: path for line in Path("/proc/self/cgroup").read_text().splitlines() for _, kind, path in [line.split(":", 2)]}
        unified = Path("/sys/fs/cgroup/cgroup.subtree_control")
        if unified.exists() and "memory" in unified.read_text().split():
            group, limit = Path(f"/sys/fs/cgroup/otb-{number}"), "memory.max"
        elif "memory" in own:
            group, limit = Path(f"/sys/fs/cgroup/memory{own['memory']}/otb-{number}"), "memory.limit_in_bytes"
        else:
            return None
        group.mkdir(exist_ok=True)
        (group / limit).write_text(str(MEMORY))
        return group
    except OSError:
        return None


def check():
    """Raise ``RuntimeError`` if no world with walls can be made here."""
    world = World(["-c", "print('inside')"], {})
    try:
        line = world.receive(30, 1000)
    except Ended:
        line = ""
    world.close()
    if line != "inside":
        raise RuntimeError(f"Nothing is graded without a sandbox, and bubblewrap cannot make one here: {world.log().strip()}")


def _lives(process):
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _processes(process, user):
    """Return the processes of a world."""
    if user is None:
        try:
            return psutil.Process(process).children(recursive=True)
        except psutil.NoSuchProcess:
            return []
    return [one for one in psutil.process_iter() if owner(one) == user]


def owner(process):
    """Return the user of a process, None if it is gone."""
    try:
        return process.uids().real
    except psutil.Error:
        return None


def _memory_of(process, user):
    """Return the bytes that the processes of a world hold together, with files in memory; what they share counts once where it matters."""
    inside, kept = _processes(process, user), {}
    for one in inside:
        try:
            for entry in os.scandir(f"/proc/{one.pid}/fd"):
                if os.readlink(entry.path).startswith("/memfd:"):
                    found = os.stat(entry.path)
                    kept[found.st_ino] = found.st_blocks * 512
        except OSError:
            continue
    total = _sum(inside, lambda one: one.memory_info().rss)
    return sum(kept.values()) + (total if total < MEMORY else _sum(inside, lambda one: one.memory_full_info().pss))


def _sum(processes, size):
    """Return the sum of a size over the processes that are still there."""
    total = 0
    for one in processes:
        try:
            total += size(one)
        except (OSError, psutil.Error):
            continue
    return total


def _kill_all_of(user):
    """Kill every process of a user, until none is left."""
    for _ in range(100):
        found = [one for one in psutil.process_iter() if owner(one) == user and _lives(one)]
        if not found:
            return
        for one in found:
            try:
                os.kill(one.pid, signal.SIGKILL)
            except OSError:
                continue
        time.sleep(0.02)


def _python():
    """Return the folders of this Python: its environment and the installation below it."""
    places = {Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve(), Path(sysconfig.get_path("stdlib")).resolve().parents[1]}
    return sorted(place for place in places if not place.is_relative_to("/usr"))
