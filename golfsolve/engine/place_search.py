"""Depth-first search for games with a stock in any layout: children by place, what is tried by rank.

As column_search.py, where more is argued, for pyramids, peaks and more than seven columns. Exposed cards
are a mask of places. ``arrival`` and ``tried`` are kept by rank, 16 bytes each: exposed cards of one rank
arrive together. The pattern tables, where there are columns, are asked for each child as it is taken up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from golfsolve.engine.arrivals import arrival, look_ahead
from golfsolve.engine.bounds import enough_carriers, first_slack, write_slack
from golfsolve.engine.bytewise import byte_min, bytes_equal, bytes_less
from golfsolve.engine.encoding import (
    I64,
    LEFT,
    NO_PLACE,
    ONE,
    OPENING,
    PATTERNS,
    PLACES,
    STOCK_SIZE,
    U64,
    WORDS,
    ZERO,
    Deal,
    Rules,
    exposed_places,
    new_deal,
)
from golfsolve.engine.jit import count_bits, highest_bit, inner_kernel
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
from golfsolve.engine.patterns import MAX_PATTERNS, WIDE_ROWS, Patterns, latest, new_patterns
from golfsolve.engine.table import forget, key_of, make_room, new_table, slot_of
from golfsolve.engine.walk import ANY_RANK, can_walk, edge_slack

TABLE_BITS = 14  # 2**14 entries of 32 bytes: 512 KB
SMALL_BITS = 12  # of one that is cleared for each deal
LATE_BITS = 17  # of the large table: 4 MB
_BYTE = np.uint64(0xFF)
_CHANCE = 256


class Stack(NamedTuple):
    """The levels of the line under way.

    At each level: ``board``, ``exposed``, by rank the ``arrivals``, the mask ``todo`` of places still to be
    tried, and the incremental parts of the bounds.
    """

    board: U64  # [PLACES + 1]
    exposed: U64  # [PLACES + 1]
    arrivals: U64  # [PLACES + 1, 2]
    todo: U64  # [PLACES + 1]
    slack: U64  # [PLACES + 1, WORDS]
    state: I64  # [PLACES + 1, MAX_PATTERNS]


class PlaceWork(NamedTuple):
    """All memory that solving needs, reused from deal to deal; one for each thread."""

    deal: Deal
    line: Line
    stack: Stack
    patterns: Patterns
    table: U64
    late_table: U64
    progress: Progress


def new_work(with_patterns: bool, table_bits: int = TABLE_BITS) -> PlaceWork:
    """Memory for solving; most of what is taken for pattern tables is touched by few deals only."""
    levels = PLACES + 1
    stack = Stack(
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros((levels, 2), np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros((levels, WORDS), np.uint64),
        np.zeros((levels, MAX_PATTERNS), np.int64),
    )
    tables = new_table(table_bits, 4), new_table(max(table_bits, LATE_BITS), 4)
    return PlaceWork(
        new_deal(),
        new_line(),
        stack,
        new_patterns(WIDE_ROWS if with_patterns else 1, 1),
        *tables,
        np.zeros(1, PROGRESS),
    )


@inner_kernel
def start(rules: Rules, work: PlaceWork, prunes: int) -> int:
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
    stack.exposed[0] = exposed_places(rules, board)
    open_root(rules, work, 0)
    return RUNNING


@inner_kernel
def open_root(rules: Rules, work: PlaceWork, order: int) -> None:
    """Set level 0 to the state before the first card; ``order`` is that of ties."""
    deal, stack = work.deal, work.stack
    order_ties(work.line, order, _CHANCE)
    work.progress[0].level = 0
    live = 0
    for half in range(2):
        arrivals = arrival(rules.fits, deal.next_draw, deal.start[OPENING], 0, half)
        stack.arrivals[0, half] = arrivals
        live |= (~bytes_equal(arrivals, ~ZERO) & 255) << 8 * half
    stack.todo[0] = of_ranks(live, deal.of_rank) & stack.exposed[0]


@inner_kernel
def of_ranks(ranks: int, of_rank: U64) -> np.uint64:
    """The mask of places with cards of the ranks in a mask."""
    found = ZERO
    while ranks:
        lowest = ranks & -ranks
        ranks ^= lowest
        found |= of_rank[np.int64(count_bits(np.uint64(lowest - 1)))]
    return found


@inner_kernel
def restart(rules: Rules, work: PlaceWork, order: int) -> None:
    """Give up the line under way and begin with the deal again."""
    progress = work.progress[0]
    table = work.late_table if progress.late else work.table
    generation = np.uint64(progress.late_generation if progress.late else progress.generation)
    for level in range(1, progress.level + 1):
        forget(table, work.stack.board[level], generation, rules.size)
    open_root(rules, work, order)


@inner_kernel
def use_patterns(work: PlaceWork, count: int) -> None:
    """Bring freshly built tables into a search under way; drop the levels that they prove lost."""
    deal, stack, patterns, line, progress = work.deal, work.stack, work.patterns, work.line, work.progress[0]
    deal.start[PATTERNS] = count
    for pattern in range(count):
        stack.state[0, pattern] = patterns.full[pattern]
    for level in range(progress.level):
        place = line.place[level]
        for pattern in range(count):
            stack.state[level + 1, pattern] = stack.state[level, pattern] - patterns.weight[pattern, place]
            if (
                latest(patterns, pattern, stack.state[level + 1, pattern], deal.rank[place])
                <= line.drawn[level]
            ):
                progress.level = level
        if progress.level == level:
            return


@inner_kernel
def search(rules: Rules, work: PlaceWork, prunes: int, limit: int) -> int:
    """Go on until the deal is WON or LOST, or RUNNING with ``limit`` states entered.

    When it is WON, the deepest line is the solution.
    """
    deal, stack, line, patterns, progress = work.deal, work.stack, work.line, work.patterns, work.progress[0]
    boards, exposed_at, arrivals_at, todo_at = stack.board, stack.exposed, stack.arrivals, stack.todo
    slack, state = stack.slack, stack.state
    rank_of, of_rank, twins, covered, next_draw = (
        deal.rank,
        deal.of_rank,
        deal.twins,
        deal.covered,
        deal.next_draw,
    )
    in_set, beside_set, fits, size = rules.in_set, rules.beside_set, rules.fits, rules.size
    below, covers = rules.below, rules.covers
    weight, lane_of = patterns.weight, patterns.lane
    entries = patterns.entries.reshape(MAX_PATTERNS, -1)
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
        if todo == ZERO:
            if level == 0:
                status = LOST
                break
            level -= 1
            continue
        # The child to take up: the first to arrive.
        first: Any = np.int64(1 << 40)
        place, waiting = np.int64(0), todo
        while waiting != ZERO:
            candidate = np.int64(highest_bit(waiting))
            waiting ^= ONE << np.uint64(candidate)
            rank = rank_of[candidate]
            arrives = arrivals_at[level, rank >> 3] >> np.uint64((rank & 7) << 3) & _BYTE
            merit = np.int64(arrives) << 8 | ties[candidate]
            if merit < first:
                first, place = merit, candidate
        bit = ONE << np.uint64(place)
        todo_at[level] = todo ^ bit
        if use_twins and twins[place] & exposed_at[level] != ZERO:
            continue
        drawn, rank = first >> 8, rank_of[place]
        lost = False
        for pattern in range(count):
            now = state[level, pattern] - weight[pattern, place]
            state[level + 1, pattern] = now
            if np.int64(entries[pattern, now] >> lane_of[pattern, rank] & _BYTE) <= drawn:
                lost = True
                break
        if lost or (counting and not enough_carriers(slack, level, in_set, rank, covered, drawn)):
            continue
        board = boards[level] ^ bit
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
        exposed = exposed_at[level] ^ bit
        for side in range(2):
            under = below[place, side]
            if under != NO_PLACE and covers[under] & board == ZERO:
                exposed |= ONE << np.uint64(under) & board
        low = arrival(fits, next_draw, rank, drawn, 0)
        high = arrival(fits, next_draw, rank, drawn, 1)
        key = key_of(board, generation, size)
        slot = slot_of(table, board)
        if table[slot, 0] == key or table[slot, 4] == key:
            entry = 1 if table[slot, 0] == key else 5
            tried_low, tried_high = table[slot, entry], table[slot, entry + 1]
            if dominance:
                live = bytes_less(low, tried_low) | bytes_less(high, tried_high) << 8
                table[slot, entry], table[slot, entry + 1] = (
                    byte_min(tried_low, low),
                    byte_min(tried_high, high),
                )
            else:
                live = ~(bytes_equal(low, tried_low) | bytes_equal(high, tried_high) << 8)
                live &= bytes_less(low, ~ZERO) | bytes_less(high, ~ZERO) << 8
                table[slot, entry], table[slot, entry + 1] = low, high
        else:
            live = bytes_less(low, ~ZERO) | bytes_less(high, ~ZERO) << 8
            entry = make_room(table, slot, key, size) + 1
            table[slot, entry], table[slot, entry + 1] = low, high
        todo = ZERO
        waiting = exposed
        while waiting != ZERO:
            candidate = np.int64(highest_bit(waiting))
            bit = ONE << np.uint64(candidate)
            waiting ^= bit
            if live >> rank_of[candidate] & 1:
                todo |= bit
        if todo == ZERO:
            continue
        write_slack(slack, level, in_set, beside_set, rank)
        level += 1
        boards[level], exposed_at[level], todo_at[level] = board, exposed, todo
        arrivals_at[level, 0], arrivals_at[level, 1] = low, high
    progress.level, progress.nodes, progress.deepest = level, nodes, deepest
    return status
