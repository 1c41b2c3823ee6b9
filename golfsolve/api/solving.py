"""Verdicts, best scores, hints, reviews and ratings."""

from __future__ import annotations

from golfsolve.api.arguments import (
    AnyMoves,
    AnyVariant,
    moves_of,
    own_variant,
    solver_for,
)
from golfsolve.errors import DealError
from golfsolve.game import referee
from golfsolve.game.deal import Deal
from golfsolve.game.difficulty import Difficulty
from golfsolve.game.result import Best, Result
from golfsolve.play.hint import Hint
from golfsolve.play.hint import hint as look
from golfsolve.play.review import Review
from golfsolve.play.review import review as go_through
from golfsolve.solving import rating, solver
from golfsolve.solving.guard import checked_budget
from golfsolve.solving.solver import DEFAULT_MAX_NODES


def solve(deal: Deal, variant: AnyVariant | None = None, *, max_nodes: int = DEFAULT_MAX_NODES) -> Result:
    """The verdict on a deal or position, with a solution where it is winnable.

    ``max_nodes`` bounds the states searched; where that ends the search the verdict is undecided.
    """
    return solver.solve(deal, own_variant(deal, variant), max_nodes=checked_budget(max_nodes))


def best(deal: Deal, variant: AnyVariant | None = None, *, max_nodes: int = DEFAULT_MAX_NODES) -> Best:
    """The best golf score of a deal or position, and moves that reach it (docs/scores.md)."""
    return solver_for(deal, variant, max_nodes).best(deal)


def hint(
    deal: Deal, made: AnyMoves = (), variant: AnyVariant | None = None, *, max_nodes: int = DEFAULT_MAX_NODES
) -> Hint:
    """How a game stands after some moves, and what each legal move leads to. Raises :class:`IllegalMove`."""
    return look(deal, moves_of(made), solver_for(deal, variant, max_nodes))


def review(
    deal: Deal, made: AnyMoves, variant: AnyVariant | None = None, *, max_nodes: int = DEFAULT_MAX_NODES
) -> Review:
    """What the moves of a game have cost, and which one lost it. Raises :class:`IllegalMove`."""
    return go_through(deal, moves_of(made), solver_for(deal, variant, max_nodes))


def rate(deal: Deal, solution: AnyMoves | None = None, variant: AnyVariant | None = None) -> Difficulty:
    """How hard a winnable deal is for those who cannot see the stock (docs/difficulty.md).

    ``solution`` is one that wins it, by default the solver's. Raises :class:`DealError` for a deal that is
    not proved winnable.
    """
    engine = solver_for(deal, variant, DEFAULT_MAX_NODES)
    found = engine.solve(deal).solution if solution is None else moves_of(solution)
    if found is None:
        raise DealError("the deal is not proved winnable (expected one that is)")
    referee.check_solution(deal, engine.variant, found)
    return rating.rate(deal, found, engine)
