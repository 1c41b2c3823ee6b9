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

Entries of another deal have another generation: nothing need be cleared between deals. Generation 0 is
an empty entry's.

A slot is half a cache line, and reading one is the longest wait of a node. So it is asked for as soon as
its state is known (:func:`slot_of`), and read after the bounds have been looked at.
"""

from __future__ import annotations

import numpy as np

from golfsolve.engine.encoding import U64
from golfsolve.engine.jit import kernel, prefetch

BITS = 16  # 2**16 entries of 16 bytes: 1 MB, about the second-level cache of current processors
_KEY = np.uint64(0x00FFFFFFFFFFFF00)  # generation and waste rank
_RANK = np.uint64(0xFF00)
_DRAWS = np.uint64(0xFF)
_LEVEL = np.uint64(56)
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio: Fibonacci hashing (Knuth, vol. 3, 6.4)
_CACHE_LINE = 64  # bytes


def new_table(bits: int = BITS) -> U64:
    """An empty table of ``2**bits`` entries, uint64[2**(bits - 1), 4]: a row is a slot, two entries."""
    words = np.zeros((2 << bits) + _CACHE_LINE // 8, np.uint64)
    unaligned = -words.ctypes.data % _CACHE_LINE // 8
    return words[unaligned : unaligned + (2 << bits)].reshape(-1, 4)


@kernel
def slot_of(table: U64, board: np.uint64, rank: int) -> int:
    """The slot that a state belongs in; what it holds is on its way into the cache."""
    # Boards differ in few bits, ranks in four: put the rank where boards have no bits, and mix twice.
    mixed = (board ^ np.uint64(rank) << np.uint64(60)) * MULTIPLIER
    mixed = (mixed ^ mixed >> np.uint64(32)) * MULTIPLIER
    slot = np.int64(mixed >> np.uint64(32)) & table.shape[0] - 1
    prefetch(table, slot)
    return slot


@kernel
def _key(generation: np.uint64, rank: int) -> np.uint64:
    return generation << np.uint64(16) | np.uint64(rank) << np.uint64(8)


@kernel
def seen(
    table: U64,
    slot: int,
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
    key = _key(generation, rank)
    draws = np.uint64(drawn)
    mark = np.uint64(level) << _LEVEL | key | draws
    for entry in (0, 2):
        found = table[slot, entry + 1]
        if found & _KEY == key and table[slot, entry] == board:
            before = found & _DRAWS
            if before == draws or (dominance and before < draws):
                return True
            table[slot, entry + 1] = mark
            return False
    kept = table[slot, 1]
    if kept & _KEY | _RANK == key | _RANK and kept >> _LEVEL < np.uint64(level):
        table[slot, 2], table[slot, 3] = board, mark
    else:
        table[slot, 2], table[slot, 3] = table[slot, 0], kept
        table[slot, 0], table[slot, 1] = board, mark
    return False


@kernel
def forget(table: U64, generation: np.uint64, board: np.uint64, rank: int) -> None:
    """Take back the mark of a state, because its search is given up before the end."""
    slot = slot_of(table, board, rank)
    for entry in (0, 2):
        if table[slot, entry + 1] & _KEY == _key(generation, rank) and table[slot, entry] == board:
            table[slot, entry + 1] = np.uint64(0)
