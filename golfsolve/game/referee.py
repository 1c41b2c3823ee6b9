"""The rules, played move by move. Knows no engine.

Everything that is claimed of a deal goes through here before it is written anywhere: a solution is
only one when the referee has played it to the end.
"""

from __future__ import annotations

from collections.abc import Iterable

from golfsolve.errors import ArgumentError, DealError, IllegalMove, NotCleared, of_kind
from golfsolve.game.cards import format_card
from golfsolve.game.deal import Deal
from golfsolve.game.layout import Place
from golfsolve.game.moves import DRAW, Move, format_moves
from golfsolve.game.variants import Variant, checked_variant


class Position:
    """A game in play, from a deal on.

    ``waste`` is the waste card or None, ``drawn`` how many stock cards have been turned. ``print(position)``
    shows the table. Raises :class:`DealError` for a deal of another layout.
    """

    def __init__(self, deal: Deal, variant: Variant) -> None:
        of_kind("deal", deal, Deal)
        if len(deal.tableau) != checked_variant(variant).layout.size:
            places = f"{len(deal.tableau)} tableau places"
            raise DealError(f"{places} (expected {variant.layout.size} for {variant.name})")
        self.deal = deal
        self.variant = variant
        self.waste = deal.opening
        self.drawn = 0
        self._moves: list[Move] = []
        self._before: list[tuple[Place | None, int | None]] = []  # of each move: the place played, the waste
        self._tableau = list(deal.tableau)
        self._left = deal.tableau_left

    def copy(self) -> Position:
        """The same position, to be played on independently."""
        twin = Position(self.deal, self.variant)
        twin.waste, twin.drawn, twin._left = self.waste, self.drawn, self._left
        twin._moves, twin._tableau = self._moves.copy(), self._tableau.copy()
        twin._before = self._before.copy()
        return twin

    def __str__(self) -> str:
        return str(self.to_deal())

    def _repr_html_(self) -> str | None:
        """What a notebook shows."""
        return self.to_deal()._repr_html_()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far."""
        return tuple(self._moves)

    @property
    def stock_left(self) -> int:
        """How many cards can still be drawn."""
        return len(self.deal.stock) - self.drawn

    @property
    def cards_left(self) -> int:
        """How many cards are left in the tableau."""
        return self._left

    @property
    def won(self) -> bool:
        """Whether the tableau is clear; stock may be left over."""
        return self.cards_left == 0

    @property
    def score(self) -> int:
        """The golf score (golf_score.py) if play ended here."""
        return self.cards_left or -self.stock_left

    def exposed(self) -> dict[Move, Place]:
        """Move -> place, for each card that nothing lies on, whether it plays now or not."""
        layout = self.variant.layout
        moves = range(1, len(layout.columns or layout.covers) + 1)
        return {move: place for move in moves if (place := self._place_of(move)) is not None}

    def _place_of(self, move: int) -> int | None:
        """The place of the exposed card that a play takes; None where there is none, and for a draw."""
        layout = self.variant.layout
        if layout.columns:
            if 1 <= move <= len(layout.columns):
                for place in reversed(layout.columns[move - 1]):
                    if self._tableau[place] is not None:
                        return place
            return None
        place = move - 1
        here = 0 <= place < layout.size and self._tableau[place] is not None
        return place if here and not self._covered(place) else None

    def _covered(self, place: int) -> bool:
        over = self.variant.layout.covers[place]
        return any(over >> p & 1 and card is not None for p, card in enumerate(self._tableau))

    def card_of(self, move: Move) -> int | None:
        """The card that a move would bring to the waste; None where there is none."""
        return self._brought(move, self._place_of(move))

    def _brought(self, move: int, place: int | None) -> int | None:
        """:meth:`card_of` a move that takes the card in ``place``, None for a draw."""
        if move == DRAW:
            return self.deal.stock[self.drawn] if self.stock_left else None
        return None if place is None else self._tableau[place]

    def legal_moves(self) -> tuple[Move, ...]:
        """Plays in ascending order, then a draw if stock is left; none once the game is won."""
        return tuple(move for move in (*self.exposed(), DRAW) if self._is_legal(move, self.card_of(move)))

    def _is_legal(self, move: int, card: int | None) -> bool:
        """Whether the move that brings ``card`` to the waste is legal; never where there is no card."""
        if card is None or self._left == 0:
            return False
        return move == DRAW or self.variant.accepts(self.waste, card)

    def play(self, move: Move) -> None:
        """Make a move. Raises :class:`IllegalMove`, and changes nothing, where the rules forbid it."""
        place = self._place_of(move)
        card = self._brought(move, place)
        if not self._is_legal(move, card):
            raise self._refusal(move)
        self._moves.append(move)
        self._before.append((place, self.waste))
        self.waste = card
        if place is None:
            self.drawn += 1
        else:
            self._tableau[place] = None
            self._left -= 1

    def undo(self) -> Move:
        """Take back the last move, and give it. Raises :class:`ArgumentError` if there is none."""
        if not self._moves:
            raise ArgumentError("no move has been made that could be taken back")
        place, waste = self._before.pop()
        if place is None:
            self.drawn -= 1
        else:
            self._tableau[place] = self.waste
            self._left += 1
        self.waste = waste
        return self._moves.pop()

    def _refusal(self, move: int) -> IllegalMove:
        number = len(self._moves) + 1
        legal = self.legal_moves()
        card = self.card_of(move)
        if self.won:
            why = "the tableau is already clear"
        elif move == DRAW:
            why = "the stock is empty"
        elif card is None:
            why = "no exposed card is there"
        elif self.waste is None:
            why = f"{format_card(card)} cannot start the waste"
        else:
            why = f"{format_card(card)} does not play on {format_card(self.waste)}"
        options = f"legal: {format_moves(legal)}" if legal else "no move is legal"
        return IllegalMove(f"move {number} ({format_moves([move])}): {why} ({options})", number - 1)

    def to_deal(self) -> Deal:
        """The position as a deal, from which play can go on."""
        return Deal(tuple(self._tableau), self.waste, self.deal.stock[self.drawn :], self.variant)


def replay(deal: Deal, variant: Variant, moves: Iterable[Move]) -> Position:
    """Play ``moves`` from the start. Raises :class:`IllegalMove` at the first one that is not legal."""
    position = Position(deal, variant)
    for move in moves:
        position.play(move)
    return position


def check_solution(deal: Deal, variant: Variant, moves: Iterable[Move]) -> Position:
    """Play ``moves`` and require that they clear the tableau with the last one.

    Raises :class:`IllegalMove` for an illegal move and for one after the win, :class:`NotCleared` for moves
    that end with cards left.
    """
    position = replay(deal, variant, moves)
    if not position.won:
        raise NotCleared(f"after move {len(position.moves)} tableau cards are left: {position.cards_left}")
    return position
