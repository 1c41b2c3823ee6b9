"""A game in play: how it stands, what each legal move leads to, which one to make.

A *position* that cannot be won any more is not a *deal* that never could: :class:`Standing` keeps the two
apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from golfsolve.formats.common import is_full
from golfsolve.game.deal import Deal
from golfsolve.game.referee import Position, replay
from golfsolve.game.result import Best, Verdict
from golfsolve.solving.solver import Solver


class Standing(StrEnum):
    """How a game stands."""

    WON = "won"
    WINNABLE = "winnable"
    NO_LONGER = "no longer winnable"  # the position; the deal was, or is not known
    UNWINNABLE = "unwinnable"  # the deal, from the start
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Option:
    """A legal move, the card it brings to the waste, and the best that can follow.

    ``wins`` if the move itself clears the tableau.
    """

    move: int
    card: int
    best: Best
    wins: bool


@dataclass(frozen=True)
class Hint:
    """How a game stands, the best score that can still be reached, and all the legal moves."""

    position: Position
    standing: Standing
    best: Best
    options: tuple[Option, ...]

    @property
    def choice(self) -> Option | None:
        """The move to make: the first that leads to the best score; None where no move is legal."""
        return min(self.options, key=lambda option: option.best.score, default=None)


def hint(deal: Deal, moves: Sequence[int], solver: Solver) -> Hint:
    """Look at the position that ``moves`` lead to. Raises :class:`IllegalMove`."""
    position = replay(deal, solver.variant, moves)
    options = []
    for move in position.legal_moves():
        card = position.card_of(move)
        after = position.copy()
        after.play(move)
        assert card is not None
        options.append(Option(move, card, solver.best(after.to_deal()), after.won))
    best = _best_of(position, options)
    return Hint(position, _standing(position, best, deal, solver), best, tuple(options))


def _best_of(position: Position, options: Sequence[Option]) -> Best:
    """The best score of a position from those after its moves; to stop here counts too."""
    proven = all(option.best.proven for option in options)
    best = Best(position.score, position.cards_left, (), proven)
    for option in options:
        if option.best.score < best.score:
            after = option.best
            best = Best(after.score, after.cards_left, (option.move, *after.moves), proven)
    return best


def _standing(position: Position, best: Best, deal: Deal, solver: Solver) -> Standing:
    if position.won:
        return Standing.WON
    if best.verdict is not Verdict.UNWINNABLE:
        return Standing(best.verdict)
    from_start = is_full(deal, solver.variant)
    if from_start and (not position.moves or solver.best(deal).verdict is Verdict.UNWINNABLE):
        return Standing.UNWINNABLE
    return Standing.NO_LONGER
