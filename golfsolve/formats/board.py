"""Board text: the table as people type it.

A ``Talon:`` line (the stock, next card first) and a ``Foundations:`` line (the waste card), in either
order, then a line for each column, exposed card last. This is what black-hole-solver, PySolFC and
KPat write for Golf. Layouts without columns have a line for each row instead, with ``--`` for an
empty place.

Other programs call the parts otherwise (``Stock:``, ``Waste:``); where one of their heads is that of the
tableau (``Board:``), each part may also stand on the lines after its head. Boards without any heads are
listings.
"""

from __future__ import annotations

import re

from golfsolve.errors import FormatError
from golfsolve.formats.card_reader import CardReader, Laid
from golfsolve.formats.common import check_pile_count, lines_of, piles, place_piles
from golfsolve.formats.dialects import EMPTY, NOTHING, ZERO, Word, words_of
from golfsolve.formats.listing import read_listing
from golfsolve.game.cards import format_card
from golfsolve.game.deal import Deal
from golfsolve.game.variants import Variant

STOCK, WASTE, TABLEAU = "Talon", "Foundations", "Tableau"
# PySolFC and black-hole-solver put a colon in front of lines that they write for people.
_MARGIN = re.compile(r"\s*(:\s*)?")
_HEAD = re.compile(
    _MARGIN.pattern + r"(?:(talon|stock|deck|pile)|(foundations?|founds|waste|hole)"
    r"|(tableau|board|columns?|rows?|peaks|pyramid))\s*:",
    re.IGNORECASE,
)


def head_of(line: str) -> str | None:
    """Which part of a board a line is the head of: STOCK, WASTE or TABLEAU; None if it is no head."""
    found = _HEAD.match(line)
    if found is None:
        return None
    return STOCK if found[2] else WASTE if found[3] else TABLEAU


def column_words(line: str, number: int) -> list[Word] | None:
    """The words of a column's line; None if the line is blank, which is not yet a column."""
    margin = _MARGIN.match(line)
    assert margin is not None  # it matches anything
    words = list(words_of(line, number, margin.end()))
    return words if words or margin[1] else None


def format_board(deal: Deal, variant: Variant) -> str:
    """A deal or position as board text. Ends with a newline: black-hole-solver needs one."""
    lines = []
    if variant.stock:
        lines.append(f"{STOCK}: {' '.join(map(format_card, deal.stock)) or '-'}")
    lines.append(f"{WASTE}: {'-' if deal.opening is None else format_card(deal.opening)}")
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


def parse_board(
    text: str, variant: Variant, *, partial: bool = False, ranks: bool = False, first_line: int = 1
) -> Deal:
    """The inverse of :func:`format_board`; reads the dialects of the other programs too.

    With ``partial``, columns may be short, ``-``, blank between others, or missing at the end; with
    ``ranks``, suits do not count. ``first_line`` is the line number of the text in its file, for
    messages. Raises :class:`FormatError`.
    """
    return read_board(lines_of(text), CardReader(variant, partial=partial, ranks=ranks), first_line)


def read_board(lines: list[str], reader: CardReader, first_line: int) -> Deal:
    """As :func:`parse_board`, from lines."""
    labelled = any(head_of(line) == TABLEAU for line in lines)
    heads: dict[str, list[Word]] = {}
    columns: list[list[Word]] = []
    numbers: list[int] = []  # of the lines of the columns
    blank_lines: list[int] = []
    section = TABLEAU
    for number, line in enumerate(lines, first_line):
        if line.lstrip().startswith("#"):
            continue
        name = head_of(line)
        if name is not None:
            if columns and not labelled:
                raise FormatError(f"{name}: line after the columns (expected before them)", number)
            if name in heads:
                raise FormatError(f"a second {name}: line", number)
            heads[name] = list(words_of(line, number, line.index(":", _start(line)) + 1))
            section = name if labelled else TABLEAU
            continue
        words = column_words(line, number)
        if words is None:
            blank_lines.append(number)
        elif section != TABLEAU:
            heads[section] += words
        else:
            if columns and reader.partial:  # as in black-hole-solver, a blank line is an empty column
                columns += [[] for _ in blank_lines]
                numbers += blank_lines
            blank_lines.clear()
            columns.append(words)
            numbers.append(number)
    if not heads and not columns:
        raise FormatError("no cards", first_line)
    stock, waste, *columns = reader.settled([heads.get(STOCK, []), heads.get(WASTE, []), *columns])
    if not heads:
        deal = read_listing(columns, reader, first_line)
        if deal is not None:
            return reader.finish(deal, first_line)
    start = numbers[0] if numbers else first_line
    variant = reader.variant
    if variant.has_opening_card and WASTE not in heads:
        if len(stock) != variant.stock + 1:
            raise FormatError(f"no {WASTE}: line (expected one with the opening card)", start)
        reader.remark("the first card of the stock as the waste card")
        waste, stock = stock[:1], stock[1:]
    if variant.stock and not reader.partial and STOCK not in heads:
        raise FormatError(f"no {STOCK}: line (expected one with the stock)", start)
    check_pile_count(len(columns), variant, partial=reader.partial, line=first_line)
    deal = Laid(
        place_piles([_pile(words, reader) for words in columns], variant, numbers),
        _waste(waste, reader),
        tuple(_stock(stock, reader)),
    )
    return reader.finish(deal, first_line)


def _start(line: str) -> int:
    """Where a line begins after its margin."""
    margin = _MARGIN.match(line)
    assert margin is not None
    return margin.end()


def _pile(words: list[Word], reader: CardReader) -> list[int | None]:
    if len(words) > reader.variant.deck_size:  # before any time is spent on the cards
        raise FormatError(f"{len(words)} cards in one column", words[0].line)
    if reader.variant.layout.columns:
        while len(words) > 1 and words[-1].text == EMPTY:  # those that are gone lay on the others
            words = words[:-1]
        if len(words) == 1 and words[0].text in NOTHING:
            return []
        return [reader.place(word) if word.text == ZERO else reader.card(word) for word in words]
    if [word.text for word in words] == ["-"]:
        return []
    return [*map(reader.place, words)]


def _stock(words: list[Word], reader: CardReader) -> list[int]:
    if len(words) > reader.variant.deck_size:
        raise FormatError(f"{len(words)} stock cards (expected {reader.variant.stock})", words[0].line)
    return reader.cards(words)


def _waste(words: list[Word], reader: CardReader) -> int | None:
    if len(words) > 1:
        raise FormatError("a second card on the waste (expected one)", words[1].line, words[1].column)
    if not words or words[0].text in NOTHING:
        return None
    return reader.card(words[0])
