"""Draws folded into plays: with how many stock cards drawn each card can be played.

From a state, each exposed card is played either on the waste card as it is, or on the first later stock
card that it fits. A later stock card never serves better: it has drawn more for the same tableau and
waste rank (table.py). So a play is told by its card alone, there are no draw states, and a state has at
most as many successors as exposed cards. By rank r, a byte each::

    arrival[r] = drawn                          if r plays on the waste card
                 1 + the first undrawn card     that r plays on
                 NEVER                          if there is none

This knows the rules only by which rank plays on which, so it holds for all of them. The 14 ranks are
16 bytes, kept as two words; rank 15 stands for no card and never arrives.
"""

from __future__ import annotations

import numpy as np

from golfsolve.engine.encoding import ONES, STOCK_SIZE, U64, Deal, Rules
from golfsolve.engine.jit import inner_kernel

NEVER = 255
NO_CARD = 15  # a rank that never plays
ALL_NEVER = np.uint64(0xFFFFFFFFFFFFFFFF)


@inner_kernel
def look_ahead(rules: Rules, deal: Deal) -> None:
    """Fill ``deal.next_draw``: by rank, the draw count after which it plays, at least one more than d."""
    fits, next_draw = rules.fits, deal.next_draw
    drawn = deal.start[STOCK_SIZE]
    for half in range(2):
        next_draw[drawn, half] = ALL_NEVER
    while drawn:
        drawn -= 1
        for half in range(2):
            fit = fits[deal.stock[drawn], half]
            next_draw[drawn, half] = next_draw[drawn + 1, half] & ~fit | np.uint64(drawn + 1) * ONES & fit


@inner_kernel
def arrival(fits: U64, next_draw: U64, rank: int, drawn: int, half: int) -> np.uint64:
    """``arrival`` of ranks 0 to 7 (``half`` 0) or 8 to 15 on waste ``rank`` with ``drawn`` cards drawn."""
    fit = fits[rank, half]
    return next_draw[drawn, half] & ~fit | np.uint64(drawn) * ONES & fit
