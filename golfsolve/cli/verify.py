"""``golfsolve verify``."""

from __future__ import annotations

import re

import click

from golfsolve.cli.codes import NO
from golfsolve.cli.options import deal_argument, deals_variant_option, partial_option, ranks_option
from golfsolve.cli.output import Echo, plural
from golfsolve.errors import FormatError, IllegalMove, NotCleared
from golfsolve.formats import parse_solution
from golfsolve.formats.inputs import STDIN, open_deal, read_text
from golfsolve.formats.solution import MAX_SOLUTION
from golfsolve.game.referee import check_solution
from golfsolve.game.variants import Variant

_MOVES = re.compile(r"[0-9dD,\s]*")


@click.command()
@deal_argument
@click.argument("solution")
@deals_variant_option
@partial_option
@ranks_option
@click.pass_context
def verify(
    ctx: click.Context, deal: str, solution: str, variant: Variant | None, partial: bool, ranks: bool
) -> None:
    """Replay a solution of a deal, without the engine, and name the first illegal move.

    DEAL is a number, a file or - as for the other commands. SOLUTION is moves like "3 5 D 2", or a file of
    moves or of black-hole-solver's words; - is standard input. Exit code 1 if it does not solve the deal.
    """
    if deal == solution == STDIN:
        raise click.UsageError("Standard input cannot hold both the deal and the solution.")
    variant, item = open_deal(deal, variant, partial=partial, ranks=ranks)
    Echo(variant, every=False).show(item)
    text = solution if _MOVES.fullmatch(solution) else read_text(solution, MAX_SOLUTION)
    try:
        moves = parse_solution(text, item.deal, variant)
    except FormatError as error:
        raise FormatError(f"solution: {error}") from None
    try:
        end = check_solution(item.deal, variant, moves)
    except (IllegalMove, NotCleared) as error:
        click.echo(f"{variant.name} {item.name}: {error}")
        ctx.exit(NO)
    click.echo(
        f"{variant.name} {item.name}: solved in {plural(len(moves), 'move')}: {plural(end.drawn, 'draw')}, "
        f"{plural(end.stock_left, 'stock card')} left"
    )
