"""The workflows of docs/ci.md and the action do what they say: their steps are taken from there and run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from lxml import etree

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the steps are for a POSIX shell")


def block(name):
    [text] = re.findall(rf"^```yaml {name}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return text


def workflow(name):
    return yaml.safe_load(block(name))


def github():
    job = workflow("github")["jobs"]["winnable"]
    return [step["run"] for step in job["steps"] if "run" in step], job["env"]


def action(**given):
    """The steps of action.yml that run, and their environment, with inputs as a workflow gives them."""
    document = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    inputs = {name: given.pop(name, declared["default"]) for name, declared in document["inputs"].items()}
    assert not given
    steps = []
    for step in document["runs"]["steps"]:
        condition = re.fullmatch(r"inputs\.([\w-]+) != ''", step.get("if", ""))
        assert condition or "if" not in step
        if "run" not in step or (condition and not inputs[condition[1]]):
            continue
        assert step["shell"] == "bash"
        environment = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], value)
            for name, value in step["env"].items()
            if "runner.temp" not in value
        }
        assert "${{" not in "".join([step["run"], *environment.values()])
        steps.append((step["run"], environment))
    return steps


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
    install, *others = [step if isinstance(step, tuple) else (step, {}) for step in steps]
    assert re.fullmatch(
        r'python -m pip install "\$(GOLFSOLVE|\{PACKAGE:-\$GITHUB_ACTION_PATH\})"', install[0]
    )
    environment = os.environ | {"PATH": f"{repository / 'bin'}{os.pathsep}{os.environ['PATH']}", "CI": "true"}
    environment["PYTHONPATH"] = str(ROOT)
    environment["GITHUB_STEP_SUMMARY"] = str(repository / "summary.md")
    for step, settings in others:
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step]
        with (repository / "log").open("ab") as log:
            code = subprocess.run(
                command, cwd=repository, env=environment | settings, stderr=log, check=False
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
    (repository / "quality.json").unlink(missing_ok=True)
    (repository / "deals" / "bad.txt").write_text("ms:1\n")
    assert run(repository, steps) == 1
    [failed] = etree.parse(repository / "winnable.xml").iter("failure")
    assert failed.getparent().get("name") == "ms:1"


def test_both_workflows_install_the_same():
    assert github()[1]["GOLFSOLVE"] == gitlab()[1]["GOLFSOLVE"]
    assert github()[0][0] == gitlab()[0][0]


def test_github_gets_a_summary_and_gitlab_a_report_beside_the_lines(repository):
    (repository / "deals" / "bad.txt").write_text("ms:1\n")
    assert run(repository, github()[0]) == 1
    assert "| `ms:1` | unwinnable" in (repository / "summary.md").read_text()
    (repository / "winnable.xml").unlink()
    assert run(repository, gitlab()[0]) == 1
    [issue] = json.loads((repository / "quality.json").read_text())
    assert issue["location"] == {"path": "deals/bad.txt", "lines": {"begin": 1}}


# --- the action ----------------------------------------------------------------------------------

USED = workflow("action")


def used():
    """The inputs that docs/ci.md gives the action."""
    return USED["jobs"]["winnable"]["steps"][1]["with"]


def test_the_action_passes_what_is_winnable_and_leaves_its_report(repository):
    assert run(repository, action(**used())) == 0
    report = repository / "golfsolve-report"
    assert len(list(etree.parse(report / "winnable.xml").iter("testcase"))) == 4
    assert len((report / "results.jsonl").read_text().splitlines()) == 4
    assert "| 4 | 4 |" in (repository / "summary.md").read_text()
    assert run(repository, action(**used())) == 0  # a runner of one's own keeps the folder


def test_the_action_fails_what_is_not(repository):
    (repository / "deals" / "bad.txt").write_text("# none\nms:1\n")
    assert run(repository, action(**used())) == 1
    assert (
        "::error title=golf ms%3A1%3A unwinnable,file=deals/bad.txt,line=2::"
        in (repository / "log").read_text()
    )
    assert run(repository, action(**used() | {"fail-on": "none"})) == 0
    assert run(repository, action(**used() | {"max-nodes": "1", "fail-on": "undecided"})) == 3
    pool = repository / "pools" / "daily.jsonl"
    pool.write_text(pool.read_text().replace('"draws":1', '"draws":2'))
    assert run(repository, action(**used() | {"deals": ""})) == 1
    assert run(repository, action(**used() | {"pools": "", "deals": "7"})) == 0


def test_inputs_of_the_action_are_those_that_the_page_lists():
    document = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    section = TEXT.split("## GitHub: the action")[1].split("## ")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE) == list(document["inputs"])
    assert set(used()) <= set(document["inputs"])
    assert document["runs"]["using"] == "composite"


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ("github-actions", (ROOT / "action.yml").read_text(encoding="utf-8")),
        ("github-workflows", block("action")),
        ("github-workflows", block("github")),
        ("gitlab-ci", block("gitlab")),
    ],
    ids=["action.yml", "workflow with the action", "workflow", "GitLab"],
)
def test_they_follow_the_schemas_of_their_services(schema, text, tmp_path):
    file = tmp_path / "file.yml"
    file.write_text(text)
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", file]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_expressions_name_what_there_is():
    document = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    known = {f"inputs.{name}" for name in document["inputs"]}
    known |= {"runner.temp", "runner.os", "github.action_ref", "github.run_id"}
    used = re.findall(r"\$\{\{ (\S+) \}\}", (ROOT / "action.yml").read_text(encoding="utf-8"))
    assert set(used) <= known
    for step in document["runs"]["steps"]:
        assert ("uses" in step) != ("run" in step and "shell" in step)
