"""Ranks, suits, and a card as text and back.

A card is a small integer, ``13 * suit + rank``, with suits in the order C S H D and ranks
A 2 3 4 5 6 7 8 9 T J Q K (0..12); :data:`JOKER` is 52. In a game with two decks, or two jokers, the
same number stands for both copies: they play alike. :data:`UNKNOWN` stands for a card that nobody has seen.
:class:`Card` is such a number that shows what it is.
"""

from __future__ import annotations

from golfsolve.errors import CardError, quoted

RANKS = "A23456789TJQK"
SUITS = "CSHD"
ACE, KING = 0, 12
JOKER = 52
JOKER_RANK = 13
JOKER_TEXT = "JK"
UNKNOWN = 53
UNKNOWN_TEXT = "??"


class Card(int):
    """A card: its number, which is written and shown as the card.

    Wherever a card is expected, the number alone will do.
    """

    def __str__(self) -> str:
        return format_card(self)

    def __repr__(self) -> str:
        return f"<{self}>"


_TEXTS = (*(rank + suit for suit in SUITS for rank in RANKS), JOKER_TEXT, UNKNOWN_TEXT)
_ALL = tuple(map(Card, range(len(_TEXTS))))
_CARDS = dict(zip(_TEXTS[:UNKNOWN], _ALL[:UNKNOWN], strict=True))
_CARDS |= {"10" + suit: _CARDS["T" + suit] for suit in SUITS}


def rank_of(card: int) -> int:
    """The rank of a card: 0 (Ace) .. 12 (King), 13 for a joker.

    Raises :class:`CardError` for a card that is not known.
    """
    if card < JOKER:
        return card % 13
    if card == JOKER:
        return JOKER_RANK
    raise CardError("a card that is not known has no rank")


def format_card(card: int) -> str:
    """``0 -> "AC"``, ``51 -> "KD"``, ``52 -> "JK"``, ``53 -> "??"``: always two characters."""
    return _TEXTS[card]


def parse_card(text: str) -> Card:
    """The inverse of :func:`format_card`; also takes lower case and ``10`` for the ten.

    Raises :class:`CardError` for anything else (``1S``, ``0S``, ``14S``, ``??``, a lone rank).
    """
    card = _CARDS.get(text.upper()) if text.isascii() else None
    if card is None:
        raise CardError(
            f"{quoted(text)} is not a card (expected a rank A23456789TJQK and a suit CSHD, like TH)"
        )
    return card


def full_deck(decks: int, jokers: int) -> list[int]:
    """All cards of a game in the fixed order that every shuffle starts from."""
    return [*_ALL[:52] * decks, *[_ALL[JOKER]] * jokers]
