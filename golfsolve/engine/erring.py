"""How likely a good player who errs is to win a deal, the stock in its own order, which he does not see.

He values moves by tables that take drawn cards for put back: whatever rank is drawn next, its chance stays
what it is now, and only the number of draws left counts. The tables are made anew after each draw. He
does not always make the best move, but each in proportion to the fourth power of its value. The
probability that he wins follows without playing::

    W(b, j)     value of board b if a card is drawn now, j draws left: the mean over ranks r, by their
                chances p[r], of the larger of W(b, j - 1) and the best play on r, X(b', i', j - 1)
    X(b, i, j)  value of board b once column i's card has been played onto the waste: the larger of
                W(b, j) and the best play on that card, X(b', i', j)
    P(b, i, t)  his probability to win from there, t cards drawn: the mean over his moves, by the fourth
                powers of their values at j = stock - t, of his probability after them; after a draw that
                is the one with the stock's own next card on the waste

The chances p change with t, so there are as many tables as draws. They stand side by side in lanes: lane t
has t cards drawn and so at most stock - t draws left. One pass over the boards, lowest first, fills all of
them; only rings of rows are kept (columns.py). Values are single precision, P double. Every sum has a fixed
order, and nothing is used but the operations of IEEE 754, so all machines find the same bits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from golfsolve.engine.columns import (
    I64,
    MAX_COLUMNS,
    NO_CARD,
    NO_RANK,
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
from golfsolve.engine.lanes import LANES, add, divide, item, larger, load, multiply, splat, store

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]

SQUARINGS = 2  # the fourth power
NEAR = MAX_COLUMNS + 1  # a list of neighbours: how many, then where their values are
TINY = 1e-300  # to divide by where all weights are 0


class Rings(NamedTuple):
    """What is kept of boards until it has been read; memory for all deals of a layout.

    A row of ``values`` has X for each number of draws left and each lane that can have so many;
    ``first`` is the fewest draws left for which the row is filled, NO_RANK for none. A row of ``weights`` has
    the fourth powers of X on the true order, lane by lane, one of ``wins`` these times P.
    """

    low: U8  # [boards]
    high: U8  # [boards]
    first: U8  # [rows]
    values: F32  # [rows * row]
    weights: F64  # [rows * lanes]
    wins: F64  # [rows * lanes]


class Board(NamedTuple):
    """The board that is being looked at, and what its columns lead to.

    ``on`` are its masks (columns.join), ``place`` its places in the rings, ``first`` that of the rows there,
    ``exposed`` where the value of each exposed rank lies in ``best``. The lists in ``near`` say what plays on
    the waste ranks that count: first those of the stock on which something plays, their chances from
    ``chance[k]`` on; then the cards last played from each column, to whose row ``row[k]`` the value goes.
    ``draw`` is W by draws left and lanes; ``draw_weight`` and ``draw_wins`` are as in Rings.
    """

    now: I64  # [columns]
    on: npt.NDArray[np.uint64]  # [columns + 1, WORDS]
    place: I64  # [columns]
    first: I64  # [columns]
    exposed: I64  # [columns]
    ranks: I64  # the different ones of the stock
    counts: I64  # [2]: how many ranks of the stock count, how many columns a card has been played from
    near: I64  # [(RANKS + columns) * NEAR]
    chance: I64  # [RANKS]
    row: I64  # [columns]
    best: F32  # [(RANKS + 1) * LANES]
    idle: F32  # [lanes], the chance of ranks that nothing plays on
    draw: F32  # [row]
    draw_weight: F64  # [lanes]
    draw_wins: F64  # [lanes]
    weights: F64  # [columns * lanes], of the plays
    wins: F64  # [columns * lanes]
    true: F64  # [lanes]


def lanes_of(stock: int) -> int:
    """How many lanes a stock takes."""
    return (stock + LANES) // LANES * LANES


def new_rings(heights: I64, stock: int) -> Rings:
    """Memory for the positions of a layout with columns so high."""
    stride = np.cumprod(np.concatenate([[1], heights + 1]))
    rows = int(stride[:-1].sum())
    lanes = lanes_of(stock)
    return Rings(
        np.zeros(stride[-1], np.uint8),
        np.zeros(stride[-1], np.uint8),
        np.zeros(rows, np.uint8),
        np.zeros(rows * int(row_starts(stock)[-1]), np.float32),
        np.zeros(rows * lanes, np.float64),
        np.zeros(rows * lanes, np.float64),
    )


@kernel
def row_starts(stock: int) -> I64:
    """Where the lanes with j draws left begin in a row, int64[stock + 2]; the last is the size of a row."""
    starts = np.zeros(stock + 2, np.int64)
    for j in range(stock + 1):
        starts[j + 1] = starts[j] + (stock - j + LANES) // LANES * LANES
    return starts


@kernel
def chance_to_win(columns: Columns, rings: Rings) -> float:
    """The probability that the erring player wins the position."""
    size = columns.height.size
    boards = columns.stride[size]
    if boards == 1:
        return 1.0
    stock = columns.stock.size
    lanes = (stock + LANES) // LANES * LANES
    starts = row_starts(stock)
    chances = _chances(columns.stock, lanes)
    board = _new_board(size, columns.stock, starts[stock + 1], lanes)
    find_spans(columns, rings.low[:boards], rings.high[:boards])
    changed = size - 1
    for number in range(boards):
        join(board.on, columns.on, board.now, changed)
        find_places(columns, board.now, board.place)
        low: Any = np.int64(rings.low[number])
        high: Any = np.int64(rings.high[number])
        if number == 0:
            _fill_won(rings, board, starts[stock + 1], lanes)
        elif low > high:
            for i in range(size):
                if board.now[i] < columns.height[i]:
                    rings.first[board.place[i]] = NO_RANK
        else:
            for i in range(size):
                board.first[i] = rings.first[board.place[i]] if board.now[i] else NO_RANK
            _list_neighbours(columns, board, chances, starts[stock + 1], lanes, stock - low)
            _find_values(rings, board, starts, chances, stock, low, high)
            _find_wins(columns, rings, board, starts, lanes, low, high)
        changed = next_heights(board.now, columns.height)
    if rings.low[boards - 1] > rings.high[boards - 1]:
        return 0.0
    return _mean_of_moves(columns, board, lanes, columns.waste, 0)


@kernel
def _new_board(size: int, stock: I64, row: int, lanes: int) -> Board:
    return Board(
        np.zeros(size, np.int64),
        np.zeros((size + 1, WORDS), np.uint64),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.unique(stock),
        np.zeros(2, np.int64),
        np.zeros((RANKS + size) * NEAR, np.int64),
        np.zeros(RANKS, np.int64),
        np.zeros(size, np.int64),
        np.zeros((RANKS + 1) * LANES, np.float32),
        np.zeros(lanes, np.float32),
        np.zeros(row, np.float32),
        np.zeros(lanes, np.float64),
        np.zeros(lanes, np.float64),
        np.zeros(size * lanes, np.float64),
        np.zeros(size * lanes, np.float64),
        np.zeros(lanes, np.float64),
    )


@kernel
def _chances(stock: I64, lanes: int) -> F32:
    """How likely each rank is to be drawn next, lane by lane, float32[RANKS * lanes]."""
    chances = np.zeros(RANKS * lanes, np.float32)
    for rank in range(RANKS):
        count = 0
        for drawn in range(stock.size - 1, -1, -1):
            if stock[drawn] == rank:
                count += 1
            chances[rank * lanes + drawn] = np.float32(count) / np.float32(stock.size - drawn)
    return chances


@kernel
def _fill_won(rings: Rings, board: Board, row: int, lanes: int) -> None:
    """The empty board is worth 1, whatever was played last."""
    for place in board.place:
        rings.first[place] = 0
        for at in range(row):
            rings.values[place * row + at] = 1
        for at in range(lanes):
            rings.weights[place * lanes + at] = 1
            rings.wins[place * lanes + at] = 1


@kernel
def _list_neighbours(
    columns: Columns, board: Board, chances: F32, row: int, lanes: int, last_lane: int
) -> None:
    """Fill in ``near`` and what goes with it."""
    now = board.now
    for i in range(now.size):
        if now[i]:
            board.exposed[i] = columns.card[i, now[i] - 1] * LANES
    for lane in range(0, last_lane + 1, LANES):
        store(board.idle, lane, splat(np.float32(0)))
    kinds = 0
    for rank in board.ranks:
        mask = byte_of(board.on[0], rank)
        if mask:
            board.chance[kinds] = rank * lanes
            _list_near(columns.card, now, mask, board.near, kinds * NEAR)
            kinds += 1
        else:
            for lane in range(0, last_lane + 1, LANES):
                store(board.idle, lane, add(load(board.idle, lane), load(chances, rank * lanes + lane)))
    arrivals = 0
    for i in range(now.size):
        if now[i] < columns.height[i]:
            mask = byte_of(board.on[0], columns.card[i, now[i]])
            board.row[arrivals] = board.place[i] * row
            _list_near(columns.card, now, mask, board.near, (kinds + arrivals) * NEAR)
            arrivals += 1
    board.counts[0], board.counts[1] = kinds, arrivals


@kernel
def _list_near(card: I64, now: I64, mask: np.uint64, near: I64, at: int) -> None:
    """Write the different ranks that the columns in a mask expose: at least two, with NO_CARD, worth 0."""
    seen = ZERO
    count = 0
    while mask:
        i = highest_bit(mask)
        mask ^= ONE << np.uint64(i)
        rank = card[i, now[i] - 1]
        if seen >> np.uint64(rank) & ONE == ZERO:
            seen |= ONE << np.uint64(rank)
            count += 1
            near[at + count] = rank * LANES
    for n in range(count + 1, 3):
        near[at + n] = NO_CARD * LANES
    near[at] = max(count, 2)


@kernel
def _find_values(
    rings: Rings, board: Board, starts: I64, chances: F32, stock: int, low: int, high: int
) -> None:
    """W and X of the board for ``low`` to ``high`` draws left, eight lanes at a time."""
    size = board.now.size
    row = starts[stock + 1]
    kinds, arrivals = board.counts[0], board.counts[1]
    best, near, first, exposed, place = board.best, board.near, board.first, board.exposed, board.place
    nothing = splat(np.float32(0))
    for lane in range(0, stock - low + 1, LANES):
        draw = nothing
        for j in range(max(low - 1, 0), min(high, stock - lane) + 1):
            at = item(starts, j) + lane
            # All that is read of the rings at this place is read before anything is written there.
            for i in range(size):
                if item(board.now, i):
                    store(best, item(exposed, i), nothing)
            for i in range(size):
                if item(first, i) <= j:
                    to = item(exposed, i)
                    play = load(rings.values, item(place, i) * row + at)
                    store(best, to, larger(load(best, to), play))
            if j >= low:
                store(board.draw, at, draw)
                for k in range(arrivals):
                    to = item(board.row, k) + at
                    store(rings.values, to, larger(draw, _best_play(best, near, (kinds + k) * NEAR)))
            mean = multiply(load(board.idle, lane), draw)
            for k in range(kinds):
                worth = larger(draw, _best_play(best, near, k * NEAR))
                mean = add(mean, multiply(load(chances, item(board.chance, k) + lane), worth))
            draw = mean


@kernel
def _best_play(best: F32, near: I64, at: int) -> object:
    """The largest of the values on the list that begins at ``near[at]``, eight lanes."""
    value = larger(load(best, item(near, at + 1)), load(best, item(near, at + 2)))
    for n in range(at + 3, at + 1 + item(near, at)):
        value = larger(value, load(best, item(near, n)))
    return value


@kernel
def _find_wins(
    columns: Columns, rings: Rings, board: Board, starts: I64, lanes: int, low: int, high: int
) -> None:
    """Weights and wins of the board on the true order: lane t with all of stock - t draws left."""
    size = board.now.size
    stock = columns.stock.size
    row = starts[stock + 1]
    least, most = stock - high, stock - low
    none = splat(0.0)
    for i in range(size):
        if board.first[i] != NO_RANK:
            for lane in range(least // LANES * LANES, min(most + 2, lanes), LANES):
                store(board.weights, i * lanes + lane, load(rings.weights, board.place[i] * lanes + lane))
                store(board.wins, i * lanes + lane, load(rings.wins, board.place[i] * lanes + lane))
    for lane in range(0, lanes, LANES):
        store(board.draw_weight, lane, none)
        store(board.draw_wins, lane, none)
        store(board.true, lane, none)
    for drawn in range(least, most + 1):
        weight = np.float64(board.draw[starts[stock - drawn] + drawn])
        for _ in range(SQUARINGS):
            weight *= weight
        board.draw_weight[drawn] = weight
    for drawn in range(min(most, stock - 1), max(least - 1, 0) - 1, -1):
        chance = _mean_of_moves(columns, board, lanes, columns.stock[drawn], drawn + 1)
        board.draw_wins[drawn] = board.draw_weight[drawn] * chance
    first = stock - most
    for i in range(size):
        if board.now[i] == columns.height[i]:
            continue
        place = board.place[i]
        rings.first[place] = first
        for drawn in range(least, most + 1):
            board.true[drawn] = rings.values[place * row + starts[stock - drawn] + drawn]
        mask = byte_of(board.on[0], columns.card[i, board.now[i]])
        for lane in range(least // LANES * LANES, most + 1, LANES):
            weight = load(board.true, lane)
            for _ in range(SQUARINGS):
                weight = multiply(weight, weight)
            total = add(splat(TINY), load(board.draw_weight, lane))
            wins = load(board.draw_wins, lane)
            left = mask
            while left:
                k = highest_bit(left)
                left ^= ONE << np.uint64(k)
                if board.first[k] <= stock - lane:
                    total = add(total, load(board.weights, k * lanes + lane))
                    wins = add(wins, load(board.wins, k * lanes + lane))
            store(rings.weights, place * lanes + lane, weight)
            store(rings.wins, place * lanes + lane, multiply(weight, divide(wins, total)))


@kernel
def _mean_of_moves(columns: Columns, board: Board, lanes: int, waste: int, drawn: int) -> float:
    """The probability to win the board from a waste rank, with so many cards drawn."""
    total = board.draw_weight[drawn]
    wins = board.draw_wins[drawn]
    left = byte_of(board.on[0], waste)
    while left:
        k = highest_bit(left)
        left ^= ONE << np.uint64(k)
        if board.first[k] <= columns.stock.size - drawn:
            total += board.weights[k * lanes + drawn]
            wins += board.wins[k * lanes + drawn]
    return wins / total if total > 0 else 0.0
