"""Deal + variant -> arrays -> engine -> result.

The engine and numpy are loaded on first use: commands that solve nothing must start fast.
"""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from golfsolve.errors import Stopped
from golfsolve.game.deal import Deal
from golfsolve.game.moves import DRAW
from golfsolve.game.result import Best, Result, Verdict
from golfsolve.game.variants import Variant, checked_variant
from golfsolve.solving import engine_arrays as arrays
from golfsolve.solving import guard
from golfsolve.solving.compiled import load_engine

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from golfsolve.engine.exact import Boards
    from golfsolve.engine.solve import Batch

DEFAULT_MAX_NODES = 20_000_000

# How many states a kernel may search before Python looks at Ctrl-C: some tenths of a second.
_SLICE = 1_000_000

_VERDICTS = (Verdict.WINNABLE, Verdict.UNWINNABLE, Verdict.UNDECIDED)  # by the engine's status


@dataclass(frozen=True)
class SolvedNumbers:
    """What is found of a row of deal numbers, without Python between the deals.

    ``verdicts`` is uint8[n]: 0 winnable, 1 unwinnable, 2 undecided; ``nodes`` int64[n]; ``cards``
    uint8[n, cards] in dealing order.
    """

    first: int
    verdicts: npt.NDArray[np.uint8]
    nodes: npt.NDArray[np.int64]
    cards: npt.NDArray[np.uint8]
    _lines: Any
    _move_of_place: tuple[int, ...]
    _stock: int

    def result(self, index: int) -> Result:
        """The result for deal number ``first + index``."""
        moves, lengths = self._lines
        line = [int(place) for place in moves[index, : lengths[index]]]
        verdict = _VERDICTS[self.verdicts[index]]
        return _result(verdict, int(self.nodes[index]), line, self._move_of_place, self._stock)


