"""``golfsolve deal``."""

from __future__ import annotations

import sys

import click

from golfsolve.cli.codes import INVALID, YES
from golfsolve.cli.options import deals_argument, deals_variant_option, partial_option, ranks_option
from golfsolve.cli.output import Echo, note, paint
from golfsolve.formats import FORMATS, format_deal
from golfsolve.formats.drawing import draw_board
from golfsolve.formats.inputs import Unreadable, open_deals
from golfsolve.formats.named import NamedDeal
from golfsolve.game.variants import Variant


@click.command()
@deals_argument
@deals_variant_option
@partial_option
@ranks_option
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="How to write them.  [default: a drawing on a terminal, else board]",
)
@click.pass_context
def deal(
    ctx: click.Context,
    deals: tuple[str, ...],
    variant: Variant | None,
    partial: bool,
    ranks: bool,
    form: str | None,
) -> None:
    """Show deals, or convert them to another format.

    A deal that cannot be read is reported, and the others are shown all the same; the exit code is then 2.
    """
    if form is None and not sys.stdout.isatty():
        form = "board"
    code = YES
    variant, items = open_deals(deals, variant, partial=partial, ranks=ranks, unknown=True)
    echo = Echo(variant, every=False)
    for number, item in enumerate(items):
        if isinstance(item, Unreadable):
            note(f"Error: {item}")
            code = INVALID
            continue
        echo.show(item)
        if number and form in (None, "board"):
            click.echo()
        click.echo(_text(item, variant, form), nl=False)
    ctx.exit(code)


def _text(item: NamedDeal, variant: Variant, form: str | None) -> str:
    if form is None:
        return f"{variant.title or variant.name}, deal {item.name}\n\n{draw_board(item.deal, variant, paint)}"
    return format_deal(item.deal, variant, form, item.name)
