"""What ``hint --unseen`` and ``review --unseen`` do: a game as its player sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from golfsolve.cli.codes import NO, UNDECIDED, YES
from golfsolve.cli.odds_text import as_seen, odds_json, odds_text, percent, rounded
from golfsolve.cli.output import echo_json, paint, plural
from golfsolve.errors import GolfsolveError
from golfsolve.formats import format_line
from golfsolve.formats.named import NamedDeal
from golfsolve.game.cards import format_card
from golfsolve.game.catalogue import reference
from golfsolve.game.moves import DRAW, format_moves
from golfsolve.game.referee import replay
from golfsolve.game.variants import Variant
from golfsolve.play.unseen import Step, UnseenReview, review_unseen
from golfsolve.solving.odds import Odds
from golfsolve.solving.solver import Solver
from golfsolve.stats.odds_bounds import odds_or_bounds


def show_hint(item: NamedDeal, variant: Variant, moves: Sequence[int], *, as_json: bool) -> int:
    """Print what each legal move leaves of the chance to win; the exit code."""
    position = replay(item.deal, variant, moves)
    found = odds_or_bounds(position.to_deal(), Solver(variant))
    if as_json:
        here = {"cards_left": position.cards_left, "stock_left": position.stock_left}
        record = {"deal": item.name, **reference(variant), "moves": format_moves(position.moves)}
        cards = format_line(as_seen(position.to_deal()), variant)
        echo_json(record | here | odds_json(position, found) | {"cards": cards})
    else:
        click.echo(odds_text(item, variant, position, found), nl=False)
    if not isinstance(found, Odds):
        return UNDECIDED
    return YES if found.chance > 0 else NO


def show_review(item: NamedDeal, variant: Variant, moves: Sequence[int], *, as_json: bool) -> None:
    """Print what the moves of a game have cost, apart from what the draws did."""
    found = review_unseen(item.deal, variant, moves)
    if found is None:
        raise GolfsolveError(
            f"deal {item.name}: too many states for exact chances, in every position of this game "
            "(golfsolve odds gives bounds)"
        )
    if as_json:
        echo_json(_json(item, variant, found))
    else:
        click.echo(_text(item, variant, found), nl=False)


def _json(item: NamedDeal, variant: Variant, found: UnseenReview) -> dict[str, Any]:
    return {
        "deal": item.name,
        **reference(variant),
        "moves": format_moves(found.end.moves),
        "outcome": outcome(found),
        "skipped": found.skipped,
        "chance_at_start": rounded(found.start),
        "chance_at_end": rounded(found.final),
        "cost": rounded(found.cost),
        "luck": rounded(found.luck),
        "steps": [
            {
                "number": step.number,
                "move": format_moves([step.move]),
                "card": format_card(step.card),
                "before": rounded(step.before),
                "chosen": rounded(step.chosen),
                "after": rounded(step.after),
                "cost": rounded(step.cost),
                "luck": rounded(step.luck),
                "best": format_moves([step.best]),
            }
            for step in found.steps
        ],
    }


def outcome(found: UnseenReview) -> str:
    """How the game ended, in one word."""
    if found.end.won:
        return "won"
    return "unfinished" if found.end.legal_moves() else "lost"


def _text(item: NamedDeal, variant: Variant, found: UnseenReview) -> str:
    lines = [
        f"{variant.title or variant.name}, deal {item.name}: {outcome(found)} after "
        f"{plural(len(found.end.moves), 'move')}",
        "",
    ]
    if found.skipped:
        lines.append(f"The first {plural(found.skipped, 'move')} had too many states for exact chances.")
    lines += [
        "Chance to win without sight of the stock, in percent:",
        "",
        f"  at the start        {_points(found.start)}",
        f"  moves               {_points(-found.cost)}",
        f"  luck of the draw    {_points(found.luck)}",
        f"  at the end          {_points(found.final)}",
    ]
    if not found.mistakes:
        return "".join(line + "\n" for line in [*lines, "", "No move cost anything."])
    lines += ["", "  move  made     cost  before  better"]
    lines += [_row(step) for step in found.mistakes]
    return "".join(line + "\n" for line in lines)


def _points(chance: float) -> str:
    return f"{100 * chance:8.2f}"


def _row(step: Step) -> str:
    made = f"{format_moves([step.move]):<3}{paint(format_card(step.card)) if step.move != DRAW else '  '}"
    better = format_moves([step.best])
    if step.best_card is not None:
        better = f"{better:<3}{paint(format_card(step.best_card))}"
    before = percent(step.before).removesuffix(" %")
    return f"  {step.number:>4}  {made}  {100 * step.cost:6.2f}  {before:>6}  {better}"
