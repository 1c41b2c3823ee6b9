"""What ``golfsolve solve`` prints for people: a board with its solution, or a line a deal."""

from __future__ import annotations

from golfsolve.cli.output import paint, plural
from golfsolve.formats.common import is_full
from golfsolve.formats.drawing import draw_board, draw_solution
from golfsolve.formats.named import NamedDeal
from golfsolve.game.result import Best, Result, Verdict
from golfsolve.game.variants import Variant


def board_text(item: NamedDeal, variant: Variant, result: Result, best: Best | None) -> str:
    """The deal as it lies, the verdict, and the moves."""
    kind = "deal" if is_full(item.deal, variant) else "position"
    parts = [
        f"{variant.title or variant.name}, {kind} {item.name}\n",
        draw_board(item.deal, variant, paint),
        f"{_verdict(result, kind, shown=best is None)}\n",
    ]
    line = result.solution
    if best is not None:
        parts.append(f"{_best(best, item.deal.tableau_left)}\n")
        line = best.moves
    if line:
        parts.append(draw_solution(item.deal, variant, line, paint))
    return "\n".join(parts)


def _verdict(result: Result, kind: str, *, shown: bool) -> str:
    """The verdict in words; ``shown`` if the solution will be."""
    searched = f"{result.nodes:,} states searched"
    if result.note is not None:
        return f"{result.verdict.capitalize()}: {result.note}; {searched}."
    if result.verdict is Verdict.UNDECIDED:
        return f"Undecided: {searched} without a result (--max-nodes N searches on)."
    if result.solution is None:
        return f"{'Unwinnable' if kind == 'deal' else 'No longer winnable'}, proved with {searched}."
    if not shown:
        return f"Winnable; {searched}."
    return (
        f"Winnable in {plural(len(result.solution), 'move')}: {plural(result.draws or 0, 'draw')}, "
        f"{plural(result.stock_left or 0, 'stock card')} left; {searched}."
    )


def _best(best: Best, cards: int) -> str:
    left = f", {best.cards_left} left" if best.cards_left else f", {-best.score} left in the stock"
    return (
        f"Best score {best.score}{'' if best.proven else ' or better (--max-nodes N searches on)'}: "
        f"{plural(cards - best.cards_left, 'card')} cleared{left}, in {plural(len(best.moves), 'move')}."
    )


def brief_text(item: NamedDeal, result: Result, best: Best | None) -> str:
    """The verdict on one line, without a newline."""
    text = f"{item.name}: {result.verdict}"
    if result.solution is not None:
        text += (
            f" in {plural(len(result.solution), 'move')}, {plural(result.draws or 0, 'draw')}, "
            f"{result.stock_left} left"
        )
    if result.note is not None:
        text += f", {result.note}"
    if best is not None:
        text += f"; best score {best.score}{'' if best.proven else ' or better'}"
    return f"{text}; {plural(result.nodes, 'state')}"
