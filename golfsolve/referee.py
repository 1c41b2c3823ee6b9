"""The rules, played move by move. Knows no engine.

Everything that is claimed of a deal goes through here before it is written anywhere: a solution is
only one when the referee has played it to the end.
"""

from __future__ import annotations

from collections.abc import Iterable

from golfsolve.cards import format_card
from golfsolve.deal import Deal
from golfsolve.errors import IllegalMove
from golfsolve.moves import DRAW, format_moves
from golfsolve.variants import Variant


class Position:
    """A game in play, from a deal on.

    ``waste`` is the waste card or None, ``drawn`` how many stock cards have been turned, ``moves`` the
    moves made so far.
    """

    def __init__(self, deal: Deal, variant: Variant) -> None:
        self.deal = deal
        self.variant = variant
        self.waste = deal.opening
        self.drawn = 0
        self.moves: tuple[int, ...] = ()
        self._tableau = list(deal.tableau)

    @property
    def stock_left(self) -> int:
        """How many cards can still be drawn."""
        return len(self.deal.stock) - self.drawn

    @property
    def cards_left(self) -> int:
        """How many cards are left in the tableau."""
        return sum(card is not None for card in self._tableau)

    @property
    def won(self) -> bool:
        """Whether the tableau is clear; stock may be left over."""
        return self.cards_left == 0

    @property
    def score(self) -> int:
        """The golf score: a point for each card left, or, once cleared, -1 for each stock card left."""
        return self.cards_left or -self.stock_left

    def exposed(self) -> dict[int, int]:
        """Move -> place, for each card that nothing lies on, whether it plays now or not."""
        layout = self.variant.layout
        if layout.columns:
            found = {}
            for column, places in enumerate(layout.columns, start=1):
                left = [place for place in places if self._tableau[place] is not None]
                if left:
                    found[column] = left[-1]
            return found
        return {
            place + 1: place
            for place, card in enumerate(self._tableau)
            if card is not None and not self._covered(place)
        }

    def _covered(self, place: int) -> bool:
        over = self.variant.layout.covers[place]
        return any(over >> p & 1 and card is not None for p, card in enumerate(self._tableau))

    def card_of(self, move: int) -> int | None:
        """The card that a move would bring to the waste; None where there is none."""
        if move == DRAW:
            return self.deal.stock[self.drawn] if self.stock_left else None
        place = self.exposed().get(move)
        return None if place is None else self._tableau[place]

    def legal_moves(self) -> tuple[int, ...]:
        """Plays in ascending order, then a draw if stock is left; none once the game is won."""
        exposed = self.exposed()
        if not exposed:
            return ()
        plays = [move for move, place in exposed.items() if self._plays(place)]
        return (*plays, DRAW) if self.stock_left else tuple(plays)

    def _plays(self, place: int) -> bool:
        card = self._tableau[place]
        return card is not None and self.variant.accepts(self.waste, card)

    def play(self, move: int) -> None:
        """Make a move. Raises :class:`IllegalMove`, and changes nothing, where the rules forbid it."""
        legal = self.legal_moves()
        if move not in legal:
            raise self._refusal(move, legal)
        self.waste = self.card_of(move)
        if move == DRAW:
            self.drawn += 1
        else:
            self._tableau[self.exposed()[move]] = None
        self.moves = (*self.moves, move)

    def _refusal(self, move: int, legal: tuple[int, ...]) -> IllegalMove:
        number = len(self.moves) + 1
        card = self.card_of(move)
        if self.won:
            why = "the tableau is already clear"
        elif move == DRAW:
            why = "the stock is empty"
        elif card is None:
            why = "there is no card to play there"
        elif self.waste is None:
            why = f"{format_card(card)} cannot start the waste"
        else:
            why = f"{format_card(card)} does not play on {format_card(self.waste)}"
        options = f"legal: {format_moves(legal)}" if legal else "no move is legal"
        return IllegalMove(f"move {number} ({format_moves([move])}): {why} ({options})", number - 1)

    def to_deal(self) -> Deal:
        """The position as a deal of its own, from which play can go on."""
        return Deal(tuple(self._tableau), self.waste, self.deal.stock[self.drawn :])


def replay(deal: Deal, variant: Variant, moves: Iterable[int]) -> Position:
    """Play ``moves`` from the start. Raises :class:`IllegalMove` at the first one that is not legal."""
    position = Position(deal, variant)
    for move in moves:
        position.play(move)
    return position


def check_solution(deal: Deal, variant: Variant, moves: Iterable[int]) -> Position:
    """Play ``moves`` and require that they clear the tableau with the last one.

    Raises :class:`IllegalMove` for an illegal move, for one after the win, and for moves that end with
    cards left.
    """
    position = replay(deal, variant, moves)
    if not position.won:
        made = len(position.moves)
        raise IllegalMove(f"after {made} moves {position.cards_left} tableau cards are left", made)
    return position
