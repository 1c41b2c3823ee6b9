"""Tableaus of columns as numbers, and which of their boards matter to a player who cannot see the stock.

A board is the heights of its columns in mixed radix, ``sum(height[i] * stride[i])``. A play lowers one height
by one and so the number by the stride of its column: one loop over the numbers meets every board before (or,
downwards, after) all boards that it can lead to.

What is known of "column i's card was played, which led to board b" is needed once more only, at board
``b + stride[i]``. Both have the same place, given by the heights of the columns before i, in a ring of
``stride[i]`` entries; the rings lie one after the other, that of column i from ``ring[i]`` on::

    heights  h0 h1 h2 ..      board  h0 + 6 h1 + 36 h2 + ..        columns of five
    ring of column 2          place  h0 + 6 h1                     36 entries
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsolve.engine.bytewise import byte_max
from golfsolve.engine.jit import kernel

RANKS = 15  # A..K, a joker, and a waste that no card lies on yet
NO_CARD = 15  # a rank that plays on nothing, and nothing on it
NO_PLACE = -1
NO_RANK = 255
MAX_COLUMNS = 8  # one bit, or one byte, of a word for each
WORDS = 2  # of eight ranks each

ZERO = np.uint64(0)
ONE = np.uint64(1)
BYTE = np.uint64(255)
EVERY_BYTE = np.uint64(0x0101010101010101)

I64 = npt.NDArray[np.int64]
U8 = npt.NDArray[np.uint8]
U64 = npt.NDArray[np.uint64]


class Columns(NamedTuple):
    """A position in a layout of columns. Columns without cards are left out.

    ``card[i, h]`` is the rank in column i that lies on h others: the card last played from it when its height
    is h, and ``card[i, h - 1]`` the exposed one; NO_CARD over a full column. ``plays[w]`` masks the ranks
    that play on waste rank w. ``on[i, h]`` has a byte for each waste rank, with bit i set where the card that
    column i then exposes plays on it; ``from_[i, h]`` a byte for each rank, with bit i set where that plays
    on the card last played from column i. ``spread[m]`` has all bits of byte i set for bit i of mask m.
    """

    height: I64  # [columns]
    stride: I64  # [columns + 1]; the last is the number of boards
    ring: I64  # [columns + 1]; the last is the size of all rings
    card: I64  # [columns, heights]
    plays: U64  # [RANKS + 1]
    on: U64  # [columns, heights, WORDS]
    from_: U64  # [columns, heights, WORDS]
    spread: U64  # [256]
    waste: int
    stock: I64  # [stock], the next card first


def columns_of(column_places: I64, adjacency: U64, tableau: U8, waste: int, stock: U8) -> Columns:
    """A position as columns.

    ``column_places[i, k]`` is the k-th deepest place of column i or NO_PLACE, ``adjacency[w]`` masks the
    ranks that play on w, ``tableau[p]`` is the rank in place p or NO_RANK.
    """
    there = (column_places != NO_PLACE) & (tableau[column_places] != NO_RANK)
    piles = [tableau[places[here]].tolist() for places, here in zip(column_places, there, strict=True)]
    piles = [pile for pile in piles if pile]
    plays = [*(int(mask) for mask in adjacency[:RANKS]), 0]
    height = np.array([len(pile) for pile in piles], np.int64)
    heights = max(map(len, piles), default=0) + 1
    card = np.full((len(piles), heights), NO_CARD, np.int64)
    on = np.zeros((len(piles), heights, WORDS), np.uint64)
    from_ = np.zeros((len(piles), heights, WORDS), np.uint64)
    for i, pile in enumerate(piles):
        card[i, : len(pile)] = pile
        for h in range(len(pile) + 1):
            exposed = NO_CARD if h == 0 else pile[h - 1]
            for rank in range(RANKS):
                bit = np.uint64(1 << (8 * (rank % 8) + i))
                if plays[rank] >> exposed & 1:
                    on[i, h, rank // 8] |= bit
                if plays[card[i, h]] >> rank & 1:
                    from_[i, h, rank // 8] |= bit
    stride = np.cumprod(np.concatenate([[1], height + 1]))
    ring = np.cumsum(np.concatenate([[0], stride[:-1]]))
    spread = [sum(255 << 8 * i for i in range(8) if mask >> i & 1) for mask in range(256)]
    return Columns(
        height,
        stride,
        ring,
        card,
        np.array(plays, np.uint64),
        on,
        from_,
        np.array(spread, np.uint64),
        waste,
        stock.astype(np.int64),
    )


@kernel
def byte_of(words: U64, rank: int) -> np.uint64:
    """The byte of a rank."""
    return words[rank >> 3] >> np.uint64(8 * (rank & 7)) & BYTE


@kernel
def join(words: U64, masks: U64, now: I64, changed: int) -> None:
    """Bring ``words[i]``, the masks of column i and those after it together, up to date.

    The heights ``now`` of columns 0 to ``changed`` have changed.
    """
    for i in range(changed, -1, -1):
        words[i, 0] = words[i + 1, 0] | masks[i, now[i], 0]
        words[i, 1] = words[i + 1, 1] | masks[i, now[i], 1]


@kernel
def find_places(columns: Columns, now: I64, place: I64) -> None:
    """The places of a board in the rings."""
    before = 0
    for i in range(now.size):
        place[i] = columns.ring[i] + before
        before += now[i] * columns.stride[i]


@kernel
def next_heights(now: I64, most: I64) -> int:
    """Heights of the next board of those no higher than ``most``; the last column that changes.

    After the last board that is the number of columns.
    """
    changed = 0
    while changed < now.size and now[changed] == most[changed]:
        now[changed] = 0
        changed += 1
    if changed < now.size:
        now[changed] += 1
    return changed


@kernel
def heights_before(now: I64, most: I64) -> int:
    """The other way round: heights of the board before."""
    changed = 0
    while changed < now.size and now[changed] == 0:
        now[changed] = most[changed]
        changed += 1
    if changed < now.size:
        now[changed] -= 1
    return changed


@kernel
def find_spans(columns: Columns, low: U8, high: U8) -> None:
    """Board b matters with ``low[b]`` to ``high[b]`` draws left; it never does where low is above high.

    So many are enough to clear it, and the draws before were enough to come to it, if every draw turned
    the very rank that is wanted, of those in the stock, as often as it is wanted. Both are uint8[boards].
    """
    drawable = _drawable(columns)
    _reach(columns, drawable, high)
    _clear(columns, drawable, low)
    for board in range(low.size):
        if low[board] > columns.stock.size or high[board] > columns.stock.size:
            low[board], high[board] = 1, 0


@kernel
def _drawable(columns: Columns) -> U64:
    """``[i, h]``: bit i where the card that column i then exposes plays on some card of the stock."""
    found = np.zeros(columns.card.shape, np.uint64)
    for i in range(columns.height.size):
        for h in range(columns.height[i] + 1):
            for rank in columns.stock:
                found[i, h] |= byte_of(columns.on[i, h], rank)
    return found


@kernel
def _reach(columns: Columns, drawable: U64, high: U8) -> None:
    """The most draws that can be left on arrival at each board, NO_RANK where it is not reached.

    Bytes hold that number and 1, or 0 for never: those of ``ring`` for arrival by a column's card.
    """
    size = columns.height.size
    boards = columns.stride[size]
    draws = np.uint64(columns.stock.size)
    ring = np.zeros(columns.ring[size], np.uint8)
    now = columns.height.copy()
    place = np.zeros(size, np.int64)
    on = np.zeros((size + 1, WORDS), np.uint64)
    changed = size - 1
    for board in range(boards - 1, -1, -1):
        join(on, columns.on, now, changed)
        find_places(columns, now, place)
        by_draw = ZERO
        left = ZERO
        after = ZERO  # a byte for each column: draws left when its exposed card has been played
        for i in range(size):
            by_draw |= drawable[i, now[i]]
            arrival = np.uint64(ring[place[i]])
            left = max(left, arrival)
            mask = byte_of(on[0], columns.card[i, now[i]])
            after = byte_max(after, columns.spread[mask] & (arrival * EVERY_BYTE))
        if board == boards - 1:
            left = draws + ONE
            after = columns.spread[byte_of(on[0], columns.waste)] & (left * EVERY_BYTE)
        if left > ZERO:
            after = byte_max(after, columns.spread[by_draw] & ((left - ONE) * EVERY_BYTE))
        high[board] = left - ONE if left else NO_RANK
        for i in range(size):
            ring[place[i]] = after >> np.uint64(8 * i) & BYTE
        changed = heights_before(now, columns.height)


@kernel
def _clear(columns: Columns, drawable: U64, low: U8) -> None:
    """The fewest draws that can clear each board, from the best waste, or NO_RANK.

    Bytes hold how many of the draws would be left then and 1, or 0 for never.
    """
    size = columns.height.size
    boards = columns.stride[size]
    draws = np.uint64(columns.stock.size)
    ring = np.zeros(columns.ring[size], np.uint8)
    now = np.zeros(size, np.int64)
    place = np.zeros(size, np.int64)
    from_ = np.zeros((size + 1, WORDS), np.uint64)
    changed = size - 1
    for board in range(boards):
        join(from_, columns.from_, now, changed)
        find_places(columns, now, place)
        by_draw = ZERO
        there = ZERO
        for i in range(size):
            by_draw |= drawable[i, now[i]]
            if now[i] < columns.height[i]:
                there |= BYTE << np.uint64(8 * i)
        spare = ZERO  # with a draw first
        best = ZERO
        before = ZERO  # a byte for each column: from the card last played from it
        for i in range(size):
            if now[i]:
                exposed = columns.card[i, now[i] - 1]
                after = np.uint64(ring[place[i]])
                if by_draw >> np.uint64(i) & ONE:
                    spare = max(spare, after)
                before = byte_max(before, columns.spread[byte_of(from_[0], exposed)] & (after * EVERY_BYTE))
                if board == boards - 1 and columns.plays[columns.waste] >> np.uint64(exposed) & ONE:
                    best = after if after > best else best
        if spare:
            spare -= ONE
        if board == 0:
            spare = draws + ONE
        before = byte_max(before, spare * EVERY_BYTE) & there
        best = max(best, spare)
        for i in range(size):
            ring[place[i]] = before >> np.uint64(8 * i) & BYTE
            best = max(best, before >> np.uint64(8 * i) & BYTE)
        low[board] = draws + ONE - best if best else NO_RANK
        changed = next_heights(now, columns.height)
