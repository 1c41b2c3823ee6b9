"""The transposition table: what has been tried from a board, in one entry for each board.

Dominance: with the same board and the same waste rank, having drawn fewer stock cards is never worse.
What the later state can play now, the earlier one can too, and every later stock card is still to come
for both. A child of a state is told by its card and by how many stock cards are drawn when that is
played (arrivals.py): whatever the waste card was before, it leads to the same board, with the same card on
the waste. So an entry keeps, for each exposed card, the fewest draws with which it has ever been taken up
from its board. Who comes to the board again, on whatever waste card, needs to take up only the cards that
arrive with fewer; the others lead to states that have been searched, or are worse than such. This holds
for all rules that say by ranks alone what plays on what, and for every number of decks.

Entries are written when a board is entered, before its cards are played. No line of play comes back to a
board, as each play removes a card, so an entry is only read when all that it speaks of has been searched,
or is left out for a reason that gets no weaker with draws (bounds, tables, twins). Where a search is given
up half-way, the entries of the line under way are taken out (:func:`forget`).

Lossy, with two entries for each slot, because a table that fits the processor's cache is faster than one
that forgets nothing: a forgotten entry costs time and never an answer. The first entry of a slot is kept
for the board with more cards, whose search cost more; what it gives up moves to the second. An entry is a
key and one or more words that belong to the search; the key is the board with the number of the deal, its
generation, in the bits above. Entries of another generation count as empty, so nothing need be cleared
between deals, until the numbers run out. Generation 0 is an empty entry's.

For the few deals that take long there is a second, large table, which takes over what is in the first. It
is slower, and forgets less.
"""

from __future__ import annotations

import numpy as np

from golfsolve.engine.encoding import U64, ZERO
from golfsolve.engine.jit import count_bits, inner_kernel

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio: Fibonacci hashing (Knuth, vol. 3, 6.4)
_CACHE_LINE = 64  # bytes


def new_table(bits: int, words: int) -> U64:
    """An empty table of ``2**bits`` entries of so many words, uint64[2**(bits - 1), 2 * words]."""
    size = words << bits
    memory = np.zeros(size + _CACHE_LINE // 8, np.uint64)
    unaligned = -memory.ctypes.data % _CACHE_LINE // 8
    return memory[unaligned : unaligned + size].reshape(-1, 2 * words)


@inner_kernel
def next_generation(table: U64, generation: int, size: int) -> int:
    """The number of the next deal, whose boards have ``size`` places; the table is empty for it."""
    if generation + 1 < 1 << (63 - size):
        return generation + 1
    for slot in range(table.shape[0]):
        for word in range(table.shape[1]):
            table[slot, word] = ZERO
    return 1


@inner_kernel
def key_of(board: np.uint64, generation: np.uint64, size: int) -> np.uint64:
    """What stands in the entry of a board of ``size`` places."""
    return board | generation << np.uint64(size)


@inner_kernel
def slot_of(table: U64, board: np.uint64) -> int:
    """The slot of a board, whatever its generation: or collisions would differ from deal to deal."""
    mixed = (board ^ board >> np.uint64(32)) * MULTIPLIER
    return np.int64(mixed >> np.uint64(40)) & table.shape[0] - 1


@inner_kernel
def make_room(table: U64, slot: int, key: np.uint64, size: int) -> int:
    """Write a key that is not there yet into its slot; the index of its entry in it."""
    second = table.shape[1] // 2
    kept = table[slot, 0]
    if kept >> np.uint64(size) == key >> np.uint64(size) and count_bits(kept) > count_bits(key):
        table[slot, second] = key
        return second
    for word in range(second):
        table[slot, second + word] = table[slot, word]
    table[slot, 0] = key
    return 0


@inner_kernel
def forget(table: U64, board: np.uint64, generation: np.uint64, size: int) -> None:
    """Take the entry of a board out, if it is there."""
    slot, key = slot_of(table, board), key_of(board, generation, size)
    for entry in (0, table.shape[1] // 2):
        if table[slot, entry] == key:
            table[slot, entry] = ZERO


@inner_kernel
def take_over(large: U64, new: int, small: U64, old: int, size: int) -> None:
    """Write the entries of generation ``old`` of a small table into a large one, as generation ``new``."""
    words = small.shape[1] // 2
    for slot in range(small.shape[0]):
        for entry in (0, words):
            kept = small[slot, entry]
            if kept != ZERO and kept >> np.uint64(size) == np.uint64(old):
                board = kept ^ np.uint64(old) << np.uint64(size)
                key = key_of(board, np.uint64(new), size)
                target = slot_of(large, board)
                at = make_room(large, target, key, size)
                for word in range(1, words):
                    large[target, at + word] = small[slot, entry + word]
