"""All cards of a deal on one line, in dealing order: tableau, opening card, stock.

A full deal is its cards and nothing else. A position in play says where its cards lie, with every
place of the tableau written: ``4C -- JH ... | 5S | TD KC``, that is tableau, waste and stock, ``--``
for an empty place, waste or stock.
"""

from __future__ import annotations

from collections.abc import Iterable

from golfsolve.errors import FormatError
from golfsolve.formats.card_reader import CardReader, Laid
from golfsolve.formats.common import is_full, lines_of
from golfsolve.formats.dialects import EMPTY, ZERO, Word, words_of
from golfsolve.game.cards import format_card
from golfsolve.game.deal import Deal
from golfsolve.game.variants import Variant

BAR = "|"


def format_line(deal: Deal, variant: Variant) -> str:
    """A deal or position as one line, without a newline."""
    if is_full(deal, variant):
        return " ".join(map(format_card, deal.cards()))
    waste = [] if deal.opening is None else [deal.opening]
    groups = (deal.tableau, waste, deal.stock)
    return f" {BAR} ".join(
        " ".join(EMPTY if card is None else format_card(card) for card in group) or EMPTY for group in groups
    )


def parse_line(
    text: str, variant: Variant, *, partial: bool = False, ranks: bool = False, first_line: int = 1
) -> Deal:
    """The inverse of :func:`format_line`. ``first_line`` is the text's line in its file, for messages.

    Raises :class:`FormatError`.
    """
    return read_line(lines_of(text), CardReader(variant, partial=partial, ranks=ranks), first_line)


def read_line(lines: Iterable[str], reader: CardReader, first_line: int) -> Deal:
    """As :func:`parse_line`, from lines of which one has cards."""
    found = [(number, line) for number, line in enumerate(lines, first_line) if line.strip()]
    if len(found) != 1:
        raise FormatError("no cards" if not found else "expected all cards on one line", first_line)
    number, line = found[0]
    return read_words(words_of(line, number), reader, number)


def read_words(words: Iterable[Word], reader: CardReader, line: int) -> Deal:
    """As :func:`parse_line`, from the line's words."""
    groups: list[list[Word]] = [[]]
    [settled] = reader.settled([[*words]])
    for word in settled:
        if word.text == BAR:
            groups.append([])
        else:
            groups[-1].append(word)
    if len(groups) == 3:
        return reader.finish(_position(groups, reader, line), line)
    if len(groups) > 1:
        raise FormatError(f"{len(groups) - 1} bars (expected 2, as in tableau {BAR} waste {BAR} stock)", line)
    # Without bars and gaps nothing says which cards are missing, so it can only be a full deal.
    gaps = any(word.text in (EMPTY, ZERO) for word in settled[: reader.variant.layout.size])
    return reader.finish(_plain(settled, reader, line), line, may_be_position=gaps)


def _plain(words: list[Word], reader: CardReader, line: int) -> Laid:
    variant = reader.variant
    size, opens = variant.layout.size, variant.has_opening_card
    if len(words) > 2 * variant.deck_size:
        raise FormatError(f"{len(words)} cards (expected {variant.deck_size} for {variant.name})", line)
    # Too few or too many: laid out all the same, so that the check can name them.
    tableau = [reader.place(word) for word in words[:size]]
    tableau += [None] * (size - len(tableau))
    cards = [reader.card(word) for word in words[size:]]
    return Laid(tuple(tableau), cards[0] if opens and cards else None, tuple(cards[opens:]))


def _position(groups: list[list[Word]], reader: CardReader, line: int) -> Laid:
    tableau, waste, stock = groups
    size = reader.variant.layout.size
    if len(tableau) != size:
        raise FormatError(
            f"{len(tableau)} places before the first bar (expected {size}, {EMPTY} for an empty one)", line
        )
    places = tuple(map(reader.place, tableau))
    if len(waste) > 1:
        raise FormatError("expected one waste card between the bars", waste[1].line, waste[1].column)
    return Laid(places, next(iter(reader.cards(waste)), None), tuple(reader.cards(stock)))
