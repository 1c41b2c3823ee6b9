"""The walk: once the stock is gone, the cards left must be one walk round the circle of ranks.

With wrap each play goes one step round the circle, so the rest of the game is a walk on 13 ranks that
starts on the waste card and visits each rank as often as cards of it are left. How often it uses the
edge between ranks r and r + 1 follows from these numbers and from the rank e where it ends: every visit
but the last uses two edge ends, and on a circle of odd length that has one solution,

    crossings(r) = v(r) - [e in B(r)]

where v(r) is the slack of bounds.py for the run of six ranks r + 2, r + 4 .. r + 12 and B(r) the other
seven ranks. A state is lost unless for some e, a rank with cards left, no edge has fewer than 0
crossings and the edges with more than 0 connect the waste rank with all ranks that have cards left.
(Euler's condition for a trail. It knows nothing of columns, so it is necessary and not sufficient.)

Conditions 0..12 of the packed bound are those runs, so the two words are read off and only edges
with slack 0 or 1 need a closer look.
"""

from __future__ import annotations

import numpy as np

from golfsolve.engine.bytewise import byte_add, byte_subtract, bytes_less
from golfsolve.engine.encoding import ONES, U64, ZERO
from golfsolve.engine.jit import highest_bit, inner_kernel

RANKS = 13
ANY_RANK = -1
_CIRCLE = (1 << RANKS) - 1  # all edges, or all ranks

_TWOS = np.uint64(2) * ONES

# [e]: the mask of edges r with rank e in B(r), which is r itself and r + 1, r + 3 .. r + 11.
_BESIDE = np.array(
    [sum(1 << (e - offset) % RANKS for offset in (0, 1, 3, 5, 7, 9, 11)) for e in range(RANKS)], np.int64
)


@inner_kernel
def edge_slack(
    slack: U64, level: int, in_set: U64, rank: int, covered: U64, drawn: int, word: int
) -> np.uint64:
    """The slacks of edges 0 to 7 (``word`` 0) or from 8 on after ``rank`` is played from row ``level``.

    All stock cards must be drawn. Bytes are added each for itself (bounds.py).
    """
    return byte_subtract(byte_add(slack[level, word], in_set[rank, word]), covered[drawn, word])


@inner_kernel
def can_walk(low: np.uint64, high: np.uint64, of_rank: U64, board: np.uint64, rank: int, last: int) -> bool:
    """Whether ``board`` can still be one walk after ``rank`` was played, no stock left.

    ``low`` and ``high`` are from :func:`edge_slack`; where one is negative the board is lost anyway.
    ``last`` is the rank that the walk must end on, or ANY_RANK.
    """
    none = bytes_less(low, ONES) | bytes_less(high, ONES) << 8  # edges with slack 0
    few = bytes_less(low, _TWOS) | bytes_less(high, _TWOS) << 8  # and with slack 0 or 1
    none, few = none & _CIRCLE, few & _CIRCLE
    if last == ANY_RANK and none == 0 and few & few - 1 == 0:
        return True  # at most one edge can stay unused, and a circle without one edge is connected
    left = 0
    for r in range(RANKS):
        if of_rank[r] & board != ZERO:
            left |= 1 << r
    around = _turned(left, rank)
    for end in range(RANKS):
        if not left >> end & 1 or none & _BESIDE[end] or last not in (ANY_RANK, end):
            continue
        # Seen from the waste rank, which ranks does the walk reach either way before an unused edge?
        unused = _turned(none | few & _BESIDE[end], rank)
        if unused & unused - 1 == 0:
            return True
        first_up = unused & -unused
        last_down = 1 << highest_bit(np.uint64(unused))
        reached = (first_up << 1) - 1 | _CIRCLE & ~((last_down << 1) - 1)
        if around & ~reached == 0:
            return True
    return left == 0


@inner_kernel
def _turned(circle: int, start: int) -> int:
    """The mask of ranks or edges turned so that number ``start`` becomes bit 0."""
    return (circle >> start | circle << RANKS - start) & _CIRCLE
