"""Odd files, for the siege: whatever lands in an inbox, each with the status of its row and words that its sentence must say.

``write`` puts them into a folder, beside whatever lies there.
"""

import gzip
import io
import json
import os
import struct
import warnings
import zipfile
from pathlib import Path


def write(folder, right, third=None):
    """Write them; ``right`` is a right notebook as bytes, ``third`` (0, 1 or 2) chooses every third of what must be opened.

    Return student -> (status, words).
    """
    notebook, expected = json.loads(right), {}

    def put(name, content, status, words, student=None):
        student = student or Path(name).parts[0].removesuffix(".ipynb").removesuffix(".zip").removesuffix(".IPYNB")
        if third is not None and sum(student.encode()) % 3 != third:
            return
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        expected[student] = status, words

    def changed(**changes):
        return json.dumps(notebook | changes).encode()

    put("o-empty.ipynb", b"", "no-result", "empty")
    put("o-blank.ipynb", b" \n\n", "no-result", "not JSON")
    put("o-json.ipynb", b'{"a": 1}', "no-result", "no cells")
    put("o-list.ipynb", b"[1, 2, 3]", "no-result", "no cells")
    put("o-null.ipynb", b"null", "no-result", "no cells")
    put("o-cut.ipynb", right[:len(right) // 2], "no-result", "not JSON")
    put("o-deep.ipynb", b"[" * 100_000, "no-result", "nested too deep")
    put("o-deep-inside.ipynb", json.dumps(notebook).encode()[:-1] + b', "x": ' + b'{"a":' * 100_000, "no-result", "nested too deep")
    put("o-script.py", b"print(1)\n", "no-result", "plain text", "o-script.py")
    put("o-text.txt", "Grüße".encode(), "no-result", "plain text", "o-text.txt")
    put("o-proof.pdf", b"%PDF-1.7\n%\xe2\xe3", "no-result", "PDF", "o-proof.pdf")
    put("o-picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "no-result", "nor is it text", "o-picture.png")
    put("o-page.html", b"<html><body>regret</body></html>", "no-result", "plain text", "o-page.html")
    put("o-upper.IPYNB", right, "ok", "")
    put("o-no-cells.ipynb", changed(cells=[]), "no-result", "empty")
    put("o-old.ipynb", json.dumps({"worksheets": [{"cells": []}], "nbformat": 3, "metadata": {}}).encode(), "no-result", "older than 4")
    put("o-other-set.ipynb", changed(metadata={"otter": {"assignment_name": "cubes"}}), "no-result", "'cubes'")
    put("o-strange-cells.ipynb", changed(cells=[None, 3, {"cell_type": "code"}, {"cell_type": "new", "source": "x"}, {"source": {"a": 1}}, *notebook["cells"]]), "ok", "")
    put("o-strange-meta.ipynb", changed(metadata={"otter": 3, "kernelspec": [1], "language_info": None}), "ok", "")
    put("o-latin.ipynb", json.dumps(notebook).encode() + "ü".encode("latin1"), "no-result", "not")
    put("o-utf16.ipynb", json.dumps(notebook).encode("utf-16"), "ok", "")
    put("o-utf32.ipynb", json.dumps(notebook).encode("utf-32"), "ok", "")
    put("o-many-cells.ipynb", changed(cells=[{"cell_type": "markdown", "metadata": {}, "source": "x"}] * 5000), "no-result", "too long")
    put("o-long-text.ipynb", changed(cells=[{"cell_type": "markdown", "metadata": {}, "source": "x" * 5_000_000}]), "no-result", "too long")
    put("o-surrogate.ipynb", changed(cells=[*notebook["cells"], {"cell_type": "markdown", "metadata": {}, "source": "\ud800 words"}]), "ok", "")
    put("o-null-bytes.ipynb", changed(cells=[*notebook["cells"], {"cell_type": "code", "metadata": {}, "source": "x = 1\0"}]), "ok", "")

    def zipped(entries, method=zipfile.ZIP_DEFLATED):
        data = io.BytesIO()
        with warnings.catch_warnings(), zipfile.ZipFile(data, "w", method) as archive:
            warnings.simplefilter("ignore")
            for name, content in entries:
                archive.writestr(name, content)
        return data.getvalue()
    one = zipped([("hw.ipynb", right)])
    put("o-zip.zip", one, "ok", "")
    put("o-checkpoints.zip", zipped([("hw.ipynb", right), (".ipynb_checkpoints/hw-checkpoint.ipynb", right), ("__MACOSX/._hw.ipynb", b"x")]), "ok", "")
    put("o-zip-named-notebook.ipynb", one, "ok", "")
    put("o-two.zip", zipped([("a.ipynb", right), ("b.ipynb", right)]), "no-result", "holds 2 notebooks")
    put("o-none.zip", zipped([("a.txt", b"x")]), "no-result", "no notebook in this file")
    put("o-password.zip", _flag(one), "no-result", "password")
    put("o-method.zip", _method(one, 9), "no-result", "cannot be opened")
    put("o-damaged.zip", one[:200] + bytes(50) + one[250:], "no-result", "cannot be opened")
    put("o-broken-end.zip", one[:-30], "no-result", "cannot be opened")
    put("o-bomb.zip", zipped([("hw.ipynb", bytes(200_000_000))]), "no-result", "larger than")
    put("o-path.zip", zipped([("../../../../tmp/hw.ipynb", right)]), "ok", "")
    put("o-same-name.zip", zipped([("hw.ipynb", right), ("hw.ipynb", right)]), "no-result", "holds 2 notebooks")
    put("o-gzip.ipynb", gzip.compress(right), "no-result", "archive of a kind")
    put("o-rar.rar", b"Rar!\x1a\x07\x01\x00" + bytes(50), "no-result", "archive of a kind", "o-rar.rar")
    put("o-" + "n" * 247 + ".ipynb", right, "ok", "")
    put("o-folder/deep/down/hw.ipynb", right, "ok", "", "o-folder")
    put("o-folder/.ipynb_checkpoints/hw-checkpoint.ipynb", b"x", "ok", "", "o-folder")
    put("o-two-files/a.ipynb", right, "no-result", "2 files", "o-two-files")
    put("o-two-files/b.ipynb", right, "no-result", "2 files", "o-two-files")
    put("o-twice.ipynb", right, "no-result", "two submissions", "o-twice")
    put("o-twice.zip", one, "no-result", "two submissions", "o-twice")
    put("o-=cmd|'calc'!A0.ipynb", right, "ok", "")
    put("o-line\nbreak\x1b[2J.ipynb", right, "ok", "", "o-line\ufffdbreak\ufffd[2J")
    put("o-.hidden.ipynb", right, "ok", "")
    (folder / "o-dir.ipynb").mkdir()
    expected["o-dir.ipynb"] = "no-result", "empty"
    os.symlink("/nowhere/at/all", folder / "o-dangling.ipynb")
    expected["o-dangling"] = "no-result", "is a link"
    os.symlink("o-loop.ipynb", folder / "o-loop.ipynb")
    expected["o-loop"] = "no-result", "is a link"
    os.symlink(folder / "h-00.ipynb", folder / "o-link-to-another.ipynb")
    expected["o-link-to-another"] = "no-result", "is a link"
    with (folder / "o-sparse.ipynb").open("wb") as file:
        file.truncate(200 << 30)
    expected["o-sparse"] = "no-result", "larger than 64 MB"
    os.mkfifo(folder / "o-pipe.ipynb")
    expected["o-pipe"] = "no-result", "not a file"
    Path(os.fsdecode(os.fsencode(folder) + b"/o-\xff\xfe.ipynb")).write_bytes(right)
    expected["o-\ufffd\ufffd"] = "ok", ""
    if os.getuid():
        put("o-forbidden.ipynb", right, "no-result", "cannot be read")
        (folder / "o-forbidden.ipynb").chmod(0)
    (folder / ".DS_Store").write_bytes(b"x")
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / "anna-checkpoint.ipynb").write_bytes(right)
    return expected


def _flag(archive):
    """Return a zip file whose entry says that it has a password."""
    data = bytearray(archive)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    return bytes(data)


def _method(archive, method):
    """Return a zip file whose entry says that it was packed by another method (9 is Deflate64)."""
    data = bytearray(archive)
    for mark, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        place = data.index(mark) + offset
        data[place:place + 2] = struct.pack("<H", method)
    return bytes(data)
