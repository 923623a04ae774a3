"""What `_static/run.js` loads when a reader runs a page: the package and the shell, in one script.

A script, because a page that was opened from disk may load one and may not fetch a file.
"""

import base64
import json
from pathlib import Path

from otb_wheel import wheel

FILES = ("otb_shell.py", "otb_figures.py")


def publish(app, exception):
    """Write ``run/otbnotes.js``; it is not in ``_static``, whose scripts every page loads."""
    if exception is not None or app.builder.name != "html":
        return
    files = {name: Path(__file__).with_name(name).read_text("utf8") for name in FILES}
    loaded = {"wheel": base64.b64encode(wheel()).decode(), "files": files}
    target = Path(app.outdir, "run", "otbnotes.js")
    target.parent.mkdir(exist_ok=True)
    target.write_text(f"window.otbRun = {json.dumps(loaded)};\n", "utf8")


def setup(app):
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
