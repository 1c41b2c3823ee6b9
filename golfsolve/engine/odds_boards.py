"""All boards that can arise from a position, and the plays between them, for the exact odds.

Boards are sorted by a falling key, the board with its bits in column order: a play only takes a bit away, so
every play leads to a later board, and most lead to one that lies near in memory.

What a board offers depends on the waste only through the *plays* that its rank allows: the set of ranks,
exposed on this board, that go on it. Two ranks with the same plays are the same, and so are all from which
nothing plays. So a card that was just played is not known by its rank but by its *lane*: lane l belongs
to one board and one such set of plays, ``lane_plays[l]``, and each play leads to one lane.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsolve.engine.jit import kernel

RANKS = 14  # A .. K, and the joker

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio, as in table.py
_MIXED = np.uint64(20)

U64 = npt.NDArray[np.uint64]
I64 = npt.NDArray[np.int64]
U32 = npt.NDArray[np.uint32]
U16 = npt.NDArray[np.uint16]
U8 = npt.NDArray[np.uint8]


class Boards(NamedTuple):
    """Boards and plays: those from board i are ``first[i]`` .. ``first[i + 1]``.

    ``place`` is the card's place, ``child`` the board that the play leads to. Board 0 is the position, the
    last one the empty tableau.
    """

    board: U64  # [boards]
    first: I64  # [boards + 1]
    place: U8  # [plays]
    child: U32  # [plays]


class Lanes(NamedTuple):
    """How cards come to the waste: the lanes of board i are ``lane_first[i]`` .. ``lane_first[i + 1]``.

    ``clears[l]`` is 1 where the rest of the tableau can be played from lane l without a draw.
    """

    rank: U8  # [plays], of the card that the play takes
    lane: U32  # [plays], the lane that the play leads to
    lane_first: I64  # [boards + 1]
    lane_plays: U16  # [lanes]
    clears: U8  # [lanes]


def all_boards(covers: U64, order: list[int], root: int, limit: int) -> Boards | None:
    """Every board that can arise from ``root``, or None where there are more than ``limit``.

    ``covers[p]`` masks the places over place p; ``order`` lists the places from the one that counts most in
    the key.
    """
    found = np.zeros(limit, np.uint64)
    bits = max(4, int(4 * limit).bit_length())
    size = _collect(covers, np.uint64(root), found, np.full(1 << bits, -1, np.int32))
    if size < 0:
        return None
    board = found[:size]
    key = np.zeros(size, np.uint64)
    for number, place in enumerate(order):
        weight = np.uint64(len(order) - 1 - number)
        key |= (board >> np.uint64(place) & _ONE) << weight
    board = board[np.argsort(~key)]
    first = np.zeros(size + 1, np.int64)
    plays = _count_plays(covers, board, first)
    places, children = np.zeros(plays, np.uint8), np.zeros(plays, np.uint32)
    _link(covers, board, first, places, children, np.full(1 << bits, -1, np.int32))
    return Boards(board, first, places, children)


@kernel
def _slot(table: npt.NDArray[np.int32], boards: U64, board: np.uint64) -> np.int64:
    """Where the board stands in the table, or where it would."""
    slot = np.int64(board * _MULTIPLIER >> _MIXED) & table.size - 1
    while table[slot] >= 0 and boards[table[slot]] != board:
        slot = slot + 1 & table.size - 1
    return slot


@kernel
def _is_free(covers: U64, board: np.uint64, place: int) -> bool:
    return board >> np.uint64(place) & _ONE != _ZERO and covers[place] & board == _ZERO


@kernel
def _collect(covers: U64, root: np.uint64, boards: U64, table: npt.NDArray[np.int32]) -> int:
    """Fill ``boards`` with all that can arise from ``root``; their number, or -1 where they do not fit."""
    boards[0] = root
    size = 1
    done = 0
    while done < size:
        board = boards[done]
        done += 1
        for place in range(covers.size):
            if _is_free(covers, board, place):
                child = board ^ _ONE << np.uint64(place)
                slot = _slot(table, boards, child)
                if table[slot] < 0:
                    if size == boards.size:
                        return -1
                    table[slot] = size
                    boards[size] = child
                    size += 1
    return size


@kernel
def _count_plays(covers: U64, boards: U64, first: I64) -> int:
    plays = 0
    for i in range(boards.size):
        first[i] = plays
        for place in range(covers.size):
            if _is_free(covers, boards[i], place):
                plays += 1
    first[boards.size] = plays
    return plays


@kernel
def _link(
    covers: U64, boards: U64, first: I64, places: U8, children: U32, table: npt.NDArray[np.int32]
) -> None:
    for i in range(boards.size):
        table[_slot(table, boards, boards[i])] = i
    for i in range(boards.size):
        play = first[i]
        for place in range(covers.size):
            if _is_free(covers, boards[i], place):
                places[play] = place
                children[play] = table[_slot(table, boards, boards[i] ^ _ONE << np.uint64(place))]
                play += 1


def all_lanes(boards: Boards, ranks: U8, adjacency: U16) -> Lanes:
    """The lanes of a deal: ``ranks[p]`` is the rank in place p, ``adjacency[r]`` masks what plays on r."""
    size = boards.board.size
    rank = ranks[boards.place]
    tops = np.zeros(size, np.uint16)
    arrivals = np.zeros(size, np.uint16)
    lane_first = np.zeros(size + 1, np.int64)
    count = _count_lanes(boards, rank, adjacency, tops, arrivals, lane_first)
    lane_plays, clears = np.zeros(count, np.uint16), np.zeros(count, np.uint8)
    lane = np.zeros(rank.size, np.uint32)
    lanes = Lanes(rank, lane, lane_first, lane_plays, clears)
    _fill_lanes(boards, lanes, adjacency, tops, arrivals)
    _find_clears(boards, lanes)
    return lanes


@kernel
def _count_lanes(boards: Boards, rank: U8, adjacency: U16, tops: U16, arrivals: U16, lane_first: I64) -> int:
    for i in range(boards.board.size):
        for play in range(boards.first[i], boards.first[i + 1]):
            bit = np.uint16(1 << rank[play])
            tops[i] |= bit
            arrivals[boards.child[play]] |= bit
    plays = np.zeros(RANKS, np.uint16)
    count = 0
    for i in range(boards.board.size):
        lane_first[i] = count
        count += _distinct_plays(tops[i], arrivals[i], adjacency, plays)
    lane_first[boards.board.size] = count
    return count


@kernel
def _distinct_plays(tops: int, arrivals: int, adjacency: U16, plays: U16) -> int:
    """The different plays that a card just played can offer, in the order of the cards' ranks."""
    count = 0
    for rank in range(RANKS):
        if arrivals >> rank & 1:
            offered = np.uint16(adjacency[rank] & tops)
            known = False
            for other in range(count):
                known |= plays[other] == offered
            if not known:
                plays[count] = offered
                count += 1
    return count


