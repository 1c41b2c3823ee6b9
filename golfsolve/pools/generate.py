"""Making a pool: go through deal numbers upwards, solve them, and keep the winnable deals."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from golfsolve.errors import GolfsolveError
from golfsolve.files.budget import smaller_budget
from golfsolve.files.numbered import whole
from golfsolve.files.record_file import Record, replacing_records
from golfsolve.game.deal import Deal
from golfsolve.game.difficulty import Difficulty, Level
from golfsolve.game.numbering import OWN, DealNumber, deal_number, max_number
from golfsolve.game.result import Best, Result
from golfsolve.game.variants import Variant
from golfsolve.pools.records import BEST_SCORE, DIFFICULTY, Entry, PoolTotals, entries, open_pool
from golfsolve.pools.writer import Excluded, PoolWriter, pool_header
from golfsolve.solving.rating import rate
from golfsolve.solving.solver import DEFAULT_MAX_NODES, Solver
from golfsolve.solving.workers import Progress, default_jobs, no_progress, ordered_map

RANGE = 16  # the most deal numbers that a worker takes at once
MOST_IN_VAIN = 100_000  # deals in a row that give none for the pool, before it is given up
DASK_RANGE = 256  # the same on other machines: each range has to pass a scheduler
RATED_SHARE = 16  # so much smaller where deals are rated, which takes far longer than to solve them

Solved = list[tuple[Result, Best | None, Difficulty | None]]


def generate(
    path: Path,
    variant: Variant,
    count: int,
    *,
    first: int = 1,
    scheme: str = OWN,
    max_nodes: int = DEFAULT_MAX_NODES,
    best: bool = False,
    levels: Sequence[Level] = (),
    excluded: Excluded | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    resume: bool = False,
    force: bool = False,
    progress: Progress = no_progress,
) -> PoolTotals:
    """Write a pool of ``count`` winnable deals from number ``first`` on, each with a replayed solution.

    The same arguments write the same bytes, whatever the number of workers. ``best`` keeps the best golf
    score of each deal; ``levels`` rates the deals and keeps those of these levels; ``excluded`` deals are
    left out. ``jobs`` is the number of workers, by default one per core, or ``dask`` the address of a
    scheduler whose workers do it. ``progress`` is told of each deal: 1 if it is kept, 0 if it is turned down.

    Returns the totals. Raises :class:`GolfsolveError` where the file cannot be written or continued, and
    where no deals are found.
    """
    excluded = excluded or Excluded()
    if resume:
        head = pool_header(
            variant, first, max_nodes, scheme=scheme, best=best, levels=levels, excluded=excluded
        )
        writer = PoolWriter(variant, first, count, scheme=scheme, best=best, levels=levels, excluded=excluded)
        _search_on(path, head, writer, excluded, jobs=jobs or default_jobs(), dask=dask)
    with (
        PoolWriter.open(
            path,
            variant,
            first=first,
            count=count,
            max_nodes=max_nodes,
            scheme=scheme,
            best=best,
            levels=levels,
            excluded=excluded,
            resume=resume,
            force=force,
        ) as writer,
        progress(count, writer.kept) as advance,
    ):
        if not writer.full:
            work = functools.partial(solve_range, best=best, rated=bool(levels))
            size = RANGE if dask is None else DASK_RANGE
            if levels:
                size //= RATED_SHARE
            ranges = _ranges(writer.next_number, scheme, excluded, size)
            results = ordered_map(
                work, ranges, variant, jobs=jobs or default_jobs(), max_nodes=max_nodes, dask=dask
            )
            with closing(results):
                _fill(writer, results, advance)
        writer.finish()
    return writer.totals


def _search_on(
    path: Path, head: Record, writer: PoolWriter, excluded: Excluded, *, jobs: int, dask: str | None
) -> None:
    """Try again what a pool with a smaller budget has given up, and what it knows too little of.

    Between two of its deals only the number of undecided ones is known: all of these are solved again. The
    pool is replaced when that is done, and is then an unfinished one of the larger budget.
    """
    before = smaller_budget(path, head)
    if before is None:
        return
    best, rated = "best" in head, DIFFICULTY in head
    work = functools.partial(_kept_or_solved, best=best, rated=rated)
    with open_pool(path) as reader, replacing_records(path, head, force=True) as out:
        reader.may_be_torn = True
        writer.write_to(out)
        tasks = itertools.chain.from_iterable(
            _ranges_until(entry, excluded) if _unsettled(entry, before, best) else [entry]
            for entry in entries(reader)
        )
        results = ordered_map(work, tasks, reader.variant, jobs=jobs, max_nodes=head["max_nodes"], dask=dask)
        with closing(results):
            for found in results:
                for item in [found] if isinstance(found, Entry) else found:
                    if writer.full:
                        return
                    if isinstance(item, Entry):
                        writer.keep(item)
                    else:
                        writer.add(*item)


def _unsettled(entry: Entry, before: int, best: bool) -> bool:
    """Whether a larger budget than ``before`` may change what is said of an entry and the numbers before."""
    record = entry.record
    rating = record.get(DIFFICULTY)
    return (
        entry.undecided > 0
        or whole(record, "nodes", 0) >= before
        or (best and record.get(BEST_SCORE) is None)
        or (isinstance(rating, dict) and None in rating.values())
    )


def _ranges_until(entry: Entry, excluded: Excluded) -> Iterator[NumberRange]:
    """The numbers after the entry before, up to an entry's own, but for the excluded ones."""
    for found in _ranges(entry.since, entry.scheme, excluded, RANGE):
        if found.numbers.start > entry.number:
            return
        yield NumberRange(entry.scheme, range(found.numbers.start, min(found.numbers.stop, entry.number + 1)))


