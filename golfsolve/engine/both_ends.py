"""Games without a stock, searched from both ends.

If c1, c2 .. cn clears a deal, then cn .. c2, c1 clears the deal that is turned round: every column upside
down, so that each card is free once the cards that it lay on are gone. Each card lies on the one that used
to follow it, and that is allowed where neighbourhood is mutual: r plays on w whenever w plays on r. So it
is with and without wrap, with jokers, and with any number of decks, but not where a King carries nothing
(the caller looks at the rules). The deal that is turned round begins with an empty waste, on which any card
plays, and must end beside the card that lay on the waste at first: that card is one more place, under all
the others. Where the waste was empty there is no such card.

How hard the two directions are has next to nothing to do with each other. So they take turns, ever longer
ones, and the first that is decided decides the deal. Each is a search of its own (dry_search.py), with its
own stack and transposition tables; the one that goes backward begins late, because many lost deals are lost
soon forward.

A line that leaves cards on the table cannot be turned round: with such a goal (best.py) the search goes
forward alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from golfsolve.engine import dry_search
from golfsolve.engine.encoding import (
    EMPTY_WASTE,
    LEFT,
    NO_RANK,
    OPENING,
    U8,
    Deal,
    Rules,
    load,
)
from golfsolve.engine.jit import inner_kernel
from golfsolve.engine.line import BOTH_ENDS, PROGRESS, RESTARTS, RUNNING, WON, Line, Progress
from golfsolve.engine.table import next_generation, take_over
from golfsolve.engine.walk import ANY_RANK

NEVER_RESTART = 1 << 62
LATE_NODES = 300_000  # of one direction, before its large transposition table comes into use
RESTART_SHARE = 20  # of the states so far, one in so many


class DryWork(NamedTuple):
    """All memory that solving needs, reused from deal to deal; one for each thread.

    ``deal`` and ``line`` are those of ``forward``, ``progress`` is of both together. ``back_rules`` are those
    of the game turned round, of no size where that is not allowed.
    """

    deal: Deal
    line: Line
    progress: Progress
    forward: dry_search.Search
    backward: dry_search.Search
    back_rules: Rules


def new_work(back_rules: Rules, table_bits: int = dry_search.TABLE_BITS) -> DryWork:
    """Memory for solving."""
    forward, backward = dry_search.new_search(table_bits), dry_search.new_search(table_bits)
    return DryWork(forward.deal, forward.line, np.zeros(1, PROGRESS), forward, backward, back_rules)


def load_backward(rules: Rules, work: DryWork, tableau: U8, opening: int) -> None:
    """Load the deal turned round, with the opening card as the last place."""
    turned = np.full(rules.size + 1, np.uint8(NO_RANK))
    for place in range(rules.size):
        turned[place] = tableau[place]
    if opening != EMPTY_WASTE:
        turned[rules.size] = opening
    if work.back_rules.size:
        load(work.back_rules, work.backward.deal, turned, EMPTY_WASTE, turned[:0])


def empty_tables(rules: Rules, work: DryWork) -> None:
    """Forget all that has been searched."""
    forward, backward = work.forward.progress[0], work.backward.progress[0]
    forward.late = backward.late = 0
    forward.generation = next_generation(work.forward.table, forward.generation, rules.size)
    backward.generation = next_generation(work.backward.table, backward.generation, rules.size + 1)


def give_up_line(rules: Rules, work: DryWork) -> None:
    """Take the line under way out of the transposition table."""
    dry_search.restart(rules, work.forward, 0)


def begin_again(rules: Rules, work: DryWork, prunes: int) -> int:
    """Set the search of a loaded deal to its start; the status."""
    progress = work.progress[0]
    progress.nodes = progress.deepest = progress.stage = 0
    progress.status = _start(rules, work.forward, prunes, rules.restart_nodes)
    back = prunes & BOTH_ENDS and work.back_rules.size and work.deal.start[LEFT] == 0
    if progress.status == RUNNING and back:
        status = _start(work.back_rules, work.backward, prunes, rules.restart_nodes)
        if status != RUNNING:
            progress.status = status
    return progress.status


@inner_kernel
def _start(rules: Rules, search: dry_search.Search, prunes: int, restart_nodes: int) -> int:
    progress = search.progress[0]
    progress.order = 0
    progress.restart = restart_nodes if prunes & RESTARTS else NEVER_RESTART
    progress.status = dry_search.start(rules, search, prunes)
    return progress.status


def proceed(rules: Rules, work: DryWork, prunes: int, limit: int) -> int:
    """Go on with the deal under way until it is decided or has ``limit`` nodes; the status."""
    progress, forward, backward = work.progress[0], work.forward.progress[0], work.backward.progress[0]
    back = prunes & BOTH_ENDS and work.back_rules.size and work.deal.start[LEFT] == 0
    last = work.deal.start[OPENING] if work.deal.start[OPENING] != EMPTY_WASTE else ANY_RANK
    while progress.status == RUNNING and progress.nodes < limit:
        # Stage n: both go on until they have so many states.
        turn = rules.first_turn << progress.stage
        before = progress.nodes
        if not back:
            progress.status = _go_on(rules, work.forward, prunes, ANY_RANK, limit)
            progress.nodes = forward.nodes
        elif forward.nodes < turn:
            until = min(turn, forward.nodes + limit - before)
            progress.status = _go_on(rules, work.forward, prunes, ANY_RANK, until)
            progress.nodes = forward.nodes + backward.nodes
        elif backward.nodes < turn:
            until = min(turn, backward.nodes + limit - before)
            progress.status = _go_on(work.back_rules, work.backward, prunes, last, until)
            progress.nodes = forward.nodes + backward.nodes
            if progress.status == WON:
                _turn_round(work, last != ANY_RANK)
        else:
            progress.stage += 1
        progress.deepest = forward.deepest
    return progress.status


@inner_kernel
def _go_on(rules: Rules, search: dry_search.Search, prunes: int, last: int, limit: int) -> int:
    """One direction, with restarts, until it is decided or has ``limit`` nodes; the status."""
    progress = search.progress[0]
    status = RUNNING
    while status == RUNNING and progress.nodes < limit:
        if progress.nodes >= progress.restart:
            progress.order += 1
            dry_search.restart(rules, search, progress.order)
            progress.restart = progress.nodes + rules.restart_nodes + progress.nodes // RESTART_SHARE
        until = min(limit, progress.restart)
        if not progress.late:
            if progress.nodes >= LATE_NODES:
                late = next_generation(search.late_table, progress.late_generation, rules.size)
                take_over(search.late_table, late, search.table, progress.generation, rules.size)
                progress.late_generation, progress.late = late, 1
            else:
                until = min(until, LATE_NODES)
        status = dry_search.search(rules, search, prunes, last, until)
    return status


@inner_kernel
def _turn_round(work: DryWork, with_opening: bool) -> None:
    """Make the line that was found backward the deepest line of the deal, without the opening card."""
    found, progress = work.backward.line.deepest_place, work.forward.progress[0]
    plays = work.backward.progress[0].deepest - with_opening
    for play in range(plays):
        work.line.deepest_place[play] = found[plays - 1 - play]
        work.line.deepest_drawn[play] = 0
    progress.deepest = plays
