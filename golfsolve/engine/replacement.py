"""The player ``replacement``: near the best possible without sight of the stock, by tables of all boards.

He takes drawn cards for put back: the chance p[r] of each rank to be drawn next stays what it is now, and of
the draws only their number j counts. Then two small tables hold what any position is worth::

    W(b, j)     board b if a card is drawn now, j draws left: the sum over ranks r of p[r] times the larger of
                W(b, j - 1) and the best play on r, X(b', i', j - 1)
    X(b, i, j)  board b once column i's card has been played onto the waste: the larger of W(b, j) and
                the best play on that card, X(b', i', j)

He makes the best move by these values until a card is drawn; then p is another one and the tables are filled
anew. The order of the stock has no part in them. erring.py works with the same values.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsolve.engine.columns import (
    I64,
    MAX_COLUMNS,
    ONE,
    RANKS,
    U8,
    WORDS,
    ZERO,
    Columns,
    byte_of,
    find_places,
    find_spans,
    join,
    next_heights,
)
from golfsolve.engine.jit import highest_bit, kernel
from golfsolve.engine.lanes import LANES, larger, load, splat, store

F32 = npt.NDArray[np.float32]

DRAW = -1
NO_MOVE = -2
# A later move must be better than an earlier one by so much: equal values may differ by rounding.
MARGIN = np.float32(1.00001)


class Tables(NamedTuple):
    """Memory for the games of a layout.

    ``low`` and ``high`` are columns.find_spans'. A row of ``ring`` has X for each number of draws left; with
    all draws left that there are, ``play[b * MAX_COLUMNS + i]`` is X and ``draw[b]`` W.
    """

    low: U8  # [boards]
    high: U8  # [boards]
    ring: F32  # [rows * row]
    play: F32  # [boards * MAX_COLUMNS]
    draw: F32  # [boards]


def new_tables(heights: I64, stock: int) -> Tables:
    """Memory for the positions of a layout with columns so high."""
    stride = np.cumprod(np.concatenate([[1], heights + 1]))
    boards, rows = int(stride[-1]), int(stride[:-1].sum())
    return Tables(
        np.zeros(boards, np.uint8),
        np.zeros(boards, np.uint8),
        np.zeros(rows * row_size(stock), np.float32),
        np.zeros(boards * MAX_COLUMNS, np.float32),
        np.zeros(boards, np.float32),
    )


@kernel
def row_size(stock: int) -> int:
    """Room for 0 to ``stock`` draws left, and for what is written beyond them."""
    return stock + 1 + LANES


@kernel
def fill(columns: Columns, tables: Tables, counts: I64, most: I64, draws: int) -> None:
    """Fill the tables for boards no higher than ``most``, with ``counts[r]`` unseen cards of rank r.

    ``draws`` is how many they are. Only boards that matter (columns.find_spans) get values.
    """
    size = most.size
    row = row_size(columns.stock.size)
    ranks = np.flatnonzero(counts)
    one = np.float32(1)
    each = one / np.float32(max(draws, 1))
    nothing = splat(np.float32(0))
    play = np.zeros(MAX_COLUMNS * row, np.float32)  # X of the plays from the board
    best = np.zeros(RANKS * row, np.float32)  # the largest of them by the rank that is drawn
    weight = np.zeros(RANKS, np.float32)
    draw = np.zeros(row, np.float32)
    now = np.zeros(size, np.int64)
    place = np.zeros(size, np.int64)
    on = np.zeros((size + 1, WORDS), np.uint64)
    board = 0
    changed = size - 1
    while changed < size:
        join(on, columns.on, now, changed)
        find_places(columns, now, place)
        low, high = int(tables.low[board]), min(int(tables.high[board]), draws)
        if board == 0 or low > high:
            value = splat(one) if board == 0 else nothing
            for i in range(size):
                for at in range(0, draws + 1, LANES):
                    store(tables.ring, place[i] * row + at, value)
        else:
            start = max(low - 1, 0)
            for i in range(size):
                if now[i]:
                    for at in range(start, high + 1, LANES):
                        store(play, i * row + at, load(tables.ring, place[i] * row + at))
            idle = np.float32(draws)
            used = 0
            for rank in ranks:
                mask = byte_of(on[0], rank)
                if mask:
                    weight[used] = counts[rank]
                    idle -= weight[used]
                    for at in range(start, high + 1, LANES):
                        store(best, used * row + at, larger(nothing, _largest(play, row, at, mask)))
                    used += 1
            for at in range(start, high + 1, LANES):
                store(draw, at, nothing)
            worth = np.float32(0)
            for j in range(max(low, 1), high + 1):
                total = idle * worth
                for k in range(used):
                    after = best[k * row + j - 1]
                    total += weight[k] * (after if after > worth else worth)
                worth = total * each
                draw[j] = worth
            for i in range(size):
                if now[i] < most[i]:
                    mask = byte_of(on[0], columns.card[i, now[i]])
                    to = place[i] * row
                    for at in range(0, start, LANES):
                        store(tables.ring, to + at, nothing)
                    for at in range(start, high + 1, LANES):
                        value = load(draw, at)
                        if mask:
                            value = larger(value, _largest(play, row, at, mask))
                        store(tables.ring, to + at, value)
                    if high == draws:
                        tables.play[board * MAX_COLUMNS + i] = tables.ring[to + draws]
            if high == draws:
                tables.draw[board] = worth
        changed = next_heights(now, most)
        board = 0
        for i in range(size):
            board += now[i] * columns.stride[i]


@kernel
def _largest(play: F32, row: int, at: int, mask: np.uint64) -> object:
    """The largest values, from ``at`` on in each row, of the columns in a mask that is not empty."""
    i = highest_bit(mask)
    mask ^= ONE << np.uint64(i)
    value = load(play, i * row + at)
    while mask:
        i = highest_bit(mask)
        mask ^= ONE << np.uint64(i)
        value = larger(value, load(play, i * row + at))
    return value


@kernel
def play_position(columns: Columns, tables: Tables) -> int:
    """The golf score of a game of ``replacement``."""
    size = columns.height.size
    stock = columns.stock.size
    boards = columns.stride[size]
    find_spans(columns, tables.low[:boards], tables.high[:boards])
    now = columns.height.copy()
    counts = np.zeros(RANKS, np.int64)
    for rank in columns.stock:
        counts[rank] += 1
    board = boards - 1
    waste = columns.waste
    drawn = 0
    filled = -1  # for how many cards drawn
    while board:
        mask = playable(columns, now, waste)
        if mask == ZERO and drawn == stock:
            break
        move = DRAW
        if mask:
            if filled < drawn:
                fill(columns, tables, counts, now, stock - drawn)
                filled = drawn
            move = best_move(columns, tables, board, mask, stock - drawn)
        if move == DRAW:
            waste = columns.stock[drawn]
            counts[waste] -= 1
            drawn += 1
        else:
            now[move] -= 1
            board -= columns.stride[move]
            waste = columns.card[move, now[move]]
    return now.sum() if board else drawn - stock


@kernel
def playable(columns: Columns, now: I64, waste: int) -> np.uint64:
    """The mask of columns whose exposed card plays on a waste rank."""
    mask = ZERO
    for i in range(now.size):
        mask |= byte_of(columns.on[i, now[i]], waste)
    return mask


@kernel
def best_move(columns: Columns, tables: Tables, board: int, mask: np.uint64, draws: int) -> int:
    """The column of the best play, or DRAW; the first of equals, a draw last.

    Where no move is worth anything that is the first play.
    """
    best = NO_MOVE
    most = np.float32(0)
    for i in range(columns.height.size):
        if mask >> np.uint64(i) & ONE:
            after = board - columns.stride[i]
            value = np.float32(0)
            if after == 0:
                value = np.float32(1)
            elif tables.low[after] <= draws <= tables.high[after]:
                value = tables.play[after * MAX_COLUMNS + i]
            if best == NO_MOVE or value > most * MARGIN:
                best, most = i, value
    if draws and tables.low[board] <= draws <= tables.high[board] and tables.draw[board] > most * MARGIN:
        best = DRAW
    return best