class Solver:
    """Memory for solving deals of one variant, one after the other.

    A deal's result never depends on what was solved before. Threads that share a solver wait for each
    other: give each its own. ``stop``, when set from another thread, ends the work within a fraction of a
    second with :class:`golfsolve.errors.Stopped`. ``prunes`` is a sum of engine.line's flags, by default
    all, and ``table_bits`` the binary logarithm of the transposition table's size.

    All methods raise :class:`DealError` for what is no deal or position of the variant, and
    :class:`ArgumentError` or :class:`ArgumentTypeError` for other things that cannot be.
    """

    def __init__(
        self,
        variant: Variant,
        *,
        max_nodes: int = DEFAULT_MAX_NODES,
        stop: threading.Event | None = None,
        prunes: int | None = None,
        table_bits: int | None = None,
    ) -> None:
        load_engine()
        from golfsolve.engine import best, line, solve

        self.variant = checked_variant(variant)
        self.max_nodes = max_nodes
        self._lock = threading.RLock()
        self.stop = stop or threading.Event()
        self._prunes = line.ALL_PRUNES if prunes is None else prunes
        self._rules = arrays.rules(variant)
        self._work = solve.new_work(self._rules, arrays.turned_rules(variant), not variant.stock, table_bits)
        self._move_of_place = _moves_of_places(variant)
        self._line = best.new_best_line()
        self._draws: npt.NDArray[np.uint8] | None = None  # the exact pass needs it, and it is large

    @property
    def max_nodes(self) -> int:
        """How many states a search may enter: nodes of the search."""
        return self._max_nodes

    @max_nodes.setter
    def max_nodes(self, max_nodes: int) -> None:
        self._max_nodes = guard.checked_budget(max_nodes)

    @guard.one_at_a_time
    def solve(self, deal: Deal) -> Result:
        """The verdict on one deal or position, with a solution that the referee has replayed if winnable."""
        from golfsolve.engine import solve
        from golfsolve.engine.line import RUNNING, WON

        status = self._begin(deal)
        nodes = 0
        while status == RUNNING and nodes < self.max_nodes:
            self._check_stop()
            status = solve.go_on(self._rules, self._work, self._prunes, min(self.max_nodes, nodes + _SLICE))
            nodes = int(self._work.progress["nodes"][0])
        line = self._deepest_line() if status == WON else []
        result = _result(_VERDICTS[status], nodes, line, self._move_of_place, len(deal.stock))
        if result.solution is not None:
            guard.certified(deal, self.variant, result.solution, wins=True)
        return result

    @guard.one_at_a_time
    def best(self, deal: Deal) -> Best:
        """The best golf score of a deal or position, and a line that the referee has played to it.

        By the whole-table pass where the layout has few enough boards, elsewhere by the search.
        """
        from golfsolve.engine import exact

        boards = _all_boards(self.variant)
        self._check_stop()
        if boards is not None:
            self._begin(deal)
            root = exact.find_root(boards, self._work.deal)
            if root >= 0:
                return self._exact_best(deal, boards, root)
        return self._searched_best(deal)

    @guard.one_at_a_time
    def solve_best(self, deal: Deal) -> tuple[Result, Best]:
        """Both :meth:`solve` and :meth:`best`. Where only the latter decides a deal, the verdict is its."""
        result, best = self.solve(deal), self.best(deal)
        if result.verdict is Verdict.UNDECIDED and best.verdict is Verdict.WINNABLE:
            draws = best.moves.count(DRAW)
            result = Result(Verdict.WINNABLE, result.nodes, best.moves, draws, len(deal.stock) - draws)
        elif result.verdict is Verdict.UNDECIDED:
            result = Result(best.verdict, result.nodes)
        _check_agreement(result.verdict, best)
        return result, best

    @guard.one_at_a_time
    def best_numbers(self, first: int, count: int) -> tuple[SolvedNumbers, list[int | None]]:
        """:meth:`solve_numbers` without the moves, and the best score of each deal, None if not proven.

        By the search, which is up to three times as fast as the whole-table pass; the pass comes in where
        the search ends at ``max_nodes``.
        """
        import numpy as np

        from golfsolve.engine import best

        batch, opening = self._batch(first, count)
        scores = np.zeros(count, np.int64)
        while not best.score_batch(
            self._rules,
            self._work,
            self._line,
            batch,
            scores,
            self.variant.stock,
            opening,
            self._prunes,
            self.max_nodes,
            _SLICE,
        ):
            self._check_stop()
        block = self._block(first, batch)
        found: list[int | None] = [*scores.tolist()]
        for i in np.flatnonzero(scores == best.UNKNOWN).tolist():
            found[i] = self._whole_table_score(block.cards[i].tolist(), _VERDICTS[block.verdicts[i]])
        return block, found

    def _whole_table_score(self, cards: list[int], verdict: Verdict) -> int | None:
        """The best score of a deal with that verdict, None if its layout has too many boards."""
        if _all_boards(self.variant) is None:
            return None
        best = self.best(Deal.from_cards(cards, self.variant))
        _check_agreement(verdict, best)
        return best.score

    def _exact_best(self, deal: Deal, boards: Boards, root: int) -> Best:
        import numpy as np

        from golfsolve.engine import encoding, exact

        if self._draws is None:
            self._draws = exact.new_draws(boards)
        rules, engine_deal = self._rules, self._work.deal
        best = exact.spread(rules, engine_deal, boards, self._draws, root)
        places = np.zeros(encoding.PLACES, np.int64)
        drawn = np.zeros(encoding.PLACES, np.int64)
        plays = exact.best_line(rules, engine_deal, boards, self._draws, root, best, places, drawn)
        return self._best(deal, self._moves(places, drawn, plays), proven=True)

    def _searched_best(self, deal: Deal) -> Best:
        from golfsolve.engine import best

        self._begin(deal)
        best.begin_best(self._line)
        while self._line.facts[best.STATE] == best.OPEN:
            self._check_stop()
            best.improve(self._rules, self._work, self._line, self._prunes, self.max_nodes, _SLICE)
        plays = int(self._line.facts[best.PLAYS])
        proven = bool(self._line.facts[best.STATE] == best.PROVEN)
        return self._best(deal, self._moves(self._line.place, self._line.drawn, plays), proven=proven)

    def _moves(self, places: npt.NDArray[np.int64], drawn: npt.NDArray[np.int64], plays: int) -> list[int]:
        """Plays and how many cards are drawn at each, as a line of places with -1 for a draw."""
        import numpy as np

        from golfsolve.engine import solve

        moves = np.zeros(solve.MAX_MOVES, np.int8)
        return [int(place) for place in moves[: solve.write_line(places, drawn, plays, moves)]]

    def _best(self, deal: Deal, line: list[int], *, proven: bool) -> Best:
        """The score of a line of places, with -1 for a draw."""
        moves = _to_moves(line, self._move_of_place)
        end = guard.certified(deal, self.variant, moves, wins=False)
        return Best(end.score, end.cards_left, moves, proven)

    def _begin(self, deal: Deal) -> int:
        """Load a deal into the engine; its status."""
        from golfsolve.engine import solve

        guard.checked_position(deal, self.variant)
        tableau, opening, stock = arrays.deal_ranks(deal, self.variant)
        return int(solve.begin(self._rules, self._work, tableau, opening, stock, self._prunes))

    def _deepest_line(self) -> list[int]:
        """The line of the last search that cleared the most cards, as places with -1 for a draw."""
        line = self._work.line
        return self._moves(line.deepest_place, line.deepest_drawn, int(self._work.progress["deepest"][0]))

    @guard.one_at_a_time
    def solve_numbers(self, first: int, count: int) -> SolvedNumbers:
        """Deal and solve the numbers ``first`` .. ``first + count - 1`` of our own numbering."""
        from golfsolve.engine import solve

        batch, opening = self._batch(first, count)
        while not solve.solve_batch(
            self._rules, self._work, batch, opening, self._prunes, self.max_nodes, _SLICE
        ):
            self._check_stop()
        return self._block(first, batch)

    def _batch(self, first: int, count: int) -> tuple[Batch, int]:
        """Memory for the deals ``first`` .. ``first + count - 1``, and the rank of an empty waste or -1."""
        import numpy as np

        from golfsolve.engine import solve

        guard.checked_numbers(first, count)
        deck, named, opening = arrays.dealing(self.variant)
        return solve.new_batch(np.arange(first, first + count, dtype=np.uint64), deck, named), opening

    def _block(self, first: int, batch: Batch) -> SolvedNumbers:
        return SolvedNumbers(
            first,
            batch.verdicts,
            batch.nodes,
            batch.cards,
            (batch.moves, batch.lengths),
            self._move_of_place,
            self.variant.stock,
        )

    def _check_stop(self) -> None:
        if self.stop.is_set():
            raise Stopped


