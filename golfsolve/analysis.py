"""Games in play: what a move leads to, and what the moves of a finished game have cost.

A *position* that cannot be won any more is not a *deal* that never could: :class:`Standing` keeps the two
apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from golfsolve.deal import Deal
from golfsolve.formats.common import is_full
from golfsolve.referee import Position, replay
from golfsolve.result import Best, Verdict
from golfsolve.solver import Solver


class Standing(StrEnum):
    """How a game stands."""

    WON = "won"
    WINNABLE = "winnable"
    NO_LONGER = "no longer winnable"  # the position; the deal was, or is not known
    UNWINNABLE = "unwinnable"  # the deal, from the start
    UNDECIDED = "undecided"


# --- hints ---------------------------------------------------------------------------------------


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


# --- reviews -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mistake:
    """A move after which the best score is worse than before. ``number`` counts moves from 1.

    ``better`` is a move that would have kept the best score, ``better_card`` the card it plays.
    """

    number: int
    move: int
    card: int
    before: int
    after: int
    better: int
    better_card: int

    @property
    def cost(self) -> int:
        """How much worse the best score is."""
        return self.after - self.before

    @property
    def loses(self) -> bool:
        """Whether the game could be won before the move, and not after it."""
        return self.before <= 0 < self.after


@dataclass(frozen=True)
class Review:
    """A game move by move: where it ended, what was possible, and each move that cost something.

    ``best_score`` was possible at the start, ``still`` is at the end (less than the score got where the
    game was given up too early). Where not ``proven``, better play may exist.
    """

    end: Position
    best_score: int
    still: int
    mistakes: tuple[Mistake, ...]
    proven: bool

    @property
    def lost(self) -> Mistake | None:
        """The move that lost the game; None where none did, or where that is not proven."""
        return next((mistake for mistake in self.mistakes if mistake.loses and self.proven), None)


def review(deal: Deal, moves: Sequence[int], solver: Solver) -> Review:
    """Go through a game. Raises :class:`IllegalMove`.

    The costs of all mistakes, and what was still possible at the end, add up to the score got.
    """
    end = replay(deal, solver.variant, moves)
    position = Position(deal, solver.variant)
    positions = [position.copy()]
    for move in moves:
        position.play(move)
        positions.append(position.copy())
    found = [solver.best(position.to_deal()) for position in positions]
    scores = [best.score for best in found]
    for index in reversed(range(len(moves))):
        # What can be reached later can be reached now: only where a search was cut short is that news.
        scores[index] = min(scores[index], scores[index + 1])
    mistakes = []
    for index, move in enumerate(moves):
        if scores[index] < scores[index + 1]:
            before, better = positions[index], found[index].moves[0]
            card, better_card = before.card_of(move), before.card_of(better)
            assert card is not None
            assert better_card is not None
            mistakes.append(
                Mistake(index + 1, move, card, scores[index], scores[index + 1], better, better_card)
            )
    return Review(end, scores[0], scores[-1], tuple(mistakes), all(best.proven for best in found))
