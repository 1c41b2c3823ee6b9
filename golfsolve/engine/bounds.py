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

and a card c played with d cards drawn leaves ``tableau_slack + [c in S] - covered[d]``, tested where
c still counts as tableau. 64 slacks are kept in 8 words, a byte each, and are tested at once: bytes are
added without carry as long as none is negative, and the lowest negative byte always shows its sign.

Where some cards may be left at the end (best.py), that many of S need no carrier, and each slack is as
much larger. A byte has room for it: seven ranks of two decks and four jokers, 60 cards, are the most that lie
beside a set, and a tableau has at most 63.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from golfsolve.engine.encoding import (
    LEFT,
    ONES,
    OPENING,
    RANKS,
    STOCK_SIZE,
    U64,
    WORDS,
    ZERO,
    Deal,
    Rules,
)
from golfsolve.engine.jit import kernel

# Lengths of runs tried with wrap, of the 12 there are, chosen by measurement (benchmarks) to fit 64
# conditions. Those of six ranks come first: walk.py reads them, and without a stock they imply the rest.
WRAP_RUNS = (6, 1, 2, 3)
SIGNS = np.uint64(0x8080808080808080)
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


@kernel
def first_slack(rules: Rules, deal: Deal, slack: U64) -> bool:
    """Write ``tableau_slack`` of a deal to uint64[WORDS]; False when the deal fails the bound at once."""
    failed = ZERO
    for word in range(WORDS):
        total = deal.covered[deal.start[STOCK_SIZE], word] + np.uint64(deal.start[LEFT]) * ONES
        for place in range(rules.size):
            if deal.board[0] >> np.uint64(place) & np.uint64(1):
                rank = deal.rank[place]
                total += rules.beside_set[rank, word] - rules.in_set[rank, word]
        slack[word] = total
        failed |= total + rules.beside_set[deal.start[OPENING], word]
    return failed & SIGNS == ZERO


@kernel
def play_slack(rules: Rules, deal: Deal, before: U64, rank: int, drawn: int, after: U64) -> bool:
    """Write ``tableau_slack`` after a card of ``rank`` is played; False when the bound is broken."""
    failed = ZERO
    for word in range(WORDS):
        kept = before[word] + rules.in_set[rank, word]
        failed |= kept - deal.covered[drawn, word]
        after[word] = kept - rules.beside_set[rank, word]
    return failed & SIGNS == ZERO
