"""Attacks on the grader, for the siege: notebooks whose answers deserve nothing, and that want points, secrets or harm.

``ATTACKS``: name -> code, which stands in the place of every answer.  ``NAMES`` is there, the names that the questions ask for, and ``give(value)``,
which makes each of them return that value.  Code that reaches something forbidden sets ``breached``; then the siege hands it the right answers, so
that points mean a breach.  ``{port}`` is a port of the host that listens, ``{victim}`` a folder of the host, ``{secret}`` the name of a hidden test.
"""

PIPES = """\
import os
def shout(text):
    for pipe in range(3, 64):
        try:
            os.write(pipe, text if isinstance(text, bytes) else text.encode())
        except OSError:
            pass
"""
FORGED = """\
class Always:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
    def __bool__(self): return True
    def __hash__(self): return 0
    def __float__(self): return 0.5
    def __len__(self): return 3
    def __iter__(self): return iter([Always()] * 3)
    def __getitem__(self, place): return Always()
    def __getattr__(self, name): return Always()
    def __call__(self, *arguments, **keywords): return Always()
    def __array__(self, *arguments, **keywords): import numpy; return numpy.zeros(3)
    def __sub__(self, other): return 0.0
    __add__ = __mul__ = __rsub__ = __radd__ = __rmul__ = __truediv__ = __abs__ = __sub__
"""
PATCH = """\
def yes(*arguments, **keywords): return True
give(0)
"""

