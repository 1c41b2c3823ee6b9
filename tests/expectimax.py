"""Plain expectimax: what the best player wins who does not see the order of the stock.

Slow and obvious. It plays games of :mod:`naive`, whose rules it uses, and looks at every move and every card
that a draw may turn. The stock is a bag: its order is never looked at. What was worked out for a position
is remembered under the position itself, nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from tests.naive import DRAW, Game, plays_on

Bag = tuple[tuple[str, int], ...]
Left = frozenset[int]
Memory = dict[tuple[Left, str | None, Bag], Fraction]


def chance(game: Game) -> Fraction:
    """The chance to win before the first move."""
    return _chance(game, frozenset(range(len(game.cards))), game.waste, _bag(game.stock), {})


def chances(game: Game) -> dict[int | str, Fraction]:
    """The chance that each legal move leaves; a play is named by its card's index."""
    left, bag = frozenset(range(len(game.cards))), _bag(game.stock)
    return dict(_moves(game, left, game.waste, bag, {}))


def _chance(game: Game, left: Left, waste: str | None, bag: Bag, memory: Memory) -> Fraction:
    if not left:
        return Fraction(1)
    key = (left, waste, bag)
    if key not in memory:
        memory[key] = max((value for _, value in _moves(game, left, waste, bag, memory)), default=Fraction(0))
    return memory[key]


def _moves(
    game: Game, left: Left, waste: str | None, bag: Bag, memory: Memory
) -> Iterator[tuple[int | str, Fraction]]:
    if not left:
        return
    for card in sorted(left):
        if not game.covered_by[card] & left and plays_on(game, game.cards[card], waste):
            yield card, _chance(game, left - {card}, game.cards[card], bag, memory)
    unseen = sum(count for _, count in bag)
    if unseen:
        value = Fraction(0)
        for rank, count in bag:
            value += Fraction(count, unseen) * _chance(game, left, rank, _without(bag, rank), memory)
        yield DRAW, value


def _bag(stock: list[str]) -> Bag:
    return tuple(sorted(Counter(stock).items()))


def _without(bag: Bag, rank: str) -> Bag:
    return tuple((r, count - (r == rank)) for r, count in bag if count > (r == rank))
