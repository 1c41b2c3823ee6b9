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

from golfsolve.engine.bounds import SIGNS
from golfsolve.engine.encoding import ONES, U64, ZERO, Deal, Rules
from golfsolve.engine.jit import highest_bit, kernel

RANKS = 13
_CIRCLE = (1 << RANKS) - 1  # all edges, or all ranks

_GATHER = np.uint64(0x0102040810204080)  # brings the lowest bits of 8 bytes together in the top byte

# [e]: the mask of edges r with rank e in B(r), which is r itself and r + 1, r + 3 .. r + 11.
_BESIDE = np.array(
    [sum(1 << (e - offset) % RANKS for offset in (0, 1, 3, 5, 7, 9, 11)) for e in range(RANKS)], np.int64
)


@kernel
def can_walk(rules: Rules, deal: Deal, slack: U64, board: np.uint64, rank: int, drawn: int) -> bool:
    """Whether ``board`` can still be one walk after ``rank`` was played from the state with ``slack``.

    ``slack`` is the tableau slack before the play, ``board`` the one after it; no stock may be left.
    """
    none, few = 0, 0  # edges with slack 0, and with slack 0 or 1
    for word in range(2):
        values = slack[word] + rules.in_set[rank, word] - deal.covered[drawn, word]
        none |= _bytes_below(values, 1) << 8 * word
        few |= _bytes_below(values, 2) << 8 * word
    none, few = none & _CIRCLE, few & _CIRCLE
    if none == 0 and few & few - 1 == 0:
        return True  # at most one edge can stay unused, and a circle without one edge is connected
    left = 0
    for r in range(RANKS):
        if deal.of_rank[r] & board != ZERO:
            left |= 1 << r
    around = _turned(left, rank)
    for end in range(RANKS):
        if not left >> end & 1 or none & _BESIDE[end]:
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


@kernel
def _turned(circle: int, start: int) -> int:
    """The mask of ranks or edges turned so that number ``start`` becomes bit 0."""
    return (circle >> start | circle << RANKS - start) & _CIRCLE


@kernel
def _bytes_below(values: np.uint64, bound: int) -> int:
    """The mask of bytes, none above 127, that are less than ``bound``."""
    reaches = values + np.uint64(128 - bound) * ONES
    return int(((~reaches & SIGNS) >> np.uint64(7)) * _GATHER >> np.uint64(56))
