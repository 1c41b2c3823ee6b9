"""Depth-first search for games without a stock.

A state is (board, waste rank): a card plays now or not at all. What a board's entry keeps (table.py) is the
mask of places that have been taken up from it, whatever the waste card was; for what they lead to, that
makes no difference. Cards go in the order of how many of the cards left could follow them, the most first:
that leaves the most ways on. Restarts, twins and the stack are as in column_search.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from golfsolve.engine.bounds import enough_carriers, first_slack, write_slack
from golfsolve.engine.encoding import (
    LEFT,
    NO_PLACE,
    ONE,
    OPENING,
    PLACES,
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
from golfsolve.engine.table import forget, key_of, make_room, new_table, slot_of
from golfsolve.engine.walk import can_walk, edge_slack

TABLE_BITS = 16  # 2**16 entries of 16 bytes: 1 MB
LATE_BITS = 20  # of the large table: 16 MB
_CHANCE = 512  # worth up to two followers
_FOLLOWER = 256


class Stack(NamedTuple):
    """The levels of the line under way: board, exposed cards, those still to be tried, slacks."""

    board: U64  # [PLACES + 1]
    exposed: U64  # [PLACES + 1]
    todo: U64  # [PLACES + 1]
    slack: U64  # [PLACES + 1, WORDS]


class Search(NamedTuple):
    """All memory that a search needs, reused from deal to deal."""

    deal: Deal
    line: Line
    stack: Stack
    table: U64
    late_table: U64
    progress: Progress


def new_search(table_bits: int = TABLE_BITS) -> Search:
    """Memory for one search."""
    levels = PLACES + 1
    stack = Stack(
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros((levels, WORDS), np.uint64),
    )
    tables = new_table(table_bits, 2), new_table(max(table_bits, LATE_BITS), 2)
    return Search(new_deal(), new_line(), stack, *tables, np.zeros(1, PROGRESS))


@inner_kernel
def start(rules: Rules, work: Search, prunes: int) -> int:
    """Put a loaded deal on the stack; the status as in :func:`search`."""
    deal, stack, progress = work.deal, work.stack, work.progress[0]
    board = deal.board[0]
    progress.nodes = progress.level = progress.deepest = 0
    fits_bound = first_slack(rules, deal, stack.slack)
    if np.int64(count_bits(board)) <= deal.start[LEFT]:
        return WON
    if prunes & COUNTING and not fits_bound:
        return LOST
    stack.board[0] = board
    stack.exposed[0] = exposed_places(rules, board)
    open_root(work, 0)
    return RUNNING


@inner_kernel
def open_root(work: Search, order: int) -> None:
    """Set level 0 to the state before the first card; ``order`` is that of ties."""
    deal, stack = work.deal, work.stack
    order_ties(work.line, order, _CHANCE)
    work.progress[0].level = 0
    stack.todo[0] = stack.exposed[0] & deal.plays_on[deal.start[OPENING]]


@inner_kernel
def restart(rules: Rules, work: Search, order: int) -> None:
    """Give up the line under way and begin with the deal again."""
    progress = work.progress[0]
    table = work.late_table if progress.late else work.table
    generation = np.uint64(progress.late_generation if progress.late else progress.generation)
    for level in range(1, progress.level + 1):
        forget(table, work.stack.board[level], generation, rules.size)
    open_root(work, order)


@inner_kernel
def search(rules: Rules, work: Search, prunes: int, last: int, limit: int) -> int:
    """Go on until the deal is WON or LOST, or RUNNING with ``limit`` states entered.

    ``last`` is the rank of the card that must be played last, or walk.ANY_RANK. When the deal is WON, the
    deepest line is the solution.
    """
    deal, stack, line, progress = work.deal, work.stack, work.line, work.progress[0]
    boards, exposed_at, todo_at, slack, table = (
        stack.board,
        stack.exposed,
        stack.todo,
        stack.slack,
        work.table,
    )
    rank_of, of_rank, plays_on, twins, covered = (
        deal.rank,
        deal.of_rank,
        deal.plays_on,
        deal.twins,
        deal.covered,
    )
    in_set, beside_set, size = rules.in_set, rules.beside_set, rules.size
    below, covers = rules.below, rules.covers
    place_at, ties = line.place, line.ties
    goal = np.int64(count_bits(deal.board[0])) - deal.start[LEFT]
    counting = prunes & COUNTING != 0
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
        place = np.int64(highest_bit(todo))
        if todo & todo - ONE != ZERO:
            most, waiting = np.int64(-1 << 40), todo
            while waiting != ZERO:
                candidate = np.int64(highest_bit(waiting))
                waiting ^= ONE << np.uint64(candidate)
                followers = np.int64(count_bits(boards[level] & plays_on[rank_of[candidate]]))
                merit = _FOLLOWER * followers - ties[candidate]
                if merit > most:
                    most, place = merit, candidate
        bit = ONE << np.uint64(place)
        todo_at[level] = todo ^ bit
        if use_twins and twins[place] & exposed_at[level] != ZERO:
            continue
        rank = rank_of[place]
        if counting and not enough_carriers(slack, level, in_set, rank, covered, 0):
            continue
        board = boards[level] ^ bit
        if walk:
            low = edge_slack(slack, level, in_set, rank, covered, 0, 0)
            high = edge_slack(slack, level, in_set, rank, covered, 0, 1)
            if not can_walk(low, high, of_rank, board, rank, last):
                continue
        # Enter it.
        nodes += 1
        place_at[level] = place
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
        playable = exposed & plays_on[rank]
        if playable == ZERO:
            continue
        key = key_of(board, generation, size)
        slot = slot_of(table, board)
        todo = playable
        if table[slot, 0] == key or table[slot, 2] == key:
            entry = 1 if table[slot, 0] == key else 3
            todo &= ~table[slot, entry]
            table[slot, entry] |= playable
            if todo == ZERO:
                continue
        else:
            table[slot, make_room(table, slot, key, size) + 1] = playable
        write_slack(slack, level, in_set, beside_set, rank)
        level += 1
        boards[level], exposed_at[level], todo_at[level] = board, exposed, todo
    progress.level, progress.nodes, progress.deepest = level, nodes, deepest
    return status
