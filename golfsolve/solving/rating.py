"""Finding out how hard a deal is: by games of players who cannot see the stock, and by the solver."""

from __future__ import annotations

from collections.abc import Sequence

from golfsolve.game.deal import Deal
from golfsolve.game.difficulty import GAMES, Difficulty
from golfsolve.game.referee import Position
from golfsolve.game.result import Verdict
from golfsolve.solving.simulator import Simulator
from golfsolve.solving.solver import Solver


def rate(deal: Deal, solution: Sequence[int], solver: Solver) -> Difficulty:
    """The difficulty of a deal that ``solution`` wins. Always the same for the same deal and solution."""
    simulator = Simulator(solver.variant, solver.stop)
    won = {
        player: sum(score <= 0 for score in simulator.play(deal, player, games).tolist())
        for player, games in GAMES.items()
    }
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


def _after(position: Position, move: int, solver: Solver) -> Verdict:
    """What can be said of the position after a move."""
    after = position.copy()
    after.play(move)
    return solver.solve(after.to_deal()).verdict
