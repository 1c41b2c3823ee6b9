"""Depth-first search for games of at most seven columns with a stock: all children of a state at once.

A state is (board, waste rank, stock cards drawn). Its children are told by their column, and everything that
is asked of them is answered for all columns together, a byte each (bytewise.py)::

    arrival   with how many stock cards drawn its exposed card can be played (arrivals.py)
    latest    with how many at most the pattern tables let it be, from one look-up a table (patterns.py)
    tried     with how few it has been taken up from this board before (table.py)

A child lives if ``arrival < latest`` and ``arrival < tried``. Those that live are taken up in the order of
their arrival, ties by place: the highest, which is the card of the fullest column. Of twins, exposed cards
of one rank with the same cards under them, only one is taken up: changing the two changes nothing. What is
taken up must still pass the counting bound and, once the stock is gone, the walk.

The order is right for most deals and hopeless for some: a wrong play near the deal can cost millions
of states before it is taken back. So the search restarts now and then with ties by chance
(Gomes, Selman, Crato and Kautz, J. Automated Reasoning 24, 2000). Nothing is lost with that: the states
searched to their end stay in the table, and only those of the line under way are taken out of it.

The stack lives in arrays, so the search can stop at a node budget and go on later: for progress, for
Ctrl-C, and to put in pattern tables once a deal turns out to be worth them.

The kernel takes its arrays out of their tuples before the loop: inside it that costs numba more than the
search (350 ns a state instead of 50).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from golfsolve.engine.arrivals import ALL_NEVER, NO_CARD, arrival, look_ahead
from golfsolve.engine.bounds import enough_carriers, first_slack, write_slack
from golfsolve.engine.bytewise import byte_min, bytes_equal, bytes_less, lookup
from golfsolve.engine.encoding import (
    I64,
    LEFT,
    ONE,
    ONES,
    OPENING,
    PATTERNS,
    PLACES,
    STOCK_SIZE,
    U64,
    WORDS,
    ZERO,
    Deal,
    Rules,
    new_deal,
)
from golfsolve.engine.filling import ROW
from golfsolve.engine.jit import count_bits, inner_kernel
from golfsolve.engine.line import (
    COUNTING,
    DOMINANCE,
    LOST,
    PROGRESS,
    RUNNING,
    TWINS,
    WALK,
    WON,
    Line,
    Progress,
    keep_deepest,
    new_line,
    order_ties,
)
from golfsolve.engine.patterns import MAX_PATTERNS, TABLE_ROWS, Patterns, new_patterns
from golfsolve.engine.table import forget, key_of, make_room, new_table, slot_of
from golfsolve.engine.walk import ANY_RANK, can_walk, edge_slack

MAX_COLUMNS = 7
TABLE_BITS = 14  # 2**14 entries of 16 bytes: 256 KB, half of the second-level cache of most processors
LATE_BITS = 17  # of the large table: 2 MB
_COLUMNS = 8  # bytes of a word
_NOWHERE = PLACES - 1  # the place under the lowest card
_BYTE = np.uint64(0xFF)
_OUTSIDE = np.uint64(56)  # where byte 7 begins, see patterns.py
_CHANCE = 256


class Stack(NamedTuple):
    """The levels of the line under way, and what lies under what.

    At each level: ``board``, by column the ``places`` and ``ranks`` of the exposed cards and their
    ``arrivals``, the columns still to be tried as bits of ``todo``, and the incremental parts of the
    bounds. ``under[p]`` is the place of the next card below in the column of p.
    """

    board: U64  # [PLACES + 1]
    places: U64  # [PLACES + 1]
    ranks: U64  # [PLACES + 1]
    arrivals: U64  # [PLACES + 1]
    todo: I64  # [PLACES + 1]
    slack: U64  # [PLACES + 1, WORDS]
    state: I64  # [PLACES + 1, MAX_PATTERNS]
    under: I64  # [PLACES]


class ColumnWork(NamedTuple):
    """All memory that solving needs, reused from deal to deal; one for each thread."""

    deal: Deal
    line: Line
    stack: Stack
    patterns: Patterns
    table: U64
    late_table: U64
    progress: Progress


def new_work(table_bits: int = TABLE_BITS) -> ColumnWork:
    """Memory for solving: 5 MB, of which less than half is ever touched."""
    levels = PLACES + 1
    stack = Stack(
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.int64),
        np.zeros((levels, WORDS), np.uint64),
        np.zeros((levels, MAX_PATTERNS), np.int64),
        np.zeros(PLACES, np.int64),
    )
    tables = new_table(table_bits, 2), new_table(max(table_bits, LATE_BITS), 2)
    return ColumnWork(
        new_deal(), new_line(), stack, new_patterns(TABLE_ROWS, TABLE_ROWS), *tables, np.zeros(1, PROGRESS)
    )


@inner_kernel
def start(rules: Rules, work: ColumnWork, prunes: int) -> int:
    """Put a loaded deal on the stack; the status as in :func:`search`."""
    deal, stack, progress = work.deal, work.stack, work.progress[0]
    board = deal.board[0]
    progress.nodes = progress.level = progress.deepest = 0
    fits_bound = first_slack(rules, deal, stack.slack)
    if np.int64(count_bits(board)) <= deal.start[LEFT]:
        return WON
    if prunes & COUNTING and not fits_bound:
        return LOST
    look_ahead(rules, deal)
    stack.board[0] = board
    deal.rank[_NOWHERE] = NO_CARD
    places, ranks = ZERO, ZERO
    for column in range(_COLUMNS):
        top = _NOWHERE
        if column < rules.columns:
            for place in rules.column_places[column]:
                if place >= 0 and board >> np.uint64(place) & ONE:
                    stack.under[place] = top
                    top = place
        places |= np.uint64(top) << np.uint64(8 * column)
        ranks |= np.uint64(deal.rank[top]) << np.uint64(8 * column)
    stack.places[0], stack.ranks[0] = places, ranks
    open_root(rules, work, 0)
    return RUNNING


@inner_kernel
def open_root(rules: Rules, work: ColumnWork, order: int) -> None:
    """Set level 0 to the state before the first card; ``order`` is that of ties."""
    deal, stack = work.deal, work.stack
    order_ties(work.line, order, _CHANCE)
    work.progress[0].level = 0
    opening, ranks = deal.start[OPENING], stack.ranks[0]
    low = arrival(rules.fits, deal.next_draw, opening, 0, 0)
    high = arrival(rules.fits, deal.next_draw, opening, 0, 1)
    stack.arrivals[0] = lookup(low, high, ranks)
    stack.todo[0] = bytes_less(
        stack.arrivals[0], _latest(work.patterns, deal.start[PATTERNS], stack.state, 0, ranks)
    )


@inner_kernel
def restart(rules: Rules, work: ColumnWork, order: int) -> None:
    """Give up the line under way and begin with the deal again."""
    progress = work.progress[0]
    table = work.late_table if progress.late else work.table
    generation = np.uint64(progress.late_generation if progress.late else progress.generation)
    for level in range(1, progress.level + 1):
        forget(table, work.stack.board[level], generation, rules.size)
    open_root(rules, work, order)


@inner_kernel
def _latest(patterns: Patterns, count: int, state: I64, level: int, ranks: np.uint64) -> np.uint64:
    """By column: 1 + the most draws with which its exposed card may be played, as the tables know it."""
    latest = ALL_NEVER
    for pattern in range(count):
        at = state[level, pattern]
        children = patterns.children[pattern, at // ROW, at % ROW]
        inside = lookup(patterns.inside[pattern, 0], patterns.inside[pattern, 1], ranks)
        latest = byte_min(latest, children & inside | (children >> _OUTSIDE) * ONES & ~inside)
    return latest


@inner_kernel
def use_patterns(work: ColumnWork, count: int) -> None:
    """Bring freshly built tables into a search under way; drop what they prove lost."""
    deal, stack, patterns, progress = work.deal, work.stack, work.patterns, work.progress[0]
    deal.start[PATTERNS] = count
    for pattern in range(count):
        stack.state[0, pattern] = patterns.full[pattern]
    for level in range(progress.level + 1):
        if level:
            for pattern in range(count):
                taken = patterns.weight[pattern, work.line.place[level - 1]]
                stack.state[level, pattern] = stack.state[level - 1, pattern] - taken
        live = bytes_less(
            stack.arrivals[level], _latest(patterns, count, stack.state, level, stack.ranks[level])
        )
        stack.todo[level] &= live
        played = np.uint64(work.line.place[level]) * ONES
        if level < progress.level and not live & bytes_equal(stack.places[level], played):
            progress.level = level
            return


@inner_kernel
def search(rules: Rules, work: ColumnWork, prunes: int, limit: int) -> int:
    """Go on until the deal is WON or LOST, or RUNNING with ``limit`` states entered.

    When it is WON, the deepest line is the solution.
    """
    deal, stack, line, progress = work.deal, work.stack, work.line, work.progress[0]
    boards, places_at, ranks_at, arrivals_at = stack.board, stack.places, stack.ranks, stack.arrivals
    todo_at, slack, state, under = stack.todo, stack.slack, stack.state, stack.under
    rank_of, of_rank, twins, covered, next_draw = (
        deal.rank,
        deal.of_rank,
        deal.twins,
        deal.covered,
        deal.next_draw,
    )
    in_set, beside_set, fits, size = rules.in_set, rules.beside_set, rules.fits, rules.size
    weight, inside = work.patterns.weight, work.patterns.inside
    children = work.patterns.children.reshape(MAX_PATTERNS, -1)
    place_at, drawn_at, ties = line.place, line.drawn, line.ties
    count, stock_size = deal.start[PATTERNS], deal.start[STOCK_SIZE]
    goal = np.int64(count_bits(deal.board[0])) - deal.start[LEFT]
    counting, dominance = prunes & COUNTING != 0, prunes & DOMINANCE != 0
    walk = rules.walks and prunes & WALK != 0 and deal.start[LEFT] == 0
    use_twins = prunes & TWINS != 0
    table = work.late_table if progress.late else work.table
    generation = np.uint64(progress.late_generation if progress.late else progress.generation)
    level, nodes, deepest = progress.level, progress.nodes, progress.deepest
    status = RUNNING
    while nodes < limit:
        todo = todo_at[level]
        if todo == 0:
            if level == 0:
                status = LOST
                break
            level -= 1
            continue
        # The child to take up: the first to arrive.
        places, arrivals = places_at[level], arrivals_at[level]
        first: Any = np.int64(1 << 40)
        column, waiting = np.int64(0), todo
        while waiting:
            lowest = waiting & -waiting
            waiting ^= lowest
            candidate = np.int64(count_bits(np.uint64(lowest - 1)))
            at = np.uint64(8 * candidate)
            merit = np.int64(arrivals >> at & _BYTE) << 8 | ties[np.int64(places >> at & _BYTE)]
            if merit < first:
                first, column = merit, candidate
        todo_at[level] = todo ^ 1 << column
        drawn, at = first >> 8, np.uint64(8 * column)
        place = np.int64(places >> at & _BYTE)
        if use_twins and twins[place] != ZERO:
            twin = ZERO
            for other in range(MAX_COLUMNS):
                twin |= twins[place] >> (places >> np.uint64(8 * other) & _BYTE) & ONE
            if twin:
                continue
        rank = rank_of[place]
        if counting and not enough_carriers(slack, level, in_set, rank, covered, drawn):
            continue
        board = boards[level] ^ ONE << np.uint64(place)
        if walk and drawn == stock_size:
            low = edge_slack(slack, level, in_set, rank, covered, drawn, 0)
            high = edge_slack(slack, level, in_set, rank, covered, drawn, 1)
            if not can_walk(low, high, of_rank, board, rank, ANY_RANK):
                continue
        # Enter it.
        nodes += 1
        place_at[level], drawn_at[level] = place, drawn
        if level >= deepest:
            deepest = level + 1
            keep_deepest(line, deepest)
            if deepest == goal:
                status = WON
                break
        below = under[place]
        places = places & ~(_BYTE << at) | np.uint64(below) << at
        ranks = ranks_at[level] & ~(_BYTE << at) | np.uint64(rank_of[below]) << at
        arrivals = lookup(
            arrival(fits, next_draw, rank, drawn, 0), arrival(fits, next_draw, rank, drawn, 1), ranks
        )
        latest = ALL_NEVER
        for pattern in range(count):
            now = state[level, pattern] - weight[pattern, place]
            state[level + 1, pattern] = now
            values, window = children[pattern, now], lookup(inside[pattern, 0], inside[pattern, 1], ranks)
            latest = byte_min(latest, values & window | (values >> _OUTSIDE) * ONES & ~window)
        todo = bytes_less(arrivals, latest)
        if todo == 0:
            continue
        key = key_of(board, generation, size)
        slot = slot_of(table, board)
        if table[slot, 0] == key or table[slot, 2] == key:
            entry = 1 if table[slot, 0] == key else 3
            tried = table[slot, entry]
            if dominance:
                todo &= bytes_less(arrivals, tried)
                table[slot, entry] = byte_min(tried, arrivals)
            else:
                todo &= ~bytes_equal(arrivals, tried)
                table[slot, entry] = arrivals
            if todo == 0:
                continue
        else:
            table[slot, make_room(table, slot, key, size) + 1] = arrivals
        write_slack(slack, level, in_set, beside_set, rank)
        level += 1
        boards[level], places_at[level], ranks_at[level] = board, places, ranks
        arrivals_at[level], todo_at[level] = arrivals, todo
    progress.level, progress.nodes, progress.deepest = level, nodes, deepest
    return status
