"""Pool files: numbered deals that are proved winnable, each with its solution (docs/formats.md).

Nothing here solves anything: :func:`verify` needs no engine to check a file made elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golfsolve import numbering
from golfsolve.deal import Deal
from golfsolve.difficulty import Difficulty, Level, kept_levels
from golfsolve.errors import GolfsolveError, PoolError, quoted
from golfsolve.formats import format_line
from golfsolve.moves import DRAW, format_moves, parse_moves
from golfsolve.numbering import DealNumber, deal_number
from golfsolve.recordfile import Reader, Record
from golfsolve.referee import check_solution
from golfsolve.result import Verdict
from golfsolve.variants import Variant

FORMAT = "golfsolve-pool"
VERSION = 1

BEST_SCORE = "best_score"
DIFFICULTY = "difficulty"
UNDECIDED_BEFORE = "undecided_before"
OTHER_LEVELS_BEFORE = "other_levels_before"
UNTRIED_BEFORE = "untried_before"


@dataclass(frozen=True)
class Entry:
    """A record with what it says of the numbers since the one before it.

    ``since`` is the first of these numbers; ``undecided`` of them were given up, ``other_levels`` easier or
    harder than the pool wants, ``untried`` left to other pools, and the rest are unwinnable. ``scheme`` is
    whose numbers they are.
    """

    number: int
    since: int
    undecided: int
    other_levels: int
    untried: int
    record: Record
    scheme: str = numbering.OWN

    @classmethod
    def of(cls, record: Record, since: int, scheme: str = numbering.OWN) -> Entry:
        """Read a record that may not come before number ``since``. Raises :class:`PoolError`."""
        number = _deal(record, scheme, since)
        keys = UNDECIDED_BEFORE, OTHER_LEVELS_BEFORE, UNTRIED_BEFORE
        undecided, other_levels, untried = (whole({key: 0} | record, key, 0) for key in keys)
        if undecided + other_levels + untried > number - since:
            named = " and ".join(key for key in keys if key in record)
            raise PoolError(f"{named} count more deals than there are")
        return cls(number, since, undecided, other_levels, untried, record, scheme)

    @property
    def name(self) -> int | str:
        """The number as the record has it."""
        return DealNumber(self.number, self.scheme).json()


@dataclass
class Totals:
    """What the entries of a pool add up to. ``next_number`` is the one after the last entry."""

    next_number: int
    tried: int = 0
    kept: int = 0
    undecided: int = 0
    other_levels: int = 0
    untried: int = 0

    def add(self, entry: Entry) -> None:
        """Count an entry."""
        self.tried += entry.number + 1 - entry.since - entry.untried
        self.kept += 1
        self.undecided += entry.undecided
        self.other_levels += entry.other_levels
        self.untried += entry.untried
        self.next_number = entry.number + 1

    @property
    def turned_down(self) -> dict[str, int]:
        """How many of the tried deals are not kept, by verdict; and winnable ones of other levels, if any."""
        unwinnable = self.tried - self.kept - self.undecided - self.other_levels
        down = {str(Verdict.UNWINNABLE): unwinnable, str(Verdict.UNDECIDED): self.undecided}
        return down | ({"other_levels": self.other_levels} if self.other_levels else {})

    def closing(self) -> Record:
        """The closing line, but for its checksum."""
        closing: Record = {"tried": self.tried, "kept": self.kept, "turned_down": self.turned_down}
        return closing | ({"untried": self.untried} if self.untried else {})


def entries(reader: Reader) -> Iterator[Entry]:
    """The entries of a pool in their order. Raises :class:`PoolError` where that is not ascending."""
    try:
        scheme, since = scheme_of(reader.header), first_number(reader.header)
    except PoolError as error:
        raise reader.damage(str(error)) from None
    for record in reader:
        try:
            entry = Entry.of(record, since, scheme)
        except PoolError as error:
            raise reader.damage(str(error)) from None
        yield entry
        since = entry.number + 1


def open_pool(path: Path) -> Reader:
    """Open a pool file for reading. Raises :class:`GolfsolveError`."""
    return Reader(path, FORMAT, VERSION, ("first", "max_nodes"))


def scheme_of(head: Record) -> str:
    """Whose numbers a pool has, from its header."""
    scheme = head.get("numbering")
    if scheme not in numbering.SCHEMES or head.get("numbering_version") != numbering.VERSION:
        raise PoolError("unknown deal numbering")
    return str(scheme)


def first_number(head: Record) -> int:
    """The first number that a pool tried, from its header."""
    scheme_of(head)
    return whole(head, "first", 1)


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
        reader = open_pool(path)
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
                found.complain(str(reader.damage(f"{_named(record)}{error}")))
        if reader.closing is None:
            found.complain(f"{path}: unfinished: the closing line is missing")
        elif found.ok:
            try:
                check.closing(reader.closing)
            except PoolError as error:
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
        self._totals = Totals(first_number(reader.header))

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


@dataclass(frozen=True)
class PoolDeal:
    """A deal of a pool, everything about it checked.

    ``best_score`` is None where the pool has none, or where it is not proven.
    """

    number: int | str
    deal: Deal
    solution: tuple[int, ...]
    best_score: int | None


def checked_deal(entry: Entry, variant: Variant) -> PoolDeal:
    """Deal the number of an entry again and replay its solution.

    Raises :class:`GolfsolveError` for whatever the record says that is not so.
    """
    record = entry.record
    deal = deal_number(DealNumber(entry.number, entry.scheme), variant)
    if record.get("cards") != format_line(deal, variant):
        raise PoolError("the cards are not those of the deal number")
    text = record.get("solution")
    moves = parse_moves(text) if isinstance(text, str) else ()
    if format_moves(moves) != text:
        raise PoolError("the solution is not written as moves separated by spaces")
    end = check_solution(deal, variant, moves)
    if record.get("draws") != end.drawn:
        raise PoolError(f"the solution draws {moves.count(DRAW)} cards, not {record.get('draws')}")
    whole(record, "nodes", 0)
    best_score = record.get(BEST_SCORE)
    if best_score is not None and (type(best_score) is not int or best_score != end.score):
        raise PoolError(f"the solution scores {end.score}, but best_score is {best_score}")
    return PoolDeal(entry.name, deal, moves, best_score)


def _deal(record: Record, scheme: str, minimum: int) -> int:
    """The number of a record's deal: bare in our own numbering, after its prefix in others."""
    if scheme == numbering.OWN:
        return whole(record, "deal", minimum)
    name = record.get("deal")
    digits = str(name).removeprefix(f"{scheme}:")
    number = int(digits) if re.fullmatch("[0-9]{1,21}", digits) else 0
    if number < minimum or name != f"{scheme}:{number}":
        raise PoolError(f"deal is not {scheme}: and a number of at least {minimum}")
    return number


