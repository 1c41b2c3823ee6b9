from __future__ import annotations

import random

import naive
import pytest
from boards import board, random_position, table

from golfsolve.moves import DRAW, parse_moves
from golfsolve.numbering import DealNumber, deal_number
from golfsolve.referee import replay
from golfsolve.solver import Solver
from golfsolve.variants import find

GOLF = find("golf")
RULES = ("dead-king", "golf", "relaxed")


@pytest.mark.parametrize("rule", RULES)
def test_microsoft_deals_have_their_best_scores_with_lines_that_reach_them(golfsolve, rule):
    records = golfsolve("solve", "ms:1-20", "--best", "--json", "--variant", rule).records
    scores = [record["best_score"] for record in records]
    assert scores == [int(row[rule]) for row in table("ms_best_scores.tsv")]
    for number, record in enumerate(records, start=1):
        deal = deal_number(DealNumber(number, "ms"), find(rule))
        end = replay(deal, find(rule), parse_moves(record["best_moves"]))
        assert (end.score, 35 - end.cards_left) == (record["best_score"], record["cards_cleared"])
        assert record["proven"]
        assert (record["verdict"] == "winnable") == (record["cards_cleared"] == 35)


@pytest.mark.parametrize("rule", [*RULES, "thieves", "golf-rush", "tri-peaks", "escalator"])
def test_small_positions_have_the_best_score_of_the_naive_search(rule):
    variant, rng = find(rule), random.Random(f"best {rule}")
    solver = Solver(variant)
    for _ in range(150):
        deal = random_position(variant, rng, tableau=12, stock=6)
        best = solver.best(deal)
        assert best.proven
        assert best.score == naive.best_score(naive.of(deal, variant))
        assert replay(deal, variant, best.moves).score == best.score


@pytest.mark.parametrize("rule", ["double-golf", "black-hole", "all-in-a-row"])
def test_so_do_those_of_layouts_with_too_many_boards_for_the_whole_table(rule):
    variant, rng = find(rule), random.Random(f"best {rule}")
    solver = Solver(variant)
    for _ in range(60):
        deal = random_position(variant, rng, tableau=12, stock=6)
        best = solver.best(deal)
        assert best.proven
        assert best.score == naive.best_score(naive.of(deal, variant))


@pytest.mark.parametrize(
    ("position", "score", "draws"),
    [
        (board(GOLF, "8", [], "7 6"), -2, 0),
        (board(GOLF, "8", []), 0, 0),
        (board(GOLF, "8", ["9 7"], "8 2"), -1, 1),
        (board(GOLF, "8", ["9 7"], "2 8"), 0, 2),
        (board(GOLF, "8", ["A 9"], "4 6"), 1, 0),
        (board(GOLF, "8", ["A", "A"], "4 2"), 1, 2),
    ],
    ids=["won", "won with the stock gone", "stock left", "last stock card", "lost with stock left", "lost"],
)
def test_the_best_score_at_the_edges(position, score, draws):
    best = Solver(GOLF).best(position)
    assert (best.score, best.moves.count(DRAW), best.proven) == (score, draws, True)
    assert replay(position, GOLF, best.moves).score == score


def test_a_proven_best_score_decides_a_deal_that_the_search_did_not(golfsolve):
    won, lost = golfsolve("solve", "2", "3", "--best", "--json", "--max-nodes", 10).records
    assert won["verdict"] == "winnable"
    assert won["solution"] == won["best_moves"]
    assert (lost["verdict"], lost["nodes"]) == ("unwinnable", 10)
    assert golfsolve("solve", "3", "--json", "--max-nodes", 10).records[0]["verdict"] == "undecided"


def test_people_are_shown_the_line_to_the_best_score(golfsolve):
    text = golfsolve("solve", "3", "--best").out
    assert "Unwinnable, proved" in text
    assert "Best score 1: 34 cards cleared, 1 left, in 49 moves." in text
    assert text.endswith("  play 6 3 1 4 6 3 1 1         JS QC KC QS JC TS 9H 8H\n")


def test_an_unproven_best_score_is_not_sold_as_the_best(golfsolve):
    options = ("--best", "--variant", "double-golf", "--max-nodes", 100)
    text = golfsolve("solve", "1", *options).out
    assert " or better (--max-nodes N searches on)" in text
    assert golfsolve("solve", "1", *options, "--json").records[0]["proven"] is False


def test_best_scores_do_not_depend_on_the_number_of_workers_or_on_neighbours(golfsolve):
    alone = [golfsolve("solve", number, "--best", "--json").out for number in (7, 6, 5)]
    for jobs in (1, 3):
        assert golfsolve("solve", 7, 6, 5, "--best", "--json", "--jobs", jobs).out == "".join(alone)


def test_results_with_and_without_best_scores_are_not_mixed(golfsolve, tmp_path):
    path = tmp_path / "results.jsonl"
    assert golfsolve("solve", "1-3", "--best", "--out", path).code == 1
    whole = path.read_bytes()
    assert golfsolve("solve", "1-3", "--resume", "--out", path).code == 2
    path.write_bytes(whole[:2000])
    assert golfsolve("solve", "1-3", "--best", "--resume", "--out", path).code == 1
    assert path.read_bytes() == whole
