from __future__ import annotations

import json
from pathlib import Path

import pytest

from golfsolve.files import results as report
from golfsolve.files.record_file import Reader
from golfsolve.solving import checked
from golfsolve.solving.solver import Solver

KEYS = ["deal", "variant", "verdict", "solution", "draws", "stock_left", "nodes", "cards"]
# A golf deal that needs more than 2000 nodes, found once with --json.
HARD = 8


def test_a_winnable_deal_is_shown_with_its_moves(golfsolve):
    found = golfsolve("solve", 1)
    assert found.code == 0
    title, *_ = found.out.splitlines()
    assert title == "Golf, deal 1"
    assert "Winnable in " in found.out
    assert found.out.count("\n  draw ") > 3


def test_drawn_cards_are_named_in_stock_order(golfsolve):
    found = golfsolve("solve", "ms:906", "--variant", "relaxed").out
    drawn = [word for line in found.splitlines() if line.startswith("  draw ") for word in line.split()[1:]]
    stock = "6D KC KS AH AC KD 4S 8D 8H JD TC AD QH 4C JS 2C"
    assert drawn
    assert stock.startswith(" ".join(drawn))


def test_an_unwinnable_deal_gives_exit_code_1(golfsolve):
    found = golfsolve("solve", "ms:1")
    assert found.code == 1
    assert "Unwinnable, proved with " in found.out


def test_an_undecided_deal_gives_exit_code_3_and_names_the_flag(golfsolve):
    found = golfsolve("solve", HARD, "--max-nodes", 50)
    assert found.code == 3
    assert "Undecided: 50 states" in found.out
    assert "--max-nodes" in found.out


def test_json_has_one_object_a_line_with_stable_keys(golfsolve):
    found = golfsolve("solve", "1-5", "--json")
    assert [record["deal"] for record in found.records] == [1, 2, 3, 4, 5]
    for record in found.records:
        assert list(record) == KEYS
        if record["verdict"] == "winnable":
            moves = record["solution"].split()
            assert record["draws"] == moves.count("D") == 16 - record["stock_left"]
        else:
            assert record["solution"] is record["draws"] is record["stock_left"] is None


def test_the_limit_is_a_verdict_of_its_own_and_ends_with_the_limit(golfsolve):
    [limited] = golfsolve("solve", HARD, "--max-nodes", 500, "--json").records
    assert (limited["verdict"], limited["nodes"]) == ("undecided", 500)
    [decided] = golfsolve("solve", HARD, "--json").records
    assert decided["verdict"] in ("winnable", "unwinnable")


def test_undecided_is_said_of_the_limit_and_never_of_the_deal(golfsolve):
    deals = ("pysol:3", "pysol:11", "pysol:12", "pysol:25", "--variant", "black-hole", "--json")
    decided = [record["verdict"] for record in golfsolve("solve", *deals).records]
    assert decided[0] == decided[2] == "winnable"
    assert decided[3] == "unwinnable"
    for limit in (1, 50, 500, 2000):
        for record, verdict in zip(
            golfsolve("solve", *deals, "--max-nodes", limit).records, decided, strict=True
        ):
            assert record["verdict"] in (verdict, "undecided")
            assert record["nodes"] == limit if record["verdict"] == "undecided" else record["nodes"] <= limit


def test_where_nothing_can_be_played_nothing_is_cleared(golfsolve):
    [found] = golfsolve("solve", "pysol:27", "--variant", "black-hole", "--best", "--json").records
    assert (found["verdict"], found["cards_cleared"], found["best_score"]) == ("unwinnable", 0, 51)
    assert found["best_moves"] == ""
    assert "0 cards cleared, 51 left, in 0 moves" in (
        golfsolve("solve", "pysol:27", "--variant", "black-hole", "--best").out
    )


def test_a_black_hole_opens_with_the_ace_of_spades(golfsolve):
    assert "\nWaste  AS\n" in golfsolve("solve", "pysol:27", "--variant", "black-hole").out


