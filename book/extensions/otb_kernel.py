"""Stands for a kernel that was forked elsewhere: asks for it, hands it the signals that come, and ends when it ends.

    python -S -E otb_kernel.py door arguments ...
"""

import json
import os
import signal
import socket
import sys


def main():
    """Ask at the door for a kernel and wait for its end."""
    door, *arguments = sys.argv[1:]
    with socket.socket(socket.AF_UNIX) as kernel:
        kernel.connect(door)
        wish = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
        kernel.sendall(json.dumps(wish).encode() + b"\n")
        number = int(kernel.makefile().readline())
        signal.signal(signal.SIGINT, lambda *caught: os.kill(number, signal.SIGINT))
        kernel.recv(1)


if __name__ == "__main__":
    main()
