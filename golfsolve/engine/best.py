"""The best score by search: a deal is won, and then with ever fewer draws, as long as that can be done.

A deal that cannot be won is searched for play that leaves one card, two cards, and so on. What the search
knows of lost states holds for a harder goal too, fewer draws, and is kept in the transposition table; for
an easier one, more cards left, the table begins anew.

The whole-table pass (exact.py) says the same, shares next to nothing with this, and takes up to three times
as long.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from golfsolve.engine.encoding import I64, LEFT, PLACES, STOCK_SIZE, Rules
from golfsolve.engine.jit import count_bits, inner_kernel, kernel
from golfsolve.engine.line import LOST, RUNNING, WON
from golfsolve.engine.solve import (
    DEALING,
    Batch,
    Work,
    begin_again,
    begin_next,
    empty_tables,
    give_up_line,
    proceed,
)


class BestLine(NamedTuple):
    """The best line of play so far: its plays, and how many cards are drawn at each.

    ``facts`` holds the number of plays, the number of draws, whether the score is still OPEN, and the
    status and nodes of the search for a win.
    """

    place: I64  # [PLACES]
    drawn: I64  # [PLACES]
    facts: I64  # [5]


PLAYS, DRAWS, STATE, VERDICT, VERDICT_NODES = 0, 1, 2, 3, 4  # fields of BestLine.facts
PROVEN, UNPROVEN, OPEN = 0, 1, 2  # values of STATE
UNKNOWN = 1 << 16  # no score


def new_best_line() -> BestLine:
    """Memory for one best line."""
    return BestLine(np.zeros(PLACES, np.int64), np.zeros(PLACES, np.int64), np.zeros(5, np.int64))


@kernel
def begin_best(line: BestLine) -> None:
    """Forget the line of another deal. The deal itself is begun as for solving."""
    line.facts[:] = 0
    line.facts[STATE] = OPEN
    line.facts[VERDICT] = RUNNING


@kernel
def improve(rules: Rules, work: Work, line: BestLine, prunes: int, max_nodes: int, budget: int) -> int:
    """Go on until the best score is no longer OPEN, or about ``budget`` nodes are entered; how many were.

    A goal that needs more than ``max_nodes`` leaves the score UNPROVEN.
    """
    entered = 0
    while line.facts[STATE] == OPEN and entered < budget:
        before = work.progress[0].nodes
        status = proceed(rules, work, prunes, min(max_nodes, before + budget - entered))
        nodes = work.progress[0].nodes
        entered += nodes - before
        if status != RUNNING or nodes >= max_nodes:
            _next_goal(rules, work, line, status, prunes)
            entered += 1  # so that goals which fail at once come to an end too
    return entered


@inner_kernel
def _next_goal(rules: Rules, work: Work, line: BestLine, status: int, prunes: int) -> None:
    """After a goal was reached, proved out of reach or given up: set the next one, or close the score."""
    deal, progress, facts = work.deal, work.progress[0], line.facts
    won_before = facts[VERDICT] == WON
    if facts[VERDICT] == RUNNING:
        facts[VERDICT] = status
        facts[VERDICT_NODES] = progress.nodes
    plays = progress.deepest
    if status == WON or (not won_before and plays > facts[PLAYS]):
        line.place[:] = work.line.deepest_place[:PLACES]
        line.drawn[:] = work.line.deepest_drawn[:PLACES]
        facts[PLAYS] = plays
        facts[DRAWS] = line.drawn[plays - 1] if plays else 0
    left = int(count_bits(deal.board[0])) - facts[PLAYS]
    if status == RUNNING:
        facts[STATE] = UNPROVEN
    elif status == LOST and not won_before and left > deal.start[LEFT] + 1:
        empty_tables(rules, work)
        deal.start[LEFT] += 1
    elif status == WON and left == 0 and facts[DRAWS] > 0:
        give_up_line(rules, work)
        deal.start[STOCK_SIZE] = facts[DRAWS] - 1
    else:
        facts[STATE] = PROVEN
    if facts[STATE] == OPEN:
        begin_again(rules, work, prunes)


@kernel
def score_batch(
    rules: Rules,
    work: Work,
    line: BestLine,
    batch: Batch,
    scores: I64,
    stock: int,
    opening: int,
    prunes: int,
    max_nodes: int,
    budget: int,
) -> bool:
    """As solve.solve_batch, with the best scores, int64[n], in place of moves: UNKNOWN if not proven.

    ``stock`` is the number of stock cards.
    """
    while batch.done[0] < batch.numbers.size and budget > 0:
        i = batch.done[0]
        if not batch.done[1]:
            begin_next(rules, work, batch, opening, prunes)
            begin_best(line)
            budget -= DEALING
        budget -= improve(rules, work, line, prunes, max_nodes, budget)
        if line.facts[STATE] == OPEN:
            break
        batch.verdicts[i] = line.facts[VERDICT]
        batch.nodes[i] = line.facts[VERDICT_NODES]
        if line.facts[STATE] == PROVEN:
            left = int(count_bits(work.deal.board[0])) - line.facts[PLAYS]
            scores[i] = left if left else line.facts[DRAWS] - stock
        else:
            scores[i] = UNKNOWN
        batch.done[0] = i + 1
        batch.done[1] = 0
    return batch.done[0] == batch.numbers.size
