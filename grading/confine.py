"""Runs inside the sandbox first: give up the system calls that reach beyond its walls, then become the program that was asked for.

    python confine.py PROGRAM [ARGUMENT ...]

A socket may be of the kinds that the walls hold in, no other: those of virtual machines reach the host.  Shared memory of System V, files in memory and keyrings are counted and separated by nobody; the others look into processes or make new walls.
"""

import ctypes
import os
import platform
import struct
import sys

MACHINES = {  # what the kernel calls it, and the numbers of: shm*, sem*, msg*, ptrace, process_vm_*, *key*, memfd_*, bpf, userfaultfd, io_uring_setup,
    # perf_event_open, pidfd_getfd, unshare, setns, mount, umount2; and that of socket
    "x86_64": (0xC000003E, (29, 30, 31, 67, 64, 65, 66, 220, 68, 69, 70, 71, 101, 310, 311, 248, 249, 250, 319, 447, 321, 323, 425, 298, 438, 272, 308,
                            165, 166), 41),
    "aarch64": (0xC00000B7, (194, 195, 196, 197, 190, 191, 192, 193, 186, 187, 188, 189, 117, 270, 271, 217, 218, 219, 279, 447, 280, 282, 425, 241, 438,
                             97, 268, 40, 39), 198),
}
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06     # classic BPF
ALLOWED, REFUSED = 0x7FFF0000, 0x00050001                   # EPERM
OTHER_NUMBERS = 0x40000000                                  # of the 32-bit interface of x86_64
KINDS = (1, 2, 10, 16)                                      # of sockets: unix, inet, inet6, netlink


def program(arch, denied, socket):
    """Return the filter: refuse another machine's calls, the denied ones and sockets of other kinds, allow the rest."""
    tests = [(LOAD, "", "", 4), (EQUAL, "", "refuse", arch), (LOAD, "", "", 0), (AT_LEAST, "refuse", "", OTHER_NUMBERS)]
    tests += [(EQUAL, "refuse", "", number) for number in denied]
    tests += [(EQUAL, "", "allow", socket), (LOAD, "", "", 16), *((EQUAL, "allow", "", kind) for kind in KINDS)]
    ends = {"refuse": len(tests), "allow": len(tests) + 1}
    lines = [(code, *(ends[to] - place - 1 if to else 0 for to in (true, false)), number) for place, (code, true, false, number) in enumerate(tests)]
    lines += [(RETURN, 0, 0, REFUSED), (RETURN, 0, 0, ALLOWED)]
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
