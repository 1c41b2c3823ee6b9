"""Results of many deals as data: a record each, their count, and the results file (docs/formats.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from golfsolve.errors import GolfsolveError, RecordError
from golfsolve.files import record_file as recordfile
from golfsolve.files.record_file import Record, Writer
from golfsolve.formats import format_line
from golfsolve.formats.inputs import STDIN_NAME, Unreadable
from golfsolve.formats.named import NamedDeal
from golfsolve.game.catalogue import reference
from golfsolve.game.moves import format_moves
from golfsolve.game.numbering import looks_like_number
from golfsolve.game.result import SEARCH_REVISION, Best, Result, Verdict
from golfsolve.game.variants import Variant

_PLACE = re.compile(r"^line [0-9]+(, column [0-9]+)?: ")

FORMAT = "golfsolve-results"
VERSION = 1


def result_record(item: NamedDeal, variant: Variant, result: Result, best: Best | None = None) -> Record:
    """What is found out about a deal, as plain data with a stable key order."""
    found = {
        "deal": item.name,
        **reference(variant),
        "verdict": str(result.verdict),
        "solution": None if result.solution is None else format_moves(result.solution),
        "draws": result.draws,
        "stock_left": result.stock_left,
        "nodes": result.nodes,
        "cards": format_line(item.deal, variant),
    }
    if result.note is not None:
        found |= {"unknown": item.deal.unknown, "note": result.note}
    if best is not None:
        found |= {
            "best_score": best.score,
            "cards_cleared": item.deal.tableau_left - best.cards_left,
            "best_moves": format_moves(best.moves),
            "proven": best.proven,
        }
    return found


def error_record(item: Unreadable, variant: Variant) -> Record:
    """The record in the place of a deal that could not be read."""
    return {"deal": item.name, **reference(variant), "error": str(item.error)}


def explained(record: Record) -> str:
    """Why a deal fails, or may, in a few words."""
    if "error" in record:
        return str(record["error"])
    verdict, searched = record["verdict"], f"{record['nodes']} states searched"
    if "note" in record:
        return f"{verdict}: {record['note']}; {searched}"
    if verdict == Verdict.UNDECIDED:
        return f"undecided: {searched} without a result"
    return f"{verdict}, proved with {searched}"


@dataclass(frozen=True)
class Origin:
    """Where a deal was read; all None for a number on the command line, and for standard input."""

    file: str | None = None
    line: int | None = None
    column: int | None = None

    @classmethod
    def of(cls, item: NamedDeal | Unreadable) -> Origin:
        """The origin of what was read, or could not be."""
        if isinstance(item, Unreadable):
            named = None if looks_like_number(item.source) else item.source
            origin = cls(named, item.line, item.column)
        else:
            origin = cls(item.file, None if item.file is None else item.line)
        return cls() if origin.file == STDIN_NAME else origin

    def place(self) -> dict[str, int]:
        """Line and column, as far as they are known."""
        found = {"line": self.line, "col": self.column}
        return {key: value for key, value in found.items() if value is not None}


Listener = Callable[[Record, Origin], None]

KINDS = ("winnable", "unwinnable", "undecided", "unreadable")
MAX_LISTED = 20


class Tally:
    """How many deals there were, by verdict; those that could not be read have none.

    ``fail_on`` says which verdicts fail a run; what cannot be read always does. ``listeners`` are told of
    each record, in order. ``listed`` holds the names of the first failing deals of each kind.
    """

    def __init__(self, fail_on: Collection[Verdict] = ()) -> None:
        self._counts = dict.fromkeys(KINDS, 0)
        self._fail_on = fail_on
        self.listeners: list[Listener] = []
        self.listed: dict[str, list[str]] = {kind: [] for kind in KINDS}

    def add(self, record: Record, origin: Origin = Origin()) -> None:
        """Count a record and tell it to the listeners. Raises KeyError or TypeError for a damaged one."""
        kind = _kind(record)
        self._counts[kind] += 1
        if self.fails(record) and len(self.listed[kind]) < MAX_LISTED:
            self.listed[kind].append(str(record["deal"]))
        for listener in self.listeners:
            listener(record, origin)

    def fails(self, record: Record) -> bool:
        """Whether a record fails the run."""
        return self.kind_fails(_kind(record))

    def kind_fails(self, kind: str) -> bool:
        """Whether a deal of that kind fails the run."""
        return kind == "unreadable" or kind in self._fail_on

    def counts(self) -> dict[str, int]:
        """The counts by name."""
        return dict(self._counts)

    @property
    def deals(self) -> int:
        """All of them."""
        return sum(self._counts.values())

    @property
    def failed(self) -> int:
        """Those that fail the run."""
        return sum(count for kind, count in self._counts.items() if self.kind_fails(kind))


def _kind(record: Record) -> str:
    return "unreadable" if "error" in record else str(record["verdict"])


def results_header(variant: Variant, *, partial: bool, max_nodes: int, best: bool) -> Record:
    """The first line of a results file."""
    facts = {"partial": partial, "max_nodes": max_nodes} | ({"best": True} if best else {})
    return recordfile.header(FORMAT, VERSION, variant, **facts, search=SEARCH_REVISION)


class Counting(Protocol):
    """What counts the records of such a file."""

    @property
    def deals(self) -> int:
        """How many there are."""

    def add(self, record: Record, origin: Origin, /) -> None:
        """Count one. KeyError or TypeError for one that is damaged."""


def open_results(
    path: Path,
    head: Record,
    variant: Variant,
    items: Iterator[NamedDeal | Unreadable],
    tally: Counting,
    *,
    resume: bool = False,
    force: bool = False,
) -> Writer:
    """Begin a results file with ``head``, its :func:`results_header`, or continue one.

    Continuing takes from ``items`` those whose results are in the file, and counts them in ``tally``.
    """
    if not resume:
        return Writer.create(path, head, force=force)

    def accept(record: Record) -> bool:
        item = next(items, None)
        if item is None:
            raise GolfsolveError(f"{path} has results of more deals than are given")
        # By the deals: their names tell how a file was spelled and where in it they stood.
        there = dict(record)
        if isinstance(item, Unreadable):
            wanted = {"variant": variant.name, "error": _PLACE.sub("", str(item.error))}
            there["error"] = _PLACE.sub("", str(record.get("error")))
        else:
            wanted = {"variant": variant.name, "cards": format_line(item.deal, variant)}
        for key, value in wanted.items():
            if there.get(key) != value:
                raise GolfsolveError(
                    f"{path} cannot be continued: result {tally.deals + 1} is of {key} "
                    f"{json.dumps(there.get(key))}, but {json.dumps(value)} is given"
                )
        try:
            tally.add(record, Origin.of(item))
        except (KeyError, TypeError):
            raise RecordError(f"{path}: result {tally.deals + 1} is damaged") from None
        return True

    return Writer.resume(path, head, accept)
