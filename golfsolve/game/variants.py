"""A variant: one set of rules as data.

A variant says how many cards there are, where they lie, how the waste starts and which rank may be
played on which. Nothing else in the program decides a rule: the referee reads :meth:`Variant.accepts`
and the engine gets the same fact as masks (:meth:`Variant.adjacency`). The variants that we know are in
catalogue.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from golfsolve.errors import CardError, VariantError, of_kind, quoted
from golfsolve.game.cards import ACE, JOKER, KING, UNKNOWN, format_card, full_deck, parse_card, rank_of
from golfsolve.game.layout import Layout

# How the waste starts, where it is not a named card.
DEALT = "dealt"  # one card of the deal opens the waste
STOCK = "stock"  # it starts empty, and the first card on it is drawn from the stock
FREE = "free"  # it starts empty, and any exposed card may start it

ON_KING_NOTHING = "nothing"
ON_KING_QUEEN = "queen"

# The empty waste as a rank: beside the 13 ranks and the joker's, so that it needs no special case.
EMPTY_WASTE = 14


@dataclass(frozen=True)
class Variant:
    """One set of rules. Equal rules make equal variants only if the names are equal too."""

    name: str
    layout: Layout
    stock: int
    decks: int = 1
    jokers: int = 0
    opening: str = DEALT
    on_king: str = ON_KING_QUEEN
    wrap: bool = False
    title: str = ""
    rule: str = ""
    source: str = ""
    aliases: tuple[str, ...] = ()
    pysol_id: int | None = None

    def __post_init__(self) -> None:
        problems = _problems(**{key: getattr(self, key) for key in _KEYS})
        if problems:
            raise VariantError(f"variant {quoted(self.name)}: " + "; ".join(problems))

    @property
    def opening_card(self) -> int | None:
        """The card that every deal starts with, or None where the deal decides."""
        return _named_card(self.opening)

    @property
    def has_opening_card(self) -> bool:
        """Whether a card lies on the waste before the first move."""
        return self.opening not in (STOCK, FREE)

    @property
    def deck_size(self) -> int:
        """How many cards are in play, all decks and jokers together."""
        return 52 * self.decks + self.jokers

    def deck(self) -> list[int]:
        """All cards of the game, in the fixed order that shuffles start from."""
        return full_deck(self.decks, self.jokers)

    def accepts(self, waste: int | None, card: int) -> bool:
        """Whether ``card`` may be played while ``waste`` is the waste card (None: no card yet)."""
        if waste is None:
            return self.opening == FREE
        if UNKNOWN in (waste, card):
            return False
        if JOKER in (waste, card):
            return True
        on, rank = rank_of(waste), rank_of(card)
        if on == KING and self.on_king == ON_KING_NOTHING:
            return False
        if abs(on - rank) == 1:
            return True
        return self.wrap and {on, rank} == {ACE, KING}

    def adjacency(self) -> tuple[int, ...]:
        """15 masks: bit r of mask w is set when rank r may be played on waste rank w.

        Ranks are 0..12, 13 for a joker; index 14 (:data:`EMPTY_WASTE`) is the waste before its first
        card.
        """
        cards = [*range(13), JOKER]
        masks = [sum(1 << rank_of(card) for card in cards if self.accepts(w, card)) for w in cards]
        empty = sum(1 << rank_of(card) for card in cards if self.accepts(None, card))
        return (*masks, empty)

    def deals_like(self, other: Variant) -> bool:
        """Whether a deal number, or the cards of a deal, mean the same deal in both variants."""
        one, two = self.rules(), other.rules()
        return all(one[key] == two[key] for key in ("decks", "jokers", "layout", "opening"))

    def rules(self) -> dict[str, Any]:
        """The rules alone, as plain data with a stable key order: what files carry."""
        return {
            "decks": self.decks,
            "jokers": self.jokers,
            "layout": {key: list(v) if isinstance(v, tuple) else v for key, v in self.layout.rules},
            "opening": self.opening,
            "stock": self.stock,
            "on_king": self.on_king,
            "wrap": self.wrap,
        }


_KEYS = ("decks", "jokers", "layout", "opening", "stock", "on_king", "wrap")


def checked_variant(variant: Any) -> Variant:
    """``variant`` itself. Raises :class:`ArgumentTypeError` for anything else, such as a name."""
    hint = "; find_variant gives the one of a name" if isinstance(variant, str) else ""
    return of_kind("variant", variant, Variant, hint)


def _named_card(opening: str) -> int | None:
    try:
        return parse_card(opening)
    except CardError:
        return None


def _problems(
    decks: int, jokers: int, layout: Layout | None, opening: str, stock: int | None, on_king: str, wrap: bool
) -> list[str]:
    """Everything that is wrong with the rules; None stands for a value that could not be read."""
    found = []
    if decks not in (1, 2):
        found.append(f"decks: {decks} (expected 1 or 2)")
    if not 0 <= jokers <= 4:
        found.append(f"jokers: {jokers} (expected 0 to 4)")
    named = _named_card(opening)
    if opening not in (DEALT, STOCK, FREE) and (named is None or format_card(named) != opening):
        found.append(f"opening: {quoted(opening)} (expected dealt, stock, free or a card like AS)")
    if named == JOKER and jokers == 0:
        found.append(f"opening: {opening} with jokers = 0")
    if stock is not None and stock < 0:
        found.append(f"stock: {stock} (expected 0 or more)")
    if opening == STOCK and stock == 0:
        found.append("opening: stock, but stock = 0 (nothing could ever be played)")
    if on_king not in (ON_KING_NOTHING, ON_KING_QUEEN):
        found.append(f"on_king: {quoted(on_king)} (expected nothing or queen)")
    if wrap and on_king == ON_KING_NOTHING:
        found.append("wrap: true with on_king = nothing (with wrap, an Ace plays on a King)")
    if found or layout is None or stock is None:
        return found
    cards = layout.size + stock + (opening not in (STOCK, FREE))
    expected = 52 * decks + jokers
    if cards != expected:
        found.append(
            f"stock: {stock} with {layout.size} tableau cards makes {cards} cards (expected {expected})"
        )
    return found
