"""Submissions that run away or break out, for the gate: each tries its harm, and answers rightly only if it succeeded.

``RUNAWAYS``: name -> (code, the statuses that count as contained).  The code sets ``breached``; where it is true at the end the
gate appends the reference solution, so that points mean a breach.  ``{port}`` is a port of the host that listens, ``{victim}`` a
folder of the host that may be neither read nor written.
"""

RUNAWAYS = {
    "endless loop in a cell": ("while True:\n    pass", {"ok"}),
    "endless loop that catches everything": ("""\
while True:
    try:
        while True:
            pass
    except BaseException:
        pass""", {"timeout"}),
    "endless sleep in a thread": ("""\
import threading, time
threading.Thread(target=time.sleep, args=(10 ** 6,)).start()
breached = False""", {"ok", "timeout"}),
    "memory without end": ("kept = []\nwhile True:\n    kept.append(bytearray(64 << 20))", {"ok", "crashed"}),
    "a call that ends the process": ("import os\nos._exit(0)", {"crashed"}),
    "killing all processes": ("import os, signal\nos.kill(-1, signal.SIGKILL)", {"crashed", "timeout"}),
    "fork storm": ("""\
import os, time
children = 0
try:
    while children < 200:
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
        children += 1
except OSError:
    pass
breached = children >= 200""", {"ok", "crashed", "timeout"}),
    "writing outside": ("""\
from pathlib import Path
breached = False
for folder in ("{victim}", "/in", "/usr", "/etc", "/"):
    try:
        Path(folder, "written").write_text("x")
        breached = True
    except OSError:
        pass""", {"ok"}),
    "a file without end": ("""\
with open("/tmp/large", "wb") as file:
    for _ in range(1024):
        file.write(bytes(1 << 20))
breached = True""", {"ok", "crashed"}),
    "reading other submissions": ("""\
from pathlib import Path
breached = Path("{victim}").exists() or len(list(Path("/in").glob("*.ipynb"))) > 1""", {"ok"}),
    "network": ("""\
import socket
breached = False
for address in (("127.0.0.1", {port}), ("::1", {port})):
    try:
        socket.create_connection(address, timeout=2).close()
        breached = True
    except OSError:
        pass""", {"ok"}),
    "becoming root": ("""\
import os, subprocess
breached = os.getuid() == 0 and os.geteuid() == 0 and subprocess.run(["chown", "root", "/tmp"]).returncode == 0
try:
    os.setuid(0)
    breached = True
except OSError:
    pass""", {"ok"}),
}
