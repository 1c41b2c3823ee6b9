from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest

from golfsolve.errors import IllegalMove
from golfsolve.game.catalogue import find
from golfsolve.game.moves import DRAW
from golfsolve.game.numbering import DealNumber, deal_number
from golfsolve.game.referee import Position, replay
from golfsolve.game.result import Best
from golfsolve.play.hint import Standing, hint
from golfsolve.play.review import review
from golfsolve.solving.solver import Solver
from tests import naive
from tests.boards import GOLF, board, random_position

VARIANTS = ("dead-king", "golf", "relaxed", "thieves", "tri-peaks", "golf-rush")


@pytest.fixture(scope="module")
def solver():
    return Solver(GOLF)


def best(deal, variant):
    return naive.best_score(naive.of(deal, variant))


def random_game(deal, variant, rng):
    """Moves to the end of a game, or to where somebody gave up."""
    position = Position(deal, variant)
    while (legal := position.legal_moves()) and rng.random() > 0.03:
        position.play(rng.choice(legal))
    return position.moves


# --- hints ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", VARIANTS)
def test_each_legal_move_leads_to_what_the_naive_search_finds(rule):
    variant, rng = find(rule), random.Random(f"hint {rule}")
    solver = Solver(variant)
    for _ in range(60):
        deal = random_position(variant, rng, tableau=10, stock=5)
        found = hint(deal, (), solver)
        assert tuple(option.move for option in found.options) == Position(deal, variant).legal_moves()
        assert found.best.score == best(deal, variant)
        for option in found.options:
            after = replay(deal, variant, [option.move])
            assert option.card == after.waste
            assert option.best.score == best(after.to_deal(), variant)
            assert option.wins == after.won
        if found.choice is not None:
            assert found.choice.best.score == min(option.best.score for option in found.options)


def test_playing_every_hint_reaches_the_best_score(solver):
    for number in range(1, 6):
        deal, moves = deal_number(DealNumber(number), GOLF), []
        first = hint(deal, moves, solver)
        while (choice := hint(deal, moves, solver).choice) is not None:
            moves.append(choice.move)
        assert replay(deal, GOLF, moves).score == first.best.score == solver.best(deal).score
        assert replay(deal, GOLF, first.best.moves).score == first.best.score


def test_of_two_moves_to_the_same_score_the_play_comes_first(solver):
    found = hint(board(GOLF, "8", ["T", "9"], "9 9"), (), solver)
    assert [(option.move, option.best.score) for option in found.options] == [(2, -2), (DRAW, -1)]
    found = hint(board(GOLF, "8", ["K", "9"], "8"), (), solver)
    assert [(option.move, option.best.score) for option in found.options] == [(2, 1), (DRAW, 1)]
    assert found.choice.move == 2


def test_a_won_position_has_no_move(solver):
    found = hint(board(GOLF, "8", ["9"], "4 5"), (1,), solver)
    assert (found.standing, found.best.score, found.options, found.choice) == (Standing.WON, -2, (), None)


def test_a_position_without_moves_is_what_it_is(solver):
    found = hint(board(GOLF, "8", ["K", "K"], "4"), (DRAW,), solver)
    assert (found.standing, found.best.score, found.choice) == (Standing.NO_LONGER, 2, None)


def test_moves_that_gain_nothing_are_not_in_the_best_line(solver):
    found = hint(board(GOLF, "8", ["K", "K"], "4 5"), (), solver)
    assert (found.best.score, found.best.moves, found.choice.move) == (2, (), DRAW)


def test_the_last_stock_card_counts(solver):
    deal = board(GOLF, "8", ["A"], "4 2")
    assert hint(deal, (DRAW,), solver).best.moves == (DRAW, 1)
    assert hint(deal, (DRAW, DRAW), solver).standing is Standing.WINNABLE
    lost = hint(board(GOLF, "8", ["A"], "4 5"), (DRAW,), solver)
    assert (lost.standing, lost.best.score, lost.choice.move) == (Standing.NO_LONGER, 1, DRAW)


