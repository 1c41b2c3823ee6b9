"""Checking a whole pool file, without an engine: numbers, solutions, totals, checksum."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golfsolve.errors import GolfsolveError, PoolError, RecordError, quoted
from golfsolve.files.numbered import first_number, scheme_of, whole
from golfsolve.files.record_file import Reader, Record
from golfsolve.game.difficulty import Difficulty, kept_levels
from golfsolve.game.referee import Position
from golfsolve.game.variants import Variant
from golfsolve.pools.records import (
    BEST_SCORE,
    DIFFICULTY,
    OTHER_LEVELS_BEFORE,
    SELECTED,
    UNDECIDED_BEFORE,
    UNTRIED_BEFORE,
    Entry,
    PoolDeal,
    PoolTotals,
    checked_deal,
    open_pool,
)
from golfsolve.pools.writer import Excluded, pool_header


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
        self._budget = whole(reader.header, "max_nodes", 1)
        self._check_header(reader.header)

    def _check_header(self, head: Record) -> None:
        """Raises :class:`PoolError` for a header that no run writes."""
        excluded = head.get("exclude", [])
        if not isinstance(excluded, list) or not all(
            isinstance(sha, str) and re.fullmatch("[0-9a-f]{64}", sha) for sha in excluded
        ):
            raise PoolError("exclude is not a list of checksums")
        wanted = pool_header(
            self._variant,
            self._totals.next_number,
            self._budget,
            scheme=self._scheme,
            best=self._best,
            levels=self._levels,
            excluded=Excluded(checksums=tuple(excluded)),
        )
        wanted |= {"search": whole(head, "search", 0), "program": str(head.get("program"))}
        if SELECTED in head:
            wanted[SELECTED] = _conditions(head[SELECTED])
        for key in (*wanted, *head):
            if json.dumps(head.get(key)) != json.dumps(wanted.get(key)) or (key in head) != (key in wanted):
                raise PoolError(f"the header says {key} {json.dumps(head.get(key))}, which no run does")

    def _check_keys(self, record: Record) -> None:
        """Raises :class:`PoolError` for keys that no run writes here, or in another order."""
        before = OTHER_LEVELS_BEFORE, UNDECIDED_BEFORE, UNTRIED_BEFORE
        expected = ["deal", "cards", "solution", "draws", "nodes"]
        expected += [BEST_SCORE] if self._best else []
        expected += [DIFFICULTY] if self._levels else []
        for key in record:
            if key not in (*expected, *before):
                raise PoolError(f"the key {quoted(key)}, which no run writes in such a pool")
            if key in before and record[key] == 0:
                raise PoolError(f"{key} is 0 (expected to be left out)")

    def record(self, record: Record) -> None:
        """Raises :class:`GolfsolveError` for whatever the record says that is not so."""
        entry = Entry.of(record, self._totals.next_number, self._scheme)
        self._totals.add(entry)
        deal = checked_deal(entry, self._variant)
        self._check_keys(record)
        if record["nodes"] > self._budget:
            raise PoolError(f"nodes is {record['nodes']}, but the search ends at {self._budget}")
        if self._best and BEST_SCORE not in record:
            raise PoolError(f"{BEST_SCORE} is missing")
        if self._levels:
            rating = Difficulty.of(record.get(DIFFICULTY))
            if rating.level not in self._levels:
                raise PoolError(f"the deal is {rating.level}, which the header leaves out")
            _check_rating(rating, deal, self._variant)

    def closing(self, closing: Record) -> None:
        """Raises :class:`PoolError` where the totals are not those of the records."""
        wanted = self._totals.closing()
        for key in closing:
            if key not in (*wanted, "sha256"):
                raise PoolError(f"the closing line has the key {quoted(key)}, which no run writes")
        for key in (*wanted, "untried"):
            if json.dumps(closing.get(key)) != json.dumps(wanted.get(key)):
                raise PoolError(f"the closing line does not add up: {key} should be {wanted.get(key)}")


def _conditions(data: Any) -> list[dict[str, Any]]:
    """What ``pool select`` has written of its conditions. Raises :class:`PoolError` for anything else."""
    known = {"levels", "best_score", "draws", "numbers"}
    if not isinstance(data, list) or not data:
        raise PoolError("selected is not a list of conditions")
    for conditions in data:
        if not isinstance(conditions, dict) or not conditions or not set(conditions) <= known:
            raise PoolError("selected has a condition that no run writes")
    return data


def _check_rating(rating: Difficulty, found: PoolDeal, variant: Variant) -> None:
    """Raises :class:`PoolError` for what a replay shows to be impossible in a rating.

    Which moves lose takes an engine to say; here they are only counted.
    """
    facts = rating.first_moves, rating.last_repair, rating.dead_ends
    if None in facts:
        if facts != (None, None, None):
            raise PoolError("a rating that is partly undecided")
        return
    first_moves, last_repair, dead_ends = (fact or 0 for fact in facts)
    position = Position(found.deal, variant)
    others = []  # how many other moves there are beside each of the solution
    for move in found.solution:
        others.append(len(position.legal_moves()) - 1)
        position.play(move)
    choices = [number for number, count in enumerate(others, start=1) if count]
    winning = sum(others) - dead_ends  # other moves that win too
    impossible = (
        winning < 0
        or (bool(others) and not 1 <= first_moves <= 1 + others[0])
        or (last_repair != 0 and last_repair not in choices)
        or (last_repair == 0) != (winning == 0)
        or winning > sum(others[:last_repair])
        or winning < (first_moves - 1 if others else 0) + (last_repair > 1)
    )
    if impossible:
        raise PoolError("first_moves, last_repair and dead_ends are not of this deal and solution")
