"""Drawings for people: a deal as it lies on a table, a solution as a hand can follow it.

ASCII only, so that every terminal can show it. Nothing here is meant to be read back.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

from golfsolve.game.cards import format_card
from golfsolve.game.deal import Deal
from golfsolve.game.moves import DRAW, format_moves
from golfsolve.game.referee import Position
from golfsolve.game.variants import Variant

Paint = Callable[[str], str]  # a card's text, perhaps coloured; the width on the screen stays 2

_CELL = 4  # characters from one card to the next in a row
_STOCK_PER_LINE = 20


def draw_board(deal: Deal, variant: Variant, paint: Paint = str) -> str:
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
            card = deal.tableau[place]
            at = margin + halves * _CELL // 2
            drawn += " " * (at - width) + ("  " if card is None else paint(format_card(card)))
            width = at + 2
        lines.append(drawn.rstrip())
    while lines and not lines[-1].strip():
        lines.pop()
    waste = "none" if deal.opening is None else paint(format_card(deal.opening))
    lines += ["", f"Waste  {waste}"]
    if variant.stock:
        lines += _stock_lines(deal, paint)
    return "\n".join(lines) + "\n"


def _stock_lines(deal: Deal, paint: Paint) -> list[str]:
    cards = [paint(format_card(card)) for card in deal.stock] or ["none"]
    chunks = [cards[i : i + _STOCK_PER_LINE] for i in range(0, len(cards), _STOCK_PER_LINE)]
    return [("Stock  " if i == 0 else " " * 7) + " ".join(chunk) for i, chunk in enumerate(chunks)]


def draw_solution(deal: Deal, variant: Variant, moves: Iterable[int], paint: Paint = str) -> str:
    """The moves as runs: what to draw, then which columns to play in one chain, and what lands on it."""
    position = Position(deal, variant)
    lines = []
    for is_draw, run in itertools.groupby(moves, key=lambda move: move == DRAW):
        run_moves = list(run)
        cards = []
        for move in run_moves:
            position.play(move)
            if position.waste is not None:
                cards.append(paint(format_card(position.waste)))
        if is_draw:
            lines.append(f"  draw {' '.join(cards)}")
        else:
            keys = format_moves(run_moves)
            lines.append(f"  play {keys}{' ' * max(2, 24 - len(keys))}{' '.join(cards)}")
    return "".join(line + "\n" for line in lines)
