"""``golfsolve review``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

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
from golfsolve.cli.output import Echo, echo_json, paint, plural
from golfsolve.cli.unseen import show_review
from golfsolve.formats import parse_solution
from golfsolve.formats.inputs import open_deal
from golfsolve.formats.named import NamedDeal
from golfsolve.game.cards import format_card
from golfsolve.game.catalogue import reference
from golfsolve.game.moves import format_moves
from golfsolve.game.variants import Variant
from golfsolve.page.assemble import write_page
from golfsolve.page.facts import deal_facts
from golfsolve.play.review import Mistake, Review
from golfsolve.play.review import review as go_through
from golfsolve.solving.solver import Solver


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
def review(
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
    """Go through a finished game: the score, the score that was possible, and where they parted.

    DEAL is a number, a file or - as for the other commands; a file may hold a position from the middle of a
    game. With --unseen: which moves cost how much of the chance to win that a player has who does not see the
    order of the stock, apart from the luck of the draw.
    """
    if unseen and page is not None:
        raise click.UsageError("--page shows what is known with the stock: it does not go with --unseen.")
    variant, item = open_deal(deal, variant, partial=True, ranks=ranks)
    Echo(variant, every=False).show(item)
    made = parse_solution(moves, item.deal, variant)
    if unseen:
        show_review(item, variant, made, as_json=as_json)
        return
    found = go_through(item.deal, made, Solver(variant, max_nodes=max_nodes))
    if as_json:
        echo_json(_json(item, variant, found))
    else:
        click.echo(_text(item, variant, found), nl=False)
    if page is not None:
        write_page(page, deal_facts([item], variant, [found.end.moves]), force=force)


def _json(item: NamedDeal, variant: Variant, found: Review) -> dict[str, Any]:
    return {
        "deal": item.name,
        **reference(variant),
        "moves": format_moves(found.end.moves),
        "outcome": _outcome(found),
        "score": found.end.score,
        "best_score": found.best_score,
        "proven": found.proven,
        "cards_left": found.end.cards_left,
        "stock_left": found.end.stock_left,
        "lost_at": None if found.lost is None else found.lost.number,
        "mistakes": [
            {
                "number": mistake.number,
                "move": format_moves([mistake.move]),
                "card": format_card(mistake.card),
                "cost": mistake.cost,
                "best_before": mistake.before,
                "best_after": mistake.after,
                "better": format_moves([mistake.better]),
            }
            for mistake in found.mistakes
        ],
        "given_up": found.end.score - found.still,
    }


def _outcome(found: Review) -> str:
    if found.end.won:
        return "won"
    return "unfinished" if found.end.legal_moves() else "lost"


def _text(item: NamedDeal, variant: Variant, found: Review) -> str:
    end, outcome = found.end, _outcome(found)
    possible = f"best possible {found.best_score}" + ("" if found.proven else " or better")
    name = f"{variant.title or variant.name}, deal {item.name}"
    left = f"{plural(end.cards_left, 'card')} left, {end.stock_left} in the stock"
    lines = [
        f"{name}: {outcome} after {plural(len(end.moves), 'move')}",
        "",
        f"Score {end.score} ({left}); {possible}.",
    ]
    if found.lost is not None:
        lines.append(f"Lost at move {found.lost.number}, which cost {found.lost.cost}.")
    elif found.best_score > 0 and found.proven:
        lines.append("It could not be won.")
    if found.end.score > found.still:
        lines.append(f"Given up too early: {found.still} could still be reached.")
    if found.mistakes:
        lines += ["", "  move  made   cost  best score  better"]
        lines += [_row(mistake) for mistake in found.mistakes]
    elif not found.end.score > found.still:
        lines.append("No move cost anything.")
    return "".join(line + "\n" for line in lines)


def _row(mistake: Mistake) -> str:
    change = f"{mistake.before} -> {mistake.after}"
    made, better = _move(mistake.move, mistake.card), _move(mistake.better, mistake.better_card)
    return f"  {mistake.number:>4}  {made}  {mistake.cost:>4}  {change:<10}  {better}"


def _move(move: int, card: int) -> str:
    return f"{format_moves([move]):<3}{paint(format_card(card))}"
