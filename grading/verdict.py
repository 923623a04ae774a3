"""The verdict on one submission: the judge in a process of its own, which cannot be stopped by what it judges."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from .judge import ALL, GRACE

ROOT = Path(__file__).parents[1]


def of(folder, submission, bare=False, seconds=ALL):
    """Return what the judge says of a submission, see ``judge.judge``; whatever happens, something.

    Parameters
    ----------
    folder : Path
        What ``grading.build`` made of the set.
    submission : Path
        The file that was handed in.
    bare : bool
        Without walls, see ``sandbox``.
    seconds : number > 0
        How long it may take.
    """
    command = [sys.executable, "-m", "grading.judge", str(folder), str(submission), "--seconds", str(seconds), *["--bare"] * bare]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True)
    try:
        output, complaints = process.communicate(timeout=seconds + 10 * GRACE)
        return json.loads(output)
    except subprocess.TimeoutExpired:
        return {"status": "timeout", "why": f"The notebook was stopped after {seconds:g} seconds."}
    except ValueError:
        said = complaints.decode("utf8", "replace").strip()
        if "Nothing is graded without a sandbox" in said:
            raise RuntimeError(said.splitlines()[-1].partition(": ")[2]) from None
        return {"status": "crashed", "why": "The judge could not judge this notebook: its log says more.", "log": said}
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.communicate()
