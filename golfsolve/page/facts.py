"""What a page holds: the games, the dates of pools with their deals, and single deals."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golfsolve.errors import GolfsolveError, PoolError
from golfsolve.formats.common import is_full
from golfsolve.formats.named import NamedDeal
from golfsolve.game.cards import format_card
from golfsolve.game.catalogue import BUILT_IN
from golfsolve.game.golf_score import HOLES
from golfsolve.game.moves import format_moves
from golfsolve.game.variants import Variant
from golfsolve.play.daily import LAST_DAY, Week, day_number, has_levels, level_of, place_in_week
from golfsolve.pools.records import checked_deal, entries, open_pool

MAX_SINGLES = 5000
DEFAULT_DAYS = 365


@dataclass(frozen=True)
class Dates:
    """Which dates of a pool a page holds: ``days`` from ``first`` on, None for as many as a pool has.

    Where not ``exact``, a pool that ends earlier gives what it has.
    """

    first: datetime.date
    days: int | None = DEFAULT_DAYS
    exact: bool = False


def pool_facts(paths: Sequence[Path], dates: Dates, week: Week | None = None) -> dict[str, Any]:
    """The facts of a page with the deals of some dates from pools, all of different games.

    Every deal is dealt again and its solution replayed; solutions are not among the facts. Raises
    :class:`GolfsolveError` for a pool that is not right, or too short.
    """
    found = [_pool(path, dates, week) for path in paths]
    names = [variant.name for variant, _ in found]
    for name in names:
        if names.count(name) > 1:
            raise GolfsolveError(f"two pools of {name} (expected one of each game)")
    return {
        "games": _games(variant for variant, _ in found),
        "pools": [facts for _, facts in found],
        "singles": [],
    }


@dataclass(frozen=True)
class _Record:
    name: int | str
    best: int | None
    level: str | None


def _pool(path: Path, dates: Dates, week: Week | None) -> tuple[Variant, dict[str, Any]]:
    day = day_number(dates.first)
    with open_pool(path) as reader:
        variant = reader.variant
        rated = has_levels(reader, needed=week is not None)
        records = []
        for entry in entries(reader):
            try:
                deal = checked_deal(entry, variant)
                level = str(level_of(entry)) if rated else None
            except GolfsolveError as error:
                raise reader.damage(f"deal {entry.number}: {error}") from None
            records.append(_Record(deal.number, deal.best_score, level))
        if not reader.finished:
            raise PoolError(f"{path}: unfinished: the closing line is missing")
    chosen = _daily(records, day, dates, week)
    wanted = dates.days if dates.exact else 1
    if wanted is not None and len(chosen) < wanted:
        missing = wanted - len(chosen)
        raise PoolError(f"{path} has {len(records):,} deals, {missing:,} dates too few from {dates.first} on")
    rounds = [records[HOLES * d : HOLES * (d + 1)] for d in range(day, day + len(chosen))]
    rounds = [holes if len(holes) == HOLES else [] for holes in rounds]
    facts = {
        "game": variant.name,
        "first": str(dates.first),
        "days": [record.name for record in chosen],
        "levels": [record.level for record in chosen] if rated else None,
        "rounds": [[record.name for record in holes] for holes in rounds],
        "roundBests": [[record.best for record in holes] for holes in rounds],
    }
    return variant, facts


def _daily(records: Sequence[_Record], day: int, dates: Dates, week: Week | None) -> list[_Record]:
    """The deals of the dates, as far as the pool goes."""
    last = LAST_DAY + 1 if dates.days is None else min(day + dates.days, LAST_DAY + 1)
    if week is None:
        return list(records[day:last])
    by_level: dict[str | None, list[_Record]] = {}
    for record in records:
        by_level.setdefault(record.level, []).append(record)
    chosen: list[_Record] = []
    for d in range(day, last):
        level, place = place_in_week(d, week)
        of_level = by_level.get(str(level), [])
        if place >= len(of_level):
            break
        chosen.append(of_level[place])
    return chosen


def deal_facts(
    items: Iterable[NamedDeal], variant: Variant, moves: Sequence[Sequence[int] | None] = ()
) -> dict[str, Any]:
    """The facts of a page with single deals or positions, in order, each with ``moves`` to replay, if any."""
    singles = []
    for index, item in enumerate(items):
        check_singles(index + 1)
        line = moves[index] if index < len(moves) else None
        deal = item.deal
        singles.append(
            {
                "game": variant.name,
                "name": str(item.name or index + 1),
                "kind": "deal" if is_full(deal, variant) else "position",
                "tableau": [None if card is None else format_card(card) for card in deal.tableau],
                "opening": None if deal.opening is None else format_card(deal.opening),
                "stock": [format_card(card) for card in deal.stock],
                "moves": None if line is None else format_moves(line),
            }
        )
    if not singles:
        raise GolfsolveError("no deal for the page")
    return {"games": _games([variant]), "pools": [], "singles": singles}


def check_singles(count: int) -> None:
    """Raise :class:`GolfsolveError` for more deals than a page should hold."""
    if count > MAX_SINGLES:
        raise GolfsolveError(f"more than {MAX_SINGLES:,} deals for one page")


def _games(used: Iterable[Variant]) -> dict[str, Any]:
    """All known games, and those that are used; the latter first."""
    games = {variant.name: variant for variant in (*used, *BUILT_IN)}
    return {
        name: {"title": variant.title or name, "rules": variant.rules(), "rule": variant.rule or ""}
        for name, variant in games.items()
    }
