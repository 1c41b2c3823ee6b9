"""Finding out how hard a deal is: by a player who cannot see the stock, and by the solver."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING

from golfsolve.errors import Stopped
from golfsolve.game.deal import Deal
from golfsolve.game.difficulty import CAREFUL_GAMES, Difficulty, Rater, rater_of, rounded
from golfsolve.game.players import Player
from golfsolve.game.referee import Position
from golfsolve.game.result import Verdict
from golfsolve.solving import engine_arrays as arrays
from golfsolve.solving.simulator import Simulator
from golfsolve.solving.solver import Solver

if TYPE_CHECKING:
    from golfsolve.engine.erring import Rings


def rate(deal: Deal, solution: Sequence[int], solver: Solver) -> Difficulty:
    """The difficulty of a deal that ``solution`` wins. Always the same for the same deal and solution."""
    won = rounded(share_won(deal, solver))
    position = Position(deal, solver.variant)
    others = []
    for move in solution:
        others.append([_after(position, other, solver) for other in position.legal_moves() if other != move])
        position.play(move)
    if any(Verdict.UNDECIDED in verdicts for verdicts in others):
        return Difficulty(won, None, None, None)
    repairs = [number for number, verdicts in enumerate(others, start=1) if Verdict.WINNABLE in verdicts]
    return Difficulty(
        won,
        first_moves=1 + others[0].count(Verdict.WINNABLE) if others else 0,
        last_repair=max(repairs, default=0),
        dead_ends=sum(verdicts.count(Verdict.UNWINNABLE) for verdicts in others),
    )


def share_won(deal: Deal, solver: Solver) -> float:
    """The share of games that the rater wins, the stock in its own order, which he does not see."""
    variant = solver.variant
    if rater_of(variant) is Rater.CAREFUL:
        scores = Simulator(variant, solver.stop).play(deal, Player.CAREFUL, CAREFUL_GAMES)
        won: int = (scores <= 0).sum().item()
        return won / CAREFUL_GAMES
    from golfsolve.engine import erring

    if solver.stop.is_set():
        raise Stopped
    position = arrays.columns(deal, variant, arrays.rules(variant))
    return float(erring.chance_to_win(position, _rings_for(solver)))


_rings: weakref.WeakKeyDictionary[Solver, Rings] = weakref.WeakKeyDictionary()
_rings_lock = threading.Lock()


def _rings_for(solver: Solver) -> Rings:
    """Memory that goes with a solver, as each worker has its own; to make it takes as long as to use it."""
    from golfsolve.engine import erring

    with _rings_lock:
        if solver not in _rings:
            _rings[solver] = erring.new_rings(arrays.heights(solver.variant), solver.variant.stock)
        return _rings[solver]


def _after(position: Position, move: int, solver: Solver) -> Verdict:
    """What can be said of the position after a move."""
    after = position.copy()
    after.play(move)
    return solver.solve(after.to_deal()).verdict
