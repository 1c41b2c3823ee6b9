"""Boards as other solvers draw or list them, without heads: the tableau, and then what else there is.

The tableau comes in columns, in rows from the top, or on one line; the waste card alone on a line or as the
first of those after the tableau; then the stock. Some programs write before each list how many cards it has.
"""

from __future__ import annotations

from golfsolve.errors import FormatError
from golfsolve.formats.card_reader import CardReader, Laid
from golfsolve.formats.common import place_piles
from golfsolve.formats.dialects import Word


def read_listing(lines: list[list[Word]], reader: CardReader, first_line: int) -> Laid | None:
    """The deal of a listing, still to be checked; None if these lines are not one.

    A listing has as many cards as the game, or, with ``reader.partial``, at least its whole tableau.
    """
    variant = reader.variant
    lines = _without_counts([line for line in lines if line])
    count = sum(map(len, lines))
    size, opens = variant.layout.size, variant.has_opening_card
    if count > variant.deck_size or count < (size + opens if reader.partial else variant.deck_size):
        return None
    tableau, rest = _split(lines, size)
    places = _tableau(tableau, reader) if tableau else None
    if places is None:
        if count < variant.deck_size:
            return None
        reader.remark("all cards in dealing order")
        words = [word for line in lines for word in line]
        places, rest = _placed(words[:size], reader), [words[size:]]
    opening = None
    if opens:
        alone = [line for line in rest if len(line) == 1]
        first = alone[0][0] if alone else rest[0][0]
        reader.remark("then the waste card, then the stock")
        opening = reader.card(first)
        rest = [[word for word in line if word is not first] for line in rest]
    stock = tuple(reader.card(word) for line in rest for word in line)
    if len(stock) > variant.stock:
        raise FormatError(f"{len(stock)} stock cards (expected {variant.stock})", first_line)
    return Laid(tuple(places), opening, stock)


def _without_counts(lines: list[list[Word]]) -> list[list[Word]]:
    """Lines but for those that only say how many cards the next one has."""
    return [
        line
        for line, after in zip(lines, [*lines, []][1:], strict=True)
        if not (len(line) == 1 and line[0].text == str(len(after)) and len(after) > 1)
    ]


def _split(lines: list[list[Word]], size: int) -> tuple[list[list[Word]], list[list[Word]]]:
    """The lines of a tableau of that size, and the others; none of it where no line ends with it."""
    count = 0
    for number, line in enumerate(lines, start=1):
        count += len(line)
        if count == size:
            return lines[:number], lines[number:]
    return [], lines


def _tableau(lines: list[list[Word]], reader: CardReader) -> list[int | None] | None:
    """The places of a tableau in columns, in rows, or on one line; None if it is in none of these."""
    layout = reader.variant.layout
    lengths = [len(line) for line in lines]
    if layout.columns and lengths == [len(column) for column in layout.columns]:
        reader.remark("columns from the left, the exposed card last")
        found: list[list[int | None]] = [_placed(line, reader) for line in lines]
        return [*place_piles(found, reader.variant, [line[0].line for line in lines])]
    if len(lines) == 1 or lengths == [len(row) for row in layout.rows]:
        reader.remark("the tableau row by row from the top")
        if layout.columns or len(lines) == 1:
            return _placed([word for line in lines for word in line], reader)
        found = [_placed(line, reader) for line in lines]
        return [*place_piles(found, reader.variant, [line[0].line for line in lines])]
    return None


def _placed(words: list[Word], reader: CardReader) -> list[int | None]:
    return [*map(reader.place, words)]
