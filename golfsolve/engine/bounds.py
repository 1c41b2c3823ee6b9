"""The counting bound: enough cards must be left to play the others on.

Every tableau card must be played directly onto an earlier card of a neighbouring rank, and a card
carries at most one other. So for any set of ranks the tableau cards left of those ranks may not
outnumber the cards that can still carry one of them: cards left in the tableau, in the stock, and the
waste card, of the ranks beside the set. (Hall's condition for a matching of cards to carriers. It is
necessary, never sufficient, so a state that fails it is lost.) For a set S, with B the ranks that some
rank of S may be played on::

    slack(S) = #(tableau in B) + #(stock left in B) + [waste in B] - #(tableau in S)  >=  0

Of all sets only runs of every second rank are tried (A 3 5, say): the ranks beside other sets fall
apart into those of such runs. Without wrap that is 28 + 21 runs; with wrap, runs of the lengths
``WRAP_RUNS`` on the circle. A joker lies beside every set.

A move changes each slack by a constant that depends on ranks alone: the covered waste card w can no
longer carry, the played card c need no longer be carried. With ``covered[d]``, the sum of [in B] over
the first d stock cards, everything that depends on the tableau alone is::

    tableau_slack(S) = #(tableau in B) - #(tableau in S) + #(whole stock in B)

and a card c played with d cards drawn leaves ``tableau_slack + [c in S] - covered[d]``, tested where c
still counts as tableau. 64 slacks are kept in a row of 8 words, a byte each, and are tested at once
(bytewise.py). All arithmetic is byte by byte: a tableau slack may be -1 where the waste card still carries
one, and would borrow from its neighbour in a word.

Where some cards may be left at the end (best.py), that many of S need no carrier, and each slack is as
much larger. A byte has room for it: seven ranks of two decks and four jokers, 60 cards, are the most that lie
beside a set, and a tableau has at most 63.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from golfsolve.engine import bytewise
from golfsolve.engine.encoding import (
    LEFT,
    ONE,
    ONES,
    OPENING,
    RANKS,
    STOCK_SIZE,
    U64,
    WORDS,
    Deal,
    Rules,
)
from golfsolve.engine.jit import inner_kernel

# Lengths of runs tried with wrap, of the 12 there are, chosen by measurement (benchmarks) to fit 64
# conditions. Those of six ranks come first: walk.py reads them, and without a stock they imply the rest.
WRAP_RUNS = (6, 1, 2, 3)
_NORMAL_RANKS = 13


def conditions(adjacency: Sequence[int], wrap: bool) -> tuple[U64, U64]:
    """The sets S and B as packed bytes by rank: two arrays uint64[RANKS, WORDS] of 0 and 1 bytes."""
    if wrap:
        # The run of six for edge r starts at rank r + 2.
        starts = [(first, length) for length in WRAP_RUNS for first in range(_NORMAL_RANKS)]
        runs = [_run(first + 2, length) for first, length in starts]
    else:
        starts = [(first, length) for first in range(_NORMAL_RANKS) for length in range(1, 8)]
        runs = [_run(first, length) for first, length in starts if first + 2 * length <= _NORMAL_RANKS + 1]
    in_set = np.zeros((RANKS, WORDS), np.uint64)
    beside_set = np.zeros((RANKS, WORDS), np.uint64)
    for number, run in enumerate(runs):
        word, byte = divmod(number, 8)
        one = np.uint64(1 << 8 * byte)
        for rank in range(RANKS):
            if run >> rank & 1:
                in_set[rank, word] += one
            if adjacency[rank] & run:
                beside_set[rank, word] += one
    assert len(runs) <= 8 * WORDS
    return in_set, beside_set


def _run(first: int, length: int) -> int:
    """The mask of ``length`` ranks, every second one from ``first`` on, round the circle."""
    return sum(1 << (first + 2 * step) % _NORMAL_RANKS for step in range(length))


@inner_kernel
def first_slack(rules: Rules, deal: Deal, slack: U64) -> bool:
    """Write a deal's ``tableau_slack`` to row 0 of uint64[n, WORDS]; False if it fails the bound at once."""
    in_set, beside_set, covered = rules.in_set, rules.beside_set, deal.covered
    board = deal.board[0]
    total = bytewise.load(covered, deal.start[STOCK_SIZE])
    total = bytewise.add(total, bytewise.repeat(np.uint64(deal.start[LEFT]) * ONES))
    for place in range(rules.size):
        if board >> np.uint64(place) & ONE:
            rank = deal.rank[place]
            total = bytewise.add(total, bytewise.load(beside_set, rank))
            total = bytewise.subtract(total, bytewise.load(in_set, rank))
    bytewise.store(slack, 0, total)
    return not bytewise.any_negative(bytewise.add(total, bytewise.load(beside_set, deal.start[OPENING])))


@inner_kernel
def enough_carriers(slack: U64, level: int, in_set: U64, rank: int, covered: U64, drawn: int) -> bool:
    """Whether the bound holds when a card of ``rank`` is played from row ``level`` with ``drawn`` draws."""
    kept = bytewise.add(bytewise.load(slack, level), bytewise.load(in_set, rank))
    return not bytewise.any_negative(bytewise.subtract(kept, bytewise.load(covered, drawn)))


@inner_kernel
def write_slack(slack: U64, level: int, in_set: U64, beside_set: U64, rank: int) -> None:
    """Write ``tableau_slack`` after a card of ``rank`` is played from row ``level`` to the row after it."""
    kept = bytewise.add(bytewise.load(slack, level), bytewise.load(in_set, rank))
    bytewise.store(slack, level + 1, bytewise.subtract(kept, bytewise.load(beside_set, rank)))
