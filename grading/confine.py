"""Runs inside the sandbox first: give up the system calls that reach beyond its walls, then become the program that was asked for.

    python confine.py PROGRAM [ARGUMENT ...]

Shared memory of System V, files in memory and keyrings are counted and separated by nobody; the others look into processes or make new walls.
"""

import ctypes
import os
import platform
import struct
import sys

MACHINES = {  # what the kernel calls it, and the numbers of: shm*, sem*, msg*, ptrace, process_vm_*, *key*, memfd_*, bpf, userfaultfd, io_uring_setup,
    # perf_event_open, pidfd_getfd, unshare, setns, mount, umount2
    "x86_64": (0xC000003E, (29, 30, 31, 67, 64, 65, 66, 220, 68, 69, 70, 71, 101, 310, 311, 248, 249, 250, 319, 447, 321, 323, 425, 298, 438, 272, 308,
                            165, 166)),
    "aarch64": (0xC00000B7, (194, 195, 196, 197, 190, 191, 192, 193, 186, 187, 188, 189, 117, 270, 271, 217, 218, 219, 279, 447, 280, 282, 425, 241, 438,
                             97, 268, 40, 39)),
}
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06     # classic BPF
ALLOWED, REFUSED = 0x7FFF0000, 0x00050001                   # EPERM
OTHER_NUMBERS = 0x40000000                                  # of the 32-bit interface of x86_64


def program(arch, denied):
    """Return the filter: refuse another machine's calls and the denied ones, allow the rest."""
    lines = [(LOAD, 0, 0, 4), (EQUAL, 0, len(denied) + 3, arch), (LOAD, 0, 0, 0), (AT_LEAST, len(denied) + 1, 0, OTHER_NUMBERS)]
    lines += [(EQUAL, len(denied) - place, 0, number) for place, number in enumerate(denied)]
    lines += [(RETURN, 0, 0, ALLOWED), (RETURN, 0, 0, REFUSED)]
    return b"".join(struct.pack("HBBI", *line) for line in lines), len(lines)


def confine():
    """Apply the filter to this process and all that come from it.

    Raises
    ------
    OSError
        If the kernel refuses, or the machine is of a kind that is not known here.
    """
    if platform.machine() not in MACHINES:
        raise OSError(f"no list of system calls for {platform.machine()}")
    code, count = program(*MACHINES[platform.machine()])
    kept = ctypes.create_string_buffer(code, len(code))

    class Filter(ctypes.Structure):
        _fields_ = [("count", ctypes.c_ushort), ("code", ctypes.c_void_p)]
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(Filter(count, ctypes.addressof(kept)))):
        raise OSError(ctypes.get_errno(), "the kernel refuses the filter of system calls")
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")                          # where memory ends, this goes first


if __name__ == "__main__":
    confine()
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
