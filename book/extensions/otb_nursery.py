"""Starts the kernels of the pages as forks of one process that has the libraries loaded already.

    with nursery() as manager:
        NotebookClient(notebook, kernel_manager_class=manager).execute()

Jupyter starts `otb_kernel.py` in the place of a kernel.  That asks the nursery for a fork, hands its signals on, and ends when the
fork does; the fork ends when it does.  Elsewhere than on Linux, where a fork
is no safe start, kernels start as they always do.
"""

import atexit
import contextlib
import gc
import importlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from jupyter_client import AsyncKernelManager
from traitlets import default

KERNEL = Path(__file__).with_name("otb_kernel.py")
LONGEST = 60        # letters of the folder for temporary files: with the name of a socket behind it there may be 107


@contextlib.contextmanager
def nursery(manager=AsyncKernelManager):
    """Open a nursery and give the class of managers, a kind of ``manager``, that start their kernels in it."""
    if sys.platform != "linux":
        yield manager
        return
    place = tempfile.gettempdir()
    if len(place) > LONGEST:
        place = "/tmp"
    with tempfile.TemporaryDirectory(prefix="otb-", dir=place, ignore_cleanup_errors=True) as folder:
        door = os.path.join(folder, "door")

        class Forked(manager):
            """Starts its kernel as a fork, and talks to it through files instead of ports."""

            @default("transport")
            def _transport(self):
                return "ipc"

            @default("ip")
            def _ip(self):
                return os.path.join(folder, f"kernel-{id(self)}")

            def format_kernel_cmd(self, extra_arguments=None):
                """Return the command that stands for the kernel."""
                return [sys.executable, "-S", "-E", str(KERNEL), door, "-f", self.connection_file, *(extra_arguments or [])]

        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(door)
            listening.listen()
            process = subprocess.Popen([sys.executable, __file__, str(listening.fileno()), folder], stdin=subprocess.PIPE,
                                       pass_fds=[listening.fileno()], start_new_session=True)
        try:
            yield Forked
        finally:
            process.kill()
            process.wait()
            process.stdin.close()


def answer(listening, folder):
    """Fork a kernel for each that knocks, until the one that opened the nursery is gone; if it was killed its folder is left."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)       # nobody waits for the forks
    threading.Thread(target=_end_with, args=[sys.stdin.fileno(), folder], daemon=True).start()
    while True:
        guest, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _become_kernel(guest)
        guest.close()


def _end_with(descriptor, folder=None):
    """End this process when the other end of a pipe or socket is closed, and remove a folder that nobody needs any more."""
    while os.read(descriptor, 1):
        pass
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)


def _become_kernel(guest):
    """Turn this fork into the kernel that the guest asked for."""
    from ipykernel.kernelapp import IPKernelApp

    os.setsid()
    with guest.makefile() as lines:
        wish = json.loads(lines.readline())
    guest.sendall(f"{os.getpid()}\n".encode())
    threading.Thread(target=_end_with, args=[guest.fileno()], daemon=True).start()
    os.chdir(wish["folder"])
    os.environ.clear()
    os.environ.update(wish["environment"])
    app = IPKernelApp.instance(parent_handle=os.getppid())
    app.initialize(wish["arguments"])
    app.start()
    atexit._run_exitfuncs()
    os._exit(0)


def _load():
    """Load what pages ask for; where that fails the page that asks will say why."""
    import otb_libraries

    with contextlib.suppress(Exception):
        otb_libraries.load()
        otb_libraries.warm()
    sys.path.remove(str(Path(__file__).parent))


def main():
    """Load what is to be loaded and answer at the door."""
    importlib.import_module("ipykernel.kernelapp")
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"      # as ipykernel does, but before matplotlib is loaded
    _load()
    gc.freeze()
    answer(socket.socket(fileno=int(sys.argv[1])), sys.argv[2])


if __name__ == "__main__":
    main()
