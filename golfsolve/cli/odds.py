"""``golfsolve odds``."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from functools import partial as bind
from pathlib import Path
from typing import Any

import click

from golfsolve.cli.codes import INVALID, UNDECIDED, YES
from golfsolve.cli.odds_text import Found, odds_json, odds_text, percent
from golfsolve.cli.options import (
    check_out_options,
    deals_argument,
    deals_variant_option,
    json_option,
    max_states_option,
    moves_option,
    out_options,
    partial_option,
    quiet_option,
    whole_number,
)
from golfsolve.cli.output import echo_json, note, plural, progress
from golfsolve.files.odds import OddsTally, open_odds
from golfsolve.files.results import error_record
from golfsolve.formats import format_line, parse_solution
from golfsolve.formats.inputs import Unreadable, open_deals
from golfsolve.formats.named import NamedDeal
from golfsolve.game.catalogue import reference
from golfsolve.game.moves import format_moves
from golfsolve.game.referee import Position, replay
from golfsolve.game.variants import Variant
from golfsolve.solving.solver import Solver
from golfsolve.solving.workers import ordered_map
from golfsolve.stats import odds_bounds
from golfsolve.stats.odds_bounds import odds_or_bounds

Item = NamedDeal | Unreadable


@click.command()
@deals_argument
@deals_variant_option
@partial_option
@moves_option
@max_states_option
@click.option(
    "--orders",
    type=whole_number(10, 100_000),
    metavar="N",
    default=odds_bounds.ORDERS,
    show_default=True,
    help="Orders of the stock to try for bounds.",
)
@json_option
@click.option(
    "--jobs",
    type=whole_number(1, 1024),
    metavar="N",
    default=1,
    show_default=True,
    help="Workers; each may take 2 GB of memory.",
)
@out_options("Write the odds to FILE instead, JSON Lines that can be continued.")
@quiet_option
@click.pass_context
def odds(
    ctx: click.Context,
    deals: tuple[str, ...],
    variant: Variant | None,
    partial: bool,
    moves: str,
    max_states: int,
    orders: int,
    as_json: bool,
    jobs: int,
    out: Path | None,
    resume: bool,
    force: bool,
    quiet: bool,
) -> None:
    """Find the exact chance to win for best play without sight of the stock's order.

    Which cards are in the stock is known, their order is not, and the deal's own has no influence. Where the
    exact chance would take too much, bounds are given. Exit code 0 if all chances are exact, 3 if there are
    bounds only for some, 2 if something could not be read.
    """
    check_out_options(out, resume, force)
    variant, items = open_deals(deals, variant, partial=partial)
    tally, writer = OddsTally(), None
    with ExitStack() as stack:
        if out is not None:
            facts = {"partial": partial, "moves": moves, "max_states": max_states, "orders": orders}
            facts["revision"] = odds_bounds.REVISION
            writer = open_odds(out, variant, items, tally, facts, resume=resume, force=force)
            stack.enter_context(writer)
        work = bind(_find, moves=moves, max_states=max_states, orders=orders)
        results = ordered_map(work, items, variant, jobs=jobs)
        stack.enter_context(closing(results))
        hidden = quiet or (writer is None and sys.stdout.isatty())
        advance = stack.enter_context(progress(None, done=tally.deals, quiet=hidden))
        for item, position, found in results:
            record = _record(item, variant, position, found)
            tally.add(record)
            if isinstance(item, Unreadable):
                note(f"Error: {item}")
            if writer is not None:
                writer.write(record)
            elif as_json:
                echo_json(record)
            elif isinstance(item, NamedDeal) and position is not None and found is not None:
                text = odds_text(item, variant, position, found)
                click.echo(("\n" if tally.deals > 1 else "") + text, nl=False)
            advance(1)
        if writer is not None:
            writer.finish(tally.counts())
    if tally.deals > 1 or out is not None:
        note(_summary(tally), quiet)
    ctx.exit(INVALID if tally.unreadable else UNDECIDED if tally.bounded else YES)


def _find(
    solver: Solver, item: Item, *, moves: str, max_states: int, orders: int
) -> tuple[Item, Position | None, Found | None]:
    if isinstance(item, Unreadable):
        return item, None, None
    position = replay(item.deal, solver.variant, parse_solution(moves, item.deal, solver.variant))
    return item, position, odds_or_bounds(position.to_deal(), solver, max_states=max_states, orders=orders)


def _record(item: Item, variant: Variant, position: Position | None, found: Found | None) -> dict[str, Any]:
    if isinstance(item, Unreadable):
        return error_record(item, variant)
    assert position is not None
    record = {"deal": item.name, **reference(variant), "moves": format_moves(position.moves)}
    return record | odds_json(position, found) | {"cards": format_line(item.deal, variant)}


def _summary(tally: OddsTally) -> str:
    counts = [f"{tally.exact:,} exact"] if tally.exact else []
    counts += [f"{tally.bounded:,} with bounds"] if tally.bounded else []
    counts += [f"{tally.unreadable:,} unreadable"] if tally.unreadable else []
    mean = f"; mean exact chance {percent(tally.total / tally.exact)}" if tally.exact else ""
    return f"{plural(tally.deals, 'deal')}: {', '.join(counts) or 'none'}{mean}"
