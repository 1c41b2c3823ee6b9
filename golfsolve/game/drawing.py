"""A drawing of cards as they lie on a table.

ASCII only, so that every terminal can show it. Nothing here is meant to be read back.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence

from golfsolve.game.cards import format_card
from golfsolve.game.variants import Variant

Paint = Callable[[str], str]  # a card's text, perhaps coloured; the width on the screen stays 2

_CELL = 4  # characters from one card to the next in a row
_STOCK_PER_LINE = 20


def draw_table(
    tableau: Sequence[int | None],
    waste: int | None,
    stock: Sequence[int],
    variant: Variant,
    paint: Paint = str,
) -> str:
    """The table: the tableau over the waste and the stock. Ends with a newline.

    Columns carry their numbers; other layouts have, before each row, the number of its first card.
    """
    lines = []
    layout = variant.layout
    margin = 5
    if layout.columns:
        numbers = "".join(f"{number:<{_CELL}}" for number in range(1, len(layout.columns) + 1))
        lines.append(" " * margin + numbers.rstrip())
    for row in layout.rows:
        drawn = " " * margin if layout.columns else f"{row[0][0] + 1:>{margin - 2}}  "
        width = margin
        for place, halves in row:
            card = tableau[place]
            at = margin + halves * _CELL // 2
            drawn += " " * (at - width) + ("  " if card is None else paint(format_card(card)))
            width = at + 2
        lines.append(drawn.rstrip())
    while lines and not lines[-1].strip():
        lines.pop()
    lines += ["", f"Waste  {'none' if waste is None else paint(format_card(waste))}"]
    if variant.stock:
        lines += _stock_lines(stock, paint)
    return "\n".join(lines) + "\n"


def table_html(
    tableau: Sequence[int | None], waste: int | None, stock: Sequence[int], variant: Variant
) -> str:
    """The same for a notebook, with red suits in red."""
    drawn = draw_table(tableau, waste, stock, variant, _red)
    return f'<pre aria-label="{html.escape(variant.title or variant.name)}">{drawn}</pre>'


def _red(card: str) -> str:
    return f'<span style="color: #b00">{card}</span>' if card[-1] in "HD" else card


def _stock_lines(stock: Sequence[int], paint: Paint) -> list[str]:
    cards = [paint(format_card(card)) for card in stock] or ["none"]
    chunks = [cards[i : i + _STOCK_PER_LINE] for i in range(0, len(cards), _STOCK_PER_LINE)]
    return [("Stock  " if i == 0 else " " * 7) + " ".join(chunk) for i, chunk in enumerate(chunks)]