def _kept_or_solved(solver: Solver, task: Entry | NumberRange, *, best: bool, rated: bool) -> Entry | Solved:
    return task if isinstance(task, Entry) else solve_range(solver, task, best=best, rated=rated)


@dataclass(frozen=True)
class NumberRange:
    """Deal numbers for a worker."""

    scheme: str
    numbers: range

    def __str__(self) -> str:
        return f"deals {DealNumber(self.numbers.start, self.scheme)}-{self.numbers.stop - 1}"


def _ranges(first: int, scheme: str, excluded: Excluded, size: int) -> Iterator[NumberRange]:
    """All numbers from ``first`` on but the excluded ones."""
    last = max_number(scheme)
    while first <= last:
        end = first
        while end < first + size and end <= last and end not in excluded.numbers:
            end += 1
        if end > first:
            yield NumberRange(scheme, range(first, end))
        first = max(end, first + 1)


def _fill(writer: PoolWriter, results: Iterator[Solved], advance: Callable[[int], object]) -> None:
    in_vain = 0
    for solved in results:
        for found in solved:
            if writer.full:
                return
            kept = writer.add(*found)
            advance(kept)
            in_vain = 0 if kept else in_vain + 1
            if in_vain == MOST_IN_VAIN:
                raise GolfsolveError(
                    f"none of {in_vain:,} deals in a row is for the pool, the last is "
                    f"{writer.next_number - 1} (are the rules or --max-nodes too strict?)"
                )
    if not writer.full:
        raise GolfsolveError(f"the deal numbers end before {writer.count} winnable deals are found")


def solve_range(solver: Solver, numbers: NumberRange, *, best: bool = False, rated: bool = False) -> Solved:
    """The results of a range; those of winnable deals with best score and difficulty, if wanted."""
    solved: Solved = []
    for deal, result in _results(solver, numbers):
        moves, found, rating = result.solution, None, None
        if moves is not None and best:
            found = solver.best(deal)
            moves = found.moves
        if moves is not None and rated:
            rating = rate(deal, moves, solver)
        solved.append((result, found, rating))
    return solved


def _results(solver: Solver, wanted: NumberRange) -> Iterator[tuple[Deal, Result]]:
    if wanted.scheme == OWN:  # dealt and solved without Python between the deals
        solved = solver.solve_numbers(wanted.numbers.start, len(wanted.numbers))
        for index, cards in enumerate(solved.cards.tolist()):
            yield Deal.from_cards(cards, solver.variant), solved.result(index)
    else:
        for number in wanted.numbers:
            deal = deal_number(DealNumber(number, wanted.scheme), solver.variant)
            yield deal, solver.solve(deal)
