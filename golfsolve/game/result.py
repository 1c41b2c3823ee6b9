"""What solving a deal gives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

# Raised by every change that can alter a verdict, a solution or a node count: files written by another
# revision are not continued.
SEARCH_REVISION = 4


class Verdict(StrEnum):
    """What is proved about a deal. Undecided is neither of the others, and never counted as one."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Result:
    """The verdict on one deal.

    ``solution`` (moves, see :mod:`golfsolve.game.moves`), ``draws`` and ``stock_left`` are None unless the
    verdict is winnable; a deal without tableau cards is won in no moves. ``nodes`` is the number of
    states searched. ``note`` says how a deal with unknown cards was decided, or why it was not; where it
    is winnable in every way they can lie, but not with the same moves, it has no solution.
    """

    verdict: Verdict
    nodes: int
    solution: tuple[int, ...] | None = None
    draws: int | None = None
    stock_left: int | None = None
    note: str | None = None


@dataclass(frozen=True)
class Best:
    """The best golf score of a deal, and a line of moves that reaches it.

    ``score`` is the golf score (golf_score.py), ``cards_left`` what it leaves in the tableau. Where
    not ``proven``, a node budget ended the search and better play may exist.
    """

    score: int
    cards_left: int
    moves: tuple[int, ...]
    proven: bool

    @property
    def verdict(self) -> Verdict:
        """What the score says of winning the deal."""
        if self.cards_left == 0:
            return Verdict.WINNABLE
        return Verdict.UNWINNABLE if self.proven else Verdict.UNDECIDED
