"""The players who come near the best possible: against plain sums, and against the best possible."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from golfsolve.errors import GolfsolveError
from golfsolve.game.catalogue import BUILT_IN, find
from golfsolve.game.deal import Deal
from golfsolve.game.moves import DRAW
from golfsolve.game.numbering import DealNumber, deal_number, random_below
from golfsolve.game.players import Player, check_player, fits_tables
from golfsolve.game.referee import Position
from golfsolve.game.variants import Variant
from golfsolve.solving import engine_arrays as arrays
from golfsolve.solving import hindsight
from golfsolve.solving.simulator import Simulator
from golfsolve.solving.solver import Solver
from tests import naive, naive_players
from tests.boards import GOLF, board, random_position

WITH_TABLES = ["golf", "dead-king", "relaxed", "thieves", "golf-rush"]


def move_values(position: Position) -> dict[int, float]:
    """What each legal move is worth to ``replacement``, by plain sums."""
    game = naive.of(position.to_deal(), position.variant)
    values = naive_players.move_values(game, naive.start(game))
    places = [place for place, card in enumerate(position.to_deal().tableau) if card is not None]
    named = {naive.DRAW: DRAW} | {
        places.index(place): move for move, place in position.exposed().items() if places
    }
    return {named[move]: value for move, value in values.items()}


def slow_score(deal: Deal, variant: Variant) -> int:
    position = Position(deal, variant)
    while choices := position.legal_moves():
        values = move_values(position)
        most = max(values.values())
        position.play(next(move for move in choices if values[move] * 1.000005 >= most))
    return position.score


@pytest.mark.parametrize("name", WITH_TABLES)
def test_replacement_plays_as_plain_sums_say(name):
    variant = find(name)
    simulator = Simulator(variant)
    rng = random.Random(name)
    lost = won = 0
    while min(lost, won) < 12:
        deal = random_position(variant, rng, tableau=9, stock=5)
        [score] = simulator.play(deal, Player.REPLACEMENT, 1).tolist()
        assert score == slow_score(deal, variant)
        won += score <= 0
        lost += score > 0


@pytest.mark.parametrize("name", ["golf", "dead-king", "relaxed"])
def test_the_tables_hold_what_plain_sums_give(name):
    from golfsolve.engine import columns, replacement

    variant = find(name)
    rng = random.Random(f"tables of {name}")
    tables = replacement.new_tables(arrays.heights(variant), variant.stock)
    between = 0
    while between < 20:
        deal = random_position(variant, rng, tableau=8, stock=5)
        position = arrays.columns(deal, variant, arrays.rules(variant))
        boards = position.stride[-1]
        columns.find_spans(position, tables.low[:boards], tables.high[:boards])
        counts = np.bincount(position.stock, minlength=columns.RANKS)
        stock = len(deal.stock)
        replacement.fill(position, tables, counts, position.height, stock)
        top = boards - 1
        for move, value in move_values(Position(deal, variant)).items():
            if move == DRAW:
                found = tables.draw[top] if tables.low[top] <= stock <= tables.high[top] else 0
                assert found == pytest.approx(value, rel=1e-5)
                between += 0 < value < 1


def orders(deal: Deal):
    """All orders of the stock, each as often as it can come up."""
    for stock in itertools.permutations(deal.stock):
        yield Deal(deal.tableau, deal.opening, stock)


@pytest.mark.parametrize("player", list(Player))
def test_no_player_wins_more_over_all_orders_of_the_stock_than_the_best_possible(player):
    rng = random.Random(5)
    simulator = Simulator(GOLF)
    tried = 0
    slow = player is Player.HINDSIGHT
    while tried < (1 if slow else 8):
        deal = random_position(GOLF, rng, tableau=8, stock=3 if slow else 4)
        game = naive.of(deal, GOLF)
        best = naive_players.optimum(game, naive.start(game), tuple(game.stock))
        if not 0 < best < 1:
            continue
        tried += 1
        scores = [simulator.play(order, player, 1)[0] for order in orders(deal)]
        assert sum(score <= 0 for score in scores) / len(scores) <= best + 1e-9


def test_hindsight_does_not_see_the_order_of_the_stock():
    deal = board(GOLF, "6", ["9 3 5", "8 7", "2 4"], "3 8 T J")
    turned = Deal(deal.tableau, deal.opening, deal.stock[::-1])
    solver = Solver(GOLF)
    chosen = []
    for one in (deal, turned):
        position = Position(one, GOLF)
        below = random_below(hindsight._seed(one, 1))
        chosen.append(hindsight._best(position, position.legal_moves(), solver, below))
    assert chosen[0] == chosen[1]


def test_games_of_the_strong_players_are_frozen():
    assert Simulator(GOLF).play_numbers(Player.REPLACEMENT, 1, 6).tolist() == [-1, 1, 7, -1, 0, 0]
    late = Position(deal_number(DealNumber(2), GOLF), GOLF)
    for move in Solver(GOLF).solve(late.to_deal()).solution[:34]:
        late.play(move)
    assert Simulator(GOLF).play(late.to_deal(), Player.HINDSIGHT, 2).tolist() == [-2, -2]


def test_all_games_of_replacement_are_the_same_and_those_of_hindsight_have_their_own_chance():
    deal = board(GOLF, "6", ["9 3 5", "8 7", "2 4"], "3 8 T J")
    assert len(set(Simulator(GOLF).play(deal, Player.REPLACEMENT, 3).tolist())) == 1
    scores = Simulator(GOLF).play(deal, Player.HINDSIGHT, 3).tolist()
    assert scores[:2] == Simulator(GOLF).play(deal, Player.HINDSIGHT, 2).tolist()


def test_replacement_plays_where_tables_fit_and_says_so_elsewhere(golfsolve, tmp_path):
    assert {variant.name for variant in BUILT_IN if fits_tables(variant)} == set(WITH_TABLES)
    with pytest.raises(GolfsolveError, match="replacement cannot play tri-peaks: too many boards"):
        check_player(Player.REPLACEMENT, find("tri-peaks"))
    out = tmp_path / "x.jsonl"
    found = golfsolve(
        "stats", "--player", "replacement", "--variant", "tri-peaks", "--deals", 2, "--out", out
    )
    assert (found.code, "too many boards" in found.err, out.exists()) == (2, True, False)


@pytest.mark.parametrize("jobs", [1, 2])
def test_counts_of_replacement_do_not_depend_on_the_workers(golfsolve, tmp_path, jobs):
    found = golfsolve("stats", "--player", "replacement", "--deals", 4, "--jobs", jobs, "--json").records[0]
    scores = Simulator(GOLF).play_numbers(Player.REPLACEMENT, 1, 4)
    assert found["won"] == sum(scores <= 0)
