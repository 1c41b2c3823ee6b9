"""solve for continuous integration: annotations, reports, a line a deal; folders and patterns as DEALS."""

from __future__ import annotations

import json
import os
import shutil
import sys

import pytest

from golfsolve.files.annotations import path_in_repository
from golfsolve.formats.inputs import expanded


@pytest.fixture
def deals(golfsolve, tmp_path, monkeypatch):
    """A folder `deals`: a winnable and two unwinnable boards, a winnable one, and a file that is none."""
    (tmp_path / "deals" / "more").mkdir(parents=True)
    (tmp_path / "deals" / "a.txt").write_text(golfsolve("deal", 1, 3, "ms:1").out)
    (tmp_path / "deals" / "more" / "b.txt").write_text(golfsolve("deal", 5).out)
    (tmp_path / "deals" / "z.txt").write_text("nothing\n")
    (tmp_path / "deals" / ".hidden").write_text("nothing\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def terminal(monkeypatch):
    """Makes standard output a terminal of so many lines."""

    def of(lines):
        monkeypatch.setattr("sys.stdout.isatty", lambda: True)
        monkeypatch.setattr(shutil, "get_terminal_size", lambda *_: os.terminal_size((80, lines)))

    return of


def names(found):
    return [line.split(": ")[0] for line in found.out.splitlines()]


# --- what is solved ------------------------------------------------------------------------------


def test_a_folder_stands_for_the_files_under_it(golfsolve, deals):
    found = golfsolve("solve", "deals", "--format", "brief")
    assert names(found) == ["deals/a.txt:1", "deals/a.txt:11", "deals/a.txt:21", "deals/more/b.txt:1"]
    assert "deals/z.txt: line 1" in found.err
    assert ".hidden" not in found.err
    assert found.code == 2


def test_a_pattern_stands_for_the_files_that_it_fits(golfsolve, deals):
    assert expanded(["deals/*.txt", "7", "-", "deals/**/b*"]) == [
        "deals/a.txt", "deals/z.txt", "7", "-", "deals/more/b.txt",
    ]  # fmt: skip
    assert names(golfsolve("solve", "deals/[ab].txt", "--format", "brief")) == names(
        golfsolve("solve", "deals/a.txt", "--format", "brief")
    )


def test_a_pattern_or_folder_without_files_is_an_error(golfsolve, deals):
    (deals / "empty").mkdir()
    for nothing in ("deals/*.csv", "empty"):
        found = golfsolve("solve", nothing)
        assert (found.code, found.out) == (2, "")
        assert nothing in found.err


@pytest.mark.skipif(sys.platform == "win32", reason="such a name is not allowed there")
def test_a_file_whose_name_is_a_pattern_is_that_file(deals):
    (deals / "deals" / "[ab].txt").write_text("7\n")
    assert expanded(["deals/[ab].txt"]) == ["deals/[ab].txt"]


# --- a line a deal -------------------------------------------------------------------------------


def test_brief_is_a_line_a_deal(golfsolve):
    found = golfsolve("solve", 2, "ms:1", 3, "--format", "brief", "--max-nodes", 500)
    assert found.out == (
        "2: winnable in 49 moves, 14 draws, 2 left; 316 states\n"
        "ms:1: unwinnable; 0 states\n"
        "3: undecided; 500 states\n"
    )


def test_brief_goes_with_best_scores(golfsolve):
    assert golfsolve("solve", 2, "--best", "--format", "brief").out == (
        "2: winnable in 49 moves, 14 draws, 2 left; best score -2; 316 states\n"
    )


def test_a_terminal_shows_boards_as_long_as_they_fit(golfsolve, terminal, deals):
    terminal(24)
    assert golfsolve("solve", "1-2").out.startswith("Golf, deal 1\n")
    assert golfsolve("solve", "1-3").out.startswith("1: winnable")
    assert golfsolve("solve", "deals/a.txt").out.startswith("deals/a.txt:1: winnable")
    assert golfsolve("solve", "1-3", "--format", "board").out.startswith("Golf, deal 1\n")
    terminal(60)
    assert golfsolve("solve", "1-3").out.startswith("Golf, deal 1\n")


def test_without_a_terminal_boards_are_shown(golfsolve):
    assert golfsolve("solve", "1-3").out.count("Golf, deal ") == 3


def test_the_end_lists_what_failed(golfsolve):
    found = golfsolve("solve", "1-3", "ms:1", "nowhere", "--max-nodes", 500, "--format", "brief")
    assert found.err.splitlines()[1:] == [
        "5 deals: 2 winnable, 1 unwinnable, 1 undecided, 1 unreadable",
        "unwinnable: ms:1",
        "undecided: 3",
        "unreadable: nowhere",
    ]
    passing = golfsolve("solve", "1-3", "ms:1", "--max-nodes", 500, "--json", "--fail-on", "none")
    assert passing.err == "4 deals: 2 winnable, 1 unwinnable, 1 undecided\n"


def test_a_long_list_of_what_failed_is_cut(golfsolve):
    lines = golfsolve("solve", "ms:1-60", "--json").err.splitlines()
    assert lines[1].startswith("unwinnable: ms:1, ")
    assert lines[1].count(",") == 19
    assert lines[1].endswith(" and 11 more")


# --- what the services read ----------------------------------------------------------------------


def test_github_gets_the_line_of_each_deal_that_fails(golfsolve, deals):
    found = golfsolve("solve", "deals", "ms:1", "--json", "--annotations", "github")
    marks = [line for line in found.err.splitlines() if line.startswith("::")]
    assert marks[:2] == [
        "::error title=golf deals/a.txt%3A11%3A unwinnable,file=deals/a.txt,line=11::"
        "unwinnable, proved with 3392 states searched",
        "::error title=golf deals/a.txt%3A21%3A unwinnable,file=deals/a.txt,line=21::"
        "unwinnable, proved with 0 states searched",
    ]
    assert marks[2].startswith("::error title=golf deals/z.txt%3A1%3A not readable,file=deals/z.txt,line=1::")
    assert marks[3].startswith("::error title=golf ms%3A1%3A unwinnable::")
    assert len(marks) == 4


def test_what_may_fail_is_no_annotation(golfsolve, deals):
    found = golfsolve("solve", "deals/a.txt", "--json", "--annotations", "github", "--fail-on", "none")
    assert "::" not in found.err


def test_nothing_in_a_name_can_make_another_annotation(golfsolve, tmp_path):
    found = golfsolve("solve", tmp_path / "a\n::error::100%.txt", "--json", "--annotations", "github")
    [mark] = [line for line in found.err.splitlines() if line.startswith("::")]
    assert mark.endswith("::No such file or directory")
    assert "a%0A%3A%3Aerror%3A%3A100%25.txt" in mark


def test_gitlab_gets_a_code_quality_report(golfsolve, deals):
    golfsolve("solve", "deals", "ms:1", "--json", "--code-quality", "q.json")
    issues = json.loads((deals / "q.json").read_text())
    assert [issue["location"] for issue in issues] == [
        {"path": "deals/a.txt", "lines": {"begin": 11}},
        {"path": "deals/a.txt", "lines": {"begin": 21}},
        {"path": "deals/z.txt", "lines": {"begin": 1}},
        {"path": "ms:1", "lines": {"begin": 1}},
    ]
    assert [issue["severity"] for issue in issues] == ["major", "major", "blocker", "major"]
    assert {tuple(issue) for issue in issues} == {
        ("description", "check_name", "fingerprint", "severity", "location")
    }
    assert len({issue["fingerprint"] for issue in issues}) == 4


def test_an_issue_stays_the_same_when_its_line_changes(golfsolve, deals):
    def fingerprints(name):
        golfsolve("solve", "deals/a.txt", "--json", "--code-quality", name)
        return [issue["fingerprint"] for issue in json.loads((deals / name).read_text())]

    before = fingerprints("before.json")
    text = (deals / "deals" / "a.txt").read_text()
    (deals / "deals" / "a.txt").write_text("# first\n" + text)
    assert fingerprints("after.json") == before


def test_a_summary_is_appended(golfsolve, deals):
    (deals / "s.md").write_text("before\n")
    golfsolve("solve", "deals", "--json", "--summary", "s.md")
    text = (deals / "s.md").read_text()
    assert text.startswith("before\n### golfsolve: Golf\n")
    assert "| deals | winnable | unwinnable | unreadable |\n|---|---|---|---|\n| 5 | 2 | 2 | 1 |" in text
    assert "| `deals/a.txt:21` | unwinnable, proved with 0 states searched |" in text
    assert text.count("\n| `") == 3


def test_reports_count_what_is_continued_too(golfsolve, deals):
    golfsolve("solve", "deals", "--out", "r.jsonl", "--code-quality", "q.json", "--summary", "s.md")
    whole = [(deals / name).read_bytes() for name in ("q.json", "s.md")]
    (deals / "s.md").unlink()
    lines = (deals / "r.jsonl").read_text().splitlines(keepends=True)
    (deals / "r.jsonl").write_text("".join(lines[:4]))
    golfsolve(
        "solve", "deals", "--out", "r.jsonl", "--code-quality", "q.json", "--summary", "s.md", "--resume"
    )
    assert [(deals / name).read_bytes() for name in ("q.json", "s.md")] == whole


def test_a_report_in_the_way_is_an_error_before_the_work(golfsolve, deals):
    (deals / "q.json").write_text("precious")
    for options in (("--code-quality", "q.json"), ("--summary", "deals"), ("--summary", "no/s.md")):
        found = golfsolve("solve", 1, "--json", *options)
        assert (found.code, found.out) == (2, "")
    assert (deals / "q.json").read_text() == "precious"
    assert golfsolve("solve", 1, "--junit", "x", "--code-quality", "./x").code == 2


def test_files_are_named_from_the_folder_of_the_run(deals):
    assert path_in_repository("./deals/../deals/a.txt") == "deals/a.txt"
    assert path_in_repository(str(deals / "deals" / "a.txt")) == "deals/a.txt"
    assert path_in_repository("../x.txt") == "../x.txt"


# --- pools, names of commands --------------------------------------------------------------------


def test_checks_of_pools_are_data_too(golfsolve, tmp_path):
    pool = tmp_path / "pool.jsonl"
    golfsolve("pool", "generate", "--count", 2, "--max-nodes", 2000, "--out", pool)
    assert golfsolve("pool", "verify", pool, "--json").records == [
        {"file": str(pool), "ok": True, "deals": 2, "problems": 0, "first_problem": None}
    ]
    pool.write_text(pool.read_text().replace('"draws":1', '"draws":2'))
    found = golfsolve("pool", "verify", pool, tmp_path / "none", "--json")
    assert found.code == 2
    assert [list(record) for record in found.records] == [
        ["file", "ok", "deals", "problems", "first_problem"], ["file", "error"],
    ]  # fmt: skip
    assert found.records[0]["ok"] is False
    assert golfsolve("pool", "verify", pool, "--json").code == 1


def test_the_version_has_a_short_option(golfsolve):
    assert golfsolve("-V").out == golfsolve("--version").out != ""


@pytest.mark.parametrize(
    ("words", "meant"),
    [("slove 1", "solve"), ("pool verfy x", "verify"), ("stats shwo x", "show"), ("Solve 1", "solve")],
)
def test_a_misspelt_command_is_told_the_right_one(golfsolve, words, meant):
    found = golfsolve(*words.split())
    assert found.code == 2
    assert found.err.rstrip().endswith(f"Did you mean {meant}?")
    assert found.err.count("Did you mean") == 1


def test_a_command_like_no_other_is_refused_without_a_guess(golfsolve):
    assert golfsolve("xyzzy").err.rstrip().endswith("No such command 'xyzzy'.")
