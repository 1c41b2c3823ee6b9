"""What other programs hand over by mistake: an error that says what was expected, never a wrong answer."""

from __future__ import annotations

import dataclasses
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import golfsolve
from golfsolve import (
    Deal,
    DealNumber,
    GolfsolveError,
    Position,
    Solver,
    deal_number,
    find_variant,
)
from golfsolve.errors import ArgumentError, ArgumentTypeError, DealError
from golfsolve.game.layout import columns
from golfsolve.game.players import Player
from golfsolve.game.referee import replay
from golfsolve.game.variants import Variant
from golfsolve.play.hint import hint
from golfsolve.solving import guard
from golfsolve.solving.simulator import Simulator
from golfsolve.solving.solver import solve
from tests.boards import board

GOLF = find_variant("golf")
DEAL = deal_number(DealNumber(7), GOLF)
WHOLE = Deal(DEAL.tableau, DEAL.opening, DEAL.stock)


def in_place_of_first(card):
    return (card, *DEAL.tableau[1:])


def refuses(kind: type[Exception], text: str, call) -> None:
    """Assert that ``call`` raises an error of ours, of that kind, in one line with that text."""
    with pytest.raises(kind, match=text) as caught:
        call()
    assert isinstance(caught.value, GolfsolveError)
    assert "\n" not in str(caught.value)


# --- cards and deals -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [-1, 54, 255, 10**30])
def test_a_number_that_is_no_card_makes_no_deal(number):
    for call in (
        lambda: Deal(in_place_of_first(number), DEAL.opening, DEAL.stock),
        lambda: Deal(DEAL.tableau, number, DEAL.stock),
        lambda: Deal(DEAL.tableau, DEAL.opening, (*DEAL.stock[:-1], number)),
        lambda: Deal.from_cards([number, *DEAL.cards()[1:]], GOLF),
    ):
        refuses(DealError, r"is no card \(expected 0 to 52\)", call)
    assert issubclass(DealError, ValueError)


@pytest.mark.parametrize("thing", ["AS", 3.0, [1], b"x"])
def test_something_that_is_no_number_makes_no_deal(thing):
    for call in (
        lambda: Deal(in_place_of_first(thing), DEAL.opening, DEAL.stock),
        lambda: Deal(DEAL.tableau, thing, DEAL.stock),
        lambda: Deal(DEAL.tableau, DEAL.opening, (thing, *DEAL.stock[1:])),
    ):
        refuses(ArgumentTypeError, r"expected a card's number", call)
    refuses(TypeError, "stock: 'None'", lambda: Deal(DEAL.tableau, 1, (None,)))


def test_cards_out_of_an_array_make_the_same_deal():
    cards = np.array(DEAL.cards(), np.uint8)
    deal = Deal.from_cards(cards, GOLF)
    assert deal == DEAL
    assert json.dumps(deal.stock) == json.dumps(DEAL.stock)
    assert golfsolve.solve(deal, GOLF) == golfsolve.solve(DEAL, GOLF)


ANSWERS = {
    "solve": lambda deal: golfsolve.solve(deal, GOLF),
    "Solver.solve": lambda deal: Solver(GOLF).solve(deal),
    "Solver.best": lambda deal: Solver(GOLF).best(deal),
    "Solver.solve_best": lambda deal: Solver(GOLF).solve_best(deal),
    "Simulator.play": lambda deal: Simulator(GOLF).play(deal, Player.RANDOM, 3),
}
every_answer = pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)

NO_POSITIONS = {
    "too many of 8C": Deal((7,) * 35, 7, (7,) * 16),  # best called a score proven
    "too many of AH": Deal(DEAL.tableau, 26, DEAL.stock),
    r"too many of JK": Deal(DEAL.tableau, 52, DEAL.stock),
    r"tableau places \(expected 35\)": deal_number(DealNumber(7), find_variant("tri-peaks")),
    r"\d+ tableau places": deal_number(DealNumber(7), find_variant("black-hole")),
    r"17 stock cards \(expected at most 16\)": Deal((None,) * 35, 0, tuple(range(1, 18))),
    "no card on the waste": Deal(DEAL.tableau, None, DEAL.stock),
    "place 1 is empty but still covered": Deal(in_place_of_first(None), DEAL.opening, DEAL.stock),
}


@every_answer
@pytest.mark.parametrize("text", NO_POSITIONS)
def test_what_is_no_position_of_the_game_gets_no_answer(answer, text):
    refuses(DealError, text, lambda: answer(NO_POSITIONS[text]))


@every_answer
@pytest.mark.parametrize("thing", [None, 7, "7", DEAL.tableau])
def test_what_is_no_deal_gets_no_answer(answer, thing):
    refuses(ArgumentTypeError, r"deal: .* \(expected a Deal\)", lambda: answer(thing))


def test_what_is_no_deal_is_neither_played_nor_hinted():
    for call in (lambda: Position(7, GOLF), lambda: replay("7", GOLF, ()), lambda: hint(7, (), Solver(GOLF))):
        refuses(ArgumentTypeError, r"expected a Deal\)", call)
    refuses(ArgumentTypeError, r"number: '7' \(expected a DealNumber\)", lambda: deal_number(7, GOLF))


def test_a_deal_of_another_layout_is_neither_played_nor_hinted():
    other = deal_number(DealNumber(7), find_variant("escalator"))
    for call in (
        lambda: Position(other, GOLF),
        lambda: replay(other, GOLF, ()),
        lambda: hint(other, (), Solver(GOLF)),
    ):
        refuses(DealError, r"28 tableau places \(expected 35 for golf\)", call)


# --- variants, budgets, numbers -------------------------------------------------------------------


