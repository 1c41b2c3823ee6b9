"""What the forms share: lines, and the piles of a tableau."""

from __future__ import annotations

from golfsolve.errors import FormatError
from golfsolve.formats.dialects import EMPTY
from golfsolve.game.deal import Deal
from golfsolve.game.variants import Variant

MAX_DEAL = 2**16  # characters; real deals have some hundred


def lines_of(text: str) -> list[str]:
    """The lines of a text: ended by LF, CR LF or CR, without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def is_full(deal: Deal, variant: Variant) -> bool:
    """Whether every place holds a card, so that the cards alone tell the deal."""
    return (
        None not in deal.tableau
        and len(deal.stock) == variant.stock
        and (deal.opening is not None) == variant.has_opening_card
        and variant.opening_card in (None, deal.opening)
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
