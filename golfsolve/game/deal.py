"""A deal: the cards in their places before the first move, or a position taken as a start.

A full deal has a card in every place. A partial one (a position somewhere in play) has None where
the tableau is already empty, and a shorter stock.
"""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from golfsolve.errors import ArgumentTypeError, DealError, quoted
from golfsolve.game.cards import JOKER, UNKNOWN, Card, format_card, full_deck
from golfsolve.game.drawing import draw_table, table_html
from golfsolve.game.variants import Variant, checked_variant

_CARDS = frozenset(range(UNKNOWN + 1))
_KINDS = {int, Card, type(None)}


@dataclass(frozen=True)
class Deal:
    """Cards in their places.

    ``tableau[p]`` is the card in place ``p`` of the variant's layout (dealing order), or None;
    ``opening`` the card on the waste, or None for an empty waste; ``stock`` the cards still to be
    drawn, the next one first. Any of them may be :data:`~golfsolve.game.cards.UNKNOWN`. ``variant``
    is the one it was dealt or read for, None if it was put together by hand; equal cards make
    equal deals in any variant. ``print(deal)`` shows the table.

    Raises :class:`DealError` for a number that is no card's, and :class:`ArgumentTypeError` for what is no
    number.
    """

    tableau: tuple[int | None, ...]
    opening: int | None
    stock: tuple[int, ...]
    variant: Variant | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        kinds = {type(card) for card in (*self.tableau, self.opening, *self.stock)}
        if kinds <= _KINDS and _CARDS.issuperset(self.cards()) and None not in self.stock:
            return
        for name in ("tableau", "stock"):
            cards = tuple(_checked(card, name, name == "tableau") for card in getattr(self, name))
            object.__setattr__(self, name, cards)
        object.__setattr__(self, "opening", _checked(self.opening, "opening", may_be_none=True))

    def __str__(self) -> str:
        if self.variant is None:
            return repr(self)
        return draw_table(self.tableau, self.opening, self.stock, self.variant).rstrip()

    def _repr_html_(self) -> str | None:
        """What a notebook shows."""
        if self.variant is None:
            return None
        return table_html(self.tableau, self.opening, self.stock, self.variant)

    @classmethod
    def from_cards(cls, cards: Sequence[int], variant: Variant) -> Deal:
        """A full deal from all its cards in dealing order: tableau, opening card, stock.

        Raises :class:`DealError` where the number of cards is not the variant's.
        """
        if len(cards) != checked_variant(variant).deck_size:
            raise DealError(f"{len(cards)} cards (expected {variant.deck_size} for {variant.name})")
        size = variant.layout.size
        first_stock = size + variant.has_opening_card
        opening = cards[size] if variant.has_opening_card else None
        return cls(tuple(cards[:size]), opening, tuple(cards[first_stock:]), variant)

    def cards(self) -> list[int]:
        """All cards there are, in dealing order: tableau, opening card, stock."""
        tableau = [card for card in self.tableau if card is not None]
        opening = [] if self.opening is None else [self.opening]
        return [*tableau, *opening, *self.stock]

    @property
    def unknown(self) -> int:
        """How many of the cards are not known."""
        return self.cards().count(UNKNOWN)

    @property
    def tableau_left(self) -> int:
        """How many cards lie in the tableau."""
        return sum(card is not None for card in self.tableau)


def _checked(card: Any, where: str, may_be_none: bool) -> int | None:
    """A card, also where it came out of an array."""
    if card is None and may_be_none:
        return None
    try:
        number = operator.index(card)
    except TypeError:
        raise ArgumentTypeError(f"{where}: {quoted(repr(card))} (expected a card's number)") from None
    if number not in _CARDS:
        raise DealError(f"{where}: {quoted(repr(card))} is no card (expected 0 to {JOKER})")
    return Card(number)


def problems(deal: Deal, variant: Variant, *, partial: bool = False) -> list[str]:
    """Everything that keeps ``deal`` from being a deal of ``variant``; empty if it is one.

    With ``partial``, cards may be missing (they count as played) but none may be there too often. Cards that
    are not known stand for cards that are missing otherwise.
    """
    found = []
    if len(deal.tableau) != variant.layout.size:
        return [f"{len(deal.tableau)} tableau places (expected {variant.layout.size})"]
    here, whole = Counter(deal.cards()), _deck(variant.decks, variant.jokers)
    unknown = here.pop(UNKNOWN, 0)
    doubled = {card: count - whole[card] for card, count in here.items() if count > whole[card]}
    if doubled:
        found.append("too many of " + _names(doubled))
    lacking = whole.total() - here.total()
    if unknown > lacking or (unknown and not partial and unknown < lacking):
        found.append(f"{unknown} cards not known, but {lacking} missing")
    if not partial:
        missing = {card: count - here[card] for card, count in whole.items() if count > here[card]}
        if missing and not unknown:
            found.append("missing " + _names(missing))
        if deal.tableau_left != variant.layout.size:
            found.append(f"{deal.tableau_left} tableau cards (expected {variant.layout.size})")
        if len(deal.stock) != variant.stock:
            found.append(f"{len(deal.stock)} stock cards (expected {variant.stock})")
        if not variant.has_opening_card and deal.opening is not None:
            found.append(f"opening card {format_card(deal.opening)} (expected an empty waste)")
        if deal.opening not in (None, UNKNOWN) and variant.opening_card not in (None, deal.opening):
            assert deal.opening is not None
            found.append(f"opening card {format_card(deal.opening)} (expected {variant.opening})")
    elif len(deal.stock) > variant.stock:
        found.append(f"{len(deal.stock)} stock cards (expected at most {variant.stock})")
    if variant.has_opening_card and deal.opening is None:
        found.append("no card on the waste (expected one)")
    there = sum(1 << place for place, card in enumerate(deal.tableau) if card is not None)
    for place, card in enumerate(deal.tableau):
        if card is None and variant.layout.covers[place] & there:
            found.append(f"place {place + 1} is empty but still covered")
    return found


@functools.cache
def _deck(decks: int, jokers: int) -> Counter[int]:
    """How many there are of each card."""
    return Counter(full_deck(decks, jokers))


def _names(cards: dict[int, int]) -> str:
    return ", ".join(
        format_card(card) + (" (twice)" if count == 2 else f" ({count} times)" if count > 2 else "")
        for card, count in sorted(cards.items())
    )
