"""Writing a pool: results come in from outside, are replayed by the referee and written.

Nothing here solves anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from golfsolve.errors import GolfsolveError, IllegalMove, NotCleared, PoolError, RecordError
from golfsolve.files import record_file as recordfile
from golfsolve.files.numbered import scheme_of
from golfsolve.files.record_file import Record, Writer
from golfsolve.formats import format_line
from golfsolve.game import difficulty, numbering
from golfsolve.game.difficulty import Difficulty, Level
from golfsolve.game.moves import format_moves
from golfsolve.game.numbering import DealNumber, deal_number
from golfsolve.game.referee import check_solution
from golfsolve.game.result import SEARCH_REVISION, Best, Result, Verdict
from golfsolve.game.variants import Variant
from golfsolve.pools.records import (
    BEST_SCORE,
    DIFFICULTY,
    FORMAT,
    OTHER_LEVELS_BEFORE,
    UNDECIDED_BEFORE,
    UNTRIED_BEFORE,
    VERSION,
    Entry,
    PoolTotals,
    entries,
    open_pool,
)


@dataclass(frozen=True)
class Excluded:
    """Deal numbers that other pools hold, and the checksums of these pools."""

    numbers: frozenset[int] = frozenset()
    checksums: tuple[str, ...] = ()


def exclude(paths: Iterable[Path], variant: Variant, scheme: str = numbering.OWN) -> Excluded:
    """The deals of finished pools of ``variant``, or of one that has the same deals, numbered alike."""
    numbers: set[int] = set()
    checksums = []
    for path in paths:
        with open_pool(path) as reader:
            if not reader.variant.deals_like(variant):
                raise PoolError(f"{path}: a pool of {reader.variant.name} (expected one of {variant.name})")
            if scheme_of(reader.header) != scheme:
                found = scheme_of(reader.header)
                raise PoolError(f"{path}: a pool of {found} numbers (expected {scheme} numbers)")
            numbers.update(entry.number for entry in entries(reader))
            if reader.closing is None:
                raise PoolError(f"{path}: unfinished: the closing line is missing")
            checksums.append(str(reader.closing.get("sha256")))
    return Excluded(frozenset(numbers), tuple(checksums))


def pool_header(
    variant: Variant,
    first: int,
    max_nodes: int,
    *,
    scheme: str,
    best: bool,
    levels: Sequence[Level],
    excluded: Excluded,
) -> Record:
    """The first line of a pool."""
    facts: Record = {"first": first, "max_nodes": max_nodes}
    if best:
        facts["best"] = True
    if levels:
        facts[DIFFICULTY] = difficulty.header(levels, difficulty.rater_of(variant))
    if excluded.checksums:
        facts["exclude"] = list(excluded.checksums)
    return recordfile.header(
        FORMAT,
        VERSION,
        variant,
        numbering=scheme,
        numbering_version=numbering.VERSION,
        **facts,
        search=SEARCH_REVISION,
    )


class PoolWriter:
    """Writes a pool: takes the results of deal numbers in order and keeps the winnable deals.

    ``totals`` counts what has been written.
    """

    def __init__(
        self,
        variant: Variant,
        first: int,
        count: int,
        *,
        scheme: str,
        best: bool,
        levels: Sequence[Level],
        excluded: Excluded,
    ) -> None:
        self.variant = variant
        self.scheme = scheme
        self.count = count
        self.totals = PoolTotals(first)
        self._best = best
        self._levels = levels
        self._excluded = excluded.numbers
        self._reached = first  # all numbers before it have been added, or are excluded
        self._undecided = 0  # of those since the last record
        self._other_levels = 0
        self._out: Writer | None = None

    @classmethod
    def open(
        cls,
        path: Path,
        variant: Variant,
        *,
        first: int,
        count: int,
        max_nodes: int,
        scheme: str = numbering.OWN,
        best: bool = False,
        levels: Sequence[Level] = (),
        excluded: Excluded | None = None,
        resume: bool = False,
        force: bool = False,
    ) -> PoolWriter:
        """Begin a pool of ``count`` deals from number ``first`` of a numbering on, or continue one.

        A finished pool that is continued with a larger count grows to what it would have been. With
        ``levels``, deals of other ones are turned down, and the records have difficulties.
        """
        excluded = excluded or Excluded()
        pool = cls(variant, first, count, scheme=scheme, best=best, levels=levels, excluded=excluded)
        head = pool_header(
            variant, first, max_nodes, scheme=scheme, best=best, levels=levels, excluded=excluded
        )
        if resume:
            pool._out = Writer.resume(path, head, pool._take_back)
        else:
            pool._out = Writer.create(path, head, force=force)
        return pool

    def write_to(self, out: Writer) -> None:
        """Write to a record file that somebody else has opened, and will close."""
        self._out = out

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._out is not None:
            self._out.close()

    @property
    def kept(self) -> int:
        """How many deals the pool holds."""
        return self.totals.kept

    @property
    def full(self) -> bool:
        """Whether the pool holds as many deals as were asked for."""
        return self.kept == self.count

    @property
    def next_number(self) -> int:
        """The number whose result is to be added next."""
        number = self._reached
        while number in self._excluded:
            number += 1
        return number

    def add(self, result: Result, best: Best | None = None, rating: Difficulty | None = None) -> bool:
        """Take the result of ``next_number``, with best score and difficulty in a pool that holds these.

        A winnable deal of the wanted level is replayed, then written; whether it was.
        """
        number = self.next_number
        self._reached = number + 1
        if result.solution is None:
            self._undecided += result.verdict is Verdict.UNDECIDED
        elif rating is not None and self._levels and rating.level not in self._levels:
            self._other_levels += 1
        else:
            self._write(number, result, best, rating)
            return True
        return False

    def keep(self, entry: Entry) -> None:
        """Take an entry as it stands, which continues where the pool is."""
        self._writer.write(entry.record)
        self.totals.add(entry)
        self._reached = self.totals.next_number

    def finish(self) -> None:
        """Close a full pool with its totals."""
        self._writer.finish(self.totals.closing())

    @property
    def _writer(self) -> Writer:
        if self._out is None:
            raise ValueError("the pool is not open")
        return self._out

    def _write(self, number: int, result: Result, best: Best | None, rating: Difficulty | None) -> None:
        solution = result.solution if best is None else best.moves
        if solution is None or (best is not None, rating is not None) != (self._best, bool(self._levels)):
            raise ValueError("a pool with best scores or difficulties needs them, another does not take them")
        name = DealNumber(number, self.scheme)
        deal = deal_number(name, self.variant)
        try:
            end = check_solution(deal, self.variant, solution)
        except (IllegalMove, NotCleared) as error:
            raise PoolError(f"deal {name}: the solver's solution is wrong: {error}") from None
        record: Record = {
            "deal": name.json(),
            "cards": format_line(deal, self.variant),
            "solution": format_moves(solution),
            "draws": end.drawn,
            "nodes": result.nodes,
        }
        if best is not None:
            record[BEST_SCORE] = end.score if best.proven else None
        if rating is not None:
            record[DIFFICULTY] = rating.json()
        if self._undecided:
            record[UNDECIDED_BEFORE] = self._undecided
        if self._other_levels:
            record[OTHER_LEVELS_BEFORE] = self._other_levels
        self._undecided = self._other_levels = 0
        since = self.totals.next_number
        untried = sum(n in self._excluded for n in range(since, number))
        if untried:
            record[UNTRIED_BEFORE] = untried
        self._writer.write(record)
        self.totals.add(Entry.of(record, since, self.scheme))

    def _take_back(self, record: Record) -> bool:
        """Count a record that is in the file already."""
        if self.full:
            raise GolfsolveError(f"the pool holds more than {self.count} deals already")
        try:
            self.totals.add(Entry.of(record, self.totals.next_number, self.scheme))
        except RecordError:
            raise PoolError(f"record {self.kept + 1} of the pool is damaged") from None
        self._reached = self.totals.next_number
        return True
