"""The transposition table: the fewest draws with which a (board, waste rank) has been searched.

Dominance: with the same board and the same waste rank, having drawn fewer stock cards is never worse.
What the later state can play now, the earlier one can too, and every later stock card is still to come
for both; so a state is skipped when it was searched before with as many draws or fewer. (Only states
that a play led to are marked. A mark on a state that a draw led to would cut the stock walk that goes
on through it: with the tableau fixed, draws 5 and 7 may turn the same rank, and the draws after 7 are
not dominated by anything.)

Direct-mapped and lossy, an entry for each slot, because a table that fits the processor's cache is
faster than one that forgets nothing. States cannot repeat along a line of play (each play removes a
card), so a forgotten entry costs time and never an answer. Two words an entry::

    word 0   board
    word 1   generation (48 bits) | waste rank (8) | draws (8)

Entries of another deal have another generation: nothing need be cleared between deals.
"""

from __future__ import annotations

import numpy as np

from golfsolve.engine.encoding import U64
from golfsolve.engine.jit import kernel

BITS = 15  # 2**15 entries of 16 bytes: 512 KB, within the second-level cache of current processors
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio: Fibonacci hashing (Knuth, vol. 3, 6.4)


def new_table(bits: int = BITS) -> U64:
    """An empty table, uint64[2**bits, 2]."""
    return np.zeros((1 << bits, 2), np.uint64)


@kernel
def seen(
    table: U64,
    shift: np.uint64,
    generation: np.uint64,
    board: np.uint64,
    rank: int,
    drawn: int,
    dominance: bool,
) -> bool:
    """Whether the state was searched before in this generation; marks it if not.

    ``shift`` is 64 minus the table's bits. Without ``dominance`` only the same number of draws counts.
    """
    # Boards differ in few bits, ranks in four: spread the rank over the bits that boards leave empty.
    mixed = (board ^ np.uint64(rank) << np.uint64(60)) * _MULTIPLIER
    slot = np.int64((mixed ^ mixed >> np.uint64(29)) * _MULTIPLIER >> shift)
    tag = generation << np.uint64(16) | np.uint64(rank) << np.uint64(8)
    found = table[slot, 1]
    draws = np.uint64(drawn)
    if found & ~np.uint64(0xFF) == tag and table[slot, 0] == board:
        before = found & np.uint64(0xFF)
        if before == draws or (dominance and before < draws):
            return True
    table[slot, 0] = board
    table[slot, 1] = tag | draws
    return False