def solve(deal: Deal, variant: Variant, *, max_nodes: int = DEFAULT_MAX_NODES) -> Result:
    """The verdict on one deal or position, with a solution where it is winnable.

    ``max_nodes`` bounds the search; where it ends the search the verdict is undecided. Raises what
    :class:`Solver` raises.
    """
    return solver_of_this_thread(variant, max_nodes).solve(deal)


def solver_of_this_thread(variant: Variant, max_nodes: int) -> Solver:
    """A solver that the calling thread keeps until it asks for one of another variant."""
    solver: Solver | None = getattr(_of_this_thread, "solver", None)
    if solver is None or solver.variant != variant:
        solver = _of_this_thread.solver = Solver(variant)
    solver.max_nodes = max_nodes
    return solver


_of_this_thread = threading.local()


def _check_agreement(verdict: Verdict, best: Best) -> None:
    """Two methods that share little have looked at the same deal."""
    if verdict is not best.verdict and Verdict.UNDECIDED not in (verdict, best.verdict):
        raise RuntimeError(f"{verdict} by the search, {best.verdict} by the best score")


def _result(
    verdict: Verdict, nodes: int, line: list[int], move_of_place: tuple[int, ...], stock: int
) -> Result:
    """A result from the engine's line of places, with -1 for a draw."""
    if verdict is not Verdict.WINNABLE:
        return Result(verdict, nodes)
    moves = _to_moves(line, move_of_place)
    draws = moves.count(DRAW)
    return Result(verdict, nodes, moves, draws, stock - draws)


def _to_moves(line: list[int], move_of_place: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(DRAW if place < 0 else move_of_place[place] for place in line)


def _moves_of_places(variant: Variant) -> tuple[int, ...]:
    """The move that plays the card in each place: its column, or else its own number."""
    moves = list(range(1, variant.layout.size + 1))
    for column, places in enumerate(variant.layout.columns, start=1):
        for place in places:
            moves[place] = column
    return tuple(moves)


_boards_lock = threading.Lock()


def _all_boards(variant: Variant) -> Boards | None:
    with _boards_lock:  # or each of many workers would make the same large tables
        return _make_boards(variant)


@functools.lru_cache(maxsize=4)
def _make_boards(variant: Variant) -> Boards | None:
    from golfsolve.engine import exact

    return exact.all_boards(arrays.rules(variant))
