"""What is released: wheel and source archive hold what they must, and the package says what is tested."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

import golfsolve

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))
# Folders that belong to a source archive, with an example of what has to be in each.
FOLDERS = {
    "golfsolve": "golfsolve/engine/column_search.py",
    "tests": "tests/data/verdicts.tsv",
    "docs": "docs/api.md",
    "benchmarks": "benchmarks/nodes.json",
    "pools": "pools/golf.jsonl.gz",
}


def files_of(folder: str) -> set[str]:
    """The files of a folder that are not made by running something."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    [path] = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")))
    return Path(path)


def test_a_wheel_holds_the_package_and_nothing_else(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name for name in names if not name.startswith("golfsolve-")} == files_of("golfsolve")
    assert "golfsolve/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_an_unpacked_wheel_runs_and_has_its_schemas(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)
    program = (
        "import golfsolve; golfsolve.schema('pool'); print(golfsolve.__file__)\n"
        "from golfsolve.cli import run; run(['deal', 'ms:24', '--format', 'line'])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    file, cards = ran.stdout.splitlines()
    assert Path(file).is_relative_to(tmp_path)
    assert cards.startswith("4C 5H QC")


def test_a_source_archive_holds_all_that_a_stranger_needs(tmp_path):
    [path] = SdistBuilder(str(ROOT)).build(directory=str(tmp_path))
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "pyproject.toml", ".ci/run"} <= names
    for folder, example in FOLDERS.items():
        assert example in names
        assert files_of(folder) <= names, folder


def test_the_tested_versions_of_python_are_those_that_the_package_claims():
    claimed = [
        found[1] for text in PROJECT["project"]["classifiers"] if (found := re.search(r":: (3\.\d+)$", text))
    ]
    assert WORKFLOW["jobs"]["tests"]["strategy"]["matrix"]["python"] == claimed
    assert PROJECT["project"]["requires-python"] == f">={claimed[0]}"


def test_the_workflow_runs_what_the_gate_runs():
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    steps = {step.get("run") for job in WORKFLOW["jobs"].values() for step in job["steps"]}
    for check in ("ruff check", "ruff format --check", "mypy"):
        assert f"-m {check}" in gate
        assert f"python -m {check}" in steps


def test_the_changelog_knows_the_version():
    assert f"\n## {golfsolve.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
