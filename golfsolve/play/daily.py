"""The deal of a date, and the nine holes of its round, from a pool (docs/formats.md).

A frozen rule: the days since :data:`EPOCH` count off the pool's records in their order, one a day for the
daily deal and nine a day for rounds. A pool grows only at its end, so a date never changes its deal. A
date here has no time and no zone: which one it is where the player lives is the caller's to say.
"""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golfsolve.errors import GolfsolveError, PoolError, quoted
from golfsolve.files.numbered import scheme_of
from golfsolve.formats import format_line
from golfsolve.game import numbering
from golfsolve.game.golf_score import HOLES
from golfsolve.game.variants import Variant
from golfsolve.pools.records import PoolDeal, checked_deal, entries, open_pool

FORMAT = "golfsolve-calendar"
VERSION = 1

EPOCH = datetime.date(2026, 1, 1)  # day 0
LAST_DAY = (datetime.date.max - EPOCH).days

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


@dataclass(frozen=True)
class Picked:
    """Deals of a pool, the variant that they are to be played in, and whose numbers they have."""

    variant: Variant
    scheme: str
    deals: list[PoolDeal]


def daily_deal(path: Path, date: datetime.date) -> Picked:
    """The one deal of a date."""
    day = day_number(date)
    return _pick(path, range(day, day + 1), str(date))


def round_deals(path: Path, date: datetime.date) -> Picked:
    """The nine holes of a date, from the first to the last. No two dates share one."""
    first = HOLES * day_number(date)
    return _pick(path, range(first, first + HOLES), f"the round of {date}")


def calendar(path: Path, start: datetime.date, days: int) -> dict[str, Any]:
    """Date to deal for so many days, as plain data with a stable key order."""
    first = day_number(start)
    if first + days - 1 > LAST_DAY:
        raise GolfsolveError(f"the calendar ends on {datetime.date.max}")
    dates = [start + datetime.timedelta(day) for day in range(days)]
    picked = _pick(path, range(first, first + days), f"{dates[0]} to {dates[-1]}")
    return {
        "format": FORMAT,
        "version": VERSION,
        "variant": picked.variant.name,
        "rules": picked.variant.rules(),
        "numbering": picked.scheme,
        "numbering_version": numbering.VERSION,
        "dates": {
            str(date): {"deal": deal.number, "cards": format_line(deal.deal, picked.variant)}
            for date, deal in zip(dates, picked.deals, strict=True)
        },
    }


def format_calendar(document: dict[str, Any]) -> str:
    """A calendar as JSON, a line for each date."""
    head = json.dumps({key: value for key, value in document.items() if key != "dates"})
    dates = document["dates"].items()
    rows = ",\n".join(f"{json.dumps(date)}: {json.dumps(deal)}" for date, deal in dates)
    return f'{head[:-1]}, "dates": {{\n{rows}\n}}}}\n'


def _pick(path: Path, places: range, purpose: str) -> Picked:
    """The deals in some places of a pool, counted from 0, and checked.

    All of the pool is read: where a record has been lost, each one after it stands in a wrong place, and
    only the checksum can tell.
    """
    deals = []
    count = 0
    with open_pool(path) as reader:
        variant, scheme = reader.variant, scheme_of(reader.header)
        for count, entry in enumerate(entries(reader), start=1):
            if count - 1 in places:
                try:
                    deals.append(checked_deal(entry, variant))
                except GolfsolveError as error:
                    raise reader.damage(f"deal {entry.number}: {error}") from None
        if not reader.finished:
            raise PoolError(f"{path}: unfinished: the closing line is missing")
    if count < places.stop:
        missing = places.stop - count
        raise PoolError(f"{path} has {count:,} deals, {missing:,} too few for {purpose}")
    return Picked(variant, scheme, deals)