@kernel
def _fill_lanes(boards: Boards, lanes: Lanes, adjacency: U16, tops: U16, arrivals: U16) -> None:
    plays = np.zeros(RANKS, np.uint16)
    for i in range(boards.board.size):
        count = _distinct_plays(tops[i], arrivals[i], adjacency, plays)
        for lane in range(count):
            lanes.lane_plays[lanes.lane_first[i] + lane] = plays[lane]
    for play in range(boards.place.size):
        child = boards.child[play]
        offered = adjacency[lanes.rank[play]] & tops[child]
        lane = lanes.lane_first[child]
        while lanes.lane_plays[lane] != offered:
            lane += 1
        lanes.lane[play] = lane


@kernel
def _find_clears(boards: Boards, lanes: Lanes) -> None:
    empty = boards.board.size - 1
    for lane in range(lanes.lane_first[empty], lanes.lane_first[empty + 1]):
        lanes.clears[lane] = 1
    for i in range(empty - 1, -1, -1):
        won = 0  # the ranks whose play clears the tableau without a draw
        for play in range(boards.first[i], boards.first[i + 1]):
            if lanes.clears[lanes.lane[play]]:
                won |= 1 << lanes.rank[play]
        for lane in range(lanes.lane_first[i], lanes.lane_first[i + 1]):
            lanes.clears[lane] = lanes.lane_plays[lane] & won != 0


@kernel
def spans(boards: Boards, lanes: Lanes) -> tuple[np.int64, np.int64]:
    """How far plays reach: in boards, and in lanes from a board's first to the last of its child's."""
    far, far_lanes = np.int64(1), np.int64(1)
    for i in range(boards.board.size):
        for play in range(boards.first[i], boards.first[i + 1]):
            child = np.int64(boards.child[play])
            far = max(far, child - i)
            far_lanes = max(far_lanes, lanes.lane_first[child + 1] - lanes.lane_first[i])
    return far, far_lanes
