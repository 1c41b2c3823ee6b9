"""The exact chance to win for best play without sight of the stock's order.

A player knows which cards are in the stock, by looking at all the others, and not in which order. What the
best such player wins is found exactly where the layout has few enough boards (the engine's odds_values.py
and docs/odds.md say how). Where memory or time would pass a limit, bounds are given instead.

Nothing here looks at the order of the deal's stock: only at which cards are in it.
"""

from __future__ import annotations

import functools
import math
import threading
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from golfsolve.errors import Stopped
from golfsolve.game.cards import rank_of
from golfsolve.game.deal import Deal
from golfsolve.game.layout import Layout
from golfsolve.game.moves import DRAW
from golfsolve.game.referee import Position
from golfsolve.game.variants import EMPTY_WASTE, Variant
from golfsolve.solving.compiled import load_engine
from golfsolve.solving.guard import checked_position

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from golfsolve.engine.odds_boards import Boards, Lanes
    from golfsolve.engine.odds_sets import Sets
    from golfsolve.engine.odds_unseen import Unseen

DEFAULT_MAX_STATES = 300_000_000
DEFAULT_MEMORY = 2_000_000_000  # bytes

# Values are single precision: moves that differ by less than this share of the best are taken as equal.
TIE = 1e-5

_MAX_BOARDS = 1 << 20
_MAX_NUMBERS = 1 << 23
_MAX_STOCK = 40  # up to there n * (1 / n) is exactly 1 in single precision

# How much a kernel does before Python looks at Ctrl-C: some tenths of a second.
_WORDS_SLICE = 3_000_000
_BLOCKS_SLICE = 3_000_000


@dataclass(frozen=True)
class Odds:
    """What the best player who does not see the stock's order wins from a position.

    ``chance`` is before the move, ``moves`` what each legal move leaves, in the order of
    :meth:`Position.legal_moves`: plays by their number, then a draw. ``states`` counts the (board, unseen
    cards) that the values of draws were found for.
    """

    chance: float
    moves: tuple[tuple[int, float], ...]
    states: int

    @property
    def best(self) -> int | None:
        """The move to make: the first whose chance is the best, up to rounding; None where there is none."""
        least = self.chance * (1 - TIE)
        return next((move for move, chance in self.moves if chance >= least), None)


def exact_odds(
    deal: Deal,
    variant: Variant,
    *,
    max_states: int = DEFAULT_MAX_STATES,
    memory: int = DEFAULT_MEMORY,
    stop: threading.Event | None = None,
) -> Odds | None:
    """The exact odds of a deal or position, or None where they would take too much.

    That is more than ``max_states`` states or about ``memory`` bytes, which depends on the deal and never on
    the machine. ``stop``, when set from another thread, ends the work within a fraction of a second with
    :class:`golfsolve.errors.Stopped`.
    """
    checked_position(deal, variant)
    if deal.tableau_left == 0:
        return Odds(1.0, (), 0)
    legal = Position(deal, variant).legal_moves()
    if not legal:
        return Odds(0.0, (), 0)
    load_engine()
    work = _Work(deal, variant, stop or threading.Event())
    found = work.values(max_states, memory)
    if found is None:
        return None
    chances, states = found
    moves = tuple((move, chances[move]) for move in legal)
    return Odds(max(chance for _, chance in moves), moves, states)


