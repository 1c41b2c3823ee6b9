"""All cards of a deal on one line, in dealing order: tableau, opening card, stock.

A full deal is its cards and nothing else. A position in play says where its cards lie, with every
place of the tableau written: ``4C -- JH ... | 5S | TD KC``, that is tableau, waste and stock, ``--``
for an empty place, waste or stock.
"""

from __future__ import annotations

from collections.abc import Iterable

from golfsolve.errors import FormatError
from golfsolve.formats.common import EMPTY, Word, checked, is_full, lines_of, read_card, read_cards, words_of
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


def parse_line(text: str, variant: Variant, *, partial: bool = False, first_line: int = 1) -> Deal:
    """The inverse of :func:`format_line`. ``first_line`` is the text's line in its file, for messages.

    Raises :class:`FormatError`.
    """
    lines = [(number, line) for number, line in enumerate(lines_of(text), first_line) if line.strip()]
    if len(lines) != 1:
        raise FormatError("no cards" if not lines else "expected all cards on one line", first_line)
    number, line = lines[0]
    return parse_words(words_of(line, number), variant, partial=partial, line=number)


def parse_words(words: Iterable[Word], variant: Variant, *, partial: bool, line: int) -> Deal:
    """As :func:`parse_line`, from the line's words."""
    groups: list[list[Word]] = [[]]
    for word in words:
        if word.text == BAR:
            groups.append([])
        else:
            groups[-1].append(word)
    # Without bars nothing says which cards are missing, so it can only be a full deal.
    may_be_position = len(groups) == 3
    if len(groups) == 1:
        deal = _plain(groups[0], variant, line)
    elif may_be_position:
        deal = _position(groups, variant, line)
    else:
        raise FormatError(f"{len(groups) - 1} bars (expected 2, as in tableau {BAR} waste {BAR} stock)", line)
    partial = partial and may_be_position
    return checked(deal, variant, partial=partial, line=line, may_be_position=may_be_position)


def _plain(words: list[Word], variant: Variant, line: int) -> Deal:
    if len(words) > 2 * variant.deck_size:
        raise FormatError(f"{len(words)} cards (expected {variant.deck_size} for {variant.name})", line)
    cards = [read_card(word, variant) for word in words]
    if len(cards) == variant.deck_size:
        return Deal.from_cards(cards, variant)
    # Too few or too many: laid out all the same, so that the check can name them.
    size, opens = variant.layout.size, variant.has_opening_card
    tableau = (*cards[:size], *[None] * (size - len(cards)))
    opening = cards[size] if opens and len(cards) > size else None
    return Deal(tableau, opening, tuple(cards[size + opens :]))


def _position(groups: list[list[Word]], variant: Variant, line: int) -> Deal:
    tableau, waste, stock = groups
    size = variant.layout.size
    if len(tableau) != size:
        raise FormatError(
            f"{len(tableau)} places before the first bar (expected {size}, {EMPTY} for an empty one)", line
        )
    places = tuple(None if word.text == EMPTY else read_card(word, variant) for word in tableau)
    if len(waste) > 1:
        raise FormatError("expected one waste card between the bars", waste[1].line, waste[1].column)
    return Deal(places, next(iter(read_cards(waste, variant)), None), tuple(read_cards(stock, variant)))
