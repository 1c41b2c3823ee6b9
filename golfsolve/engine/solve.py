"""Many deals one after the other, with effort in stages.

A quarter of the deals fall to a short plain search; pattern tables cost about as much as some hundred
states. So the search starts without them, and they are built, and put into the search under way, once
enough states have been entered: two at the first stage, more for the few deals that are still open at
the next ones (``Rules.stages``).

Restarts come after ``Rules.restart_nodes`` states and then at ever longer intervals, longer by a
twentieth of all states so far. So only a few of the restarts can be too early for a deal, however many
states it needs, and a search through all its states comes to an end.

Three searches share this: column_search.py, place_search.py, and dry_search.py by both_ends.py. Which one
it is, numba sees by the type of ``work`` (:func:`overload`), so that only that one is compiled.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from golfsolve.engine import both_ends, column_search, place_search
from golfsolve.engine.both_ends import NEVER_RESTART, RESTART_SHARE
from golfsolve.engine.encoding import I64, PATTERNS, PLACES, STOCK, U8, U64, Rules, load
from golfsolve.engine.jit import inner_kernel, kernel
from golfsolve.engine.line import RESTARTS, RUNNING, TABLES, WON
from golfsolve.engine.patterns import TABLE_ROWS, build
from golfsolve.engine.shuffle import deal_out
from golfsolve.engine.table import next_generation, take_over

MAX_MOVES = STOCK + PLACES  # a draw for each stock card, a play for each place
DRAW = -1
SPARE_PLACES = 60  # a board of more leaves so little room for generations that the table is often cleared
LATE_NODES = 30_000  # before the large transposition table comes into use
WIDE_NODES = 100_000  # before pattern tables as wide as they can be are built
DEALING = 100  # what dealing and loading count for, in nodes

Work = column_search.ColumnWork | place_search.PlaceWork | both_ends.DryWork


def new_work(rules: Rules, turned: Rules | None, dry: bool, table_bits: int | None = None) -> Work:
    """Memory for solving; ``turned`` are the rules of a ``dry`` game, one without a stock, turned round."""
    bits = {} if table_bits is None else {"table_bits": table_bits}
    if dry:
        return both_ends.new_work(rules._replace(size=0) if turned is None else turned, **bits)
    if 0 < rules.columns <= column_search.MAX_COLUMNS:
        return column_search.new_work(**bits)
    if table_bits is None and rules.size > SPARE_PLACES:
        bits = {"table_bits": place_search.SMALL_BITS}
    return place_search.new_work(rules.columns > 0, **bits)


def _module_of(work: Any) -> Any:
    """The search that a type of work belongs to."""
    modules = {
        column_search.ColumnWork: column_search,
        place_search.PlaceWork: place_search,
        both_ends.DryWork: both_ends,
    }
    return modules[work.instance_class]


@kernel
def begin(rules: Rules, work: Work, tableau: U8, opening: int, stock: U8, prunes: int) -> int:
    """Load a deal (ranks, see encoding.load) and set the search to its start; the status."""
    load(rules, work.deal, tableau, opening, stock)
    _load_backward(rules, work, tableau, opening)
    empty_tables(rules, work)
    return int(begin_again(rules, work, prunes))


def _load_backward(rules: Any, work: Any, tableau: Any, opening: Any) -> Any:
    """Load the deal turned round too where that is searched."""


@overload(_load_backward, strict=False)
def _load_backward_typed(rules: Any, work: Any, tableau: Any, opening: Any) -> Any:
    if _module_of(work) is both_ends:
        return both_ends.load_backward
    return lambda rules, work, tableau, opening: None


def empty_tables(rules: Any, work: Any) -> Any:
    """Forget all that has been searched."""


@overload(empty_tables, strict=False)
def _empty_tables_typed(rules: Any, work: Any) -> Any:
    if _module_of(work) is both_ends:
        return both_ends.empty_tables

    def empty_one(rules: Any, work: Any) -> None:
        progress = work.progress[0]
        progress.late = 0
        progress.generation = next_generation(work.table, progress.generation, rules.size)

    return empty_one


def give_up_line(rules: Any, work: Any) -> Any:
    """Take the line under way out of the transposition table."""


@overload(give_up_line, strict=False)
def _give_up_line_typed(rules: Any, work: Any) -> Any:
    module = _module_of(work)
    if module is both_ends:
        return both_ends.give_up_line
    restart = module.restart
    return lambda rules, work: restart(rules, work, 0)


def begin_again(rules: Any, work: Any, prunes: Any) -> Any:
    """Set the search of a loaded deal to its start; the status."""


@overload(begin_again, strict=False)
def _begin_again_typed(rules: Any, work: Any, prunes: Any) -> Any:
    module = _module_of(work)
    if module is both_ends:
        return both_ends.begin_again
    start = module.start

    def begin_staged(rules: Any, work: Any, prunes: Any) -> Any:
        progress = work.progress[0]
        progress.stage = progress.wide = progress.order = 0
        progress.restart = rules.restart_nodes if prunes & RESTARTS else NEVER_RESTART
        work.deal.start[PATTERNS] = 0
        progress.status = start(rules, work, prunes)
        return progress.status

    return begin_staged


def proceed(rules: Any, work: Any, prunes: Any, limit: Any) -> Any:
    """Go on with the deal under way until it is decided or has ``limit`` nodes; the status."""


@overload(proceed, strict=False)
def _proceed_typed(rules: Any, work: Any, prunes: Any, limit: Any) -> Any:
    module = _module_of(work)
    if module is both_ends:
        return both_ends.proceed
    search, restart, use_patterns = module.search, module.restart, module.use_patterns

    def proceed_by_stages(rules: Any, work: Any, prunes: Any, limit: Any) -> Any:
        progress = work.progress[0]
        stages = rules.stages.shape[0] if prunes & TABLES else 0
        while progress.status == RUNNING and progress.nodes < limit:
            if progress.stage < stages and progress.nodes >= rules.stages[progress.stage, 0]:
                patterns, ranks = rules.stages[progress.stage, 1:]
                for pattern in range(work.deal.start[PATTERNS], patterns):
                    build(rules, work.deal, work.patterns, pattern, ranks, TABLE_ROWS)
                use_patterns(work, patterns)
                progress.stage += 1
            if not progress.wide and progress.nodes >= WIDE_NODES:
                rows = work.patterns.entries.shape[0]
                if stages and rows > TABLE_ROWS:
                    for pattern in range(work.deal.start[PATTERNS]):
                        build(rules, work.deal, work.patterns, pattern, rules.windows.shape[1], rows)
                    use_patterns(work, work.deal.start[PATTERNS])
                progress.wide = 1
            if not progress.late and progress.nodes >= LATE_NODES:
                late = next_generation(work.late_table, progress.late_generation, rules.size)
                take_over(work.late_table, late, work.table, progress.generation, rules.size)
                progress.late_generation, progress.late = late, 1
            if progress.nodes >= progress.restart:
                progress.order += 1
                restart(rules, work, progress.order)
                progress.restart = progress.nodes + rules.restart_nodes + progress.nodes // RESTART_SHARE
            until = min(limit, progress.restart)
            if not progress.late:
                until = min(until, LATE_NODES)
            if not progress.wide:
                until = min(until, WIDE_NODES)
            if progress.stage < stages:
                until = min(until, rules.stages[progress.stage, 0])
            progress.status = search(rules, work, prunes, until)
        return progress.status

    return proceed_by_stages


@kernel
def go_on(rules: Rules, work: Work, prunes: int, limit: int) -> int:
    """:func:`proceed`, for callers outside."""
    return int(proceed(rules, work, prunes, limit))


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


@inner_kernel
def deepest_line(work: Work, moves: npt.NDArray[np.int8]) -> int:
    """Write the line that cleared the most cards, the solution if there is one; its length."""
    line = work.line
    return write_line(line.deepest_place, line.deepest_drawn, work.progress[0].deepest, moves)


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


@inner_kernel
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
        before = work.progress[0].nodes
        status = proceed(rules, work, prunes, min(max_nodes, before + budget))
        nodes = work.progress[0].nodes
        budget -= nodes - before
        if status == RUNNING and nodes < max_nodes:
            break
        batch.verdicts[i] = status
        batch.nodes[i] = nodes
        batch.lengths[i] = deepest_line(work, batch.moves[i]) if status == WON else 0
        batch.done[0] = i + 1
        batch.done[1] = 0
    return batch.done[0] == batch.numbers.size
