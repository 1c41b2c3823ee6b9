"""The deal of a date, and the nine holes of its round, from a pool (docs/formats.md).

A frozen rule: the days since :data:`EPOCH` count off the pool's records in their order, one a day for the
daily deal and nine a day for rounds. With a week of levels, a day counts off the records of its level only.
A pool grows only at its end, so a date never changes its deal. A
date here has no time and no zone: which one it is where the player lives is the caller's to say.
"""

from __future__ import annotations

import datetime
import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golfsolve.errors import GolfsolveError, PoolError, RecordError, quoted
from golfsolve.files.numbered import scheme_of
from golfsolve.files.record_file import Reader
from golfsolve.formats import format_line
from golfsolve.formats.json_deal import by_place
from golfsolve.game import numbering
from golfsolve.game.difficulty import Difficulty, Level, kept_levels
from golfsolve.game.golf_score import HOLES
from golfsolve.game.moves import DRAW, format_moves
from golfsolve.game.variants import Variant
from golfsolve.pools.records import DIFFICULTY, Entry, PoolDeal, checked_deal, entries, open_pool

FORMAT = "golfsolve-calendar"
VERSION = 1

EPOCH = datetime.date(2026, 1, 1)  # day 0
LAST_DAY = (datetime.date.max - EPOCH).days
DAYS = 7  # of a week, Monday first

_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def parse_date(text: str) -> datetime.date:
    """``2026-01-31``. Raises :class:`GolfsolveError` for anything else, and for a date before the first."""
    try:
        date = datetime.date.fromisoformat(text if _DATE.fullmatch(text) else "")
    except ValueError:
        raise GolfsolveError(f"{quoted(text)} is not a date (expected one like {EPOCH})") from None
    day_number(date)
    return date


def today() -> datetime.date:
    """The date in UTC, wherever the machine is."""
    return datetime.datetime.now(datetime.UTC).date()


def day_number(date: datetime.date) -> int:
    """The days since :data:`EPOCH`. Raises :class:`GolfsolveError` for a date before it."""
    if date < EPOCH:
        raise GolfsolveError(f"{date} is before the first date, {EPOCH}")
    return (date - EPOCH).days


Week = tuple[Level, ...]  # of each weekday, Monday first


def parse_week(text: str) -> Week:
    """``easy,easy,easy,easy,medium,hard,hard``. Raises :class:`GolfsolveError` for anything else."""
    names = text.split(",")
    known = [str(level) for level in Level]
    for name in names:
        if name not in known:
            raise GolfsolveError(f"{quoted(name)} is not a level (expected one of {', '.join(known)})")
    if len(names) != DAYS:
        raise GolfsolveError(f"a week of {len(names)} days (expected {DAYS} levels, Monday first)")
    return tuple(map(Level, names))


