"""What the parsers share: lines, words with their columns, cards, and the check of a whole deal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from golfsolve.errors import CardError, FormatError
from golfsolve.game.cards import JOKER, format_card, parse_card
from golfsolve.game.deal import Deal, problems
from golfsolve.game.variants import Variant

MAX_DEAL = 2**16  # characters; real deals have some hundred
EMPTY = "--"  # an empty place where every place is written
NOTHING = ("-", EMPTY)  # an empty column, waste or stock

_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Word:
    """A word and where it stands; ``column`` is None where the text came out of a JSON string."""

    text: str
    line: int
    column: int | None = None


def lines_of(text: str) -> list[str]:
    """The lines of a text: ended by LF, CR LF or CR, without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def words_of(line: str, number: int, start: int = 0) -> Iterator[Word]:
    """The words of line ``number`` from position ``start`` on."""
    return (Word(match[0], number, match.start() + 1) for match in _WORD.finditer(line, start))


def read_card(word: Word, variant: Variant) -> int:
    """The card a word stands for. Raises :class:`FormatError` if it is none of the variant's."""
    try:
        card = parse_card(word.text)
    except CardError as error:
        raise FormatError(str(error), word.line, word.column) from None
    if card == JOKER and not variant.jokers:
        raise FormatError(f"'{format_card(card)}', but {variant.name} has no jokers", word.line, word.column)
    return card


def read_cards(words: Iterable[Word], variant: Variant) -> list[int]:
    """The cards of a pile: none for no words, or for a dash."""
    found = list(words)
    if len(found) == 1 and found[0].text in NOTHING:
        return []
    return [read_card(word, variant) for word in found]


def checked(deal: Deal, variant: Variant, *, partial: bool, line: int, may_be_position: bool = True) -> Deal:
    """``deal``, of the variant. Raises :class:`FormatError` that names everything wrong with it."""
    found = problems(deal, variant, partial=partial)
    if not found:
        return replace(deal, variant=variant)
    if may_be_position and not problems(deal, variant, partial=True):
        found.append("--partial takes it as a position")
    raise FormatError("; ".join(found), line)


def is_full(deal: Deal, variant: Variant) -> bool:
    """Whether every place holds a card, so that the cards alone tell the deal."""
    return (
        None not in deal.tableau
        and len(deal.stock) == variant.stock
        and (deal.opening is not None) == variant.has_opening_card
    )


def piles(deal: Deal, variant: Variant) -> list[list[int | None]]:
    """The tableau as it is written: columns from the deepest card, else rows with None for a gap."""
    layout = variant.layout
    if layout.columns:
        return [
            [deal.tableau[place] for place in places if deal.tableau[place] is not None]
            for places in layout.columns
        ]
    return [[deal.tableau[place] for place, _ in row] for row in layout.rows]


def place_piles(found: list[list[int | None]], variant: Variant, lines: list[int]) -> tuple[int | None, ...]:
    """The inverse of :func:`piles`. ``lines`` are the line numbers of the piles, for messages.

    Missing piles at the end are empty. In rows, an empty pile stands for a row without cards.
    """
    layout = variant.layout
    what = "column" if layout.columns else "row"
    all_places = layout.columns or [[place for place, _ in row] for row in layout.rows]
    tableau: list[int | None] = [None] * layout.size
    for number, (pile, places, line) in enumerate(zip(found, all_places, lines, strict=False), start=1):
        if len(pile) > len(places):
            raise FormatError(f"{len(pile)} cards in {what} {number} (expected {len(places)})", line)
        if not layout.columns and pile and len(pile) < len(places):
            raise FormatError(
                f"{len(pile)} places in row {number} (expected {len(places)}, {EMPTY} for an empty one)", line
            )
        for place, card in zip(places, pile, strict=False):
            tableau[place] = card
    return tuple(tableau)


def check_pile_count(count: int, variant: Variant, *, partial: bool, line: int) -> None:
    """Raise :class:`FormatError` unless there are as many columns (or rows) as the layout has."""
    layout = variant.layout
    expected = len(layout.columns or layout.rows)
    if count > expected or (count < expected and not partial):
        raise FormatError(f"expected {expected} {'columns' if layout.columns else 'rows'}, got {count}", line)
