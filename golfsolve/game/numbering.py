"""Deal numbers to deals: our own numbering, and those of other programs.

========  =======================  ====================================================
scheme    numbers                  whose
========  =======================  ====================================================
(none)    1 .. 2**53 - 1           our own, frozen (docs/numbering.md)
``ms``    1 .. 2**33 - 1           the Microsoft generator, as PySolFC's ``ms`` prefix
``kpat``  1 .. 2**31 - 1           KPat, the same deals as ``ms``
``pysol`` 1 .. 10**20              PySolFC: ``ms`` below 32000, Python's Random from there
========  =======================  ====================================================

What is shuffled are a card's places in :meth:`Variant.deck`, so that the two copies of a card in a
game of two decks stay distinct until they are dealt.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from golfsolve.errors import DealError, of_kind, quoted
from golfsolve.game.cards import ACE, SUITS
from golfsolve.game.deal import Deal
from golfsolve.game.variants import FREE, Variant, checked_variant

OWN = "golfsolve"
VERSION = 1
MAX_NUMBER = 2**53 - 1

_MASK = 2**64 - 1
_GLUED = re.compile(r"^(ms|kpat|pysol)([0-9][0-9-]*)$", re.IGNORECASE)
_GAMMA = 0x9E3779B97F4A7C15


@dataclass(frozen=True)
class DealNumber:
    """A deal number and its scheme. ``str()`` gives the text that :func:`parse_number` takes."""

    number: int
    scheme: str = OWN

    def __str__(self) -> str:
        return str(self.number) if self.scheme == OWN else f"{self.scheme}:{self.number}"

    def json(self) -> int | str:
        """As written in JSON: our own numbers bare, others as text with their prefix."""
        return self.number if self.scheme == OWN else str(self)


def parse_range(text: str) -> tuple[str, range]:
    """``"7"``, ``"1-1000"``, ``"ms:24"``, ``"ms:1-400"``, ``"ms24"`` -> scheme and the numbers.

    Raises :class:`DealError` for a text that is no number or range, for an unknown prefix, and for
    numbers outside the scheme's range.
    """
    prefix, colon, rest = _with_colon(text).rpartition(":")
    scheme = prefix.lower() if colon else OWN
    if scheme not in _SCHEMES or (colon and scheme == OWN):
        names = ", ".join(f"{name}:" for name in _SCHEMES if name != OWN)
        raise DealError(f"unknown numbering {quoted(prefix)} (expected {names} or no prefix)")
    first, dash, last = rest.partition("-")
    low = _parse_digits(first, scheme, text)
    high = _parse_digits(last, scheme, text) if dash else low
    if high < low:
        raise DealError(f"{quoted(text)}: the range runs backwards")
    return scheme, range(low, high + 1)


def looks_like_number(text: str) -> bool:
    """Whether ``text`` is meant as a deal number or range (it may still be out of range)."""
    body = _with_colon(text).rpartition(":")[2]
    return bool(body) and body[0].isdigit() and all(c.isdigit() or c == "-" for c in body)


def _with_colon(text: str) -> str:
    """``ms24``, as PySolFC prints it, as ``ms:24``; other texts as they are."""
    return _GLUED.sub(r"\1:\2", text.strip())


def _parse_digits(text: str, scheme: str, whole: str) -> int:
    maximum, _ = _SCHEMES[scheme]
    # isdigit() alone takes digits of other scripts, and int() would read them.
    if not (text.isascii() and text.isdigit()):
        raise DealError(f"{quoted(whole)} is not a deal number (expected digits 0-9, or a range 1-1000)")
    number = int(text) if len(text) <= 40 else maximum + 1
    if not 1 <= number <= maximum:
        raise DealError(f"deal number {quoted(text)} is out of range (expected 1 to {maximum})")
    return number


def max_number(scheme: str = OWN) -> int:
    """The largest deal number of a scheme."""
    return _SCHEMES[scheme][0]


def deal_number(number: DealNumber, variant: Variant) -> Deal:
    """The deal of that number. Raises :class:`DealError` for a number out of range."""
    checked_variant(variant)
    if of_kind("number", number, DealNumber).scheme not in _SCHEMES:
        raise DealError(f"unknown numbering {quoted(number.scheme)}")
    maximum, shuffled = _SCHEMES[number.scheme]
    if not 1 <= number.number <= maximum:
        raise DealError(f"deal number {number.number} is out of range (expected 1 to {maximum})")
    deck = variant.deck()
    order = _place_opening(shuffled(number.number, variant), variant)
    return Deal.from_cards([deck[place] for place in order], variant)


def _place_opening(order: list[int], variant: Variant) -> list[int]:
    """Move a named opening card to its place; the other cards keep their order.

    Taking it out after the shuffle keeps every place equally likely for every other card. Of two
    copies it is always the first deck's, not the one that happens to lie in front.
    """
    if variant.opening_card is None:
        return order
    named = variant.deck().index(variant.opening_card)
    rest = [place for place in order if place != named]
    return [*rest[: variant.layout.size], named, *rest[variant.layout.size :]]


# --- our own numbering ---------------------------------------------------------------------------


def _mix(z: int) -> int:
    """The output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014; variant 13)."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
    return z ^ z >> 31


