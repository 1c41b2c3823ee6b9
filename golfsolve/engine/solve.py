"""Many deals one after the other, with effort in stages.

A third of the deals fall to a short plain search; pattern tables cost about as much as some thousand
nodes. So the search starts without them, and they are built, and put into the search under way, once
enough states have been entered: two at the first stage, more for the few deals that are still open at
the next ones (``Rules.stages``).

Restarts come after ``Rules.restart_nodes`` states and then at ever longer intervals, longer by a
twentieth of all states so far. So only a few of the restarts can be too early for a deal, however many
states it needs, and a search through all its states comes to an end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsolve.engine.encoding import (
    I64,
    PATTERNS,
    PLACES,
    STOCK,
    U8,
    U64,
    Deal,
    Rules,
    load,
    new_deal,
)
from golfsolve.engine.jit import kernel
from golfsolve.engine.patterns import Patterns, build, new_patterns
from golfsolve.engine.search import (
    DEEPEST,
    NODES,
    RESTARTS,
    RUNNING,
    TABLES,
    WON,
    Stack,
    new_stack,
    restart,
    search,
    start,
    use_patterns,
)
from golfsolve.engine.shuffle import deal_out
from golfsolve.engine.table import BITS, new_table

MAX_MOVES = STOCK + PLACES  # a draw for each stock card, a play for each place
DRAW = -1
DEALING = 100  # what dealing and loading count for, in nodes
RESTART_SHARE = 20  # of the states so far, one in so many
_NEVER = 1 << 62


class Work(NamedTuple):
    """All memory that solving needs, reused from deal to deal; one for each thread.

    ``counters`` holds the generation of the transposition table, and of the deal under way the status, the
    next stage, the order of play (how many restarts there were) and the nodes at which to restart.
    """

    deal: Deal
    stack: Stack
    patterns: Patterns
    table: U64
    counters: I64  # [5]


GENERATION, STATUS, STAGE, ORDER, RESTART = 0, 1, 2, 3, 4  # fields of Work.counters


def new_work(table_bits: int = BITS) -> Work:
    """Memory for solving: 3 MB, of which about two thirds are ever touched."""
    return Work(new_deal(), new_stack(), new_patterns(), new_table(table_bits), np.zeros(5, np.int64))


@kernel
def begin(rules: Rules, work: Work, tableau: U8, opening: int, stock: U8, prunes: int) -> int:
    """Load a deal (ranks, see encoding.load) and set the search to its start; the status."""
    load(rules, work.deal, tableau, opening, stock)
    work.counters[GENERATION] += 1
    return begin_again(rules, work, prunes)


@kernel
def begin_again(rules: Rules, work: Work, prunes: int) -> int:
    """Set the search of a loaded deal to its start; the status."""
    work.counters[STAGE] = 0
    work.counters[ORDER] = 0
    work.counters[RESTART] = rules.restart_nodes if prunes & RESTARTS else _NEVER
    work.counters[STATUS] = start(rules, work.deal, work.stack, prunes)
    return work.counters[STATUS]


@kernel
def proceed(rules: Rules, work: Work, prunes: int, limit: int) -> int:
    """Go on with the deal under way until it is decided or has ``limit`` nodes; the status."""
    deal, stack = work.deal, work.stack
    generation = np.uint64(work.counters[GENERATION])
    status = work.counters[STATUS]
    stages = rules.stages.shape[0] if prunes & TABLES else 0
    while status == RUNNING and stack.progress[NODES] < limit:
        nodes, stage = stack.progress[NODES], work.counters[STAGE]
        if stage < stages and nodes >= rules.stages[stage, 0]:
            patterns, ranks = rules.stages[stage, 1:]
            for pattern in range(deal.start[PATTERNS], patterns):
                build(rules, deal, work.patterns, pattern, ranks)
            use_patterns(deal, stack, work.patterns, patterns)
            stage += 1
            work.counters[STAGE] = stage
        if nodes >= work.counters[RESTART]:
            restart(deal, stack, work.table, generation)
            work.counters[ORDER] += 1
            work.counters[RESTART] = nodes + rules.restart_nodes + nodes // RESTART_SHARE
        until = min(limit, work.counters[RESTART])
        if stage < stages:
            until = min(until, rules.stages[stage, 0])
        order = work.counters[ORDER]
        status = search(rules, deal, stack, work.patterns, work.table, generation, prunes, order, until)
    work.counters[STATUS] = status
    return status


@kernel
def write_line(places: I64, drawn: I64, plays: int, moves: npt.NDArray[np.int8]) -> int:
    """Write plays, each made with ``drawn`` cards drawn, to int8[MAX_MOVES] as places and DRAW.

    Returns the length of the line.
    """
    length = 0
    turned = 0
    for play in range(plays):
        while turned < drawn[play]:
            moves[length] = DRAW
            length += 1
            turned += 1
        moves[length] = places[play]
        length += 1
    return length


@kernel
def deepest_line(work: Work, moves: npt.NDArray[np.int8]) -> int:
    """Write the line that cleared the most cards, the solution if there is one; its length."""
    stack = work.stack
    return write_line(stack.deepest_place, stack.deepest_drawn, stack.progress[DEEPEST], moves)


class Batch(NamedTuple):
    """The deals of a block and what is found of them, row by row.

    ``numbers`` are the deal numbers, ``deck`` the start order of the shuffle (MARKED for a named opening
    card), ``named`` that card and its index among the cards or -1, ``done`` how many deals are finished.
    """

    numbers: U64  # [n]
    deck: U8  # [cards]
    named: I64  # [2]
    cards: U8  # [n, cards], in dealing order
    verdicts: U8  # [n]
    nodes: I64  # [n]
    moves: npt.NDArray[np.int8]  # [n, MAX_MOVES]
    lengths: I64  # [n]
    done: I64  # [2]: deals finished, whether the next one is under way


def new_batch(numbers: U64, deck: U8, named: tuple[int, int]) -> Batch:
    """Memory for the results of a block of deal numbers."""
    count = numbers.size
    return Batch(
        numbers,
        deck,
        np.array(named, np.int64),
        np.zeros((count, deck.size), np.uint8),
        np.zeros(count, np.uint8),
        np.zeros(count, np.int64),
        np.zeros((count, MAX_MOVES), np.int8),
        np.zeros(count, np.int64),
        np.zeros(2, np.int64),
    )


@kernel
def begin_next(rules: Rules, work: Work, batch: Batch, opening: int, prunes: int) -> None:
    """Deal the next number of a batch and begin with it."""
    tableau = np.empty(rules.size, np.uint8)
    stock = np.empty(STOCK, np.uint8)
    i = batch.done[0]
    waste, size = deal_out(batch.numbers[i], batch.deck, batch.named, opening, batch.cards[i], tableau, stock)
    begin(rules, work, tableau, waste, stock[:size], prunes)
    batch.done[1] = 1


@kernel
def solve_batch(
    rules: Rules, work: Work, batch: Batch, opening: int, prunes: int, max_nodes: int, budget: int
) -> bool:
    """Deal and solve the next deals of a batch, for about ``budget`` nodes; whether all are done.

    ``opening`` is the rank of an empty waste, or -1 where a card of the deal opens. A deal is undecided
    (verdict RUNNING) with ``max_nodes`` nodes.
    """
    while batch.done[0] < batch.numbers.size and budget > 0:
        i = batch.done[0]
        if not batch.done[1]:
            begin_next(rules, work, batch, opening, prunes)
            budget -= DEALING
        before = work.stack.progress[NODES]
        status = proceed(rules, work, prunes, min(max_nodes, before + budget))
        nodes = work.stack.progress[NODES]
        budget -= nodes - before
        if status == RUNNING and nodes < max_nodes:
            break
        batch.verdicts[i] = status
        batch.nodes[i] = nodes
        batch.lengths[i] = deepest_line(work, batch.moves[i]) if status == WON else 0
        batch.done[0] = i + 1
        batch.done[1] = 0
    return batch.done[0] == batch.numbers.size
