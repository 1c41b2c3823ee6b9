"""The transposition table: the fewest draws with which a (board, waste rank) has been searched.

Dominance: with the same board and the same waste rank, having drawn fewer stock cards is never worse.
What the later state can play now, the earlier one can too, and every later stock card is still to come
for both; so a state is skipped when it was searched before with as many draws or fewer. (Only states
that a play led to are marked. A mark on a state that a draw led to would cut the stock walk that goes
on through it: with the tableau fixed, draws 5 and 7 may turn the same rank, and the draws after 7 are
not dominated by anything.)

Lossy, with two entries for each slot, because a table that fits the processor's cache is faster than one
that forgets nothing. States cannot repeat along a line of play (each play removes a card), so a
forgotten entry costs time and never an answer. The first entry of a slot is kept for the state nearer to
the deal, whose search cost more; what it gives up moves to the second. Two words an entry::

    word 0   board
    word 1   level (8 bits) | generation (40) | waste rank (8) | draws (8)

Entries of another deal have another generation: nothing need be cleared between deals.
"""

from __future__ import annotations

import numpy as np

from golfsolve.engine.encoding import U64
from golfsolve.engine.jit import kernel

BITS = 15  # 2**15 entries of 16 bytes: 512 KB, within the second-level cache of current processors
_KEY = np.uint64(0x00FFFFFFFFFFFF00)  # generation and waste rank
_DRAWS = np.uint64(0xFF)
_LEVEL = np.uint64(56)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio: Fibonacci hashing (Knuth, vol. 3, 6.4)


def new_table(bits: int = BITS) -> U64:
    """An empty table, uint64[2**bits, 2]."""
    return np.zeros((1 << bits, 2), np.uint64)


@kernel
def seen(
    table: U64,
    generation: np.uint64,
    board: np.uint64,
    rank: int,
    drawn: int,
    level: int,
    dominance: bool,
) -> bool:
    """Whether the state was searched before in this generation; marks it if not.

    ``level`` is the number of plays since the deal. Without ``dominance`` only the same number of draws
    counts.
    """
    # Boards differ in few bits, ranks in four: put the rank where boards have no bits, and mix twice.
    mixed = (board ^ np.uint64(rank) << np.uint64(60)) * _MULTIPLIER
    mixed = (mixed ^ mixed >> np.uint64(32)) * _MULTIPLIER
    first = np.int64(mixed >> np.uint64(32)) & table.shape[0] - 2
    second = first + 1
    key = generation << np.uint64(16) | np.uint64(rank) << np.uint64(8)
    draws = np.uint64(drawn)
    mark = np.uint64(level) << _LEVEL | key | draws
    for slot in range(first, second + 1):
        entry = table[slot, 1]
        if entry & _KEY == key and table[slot, 0] == board:
            before = entry & _DRAWS
            if before == draws or (dominance and before < draws):
                return True
            table[slot, 1] = mark
            return False
    kept = table[first, 1]
    if kept & _KEY | np.uint64(0xFF00) == key | np.uint64(0xFF00) and kept >> _LEVEL < np.uint64(level):
        table[second, 0], table[second, 1] = board, mark
    else:
        table[second, 0], table[second, 1] = table[first, 0], kept
        table[first, 0], table[first, 1] = board, mark
    return False
