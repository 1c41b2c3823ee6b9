from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest

from golfsolve.engine.bounds import conditions
from golfsolve.game.catalogue import find
from golfsolve.game.deal import Deal
from golfsolve.game.moves import DRAW, parse_moves
from golfsolve.game.numbering import DealNumber, deal_number
from golfsolve.game.referee import replay
from golfsolve.solving.solver import Solver
from tests import naive
from tests.boards import GOLF, RULES, board, combinations, random_position, table

SMALL_LAYOUTS = (*RULES, "thieves", "golf-rush", "tri-peaks", "escalator")
EVERY_GAME = (*SMALL_LAYOUTS, "double-golf", "double-putt", "black-hole", "all-in-a-row")


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


@pytest.mark.parametrize("rule", SMALL_LAYOUTS)
def test_small_positions_have_the_best_score_of_the_naive_search(rule):
    variant, rng = find(rule), random.Random(f"best {rule}")
    solver = Solver(variant)
    for _ in range(150):
        deal = random_position(variant, rng, tableau=12, stock=6)
        best = solver.best(deal)
        assert best.proven
        assert best.score == naive.best_score(naive.of(deal, variant))
        assert replay(deal, variant, best.moves).score == best.score


def without_tables(monkeypatch):
    """As if every layout had too many boards for the whole-table pass."""
    monkeypatch.setattr("golfsolve.solving.solver._all_boards", lambda variant: None)


@pytest.mark.parametrize("rule", EVERY_GAME)
def test_so_does_the_search_with_every_combination_of_prunes(rule, monkeypatch):
    without_tables(monkeypatch)
    variant, rng = find(rule), random.Random(f"best {rule}")
    solvers = [Solver(variant, prunes=prunes) for prunes in combinations(variant)]
    for i in range(2 * len(solvers)):
        deal = random_position(variant, rng, tableau=12, stock=6)
        score = naive.best_score(naive.of(deal, variant))
        for solver in (solvers[-1], solvers[i % len(solvers)]):
            best = solver.best(deal)
            assert (best.score, best.proven) == (score, True)
            assert replay(deal, variant, best.moves).score == score


@pytest.mark.parametrize("rule", SMALL_LAYOUTS)
def test_on_full_deals_the_search_and_the_whole_table_pass_agree(rule):
    variant = find(rule)
    solver = Solver(variant)
    block, scores = solver.best_numbers(7001, 60)
    assert (block.nodes == solver.solve_numbers(7001, 60).nodes).all()
    for verdict, score, cards in zip(block.verdicts, scores, block.cards.tolist(), strict=True):
        best = solver.best(Deal.from_cards(cards, variant))
        assert score == best.score
        assert (verdict == 0) == (best.cards_left == 0)


def test_numbers_whose_search_ends_early_get_their_score_from_the_whole_table_pass(monkeypatch):
    exact = Solver(GOLF).best_numbers(1, 50)[1]
    assert Solver(GOLF, max_nodes=1000).best_numbers(1, 50)[1] == exact
    without_tables(monkeypatch)
    block, scores = Solver(GOLF, max_nodes=1000).best_numbers(1, 50)
    assert 0 < scores.count(None) < 50
    assert all(score in (None, right) for score, right in zip(scores, exact, strict=True))
    assert all(score is None for score, verdict in zip(scores, block.verdicts, strict=True) if verdict == 2)


def test_a_score_is_the_same_whatever_was_searched_before(monkeypatch):
    without_tables(monkeypatch)
    position = board(GOLF, "8", ["A", "A"], "4 2")
    solver = Solver(GOLF)
    alone = solver.best(position)
    solver.best(deal_number(DealNumber(3), GOLF))
    assert solver.best(position) == alone


@pytest.mark.parametrize("wrap", [False, True])
def test_the_counting_bound_has_room_for_all_cards_to_be_left(wrap):
    """A tableau has at most 63 cards; bytes from 128 on would count as negative."""
    adjacency = dataclasses.replace(GOLF, decks=2, jokers=4, stock=72, wrap=wrap).adjacency()
    beside = conditions(adjacency, wrap)[1].view(np.uint8)[:14].astype(int)
    cards = np.array([[8]] * 13 + [[4]])
    waste = 1
    assert (beside * cards).sum(axis=0).max() + waste + 63 < 128


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