class _Work:
    """One position on its way through the three passes."""

    def __init__(self, deal: Deal, variant: Variant, stop: threading.Event) -> None:
        self._deal = deal
        self._variant = variant
        self._stop = stop
        masks = variant.adjacency()
        here = {rank_of(card) for card in deal.tableau if card is not None}
        tableau = sum(1 << rank for rank in here)
        self._plays_on = [mask & tableau for mask in masks]
        self._start = self._plays_on[EMPTY_WASTE if deal.opening is None else rank_of(deal.opening)]

    def values(self, max_states: int, memory: int) -> tuple[dict[int, float], int] | None:
        """What each move is worth, legal or not, and how many states that took; None past a limit."""
        from golfsolve.engine import odds_boards, odds_sets, odds_unseen

        if len(self._deal.stock) > _MAX_STOCK:
            return None
        weighed = self._classes()
        if math.prod(count + 1 for _, _, count in weighed) > _MAX_NUMBERS:
            return None
        boards = _boards_of(self._variant.layout, self._root())
        if boards is None:
            return None
        lanes = odds_boards.all_lanes(boards, self._ranks(), self._adjacency())
        unseen = odds_unseen.arrange(weighed)
        far, span = odds_boards.spans(boards, lanes)
        kept, beside = odds_sets.bytes_needed(boards, lanes, unseen.words, span)
        if kept + beside > memory:
            return None
        sets = odds_sets.new_sets(boards, lanes, unseen, span)
        states = self._find_sets(boards, lanes, unseen, sets)
        if states > max_states:
            return None
        none = sets.possible[:0].copy()
        sets = sets._replace(possible=none, ring=none.reshape(0, 1))  # most of the memory until here
        answers = self._find_answers(boards, lanes, unseen, sets, far, memory - kept)
        return None if answers is None else (answers, states)

    def _root(self) -> int:
        return sum(1 << place for place, card in enumerate(self._deal.tableau) if card is not None)

    def _classes(self) -> list[tuple[int, int, int]]:
        """Unseen cards: how many tableau cards play on them, the mask of their ranks, how many they are."""
        counts = Counter(self._plays_on[rank_of(card)] for card in self._deal.stock)
        ranks = [rank_of(card) for card in self._deal.tableau if card is not None]
        return [(sum(plays >> rank & 1 for rank in ranks), plays, n) for plays, n in counts.items()]

    def _ranks(self) -> npt.NDArray[np.uint8]:
        import numpy as np

        return np.array([0 if card is None else rank_of(card) for card in self._deal.tableau], np.uint8)

    def _adjacency(self) -> npt.NDArray[np.uint16]:
        import numpy as np

        return np.array(self._plays_on[:EMPTY_WASTE], np.uint16)

    def _find_sets(self, boards: Boards, lanes: Lanes, unseen: Unseen, sets: Sets) -> int:
        from golfsolve.engine import odds_sets

        size = boards.board.size
        step = max(1, _WORDS_SLICE // (40 * unseen.words))
        used = 0
        for first in range(size - 1, -1, -step):
            self._check_stop()
            last = max(0, first - step + 1)
            used = odds_sets.find_possible(boards, lanes, unseen, sets, first, last, used)
        odds_sets.empty_ring(sets)
        states = 0
        for first in range(0, size, step):
            self._check_stop()
            last = min(size, first + step)
            states += odds_sets.find_reached(boards, lanes, unseen, sets, self._start, first, last)
        if sets.high.any() or used > sets.possible.size:
            raise RuntimeError("states were left over in the ring of lanes")
        return states

    def _find_answers(
        self, boards: Boards, lanes: Lanes, unseen: Unseen, sets: Sets, far: int, memory: int
    ) -> dict[int, float] | None:
        import numpy as np

        from golfsolve.engine import odds_values

        peak = max(1, odds_values.peak_blocks(lanes, sets, far))
        if 32 * peak > memory:
            return None
        # A third of the blocks turn out to hold nothing but 0, and take no room.
        values = odds_values.new_values(boards, lanes, unseen, 5 * peak // 8 + 1)
        while True:
            self._check_stop()
            status = odds_values.find_values(boards, lanes, unseen, sets, values, far, _BLOCKS_SLICE)
            if status == odds_values.DONE:
                break
            if status == odds_values.FULL:
                if values.ring.size >= 8 * peak:
                    raise RuntimeError("the ring of values is too small")
                values = odds_values.grown(values, peak, far)
        answers = np.zeros(1 + boards.first[1], np.float32)
        odds_values.find_answers(boards, lanes, unseen, sets, values, answers)
        move_of = _moves_of_places(self._variant.layout)
        found = {DRAW: float(answers[0])}
        for play in range(boards.first[1]):
            found[move_of[boards.place[play]]] = float(answers[1 + play])
        return found

    def _check_stop(self) -> None:
        if self._stop.is_set():
            raise Stopped


def _moves_of_places(layout: Layout) -> list[int]:
    """The move that plays the card in each place: its column, or else its own number."""
    moves = list(range(1, layout.size + 1))
    for column, places in enumerate(layout.columns, start=1):
        for place in places:
            moves[place] = column
    return moves


_boards_lock = threading.Lock()


def _boards_of(layout: Layout, root: int) -> Boards | None:
    """All boards that can arise from ``root``, kept for whole deals; None where they are too many."""
    if root != (1 << layout.size) - 1:
        return _make_boards(layout, root)
    with _boards_lock:  # or each of many workers would make the same large tables
        return _whole_boards(layout, root)


def _make_boards(layout: Layout, root: int) -> Boards | None:
    import numpy as np

    from golfsolve.engine import odds_boards

    columns = [sum(root >> place & 1 for place in places) for places in layout.columns]
    most = math.prod(n + 1 for n in columns) if columns else 1 << min(root.bit_count(), 30)
    if columns and most > _MAX_BOARDS:
        return None
    order = [place for places in layout.columns for place in places] or list(range(layout.size))
    covers = np.array(layout.covers, np.uint64)
    return odds_boards.all_boards(covers, order, root, min(most, _MAX_BOARDS))


_whole_boards = functools.lru_cache(maxsize=2)(_make_boards)
