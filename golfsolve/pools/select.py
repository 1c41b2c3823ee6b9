"""The deals of a pool that meet conditions, as a pool that still verifies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golfsolve.errors import GolfsolveError, PoolError, RecordError
from golfsolve.files.numbered import first_number, scheme_of
from golfsolve.files.record_file import Reader, replacing_records
from golfsolve.files.targets import refuse_sources
from golfsolve.game.difficulty import Difficulty, Level, kept_levels
from golfsolve.game.numbering import DealNumber
from golfsolve.pools.records import (
    BEST_SCORE,
    DIFFICULTY,
    OTHER_LEVELS_BEFORE,
    SELECTED,
    UNDECIDED_BEFORE,
    UNTRIED_BEFORE,
    Entry,
    PoolTotals,
    entries,
    open_pool,
)


@dataclass(frozen=True)
class Conditions:
    """What a deal has to meet; None asks for nothing. Scores and draws are the least and the most.

    A deal meets ``numbers`` if it is in one of the ranges, each with whose numbers they are.
    """

    levels: tuple[Level, ...] | None = None
    best_score: tuple[int, int] | None = None
    draws: tuple[int, int] | None = None
    numbers: tuple[tuple[str, range], ...] | None = None

    def json(self) -> dict[str, Any]:
        """As plain data, for the header of the pool."""
        facts: dict[str, Any] = {}
        if self.levels is not None:
            facts["levels"] = list(map(str, self.levels))
        if self.best_score is not None:
            facts["best_score"] = list(self.best_score)
        if self.draws is not None:
            facts["draws"] = list(self.draws)
        if self.numbers is not None:
            facts["numbers"] = [f"{DealNumber(run[0], scheme)}-{run[-1]}" for scheme, run in self.numbers]
        return facts

    def met_by(self, entry: Entry) -> bool:
        """Whether a deal is wanted. Raises :class:`RecordError` for a level that cannot be read."""
        record = entry.record
        score = record.get(BEST_SCORE)
        return (
            (self.levels is None or Difficulty.of(record.get(DIFFICULTY)).level in self.levels)
            and (self.best_score is None or (score is not None and _within(score, self.best_score)))
            and (self.draws is None or _within(record.get("draws"), self.draws))
            and (
                self.numbers is None
                or any(scheme == entry.scheme and entry.number in run for scheme, run in self.numbers)
            )
        )


def _within(value: Any, limits: tuple[int, int]) -> bool:
    return type(value) is int and limits[0] <= value <= limits[1]


def select(path: Path, target: Path, wanted: Conditions, *, force: bool = False) -> PoolTotals:
    """Write the deals of a pool that are ``wanted``, in their order; its totals.

    Deals that are left out count as untried. Raises :class:`GolfsolveError` where none is left, and where the
    pool has nothing to go by.
    """
    refuse_sources([target], [path])
    if target.exists() and not force:
        raise GolfsolveError(f"{target} exists (--force replaces it)")
    with open_pool(path) as reader:
        _check(reader, wanted)
        totals = PoolTotals(first_number(reader.header))
        before = reader.header.get(SELECTED, [])
        head = {**reader.header, SELECTED: [*before, wanted.json()]}
        with replacing_records(target, head, force=force) as out:
            for entry in _kept(reader, wanted):
                out.write(entry.record)
                totals.add(entry)
            if not reader.finished:
                raise PoolError(f"{path}: unfinished: the closing line is missing")
            if not totals.kept:
                raise GolfsolveError(f"{path}: no deal meets the conditions")
            out.finish(totals.closing())
    return totals


def _check(reader: Reader, wanted: Conditions) -> None:
    try:
        if wanted.levels is not None:
            if DIFFICULTY not in reader.header:
                raise PoolError("its deals have no levels (expected a pool of pool generate --difficulty)")
            kept_levels(reader.header[DIFFICULTY])
        if wanted.best_score is not None and reader.header.get("best") is not True:
            raise PoolError("its deals have no best scores (expected a pool of pool generate --best)")
        for scheme, _ in wanted.numbers or ():
            if scheme != scheme_of(reader.header):
                raise PoolError(f"{scheme} numbers (expected {scheme_of(reader.header)} numbers)")
    except RecordError as error:
        raise PoolError(f"{reader.path}: {error}") from None


def _kept(reader: Reader, wanted: Conditions) -> Iterator[Entry]:
    """The wanted entries, each with what is said of all numbers since the wanted one before it."""
    since = first_number(reader.header)
    before = {UNDECIDED_BEFORE: 0, OTHER_LEVELS_BEFORE: 0, UNTRIED_BEFORE: 0}
    for entry in entries(reader):
        before[UNDECIDED_BEFORE] += entry.undecided
        before[OTHER_LEVELS_BEFORE] += entry.other_levels
        before[UNTRIED_BEFORE] += entry.untried
        try:
            met = wanted.met_by(entry)
        except RecordError as error:
            raise reader.damage(f"deal {entry.name}: {error}") from None
        if not met:
            before[UNTRIED_BEFORE] += 1
            continue
        record = {key: value for key, value in entry.record.items() if key not in before}
        record |= {key: count for key, count in before.items() if count}
        yield Entry.of(record, since, entry.scheme)
        since = entry.number + 1
        before = dict.fromkeys(before, 0)
