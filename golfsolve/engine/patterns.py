"""Pattern tables: a small game, solved exactly, that is easier than the real one.

Keep only the cards of a window of ranks (A..7, say) and let all other ranks be free: a card outside
the window is there whenever it would help. What is lost in this easier game is lost in the real one.
Column order is respected, so a table sees blocked Aces and Kings that counting cannot.

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

Solved backwards, once a deal: an entry needs only entries with one card fewer. Where some cards may be left
at the end (best.py), a state with no more of them is won.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from golfsolve.engine.encoding import (
    I64,
    JOKER_RANK,
    LEFT,
    ONE,
    ONES,
    PLACES,
    RANKS,
    STOCK,
    STOCK_SIZE,
    U64,
    ZERO,
    Deal,
    Rules,
)
from golfsolve.engine.jit import byte_max, kernel

LANES = 8
OUTSIDE = 7
MAX_PATTERNS = 4
MAX_COLUMNS = 64
TABLE_SIZE = 1 << 16  # entries a pattern; windows that need more lose ranks

_BYTE = np.uint64(0xFF)


class Patterns(NamedTuple):
    """The pattern tables of one deal, filled by :func:`build`.

    ``entries[i, state]`` is the table of pattern i; the last row entry beyond a table's states stays 0.
    ``weight[i, p]`` is what leaving place p takes off the state, ``lane[i, r]`` 8 times the byte of
    waste rank r, ``full[i]`` the state of the whole deal.
    """

    entries: U64  # [MAX_PATTERNS, TABLE_SIZE + 1]
    weight: I64  # [MAX_PATTERNS, PLACES]
    lane: U64  # [MAX_PATTERNS, RANKS]
    full: I64  # [MAX_PATTERNS]


def new_patterns() -> Patterns:
    """Memory for the tables of one deal."""
    return Patterns(
        np.zeros((MAX_PATTERNS, TABLE_SIZE + 1), np.uint64),
        np.zeros((MAX_PATTERNS, PLACES), np.int64),
        np.zeros((MAX_PATTERNS, RANKS), np.uint64),
        np.zeros(MAX_PATTERNS, np.int64),
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


@kernel
def latest(patterns: Patterns, pattern: int, state: int, rank: int) -> int:
    """1 + the latest draw count from which the pattern can still be won on waste ``rank``; 0: never."""
    return int(patterns.entries[pattern, state] >> patterns.lane[pattern, rank] & _BYTE)


@kernel
def build(rules: Rules, deal: Deal, patterns: Patterns, pattern: int, ranks: int) -> int:
    """Solve one pattern of a deal, with the first ``ranks`` ranks of its window; the entries written."""
    # Drop ranks from the end of the list until the table has room.
    while True:
        window = ZERO
        for i in range(ranks):
            window |= ONE << np.uint64(rules.windows[pattern, i])
        size = _table_size(rules, deal, window)
        if size <= TABLE_SIZE:
            break
        ranks -= 1
    lanes = patterns.lane[pattern]
    lanes[:] = np.uint64(8 * OUTSIDE)
    for i in range(ranks):
        lanes[rules.windows[pattern, i]] = np.uint64(8 * i)
    accepted = _accepted(rules, pattern, ranks, window)
    before = _before(rules, deal, pattern, ranks, lanes, accepted)
    _fill(rules, deal, patterns, pattern, window, before)
    return size


@kernel
def _table_size(rules: Rules, deal: Deal, window: np.uint64) -> int:
    size = 1
    for column in range(rules.columns):
        cards = 1
        for place in rules.column_places[column]:
            if _in_window(deal, window, place):
                cards += 1
        size *= cards
        if size > TABLE_SIZE:
            break
    return size


@kernel
def _in_window(deal: Deal, window: np.uint64, place: int) -> bool:
    if place < 0 or not deal.board[0] >> np.uint64(place) & ONE:
        return False
    return window >> np.uint64(deal.rank[place]) & ONE != ZERO


@kernel
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


@kernel
def _before(rules: Rules, deal: Deal, pattern: int, ranks: int, lanes: U64, accepted: U64) -> U64:
    """``before[i, v]``: the entry of a state from which window rank i is played into value v.

    On the lanes that take the rank the value stays. On all others a stock card must carry it. Value v
    means won from draw count v - 1 at the latest, so that must be stock card j with j + 1 <= v - 1, and
    the state before it is drawn has draw count j, value j + 1.
    """
    before = np.zeros((LANES, STOCK + 2), np.uint64)
    for i in range(ranks):
        rank = np.uint64(rules.windows[pattern, i])
        taking = ZERO
        for lane in range(LANES):
            if accepted[lane] >> rank & ONE:
                taking |= _BYTE << np.uint64(8 * lane)
        best = ZERO
        for value in range(1, deal.start[STOCK_SIZE] + 2):
            if value > 1 and accepted[np.int64(lanes[deal.stock[value - 2]]) // 8] >> rank & ONE:
                best = np.uint64(value - 1) * ONES
            before[i, value] = byte_max(np.uint64(value) * ONES & taking, best)
    return before


@kernel
def _fill(rules: Rules, deal: Deal, patterns: Patterns, pattern: int, window: np.uint64, before: U64) -> None:
    entries = patterns.entries[pattern]
    weight = patterns.weight[pattern]
    weight[:] = 0
    # Columns that hold window cards: how many, their lanes from the deepest on, their place value.
    cards = np.zeros(MAX_COLUMNS, np.int64)
    lane_of = np.zeros((MAX_COLUMNS, PLACES), np.uint64)
    value = np.zeros(MAX_COLUMNS, np.int64)
    columns = 0
    size = 1
    for column in range(rules.columns):
        count = 0
        for place in rules.column_places[column]:
            if _in_window(deal, window, place):
                lane_of[columns, count] = patterns.lane[pattern, deal.rank[place]]
                weight[place] = size
                count += 1
        if count:
            cards[columns] = count
            value[columns] = size
            size *= count + 1
            columns += 1
    patterns.full[pattern] = size - 1

    entries[0] = np.uint64(deal.start[STOCK_SIZE] + 1) * ONES
    left = np.zeros(MAX_COLUMNS, np.int64)  # window cards left in each column
    # The columns with cards left, but for the first: where their successors lie and what they need.
    offset = np.zeros(MAX_COLUMNS, np.int64)
    lane = np.zeros(MAX_COLUMNS, np.uint64)
    run = cards[0] + 1  # states that differ in the first column alone follow each other
    state = 0
    while state < size:
        active = 0
        others = 0
        for column in range(1, columns):
            if left[column]:
                others += left[column]
                offset[active] = value[column]
                lane[active] = lane_of[column, left[column] - 1]
                active += 1
        won = min(run, max(0, deal.start[LEFT] - others + 1))
        for first in range(won):
            entries[state + first] = entries[0]
        for first in range(won, run):
            entry = ZERO
            for i in range(active):
                after = entries[state + first - offset[i]] >> lane[i] & _BYTE
                entry = byte_max(entry, before[np.int64(lane[i]) // 8, np.int64(after)])
            if first:
                last = lane_of[0, first - 1]
                after = entries[state + first - 1] >> last & _BYTE
                entry = byte_max(entry, before[np.int64(last) // 8, np.int64(after)])
            entries[state + first] = entry
        state += run
        column = 1
        while column < columns and left[column] == cards[column]:
            left[column] = 0
            column += 1
        left[column] += 1
