"""solve --junit: what continuous integration shows of a run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from lxml import etree

SCHEMA = etree.XMLSchema(file=str(Path(__file__).parent / "data" / "junit.xsd"))
# With 500 nodes: winnable, undecided, unwinnable.
DEALS = (1, 3, "ms:1")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "report.xml"


@pytest.fixture
def report(golfsolve, path):
    """Solves deals with a report, checks it by the schema and gives its root and the run."""

    def solve(*arguments):
        found = golfsolve("solve", *arguments, "--max-nodes", 500, "--json", "--junit", path)
        root = etree.parse(path).getroot()
        SCHEMA.assertValid(root)
        return root, found

    return solve


def outcomes(root):
    return [[child.tag for child in case] for case in root.iter("testcase")]


def counts(root):
    [suite] = root
    return {key: int(suite.get(key)) for key in ("tests", "failures", "errors", "skipped")}


def test_a_report_has_a_test_case_for_each_deal(report):
    root, found = report(*DEALS, "missing.txt")
    assert found.code == 2
    assert [case.get("name") for case in root.iter("testcase")] == ["1", "3", "ms:1", "missing.txt"]
    assert {case.get("classname") for case in root.iter("testcase")} == {"golfsolve.golf"}
    assert outcomes(root) == [[], ["skipped"], ["failure"], ["error"]]
    assert counts(root) == {"tests": 4, "failures": 1, "errors": 1, "skipped": 1}
    assert root.find(".//skipped").get("message") == "undecided: 500 states searched without a result"
    assert root.find(".//failure").text == found.records[2]["cards"]
    assert root.find(".//error").get("message") == "No such file or directory"


def test_the_report_goes_with_the_exit_code(report, path):
    for fail_on, failing, code in (("unwinnable", 1, 1), ("none", 0, 0), ("undecided", 0, 3)):
        root, found = report(*DEALS, "--fail-on", fail_on, "--force")
        assert found.code == code
        assert outcomes(root) == [[], ["skipped"], ["failure" if failing else "system-out"]]
        assert counts(root)["failures"] == failing


def test_the_same_deals_give_the_same_bytes(report, path):
    written = set()
    for jobs in (1, 2, 8):
        report("ms:1-30", "--jobs", jobs, "--force")
        written.add(path.read_bytes())
    assert len(written) == 1
    assert written.pop().isascii()


def test_a_report_goes_with_results_and_counts_those_that_were_there(report, golfsolve, path, tmp_path):
    results = tmp_path / "results.jsonl"
    report(*DEALS)
    whole = path.read_bytes()
    report(*DEALS[:2], "--out", results, "--force")
    report(*DEALS, "--out", results, "--resume")
    assert path.read_bytes() == whole


def test_any_file_name_can_stand_in_a_report(report, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ["<a&'b\">.txt", "d\u00e9al.txt", "tab\tnewline\n.txt", "\x01\x7f.txt"]
    if sys.platform != "win32":
        names += ["\ufffe", os.fsdecode(b"\xff.txt")]
    root, _ = report(*names)
    shown = [case.get("name") for case in root.iter("testcase")]
    assert shown[:3] == names[:3]
    assert shown[3:] == ["\\x01\x7f.txt", "\\ufffe", "\\udcff.txt"][: len(shown) - 3]


def test_no_deals_at_all_are_a_report_too(report, tmp_path):
    (tmp_path / "empty").write_text("")
    root, found = report(tmp_path / "empty")
    assert (found.code, counts(root)["errors"]) == (2, 1)


def test_a_report_is_not_overwritten_unless_forced(golfsolve, path):
    path.write_text("precious")
    found = golfsolve("solve", 1, "--json", "--junit", path)
    assert (found.code, found.out) == (2, "")
    assert "--force" in found.err
    assert path.read_text() == "precious"
    assert golfsolve("solve", 1, "--junit", path, "--force").code == 0
    assert golfsolve("solve", 1, "--out", path, "--junit", path, "--force").code == 2


def test_a_report_that_cannot_be_written_is_told_before_the_work(golfsolve, tmp_path):
    for place in (tmp_path / "nowhere" / "r.xml", Path(__file__) / "r.xml"):
        found = golfsolve("solve", 1, "--json", "--junit", place)
        assert (found.code, found.out) == (2, "")
        assert f"cannot write {place}" in found.err


def test_an_interrupted_run_leaves_no_report(golfsolve, path, monkeypatch):
    def interrupted(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr("golfsolve.cli.solve.result_record", interrupted)
    path.write_text("of the run before")
    assert golfsolve("solve", 1, "--junit", path, "--force").code == 130
    assert path.read_text() == "of the run before"
    assert list(path.parent.iterdir()) == [path]
