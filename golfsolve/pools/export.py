"""Pools for other programs: a page, a spreadsheet, PySolFC (docs/formats.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from golfsolve.errors import GolfsolveError
from golfsolve.files.numbered import scheme_of
from golfsolve.files.record_file import Reader, Record
from golfsolve.files.tables import csv_line
from golfsolve.formats import parse_line
from golfsolve.formats.json_deal import by_place
from golfsolve.game.variants import Variant
from golfsolve.pools.records import BEFORE, Entry, entries, open_pool
from golfsolve.pools.verify import verify

FORMAT = "golfsolve-export"
VERSION = 1

FIRST_PYSOL_NUMBER = 32000  # below, PySolFC takes a number for one of the Microsoft generator
_PYSOL_NUMBERS_A_LINE = 8


def export(
    path: Path, form: str, tick: Callable[[int], object] = lambda _: None, *, solutions: bool = True
) -> Iterator[str]:
    """A pool in one of :data:`FORMATS`, in pieces of text; JSON can leave the ``solutions`` out.

    All of the pool is verified before the first piece; ``tick(1)`` is called for each record then. Raises
    :class:`GolfsolveError` for a pool that is not right, and for one that the form cannot hold.
    """
    if not solutions and form != "json":
        raise GolfsolveError(f"{form} with its solutions only (expected json to leave them out)")
    problem = verify(path, tick).first_problem
    if problem is not None:
        raise GolfsolveError(problem)
    with open_pool(path) as reader:
        yield from _EXPORTERS[form](reader) if solutions else _json(reader, solutions=False)


def _json(reader: Reader, *, solutions: bool = True) -> Iterator[str]:
    variant, head = reader.variant, reader.header
    facts = {key: head[key] for key in ("variant", "rules", "numbering", "numbering_version")}
    yield json.dumps({"format": FORMAT, "version": VERSION, **facts})[:-1] + ', "deals": ['
    comma = "\n"
    for entry in entries(reader):
        yield comma + json.dumps(_deal(entry, variant, solutions))
        comma = ",\n"
    assert reader.closing is not None  # it has been verified
    yield f'\n], "pool": {json.dumps(reader.closing)}}}\n'


def _deal(entry: Entry, variant: Variant, solutions: bool) -> dict[str, object]:
    record = entry.record
    deal = parse_line(record["cards"], variant)
    left_out = ("deal", "cards") if solutions else ("deal", "cards", "solution")
    facts = {key: value for key, value in record.items() if key not in left_out}
    return {"deal": entry.name, **by_place(deal, variant), **facts}


def _csv(reader: Reader) -> Iterator[str]:
    columns: list[str] = []
    for entry in entries(reader):
        row = {"variant": reader.variant.name, **_flat(entry.record)}
        row |= {key: entry.record.get(key, 0) for key in BEFORE}
        if not columns:
            columns = list(row)
            yield csv_line(columns)
        yield csv_line(row[column] for column in columns)


def _flat(record: Record) -> dict[str, Any]:
    """A record without what others only have now and then, and with each part of its difficulty on its own.

    The level stands under ``difficulty``, the rest as ``difficulty_won`` and so on.
    """
    flat: dict[str, Any] = {}

    def add(name: str, value: Any) -> None:
        if isinstance(value, dict):
            for key, part in value.items():
                add(name if key == "level" else f"{name}_{key}", part)
        else:
            flat[name] = value

    for key, value in record.items():
        if key not in BEFORE:
            add(key, value)
    return flat


def _lines(reader: Reader) -> Iterator[str]:
    for entry in entries(reader):
        yield entry.record["cards"] + "\n"


def _numbers(reader: Reader) -> Iterator[str]:
    yield f"# winnable deals of {reader.variant.name}\n"
    for entry in entries(reader):
        yield f"{entry.name}\n"


def _pysol(reader: Reader) -> Iterator[str]:
    variant, scheme = reader.variant, scheme_of(reader.header)
    if variant.pysol_id is None:
        raise GolfsolveError(f"{reader.path}: PySolFC has no game with the rules of {variant.name}")
    if scheme != "pysol":
        raise GolfsolveError(
            f"{reader.path}: a pool of {scheme} numbers "
            f"(expected one of pool generate --numbering pysol --start {FIRST_PYSOL_NUMBER})"
        )
    found = list(entries(reader))
    if not found:
        raise GolfsolveError(f"{reader.path}: no deals")
    if found[0].number < FIRST_PYSOL_NUMBER:
        raise GolfsolveError(
            f"{reader.path}: deal {found[0].number} (expected numbers from {FIRST_PYSOL_NUMBER} on)"
        )
    yield f"# Deals of PySolFC's game {variant.pysol_id} ({variant.title}) that are proved winnable.\n"
    yield f"# {len(found)} numbers, covering {', '.join(_covered(found))}.\n"
    yield f"# Only numbers from {FIRST_PYSOL_NUMBER} on, where PySolFC shuffles with Python's generator.\n\n"
    yield "SOLVABLE_SEEDS = (\n"
    for at in range(0, len(found), _PYSOL_NUMBERS_A_LINE):
        row = found[at : at + _PYSOL_NUMBERS_A_LINE]
        yield "    " + " ".join(f"{entry.number}," for entry in row) + "\n"
    yield ")\n"


def _covered(found: list[Entry]) -> list[str]:
    """The ranges of numbers in which nothing was left out untried."""
    ranges: list[list[int]] = []
    for entry in found:
        first = entry.number if entry.untried else entry.since
        if ranges and ranges[-1][1] + 1 == first:
            ranges[-1][1] = entry.number
        else:
            ranges.append([first, entry.number])
    return [f"{first}-{last}" for first, last in ranges]


_EXPORTERS: dict[str, Callable[[Reader], Iterator[str]]] = {
    "json": _json,
    "csv": _csv,
    "numbers": _numbers,
    "pysol": _pysol,
    "lines": _lines,
}
FORMATS = tuple(_EXPORTERS)
