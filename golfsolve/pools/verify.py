"""Checking a whole pool file, without an engine: numbers, solutions, totals, checksum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from golfsolve.errors import GolfsolveError, PoolError, RecordError, quoted
from golfsolve.files.numbered import first_number, scheme_of
from golfsolve.files.record_file import Reader, Record
from golfsolve.game.difficulty import Difficulty, kept_levels
from golfsolve.pools.records import BEST_SCORE, DIFFICULTY, Entry, PoolTotals, checked_deal, open_pool


@dataclass
class Verification:
    """What :func:`verify` found in one file: records checked, and what is wrong with them."""

    path: Path
    deals: int = 0
    bad: int = 0
    first_problem: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the pool holds what it says."""
        return self.bad == 0

    def complain(self, problem: str) -> None:
        """Count a problem and remember the first."""
        self.bad += 1
        self.first_problem = self.first_problem or problem


def verify(path: Path, tick: Callable[[int], object] = lambda _: None) -> Verification:
    """Deal every number of a pool again, replay every solution, and compare totals and checksum.

    ``tick(1)`` is called for each record. Raises :class:`GolfsolveError` where the file cannot be read.
    """
    found = Verification(path)
    try:
        reader = open_pool(path)
    except RecordError as error:
        found.complain(str(error))
        return found
    with reader:
        try:
            check = _Checker(reader)
        except GolfsolveError as error:
            found.complain(str(reader.damage(str(error))))
            return found
        for record in reader.records_or_damage():
            tick(1)
            if isinstance(record, RecordError):
                found.complain(str(record))
                continue
            found.deals += 1
            try:
                check.record(record)
            except GolfsolveError as error:
                found.complain(str(reader.damage(f"{_named(record)}{error}")))
        if reader.closing is None:
            found.complain(f"{path}: unfinished: the closing line is missing")
        elif found.ok:
            try:
                check.closing(reader.closing)
            except RecordError as error:
                found.complain(str(reader.damage(str(error))))
    return found


def _named(record: Record) -> str:
    name = record.get("deal")
    if isinstance(name, str):
        return f"deal {quoted(name)}: "
    return f"deal {name}: " if type(name) is int else ""


class _Checker:
    """Checks the records of one pool in their order."""

    def __init__(self, reader: Reader) -> None:
        self._variant = reader.variant
        self._best = reader.header.get("best") is True
        self._levels = kept_levels(reader.header[DIFFICULTY]) if DIFFICULTY in reader.header else ()
        self._scheme = scheme_of(reader.header)
        self._totals = PoolTotals(first_number(reader.header))

    def record(self, record: Record) -> None:
        """Raises :class:`GolfsolveError` for whatever the record says that is not so."""
        entry = Entry.of(record, self._totals.next_number, self._scheme)
        self._totals.add(entry)
        checked_deal(entry, self._variant)
        if self._best and BEST_SCORE not in record:
            raise PoolError(f"{BEST_SCORE} is missing")
        if self._levels:
            level = Difficulty.of(record.get(DIFFICULTY)).level
            if level not in self._levels:
                raise PoolError(f"the deal is {level}, which the header leaves out")

    def closing(self, closing: Record) -> None:
        """Raises :class:`PoolError` where the totals are not those of the records."""
        wanted = self._totals.closing()
        for key in (*wanted, "untried"):
            if closing.get(key) != wanted.get(key):
                raise PoolError(f"the closing line does not add up: {key} should be {wanted.get(key)}")
