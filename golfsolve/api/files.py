"""Pools and statistics: making, reading and checking them."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from golfsolve.api.arguments import (
    AnyPath,
    AnyVariant,
    date_of,
    path_of,
    shown,
    variant_of,
    whole,
)
from golfsolve.errors import ArgumentError, GolfsolveError
from golfsolve.files.record_file import format_of
from golfsolve.formats.inputs import DEFAULT_VARIANT
from golfsolve.game.difficulty import Level
from golfsolve.game.numbering import MAX_NUMBER, OWN, SCHEMES, max_number
from golfsolve.game.players import Player
from golfsolve.play import daily
from golfsolve.pools import generate as pool_generate
from golfsolve.pools import info as pool_info_module
from golfsolve.pools import verify as pool_verify
from golfsolve.pools.records import FORMAT as POOL
from golfsolve.pools.records import PoolDeal, PoolTotals, checked_deal, entries, open_pool
from golfsolve.pools.verify import Verification
from golfsolve.pools.writer import exclude as excluded_by
from golfsolve.solving.guard import checked_budget
from golfsolve.solving.solver import DEFAULT_MAX_NODES
from golfsolve.stats import file as stats_file
from golfsolve.stats import measure as measuring
from golfsolve.stats.measure import Measurement

# --- pools -------------------------------------------------------------------------------------


def generate_pool(
    path: AnyPath,
    count: int,
    variant: AnyVariant = DEFAULT_VARIANT,
    *,
    first: int = 1,
    numbering: str = OWN,
    max_nodes: int = DEFAULT_MAX_NODES,
    best: bool = False,
    levels: Sequence[Level | str] = (),
    exclude: Iterable[AnyPath] = (),
    jobs: int | None = None,
    resume: bool = False,
    force: bool = False,
) -> PoolTotals:
    """Write a pool of ``count`` winnable deals, from number ``first`` of a numbering on (docs/formats.md).

    ``best`` adds best golf scores; ``levels`` rates the deals and keeps those of these levels; the deals of
    the pools in ``exclude`` are left out. ``jobs`` is the number of workers, by default one per core: it does
    not change a byte. ``resume`` continues the file, ``force`` replaces it.
    """
    chosen = variant_of(variant)
    if numbering not in SCHEMES:
        raise ArgumentError(f"numbering {shown(numbering)} (expected {', '.join(SCHEMES)})")
    try:
        wanted = [Level(level) for level in levels]
    except ValueError as error:
        raise ArgumentError(f"{error} (expected {', '.join(Level)})") from None
    return pool_generate.generate(
        path_of(path),
        chosen,
        whole("count", count),
        first=whole("first", first, max_number(numbering)),
        scheme=numbering,
        max_nodes=checked_budget(max_nodes),
        best=best,
        levels=wanted,
        excluded=excluded_by([path_of(other) for other in exclude], chosen, numbering),
        jobs=None if jobs is None else whole("jobs", jobs),
        resume=resume,
        force=force,
    )


def read_pool(path: AnyPath) -> Iterator[PoolDeal]:
    """The deals of a pool, one at a time: each dealt again, its solution replayed, its checksum checked.

    Raises :class:`PoolError` at the first record that is not right.
    """
    with open_pool(path_of(path)) as reader:
        for entry in entries(reader):
            try:
                yield checked_deal(entry, reader.variant)
            except GolfsolveError as error:
                raise reader.damage(f"deal {entry.number}: {error}") from None


def verify_pool(path: AnyPath) -> Verification:
    """Check all of a pool without an engine: deals, solutions, totals, checksum."""
    return pool_verify.verify(path_of(path))


def pool_info(path: AnyPath) -> dict[str, Any]:
    """What a pool says about itself, as plain data; ``golfsolve.schema("pool-info")`` describes it."""
    return pool_info_module.info(path_of(path))


def daily_deal(pool: AnyPath, date: datetime.date | str | None = None) -> PoolDeal:
    """The deal of a date (``datetime.date`` or ``"2026-01-31"``; by default today in UTC) from a pool."""
    [found] = daily.daily_deal(path_of(pool), date_of(date)).deals
    return found


def round_deals(pool: AnyPath, date: datetime.date | str | None = None) -> list[PoolDeal]:
    """The nine holes of a date from a pool."""
    return list(daily.round_deals(path_of(pool), date_of(date)).deals)


# --- statistics --------------------------------------------------------------------------------


def measure(
    deals: int,
    variant: AnyVariant = DEFAULT_VARIANT,
    *,
    first: int = 1,
    max_nodes: int = DEFAULT_MAX_NODES,
    scores: bool = False,
    player: Player | str | None = None,
    jobs: int | None = None,
    path: AnyPath | None = None,
    resume: bool = False,
    force: bool = False,
) -> Measurement:
    """The win rate of ``deals`` numbers from ``first`` on, with its interval, and what else is counted.

    ``scores`` adds best golf scores. With a ``player`` each deal is played once by one who cannot see the
    stock, instead of solved. ``path`` keeps the counts of each block of deals in a file, which ``resume``
    continues and ``force`` replaces. ``jobs`` is the number of workers, by default one per core.
    """
    last = MAX_NUMBER - whole("first", first, MAX_NUMBER) + 1
    try:
        who = None if player is None else Player(player)
    except ValueError as error:
        raise ArgumentError(f"{error} (expected {', '.join(Player)})") from None
    return measuring.measure(
        variant_of(variant),
        whole("deals", deals, last),
        first=first,
        max_nodes=checked_budget(max_nodes),
        scores=scores,
        player=who,
        jobs=None if jobs is None else whole("jobs", jobs),
        path=None if path is None else path_of(path),
        resume=resume,
        force=force,
    )


def read_stats(path: AnyPath) -> Measurement:
    """What a statistics file has counted. Raises :class:`StatsError` where it does not add up."""
    with stats_file.open_stats(path_of(path)) as reader:
        totals = stats_file.empty_totals(reader.header)
        for _ in stats_file.block_records(reader, totals):
            pass
        return Measurement(reader.header, totals)


def read_records(path: AnyPath) -> Iterator[dict[str, Any]]:
    """The records of a pool or a statistics file as plain data, without its header and its closing line.

    For data frames: ``pandas.DataFrame(golfsolve.read_records("pool.jsonl"))``. The order, the totals and
    the checksum are checked on the way, solutions are not: see :func:`verify_pool`.
    """
    file = path_of(path)
    if format_of(file) == POOL:
        with open_pool(file) as pool:
            yield from (entry.record for entry in entries(pool))
    else:
        with stats_file.open_stats(file) as reader:
            yield from stats_file.block_records(reader)