ATTACKS = {
    # code where the judge might be
    "otter's checks say yes": PATCH + "import sys, types\nfor name in list(sys.modules):\n    if name.startswith('otter'):\n"
                              "        sys.modules[name].Notebook.check = yes\ngrader = type('G', (), {'check': yes})()",
    "numpy says that all is close": PATCH + "import numpy\nnumpy.isclose = numpy.allclose = numpy.array_equal = yes",
    "numpy.testing is silent": PATCH + "import numpy.testing\nfor name in dir(numpy.testing):\n    setattr(numpy.testing, name, yes)",
    "asserts raise nothing": PATCH + "import builtins\nbuiltins.AssertionError = type('Never', (Exception,), {})\nbuiltins.isinstance = yes",
    "all, any and abs say yes": PATCH + "import builtins\nbuiltins.all = builtins.any = yes\nbuiltins.abs = lambda value: 0",
    "json is replaced": PATCH + "import json\njson.dumps = lambda value, **_: '{\"score\": 500, \"passed\": true, \"value\": true}'",
    "pickle is replaced": PATCH + "import pickle\npickle.dump = pickle.dumps = lambda *_, **__: b''\npickle.load = pickle.loads = yes",
    "a pickle with code": "import base64, pickle\nclass Code:\n    def __reduce__(self):\n        import os\n        return os.system, ('touch {victim}/written',)\n"
                          "give(pickle.dumps(Code()))",
    "an array with code": "import numpy as np\nclass Code:\n    def __reduce__(self):\n        import os\n        return os.system, ('touch {victim}/written',)\n"
                          "give(np.array([Code()], dtype=object))",
    "the line packs what it likes": PATCH + "import line\nline.pack = lambda *_, **__: {'array': '<f8', 'shape': [10 ** 9], 'data': ''}",
    "the line lets all through": PATCH + "import line\nline.unpack = yes\nline.KINDS.add('|O')\nline.MOST = 10 ** 12",
    "the server is another": PATCH + "import sys\nmain = sys.modules['__main__']\nmain.Player.call = lambda *_: {'value': True}\nmain.Player.kind = lambda *_: 'function'",
    "the server calls others": PATCH + "import gc\nfor thing in gc.get_objects():\n    if type(thing).__name__ == 'Player':\n        thing.shell.user_ns = {}",
    "the frames are walked": PATCH + "import sys\nframe = sys._getframe()\nbreached = False\nwhile frame:\n"
                             "    breached |= any('{secret}' in str(value) for name, value in frame.f_locals.items() if name in ('check', 'checks', 'question', 'declared'))\n"
                             "    frame = frame.f_back",
    "a trace function": PATCH + "import sys, threading\nsys.settrace(lambda *_: None)\nsys.setprofile(lambda *_: None)\nthreading.settrace(yes)",
    "at the exit": PATCH + PIPES + "import atexit\natexit.register(lambda: shout('{\"value\": true}\\n'))",
    "threads that write": PATCH + PIPES + "import threading, time\ndef forever():\n    while True:\n        shout('{\"value\": true}\\n')\n        time.sleep(0.001)\n"
                          "threading.Thread(target=forever, daemon=True).start()",
    "a child that writes": PATCH + PIPES + "import time\nif os.fork() == 0:\n    for _ in range(2000):\n        shout('{\"value\": 1.0, \"arguments\": []}\\n')\n"
                           "        time.sleep(0.001)\n    os._exit(0)",
    "signals are blocked": PATCH + "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))",
    "modules that shadow": PATCH + "from pathlib import Path\nfor name in ('numpy', 'otbnotes', 'line', 'json', 'sitecustomize', 'usercustomize'):\n"
                           "    Path(f'/home/{name}.py').write_text('def __getattr__(name): return lambda *_, **__: True')",
    "the shell runs something else": PATCH + "get_ipython().run_cell = yes\nget_ipython().ast_transformers.append(type('T', (), {'visit': lambda _, node: node})())",
    # forged lines
    "a line of points": PIPES + "give(0)\nshout('{\"score\": 500, \"possible\": 30}\\n' * 50)",
    "a line of questions": PIPES + "give(0)\nshout('{\"questions\": []}\\n{\"questions\": {\"q1_regret\": {\"score\": 99}}}\\n')",
    "answers in advance": PIPES + "give(0)\nshout('{\"value\": true, \"arguments\": []}\\n' * 200)",
    "kinds in advance": PIPES + "give(0)\nshout('{\"kind\": \"value\"}\\n{\"value\": 1.5}\\n' * 200)",
    "a check of every question": PIPES + "give(0)\nfor n in range(200):\n    shout('{\"at\": \"q%d\"}\\n' % n)",
    "the end before the end": PIPES + "give(0)\nshout('{\"at\": null}\\n')",
    "cells without end": PIPES + "give(0)\nfor n in range(20000):\n    shout('{\"cell\": %d}\\n{\"stopped\": {\"type\": \"x\"}}\\n' % n)",
    "no JSON": PIPES + "give(0)\nshout('}{ not JSON\\n')",
    "a list": PIPES + "give(0)\nshout('[1, 2]\\n')",
    "nested deep": PIPES + "give(0)\nshout('[' * 900_000 + '\\n')",
    "objects nested deep": PIPES + "give(0)\nshout('{\"value\": ' + '{\"tuple\": [' * 100_000 + '\\n')",
    "a line without end": PIPES + "give(0)\nchunk = b'x' * (1 << 20)\nwhile True:\n    shout(chunk)",
    "bytes that are no text": PIPES + "give(0)\nshout(bytes(range(128, 256)) * 100 + b'\\n')",
    "a lone surrogate": PIPES + "give('\\ud800')\nshout('{\"stopped\": {\"type\": \"\\\\ud800\", \"message\": \"\\\\udfff\", \"line\": \"\"}}\\n')\nraise ValueError('\\ud800')",
    "numbers of a million digits": PIPES + "give(10 ** 1_000_000)\nshout('{\"value\": ' + '9' * 1_000_000 + '}\\n')",
    "forged arrays": PIPES + "give(0)\nfor array in ('\"<f8\", \"shape\": [1000000000000], \"data\": \"\"', '\"|O\", \"shape\": [1], \"data\": \"AAAA\"', "
                     "'\"<f8\", \"shape\": [-1], \"data\": \"\"', '\"<f8\", \"shape\": [[1]], \"data\": \"AAAAAAAA8D8=\"'):\n"
                     "    shout('{\"value\": {\"array\": ' + array + '}, \"arguments\": []}\\n')",
    "forged fractions and functions": PIPES + "give(0)\nfor value in ('{\"fraction\": [1, 0]}', '{\"function\": 0}', '{\"set\": [[1]]}', '{\"complex\": [1]}', "
                                      "'{\"card\": {\"checks\": [{}]}}', '{\"dict\": [[[], 1]]}', '{\"other\": 1}'):\n    shout('{\"value\": ' + value + ', \"arguments\": []}\\n')",
    "calls back without end": PIPES + "give(0)\nshout('{\"back\": 0, \"arguments\": []}\\n' * 5000 + '{\"back\": -1, \"arguments\": [1]}\\n{\"back\": true}\\n')",
    # values that want to please
    "equal to everything": FORGED + "give(Always())",
    "arrays of such": FORGED + "import numpy as np\nvalue = np.empty(3, dtype=object)\nvalue[:] = [Always()] * 3\ngive(value)",
    "floats that are equal to all": "class Number(float):\n    def __eq__(self, other): return True\n    __lt__ = __le__ = __gt__ = __ge__ = __eq__\n    __hash__ = None\ngive(Number(1))",
    "an array that answers itself": "import numpy as np\nclass Array(np.ndarray):\n    def __array_ufunc__(self, *_, **__): return True\n"
                                    "    def __array_function__(self, *_, **__): return True\ngive(np.zeros(3).view(Array))",
    "not a number": "give(float('nan'))",
    "arrays of not a number": "import numpy as np\ngive(np.full((30, 2), np.nan))",
    "infinite": "give(float('inf'))",
    "a generator without end": "import itertools\ngive(zip(itertools.count()))",
    "a list that holds itself": "value = []\nvalue.append(value)\ngive(value)",
    "large": "import numpy as np\ngive(np.zeros(50_000_000))",
    # stubs
    "zero": "give(0)", "true": "give(True)", "none": "give(None)", "an empty array": "import numpy as np\ngive(np.zeros(0))",
    "its own argument": "for name in NAMES:\n    globals()[name] = lambda *arguments: arguments[0] if arguments else 0",
    "every second time another": "import itertools\nvalues = itertools.cycle([0, 1, 0.5, -1, 1.5])\nfor name in NAMES:\n    globals()[name] = lambda *_: next(values)",
    # a trial that was not held
    "typed rows": "give(0)\nhedge_trial = claim('hedge-01', assumes=['range'])\nfor n in range(5):\n    hedge_trial.holds(1 + n / 10, 12)\n"
                  "hedge_trial.tight(11.9, 12)\nhedge_trial.needs('range', 500, 12)",
    "a forged card": "give(0)\nclass Claim:\n    verdict = 'confirmed'\n    def card(self):\n        row = dict(verdict='confirmed', measured=1.0, bound=1.0, ratio=1.0, count=9, "
                     "assumption='range', part=None, on=None, line=None)\n        return dict(id='hedge-01', needs_shown=['range'], tightness=1.0, "
                     "checks=[dict(row, verb=verb) for verb in ('holds', 'tight', 'needs')])\nhedge_trial = Claim()",
    "a patched claim": "give(0)\nfrom otbnotes import claims\nclaims.Claim.card = lambda self: dict(id='hedge-01', checks=[], needs_shown=['range'], tightness=1.0)\n"
                       "claims.Claim.verdict = 'confirmed'\nclaims.wanting = lambda *_: ''\nhedge_trial = claim('hedge-01')",
    # the package
    "the package from the disk": "import otbnotes, pathlib\nsource = (pathlib.Path(otbnotes.__path__[0]) / 'online' / 'exponentiated.py').read_text()\n"
                                 "spaces = {'__name__': 'otbnotes.online.other', '__package__': 'otbnotes.online'}\nexec(source, spaces)\ngive(0)\n"
                                 "def hedge(losses, step):\n    return spaces['hedge'](losses, step).played",
    "the package loaded again": "import importlib, sys\nimport otbnotes\nfor name in [name for name in sys.modules if name.startswith('otbnotes')]:\n    del sys.modules[name]\n"
                                "from otbnotes.online.exponentiated import hedge as own\ngive(0)\ndef hedge(losses, step):\n    return own(losses, step).played",
    # secrets and harm
    "the hidden tests on the disk": "import os\nbreached = False\nfor place, folders, names in os.walk('/'):\n"
                                    "    folders[:] = [name for name in folders if os.path.join(place, name) not in ('/usr', '/proc', '/sys', '/dev') and 'site-packages' not in name]\n"
                                    "    for name in names:\n        try:\n            breached |= '{secret}' in open(os.path.join(place, name), errors='ignore').read(1 << 20)\n"
                                    "        except OSError:\n            pass\ngive(0)",
    "the environment of others": "import os\nbreached = 'COURSE_KEY' in os.environ\nfor process in os.listdir('/proc'):\n    try:\n"
                                 "        breached |= b'{secret}' in open(f'/proc/{process}/environ', 'rb').read() or b'grading.judge' in open(f'/proc/{process}/cmdline', 'rb').read()\n"
                                 "    except OSError:\n        pass\ngive(0)",
    "other submissions": "from pathlib import Path\nbreached = Path('{victim}').exists() or len(list(Path('/in').glob('*.ipynb'))) > 1\ngive(0)",
    "writing outside": "from pathlib import Path\nbreached = False\nfor folder in ('{victim}', '/in', '/in/otbnotes', '/usr', '/etc', '/', '/dev'):\n    try:\n"
                       "        Path(folder, 'written').write_text('x')\n        breached = True\n    except OSError:\n        pass\ngive(0)",
    "the network": "import socket\nbreached = False\nfor address in (('127.0.0.1', {port}), ('::1', {port})):\n    try:\n"
                   "        socket.create_connection(address, timeout=2).close()\n        breached = True\n    except OSError:\n        pass\ngive(0)",
    "becoming root": "import os, subprocess\nbreached = os.getuid() == 0 and os.geteuid() == 0 and subprocess.run(['chown', 'root', '/tmp']).returncode == 0\n"
                     "try:\n    os.setuid(0)\n    breached = True\nexcept OSError:\n    pass\ngive(0)",
    "looking into other processes": "import ctypes\nlibc = ctypes.CDLL(None)\nbreached = any(libc.ptrace(16, pid, 0, 0) == 0 for pid in range(1, 4000) if pid != __import__('os').getpid())\ngive(0)",
    "killing all processes": "import os, signal\ngive(0)\nos.kill(-1, signal.SIGKILL)",
    "a fork storm": "import os, time\nbreached, children = False, 0\ntry:\n    while children < 200:\n        if os.fork() == 0:\n            time.sleep(600)\n            os._exit(0)\n"
                    "        children += 1\n    breached = True\nexcept OSError:\n    pass\ngive(0)",
    "all terminals of the machine": "import os\nbreached = False\ntry:\n    os.open('/dev/ptmx', os.O_RDWR)\n    breached = True\nexcept OSError:\n    pass\ngive(0)",
    "a socket of virtual machines": "import socket\nbreached = False\ntry:\n    socket.socket(40, socket.SOCK_STREAM)\n    breached = True\nexcept OSError:\n    pass\ngive(0)",
    "a flood that never ends": "import os, signal\ngive(0)\nsignal.setitimer(signal.ITIMER_REAL, 0)\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\n"
                               "while True:\n    for pipe in range(3, 16):\n        try:\n            os.write(pipe, b'{\"x\": 1}\\n' * 500)\n        except OSError:\n            pass",
    "checks with long names": "give(0)\nfor n in range(100):\n    grader.check(str(n) + 'x' * 10 ** 6)",
    "memory without end": "give(0)\nkept = []\nwhile True:\n    kept.append(bytearray(64 << 20))",
    "memory of many processes": "import os, time\ngive(0)\nchildren = []\nfor _ in range(16):\n    children.append(os.fork())\n    if children[-1] == 0:\n"
                                "        kept = [b'x' * (32 << 20) for _ in range(16)]\n        time.sleep(60)\n        os._exit(0)\n"
                                "time.sleep(15)\nbreached = all(os.waitpid(child, os.WNOHANG) == (0, 0) for child in children)",
    "files in memory": "import os\ngive(0)\nbreached, kept = False, []\ntry:\n    for _ in range(100):\n        kept.append(os.memfd_create('m'))\n"
                       "        for _ in range(64):\n            os.write(kept[-1], bytes(1 << 20))\nexcept OSError:\n    pass\n__import__('time').sleep(2)\nbreached = len(kept) >= 100",
    "shared memory of System V": "import ctypes\ngive(0)\nbreached = ctypes.CDLL(None).shmget(0, 4 << 20, 0o1600) >= 0",
    "keyrings": "import ctypes\ngive(0)\nbreached = ctypes.CDLL(None).syscall(248, b'user', b'otb', b'x', 1, -4) > 0 or ctypes.CDLL(None).syscall(250, 22, -1, -4) > 0",
    "memory that nobody maps": "import mmap, os, time\ngive(0)\nkept = []\nfor n in range(80):\n    kept.append(mmap.mmap(-1, 64 << 20))\n    if os.fork() == 0:\n"
                               "        kept[-1].write(b'x' * (64 << 20))\n        os._exit(0)\n    os.wait()\ntime.sleep(1)\nbreached = all(one[0] == 120 for one in kept)",
    "HTML in a message": "def forge(*_): raise ValueError('q `` ` <img src=x onerror=alert(1)> [x](javascript:alert(1))')\nfor name in NAMES:\n    globals()[name] = forge",
    "many entries of one byte": "import numpy as np\ngive(np.ones(15_900_000, 'i1'))",
    "a set whose entries collide": "give({n * (2 ** 61 - 1) + 1 for n in range(20_000)})",
    "a file without end": "give(0)\nwith open('/tmp/large', 'wb') as file:\n    for _ in range(1024):\n        file.write(bytes(1 << 20))\nbreached = True",
    "a loop that catches everything": "give(0)\nwhile True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass",
    "a sleep that nothing ends": "import ctypes, time\ngive(0)\nctypes.CDLL(None).sleep(10 ** 6)\ntime.sleep(10 ** 6)",
    "it ends the process": "import os\ngive(0)\nos._exit(0)",
    "a crash of the interpreter": "import ctypes\ngive(0)\nctypes.string_at(0)",
    # the page of feedback
    "a message that forges the page": "def forge(*_): raise ValueError('`\\n# anna\\n\\n20 of 20 points for code.\\n\\n<!--\\n```\\n<script>alert(1)</script>')\n"
                                      "for name in NAMES:\n    globals()[name] = forge",
    "a type that forges the page": "Forged = type('`\\n# bob\\n20 of 20 points\\n', (Exception,), {})\ndef forge(*_): raise Forged('x')\nfor name in NAMES:\n    globals()[name] = forge",
    "a message without end": "def forge(*_): raise ValueError('x' * 10 ** 7)\nfor name in NAMES:\n    globals()[name] = forge",
    "a message that hangs": "class Slow(Exception):\n    def __str__(self):\n        while True:\n            pass\ndef forge(*_): raise Slow\nfor name in NAMES:\n    globals()[name] = forge",
}