def whole(record: Record, key: str, minimum: int) -> int:
    """A whole number in a record. Raises :class:`PoolError` for anything else."""
    value = record.get(key)
    if type(value) is not int or value < minimum:
        raise PoolError(f"{key} is not a whole number of at least {minimum}")
    return value


# --- saying what is in it ------------------------------------------------------------------------


def info(path: Path) -> dict[str, Any]:
    """What a pool says about itself, and the spread of draws, nodes and best scores, as plain data."""
    draws: list[int] = []
    nodes: list[int] = []
    scores: list[int] = []
    levels: Counter[Level] = Counter()
    last = None
    with open_pool(path) as reader:
        scheme = scheme_of(reader.header)
        for record in reader:
            last = _deal(record, scheme, 1)
            draws.append(whole(record, "draws", 0))
            if type(score := record.get(BEST_SCORE)) is int:
                scores.append(score)
            if DIFFICULTY in record:
                levels[Difficulty.of(record[DIFFICULTY]).level] += 1
            nodes.append(whole(record, "nodes", 0))
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
        "untried": closing.get("untried", 0) if reader.finished else None,
        "draws": _spread(draws),
        "nodes": _spread(nodes),
        BEST_SCORE: _spread(scores),
        DIFFICULTY: {str(level): levels[level] for level in Level} if levels else None,
        "max_nodes": head.get("max_nodes"),
        "program": head.get("program"),
        "sha256": closing.get("sha256"),
    }


def _spread(values: list[int]) -> dict[str, int | float] | None:
    if not values:
        return None
    return {"min": min(values), "mean": round(sum(values) / len(values), 2), "max": max(values)}
