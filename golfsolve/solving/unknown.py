"""Deals with cards that are not known: a verdict only where it holds whatever they are.

Two bounds come first. If the deal is won without the stock cards that are not known, it is won with them:
they are drawn and covered again. If it is lost even with jokers in their places, which play on anything and
take anything, it is lost with any cards. Between these, all ways in which the cards that are missing can lie
are solved, if there are few; else some are tried, which can only show that the verdict depends on them.

A winnable deal need not have one solution for all ways: "winnable" says that each way has one.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from golfsolve.game.cards import JOKER, UNKNOWN, format_card, rank_of
from golfsolve.game.deal import Deal
from golfsolve.game.moves import DRAW
from golfsolve.game.referee import check_solution
from golfsolve.game.result import Result, Verdict
from golfsolve.game.variants import Variant
from golfsolve.solving import engine_arrays as arrays
from golfsolve.solving.solver import Solver

MAX_WAYS = 1000  # so many are all solved
TRIED = 100  # of more than that, to find that they differ
MAX_SHOWN = 6  # cards of a way that is named


def solve_unknown(solver: Solver, deal: Deal) -> Result:
    """The verdict on a deal or position with cards that are not known, and how it was found (``note``).

    ``nodes`` counts all searches; the solver's budget is for each of them.
    """
    variant = solver.variant
    if deal.opening == UNKNOWN and variant.opening_card is not None:
        deal = replace(deal, opening=variant.opening_card)
    if not deal.unknown:
        return solver.solve(deal)
    found = _without_them(solver, deal)
    if found.verdict is Verdict.WINNABLE:
        return found
    lost = _Optimist(variant, max_nodes=solver.max_nodes, stop=solver.stop).solve(_with_jokers(deal))
    nodes = found.nodes + lost.nodes
    if lost.verdict is Verdict.UNWINNABLE:
        return Result(lost.verdict, nodes, note="not even with jokers for the unknown cards")
    return _by_ways(solver, deal, nodes)


def _without_them(solver: Solver, deal: Deal) -> Result:
    """The deal without the stock cards that are not known; undecided if any others are not."""
    if UNKNOWN in (*deal.tableau, deal.opening):
        return Result(Verdict.UNDECIDED, 0)
    known = [number for number, card in enumerate(deal.stock) if card != UNKNOWN]
    result = solver.solve(replace(deal, stock=tuple(deal.stock[number] for number in known)))
    if result.solution is None:
        return Result(Verdict.UNDECIDED, result.nodes)
    moves: list[int] = []
    turned, wanted = 0, iter(known)
    for move in result.solution:
        if move == DRAW:
            upto = next(wanted) + 1
            moves += [DRAW] * (upto - turned)
            turned = upto
        else:
            moves.append(move)
    check_solution(deal, solver.variant, moves)
    left = len(deal.stock) - turned
    return Result(
        Verdict.WINNABLE, result.nodes, tuple(moves), turned, left, note="without the unknown cards"
    )


class _Optimist(Solver):
    """Solves deals with more jokers than any game has, without pattern tables, which none was made for."""

    def __init__(self, variant: Variant, *, max_nodes: int, stop: threading.Event) -> None:
        from golfsolve.engine.line import ALL_PRUNES, TABLES

        jokers = max(variant.jokers, 1)
        relaxed = replace(variant, jokers=jokers, stock=variant.stock + jokers - variant.jokers)
        super().__init__(relaxed, max_nodes=max_nodes, stop=stop, prunes=ALL_PRUNES & ~TABLES)

    def _begin(self, deal: Deal) -> int:
        from golfsolve.engine import solve

        tableau, opening, stock = arrays.deal_ranks(deal, self.variant)
        return int(solve.begin(self._rules, self._work, tableau, opening, stock, self._prunes))


def _with_jokers(deal: Deal) -> Deal:
    return Deal(
        tuple(JOKER if card == UNKNOWN else card for card in deal.tableau),
        JOKER if deal.opening == UNKNOWN else deal.opening,
        tuple(JOKER if card == UNKNOWN else card for card in deal.stock),
    )


# --- ways ----------------------------------------------------------------------------------------


def _by_ways(solver: Solver, deal: Deal, nodes: int) -> Result:
    missing = Counter(solver.variant.deck())
    missing.subtract(card for card in deal.cards() if card != UNKNOWN)
    left = list(missing.elements())
    ways = list(_few_ways(left, deal.unknown))
    every = len(ways) <= MAX_WAYS
    seen: dict[Verdict, tuple[int, ...]] = {}
    undecided = tried = 0
    for way in ways if every else _some_ways(left, deal.unknown):
        result = solver.solve(filled(deal, way))
        nodes += result.nodes
        tried += 1
        undecided += result.verdict is Verdict.UNDECIDED
        seen.setdefault(result.verdict, way)
        if Verdict.WINNABLE in seen and Verdict.UNWINNABLE in seen:
            lines = [
                f"{verdict} with {_shown(seen[verdict])}"
                for verdict in (Verdict.WINNABLE, Verdict.UNWINNABLE)
            ]
            return Result(Verdict.UNDECIDED, nodes, note=f"depends on the unknown cards: {'; '.join(lines)}")
    if undecided:
        return Result(Verdict.UNDECIDED, nodes, note=f"{undecided} of {tried} ways tried are undecided")
    [verdict] = seen
    if every:
        return Result(verdict, nodes, note=f"in all {tried} ways that the unknown cards can lie")
    return Result(
        Verdict.UNDECIDED,
        nodes,
        note=f"all {tried} ways tried are {verdict}, which proves nothing of the others",
    )


def filled(deal: Deal, way: tuple[int, ...]) -> Deal:
    """The deal with the cards of ``way`` in the places of those not known: tableau, waste, stock."""
    cards = iter(way)

    def known(card: int | None) -> int | None:
        return next(cards) if card == UNKNOWN else card

    tableau = tuple(known(card) for card in deal.tableau)
    opening = known(deal.opening)
    return Deal(tableau, opening, tuple(card for card in map(known, deal.stock) if card is not None))


def _few_ways(cards: list[int], places: int) -> Iterator[tuple[int, ...]]:
    """Each way to lay some of the cards in that many places, once for all that differ in suits alone.

    No more than ``MAX_WAYS`` + 1.
    """
    by_rank: dict[int, list[int]] = {}
    for card in cards:
        by_rank.setdefault(rank_of(card), []).append(card)
    count = 0

    def lay(way: list[int]) -> Iterator[tuple[int, ...]]:
        nonlocal count
        if len(way) == places:
            count += 1
            yield tuple(way)
            return
        for rank in sorted(by_rank):
            if by_rank[rank] and count <= MAX_WAYS:
                card = by_rank[rank].pop()
                yield from lay([*way, card])
                by_rank[rank].append(card)

    return lay([])


def _some_ways(cards: list[int], places: int) -> Iterator[tuple[int, ...]]:
    """``TRIED`` ways by chance, the same each time."""
    generator = random.Random(1)  # noqa: S311 (its numbers are documented as stable)
    for _ in range(TRIED):
        order = cards.copy()
        for i in range(places):
            j = i + int(generator.random() * (len(order) - i))
            order[i], order[j] = order[j], order[i]
        yield tuple(order[:places])


def _shown(way: tuple[int, ...]) -> str:
    more = " ..." if len(way) > MAX_SHOWN else ""
    return " ".join(map(format_card, way[:MAX_SHOWN])) + more
