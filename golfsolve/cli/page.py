"""``golfsolve page``."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import click

from golfsolve.cli.options import (
    OUT_FILE,
    deals_variant_option,
    force_option,
    quiet_option,
    read_date,
    read_week,
    whole_number,
)
from golfsolve.cli.output import note, plural
from golfsolve.cli.paths import DealsArgument, OutputFolder
from golfsolve.errors import GolfsolveError
from golfsolve.formats import parse_solution
from golfsolve.formats.inputs import Unreadable, open_deals
from golfsolve.game.referee import replay
from golfsolve.game.variants import Variant
from golfsolve.page.assemble import write_library, write_page
from golfsolve.page.facts import DEFAULT_DAYS, Dates, deal_facts, pool_facts
from golfsolve.play.daily import EPOCH, LAST_DAY, Week, today


@click.command()
@click.argument("arguments", nargs=-1, metavar="POOL...", type=DealsArgument())
@click.option("--out", type=OUT_FILE, metavar="FILE.html", help="The page to write.")
@click.option(
    "--from",
    "first",
    type=read_date,
    metavar="YYYY-MM-DD",
    help="The first date.  [default: today in UTC]",
)
@click.option(
    "--days",
    type=whole_number(1, LAST_DAY + 1),
    metavar="N",
    help=f"How many dates.  [default: {DEFAULT_DAYS}, or as many as the pool has]",
)
@click.option("--all", "everything", is_flag=True, help=f"All dates of the pools, from {EPOCH} on.")
@click.option(
    "--week",
    type=read_week,
    metavar="LEVEL,...",
    help="Seven levels, Monday first: each date gets the next deal of its level.",
)
@click.option("--deal", "deals", is_flag=True, help="Take DEALS (numbers, files) instead of pools.")
@deals_variant_option
@click.option(
    "--moves", metavar="MOVES", help="With --deal: moves of the one deal, which the page shows as a replay."
)
@click.option(
    "--modules",
    type=OutputFolder(),
    metavar="FOLDER",
    help="Instead write the JavaScript modules of rules, numbers, dates and solver, for pages of your own.",
)
@force_option
@quiet_option
def page(
    arguments: tuple[str, ...],
    out: Path | None,
    first: datetime.date | None,
    days: int | None,
    everything: bool,
    week: Week | None,
    deals: bool,
    variant: Variant | None,
    moves: str | None,
    modules: Path | None,
    force: bool,
    quiet: bool,
) -> None:
    """Write a page to play the deals of pools: one HTML file that needs no network.

    It holds the deals of a year of dates from today on, of one pool or of several games, with the nine holes
    of each date, and deals any number. It has no solutions. With --deal it holds single deals or positions.
    """
    if modules is not None:
        if arguments or out is not None:
            raise click.UsageError("--modules FOLDER goes with neither pools nor --out.")
        for path in write_library(modules, force=force):
            note(str(path), quiet)
        return
    if not arguments:
        raise click.UsageError("Missing argument 'POOL...'.")
    if out is None:
        raise click.UsageError("Missing option '--out FILE.html'.")
    dated = first is not None or days is not None or everything or week is not None
    if deals and dated:
        raise click.UsageError("--from, --days, --all and --week are for pools, not for --deal.")
    if not deals and (variant is not None or moves is not None):
        raise click.UsageError("--variant and --moves are for --deal.")
    if everything and (first is not None or days is not None):
        raise click.UsageError("--all takes all dates: it goes with neither --from nor --days.")
    if deals:
        facts = _deals(arguments, variant, moves)
        held = plural(len(facts["singles"]), "deal")
    else:
        dates = Dates(first or today(), days or DEFAULT_DAYS, exact=days is not None)
        if everything:
            dates = Dates(EPOCH, None)
        facts = pool_facts([Path(argument) for argument in arguments], dates, week)
        held = ", ".join(
            f"{plural(len(pool['days']), 'date')} of {pool['game']} from {pool['first']} on"
            for pool in facts["pools"]
        )
    size = write_page(out, facts, force=force)
    note(f"{out}: {held}; {size:,} bytes", quiet)


def _deals(arguments: tuple[str, ...], variant: Variant | None, moves: str | None) -> dict[str, Any]:
    variant, items = open_deals(arguments, variant, partial=True)
    found = []
    for item in items:
        if isinstance(item, Unreadable):
            raise GolfsolveError(str(item))
        found.append(item)
    lines = []
    if moves is not None:
        if len(found) != 1:
            raise click.UsageError("--moves are those of one deal.")
        lines = [parse_solution(moves, found[0].deal, variant)]
        replay(found[0].deal, variant, lines[0])
    return deal_facts(found, variant, lines)
