from __future__ import annotations

import json

import pytest

from golfsolve import Deal
from golfsolve.formats import format_board
from golfsolve.solving.solver import Solver
from golfsolve.stats.odds_bounds import bounds, sampled_orders
from tests.boards import GOLF, board

COLUMNS = ["9 8", "7"]


def written(tmp_path, name, stock):
    path = tmp_path / name
    path.write_text(format_board(board(GOLF, "2", COLUMNS, stock), GOLF), encoding="ascii")
    return path


@pytest.fixture
def path(tmp_path):
    """9 and 8 in a column, a 7 beside them; 6, 8 and 3 are unseen, and only a 6 or the 8 start a run."""
    return written(tmp_path, "board.txt", "6 8 3")


def test_the_chance_to_win_and_what_each_move_leaves(golfsolve, path):
    found = golfsolve("odds", path, "--partial")
    assert found.code == 0
    # 6 7 8 9 or 8 7 8 9, whenever the first of them comes
    assert found.out.splitlines()[-3:] == [
        "Chance to win without sight of the stock (shown sorted): certain; 2 states.",
        "",
        "  D          certain  <- make this move",
    ]


def test_a_chance_between_none_and_all(golfsolve, tmp_path):
    path = tmp_path / "pile.txt"
    # 9 under 5, and neighbours of either unseen: won where that of the 5 comes first
    path.write_text(format_board(board(GOLF, "2", ["9 5"], "8 4"), GOLF), encoding="ascii")
    [found] = golfsolve("odds", path, "--partial", "--json").records
    assert (found["exact"], found["chance"], found["play"]) == (True, 0.5, "D")
    assert found["options"] == [{"move": "D", "card": None, "chance": 0.5}]
    [after] = golfsolve("odds", path, "--partial", "--json", "--moves", "D").records
    assert (after["moves"], after["chance"]) == ("D", 0.0)


def test_the_order_of_the_stock_shows_nowhere(golfsolve, tmp_path, path):
    other = written(tmp_path, "other.txt", "3 6 8")
    for command in (("odds", "--partial"), ("hint", "--unseen")):
        one, two = (golfsolve(command[0], file, command[1]).out for file in (path, other))
        assert one.replace(str(path), "") == two.replace(str(other), "")
    one, two = (golfsolve("hint", file, "--unseen", "--json").records[0] for file in (path, other))
    assert one | {"deal": None} == two | {"deal": None}


def test_past_a_limit_there_are_bounds_and_exit_code_3(golfsolve, path):
    found = golfsolve("odds", path, "--partial", "--max-states", 1, "--orders", 50)
    assert found.code == 3
    assert "Of 50 orders of the stock 50 can be won or are undecided, and in " in found.out
    [record] = golfsolve("odds", path, "--partial", "--max-states", 1, "--json").records
    assert record["exact"] is False
    assert record["chance"] is None
    assert record["low"] < record["high"] == 1.0


def test_what_cannot_be_read_exits_with_2_and_stops_nothing(golfsolve, path):
    found = golfsolve("odds", "nowhere", path, "--partial", "--json")
    assert found.code == 2
    assert "error" in found.records[0]
    assert found.records[1]["chance"] == 1.0
    assert "2 deals: 1 exact, 1 unreadable; mean exact chance certain" in found.err


def test_a_file_of_odds_is_continued_after_an_interruption(golfsolve, tmp_path, path):
    files = [path, written(tmp_path, "two.txt", "8 3 K"), written(tmp_path, "three.txt", "3 K")]
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    assert golfsolve("odds", *files, "--partial", "--out", whole).code == 0
    head = whole.read_bytes().splitlines(keepends=True)[:2]
    part.write_bytes(b"".join(head))
    assert golfsolve("odds", *files, "--partial", "--out", part, "--resume", "--jobs", 2).code == 0
    assert part.read_bytes() == whole.read_bytes()
    assert json.loads(whole.read_text().splitlines()[-1])["exact"] == 3
    changed = golfsolve("odds", *files, "--partial", "--out", part, "--resume", "--max-states", 9)
    assert changed.code == 2


def test_a_hint_without_sight_of_the_stock_exits_with_1_where_there_is_no_chance(golfsolve, tmp_path):
    path = written(tmp_path, "lost.txt", "3 K")
    found = golfsolve("hint", path, "--unseen")
    assert found.code == 1
    assert "(shown sorted): no chance; 0 states." in found.out


def test_a_review_tells_skill_from_luck(golfsolve, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(format_board(board(GOLF, "8", ["9", "7 6"], "7 2"), GOLF), encoding="ascii")
    # 9 first loses: 6 and 7 want the 7 of the stock, and the 8 is covered. To draw first is no better.
    [found] = golfsolve("review", path, "--unseen", "--moves", "1 D", "--json").records
    assert (found["outcome"], found["skipped"]) == ("unfinished", 0)
    total = found["chance_at_start"] - found["cost"] + found["luck"]
    assert total == pytest.approx(found["chance_at_end"], abs=1e-4)
    for step in found["steps"]:
        assert step["after"] == pytest.approx(step["chosen"] + step["luck"], abs=1e-4)
        assert step["cost"] == pytest.approx(step["before"] - step["chosen"], abs=1e-4)
    text = golfsolve("review", path, "--unseen", "--moves", "1 D").out
    assert f"  at the start        {100 * found['chance_at_start']:8.2f}" in text.splitlines()
    assert f"  moves               {-100 * found['cost']:8.2f}" in text.splitlines()


def test_bounds_do_not_depend_on_the_order_of_the_stock():
    deal = Deal((*board(GOLF, "2", COLUMNS).tableau,), 1, (5, 9, 10, 20, 33, 41))
    turned = Deal(deal.tableau, deal.opening, deal.stock[::-1])
    assert sampled_orders(deal, 20) == sampled_orders(turned, 20)
    assert len(set(sampled_orders(deal, 20))) > 15
    assert bounds(deal, Solver(GOLF), 20) == bounds(turned, Solver(GOLF), 20)


def test_a_deal_of_too_many_boards_gets_bounds(golfsolve):
    found = golfsolve("odds", 1, "--variant", "double-golf", "--orders", 10, "--json")
    assert found.code == 3
    [record] = found.records
    assert 0 <= record["low"] <= record["high"] <= 1
