"""The whole-table pass: every board of a layout once, no search, no bound.

For each board, and each rank that can lie on the waste then, the fewest stock cards with which play can
get there (fewer is never worse, table.py). One pass over the boards, those with more cards first, gives
the best possible result of a deal: the fewest draws that clear the tableau or, where nothing does, the
fewest cards left. It shares no shortcut with the search but that one, and so checks it.

It needs all boards of the layout in memory: 6**7 = 279,936 for seven columns of five, 22,932 for three
peaks, 1,430 for a pyramid of seven; layouts with more than ``MAX_BOARDS`` are left to the search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsolve.engine.encoding import (
    I64,
    ONE,
    OPENING,
    PLACES,
    RANKS,
    STOCK,
    STOCK_SIZE,
    U8,
    U64,
    ZERO,
    Deal,
    Rules,
)
from golfsolve.engine.jit import kernel

MAX_BOARDS = 1 << 19
NEVER = 255
FEWEST = RANKS  # the entry of a row of draws that is the smallest of the others


class Boards(NamedTuple):
    """All boards of a layout, and the plays between them.

    Sorted by falling ``key``: the board with its bits in another order, ``weight[p]`` for place p,
    column by column, so that most plays lead to a board that lies near in memory. ``first[i]`` ..
    ``first[i + 1]`` are the plays from board i: ``place`` leaves it, board ``child`` results. ``cards[i]``
    is how many cards board i has.
    """

    weight: U64  # [PLACES]
    key: U64  # [boards]
    board: U64  # [boards]
    cards: U8  # [boards]
    first: I64  # [boards + 1]
    place: U8  # [plays]
    child: npt.NDArray[np.uint32]  # [plays]; unsigned, so that numba looks for no negative index


def all_boards(rules: Rules) -> Boards | None:
    """Every board that can arise in play, or None when there are more than ``MAX_BOARDS``."""
    heights = (rules.column_places >= 0).sum(axis=1)
    if np.prod(heights + 1.0) > MAX_BOARDS:  # so many boards columns have; others must be counted
        return None
    layer = np.array([(1 << rules.size) - 1], np.uint64)
    layers = [layer]
    while layer[0]:
        children = [layer[_free(rules, layer, p)] ^ np.uint64(1 << p) for p in range(rules.size)]
        layer = np.unique(np.concatenate(children))
        layers.append(layer)
        if sum(part.size for part in layers) > MAX_BOARDS:
            return None
    board = np.concatenate(layers)
    weight = _weights(rules)
    key = np.zeros(board.size, np.uint64)
    for p in range(rules.size):
        key[board >> np.uint64(p) & ONE == ONE] += weight[p]
    order = np.argsort(~key)
    board, key = board[order], key[order]
    plays = [(p, np.flatnonzero(_free(rules, board, p))) for p in range(rules.size)]
    parent = np.concatenate([parents for _, parents in plays])
    place = np.concatenate([np.full(parents.size, p, np.uint8) for p, parents in plays])
    child = np.searchsorted(~key, ~(key[parent] - weight[place]))
    order = np.argsort(parent, kind="stable")
    first = np.searchsorted(parent[order], np.arange(board.size + 1))
    return Boards(
        weight,
        key,
        board,
        np.bitwise_count(board),
        first.astype(np.int64),
        place[order],
        child[order].astype(np.uint32),
    )


def _free(rules: Rules, boards: U64, place: int) -> npt.NDArray[np.bool_]:
    """On which of the boards the card in ``place`` is there and exposed."""
    there: npt.NDArray[np.bool_] = boards & np.uint64(1 << place) != 0
    return there & (boards & rules.covers[place] == 0)


def _weights(rules: Rules) -> U64:
    """A bit for each place: column by column, the deepest card highest; in dealing order without."""
    places = [int(p) for column in rules.column_places for p in column if p >= 0] or range(rules.size)
    weight = np.zeros(PLACES, np.uint64)
    for number, p in enumerate(places):
        weight[p] = 1 << (rules.size - 1 - number)
    return weight


def new_draws(boards: Boards) -> U8:
    """Memory for one pass, uint8[boards, RANKS + 1].

    Entry [i, r] is the fewest draws that reach board i with waste rank r, or NEVER; [i, FEWEST] is the
    smallest of the row. A row is 16 bytes, so that it lies in one cache line.
    """
    return np.zeros((boards.board.size, RANKS + 1), np.uint8)


@kernel
def spread(rules: Rules, deal: Deal, boards: Boards, draws: U8, root: int) -> int:
    """Fill ``draws`` from board number ``root`` (the deal's) on; the number of the best board.

    That is the last one, the empty table, if it is reached, else the first of those with fewest cards.
    """
    carriers, counts = _carriers(rules)
    next_draw = _next_draw(rules, deal)
    rank_of = np.zeros(PLACES, np.uint64)
    for place in range(PLACES):
        rank_of[place] = deal.rank[place]
    draws[:] = NEVER
    draws[root, deal.start[OPENING]] = 0
    draws[root, FEWEST] = 0
    best = root
    for i in range(root, boards.board.size):
        row = draws[i]
        fewest = row[FEWEST]
        if fewest == NEVER:
            continue
        if boards.cards[i] < boards.cards[best]:
            best = i
        for play in range(boards.first[i], boards.first[i + 1]):
            rank = rank_of[boards.place[play]]
            arrival = next_draw[rank, fewest]
            for k in range(counts[rank]):
                arrival = min(arrival, row[carriers[rank, k]])
            # Written whether it changes or not: a branch here would be foreseen wrongly half of the time.
            child = draws[boards.child[play]]
            child[rank] = min(child[rank], arrival)
            child[FEWEST] = min(child[FEWEST], arrival)
    return best


@kernel
def _carriers(rules: Rules) -> tuple[I64, I64]:
    """For each rank the waste ranks that it plays on, int64[RANKS, RANKS], and how many they are."""
    carriers = np.zeros((RANKS, RANKS), np.int64)
    counts = np.zeros(RANKS, np.int64)
    for rank in range(RANKS):
        for waste in range(RANKS):
            if rules.adjacency[waste] >> np.uint64(rank) & ONE:
                carriers[rank, counts[rank]] = waste
                counts[rank] += 1
    return carriers, counts


@kernel
def _next_draw(rules: Rules, deal: Deal) -> U8:
    """``[rank, d]``: the fewest draws, at least one more than d, after which ``rank`` plays; or NEVER."""
    table = np.full((RANKS, STOCK + 1), np.uint8(NEVER))
    for rank in range(RANKS):
        for drawn in range(deal.start[STOCK_SIZE] - 1, -1, -1):
            if rules.adjacency[deal.stock[drawn]] >> np.uint64(rank) & ONE:
                table[rank, drawn] = drawn + 1
            else:
                table[rank, drawn] = table[rank, drawn + 1]
    return table


@kernel
def best_line(
    rules: Rules, deal: Deal, boards: Boards, draws: U8, root: int, best: int, places: I64, drawn: I64
) -> int:
    """Write the plays from board ``root`` to ``best``, and how many cards are drawn at each; their number.

    Walks back: from a board and waste rank to one with a card more, from which the same draw count leads
    there.
    """
    carriers, counts = _carriers(rules)
    next_draw = _next_draw(rules, deal)
    plays = int(boards.cards[root]) - int(boards.cards[best])
    child = best
    rank = _rank_with(draws[child], draws[child, FEWEST])
    for step in range(plays - 1, -1, -1):
        target = draws[child, rank]
        parent, through = -1, -1
        for place in range(rules.size):
            bit = ONE << np.uint64(place)
            board = boards.board[child] | bit
            if board == boards.board[child] or not boards.board[root] & bit or deal.rank[place] != rank:
                continue
            if rules.covers[place] & board:
                continue
            parent = _find(boards, boards.key[child] + boards.weight[place])
            if parent < 0 or draws[parent, FEWEST] == NEVER:
                continue
            if next_draw[rank, draws[parent, FEWEST]] == target:
                through = _rank_with(draws[parent], draws[parent, FEWEST])
            for k in range(counts[rank]):
                if draws[parent, carriers[rank, k]] == target:
                    through = carriers[rank, k]
            if through >= 0:
                places[step] = place
                break
        drawn[step] = target
        child, rank = parent, through
    return plays


@kernel
def _rank_with(row: U8, draws: int) -> int:
    rank = 0
    while row[rank] != draws:
        rank += 1
    return rank


@kernel
def _find(boards: Boards, key: np.uint64) -> int:
    """The number of the board with that key, or -1 where it cannot arise."""
    low, high = 0, boards.key.size
    while low < high:
        middle = (low + high) // 2
        if boards.key[middle] > key:
            low = middle + 1
        else:
            high = middle
    return low if low < boards.key.size and boards.key[low] == key else -1


@kernel
def find_root(boards: Boards, deal: Deal) -> int:
    """The number of the deal's board, or -1 where it cannot arise in play."""
    key = ZERO
    for place in range(PLACES):
        if deal.board[0] >> np.uint64(place) & ONE:
            key += boards.weight[place]
    return _find(boards, key)
