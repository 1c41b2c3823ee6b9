"""``golfsolve daily``."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import click

from golfsolve.cli.options import (
    OUT_FILE,
    date_option,
    force_option,
    json_option,
    pool_argument,
    read_date,
    read_week,
    whole_number,
)
from golfsolve.cli.output import echo_json, paint
from golfsolve.files.replacing import write_text
from golfsolve.formats import format_line
from golfsolve.formats.drawing import draw_board
from golfsolve.game.catalogue import reference
from golfsolve.play import daily as dates


@click.command()
@pool_argument
@date_option
@json_option
@click.option(
    "--week",
    type=read_week,
    metavar="LEVEL,...",
    help="Seven levels, Monday first, for a pool of rated deals: each date gets the next deal of its level.",
)
@click.option("--tableau", is_flag=True, help="With the cards where they lie (JSON and calendars).")
@click.option("--solution", is_flag=True, help="With the solution (JSON and calendars).")
@click.option(
    "--calendar",
    "start",
    type=read_date,
    metavar="YYYY-MM-DD",
    help="Instead write the deals of many dates, from this one on, as JSON.",
)
@click.option("--days", type=whole_number(1, dates.LAST_DAY + 1), metavar="N", help="How many dates.")
@click.option(
    "--out", type=OUT_FILE, metavar="FILE", help="Where to write the calendar.  [default: print it]"
)
@force_option
def daily(
    pool: Path,
    date: datetime.date | None,
    as_json: bool,
    week: dates.Week | None,
    tableau: bool,
    solution: bool,
    start: datetime.date | None,
    days: int | None,
    out: Path | None,
    force: bool,
) -> None:
    """Show the deal of a date from a pool.

    A pool gives each date from 2026-01-01 on one deal, in order. A date keeps its deal for ever while its
    pool only grows.
    """
    if (tableau or solution) and start is None and not as_json:
        raise click.UsageError("--tableau and --solution are for --json and --calendar.")
    if start is None and (days is not None or out is not None or force):
        raise click.UsageError("--days, --out and --force are for --calendar.")
    if start is None:
        date = date or dates.today()
        picked = dates.daily_deal(pool, date, week)
        if as_json:
            echo_json(_json(date, picked, tableau=tableau, solution=solution))
        else:
            _show(date, picked)
        return
    if date is not None or days is None:
        raise click.UsageError("--calendar START needs --days N, and no --date.")
    text = dates.format_calendar(dates.calendar(pool, start, days, week, tableau=tableau, solution=solution))
    if out is None:
        click.echo(text, nl=False)
    else:
        write_text(out, [text], force=force)


def _json(date: datetime.date, picked: dates.Picked, *, tableau: bool, solution: bool) -> dict[str, Any]:
    [deal], [level], variant = picked.deals, picked.levels, picked.variant
    return {
        "date": str(date),
        "day": dates.day_number(date),
        "deal": deal.number,
        **reference(variant),
        "cards": format_line(deal.deal, variant),
        "best_score": deal.best_score,
        "level": None if level is None else str(level),
        **dates.details(deal, variant, tableau=tableau, solution=solution),
    }


def _show(date: datetime.date, picked: dates.Picked) -> None:
    [deal], [level], variant = picked.deals, picked.levels, picked.variant
    what = "" if level is None else f", {level}"
    click.echo(f"{variant.title or variant.name}, {date}: deal {deal.number}{what}\n")
    click.echo(draw_board(deal.deal, variant, paint), nl=False)
    if deal.best_score is not None:
        click.echo(f"\nBest score {deal.best_score}.")
