"""Deal + variant -> arrays -> engine -> result: the only module that reaches the engine.

The engine and numpy are loaded on first use: commands that solve nothing must start fast.
"""

from __future__ import annotations

import threading

from golfsolve.deal import Deal
from golfsolve.result import Result
from golfsolve.variants import Variant

DEFAULT_MAX_NODES = 20_000_000


class Solver:
    """Scratch memory for solving deals of one variant, one after the other, in one thread.

    A deal's result never depends on what was solved before. ``stop``, when set from another thread,
    ends the work within a fraction of a second with :class:`InterruptedError`.
    """

    def __init__(
        self, variant: Variant, *, max_nodes: int = DEFAULT_MAX_NODES, stop: threading.Event | None = None
    ) -> None:
        self.variant = variant
        self.max_nodes = max_nodes
        self.stop = stop or threading.Event()

    def solve(self, deal: Deal) -> Result:
        """The verdict on one deal or position, with a solution where it is winnable."""
        raise NotImplementedError


def solve(deal: Deal, variant: Variant, *, max_nodes: int = DEFAULT_MAX_NODES) -> Result:
    """The verdict on one deal or position, with a solution where it is winnable.

    ``max_nodes`` bounds the search; where it ends the search the verdict is undecided.
    """
    return Solver(variant, max_nodes=max_nodes).solve(deal)
