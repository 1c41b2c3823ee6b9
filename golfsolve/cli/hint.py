"""``golfsolve hint``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from golfsolve.cli.codes import NO, UNDECIDED, YES
from golfsolve.cli.options import (
    deal_argument,
    deals_variant_option,
    force_option,
    json_option,
    max_nodes_option,
    moves_option,
    page_option,
    ranks_option,
    unseen_option,
)
from golfsolve.cli.output import Echo, echo_json, paint
from golfsolve.cli.unseen import show_hint
from golfsolve.formats import format_line, parse_solution
from golfsolve.formats.drawing import draw_board
from golfsolve.formats.inputs import open_deal
from golfsolve.formats.named import NamedDeal
from golfsolve.game.cards import format_card
from golfsolve.game.catalogue import reference
from golfsolve.game.moves import format_moves
from golfsolve.game.result import Best, Verdict
from golfsolve.game.variants import Variant
from golfsolve.page.assemble import write_page
from golfsolve.page.facts import deal_facts
from golfsolve.play.hint import Hint, Option, Standing
from golfsolve.play.hint import hint as look
from golfsolve.solving.solver import Solver

_CODES = {
    Standing.WON: YES,
    Standing.WINNABLE: YES,
    Standing.NO_LONGER: NO,
    Standing.UNWINNABLE: NO,
    Standing.UNDECIDED: UNDECIDED,
}


@click.command()
@deal_argument
@deals_variant_option
@ranks_option
@moves_option
@max_nodes_option
@unseen_option
@json_option
@page_option
@force_option
@click.pass_context
def hint(
    ctx: click.Context,
    deal: str,
    variant: Variant | None,
    ranks: bool,
    moves: str,
    max_nodes: int,
    unseen: bool,
    as_json: bool,
    page: Path | None,
    force: bool,
) -> None:
    """Say what can still be reached in a game, what each legal move leads to, and which to make.

    DEAL is a number, a file or - as for the other commands; a file may hold a position from the middle of a
    game. Exit code 0 if the game can still be won, 1 if not, 3 if that is undecided; with --unseen, where the
    order of the stock is not looked at, 0 if there is a chance, 1 if there is none, 3 if only bounds are
    known.
    """
    if unseen and page is not None:
        raise click.UsageError("--page shows what is known with the stock: it does not go with --unseen.")
    variant, item = open_deal(deal, variant, partial=True, ranks=ranks)
    Echo(variant, every=False).show(item)
    made = parse_solution(moves, item.deal, variant)
    if unseen:
        ctx.exit(show_hint(item, variant, made, as_json=as_json))
    found = look(item.deal, made, Solver(variant, max_nodes=max_nodes))
    if as_json:
        echo_json(_json(item, variant, found))
    else:
        click.echo(_text(item, variant, found), nl=False)
    if page is not None:
        write_page(page, deal_facts([item], variant, [found.position.moves]), force=force)
    ctx.exit(_CODES[found.standing])


def _json(item: NamedDeal, variant: Variant, found: Hint) -> dict[str, Any]:
    position, choice = found.position, found.choice
    return {
        "deal": item.name,
        **reference(variant),
        "moves": format_moves(position.moves),
        "standing": str(found.standing),
        "cards_left": position.cards_left,
        "stock_left": position.stock_left,
        "best_score": found.best.score,
        "best_moves": format_moves(found.best.moves),
        "proven": found.best.proven,
        "options": [
            {
                "move": format_moves([option.move]),
                "card": format_card(option.card),
                "verdict": str(option.best.verdict),
                "best_score": option.best.score,
                "proven": option.best.proven,
            }
            for option in found.options
        ],
        "play": None if choice is None else format_moves([choice.move]),
        "cards": format_line(position.to_deal(), variant),
    }


def _text(item: NamedDeal, variant: Variant, found: Hint) -> str:
    made = len(found.position.moves)
    parts = [
        f"{variant.title or variant.name}, deal {item.name}" + (f", after move {made}\n" if made else "\n"),
        draw_board(found.position.to_deal(), variant, paint),
        f"{_standing(found)}\n",
    ]
    if found.options:
        parts.append("".join(_row(option, found) + "\n" for option in found.options))
    return "\n".join(parts)


def _standing(found: Hint) -> str:
    if found.standing is Standing.WON:
        return f"Won: score {found.position.score}."
    words = {
        Standing.WINNABLE: "Can still be won" if found.position.moves else "Can be won",
        Standing.NO_LONGER: "No longer winnable",
        Standing.UNWINNABLE: "This deal is unwinnable",
        Standing.UNDECIDED: "Undecided (--max-nodes N searches on)",
    }
    over = "" if found.options else "; no move is left"
    return f"{words[found.standing]}; {best_score(found.best)}{over}."


def _row(option: Option, found: Hint) -> str:
    if option.wins:
        leads_to = f"wins, score {option.best.score}"
    else:
        verdicts = {
            Verdict.WINNABLE: "can be won",
            Verdict.UNWINNABLE: "lost",
            Verdict.UNDECIDED: "undecided",
        }
        leads_to = f"{verdicts[option.best.verdict]}, {best_score(option.best)}"
    key, card = format_moves([option.move]), paint(format_card(option.card))
    return f"  {key:<3} {card}   {leads_to}" + ("  <- make this move" if option == found.choice else "")


def best_score(best: Best) -> str:
    """A best score in words."""
    return f"best score {best.score}" + ("" if best.proven else " or better")
