"""Pool files: numbered deals that are proved winnable, each with its solution (docs/formats.md).

Nothing here solves anything: results come in from outside, are replayed by the referee and written, and
:func:`verify` needs no engine to check a file made elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from golfsolve import numbering, recordfile
from golfsolve.errors import GolfsolveError, IllegalMove, PoolError
from golfsolve.formats import format_line
from golfsolve.moves import DRAW, format_moves, parse_moves
from golfsolve.numbering import DealNumber, deal_number
from golfsolve.recordfile import Reader, Record, Writer
from golfsolve.referee import check_solution
from golfsolve.result import Result, Verdict
from golfsolve.variants import Variant

FORMAT = "golfsolve-pool"
VERSION = 1


class PoolWriter:
    """Writes a pool: takes the results of consecutive deal numbers and keeps the winnable deals.

    ``next_number`` is the number whose result is to be added next, ``kept`` how many deals the pool
    holds, ``turned_down`` how many of the tried ones it does not, by verdict.
    """

    def __init__(self, variant: Variant, first: int, count: int) -> None:
        self.variant = variant
        self.count = count
        self.kept = 0
        self.next_number = first
        self.turned_down = {Verdict.UNWINNABLE: 0, Verdict.UNDECIDED: 0}
        self._first = first
        self._undecided_before = 0  # of those since the last record
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
        resume: bool = False,
        force: bool = False,
    ) -> PoolWriter:
        """Begin a pool of ``count`` deals from number ``first`` on, or continue one.

        A finished pool that is continued with a larger count grows to what it would have been.
        """
        pool = cls(variant, first, count)
        head = recordfile.header(
            FORMAT,
            VERSION,
            variant,
            numbering=numbering.OWN,
            numbering_version=numbering.VERSION,
            first=first,
            max_nodes=max_nodes,
        )
        if resume:
            pool._out = Writer.resume(path, head, pool._take_back)
        else:
            pool._out = Writer.create(path, head, force=force)
        return pool

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._out is not None:
            self._out.close()

    @property
    def full(self) -> bool:
        """Whether the pool holds as many deals as were asked for."""
        return self.kept == self.count

    @property
    def tried(self) -> int:
        """How many deal numbers have been gone through."""
        return self.next_number - self._first

    def add(self, result: Result) -> None:
        """Take the result of ``next_number``; a winnable deal is replayed, then written."""
        if result.solution is None:
            self.turned_down[result.verdict] += 1
            self._undecided_before += result.verdict is Verdict.UNDECIDED
        else:
            self._write(result, result.solution)
            self.kept += 1
        self.next_number += 1

    def finish(self) -> None:
        """Close a full pool with its totals."""
        self._writer.finish(_totals(self.tried, self.kept, self.turned_down))

    @property
    def _writer(self) -> Writer:
        if self._out is None:
            raise ValueError("the pool is not open")
        return self._out

    def _write(self, result: Result, solution: tuple[int, ...]) -> None:
        deal = deal_number(DealNumber(self.next_number), self.variant)
        try:
            check_solution(deal, self.variant, solution)
        except IllegalMove as error:
            raise PoolError(f"deal {self.next_number}: the solver's solution is wrong: {error}") from None
        record: Record = {
            "deal": self.next_number,
            "cards": format_line(deal, self.variant),
            "solution": format_moves(solution),
            "draws": result.draws,
            "nodes": result.nodes,
        }
        if self._undecided_before:
            record["undecided_before"] = self._undecided_before
            self._undecided_before = 0
        self._writer.write(record)

    def _take_back(self, record: Record) -> bool:
        """Count a record that is in the file already."""
        if self.full:
            raise GolfsolveError(f"the pool holds more than {self.count} deals already")
        number, undecided = record.get("deal"), record.get("undecided_before", 0)
        if type(number) is not int or type(undecided) is not int or number < self.next_number:
            raise PoolError(f"record {self.kept + 1} of the pool is damaged")
        self.turned_down[Verdict.UNDECIDED] += undecided
        self.turned_down[Verdict.UNWINNABLE] += number - self.next_number - undecided
        self.next_number = number + 1
        self.kept += 1
        return True


def _totals(tried: int, kept: int, turned_down: dict[Verdict, int]) -> Record:
    return {"tried": tried, "kept": kept, "turned_down": {str(k): v for k, v in turned_down.items()}}


# --- checking ------------------------------------------------------------------------------------


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
        reader = Reader(path, FORMAT, VERSION)
    except PoolError as error:
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
            if isinstance(record, PoolError):
                found.complain(str(record))
                continue
            found.deals += 1
            try:
                check.record(record)
            except GolfsolveError as error:
                number = record.get("deal")
                named = f"deal {number}: " if type(number) is int else ""
                found.complain(str(reader.damage(f"{named}{error}")))
        if reader.closing is None:
            found.complain(f"{path}: unfinished: the closing line is missing")
        elif found.ok:
            try:
                check.closing(reader.closing)
            except PoolError as error:
                found.complain(str(reader.damage(str(error))))
    return found


class _Checker:
    """Checks the records of one pool in their order."""

    def __init__(self, reader: Reader) -> None:
        head = reader.header
        self._variant = reader.variant
        if (head.get("numbering"), head.get("numbering_version")) != (numbering.OWN, numbering.VERSION):
            raise PoolError("unknown deal numbering")
        self._first = _whole(head, "first", 1)
        self._next = self._first
        self._kept = 0
        self._undecided = 0

    def record(self, record: Record) -> None:
        """Raises :class:`GolfsolveError` for whatever the record says that is not so."""
        number = _whole(record, "deal", self._next)
        undecided = _whole({"undecided_before": 0} | record, "undecided_before", 0)
        if undecided > number - self._next:
            raise PoolError("undecided_before counts more deals than there are")
        self._kept += 1
        self._next = number + 1
        self._undecided += undecided
        deal = deal_number(DealNumber(number), self._variant)
        if record.get("cards") != format_line(deal, self._variant):
            raise PoolError("the cards are not those of the deal number")
        text = record.get("solution")
        moves = parse_moves(text) if isinstance(text, str) else ()
        if format_moves(moves) != text:
            raise PoolError("the solution is not written as moves separated by spaces")
        check_solution(deal, self._variant, moves)
        if record.get("draws") != moves.count(DRAW):
            raise PoolError(f"the solution draws {moves.count(DRAW)} cards, not {record.get('draws')}")
        _whole(record, "nodes", 0)

    def closing(self, closing: Record) -> None:
        """Raises :class:`PoolError` where the totals are not those of the records."""
        tried = self._next - self._first
        unwinnable = tried - self._kept - self._undecided
        wanted = _totals(
            tried, self._kept, {Verdict.UNWINNABLE: unwinnable, Verdict.UNDECIDED: self._undecided}
        )
        for key, value in wanted.items():
            if closing.get(key) != value:
                raise PoolError(f"the closing line does not add up: {key} should be {value}")


def _whole(record: Record, key: str, minimum: int) -> int:
    value = record.get(key)
    if type(value) is not int or value < minimum:
        raise PoolError(f"{key} is not a whole number of at least {minimum}")
    return value


# --- saying what is in it ------------------------------------------------------------------------


def info(path: Path) -> dict[str, Any]:
    """What a pool says about itself, and the spread of draws and nodes, as plain data."""
    draws: list[int] = []
    nodes: list[int] = []
    last = None
    with Reader(path, FORMAT, VERSION) as reader:
        for record in reader:
            last = _whole(record, "deal", 1)
            draws.append(_whole(record, "draws", 0))
            nodes.append(_whole(record, "nodes", 0))
        closing = reader.closing or {}
        head = reader.header
    return {
        "variant": head.get("variant"),
        "rules": head.get("rules"),
        "numbering": head.get("numbering"),
        "numbering_version": head.get("numbering_version"),
        "deals": len(draws),
        "first": head.get("first"),
        "last": last,
        "finished": reader.finished,
        "tried": closing.get("tried"),
        "turned_down": closing.get("turned_down"),
        "draws": _spread(draws),
        "nodes": _spread(nodes),
        "max_nodes": head.get("max_nodes"),
        "program": head.get("program"),
        "sha256": closing.get("sha256"),
    }


def _spread(values: list[int]) -> dict[str, int | float] | None:
    if not values:
        return None
    return {"min": min(values), "mean": round(sum(values) / len(values), 2), "max": max(values)}
