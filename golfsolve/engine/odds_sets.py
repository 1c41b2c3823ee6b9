"""Which states matter for the exact odds: two passes over all boards on sets of unseen cards, bits only.

A state is a board, the number of the unseen cards (odds_unseen.py), and either a lane, when a card was just
played, or nothing, when the next move is a draw whatever lies on the waste.

1. possible, from the empty tableau up: the numbers with which the tableau can be cleared in SOME order of the
   stock. All others are worth 0. With one card more it stays possible: surplus cards can be drawn and
   passed over.
2. reached, from the position down: the numbers that play of any kind can come to, among those possible.
   Where the tableau can be cleared without a draw the state is worth 1, and nothing after it is looked at.

What is kept of both is one bit a block of 8 numbers, as values are computed by blocks (odds_values.py). The
rows of lanes live in a ring: a play never leads further than ``spans`` says.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from golfsolve.engine.jit import count_bits, kernel
from golfsolve.engine.odds_boards import I64, RANKS, U64, Boards, Lanes
from golfsolve.engine.odds_unseen import Unseen, add_card, add_many, take_card, take_many

_ZERO = np.uint64(0)
_LOWEST = np.uint64(0x0101010101010101)
_GATHER = np.uint64(0x0102040810204080)  # brings the lowest bits of 8 bytes together in the top byte
_TOP = np.uint64(56)
_BYTE = np.uint64(0xFF)
_HALF, _QUARTER, _EIGHTH = np.uint64(4), np.uint64(2), np.uint64(1)


class Sets(NamedTuple):
    """Blocks that matter, a bit each: of the draws of a board, and of its lanes. And what leads to them."""

    possible: U64  # [boards * words]: the words of the first pass that are not 0, one board after the other
    start: I64  # [boards]: where those of a board start; their blocks stand in draws until they are cut
    draws: U64  # [boards, block words]
    lanes: U64  # [lanes, block words]
    ring: U64  # [span, words]
    low: I64  # [span], and
    high: I64  # [span]: all words of the row in the ring that are not 0 lie from low to high - 1


def new_sets(boards: Boards, lanes: Lanes, unseen: Unseen, span: int) -> Sets:
    """Memory for both passes; :func:`bytes_needed` says how much."""
    block_words = -(-unseen.words // 8)
    return Sets(
        np.empty(boards.board.size * unseen.words, np.uint64),  # a page is taken when it is first written
        np.zeros(boards.board.size, np.int64),
        np.zeros((boards.board.size, block_words), np.uint64),
        np.zeros((lanes.lane_plays.size, block_words), np.uint64),
        np.zeros((span, unseen.words), np.uint64),
        np.full(span, unseen.words),
        np.zeros(span, np.int64),
    )


def bytes_needed(boards: Boards, lanes: Lanes, words: int, span: int) -> tuple[int, int]:
    """Bytes of what is kept for the third pass, and about how many the first two need beside them."""
    block_words = -(-words // 8)
    kept = 8 * block_words * (boards.board.size + lanes.lane_plays.size)
    return kept, 8 * words * (span + boards.board.size // 2)


@kernel
def _blocks(word: np.uint64) -> np.uint64:
    """Bit i of the result: whether byte i of the word is not 0."""
    word |= word >> _HALF
    word |= word >> _QUARTER
    word |= word >> _EIGHTH
    return (word & _LOWEST) * _GATHER >> _TOP


@kernel
def _keep_blocks(row: U64, blocks: U64, low: int, high: int) -> None:
    """Write which blocks hold anything; beyond low and high none does."""
    for word in range(blocks.size):
        blocks[word] = _ZERO
    for word in range(low, high):
        blocks[word >> 3] |= _blocks(row[word]) << np.uint64(8 * (word & 7))


@kernel
def _clear(row: U64, low: int, high: int) -> None:
    for word in range(low, high):
        row[word] = _ZERO


@kernel
def _join(target: U64, source: U64, low: int, high: int) -> None:
    for word in range(low, high):
        target[word] |= source[word]


@kernel
def find_possible(
    boards: Boards, lanes: Lanes, unseen: Unseen, sets: Sets, first: int, last: int, used: int
) -> int:
    """The first pass, over boards ``first`` down to ``last``, with ``used`` words written before.

    The number of words written.
    """
    ring, words = sets.ring, unseen.words
    after = np.zeros((RANKS, words), np.uint64)  # [a]: possible once a card of rank a is played
    lows = np.zeros(RANKS, np.int64)
    draw = np.zeros(words, np.uint64)
    for i in range(first, last - 1, -1):
        if boards.first[i] == boards.first[i + 1]:
            continue  # the empty tableau: its lanes are marked as cleared
        tops = _gather_after(boards, lanes, unseen, sets, i, after, lows)
        low = words
        for rank in range(RANKS):
            if tops >> rank & 1:
                low = min(low, lows[rank])
        _clear(draw, 0, words)
        for k in range(unseen.counts.size):
            for rank in range(RANKS):
                if unseen.plays[k] & tops & 1 << rank:
                    add_card(unseen, k, after[rank], draw, lows[rank])
        for k in range(unseen.counts.size):
            add_many(unseen, k, draw, low)
        _keep_blocks(draw, sets.draws[i], low, words)
        sets.start[i] = used
        for word in range(low, words):
            if draw[word] != _ZERO:
                sets.possible[used] = draw[word]
                used += 1
        for lane in range(lanes.lane_first[i], lanes.lane_first[i + 1]):
            if lanes.clears[lane]:
                continue
            slot = lane % ring.shape[0]
            row = ring[slot]
            sets.low[slot] = low
            for word in range(low, words):
                row[word] = draw[word]
            for rank in range(RANKS):
                if lanes.lane_plays[lane] >> rank & 1:
                    _join(row, after[rank], lows[rank], words)
    return used


@kernel
def _gather_after(
    boards: Boards, lanes: Lanes, unseen: Unseen, sets: Sets, i: int, after: U64, lows: I64
) -> int:
    """Fill ``after[a]``, and where it starts, for each rank a exposed on board i; their mask."""
    words = unseen.words
    tops = 0
    for play in range(boards.first[i], boards.first[i + 1]):
        rank = lanes.rank[play]
        row = after[rank]
        if not tops >> rank & 1:
            tops |= 1 << rank
            _clear(row, 0, words)
            lows[rank] = words
        lane = np.int64(lanes.lane[play])
        if lanes.clears[lane]:
            lows[rank] = 0
            for word in range(words):
                row[word] = unseen.valid
        else:
            slot = lane % sets.ring.shape[0]
            lows[rank] = min(lows[rank], sets.low[slot])
            _join(row, sets.ring[slot], sets.low[slot], words)
    return tops


@kernel
def find_reached(
    boards: Boards, lanes: Lanes, unseen: Unseen, sets: Sets, start: int, first: int, last: int
) -> int:
    """The second pass, over boards ``first`` up to ``last - 1``; how many (board, unseen) states it found.

    ``start`` masks the ranks that play on the waste of the position, board 0. The ring must be emptied
    (:func:`empty_ring`) before the first call, and is empty after the last.
    """
    ring, words = sets.ring, unseen.words
    draw = np.zeros(words, np.uint64)
    leads = np.zeros((RANKS, words), np.uint64)  # [a]: numbers with which a card of rank a is played
    ends = np.zeros((RANKS, 2), np.int64)  # where they start and stop
    states = 0
    for i in range(first, last):
        if boards.first[i] == boards.first[i + 1]:
            continue
        low, high = words, 0
        if i == 0:
            low, high = unseen.whole >> 6, (unseen.whole >> 6) + 1
            draw[low] = np.uint64(1) << np.uint64(unseen.whole & 63)
        for lane in range(lanes.lane_first[i], lanes.lane_first[i + 1]):
            slot = lane % ring.shape[0]
            _join(draw, ring[slot], sets.low[slot], sets.high[slot])
            low, high = min(low, sets.low[slot]), max(high, sets.high[slot])
        if low >= high:
            continue  # nothing leads here
        tops, won = 0, 0
        for play in range(boards.first[i], boards.first[i + 1]):
            tops |= 1 << lanes.rank[play]
            if lanes.clears[lanes.lane[play]]:
                won |= 1 << lanes.rank[play]
        for k in range(unseen.counts.size):
            if not unseen.plays[k] & won:
                low = take_many(unseen, k, draw, low, high)
        states += _cut(draw, sets, i, low, high)
        _keep_blocks(draw, sets.draws[i], low, high)
        _find_leads(lanes, unseen, sets, i, tops, won, draw, low, high, start, leads, ends)
        _clear(draw, low, high)
        for play in range(boards.first[i], boards.first[i + 1]):
            goal = np.int64(lanes.lane[play])
            if not lanes.clears[goal]:
                slot, rank = goal % ring.shape[0], lanes.rank[play]
                _join(ring[slot], leads[rank], ends[rank, 0], ends[rank, 1])
                sets.low[slot] = min(sets.low[slot], ends[rank, 0])
                sets.high[slot] = max(sets.high[slot], ends[rank, 1])
        for rank in range(RANKS):
            if tops >> rank & 1:
                _clear(leads[rank], ends[rank, 0], ends[rank, 1])
        for lane in range(lanes.lane_first[i], lanes.lane_first[i + 1]):
            slot = lane % ring.shape[0]
            _keep_blocks(ring[slot], sets.lanes[lane], sets.low[slot], sets.high[slot])
            _clear(ring[slot], sets.low[slot], sets.high[slot])
            sets.low[slot], sets.high[slot] = words, 0
    return states


@kernel
def empty_ring(sets: Sets) -> None:
    """Make the ring ready for the second pass."""
    for slot in range(sets.ring.shape[0]):
        _clear(sets.ring[slot], 0, sets.ring.shape[1])
        sets.low[slot], sets.high[slot] = sets.ring.shape[1], 0


@kernel
def _cut(row: U64, sets: Sets, i: int, low: int, high: int) -> int:
    """Keep what is possible on board i; how many numbers stay."""
    at, left = sets.start[i], 0
    for word in range(high):
        if sets.draws[i, word >> 3] >> np.uint64(8 * (word & 7)) & _BYTE != _ZERO:
            row[word] &= sets.possible[at]
            left += count_bits(row[word])
            at += 1
        elif word >= low:
            row[word] = _ZERO
    return left


@kernel
def _find_leads(
    lanes: Lanes,
    unseen: Unseen,
    sets: Sets,
    i: int,
    tops: int,
    won: int,
    draw: U64,
    low: int,
    high: int,
    start: int,
    leads: U64,
    ends: I64,
) -> None:
    """Fill ``leads[a]``, all 0 before, for each rank a exposed on board i."""
    for rank in range(RANKS):
        if not tops >> rank & 1:
            continue
        row = leads[rank]
        first, last = row.size, 0
        if i == 0 and start >> rank & 1:
            first, last = unseen.whole >> 6, (unseen.whole >> 6) + 1
            row[first] = np.uint64(1) << np.uint64(unseen.whole & 63)
        for lane in range(lanes.lane_first[i], lanes.lane_first[i + 1]):
            if lanes.lane_plays[lane] >> rank & 1:
                slot = lane % sets.ring.shape[0]
                _join(row, sets.ring[slot], sets.low[slot], sets.high[slot])
                first, last = min(first, sets.low[slot]), max(last, sets.high[slot])
        for k in range(unseen.counts.size):
            if unseen.plays[k] >> rank & 1 and not unseen.plays[k] & won:
                first = min(first, take_card(unseen, k, draw, row, low, high))
                last = max(last, high)
        ends[rank, 0], ends[rank, 1] = first, last