@pytest.mark.parametrize("thing", ["golf", None, 36, GOLF.rules()])
def test_what_is_no_variant_makes_no_solver_and_no_deal(thing):
    for call in (
        lambda: Solver(thing),
        lambda: solve(DEAL, thing),
        lambda: Simulator(thing),
        lambda: replay(DEAL, thing, ()),
        lambda: Position(DEAL, thing),
        lambda: Deal.from_cards(DEAL.cards(), thing),
        lambda: deal_number(DealNumber(7), thing),
    ):
        refuses(ArgumentTypeError, r"expected a Variant", call)
    refuses(TypeError, "find_variant gives the one of a name", lambda: Solver("golf"))


@pytest.mark.parametrize("budget", [0, -1, -(10**30), 2**62])
def test_a_budget_below_1_or_beyond_all_bounds_is_refused(budget):
    solver = Solver(GOLF)

    def set_later():
        solver.max_nodes = budget

    for call in (
        set_later,
        lambda: Solver(GOLF, max_nodes=budget),
        lambda: golfsolve.solve(DEAL, GOLF, max_nodes=budget),
    ):
        refuses(ArgumentError, r"max_nodes: .* \(expected at least 1", call)
    assert solver.max_nodes == Solver(GOLF).max_nodes
    assert issubclass(ArgumentError, ValueError)


@pytest.mark.parametrize("thing", [None, "100", 1e6])
def test_a_budget_that_is_no_whole_number_is_refused(thing):
    refuses(TypeError, r"max_nodes: .* \(expected a whole number\)", lambda: Solver(GOLF, max_nodes=thing))


@pytest.mark.parametrize(("first", "count"), [(0, 1), (-5, 3), (1, -1), (2**53, 2), (2**64, 1)])
def test_numbers_that_are_no_deals_are_refused(first, count):
    solver = Solver(GOLF)
    for call in (
        lambda: solver.solve_numbers(first, count),
        lambda: solver.best_numbers(first, count),
        lambda: Simulator(GOLF).play_numbers(Player.RANDOM, first, count),
    ):
        refuses(ValueError, "expected 1 to", call)


# --- threads ---------------------------------------------------------------------------------------


def test_threads_that_share_a_solver_get_the_answers_of_one_thread():
    deals = [deal_number(DealNumber(number), GOLF) for number in range(1, 401)]
    solver = Solver(GOLF)
    alone = [solver.solve(deal) for deal in deals]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(solver.solve, deals)) == alone
    few = deals[:24]
    best = [solver.best(deal) for deal in few]
    with ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(call, deal) for deal in few for call in (solver.best, solver.solve)]
        assert [call.result() for call in calls[::2]] == best
        assert [call.result() for call in calls[1::2]] == alone[:24]


def test_threads_that_share_a_simulator_get_the_games_of_one_thread():
    deals = [deal_number(DealNumber(number), GOLF) for number in range(1, 101)]
    simulator = Simulator(GOLF)

    def play(deal):
        return simulator.play(deal, Player.GREEDY, 20).tolist()

    alone = [play(deal) for deal in deals]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, deals)) == alone


@pytest.mark.parametrize("name", ["solve", "best", "solve_best", "solve_numbers", "best_numbers"])
def test_nobody_gets_into_a_solver_that_is_at_work(name):
    solver = Solver(GOLF)
    arguments = (1, 1) if "numbers" in name else (DEAL,)
    entered = threading.Event()

    def other():
        getattr(solver, name)(*arguments)
        entered.set()

    with solver._lock:
        thread = threading.Thread(target=other)
        thread.start()
        assert not entered.wait(0.2)
    thread.join()
    assert entered.is_set()


def test_solve_keeps_a_solver_for_each_thread(monkeypatch):
    made = []

    class Counted(Solver):
        def __init__(self, variant: Variant) -> None:
            made.append((threading.get_ident(), variant.name))
            super().__init__(variant)

    monkeypatch.setattr("golfsolve.solving.solver.Solver", Counted)
    monkeypatch.setattr("golfsolve.solving.solver._of_this_thread", threading.local())
    full = golfsolve.solve(DEAL, GOLF)
    assert golfsolve.solve(DEAL, GOLF, max_nodes=5).nodes == 5
    assert golfsolve.solve(DEAL, GOLF) == full  # the budget of a call is gone with it
    assert golfsolve.solve(DEAL, dataclasses.replace(GOLF)) == full
    assert len(made) == 1
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(golfsolve.solve, DEAL, GOLF).result() == full
    assert len(set(made)) == len(made) == 2
    golfsolve.solve(DEAL, find_variant("relaxed"))
    assert made[-1][1] == "relaxed"


# --- what the engine claims ---------------------------------------------------------------------


def test_lines_that_the_referee_refuses_are_defects_and_no_answers(monkeypatch):
    easy = board(GOLF, "8", ["9", "7"], "8")
    for line in ([-1, -1, -1], [0, 1], [0], [-1, 0, 1, 1]):
        solver = Solver(GOLF)
        monkeypatch.setattr(solver, "_deepest_line", lambda line=line: line)
        with pytest.raises(RuntimeError, match="the engine's line is refused"):
            solver.solve(easy)
    solver = Solver(GOLF)
    monkeypatch.setattr(solver, "_moves", lambda places, drawn, plays: [0, 1])
    with pytest.raises(RuntimeError, match="move 2"):
        solver.best(easy)


def test_a_refused_line_is_reported_as_a_defect():
    with pytest.raises(RuntimeError, match="the engine's line is refused: move 1"):
        guard.certified(DEAL, Variant("x", columns((5,) * 7), 16, wrap=True), (9,), wins=False)
