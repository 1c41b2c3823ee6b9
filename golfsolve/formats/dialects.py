"""The words of a line, whoever wrote it: cards in every spelling become ours.

=====================  ====================================================================
``10H`` ``0h`` ``HT``  the ten of hearts; suit first, lower case
``T♥`` ``T♥️`` ``🂺``      suit signs, with or without the mark of an emoji; playing cards of Unicode
``10 of Hearts``       the same in words, ``Ten of hearts`` too
``T`` ``10``           a rank without a suit
``0`` ``--`` ``..``    a card that is gone; so are ``null`` and ``none``
``??``                 a card that is not known; so is ``unknown``
=====================  ====================================================================

Commas, semicolons, tabs, brackets and quotes stand between cards like blanks. Whatever is none of these
comes back as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from golfsolve.game.cards import RANKS, SUITS

EMPTY = "--"  # an empty place where every place is written
NOTHING = ("-", EMPTY)  # an empty column, waste or stock
UNKNOWN = "??"
ZERO = "0"  # a ten where cards have no suits, else a card that is gone

_NUMERALS = (
    *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king"),
)
_NAMES = dict(zip(RANKS, _NUMERALS, strict=True))
_WORD = re.compile(r"""[^\s,;"'`\[\](){}|]+|\|""")
_IN_WORDS = re.compile(
    rf"\b(10|[{RANKS}]|{'|'.join(_NAMES.values())})\s+of\s+(club|spade|heart|diamond)s?\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Word:
    """A word and where it stands; ``column`` is None where the text came out of a JSON string."""

    text: str
    line: int
    column: int | None = None


def _spellings() -> dict[str, str]:
    found = {"..": EMPTY, EMPTY: EMPTY, "null": EMPTY, "none": EMPTY, UNKNOWN: UNKNOWN, "unknown": UNKNOWN}
    for rank in RANKS:
        found[rank] = rank
    found["10"] = "T"
    signs = dict(
        zip(SUITS, ("C\u2663\u2667", "S\u2660\u2664", "H\u2665\u2661", "D\u2666\u2662"), strict=True)
    )
    for suit in SUITS:
        for rank in RANKS:
            for sign in signs[suit]:
                for written in (rank, "10", ZERO) if rank == "T" else (rank,):
                    found[written + sign] = found[sign + written] = rank + suit
    # U+1F0A1 is the Ace of Spades; hearts, diamonds and clubs follow at distances of 16. A Knight, which no
    # deck of 52 has, lies between Jack and Queen.
    for number, suit in enumerate("SHDC"):
        for rank in RANKS:
            place = RANKS.index(rank) + 1 + (rank in "QK")
            found[chr(0x1F0A0 + 16 * number + place)] = rank + suit
    return found | {text.lower(): card for text, card in found.items()}


_SPELLINGS = _spellings()


def spelled(text: str) -> str:
    """One word in our spelling; as it is, where it is no card."""
    found = _SPELLINGS.get(text)
    if found is None:
        found = _SPELLINGS.get(text.rstrip("\ufe0e\ufe0f").lower(), text)
    return found


def is_rank(text: str) -> bool:
    """Whether a word in our spelling is a rank alone."""
    return len(text) == 1 and text in RANKS


def words_of(line: str, number: int, start: int = 0) -> Iterator[Word]:
    """The words of line ``number`` from position ``start`` on, in our spelling."""
    if " of " in line.lower():
        line = _IN_WORDS.sub(_shortened, line)
    for match in _WORD.finditer(line, start):
        yield Word(spelled(match[0]), number, match.start() + 1)


def _shortened(found: re.Match[str]) -> str:
    """A card's name of the same width, so that columns in messages stay right."""
    rank = found[1].upper().replace("10", "T")
    short = rank if rank in RANKS else next(r for r, name in _NAMES.items() if name == found[1].lower())
    return (short + found[2][0].upper()).ljust(len(found[0]))
