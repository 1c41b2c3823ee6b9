"""Custom rules against the plain rules of naive.py: verdicts, best scores, hints and lines."""

from __future__ import annotations

import random

from golfsolve import Deal, DealNumber, Position, Solver, Variant, Verdict, deal_number
from golfsolve.game import layout as layouts
from golfsolve.game.moves import DRAW
from golfsolve.game.variants import FREE, ON_KING_NOTHING
from golfsolve.play.hint import Standing, hint
from tests import naive, random_rules

EVERY_SIZE = random_rules.SMALL + random_rules.LARGE


def scored(deal: Deal, variant: Variant, line: tuple[int, ...]) -> int:
    """The golf score that a line of moves ends with, played by the plain rules."""
    game = naive.of(deal, variant)
    at = naive.start(game)
    for move in line:
        named = {move_of(card, deal, variant): after for card, after in naive.moves(game, at).items()}
        at = named[move]
    return naive.score(game, at)


def move_of(card: int | str, deal: Deal, variant: Variant) -> int:
    """The move that naive.py names by the number of a card among those of the tableau."""
    if card == naive.DRAW:
        return DRAW
    place = [p for p, there in enumerate(deal.tableau) if there is not None][int(card)]
    for number, places in enumerate(variant.layout.columns, start=1):
        if place in places:
            return number
    return place + 1


def agree(solver: Solver, deal: Deal) -> int:
    """Assert that solver and plain rules agree on all of a position; its best score."""
    variant = solver.variant
    score = naive.outlook(naive.of(deal, variant)).best
    result, best = solver.solve(deal), solver.best(deal)
    assert result.verdict is (Verdict.WINNABLE if score <= 0 else Verdict.UNWINNABLE), (variant, deal)
    if result.solution is not None and result.stock_left is not None:
        assert scored(deal, variant, result.solution) == -result.stock_left <= 0, (variant, deal)
    assert (best.score, best.proven) == (score, True), (variant, deal)
    assert scored(deal, variant, best.moves) == score, (variant, deal)
    return score


def test_positions_under_random_rules_have_their_verdicts_and_best_scores():
    rng = random.Random("random rules")
    scores = []
    for _ in range(400):
        variant = random_rules.rules(rng, EVERY_SIZE)
        solver = Solver(variant)
        scores += [agree(solver, random_rules.position(variant, rng, 2_000)) for _ in range(8)]
    won = sum(score <= 0 for score in scores)
    assert 800 < won < 2_400  # both verdicts are tried often
    assert min(scores) < -90  # and long stocks


def test_positions_of_layouts_that_are_too_large_for_the_whole_table_pass_have_their_best_scores():
    rng = random.Random("many columns")
    for _ in range(100):
        variant = random_rules.rules(rng, [random_rules.many_columns])
        solver = Solver(variant)
        for _ in range(16):
            agree(solver, random_rules.position(variant, rng, 1_000))


def test_full_decks_on_small_layouts_have_their_verdicts_and_best_scores_by_number():
    rng = random.Random("full decks")
    stocks = set()
    for _ in range(150):
        variant = random_rules.rules(rng, random_rules.SMALL)
        stocks.add(variant.stock)
        solver = Solver(variant)
        first = rng.randint(1, 10**6)
        block, scores = solver.best_numbers(first, 3)
        solved = solver.solve_numbers(first, 3)
        for i, score in enumerate(scores):
            deal = Deal.from_cards(block.cards[i].tolist(), variant)
            assert score == agree(solver, deal), (variant, first + i)
            assert solved.result(i) == solver.solve(deal)
    assert max(stocks) > 100


def test_hints_under_random_rules_know_what_each_move_is_worth():
    rng = random.Random("hints")
    standings = []
    for _ in range(150):
        variant = random_rules.rules(rng, EVERY_SIZE)
        solver = Solver(variant)
        for _ in range(4):
            deal = random_rules.position(variant, rng, 1_000)
            played = Position(deal, variant)
            for _ in range(rng.randint(0, 3)):
                if legal := played.legal_moves():
                    played.play(rng.choice(legal))
            here = played.to_deal()
            outlook = naive.outlook(naive.of(here, variant))
            found = hint(deal, played.moves, solver)
            after = {move_of(card, here, variant): score for card, score in outlook.after.items()}
            assert {option.move: option.best.score for option in found.options} == after, (variant, here)
            assert (found.best.score, found.best.proven) == (outlook.best, True)
            assert scored(here, variant, found.best.moves) == outlook.best
            assert (found.standing in (Standing.WON, Standing.WINNABLE)) == (outlook.best <= 0)
            assert all(
                scored(here, variant, (option.move, *option.best.moves)) == option.best.score
                for option in found.options
            )
            standings.append(found.standing)
    assert min(map(standings.count, [Standing.WON, Standing.WINNABLE, Standing.NO_LONGER])) > 30


def test_many_draws_are_not_taken_for_few():
    rng = random.Random("early or late")
    for _ in range(40):
        variant, deal = random_rules.early_or_late(rng)
        assert agree(Solver(variant), deal) <= 0


def test_pattern_tables_and_restarts_from_the_first_states_on_change_nothing_under_random_rules(monkeypatch):
    """Small positions are decided before there are tables or restarts, so here both come at once."""
    monkeypatch.setattr("golfsolve.solving.engine_arrays.STAGES", [(0, 2, 7), (6, 4, 7)])
    monkeypatch.setattr("golfsolve.solving.engine_arrays.RESTART_NODES", 3)
    rng = random.Random("tables")
    for _ in range(200):
        variant = random_rules.rules(rng, EVERY_SIZE)
        solver = Solver(variant)
        for _ in range(8):
            agree(solver, random_rules.position(variant, rng, 1_000))


def test_games_without_a_stock_are_the_same_from_both_ends(monkeypatch):
    """Small positions are decided forward before the search goes backward, so here it does so at once."""
    monkeypatch.setattr("golfsolve.solving.engine_arrays.FIRST_TURN", 1, raising=False)
    monkeypatch.setattr("golfsolve.solving.engine_arrays.RESTART_NODES", 5)
    rng = random.Random("both ends")
    won = 0
    for _ in range(150):
        variant = random_rules.without_stock(rng)
        solver = Solver(variant)
        won += sum(agree(solver, random_rules.position(variant, rng, 2_000)) == 0 for _ in range(10))
    assert 200 < won < 1_300


def test_the_memory_of_a_solver_is_made_anew_before_its_numbers_run_out():
    """Of 63 places there is one number, of 60 there are eight, for the deals that a table tells apart."""
    rng = random.Random("numbers")
    for columns in ((7,) * 9, (6,) * 10, (2,) * 31, (31, 30), (1,) * 59):
        variant = Variant("large", layouts.columns(columns), 103 - sum(columns), decks=2, wrap=True)
        solver = Solver(variant)
        for _ in range(40):
            agree(solver, random_rules.position(variant, rng, 500))


def test_deals_without_an_opening_card_that_are_hard_enough_for_tables_have_their_verdicts():
    """The first card may be any; a table that stands for some waste card must not judge that of none."""
    layout = layouts.columns((6,) * 4)
    variant = Variant("free-start", layout, 28, opening=FREE, on_king=ON_KING_NOTHING)
    solver = Solver(variant)
    for number in range(81, 241):
        deal = deal_number(DealNumber(number), variant)
        winnable = naive.wide_winnable(naive.of(deal, variant))
        assert solver.solve(deal).verdict is (Verdict.WINNABLE if winnable else Verdict.UNWINNABLE), number
