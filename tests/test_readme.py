"""What the documentation shows is what the program prints.

``python tests/test_readme.py`` writes the present output into the documents; look at the difference.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import tempfile
from pathlib import Path

import pytest

from golfsolve.cli import run

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^```text (\w+\.txt)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPEED = re.compile(r"^.* deals per second .*\n", re.MULTILINE)  # all that is never the same


def with_real_output(text):
    """A document whose console blocks show what their commands print, run one after the other.

    Blocks that have the name of a file are that file.
    """
    for name, content in _FILE.findall(text):
        Path(name).write_text(content, encoding="ascii")

    def replay(block):
        commands = re.findall(r"^\$ (.*)$", block[1], re.MULTILINE)
        return "".join(f"$ {command}\n{printed(command)}" for command in commands)

    return _BLOCK.sub(replay, text)


def printed(command):
    name, *arguments = shlex.split(command)
    if name == "cat":
        return Path(*arguments).read_text(encoding="ascii")
    assert name == "golfsolve"
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        run(arguments)
    return out.getvalue() + _SPEED.sub("", err.getvalue())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_examples_print_what_they_show(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = document.read_text(encoding="utf-8")
    assert text == with_real_output(text)


def test_the_python_example_runs(capsys):
    [code] = re.findall(r"^```python\n(.*?)^```$", DOCUMENTS[0].read_text(encoding="utf-8"), re.M | re.S)
    exec(compile(code, "README.md", "exec"), {})
    verdict, won = capsys.readouterr().out.splitlines()
    assert verdict.startswith("winnable 1 D ")
    assert won == "True"


if __name__ == "__main__":
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            path.write_text(with_real_output(text), encoding="utf-8", newline="\n")
