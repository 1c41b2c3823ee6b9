"""Solving a sample of a pool again: what no replay can show, turned-down deals and best scores among it."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from golfsolve.errors import PoolError
from golfsolve.files.numbered import whole
from golfsolve.game.difficulty import Difficulty
from golfsolve.game.numbering import DealNumber, deal_number
from golfsolve.game.result import Verdict
from golfsolve.pools.records import BEST_SCORE, DIFFICULTY, Entry, checked_deal, entries, open_pool
from golfsolve.solving.rating import rate
from golfsolve.solving.solver import Solver
from golfsolve.solving.workers import default_jobs, ordered_map


@dataclass(frozen=True)
class Checked:
    """What was solved again: records, deals in all, and the first that is not as recorded, if any."""

    records: int
    deals: int
    problem: str | None


def check(
    path: Path,
    sample: int,
    seed: int,
    *,
    jobs: int | None = None,
    advance: Callable[[int], object] = lambda _: None,
) -> Checked:
    """Solve ``sample`` records of a pool again, each with the deals turned down since the one before it.

    The same ``seed`` draws the same records. Best scores and ratings are found again where the pool has them.
    Another revision of the search may leave other deals undecided: only what contradicts the pool counts.
    ``advance(1)`` is called for each record that is as it says. Raises :class:`PoolError` for a pool that
    cannot be read; what a replay can show is verify's to say.
    """
    with open_pool(path) as reader:
        found = list(entries(reader))
        if not reader.finished:
            raise PoolError(f"{path}: unfinished: the closing line is missing")
        variant, limit = reader.variant, whole(reader.header, "max_nodes", 1)
        best = reader.header.get("best") is True
    if not found:
        raise PoolError(f"{path} holds no deals")
    chosen = _sample(found, sample, seed)
    deals = 0
    work = functools.partial(_contradiction, best=best)
    results = ordered_map(work, chosen, variant, jobs=jobs or default_jobs(), max_nodes=limit)
    with closing(results):
        for entry, problem in zip(chosen, results, strict=True):
            deals += entry.number + 1 - entry.since
            if problem is not None:
                return Checked(len(chosen), deals, problem)
            advance(1)
    return Checked(len(chosen), deals, None)


def _sample(found: Sequence[Entry], count: int, seed: int) -> list[Entry]:
    rng = random.Random(seed)  # noqa: S311 (nothing secret)
    places = sorted(rng.sample(range(len(found)), min(count, len(found))))
    return [found[place] for place in places]


def _contradiction(solver: Solver, entry: Entry, *, best: bool) -> str | None:
    """What of a record, or of the numbers since the one before it, cannot be so; None where all can."""
    name, record = entry.name, entry.record
    checked = checked_deal(entry, solver.variant)
    result = solver.solve(checked.deal)
    if result.verdict is Verdict.UNWINNABLE:
        return f"deal {name} is recorded as winnable, but is unwinnable"
    if best and record.get(BEST_SCORE) is not None:
        score = solver.best(checked.deal)
        if score.proven and score.score != record[BEST_SCORE]:
            return f"deal {name}: best_score is recorded as {record[BEST_SCORE]}, but is {score.score}"
    if DIFFICULTY in record:
        rating = rate(checked.deal, checked.solution, solver)
        if rating != Difficulty.of(record[DIFFICULTY]):
            return f"deal {name}: the difficulty is recorded as {record[DIFFICULTY]}, but is {rating.json()}"
    return _gap(solver, entry)


def _gap(solver: Solver, entry: Entry) -> str | None:
    """The deals turned down before a record: as many can be winnable as were undecided or of other levels."""
    winnable = []
    for number in range(entry.since, entry.number):
        deal = deal_number(DealNumber(number, entry.scheme), solver.variant)
        if solver.solve(deal).verdict is Verdict.WINNABLE:
            winnable.append(DealNumber(number, entry.scheme))
    if len(winnable) > entry.undecided + entry.other_levels + entry.untried:
        return f"deal {winnable[0]} is winnable, but was turned down as unwinnable"
    return None
