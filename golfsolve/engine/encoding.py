"""The bitboard, rules and deals as arrays, and what a move does to them.

A board is a 64-bit word: bit p is set while the tableau card dealt as number p (from 0) is still on
the table. Golf, 7 columns of 5, dealt in rows, the lowest row exposed::

       column   1   2   3   4   5   6   7
    deepest     0   1   2   3   4   5   6
                7   8   9  10  11  12  13
               14  15  16  17  18  19  20        bit 34 .......................... bit 0
               21  22  23  24  25  26  27        [ row 5 | row 4 | row 3 | row 2 | row 1 ]
    exposed    28  29  30  31  32  33  34

A pyramid is the same with other covers; row by row, card 3 lies under cards 6 and 7::

               0
              1 2
             3 4 5
            6 7 8 9

A state is (board, waste rank, stock cards drawn); suits never matter. Ranks are 0..12 for A..K, 13 for
a joker, 14 for a waste that no card lies on yet. What may be played on waste rank w is the mask
``adjacency[w]``, one bit a rank: the engine knows no other rule.

Worked example: board = 2**35 - 1, exposed = 0b1111111 << 28. Playing column 3 (bit 30) gives
board ^ 1 << 30, and exposes bit 23, whose cover mask is 1 << 30.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsolve.engine.jit import inner_kernel, kernel

RANKS = 15
PLACES = 64  # bits of a board; the last one stays free
STOCK = 108  # room for the stock: two decks and four jokers
WORDS = 8  # of the packed counting bound, see bounds.py
EMPTY_WASTE = 14
JOKER_RANK = 13
NO_PLACE = -1
NO_RANK = 255

ZERO = np.uint64(0)
ONE = np.uint64(1)
ONES = np.uint64(0x0101010101010101)  # a 1 in each byte

U64 = npt.NDArray[np.uint64]
I64 = npt.NDArray[np.int64]
U8 = npt.NDArray[np.uint8]


class Rules(NamedTuple):
    """One variant as arrays; the same for all its deals.

    ``below[p]`` holds the up to two places that card p lies on (or NO_PLACE), ``covers[p]`` the mask of
    places over p. ``column_places[i, k]`` is the k-th deepest place of column i, ``columns`` their
    number (0 in layouts without). ``fits[w]`` is ``adjacency[w]`` as 16 bytes by rank, 255 for each that
    plays on w (arrivals.py). ``walks`` says whether ranks form a circle without jokers, so that
    walk.py applies. ``in_set`` and ``beside_set`` are the packed conditions of bounds.py,
    ``windows[i]`` the ranks of pattern i, most important first (patterns.py). ``stages`` says when they are
    built, ``restart_nodes`` when the search first
    restarts (solve.py), and ``first_turn`` when it first begins from the other end (both_ends.py).
    """

    size: int
    columns: int
    walks: bool
    adjacency: U64  # [RANKS]
    fits: U64  # [RANKS, 2]
    covers: U64  # [PLACES]
    below: I64  # [PLACES, 2]
    column_places: I64  # [columns, height]
    in_set: U64  # [RANKS, WORDS]
    beside_set: U64  # [RANKS, WORDS]
    windows: I64  # [patterns, ranks]
    stages: I64  # [stages, 3]: from so many nodes on, so many patterns, with windows of so many ranks
    restart_nodes: int
    first_turn: int


class Deal(NamedTuple):
    """One deal as arrays, filled by :func:`load`.

    ``rank[p]`` is the rank in place p. ``plays_on[w]`` is the mask of places whose card may be played on
    waste rank w, ``plays_on_stock[j]`` the same for the j-th stock card, ``of_rank[r]`` that of the cards
    of rank r. ``twins[p]`` masks the higher places that are interchangeable with p once no card lies on
    either: same rank, and the same cards under both, mostly none. ``start`` holds the opening
    rank, the number of stock cards, the number of patterns in use, and how many tableau cards may be left
    at the end (0, but see best.py). ``covered[d]`` sums ``beside_set`` over the first d stock cards,
    ``next_draw`` belongs to arrivals.py.
    """

    board: U64  # [1]
    rank: I64  # [PLACES]
    stock: I64  # [STOCK]
    start: I64  # [4]
    plays_on: U64  # [RANKS]
    plays_on_stock: U64  # [STOCK]
    of_rank: U64  # [RANKS]
    twins: U64  # [PLACES]
    covered: U64  # [STOCK + 1, WORDS]
    next_draw: U64  # [STOCK + 1, 2]


OPENING, STOCK_SIZE, PATTERNS, LEFT = 0, 1, 2, 3  # fields of Deal.start


def new_deal() -> Deal:
    """Memory for one deal."""
    return Deal(
        np.zeros(1, np.uint64),
        np.zeros(PLACES, np.int64),
        np.zeros(STOCK, np.int64),
        np.zeros(4, np.int64),
        np.zeros(RANKS, np.uint64),
        np.zeros(STOCK, np.uint64),
        np.zeros(RANKS, np.uint64),
        np.zeros(PLACES, np.uint64),
        np.zeros((STOCK + 1, WORDS), np.uint64),
        np.zeros((STOCK + 1, 2), np.uint64),
    )


@kernel
def load(rules: Rules, deal: Deal, tableau: U8, opening: int, stock: U8) -> None:
    """Fill ``deal`` from ranks: ``tableau`` uint8[size] (NO_RANK: no card there), ``stock`` uint8[n]."""
    board = ZERO
    plays_on = deal.plays_on
    plays_on[:] = ZERO
    deal.of_rank[:] = ZERO
    for place in range(rules.size):
        rank = np.int64(tableau[place])
        deal.rank[place] = rank
        if rank == NO_RANK:
            continue
        bit = ONE << np.uint64(place)
        board |= bit
        deal.of_rank[rank] |= bit
        for waste in range(RANKS):
            if rules.adjacency[waste] >> np.uint64(rank) & ONE:
                plays_on[waste] |= bit
    deal.board[0] = board
    _find_twins(rules, deal)
    deal.start[OPENING] = opening
    deal.start[STOCK_SIZE] = stock.size
    deal.start[PATTERNS] = 0
    deal.start[LEFT] = 0
    for drawn in range(stock.size):
        rank = np.int64(stock[drawn])
        deal.stock[drawn] = rank
        deal.plays_on_stock[drawn] = plays_on[rank]
        for word in range(WORDS):
            deal.covered[drawn + 1, word] = deal.covered[drawn, word] + rules.beside_set[rank, word]


@inner_kernel
def _find_twins(rules: Rules, deal: Deal) -> None:
    for place in range(rules.size):
        deal.twins[place] = ZERO
        if deal.rank[place] == NO_RANK:
            continue
        for other in range(place + 1, rules.size):
            if deal.rank[other] == deal.rank[place]:
                same = rules.below[other, 0] == rules.below[place, 0]
                if same and rules.below[other, 1] == rules.below[place, 1]:
                    deal.twins[place] |= ONE << np.uint64(other)


@kernel
def exposed_places(rules: Rules, board: np.uint64) -> np.uint64:
    """The mask of cards on ``board`` that no card lies on."""
    found = ZERO
    for place in range(rules.size):
        bit = ONE << np.uint64(place)
        if board & bit and rules.covers[place] & board == ZERO:
            found |= bit
    return found


@inner_kernel
def newly_exposed(rules: Rules, board: np.uint64, place: int) -> np.uint64:
    """The mask of cards that are exposed by the play of ``place``, which has just left ``board``."""
    found = ZERO
    for side in range(2):
        under = rules.below[place, side]
        if under != NO_PLACE and rules.covers[under] & board == ZERO:
            found |= ONE << np.uint64(under)
    return found & board
