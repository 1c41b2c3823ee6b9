"""Golf scoring.

A hole scores a point for each card left in the tableau or, once that is cleared, -1 for each card left in the
stock. Lower is better; a round is nine holes, par is five a hole.
"""

from __future__ import annotations

PAR = 5  # a hole
HOLES = 9  # a round


def to_par(score: int, par: int = PAR) -> str:
    """A score as golfers say it: ``E`` for even, else with its sign."""
    return "E" if score == par else f"{score - par:+}"