def test_a_worse_code_wins(golfsolve):
    assert golfsolve("solve", 1, "ms:1", "--json").code == 1
    assert golfsolve("solve", "ms:1", HARD, "--max-nodes", 50, "--json").code in (1, 3)
    assert golfsolve("solve", "ms:1", "xyz", "--json").code == 2


@pytest.mark.parametrize(
    ("given", "code"), [("undecided", 0), ("unwinnable", 1), ("none", 0), ("unwinnable,undecided", 1)]
)
def test_fail_on_decides_what_fails(golfsolve, given, code):
    assert golfsolve("solve", "ms:1", "--json", "--fail-on", given).code == code


def test_fail_on_takes_only_verdicts_that_can_fail(golfsolve):
    assert golfsolve("solve", 1, "--fail-on", "winnable").code == 2


def test_each_deal_of_many_files_is_named(golfsolve, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_text(golfsolve("deal", "1-2").out)
    found = golfsolve("solve", tmp_path / "a", tmp_path / "b", "--json")
    assert [record["deal"] for record in found.records] == [
        f"{tmp_path}/{name}:{line}" for name in "ab" for line in (1, 11)
    ]


def test_a_batch_equals_single_calls_in_any_order_with_any_number_of_workers(golfsolve):
    deals = [f"ms:{number}" for number in range(1, 21)]
    single = [golfsolve("solve", deal, "--json").out for deal in deals]
    for jobs in (1, 2, 8):
        assert golfsolve("solve", "ms:1-20", "--json", "--jobs", jobs).out == "".join(single)
    assert golfsolve("solve", *reversed(deals), "--json").out == "".join(reversed(single))


def test_nothing_but_results_is_on_standard_output(golfsolve):
    loud = golfsolve("solve", "1-4", "--json")
    quiet = golfsolve("solve", "1-4", "--json", "--quiet")
    assert loud.out == quiet.out
    assert quiet.err == ""
    assert loud.err.startswith("4 deals: ")


def test_a_deal_is_solved_once(golfsolve, monkeypatch):
    calls = []
    solve = Solver.solve
    monkeypatch.setattr(Solver, "solve", lambda self, deal: calls.append(deal) or solve(self, deal))
    golfsolve("solve", "1-3")
    assert len(calls) == 3


def test_deals_come_from_standard_input(golfsolve):
    there = golfsolve("deal", "ms:24", "--format", "board").out
    found = golfsolve("solve", "-", "--json", stdin=there)
    assert found.records[0]["deal"] == "stdin:1"
    assert found.records[0]["cards"] == golfsolve("solve", "ms:24", "--json").records[0]["cards"]


def test_a_position_is_called_a_position(golfsolve):
    text = "JH QH KH TH 9H 8H 7H " + "-- " * 28 + "| TC | AD 6S"
    found = golfsolve("solve", "-", "--partial", stdin=text)
    assert found.out.startswith("Golf, position stdin:1\n")
    assert found.code == 0


def test_an_unwinnable_position_is_said_to_be_no_longer_winnable(golfsolve):
    text = "JH QH KH TH 9H 8H 2H " + "-- " * 28 + "| TC | AD 6S"
    found = golfsolve("solve", "-", "--partial", stdin=text)
    assert (found.code, "No longer winnable, proved with " in found.out) == (1, True)


def test_a_position_needs_partial(golfsolve):
    text = "JH QH KH TH 9H 8H 7H " + "-- " * 28 + "| TC | AD 6S"
    found = golfsolve("solve", "-", stdin=text)
    assert found.code == 2
    assert "missing" in found.err


def test_a_doubled_card_is_named_with_the_missing_one(golfsolve):
    line = golfsolve("deal", 1, "--format", "line").out.replace("KD", "KC")
    found = golfsolve("solve", "-", stdin=line)
    assert found.code == 2
    assert "KC" in found.err
    assert "KD" in found.err


def test_an_unreadable_deal_is_reported_in_its_place_and_the_rest_is_solved(golfsolve, tmp_path):
    good = golfsolve("deal", 1, "--format", "line").out
    (tmp_path / "deals").write_text(good + good.replace("AC", "1C") + good)
    found = golfsolve("solve", tmp_path / "deals", tmp_path / "none", 2, "--json")
    assert found.code == 2
    assert ["error" in record for record in found.records] == [False, True, False, True, False]
    assert "deals: line 2, column " in found.err
    assert "2 unreadable" in found.err


def test_an_unknown_option_is_an_error_that_names_it(golfsolve):
    found = golfsolve("solve", 1, "--queens-on-king")
    assert found.code == 2
    assert "--queens-on-king" in found.err
    assert "--max-nodes" in golfsolve("solve", 1, "--max-node", 5).err


@pytest.mark.parametrize("value", ["0", "-1", "1_000", "\u0661", "\uff11", "1e3", "", "9" * 5000])
def test_limits_are_plain_positive_numbers(golfsolve, value):
    found = golfsolve("solve", 1, f"--max-nodes={value}")
    assert found.code == 2
    assert "whole number" in found.err


# --- results files -------------------------------------------------------------------------------


def test_a_results_file_holds_what_json_prints(golfsolve, tmp_path):
    path = tmp_path / "results.jsonl"
    found = golfsolve("solve", "1-5", "--out", path)
    assert (found.code, found.out) == (1, "")
    with Reader(path, report.FORMAT, report.VERSION) as reader:
        assert list(reader) == golfsolve("solve", "1-5", "--json").records
        assert reader.closing["winnable"] + reader.closing["unwinnable"] == 5


def test_a_cut_results_file_resumes_to_the_same_bytes(golfsolve, tmp_path):
    path, good = tmp_path / "results.jsonl", tmp_path / "deals"
    good.write_text(golfsolve("deal", "1-2", "--format", "line").out + "no deal\n")
    arguments = ("solve", 3, good, "ms:4-5", "--out", path)
    assert golfsolve(*arguments).code == 2
    whole = path.read_bytes()
    for length in range(0, len(whole), 97):
        path.write_bytes(whole[:length])
        assert golfsolve(*arguments, "--resume").code == 2
        assert path.read_bytes() == whole


def test_results_of_other_deals_are_not_continued(golfsolve, tmp_path):
    path = tmp_path / "results.jsonl"
    golfsolve("solve", "1-5", "--out", path)
    whole = path.read_bytes()
    for other in ("2-6", "ms:1-5", "1-4"):
        found = golfsolve("solve", other, "--out", path, "--resume")
        assert found.code == 2
        assert path.read_bytes() == whole
    assert "result 1 is of cards " in golfsolve("solve", 2, "--out", path, "--resume").err


def test_results_grow_with_the_deals(golfsolve, tmp_path):
    path, other = tmp_path / "results.jsonl", tmp_path / "other.jsonl"
    golfsolve("solve", "1-3", "--out", path)
    golfsolve("solve", "1-5", "--out", path, "--resume")
    golfsolve("solve", "1-5", "--out", other)
    assert path.read_bytes() == other.read_bytes()


def test_an_undecided_result_is_kept_under_the_same_limit_and_a_smaller_is_refused(golfsolve, tmp_path):
    path = tmp_path / "results.jsonl"
    arguments = ("solve", HARD, "--out", path, "--max-nodes")
    assert golfsolve(*arguments, 20).code == 3
    whole = path.read_bytes()
    assert golfsolve(*arguments, 20, "--resume").code == 3
    found = golfsolve(*arguments, 10, "--resume")
    assert (found.code, "max_nodes 20, not 10" in found.err) == (2, True)
    assert golfsolve(*arguments, 0, "--resume").code == 2
    assert path.read_bytes() == whole


@pytest.mark.parametrize("best", [(), ("--best",)])
def test_a_larger_budget_solves_the_undecided_deals_alone_and_ends_with_the_same_bytes(
    best, golfsolve, tmp_path, monkeypatch
):
    path, other, bad = tmp_path / "results.jsonl", tmp_path / "other.jsonl", tmp_path / "bad"
    bad.write_text("no deal\n")
    arguments = ("solve", "1-12", bad, *best, "--jobs", 1, "--max-nodes")
    assert golfsolve(*arguments, 100_000, "--out", other).code == 2
    golfsolve(*arguments, 300, "--out", path)
    solved = []

    def counting(solver, deal, *, best, solve=checked.solve_checked):
        solved.append(deal)
        return solve(solver, deal, best=best)

    few = sum(record.get("nodes", 0) >= 300 for record in golfsolve(*arguments, 300, "--json").records)
    assert 0 < few < 12
    monkeypatch.setattr(checked, "solve_checked", counting)
    assert golfsolve(*arguments, 100_000, "--out", path, "--resume").code == 2
    assert path.read_bytes() == other.read_bytes()
    if not best:
        assert len(solved) == few


def test_an_unfinished_file_with_a_torn_end_is_searched_on_too(golfsolve, tmp_path):
    path, other = tmp_path / "results.jsonl", tmp_path / "other.jsonl"
    golfsolve("solve", "1-9", "--out", other, "--max-nodes", 50_000)
    golfsolve("solve", "1-9", "--out", path, "--max-nodes", 200)
    whole = path.read_bytes()
    for length in (len(whole) // 3, len(whole) // 2, len(whole) - 30):
        path.write_bytes(whole[:length])
        golfsolve("solve", "1-9", "--out", path, "--max-nodes", 50_000, "--resume")
        assert path.read_bytes() == other.read_bytes()


def test_a_damaged_file_is_not_searched_on(golfsolve, tmp_path):
    path = tmp_path / "results.jsonl"
    golfsolve("solve", "1-5", "--out", path, "--max-nodes", 200)
    damaged = path.read_bytes().replace(b'"deal":2', b'"deal":3')
    path.write_bytes(damaged)
    assert golfsolve("solve", "1-5", "--out", path, "--max-nodes", 5000, "--resume").code == 2
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("how", ["./deals.txt", "a comment on top", "absolute", "another name"])
def test_results_are_continued_by_the_deals_whatever_their_file_is_called(
    how, golfsolve, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    deals = Path("deals.txt")
    lines = golfsolve("deal", "1-4", "--format", "line").out
    deals.write_text(lines.replace("\n", "\nno deal\n", 1))
    golfsolve("solve", deals, "--out", "results.jsonl")
    whole = Path("results.jsonl").read_bytes()
    Path("results.jsonl").write_bytes(whole[: whole.index(b'"deal":"deals.txt:4"')])
    name = {"./deals.txt": "./deals.txt", "absolute": str(deals.absolute())}.get(how, "deals.txt")
    if how == "another name":
        deals.rename("new.txt")
        name = "new.txt"
    elif how == "a comment on top":
        deals.write_text("# all of them\n\n" + deals.read_text())
    found = golfsolve("solve", name, "--out", "results.jsonl", "--resume")
    assert found.code == 2  # there is a line that is no deal
    after = Path("results.jsonl").read_text().splitlines()
    assert len(after) == 7
    cards = [json.loads(line).get("cards") for line in after[1:-1]]
    assert [text for text in cards if text] == lines.splitlines()


def test_options_that_do_not_go_together_are_refused(golfsolve, tmp_path):
    path = tmp_path / "x.jsonl"
    assert golfsolve("solve", 1, "--resume").code == 2
    assert golfsolve("solve", 1, "--force").code == 2
    assert golfsolve("solve", 1, "--out", path, "--resume", "--force").code == 2
    assert golfsolve("solve", 1, "--out", f"{path}.gz").code == 2
    path.write_text("precious")
    assert golfsolve("solve", 1, "--out", path).code == 2
    assert path.read_text() == "precious"


def test_a_results_file_is_read_as_deals_again(golfsolve, tmp_path):
    path = tmp_path / "results.jsonl"
    golfsolve("solve", "1-3", "--out", path)
    again = golfsolve("solve", path, "--json").out
    assert again == golfsolve("solve", "1-3", "--json").out


def test_every_json_line_is_ascii(golfsolve, tmp_path):
    (tmp_path / "d\u00e9al").write_text(golfsolve("deal", 1, "--format", "line").out)
    found = golfsolve("solve", tmp_path / "d\u00e9al", tmp_path / "n\u00f6ne", "--json")
    assert found.out.isascii()
    assert json.loads(found.out.splitlines()[0])["deal"].endswith("d\u00e9al:1")
