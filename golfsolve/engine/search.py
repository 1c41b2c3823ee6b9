"""Depth-first search over plays, with draws folded into them.

From a state, each exposed card is played either on the waste card as it is, or on the first later stock
card that it fits. A later stock card never serves better: it has drawn more for the same tableau and
waste rank (table.py). So a state has at most as many successors as exposed cards, and there are no draw
states. Of twins, exposed cards of one rank with nothing under them, only one is tried: changing the two
changes nothing.

The stock is walked card by card, plays with fewer draws first; among equal draws the highest place
first, which is the card of the fullest column. Without a stock, the card that most cards left could
follow goes first: it leaves the most ways on.

Such an order is right for most deals and hopeless for some: a wrong play near the deal can cost millions
of states before it is taken back. So the search restarts now and then with an order shaken by chance
(Gomes, Selman, Crato and Kautz, J. Automated Reasoning 24, 2000). Nothing is lost with that: the states
searched to their end stay in the table, and only those of the line under way are taken out of it.

The stack lives in arrays, so the search can stop at a node budget and go on later: for progress, for
Ctrl-C, and to put in pattern tables once a deal turns out to be worth them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from golfsolve.engine.bounds import first_slack, play_slack
from golfsolve.engine.encoding import (
    EMPTY_WASTE,
    I64,
    LEFT,
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
    newly_exposed,
)
from golfsolve.engine.jit import count_bits, highest_bit, kernel
from golfsolve.engine.patterns import MAX_PATTERNS, Patterns, latest
from golfsolve.engine.table import MULTIPLIER, forget, seen, slot_of
from golfsolve.engine.walk import can_walk

WON, LOST, RUNNING = 0, 1, 2

# Prunes, to be switched off one by one, and the restarts.
COUNTING, TABLES, DOMINANCE, WALK, TWINS, RESTARTS = 1, 2, 4, 8, 16, 32
ALL_PRUNES = COUNTING | TABLES | DOMINANCE | WALK | TWINS | RESTARTS


class Stack(NamedTuple):
    """The line of play from the deal (level 0) to the state that is being expanded.

    At each level: ``board``, ``exposed``, the mask ``todo`` of cards still to be tried with ``drawn``
    stock cards turned, the mask ``tried`` of those taken up so far, ``place``, the card played from here
    to the next level, and the incremental parts of the bounds. ``progress`` holds the level, the number
    of nodes (states entered) since the start, and the deepest level so far, whose line is kept in
    ``deepest_place`` and ``deepest_drawn``.
    """

    board: U64
    exposed: U64
    todo: U64
    tried: U64
    drawn: I64
    place: I64
    slack: U64  # [levels, WORDS]
    state: I64  # [levels, MAX_PATTERNS]
    progress: I64  # [3]
    deepest_place: I64
    deepest_drawn: I64


LEVEL, NODES, DEEPEST = 0, 1, 2  # fields of Stack.progress


def new_stack() -> Stack:
    """Memory for one search."""
    levels = PLACES + 1
    return Stack(
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.int64),
        np.zeros(levels, np.int64),
        np.zeros((levels, WORDS), np.uint64),
        np.zeros((levels, MAX_PATTERNS), np.int64),
        np.zeros(3, np.int64),
        np.zeros(levels, np.int64),
        np.zeros(levels, np.int64),
    )


@kernel
def start(rules: Rules, deal: Deal, stack: Stack, prunes: int) -> int:
    """Put a loaded deal on the stack; the status as in :func:`search`."""
    board = deal.board[0]
    stack.progress[:] = 0
    if int(count_bits(board)) <= deal.start[LEFT]:
        return WON
    if not first_slack(rules, deal, stack.slack[0]) and prunes & COUNTING:
        return LOST
    stack.board[0] = board
    stack.exposed[0] = exposed_places(rules, board)
    _open(deal, stack)
    return RUNNING


@kernel
def _open(deal: Deal, stack: Stack) -> None:
    """Set level 0 to the state before the first card."""
    stack.progress[LEVEL] = 0
    stack.drawn[0] = 0
    stack.todo[0] = stack.exposed[0] & deal.plays_on[deal.start[OPENING]]
    stack.tried[0] = stack.todo[0]


@kernel
def restart(deal: Deal, stack: Stack, table: U64, generation: np.uint64) -> None:
    """Give up the line under way and begin with the deal again."""
    for level in range(1, stack.progress[LEVEL] + 1):
        forget(table, generation, stack.board[level], deal.rank[stack.place[level - 1]])
    _open(deal, stack)


@kernel
def use_patterns(deal: Deal, stack: Stack, patterns: Patterns, count: int) -> None:
    """Bring freshly built tables into a search under way; drop the levels that they prove lost."""
    deal.start[PATTERNS] = count
    for pattern in range(count):
        stack.state[0, pattern] = patterns.full[pattern]
    for level in range(stack.progress[LEVEL] + 1):
        if level:
            place = stack.place[level - 1]
            for pattern in range(count):
                stack.state[level, pattern] = (
                    stack.state[level - 1, pattern] - patterns.weight[pattern, place]
                )
            rank, drawn = deal.rank[place], stack.drawn[level - 1]
        else:
            rank, drawn = deal.start[OPENING], 0
            if rank == EMPTY_WASTE:  # no lane stands for it
                continue
        if is_lost(patterns, count, stack.state[level], rank, drawn):
            stack.todo[level] = ZERO
            stack.tried[level] = stack.exposed[level]
            stack.progress[LEVEL] = level
            return


@kernel
def is_lost(patterns: Patterns, count: int, state: I64, rank: int, drawn: int) -> bool:
    """Whether some pattern cannot be won any more from ``state`` with ``drawn`` cards drawn."""
    for pattern in range(count):  # noqa: SIM110 (numba has no generators to give to any)
        if latest(patterns, pattern, state[pattern], rank) <= drawn:
            return True
    return False


@kernel
def _first_to_try(deal: Deal, board: np.uint64, todo: np.uint64, order: int) -> int:
    """The place of ``todo`` to play first; ``order`` 0 is the usual one, each other one differs by chance.

    With a stock, chance is all that the others go by; without, it is worth up to two followers.
    """
    with_stock = deal.start[STOCK_SIZE] > 0
    if (with_stock and order == 0) or todo & todo - ONE == ZERO:
        return highest_bit(todo)
    chance = (board + np.uint64(order)) * MULTIPLIER if order else ZERO
    best, most = 0, -1
    while todo != ZERO:
        place = highest_bit(todo)
        todo ^= ONE << np.uint64(place)
        merit = int(chance * np.uint64(2 * place + 1) >> np.uint64(40)) & 0x1FF
        if not with_stock:
            merit += 256 * int(count_bits(board & deal.plays_on[deal.rank[place]]))
        if merit > most:
            best, most = place, merit
    return best


@kernel
def search(
    rules: Rules,
    deal: Deal,
    stack: Stack,
    patterns: Patterns,
    table: U64,
    generation: np.uint64,
    prunes: int,
    order: int,
    limit: int,
) -> int:
    """Go on until the deal is WON or LOST, or RUNNING with ``limit`` nodes entered.

    When it is WON, the deepest line is the solution.
    """
    stock_size = deal.start[STOCK_SIZE]
    count = deal.start[PATTERNS]
    dominance = prunes & DOMINANCE != 0
    counting = prunes & COUNTING != 0
    walk = rules.walks and prunes & WALK != 0 and deal.start[LEFT] == 0
    goal = int(count_bits(deal.board[0])) - deal.start[LEFT]
    twins = prunes & TWINS != 0
    level = stack.progress[LEVEL]
    nodes = stack.progress[NODES]
    status = RUNNING
    while nodes < limit:
        todo = stack.todo[level]
        drawn = stack.drawn[level]
        if todo == ZERO:
            waiting = stack.exposed[level] & ~stack.tried[level]
            while waiting != ZERO and todo == ZERO and drawn < stock_size:
                todo = waiting & deal.plays_on_stock[drawn]
                turned = deal.stock[drawn]
                drawn += 1
                if is_lost(patterns, count, stack.state[level], turned, drawn):
                    todo = ZERO
                    break
            if todo == ZERO:
                if level == 0:
                    status = LOST
                    break
                level -= 1
                continue
            stack.drawn[level] = drawn
            stack.tried[level] |= todo
        place = _first_to_try(deal, stack.board[level], todo, order)
        bit = ONE << np.uint64(place)
        stack.todo[level] = todo ^ bit
        if twins and deal.twins[place] & stack.exposed[level] != ZERO:
            continue
        rank = deal.rank[place]
        board = stack.board[level] ^ bit
        slot = slot_of(table, board, rank)
        for pattern in range(count):
            stack.state[level + 1, pattern] = stack.state[level, pattern] - patterns.weight[pattern, place]
        if is_lost(patterns, count, stack.state[level + 1], rank, drawn):
            continue
        if not play_slack(rules, deal, stack.slack[level], rank, drawn, stack.slack[level + 1]) and counting:
            continue
        if walk and drawn == stock_size:  # noqa: SIM102 (the call is dear)
            if not can_walk(rules, deal, stack.slack[level], board, rank, drawn):
                continue
        if seen(table, slot, generation, board, rank, drawn, level, dominance):
            continue
        nodes += 1
        stack.place[level] = place
        exposed = (stack.exposed[level] ^ bit) | newly_exposed(rules, board, place)
        level += 1
        if level > stack.progress[DEEPEST]:
            stack.progress[DEEPEST] = level
            for play in range(level):
                stack.deepest_place[play] = stack.place[play]
                stack.deepest_drawn[play] = stack.drawn[play]
        stack.board[level] = board
        if level == goal:
            status = WON
            break
        stack.exposed[level] = exposed
        stack.drawn[level] = drawn
        stack.todo[level] = exposed & deal.plays_on[rank]
        stack.tried[level] = stack.todo[level]
    stack.progress[LEVEL] = level
    stack.progress[NODES] = nodes
    return status
