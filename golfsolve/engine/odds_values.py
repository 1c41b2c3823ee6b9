"""The exact odds: what every state that matters is worth, from the empty tableau up.

The value of drawing, W(b, M), does not depend on the waste. With M[r] cards of rank r among the |M| unseen,
and Y(b, a, M) the value after the better of the cards of rank a exposed on b was played,

    W(b, M)    = sum over r of M[r] / |M| * max(W(b, M - r), max of Y(b, a, M - r) over a that plays on r)
    X(b, s, M) = max(W(b, M), max of Y(b, a, M) over a in s)          for a lane of b, with plays s
    Y(b, a, M) = max of X(lane that the play leads to, M)             over the cards of rank a exposed on b

Values are computed for 8 numbers M at once, a block. M - r may lie in the block itself, so its values settle
after as many rounds as it has cards of lane classes. Values of lanes are kept in a ring of blocks until no
board needs them; those of W in a scratch row of their board only.

Single precision: every value is a sum of at most as many terms as there are ranks, of values one draw later,
so its relative error grows to some 1e-6 over a whole stock; 0 and 1 are exact, since n * (1 / n) is 1 for n
up to 40.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from golfsolve.engine.jit import count_bits, highest_bit, kernel
from golfsolve.engine.odds_boards import I64, RANKS, U64, Boards, Lanes
from golfsolve.engine.odds_sets import Sets
from golfsolve.engine.odds_unseen import F32, Unseen
from golfsolve.engine.vectors import (
    LANES,
    all_of,
    any_above_zero,
    larger,
    load,
    plus,
    store,
    times,
    up_by_1,
    up_by_2,
    up_by_4,
)

_ZERO = np.uint64(0)
DRAW_ROW, ONES_ROW, ROWS = RANKS, RANKS + 1, RANKS + 2

DONE, PAUSED, FULL = 0, 1, 2  # what find_values says
HEAD, NEXT = 0, 1  # fields of Values.progress


class Values(NamedTuple):
    """Memory of the third pass.

    The blocks of a lane lie one after the other in ``ring``, counted without end from ``start[lane]`` and
    found at the count modulo the ring's size; those of board i and all later ones end at ``end[i]``.
    ``rows`` are whole rows of values of one board: Y for each rank, W, and ones.
    """

    ring: F32  # [8 * blocks]
    start: I64  # [lanes]
    end: I64  # [boards + 1]
    rows: F32  # [ROWS * (64 * words)]
    progress: I64  # [2]


def new_values(boards: Boards, lanes: Lanes, unseen: Unseen, blocks: int) -> Values:
    """Memory with a ring of ``blocks`` blocks, before the first board."""
    rows = np.zeros((ROWS, 64 * unseen.words), np.float32)
    rows[ONES_ROW] = 1
    size = boards.board.size
    return Values(
        np.zeros(LANES * blocks, np.float32),
        np.zeros(lanes.lane_plays.size, np.int64),
        np.zeros(size + 1, np.int64),
        rows.reshape(-1),
        np.array([0, size - 1]),
    )


def grown(values: Values, blocks: int, far: int) -> Values:
    """The same with a larger ring, when it was FULL; ``far`` boards may still be needed."""
    old = values.ring.reshape(-1, LANES)
    new = np.zeros((blocks, LANES), np.float32)
    _move(old, new, _oldest(values, values.progress[NEXT], far), values.progress[HEAD])
    return values._replace(ring=new.reshape(-1))


@kernel
def _move(old: F32, new: F32, first: int, last: int) -> None:
    for count in range(first, last):
        for lane in range(LANES):
            new[count % new.shape[0], lane] = old[count % old.shape[0], lane]


@kernel
def _oldest(values: Values, i: int, far: int) -> int:
    """The count of the first block that board i or an earlier one can still ask for."""
    return values.end[min(i + far + 1, values.end.size - 1)]


@kernel
def peak_blocks(lanes: Lanes, sets: Sets, far: int) -> int:
    """A ring of so many blocks is never full: the most that lanes of ``far`` + 1 boards in a row have."""
    boards = lanes.lane_first.size - 1
    most, here = 0, 0
    for i in range(boards - 1, -1, -1):
        here += _blocks_of(lanes, sets, i)
        if i + far + 1 < boards:
            here -= _blocks_of(lanes, sets, i + far + 1)
        most = max(most, here)
    return most


@kernel
def _blocks_of(lanes: Lanes, sets: Sets, i: int) -> int:
    total = 0
    for lane in range(lanes.lane_first[i], lanes.lane_first[i + 1]):
        for word in sets.lanes[lane]:
            total += count_bits(word)
    return total


@kernel
def _lowest(word: np.uint64) -> int:
    """The number of the lowest set bit of a word that is not 0."""
    return highest_bit(word & _ZERO - word)


@kernel
def find_values(
    boards: Boards, lanes: Lanes, unseen: Unseen, sets: Sets, values: Values, far: int, work: int
) -> int:
    """The third pass: DONE, or PAUSED after some ``work`` blocks, or FULL where the ring is too small.

    Goes on where the last call stopped. Board 0 is left to :func:`find_answers`.
    """
    touched = np.zeros((RANKS, sets.draws.shape[1]), np.uint64)
    offsets = np.zeros((unseen.counts.size + 1, RANKS), np.int64)
    lengths = np.zeros(unseen.counts.size + 1, np.int64)
    done = 0
    i = values.progress[NEXT]
    while i > 0:
        if done > work:
            values.progress[NEXT] = i
            return PAUSED
        head = values.progress[HEAD]
        need = _blocks_of(lanes, sets, i)
        if head + need - _oldest(values, i, far) > values.ring.size // LANES:
            values.progress[NEXT] = i
            return FULL
        if boards.first[i] != boards.first[i + 1]:
            won = _gather_after(boards, lanes, sets, values, i, touched, unseen.words)
            done += need + _draw_values(unseen, sets, values, i, won, touched, offsets, lengths)
            _lane_values(lanes, unseen, sets, values, i)
            _forget(unseen, sets, values, i, touched)
        values.end[i] = values.progress[HEAD]
        done += 20
        i -= 1
    values.progress[NEXT] = 0
    return DONE


@kernel
def find_answers(
    boards: Boards, lanes: Lanes, unseen: Unseen, sets: Sets, values: Values, answers: F32
) -> None:
    """What the moves of the position are worth: ``answers[0]`` a draw, then one number for each play.

    A play that the waste does not allow, or a draw from no stock, gets a number without meaning.
    """
    touched = np.zeros((RANKS, sets.draws.shape[1]), np.uint64)
    offsets = np.zeros((unseen.counts.size + 1, RANKS), np.int64)
    lengths = np.zeros(unseen.counts.size + 1, np.int64)
    won = _gather_after(boards, lanes, sets, values, 0, touched, unseen.words)
    _draw_values(unseen, sets, values, 0, won, touched, offsets, lengths)
    answers[0] = values.rows[DRAW_ROW * 64 * unseen.words + unseen.whole]
    for play in range(boards.first[0], boards.first[1]):
        lane = np.int64(lanes.lane[play])
        answers[1 + play] = 1 if lanes.clears[lane] else _value_of(sets, values, lane, unseen.whole)


@kernel
def _value_of(sets: Sets, values: Values, lane: int, number: int) -> np.float32:
    """The value of a lane with one number of unseen cards; 0 where it is not kept."""
    block = number // LANES
    before = 0
    for word in range(block // 64):
        before += count_bits(sets.lanes[lane, word])
    bit = np.uint64(1) << np.uint64(block & 63)
    here = sets.lanes[lane, block // 64]
    if here & bit == _ZERO:
        return np.float32(0)
    before += count_bits(here & bit - np.uint64(1))
    at = (values.start[lane] + before) % (values.ring.size // LANES)
    return values.ring[at * LANES + number % LANES]


@kernel
def _gather_after(
    boards: Boards, lanes: Lanes, sets: Sets, values: Values, i: int, touched: U64, words: int
) -> int:
    """Fill row a with Y for each rank a exposed on board i; the mask of ranks whose play surely wins."""
    won = 0
    for rank in range(RANKS):
        for word in range(touched.shape[1]):
            touched[rank, word] = _ZERO
    for play in range(boards.first[i], boards.first[i + 1]):
        if lanes.clears[lanes.lane[play]]:
            won |= 1 << lanes.rank[play]
    ring = values.ring
    for play in range(boards.first[i], boards.first[i + 1]):
        top = np.int64(lanes.rank[play])
        if won >> top & 1:
            continue
        lane = np.int64(lanes.lane[play])
        row = top * 64 * words
        at = values.start[lane] % (ring.size // LANES) * LANES
        for word in range(touched.shape[1]):
            left = sets.lanes[lane, word]
            touched[top, word] |= left
            while left:
                index = row + LANES * (64 * word + _lowest(left))
                left &= left - np.uint64(1)
                store(values.rows, index, larger(load(values.rows, index), load(ring, at)))
                at += LANES
                if at == ring.size:
                    at = 0
    return won


@kernel
def _draw_values(
    unseen: Unseen, sets: Sets, values: Values, i: int, won: int, touched: U64, offsets: I64, lengths: I64
) -> int:
    """Fill the row of W for board i, block by block; the number of blocks."""
    rows = values.rows
    size = 64 * unseen.words
    draw = DRAW_ROW * size
    _find_offsets(unseen, won, touched, size, offsets, lengths)
    digits, inverse = unseen.digits, unseen.inverse.reshape(-1)
    weights = unseen.lane_digits.reshape(-1)
    weight_1, weight_2, weight_4 = load(weights, 0), load(weights, LANES), load(weights, 2 * LANES)
    class_1, class_2, class_4 = unseen.lane_class
    blocks = 0
    for word in range(sets.draws.shape[1]):
        left = sets.draws[i, word]
        while left:
            block = 64 * word + _lowest(left)
            left &= left - np.uint64(1)
            blocks += 1
            base = LANES * block
            total = all_of(np.float32(0))
            for k in range(unseen.above):
                count = digits[block, k]
                # where no card of the class is left the value counts 0 times, and only has to be readable
                at = base - unseen.stride[k] if count else base
                value = load(rows, draw + at)
                for j in range(lengths[k]):
                    value = larger(value, load(rows, offsets[k, j] + at))
                total = plus(total, times(value, all_of(np.float32(count))))
            after_1 = up_by_1(_best_after(rows, base, offsets[class_1], lengths[class_1]))
            after_2 = up_by_2(_best_after(rows, base, offsets[class_2], lengths[class_2]))
            after_4 = up_by_4(_best_after(rows, base, offsets[class_4], lengths[class_4]))
            scale = load(inverse, LANES * unseen.block_cards[block])
            result = all_of(np.float32(0))
            for _ in range(unseen.lane_depth + 1):
                one = times(larger(up_by_1(result), after_1), weight_1)
                two = times(larger(up_by_2(result), after_2), weight_2)
                four = times(larger(up_by_4(result), after_4), weight_4)
                result = times(plus(plus(total, one), plus(two, four)), scale)
            store(rows, draw + base, result)
    return blocks


@kernel
def _find_offsets(unseen: Unseen, won: int, touched: U64, size: int, offsets: I64, lengths: I64) -> None:
    """Where the rows lie that count for a draw of each class; the last entry stands for no class."""
    there = 0
    for rank in range(RANKS):
        for word in range(touched.shape[1]):
            if touched[rank, word]:
                there |= 1 << rank
    for k in range(unseen.counts.size):
        lengths[k] = 0
        if unseen.plays[k] & won:
            offsets[k, 0] = ONES_ROW * size
            lengths[k] = 1
            continue
        for rank in range(RANKS):
            if unseen.plays[k] & there & 1 << rank:
                offsets[k, lengths[k]] = rank * size
                lengths[k] += 1
    lengths[unseen.counts.size] = 0


@kernel
def _best_after(rows: F32, base: int, offsets: I64, length: int) -> object:
    value = all_of(np.float32(0))
    for j in range(length):
        value = larger(value, load(rows, offsets[j] + base))
    return value


@kernel
def _lane_values(lanes: Lanes, unseen: Unseen, sets: Sets, values: Values, i: int) -> None:
    """Append what the lanes of board i are worth to the ring; blocks of nothing but 0 are dropped."""
    rows, ring = values.rows, values.ring
    size = 64 * unseen.words
    head = values.progress[HEAD]
    at = head % (ring.size // LANES) * LANES
    plays = np.zeros(RANKS, np.int64)
    for lane in range(lanes.lane_first[i], lanes.lane_first[i + 1]):
        values.start[lane] = head
        if lanes.clears[lane]:
            continue
        length = 0
        for rank in range(RANKS):
            if lanes.lane_plays[lane] >> rank & 1:
                plays[length] = rank * size
                length += 1
        for word in range(sets.lanes.shape[1]):
            left = sets.lanes[lane, word]
            kept = left
            while left:
                bit = left & _ZERO - left
                left ^= bit
                base = LANES * (64 * word + highest_bit(bit))
                value = load(rows, DRAW_ROW * size + base)
                for j in range(length):
                    value = larger(value, load(rows, plays[j] + base))
                if any_above_zero(value):
                    store(ring, at, value)
                    head += 1
                    at += LANES
                    if at == ring.size:
                        at = 0
                else:
                    kept ^= bit
            sets.lanes[lane, word] = kept
    values.progress[HEAD] = head


@kernel
def _forget(unseen: Unseen, sets: Sets, values: Values, i: int, touched: U64) -> None:
    """Put the rows of board i back to 0."""
    rows = values.rows
    size = 64 * unseen.words
    none = all_of(np.float32(0))
    for word in range(touched.shape[1]):
        left = sets.draws[i, word]
        while left:
            store(rows, DRAW_ROW * size + LANES * (64 * word + _lowest(left)), none)
            left &= left - np.uint64(1)
        for rank in range(RANKS):
            left = touched[rank, word]
            while left:
                store(rows, rank * size + LANES * (64 * word + _lowest(left)), none)
                left &= left - np.uint64(1)
