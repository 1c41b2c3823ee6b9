"""The player ``hindsight``: tries each move on sampled stocks, each solved with its order known.

For layouts with too many boards for tables. Its chance is that of our deal numbers, seeded by the ranks of
the deal and the number of the game, so a deal meets the same games wherever it comes from.
"""

from __future__ import annotations

from collections.abc import Callable

from golfsolve.game.cards import rank_of
from golfsolve.game.deal import Deal
from golfsolve.game.moves import Move
from golfsolve.game.numbering import random_below
from golfsolve.game.referee import Position
from golfsolve.game.result import Verdict
from golfsolve.solving.solver import Solver

SAMPLES = 50


def play(deal: Deal, solver: Solver, game: int) -> int:
    """The golf score of a game of that number, from 1."""
    below = random_below(_seed(deal, game))
    position = Position(deal, solver.variant)
    while moves := position.legal_moves():
        position.play(moves[0] if len(moves) == 1 else _best(position, moves, solver, below))
    return position.score


def _best(position: Position, moves: tuple[Move, ...], solver: Solver, below: Callable[[int], int]) -> Move:
    """The move after which most samples can be won; the first of equals, a draw last."""
    unseen = sorted(position.to_deal().stock, key=lambda card: (rank_of(card), card))
    samples = [_shuffled(unseen, below) for _ in range(SAMPLES if len(set(unseen)) > 1 else 1)]
    won = {move: sum(_wins(position, move, stock, solver) for stock in samples) for move in moves}
    return max(moves, key=lambda move: won[move])  # max() keeps the first of equals


def _wins(position: Position, move: Move, stock: list[int], solver: Solver) -> bool:
    """Whether the deal can be won after a move, the unseen cards in that order."""
    here = position.to_deal()
    after = Position(Deal(here.tableau, here.opening, tuple(stock)), solver.variant)
    after.play(move)
    return after.won or solver.solve(after.to_deal()).verdict is Verdict.WINNABLE


def _shuffled(cards: list[int], below: Callable[[int], int]) -> list[int]:
    order = cards.copy()
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def _seed(deal: Deal, game: int) -> int:
    """A number from the ranks of a deal, where they lie, and the game."""
    seed = game
    ranks = [0 if card is None else 1 + rank_of(card) for card in (*deal.tableau, deal.opening)]
    for rank in (*ranks, *sorted(map(rank_of, deal.stock))):
        seed = seed * 53 + rank
    return seed % (1 << 64)
