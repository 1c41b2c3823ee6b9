"""Odds for people and for programs: what ``odds`` and ``hint --unseen`` print."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from golfsolve.cli.output import paint, plural
from golfsolve.formats.common import is_full
from golfsolve.formats.drawing import draw_board
from golfsolve.formats.named import NamedDeal
from golfsolve.game.cards import format_card, rank_of
from golfsolve.game.deal import Deal
from golfsolve.game.moves import DRAW, format_moves
from golfsolve.game.referee import Position
from golfsolve.game.variants import Variant
from golfsolve.solving.odds import Odds
from golfsolve.stats.odds_bounds import OddsBounds

Found = Odds | OddsBounds


def odds_json(position: Position, found: Found | None) -> dict[str, Any]:
    """Odds or bounds as plain data with a stable key order."""
    if isinstance(found, Odds):
        options = [
            {"move": format_moves([move]), "card": _card(position, move), "chance": rounded(chance)}
            for move, chance in found.moves
        ]
        chance = rounded(found.chance)
        play = None if found.best is None else format_moves([found.best])
        exact = {"exact": True, "chance": chance, "low": chance, "high": chance}
        return exact | {"options": options, "play": play, "states": found.states}
    assert found is not None
    return {
        "exact": False,
        "chance": None,
        "low": rounded(found.low),
        "high": rounded(found.high),
        "orders": found.orders,
        "winnable_orders": found.winnable,
        "won_by_careful": found.won,
    }


def rounded(chance: float) -> float:
    """A chance to the digits that are known of it."""
    return float(f"{chance:.5g}")


def percent(chance: float) -> str:
    """A chance in words, never rounded to a certainty that it is not."""
    if chance in (0, 1):
        return "no chance" if chance == 0 else "certain"
    text = f"{100 * chance:.2f} %"
    return {"0.00 %": "< 0.01 %", "100.00 %": "> 99.99 %"}.get(text, text)


def _card(position: Position, move: int) -> str | None:
    """The card that a play brings to the waste; what a draw does is not known."""
    card = position.card_of(move)
    return None if card is None or move == DRAW else format_card(card)


def _row(position: Position, move: int, found: Odds) -> str:
    """A legal move with the chance that it leaves."""
    card = _card(position, move)
    chance = dict(found.moves)[move]
    shown = "  " if card is None else paint(card)
    choice = "  <- make this move" if move == found.best else ""
    return f"  {format_moves([move]):<3} {shown}   {percent(chance):>9}{choice}"


def as_seen(deal: Deal) -> Deal:
    """The deal with its stock sorted: which cards it holds is known, their order is not."""
    return replace(deal, stock=tuple(sorted(deal.stock, key=lambda card: (rank_of(card), card))))


def odds_text(item: NamedDeal, variant: Variant, position: Position, found: Found) -> str:
    """A position and its odds."""
    deal, made = position.to_deal(), len(position.moves)
    kind = "deal" if is_full(item.deal, variant) else "position"
    parts = [
        f"{variant.title or variant.name}, {kind} {item.name}" + (f", after move {made}\n" if made else "\n"),
        draw_board(
            replace(deal, stock=tuple(sorted(deal.stock, key=lambda card: (rank_of(card), card)))),
            variant,
            paint,
        ),
    ]
    if isinstance(found, OddsBounds):
        parts.append(
            f"Chance to win without sight of the stock: {percent(found.low)} to {percent(found.high)}\n"
            f"Of {found.orders:,} orders of the stock {found.winnable:,} can be won or are undecided, and in "
            f"{found.won:,} the careful player won;\nthe bounds are the far ends of their 95 % intervals.\n"
        )
        return "\n".join(parts)
    parts.append(
        f"Chance to win without sight of the stock (shown sorted): {percent(found.chance)}; "
        f"{plural(found.states, 'state')}.\n"
    )
    if found.moves:
        parts.append("".join(_row(position, move, found) + "\n" for move, _ in found.moves))
    return "\n".join(parts)
