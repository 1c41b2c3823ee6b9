from __future__ import annotations

import pytest

from golfsolve import DealNumber, deal_number
from golfsolve.formats import format_board, format_json
from golfsolve.game.catalogue import find
from tests.boards import by_name
from tests.texts import SOLUTION_35


@pytest.fixture
def theirs(tmp_path):
    path = tmp_path / "solution"
    path.write_text(SOLUTION_35, encoding="utf-8")
    return path


def test_a_published_solution_is_right_under_its_own_rules_and_its_first_illegal_move_is_named_elsewhere(
    golfsolve, theirs
):
    found = golfsolve("verify", "pysol:35", theirs)
    assert (found.code, found.err) == (0, "")
    assert found.out == "golf pysol:35: solved in 46 moves: 11 draws, 5 stock cards left\n"
    found = golfsolve("verify", "pysol:35", theirs, "--variant", "dead-king")
    assert (found.code, found.err) == (1, "")
    assert found.out == "dead-king pysol:35: move 12 (7): QH does not play on KH (legal: D)\n"


@by_name
def test_solutions_of_every_game_are_verified_in_both_wordings(golfsolve, variant):
    variant = variant.name
    records = golfsolve("solve", "1-20", "--variant", variant, "--json", "--max-nodes", 20_000).records
    winnable = next(record for record in records if record["verdict"] == "winnable")
    deal = winnable["deal"]
    theirs = golfsolve("solve", deal, "--variant", variant, "--format", "bhs")
    assert theirs.code == 0
    assert theirs.out.startswith("Solved!\n")
    ours = golfsolve("verify", deal, winnable["solution"], "--variant", variant)
    assert ours.code == 0
    assert golfsolve("verify", deal, "-", "--variant", variant, stdin=theirs.out) == ours


def test_moves_that_end_too_early_or_go_on_are_no_solution(golfsolve, tmp_path):
    board = tmp_path / "board"
    board.write_text("Talon: 6C\nFoundations: 8C\n9C\n", encoding="utf-8")
    for moves, words in [("D", "after move 1 tableau cards are left: 1"), ("1 D", "move 2 (D): the tableau")]:
        found = golfsolve("verify", board, moves, "--partial")
        assert found.code == 1
        assert words in found.out
    assert golfsolve("verify", board, "1", "--partial").code == 0
    board.write_text("Talon: 6C\nFoundations: 8C\n-\n", encoding="utf-8")
    assert golfsolve("verify", board, "", "--partial").code == 0


def test_the_deal_may_come_from_standard_input_or_a_file_that_names_its_game(golfsolve, theirs, tmp_path):
    golf = find("golf")
    deal = deal_number(DealNumber(35, "pysol"), golf)
    assert golfsolve("verify", "-", theirs, stdin=format_board(deal, golf)).code == 0
    (tmp_path / "deal").write_text(format_json(deal, find("dead-king")), encoding="utf-8")
    assert golfsolve("verify", tmp_path / "deal", theirs).out.startswith("dead-king ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("-", "-"), "Standard input cannot hold both"),
        (("1-2", "3"), "more than one deal"),
        (("0", "3"), "out of range"),
        (("1", "3 99"), "solution: move 2 is '99'"),
        (("1", "nowhere"), "nowhere: No such file"),
        (("1", "."), ".: Is a directory"),
        (("1", "BOARD"), "solution: line 1: 'Talon: 2C' is not a move"),
        (("BOARD", "3"), "missing"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_line_with_exit_code_2(golfsolve, tmp_path, arguments, words):
    board = tmp_path / "board"
    board.write_text("Talon: 2C\nFoundations: 8C\n9C\n-\n-\n-\n-\n-\n-\n", encoding="utf-8")
    found = golfsolve("verify", *(board if word == "BOARD" else word for word in arguments))
    assert found.code == 2
    assert words in found.err
    assert found.out == ""


def test_each_verdict_has_its_word_in_black_hole_solvers_output(golfsolve):
    found = golfsolve("solve", "ms:1-2", "--format", "bhs", "--quiet")
    assert found.code == 1
    assert found.out.startswith("Unsolved!\n")
    assert found.out.count("Solved!\n") == 1
    assert golfsolve("solve", 8, "--max-nodes", 50, "--format", "bhs").out.startswith("Intractable!\n")
    for option in (("--json",), ("--best",), ("--out", "results")):
        assert golfsolve("solve", 1, "--format", "bhs", *option).code == 2
