"""Pattern tables: a small game, solved exactly, that is easier than the real one.

Keep only the cards of a window of ranks (A..7, say) and let all other ranks be free: a card outside
the window is there whenever it would help. What is lost in this easier game is lost in the real one.
Column order is respected, so a table sees blocked Aces and Kings that counting cannot. It holds for every
rule that says by ranks alone what plays on what, jokers and dead Kings included, for any number of decks,
and for positions. (The field's word is pattern database.)

A state of the small game is how many window cards are left in each column (a number in mixed radix),
the waste lane, and the stock cards drawn. Having drawn fewer is never worse (see table.py), so for each
(columns, lane) one number says all: 1 + the latest draw count from which the small game can be won, 0
for never. A state of the search whose draw count is later is dead.

An entry is one word, a byte a lane::

    byte   7        6 .. 0
           outside  the window's ranks: what lies on the waste

Which window ranks play on lane w: those that the rules allow on it, and, if some outside rank plays on
w, also all that play on an outside rank, because a free outside card can come between. This holds for
a waste card that was played and for one that was drawn. Windows hold at most 7 ranks, a joker among
them where there are jokers (outside, it would free everything).

Solved backwards, once a deal (filling.py): an entry needs only entries with one card fewer. Where some
cards may be left at the end (best.py), a state with no more of them is won.

The search wants to know the entry of each child, not its own (column_search.py). So beside a table stands
one of ``children``: byte c of its entry is the value after column c's window card is played, byte 7 the
value of the state itself on the outside lane, which is that of every child whose card is outside the
window.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from golfsolve.engine.encoding import (
    I64,
    JOKER_RANK,
    LEFT,
    ONE,
    PLACES,
    RANKS,
    STOCK_SIZE,
    U64,
    ZERO,
    Deal,
    Rules,
)
from golfsolve.engine.filling import LANES, MAX_COLUMNS, OUTSIDE, ROW, Shape, fill, make_steps
from golfsolve.engine.jit import inner_kernel

MAX_PATTERNS = 4
TABLE_ROWS = 1 << 13  # rows of a pattern; windows that need more lose ranks
WIDE_ROWS = 1 << 18  # the same late in the search for a hard deal: 16 MB a pattern

_BYTE = np.uint64(0xFF)


class Patterns(NamedTuple):
    """The pattern tables of one deal, filled by :func:`build`.

    ``entries[i]`` is the table of pattern i and ``children[i]`` the one beside it, state s in row s // 8;
    a search that has no use for children has no rows for them.
    ``weight[i, p]`` is what leaving place p takes off the state, ``lane[i, r]`` 8 times the byte of
    waste rank r, ``full[i]`` the state of the whole deal, ``inside[i]`` two words of 16 bytes by rank, 255
    for those of the window.
    """

    entries: U64  # [MAX_PATTERNS, rows, ROW]
    children: U64  # [MAX_PATTERNS, rows or 1, ROW]
    weight: I64  # [MAX_PATTERNS, PLACES]
    lane: U64  # [MAX_PATTERNS, RANKS]
    full: I64  # [MAX_PATTERNS]
    inside: U64  # [MAX_PATTERNS, 2]


def new_patterns(rows: int, child_rows: int) -> Patterns:
    """Memory for the tables of one deal, with so many rows; children are left out where they have fewer."""
    return Patterns(
        np.zeros((MAX_PATTERNS, rows, ROW), np.uint64),
        np.zeros((MAX_PATTERNS, child_rows, ROW), np.uint64),
        np.zeros((MAX_PATTERNS, PLACES), np.int64),
        np.zeros((MAX_PATTERNS, RANKS), np.uint64),
        np.zeros(MAX_PATTERNS, np.int64),
        np.zeros((MAX_PATTERNS, 2), np.uint64),
    )


def choose_windows(jokers: bool) -> I64:
    """The windows' ranks, int64[MAX_PATTERNS, 7], the most useful window first.

    Aces and Kings are the cards that get stuck without wrap: one window from the Ace up, one from the
    King down, one of both ends, and the middle. With wrap they cover the circle from all sides. The end
    of each list is what a table without room drops first.
    """
    size = LANES - 1 - jokers
    joker = [JOKER_RANK] * jokers
    windows = [
        [0, 1, 2, 3, 4, 5, 6],
        [12, 11, 10, 9, 8, 7, 6],
        [0, 12, 1, 11, 2, 10, 3],
        [3, 4, 5, 6, 7, 8, 9],
    ]
    return np.array([joker + window[:size] for window in windows], np.int64)


@inner_kernel
def latest(patterns: Patterns, pattern: int, state: int, rank: int) -> int:
    """1 + the latest draw count from which the pattern can still be won on waste ``rank``; 0: never."""
    entry = patterns.entries[pattern, state // ROW, state % ROW]
    return int(entry >> patterns.lane[pattern, rank] & _BYTE)


@inner_kernel
def build(rules: Rules, deal: Deal, patterns: Patterns, pattern: int, ranks: int, room: int) -> None:
    """Solve one pattern of a deal, with the first ``ranks`` ranks of its window, or those that have room."""
    inner, window = -1, ZERO
    while True:
        window = ZERO
        for i in range(ranks):
            window |= ONE << np.uint64(rules.windows[pattern, i])
        inner = _inner_column(rules, deal, window, room)
        if inner >= -1:
            break
        ranks -= 1
    lane = patterns.lane[pattern]
    lane[:] = np.uint64(8 * OUTSIDE)
    patterns.inside[pattern] = ZERO
    for i in range(ranks):
        rank = rules.windows[pattern, i]
        lane[rank] = np.uint64(8 * i)
        patterns.inside[pattern, rank // 8] |= _BYTE << np.uint64(rank % 8 * 8)
    accepted = _accepted(rules, pattern, ranks, window)
    steps = make_steps(rules, deal, pattern, ranks, lane, accepted)
    shape = _lay_out(rules, deal, patterns, pattern, window, inner)
    stock, left = deal.start[STOCK_SIZE], deal.start[LEFT]
    fill(patterns.entries[pattern], patterns.children[pattern], shape, steps, stock, left)


@inner_kernel
def _inner_column(rules: Rules, deal: Deal, window: np.uint64, room: int) -> int:
    """The column with most window cards, -1 if there are none, -2 if the table would have no room."""
    inner, most = -1, 0
    for column in range(rules.columns):
        cards = _window_cards(rules, deal, window, column)
        if cards > most:
            inner, most = column, cards
    rows = 1
    for column in range(rules.columns):
        if column != inner:
            rows *= 1 + _window_cards(rules, deal, window, column)
        if rows > room:
            return -2
    return inner if most < ROW else -2


@inner_kernel
def _window_cards(rules: Rules, deal: Deal, window: np.uint64, column: int) -> int:
    cards = 0
    for place in rules.column_places[column]:
        if _in_window(deal, window, place):
            cards += 1
    return cards


@inner_kernel
def _in_window(deal: Deal, window: np.uint64, place: int) -> bool:
    if place < 0 or not deal.board[0] >> np.uint64(place) & ONE:
        return False
    return window >> np.uint64(deal.rank[place]) & ONE != ZERO


@inner_kernel
def _accepted(rules: Rules, pattern: int, ranks: int, window: np.uint64) -> U64:
    """For each lane the mask of window ranks that play on it, directly or over an outside card."""
    outside = ~window & np.uint64((1 << 13) - 1)
    over_outside = ZERO
    for rank in range(13):
        if outside >> np.uint64(rank) & ONE:
            over_outside |= rules.adjacency[rank] & window
    accepted = np.zeros(LANES, np.uint64)
    accepted[OUTSIDE] = over_outside
    for i in range(ranks):
        taken = rules.adjacency[rules.windows[pattern, i]]
        accepted[i] = taken & window
        if taken & outside:
            accepted[i] |= over_outside
    return accepted


@inner_kernel
def _lay_out(
    rules: Rules, deal: Deal, patterns: Patterns, pattern: int, window: np.uint64, inner: int
) -> Shape:
    weight = patterns.weight[pattern]
    weight[:] = 0
    cards = np.zeros(MAX_COLUMNS, np.int64)
    stride = np.zeros(MAX_COLUMNS, np.int64)
    byte = np.zeros(MAX_COLUMNS, np.uint64)
    lane_of = np.zeros((MAX_COLUMNS, ROW), np.int64)
    inner_lane = np.zeros(ROW, np.int64)
    columns, rows, run = 0, 1, 0
    for column in range(rules.columns):
        count = 0
        for place in rules.column_places[column]:
            if _in_window(deal, window, place):
                card_lane = np.int64(patterns.lane[pattern, deal.rank[place]]) // 8
                if column == inner:
                    inner_lane[count] = card_lane
                    weight[place] = 1
                else:
                    lane_of[columns, count] = card_lane
                    weight[place] = ROW * rows
                count += 1
        if column == inner:
            run = count
        elif count:
            cards[columns] = count
            stride[columns] = rows
            byte[columns] = np.uint64(8 * (column % ROW))
            rows *= count + 1
            columns += 1
    patterns.full[pattern] = ROW * (rows - 1) + run
    size = (cards[0] + 1) * (cards[1] + 1) * (cards[2] + 1)
    groups = np.zeros((size, 3), np.int64)
    count = 0
    for diagonal in range(cards[0] + cards[1] + cards[2] + 1):
        for third in range(max(0, diagonal - cards[0] - cards[1]), min(cards[2], diagonal) + 1):
            rest = diagonal - third
            for first in range(max(0, rest - cards[1]), min(cards[0], rest) + 1):
                groups[count, 0] = first
                groups[count, 1] = rest - first
                groups[count, 2] = third
                count += 1
    inner_byte = np.uint64(8 * (max(inner, 0) % ROW))
    return Shape(cards, stride, byte, lane_of, columns, inner_lane, inner_byte, run, rows, groups)
