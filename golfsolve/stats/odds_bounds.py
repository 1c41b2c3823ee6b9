"""Bounds on the chance to win without sight of the stock, where the exact one would take too much.

Both come from orders of the stock drawn at random. Who knows the order wins at least as often as the best
player who does not, so the share of orders that can be won bounds the chance from above; and no player who
does not know it beats the best one, so what the careful player wins bounds it from below. Both shares are
known up to their intervals only, whose far ends are the bounds.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from golfsolve.game.deal import Deal
from golfsolve.game.players import Player
from golfsolve.game.result import Verdict
from golfsolve.solving.odds import DEFAULT_MAX_STATES, DEFAULT_MEMORY, Odds, exact_odds
from golfsolve.solving.simulator import Simulator
from golfsolve.solving.solver import Solver
from golfsolve.stats.intervals import wilson

ORDERS = 200
REVISION = 1  # raised by every change that can alter bounds


@dataclass(frozen=True)
class OddsBounds:
    """The chance lies between ``low`` and ``high``, each the far end of a 95 % interval.

    Of ``orders`` orders of the stock, ``winnable`` can be won or are undecided, and in ``won`` the careful
    player won its game.
    """

    orders: int
    winnable: int
    won: int

    @property
    def low(self) -> float:
        """What the best player wins at least."""
        return wilson(self.won, self.orders)[0]

    @property
    def high(self) -> float:
        """What the best player wins at most."""
        return wilson(self.winnable, self.orders)[1]


def odds_or_bounds(
    deal: Deal,
    solver: Solver,
    *,
    max_states: int = DEFAULT_MAX_STATES,
    memory: int = DEFAULT_MEMORY,
    orders: int = ORDERS,
) -> Odds | OddsBounds:
    """The exact odds of a deal or position, or bounds where they take too much.

    Like the odds, the bounds depend on which cards are in the stock, and not on their order.
    """
    found = exact_odds(deal, solver.variant, max_states=max_states, memory=memory, stop=solver.stop)
    return bounds(deal, solver, orders) if found is None else found


def bounds(deal: Deal, solver: Solver, orders: int = ORDERS) -> OddsBounds:
    """Bounds from so many orders of the stock."""
    simulator = Simulator(solver.variant, solver.stop)
    winnable = won = 0
    for order in sampled_orders(deal, orders):
        sample = Deal(deal.tableau, deal.opening, order)
        winnable += solver.solve(sample).verdict is not Verdict.UNWINNABLE
        won += bool(simulator.play(sample, Player.CAREFUL, 1)[0] <= 0)
    return OddsBounds(orders, winnable, won)


def sampled_orders(deal: Deal, count: int) -> list[tuple[int, ...]]:
    """Orders of the stock at random, the same for any order that it has in the deal."""
    stock = sorted(deal.stock)
    rng = random.Random(repr((deal.tableau, deal.opening, stock)))  # noqa: S311 - no secret
    found = []
    for _ in range(count):
        order = list(stock)
        for last in range(len(order) - 1, 0, -1):  # random() stays the same in all versions of Python
            other = int(rng.random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        found.append(tuple(order))
    return found
