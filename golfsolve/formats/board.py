"""Board text: the table as people type it.

A ``Talon:`` line (the stock, next card first) and a ``Foundations:`` line (the waste card), in either
order, then a line for each column, exposed card last. This is what black-hole-solver, PySolFC and
KPat write for Golf. Layouts without columns have a line for each row instead, with ``--`` for an
empty place.
"""

from __future__ import annotations

import re

from golfsolve.errors import FormatError
from golfsolve.formats.common import (
    EMPTY,
    NOTHING,
    Word,
    check_pile_count,
    checked,
    lines_of,
    piles,
    place_piles,
    read_card,
    read_cards,
    words_of,
)
from golfsolve.game.cards import format_card
from golfsolve.game.deal import Deal
from golfsolve.game.variants import Variant

_TALON, _FOUNDATIONS = "Talon", "Foundations"
# PySolFC and black-hole-solver put a colon in front of lines that they write for people.
_MARGIN = re.compile(r"\s*(:\s*)?")
_HEAD = re.compile(_MARGIN.pattern + r"(?:(talon)|foundations|founds)\s*:", re.IGNORECASE)


def is_head(line: str) -> bool:
    """Whether a line is the ``Talon:`` or ``Foundations:`` line of a board."""
    return _HEAD.match(line) is not None


def _column_words(line: str, number: int) -> list[Word] | None:
    """The words of a column's line; None if the line is blank, which is not yet a column."""
    margin = _MARGIN.match(line)
    assert margin is not None  # it matches anything
    words = list(words_of(line, number, margin.end()))
    return words if words or margin[1] else None


def format_board(deal: Deal, variant: Variant) -> str:
    """A deal or position as board text. Ends with a newline: black-hole-solver needs one."""
    lines = []
    if variant.stock:
        lines.append(f"{_TALON}: {' '.join(map(format_card, deal.stock)) or '-'}")
    lines.append(f"{_FOUNDATIONS}: {'-' if deal.opening is None else format_card(deal.opening)}")
    for row, pile in enumerate(piles(deal, variant)):
        cards = [EMPTY if card is None else format_card(card) for card in pile]
        if variant.layout.columns:
            lines.append(" ".join(cards) or "-")
        else:
            lines.append(_spread(cards, [left for _, left in variant.layout.rows[row]]))
    return "\n".join(lines) + "\n"


def _spread(cards: list[str], lefts: list[int]) -> str:
    """A row of a pyramid or of peaks with its cards where they lie: half a card is two characters."""
    line = ""
    for card, left in zip(cards, lefts, strict=True):
        line = line.ljust(2 * left) + card
    return line


def parse_board(text: str, variant: Variant, *, partial: bool = False, first_line: int = 1) -> Deal:
    """The inverse of :func:`format_board`; reads the dialects of the other programs too.

    With ``partial``, columns may be short, ``-``, blank between others, or missing at the end.
    ``first_line`` is the line number of the text in its file, for messages. Raises
    :class:`FormatError`.
    """
    heads: dict[str, list[Word]] = {}
    columns: list[tuple[int, list[Word]]] = []
    blank_lines: list[int] = []
    for number, line in enumerate(lines_of(text), first_line):
        if line.lstrip().startswith("#"):
            continue
        head = _HEAD.match(line)
        words = _column_words(line, number)
        if head:
            name = _TALON if head[2] else _FOUNDATIONS
            if columns:
                raise FormatError(f"{name}: line after the columns (expected before them)", number)
            if name in heads:
                raise FormatError(f"a second {name}: line", number)
            heads[name] = list(words_of(line, number, head.end()))
        elif words is None:
            blank_lines.append(number)
        else:
            if columns and partial:  # as in black-hole-solver, a blank line is an empty column
                columns += [(blank, []) for blank in blank_lines]
            blank_lines.clear()
            columns.append((number, words))
    if not heads and not columns:
        raise FormatError("no cards", first_line)
    start = columns[0][0] if columns else first_line
    if variant.has_opening_card and _FOUNDATIONS not in heads:
        raise FormatError(f"no {_FOUNDATIONS}: line (expected one with the opening card)", start)
    if variant.stock and not partial and _TALON not in heads:
        raise FormatError(f"no {_TALON}: line (expected one with the stock)", start)
    check_pile_count(len(columns), variant, partial=partial, line=first_line)
    deal = Deal(
        place_piles(
            [_pile(words, variant) for _, words in columns], variant, [number for number, _ in columns]
        ),
        _waste(heads.get(_FOUNDATIONS, []), variant),
        tuple(_stock(heads.get(_TALON, []), variant)),
    )
    return checked(deal, variant, partial=partial, line=first_line)


def _pile(words: list[Word], variant: Variant) -> list[int | None]:
    if len(words) > variant.deck_size:  # before any time is spent on the cards
        raise FormatError(f"{len(words)} cards in one column", words[0].line)
    if variant.layout.columns:
        return [*read_cards(words, variant)]
    if [word.text for word in words] == ["-"]:
        return []
    return [None if word.text == EMPTY else read_card(word, variant) for word in words]


def _stock(words: list[Word], variant: Variant) -> list[int]:
    if len(words) > variant.deck_size:
        raise FormatError(f"{len(words)} stock cards (expected {variant.stock})", words[0].line)
    return read_cards(words, variant)


def _waste(words: list[Word], variant: Variant) -> int | None:
    if len(words) > 1:
        raise FormatError("a second card on the waste (expected one)", words[1].line, words[1].column)
    if not words or words[0].text in NOTHING:
        return None
    return read_card(words[0], variant)