def _own(number: int, variant: Variant) -> list[int]:
    """SplitMix64 seeded with the mixed number, and a Fisher-Yates shuffle without bias.

    The number is mixed once before it seeds the generator: two numbers that differ by a multiple of
    the generator's step would otherwise give overlapping streams.
    """
    order = list(range(variant.deck_size))
    below = random_below(number)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def random_below(seed: int) -> Callable[[int], int]:
    """A generator of our own, SplitMix64: a function that gives a number from 0 to ``size - 1``."""
    state = _mix(seed)

    def below(size: int) -> int:
        nonlocal state
        # Values below 2**64 mod size are drawn again, so that all remainders are equally likely.
        skip = 2**64 % size
        while True:
            state = state + _GAMMA & _MASK
            value = _mix(state)
            if value >= skip:
                return value % size

    return below


# --- other programs' numberings ------------------------------------------------------------------


def _ms_values(number: int) -> Callable[[], int]:
    """The Microsoft C generator as PySolFC drives it (pysol_cards, class LCRandom31)."""
    seed = number if number < 2**32 else number - 2**32

    def value() -> int:
        nonlocal seed
        seed = seed * 214013 + 2531011 & 0xFFFFFFFF
        if number >= 2**32:
            return (seed >> 16 & 0xFFFF) + 1
        drawn = seed >> 16 & 0x7FFF
        return drawn | 0x8000 if number >= 2**31 else drawn

    return value


def _ms(number: int, variant: Variant) -> list[int]:
    order = list(range(variant.deck_size))
    if len(order) == 52:  # the start order of the Microsoft games: C D H S within each rank
        order = [13 * SUITS.index(suit) + rank for rank in range(13) for suit in "CDHS"]
    value = _ms_values(number)
    return _pysol_order(_shuffle(order, lambda n: value() % (n + 1)), variant)


def _pysol(number: int, variant: Variant) -> list[int]:
    if number < 32000:
        return _ms(number, variant)
    # PySolFC's numbers are defined by this generator of Python's, whose output is documented as stable.
    generator = random.Random(number)  # noqa: S311
    order = list(range(variant.deck_size))
    return _pysol_order(_shuffle(order, lambda n: int(generator.random() * (n + 1))), variant)


def _shuffle(order: list[int], below: Callable[[int], int]) -> list[int]:
    """Fisher-Yates from the end; ``below(n)`` gives 0..n. Dealt from the end, so turned round."""
    for n in range(len(order) - 1, 0, -1):
        j = below(n)
        order[n], order[j] = order[j], order[n]
    order.reverse()
    return order


def _pysol_order(order: list[int], variant: Variant) -> list[int]:
    """PySolFC deals in our order, but in All in a Row it keeps the Ace of Spades for the end."""
    if variant.opening != FREE:
        return order
    ace = 13 * SUITS.index("S") + ACE
    return [*(place for place in order if place != ace), ace]


_SCHEMES: dict[str, tuple[int, Callable[[int, Variant], list[int]]]] = {
    OWN: (MAX_NUMBER, _own),
    "ms": (2**33 - 1, _ms),
    "kpat": (2**31 - 1, _ms),
    "pysol": (10**20, _pysol),
}
SCHEMES = tuple(_SCHEMES)