def place_in_week(day: int, week: Week) -> tuple[Level, int]:
    """The level of a day, and the place of its deal, from 0, among those of the level.

    That place is how many of the days before it, from day 0 on, have the same level.
    """
    first = EPOCH.weekday()
    level = week[(first + day) % DAYS]
    alike = ((weekday - first) % DAYS for weekday in range(DAYS) if week[weekday] == level)
    return level, sum((day - offset + DAYS - 1) // DAYS for offset in alike)


@dataclass(frozen=True)
class Picked:
    """Deals of a pool, the variant in which they are played, and the program whose numbers they have.

    ``levels`` are those of the deals, None where the pool has no ratings that this program knows; ``best``
    says whether it has best scores.
    """

    variant: Variant
    scheme: str
    best: bool
    deals: list[PoolDeal]
    levels: list[Level | None]


def daily_deal(path: Path, date: datetime.date, week: Week | None = None) -> Picked:
    """The one deal of a date."""
    return _pick(path, _places(day_number(date), 1, week), str(date))


def round_deals(path: Path, date: datetime.date) -> Picked:
    """The nine holes of a date, from the first to the last. No two dates share one."""
    first = HOLES * day_number(date)
    return _pick(path, _places(first, HOLES), f"the round of {date}")


def calendar(
    path: Path,
    start: datetime.date,
    days: int,
    week: Week | None = None,
    *,
    tableau: bool = False,
    solution: bool = False,
) -> dict[str, Any]:
    """The deals of ``days`` dates from ``start`` on, as plain data with a stable key order.

    Best scores and levels are there if the pool has them; ``tableau`` and ``solution`` ask for more.
    """
    first = day_number(start)
    if first + days - 1 > LAST_DAY:
        raise GolfsolveError(f"the calendar ends on {datetime.date.max}")
    dates = [start + datetime.timedelta(day) for day in range(days)]
    picked = _pick(path, _places(first, days, week), f"{dates[0]} to {dates[-1]}")
    return {
        "format": FORMAT,
        "version": VERSION,
        "variant": picked.variant.name,
        "rules": picked.variant.rules(),
        "numbering": picked.scheme,
        "numbering_version": numbering.VERSION,
        **({} if week is None else {"week": list(map(str, week))}),
        "dates": {
            str(date): {
                "deal": deal.number,
                "cards": format_line(deal.deal, picked.variant),
                **({"best_score": deal.best_score} if picked.best else {}),
                **({} if level is None else {"level": str(level)}),
                **details(deal, picked.variant, tableau=tableau, solution=solution),
            }
            for date, deal, level in zip(dates, picked.deals, picked.levels, strict=True)
        },
    }


def details(deal: PoolDeal, variant: Variant, *, tableau: bool, solution: bool) -> dict[str, Any]:
    """The cards of a deal where they lie, and its solution, as plain data."""
    found: dict[str, Any] = by_place(deal.deal, variant) if tableau else {}
    if solution:
        found |= {"solution": format_moves(deal.solution), "draws": deal.solution.count(DRAW)}
    return found


def format_calendar(document: dict[str, Any]) -> str:
    """A calendar as JSON, a line for each date."""
    head = json.dumps({key: value for key, value in document.items() if key != "dates"})
    dates = document["dates"].items()
    rows = ",\n".join(f"{json.dumps(date)}: {json.dumps(deal)}" for date, deal in dates)
    return f'{head[:-1]}, "dates": {{\n{rows}\n}}}}\n'


Place = tuple[Level | None, int]  # of a record, counted from 0 among those of a level, or among all


def _places(first: int, count: int, week: Week | None = None) -> list[Place]:
    days = range(first, first + count)
    return [(None, day) for day in days] if week is None else [place_in_week(day, week) for day in days]


def _pick(path: Path, places: list[Place], purpose: str) -> Picked:
    """The deals in some places of a pool, checked.

    All of the pool is read: where a record has been lost, each one after it stands in a wrong place, and
    only the checksum can tell.
    """
    wanted = {place: index for index, place in enumerate(places)}
    deals: dict[int, tuple[PoolDeal, Level | None]] = {}
    seen: Counter[Level | None] = Counter()
    with open_pool(path) as reader:
        variant, scheme = reader.variant, scheme_of(reader.header)
        by_level = places[0][0] is not None
        rated = has_levels(reader, needed=by_level)
        for entry in entries(reader):
            try:
                level = level_of(entry) if by_level else None
                index = wanted.get((level, seen[level]))
                if index is not None:
                    deals[index] = checked_deal(entry, variant), level_of(entry) if rated else None
            except GolfsolveError as error:
                raise reader.damage(f"deal {entry.number}: {error}") from None
            seen[level] += 1
        if not reader.finished:
            raise PoolError(f"{path}: unfinished: the closing line is missing")
        best = reader.header.get("best") is True
    for level, place in places:
        if place >= seen[level]:
            of_level = "" if level is None else f"{level} "
            missing = max(at for other, at in places if other == level) + 1 - seen[level]
            raise PoolError(f"{path} has {seen[level]:,} {of_level}deals, {missing:,} too few for {purpose}")
    found = [deals[index] for index in range(len(places))]
    return Picked(variant, scheme, best, [deal for deal, _ in found], [level for _, level in found])


def has_levels(reader: Reader, *, needed: bool) -> bool:
    """Whether a pool has levels that this program knows. Raises :class:`PoolError` if they are ``needed``."""
    try:
        if DIFFICULTY not in reader.header:
            raise PoolError("its deals have no levels (expected a pool of pool generate --difficulty)")
        kept_levels(reader.header[DIFFICULTY])
    except RecordError as error:
        if needed:
            raise PoolError(f"{reader.path}: {error}") from None
        return False
    return True


def level_of(entry: Entry) -> Level:
    """The level of a record. Raises :class:`RecordError` where there is none that can be trusted."""
    return Difficulty.of(entry.record.get(DIFFICULTY)).level
