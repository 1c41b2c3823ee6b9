"""Drawings for people: a deal as it lies on a table, a solution as a hand can follow it.

ASCII only, so that every terminal can show it. Nothing here is meant to be read back.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from golfsolve.game.cards import format_card
from golfsolve.game.deal import Deal
from golfsolve.game.drawing import Paint, draw_table
from golfsolve.game.moves import DRAW, format_moves
from golfsolve.game.referee import Position
from golfsolve.game.variants import Variant


def draw_board(deal: Deal, variant: Variant, paint: Paint = str) -> str:
    """The table: the tableau over the waste and the stock. Ends with a newline.

    Columns carry their numbers; other layouts have, before each row, the number of its first card.
    """
    return draw_table(deal.tableau, deal.opening, deal.stock, variant, paint)


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
