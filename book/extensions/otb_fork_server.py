"""Starts the kernels of the pages as forks of one process that has the libraries loaded already.

    with fork_server() as manager:
        NotebookClient(notebook, kernel_manager_class=manager).execute()

This file is run in two more roles, so that it imports nothing but the standard library before it knows which:

    python otb_fork_server.py serve DESCRIPTOR FOLDER       loads the libraries, then forks a kernel for each request
    python -S -E otb_fork_server.py proxy SOCKET ...        stands for a kernel: Jupyter starts it with the arguments of one

A proxy asks the server for a fork, hands its signals on, and ends when the fork does; the fork ends when the proxy does.  Elsewhere
than on Linux, where a fork is no safe start, kernels start as they always do.
"""

import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

LIBRARIES = ("matplotlib.pyplot", "numba", "scipy.optimize", "scipy.stats", "sklearn.linear_model", "sympy")
LONGEST = 60        # letters of the folder for temporary files: with the name of a socket behind it there may be 107


@contextlib.contextmanager
def fork_server(manager=None):
    """Start a server and give the class of managers that have it fork their kernels.

    Parameters
    ----------
    manager : class, optional
        The kind of managers that the class is to be, ``jupyter_client.AsyncKernelManager`` unless it is given.
    """
    from jupyter_client import AsyncKernelManager
    from traitlets import default

    manager = manager or AsyncKernelManager
    if sys.platform != "linux":
        yield manager
        return
    place = tempfile.gettempdir()
    if len(place) > LONGEST:
        place = "/tmp"
    with tempfile.TemporaryDirectory(prefix="otb-", dir=place, ignore_cleanup_errors=True) as folder:
        address = os.path.join(folder, "requests")

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
                return [sys.executable, "-S", "-E", __file__, "proxy", address, "-f", self.connection_file, "--log-level=ERROR",
                        *(extra_arguments or [])]

        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(address)
            listening.listen()
            process = subprocess.Popen([sys.executable, __file__, "serve", str(listening.fileno()), folder], stdin=subprocess.PIPE,
                                       pass_fds=[listening.fileno()], start_new_session=True)
        try:
            yield Forked
        finally:
            process.kill()
            process.wait()
            process.stdin.close()


def load():
    """Load the libraries that pages ask for, those that are there."""
    for library in LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(library)


def warm():
    """Load the whole package and play two games, with which numba starts and meets most words of the algorithms."""
    import otbnotes
    from otbnotes import geometry, losses, online, streams

    for module in pkgutil.walk_packages(otbnotes.__path__, "otbnotes."):
        importlib.import_module(module.name)
    game = streams.Game("one round", losses.Hinge(), [[1.0]], [1])
    online.gradient_descent(game, geometry.Ball(1.0), 1.0)
    online.exponentiated_gradient(game, 1.0)


def serve(descriptor, folder):
    """Load what pages ask for, then fork kernels until the process that started the server is gone.

    If that one was killed, its folder is left to this process to remove.
    """
    importlib.import_module("ipykernel.kernelapp")
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"      # as ipykernel does, but before matplotlib is loaded
    with contextlib.suppress(Exception):        # the page that asks for what can't be loaded will say why
        load()
        warm()
    sys.path.remove(os.path.dirname(__file__))
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)       # nobody waits for the forks
    threading.Thread(target=_end_with, args=[sys.stdin.fileno(), folder], daemon=True).start()
    listening = socket.socket(fileno=int(descriptor))
    while True:
        connection, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _become_kernel(connection)
        connection.close()


def _become_kernel(connection):
    """Turn this fork into the kernel that the proxy at the other end of the connection asks for."""
    from ipykernel.kernelapp import IPKernelApp

    os.setsid()
    with connection.makefile() as lines:
        request = json.loads(lines.readline())
    connection.sendall(f"{os.getpid()}\n".encode())
    threading.Thread(target=_end_with, args=[connection.fileno()], daemon=True).start()
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    app = IPKernelApp.instance(parent_handle=os.getppid())
    app.initialize(request["arguments"])
    app.start()
    atexit._run_exitfuncs()
    os._exit(0)


def _end_with(descriptor, folder=None):
    """End this process when the other end of a pipe or socket is closed, and remove a folder that nobody needs any more."""
    while os.read(descriptor, 1):
        pass
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)


def proxy(address, *arguments):
    """Ask for a kernel and wait for its end."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        request = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
        connection.sendall(json.dumps(request).encode() + b"\n")
        kernel = int(connection.makefile().readline())
        signal.signal(signal.SIGINT, lambda *caught: os.kill(kernel, signal.SIGINT))
        connection.recv(1)


if __name__ == "__main__":
    {"serve": serve, "proxy": proxy}[sys.argv[1]](*sys.argv[2:])
