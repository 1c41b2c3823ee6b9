"""A finished game: what the moves have cost, and where it was lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from golfsolve.game.deal import Deal
from golfsolve.game.referee import Position, replay
from golfsolve.solving.solver import Solver


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
