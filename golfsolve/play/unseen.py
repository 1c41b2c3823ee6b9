"""A game as its player sees it, without the order of the stock: what moves cost, and what draws did.

The chance to win, exact and for best play from then on, changes in two ways only. A move that is not the best
one lowers it: that is skill. A draw turns a good card or a bad one: that is luck, and averages to nothing. So

    chance at the end = chance at the start - cost of all moves + luck of all draws
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from golfsolve.game.deal import Deal
from golfsolve.game.moves import DRAW
from golfsolve.game.referee import Position, replay
from golfsolve.game.variants import Variant
from golfsolve.solving.odds import DEFAULT_MAX_STATES, TIE, Odds, exact_odds


@dataclass(frozen=True)
class Step:
    """A move, counted from 1, and the chance to win: before it, as it was chosen, and after it.

    ``chosen`` and ``after`` differ for draws, whose card is not known when they are chosen. ``best`` is the
    best move, ``best_card`` the card it plays, None for a draw.
    """

    number: int
    move: int
    card: int
    before: float
    chosen: float
    after: float
    best: int
    best_card: int | None

    @property
    def cost(self) -> float:
        """How much of the chance the choice of the move gave away; 0 where only rounding says so."""
        return 0.0 if self.chosen >= self.before * (1 - TIE) else self.before - self.chosen

    @property
    def luck(self) -> float:
        """How much the card that was drawn raised the chance, or lowered it."""
        return self.after - self.chosen if self.move == DRAW else 0.0


@dataclass(frozen=True)
class UnseenReview:
    """A game move by move, from the first position on whose chances are all exact, ``skipped`` moves on.

    ``start`` is the chance there and ``final`` the one at the end: 1 for a game won, and more than 0 for one
    that was given up while it could be won.
    """

    end: Position
    skipped: int
    start: float
    final: float
    steps: tuple[Step, ...]

    @property
    def cost(self) -> float:
        """What all moves gave away."""
        return sum(step.cost for step in self.steps)

    @property
    def luck(self) -> float:
        """What all draws did to the chance."""
        return sum(step.luck for step in self.steps)

    @property
    def mistakes(self) -> tuple[Step, ...]:
        """The moves that cost something."""
        return tuple(step for step in self.steps if step.cost > 0)


def review_unseen(
    deal: Deal, variant: Variant, moves: Sequence[int], *, max_states: int = DEFAULT_MAX_STATES
) -> UnseenReview | None:
    """Go through a game. None where not even the last position's chance is exact.

    Raises :class:`golfsolve.errors.IllegalMove`.
    """
    end = replay(deal, variant, moves)
    position = Position(deal, variant)
    positions = [position.copy()]
    for move in moves:
        position.play(move)
        positions.append(position.copy())
    found: list[Odds] = []
    for there in reversed(positions):  # the later, the fewer states
        odds = exact_odds(there.to_deal(), variant, max_states=max_states)
        if odds is None:
            break
        found.append(odds)
    if not found:
        return None
    found.reverse()
    skipped = len(positions) - len(found)
    steps = []
    for index, move in enumerate(moves[skipped:]):
        before, here = found[index], positions[skipped + index]
        card, best = here.card_of(move), before.best
        assert card is not None
        assert best is not None
        steps.append(
            Step(
                skipped + index + 1,
                move,
                card,
                before.chance,
                dict(before.moves)[move],
                found[index + 1].chance,
                best,
                None if best == DRAW else here.card_of(best),
            )
        )
    return UnseenReview(end, skipped, found[0].chance, found[-1].chance, tuple(steps))
