from __future__ import annotations

import pytest

from golfsolve.formats import format_board
from tests.boards import GOLF, board


@pytest.fixture
def path(tmp_path):
    """A position: 9 and 8 in a column, a 7 beside them, 8 on the waste."""
    path = tmp_path / "board.txt"
    path.write_text(format_board(board(GOLF, "8", ["9 8", "7"], "6 3"), GOLF))
    return path


def test_a_hint_shows_the_board_and_what_each_move_leads_to(golfsolve, path):
    found = golfsolve("hint", path)
    assert found.code == 0
    assert found.out.splitlines()[-4:] == [
        "Can be won; best score -2.",
        "",
        "  2   7C   can be won, best score -2  <- make this move",
        "  D   6C   can be won, best score -1",
    ]


def test_a_hint_in_the_middle_of_a_game_stands_where_the_moves_lead(golfsolve, path):
    lines = golfsolve("hint", path, "--moves", "2 1").out.splitlines()
    assert lines[0] == f"Golf, deal {path}:1, after move 2"
    assert "Can still be won; best score -2." in lines
    assert lines[-2] == "  1   9C   wins, score -2  <- make this move"


def test_a_lost_game_is_no_longer_winnable_and_exits_with_1(golfsolve, path):
    found = golfsolve("hint", path, "--moves", "D D")
    assert found.code == 1
    assert "No longer winnable; best score 3; no move is left." in found.out
    assert "unwinnable" not in found.out.lower().replace("no longer winnable", "")


def test_an_unwinnable_deal_is_called_so(golfsolve):
    assert "This deal is unwinnable; best score 1." in golfsolve("hint", 3).out
    assert golfsolve("hint", 3, "--json").records[0]["standing"] == "unwinnable"


def test_an_undecided_game_exits_with_3(golfsolve):
    found = golfsolve("hint", 1, "--variant", "double-golf", "--max-nodes", 10)
    assert found.code == 3
    assert "Undecided (--max-nodes N searches on); best score" in found.out


def test_json_says_the_same(golfsolve, path):
    [found] = golfsolve("hint", path, "--json").records
    assert list(found) == [
        "deal",
        "variant",
        "moves",
        "standing",
        "cards_left",
        "stock_left",
        "best_score",
        "best_moves",
        "proven",
        "options",
        "play",
        "cards",
    ]
    assert (found["best_score"], found["play"]) == (-2, "2")
    assert found["options"][1] == {
        "move": "D",
        "card": "6C",
        "verdict": "winnable",
        "best_score": -1,
        "proven": True,
    }
    [end] = golfsolve("hint", path, "--json", "--moves", found["best_moves"]).records
    assert (end["standing"], end["best_score"], end["options"], end["play"]) == ("won", -2, [], None)


def test_a_board_may_come_from_standard_input(golfsolve, path):
    assert golfsolve("hint", "-", stdin=path.read_text()).code == 0
    assert golfsolve("review", "-", "--moves", "2", stdin=path.read_text()).code == 0


@pytest.mark.parametrize("command", ["hint", "review"])
def test_wrong_moves_and_wrong_deals_are_named(golfsolve, path, command):
    for arguments, message in (
        ((path, "--moves", "2 2"), "move 2 (2): no exposed card is there (legal: 1 D)"),
        ((path, "--moves", "2 X"), "move 2 is 'X'"),
        ((path, "--moves", "8"), "move 1 (8)"),
        (("1-2",), "more than one deal"),
        (("nowhere.txt",), "nowhere.txt: No such file"),
        (("0",), "out of range"),
    ):
        found = golfsolve(command, *arguments)
        assert (found.code, message in found.err) == (2, True), found.err
        assert found.err.count("\n") == 1


def test_a_review_names_the_move_that_lost(golfsolve, path):
    found = golfsolve("review", path, "--moves", "D D")
    assert found.code == 0
    assert found.out.splitlines()[1:] == [
        "",
        "Score 3 (3 cards left, 0 in the stock); best possible -2.",
        "Lost at move 2, which cost 4.",
        "",
        "  move  made   cost  best score  better",
        "     1  D  6C     1  -2 -> -1    2  7C",
        "     2  D  3C     4  -1 -> 3     2  7C",
    ]
    assert "Given up too early: -1 could still be reached." in golfsolve("review", path, "--moves", "D").out


def test_a_review_in_json_says_the_same(golfsolve, path):
    [found] = golfsolve("review", path, "--moves", "D D", "--json").records
    assert (found["outcome"], found["score"], found["best_score"], found["lost_at"]) == (
        "lost",
        3,
        -2,
        2,
    )
    assert found["mistakes"][1] == {
        "number": 2,
        "move": "D",
        "card": "3C",
        "cost": 4,
        "best_before": -1,
        "best_after": 3,
        "better": "2",
    }
    assert found["score"] == found["best_score"] + found["given_up"] + sum(
        m["cost"] for m in found["mistakes"]
    )


def test_a_review_of_a_perfect_game_finds_nothing(golfsolve, path):
    [best] = golfsolve("hint", path, "--json").records
    found = golfsolve("review", path, "--moves", best["best_moves"])
    assert "won after 3 moves" in found.out
    assert found.out.endswith("No move cost anything.\n")


def test_a_review_of_an_unwinnable_deal_blames_nobody(golfsolve):
    text = golfsolve("review", 3, "--moves", "D " * 16).out
    assert "It could not be won." in text
    assert "Lost at" not in text