def test_a_lost_position_is_not_an_unwinnable_deal(solver):
    winnable, unwinnable = deal_number(DealNumber(2), GOLF), deal_number(DealNumber(3), GOLF)
    assert hint(winnable, (), solver).standing is Standing.WINNABLE
    assert hint(winnable, (DRAW,) * 16, solver).standing is Standing.NO_LONGER
    assert hint(unwinnable, (), solver).standing is Standing.UNWINNABLE
    assert hint(unwinnable, (DRAW,), solver).standing is Standing.UNWINNABLE


def test_a_search_cut_short_leaves_the_game_undecided():
    variant = find("double-golf")
    found = hint(deal_number(DealNumber(1), variant), (), Solver(variant, max_nodes=10))
    assert found.standing is Standing.UNDECIDED
    assert not found.best.proven


def test_the_python_example_of_the_documentation_runs(capsys):
    text = (Path(__file__).parent.parent / "docs" / "scores.md").read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out.splitlines() == ["-2", "winnable -1 0", "7"]


# --- reviews -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", VARIANTS)
def test_mistakes_cost_what_the_naive_search_says(rule):
    variant, rng = find(rule), random.Random(f"review {rule}")
    solver = Solver(variant)
    lost = 0
    for _ in range(60):
        deal = random_position(variant, rng, tableau=9, stock=5)
        moves = random_game(deal, variant, rng)
        positions = [replay(deal, variant, moves[:length]).to_deal() for length in range(len(moves) + 1)]
        scores = [best(position, variant) for position in positions]
        found = review(deal, moves, solver)
        assert (found.best_score, found.still) == (scores[0], scores[-1])
        costs = {mistake.number: mistake.cost for mistake in found.mistakes}
        steps = itertools.pairwise(scores)
        assert costs == {
            n: after - before for n, (before, after) in enumerate(steps, start=1) if after != before
        }
        assert found.end.score - found.best_score == sum(costs.values()) + found.end.score - found.still
        for mistake in found.mistakes:
            better = replay(deal, variant, (*moves[: mistake.number - 1], mistake.better))
            assert best(better.to_deal(), variant) == mistake.before
        cleared = [naive.winnable(naive.of(position, variant)) for position in positions]
        if found.lost is None:
            assert cleared[0] == cleared[-1]
        else:
            lost += 1
            assert (cleared[found.lost.number - 1], cleared[found.lost.number]) == (True, False)
    assert lost > 3, "a test of lost games needs some"


def test_the_best_line_makes_no_mistake(solver):
    deal = deal_number(DealNumber(3), GOLF)
    line = solver.best(deal)
    found = review(deal, line.moves, solver)
    assert (found.end.score, found.best_score, found.mistakes, found.still) == (
        line.score,
        line.score,
        (),
        line.score,
    )


def test_giving_up_a_won_game_is_no_mistake_of_a_move(solver):
    deal = board(GOLF, "8", ["9 8", "7"], "6")
    found = review(deal, (), solver)
    assert (found.end.score, found.best_score, found.still, found.lost) == (3, -1, -1, None)


def test_a_score_that_a_later_search_finds_was_possible_before():
    class Shortsighted:
        """Sees no win before the last two cards."""

        variant = GOLF

        def best(self, deal):
            left = deal.tableau_left
            return Best(-1 if left < 3 else left, left, (1,), left < 3)

    deal = board(GOLF, "8", ["T 9 8 7"], "6")
    found = review(deal, (1, 1), Shortsighted())
    assert (found.best_score, found.still, found.mistakes, found.proven, found.lost) == (
        -1,
        -1,
        (),
        False,
        None,
    )


def test_an_illegal_move_is_named_with_what_was_legal(solver):
    deal = board(GOLF, "8", ["9 8", "7"], "6")
    for look in (hint, review):
        with pytest.raises(IllegalMove, match=r"move 2 \(2\): no exposed card is there \(legal: 1 D\)"):
            look(deal, (2, 2), solver)
