"""The workflows of docs/ci.md do what they say: their steps are taken from there and run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from lxml import etree

TEXT = (Path(__file__).parent.parent / "docs" / "ci.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the steps are for a POSIX shell")


def workflow(name):
    [block] = re.findall(rf"^```yaml {name}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return yaml.safe_load(block)


def github():
    job = workflow("github")["jobs"]["winnable"]
    return [step["run"] for step in job["steps"] if "run" in step], job["env"]


def gitlab():
    job = workflow("gitlab")["winnable"]
    return job["script"], job["variables"]


@pytest.fixture
def repository(golfsolve, tmp_path):
    """A folder as the workflows expect it, and `golfsolve` as a command."""
    for name in ("bin", "deals", "pools"):
        (tmp_path / name).mkdir()
    command = tmp_path / "bin" / "golfsolve"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m golfsolve "$@"\n')
    command.chmod(0o755)
    (tmp_path / "deals" / "board.txt").write_text(golfsolve("deal", 1, "--format", "board").out)
    (tmp_path / "deals" / "numbers.txt").write_text("ms:2\n5-6\n")
    golfsolve("pool", "generate", "--count", 3, "--out", tmp_path / "pools" / "daily.jsonl")
    return tmp_path


def run(repository, steps):
    """Runs the steps but for the installation, as the runners do; the exit code of the first that fails."""
    install, *others = steps
    assert install == 'python -m pip install "$GOLFSOLVE"'
    environment = os.environ | {"PATH": f"{repository / 'bin'}{os.pathsep}{os.environ['PATH']}", "CI": "true"}
    environment["PYTHONPATH"] = str(Path(__file__).parent.parent)
    for step in others:
        code = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", step], cwd=repository, env=environment, check=False
        ).returncode
        if code:
            return code
    return 0


@pytest.mark.parametrize("steps", [github()[0], gitlab()[0]], ids=["github", "gitlab"])
def test_winnable_deals_pass(repository, steps):
    assert run(repository, steps) == 0
    assert [case.get("name") for case in etree.parse(repository / "winnable.xml").iter("testcase")] == [
        "deals/board.txt:1",
        "ms:2",
        "5",
        "6",
    ]
    assert len((repository / "results.jsonl").read_text().splitlines()) == 4


@pytest.mark.parametrize("steps", [github()[0], gitlab()[0]], ids=["github", "gitlab"])
def test_a_deal_or_pool_that_is_not_right_fails(repository, steps):
    pool = repository / "pools" / "daily.jsonl"
    pool.write_text(pool.read_text().replace('"draws":1', '"draws":2'))
    assert run(repository, steps) == 1
    (repository / "winnable.xml").unlink()
    (repository / "deals" / "bad.txt").write_text("ms:1\n")
    assert run(repository, steps) == 1
    [failed] = etree.parse(repository / "winnable.xml").iter("failure")
    assert failed.getparent().get("name") == "ms:1"


def test_both_workflows_do_the_same():
    assert github()[0] == gitlab()[0]
    assert github()[1]["GOLFSOLVE"] == gitlab()[1]["GOLFSOLVE"]
