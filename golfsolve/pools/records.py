"""Pool records: numbered deals that are proved winnable, each with its solution (docs/formats.md).

Reading them in order, what they add up to, and dealing and replaying one again. Nothing here solves
anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from golfsolve.errors import PoolError, RecordError
from golfsolve.files.numbered import first_number, scheme_of, whole
from golfsolve.files.record_file import Reader, Record
from golfsolve.formats import format_line
from golfsolve.game import numbering
from golfsolve.game.deal import Deal
from golfsolve.game.moves import DRAW, format_moves, parse_moves
from golfsolve.game.numbering import DealNumber, deal_number
from golfsolve.game.referee import check_solution
from golfsolve.game.result import Verdict
from golfsolve.game.variants import Variant

FORMAT = "golfsolve-pool"
VERSION = 1

BEST_SCORE = "best_score"
DIFFICULTY = "difficulty"
SELECTED = "selected"
UNDECIDED_BEFORE = "undecided_before"
OTHER_LEVELS_BEFORE = "other_levels_before"
UNTRIED_BEFORE = "untried_before"
BEFORE = (UNDECIDED_BEFORE, OTHER_LEVELS_BEFORE, UNTRIED_BEFORE)  # only where not 0


@dataclass(frozen=True)
class Entry:
    """A record with what it says of the numbers since the one before it.

    ``since`` is the first of these numbers; ``undecided`` of them were given up, ``other_levels`` easier or
    harder than the pool wants, ``untried`` left to other pools, and the rest are unwinnable. ``scheme`` is
    the numbering.
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
class PoolTotals:
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
    except RecordError as error:
        raise reader.damage(str(error)) from None
    for record in reader:
        try:
            entry = Entry.of(record, since, scheme)
        except RecordError as error:
            raise reader.damage(str(error)) from None
        yield entry
        since = entry.number + 1


def open_pool(path: Path) -> Reader:
    """Open a pool file for reading. Raises :class:`GolfsolveError`."""
    return Reader(path, FORMAT, VERSION, ("first", "max_nodes"), PoolError)


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
    if type(record.get("draws")) is not int or record["draws"] != end.drawn:
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
