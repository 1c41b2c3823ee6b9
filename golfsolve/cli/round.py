"""``golfsolve round``."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path
from typing import Any

import click

from golfsolve.cli.options import date_option, json_option, pool_argument
from golfsolve.cli.output import echo_json
from golfsolve.cli.paths import InputFile
from golfsolve.errors import FormatError
from golfsolve.formats import format_line
from golfsolve.formats.inputs import text_lines
from golfsolve.game.catalogue import reference
from golfsolve.game.golf_score import HOLES, PAR
from golfsolve.game.moves import format_moves
from golfsolve.game.variants import Variant
from golfsolve.play import daily
from golfsolve.play import round as scorecard
from golfsolve.play.round import Hole


@click.command()
@pool_argument
@date_option
@click.option(
    "--play",
    "played",
    type=InputFile(allow_dash=True),
    metavar="FILE",
    help="Score a round: a line of moves for each hole, - for a hole without moves.",
)
@json_option
def round(pool: Path, date: datetime.date | None, played: Path | None, as_json: bool) -> None:
    """Show the nine holes of a date from a pool, or score a played round against them.

    Par is five a hole. A pool gives each date from 2026-01-01 on nine deals, in order, and none of them to
    another date.
    """
    date = date or daily.today()
    picked = daily.round_deals(pool, date)
    ends = None
    if played is not None:
        ends = scorecard.play(_read(played), [deal.deal for deal in picked.deals], picked.variant)
    holes = scorecard.holes(picked.deals, picked.variant, ends)
    if as_json:
        echo_json(_json(date, picked.variant, holes))
    else:
        click.echo(f"{picked.variant.title or picked.variant.name}, the round of {date}\n")
        click.echo(scorecard.draw(holes), nl=False)


def _read(path: Path) -> str:
    try:
        if str(path) == "-":
            return "\n".join(text_lines(sys.stdin.buffer))
        with path.open("rb") as file:
            return "\n".join(text_lines(file))
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def _json(date: datetime.date, variant: Variant, holes: list[Hole]) -> dict[str, Any]:
    scores = [hole.score for hole in holes if hole.score is not None]
    return {
        "date": str(date),
        "day": daily.day_number(date),
        **reference(variant),
        "par": HOLES * PAR,
        "best_score": sum(hole.best_score for hole in holes),
        "score": sum(scores) if scores else None,
        "holes": [
            {
                "hole": hole.number,
                "deal": hole.deal.number,
                "cards": format_line(hole.deal.deal, variant),
                "par": PAR,
                "best_score": hole.best_score,
                "proven": hole.proven,
                "score": hole.score,
                "cards_left": None if hole.end is None else hole.end.cards_left,
                "moves": None if hole.end is None else format_moves(hole.end.moves),
            }
            for hole in holes
        ],
    }
