"""Prove Golf solitaire deals winnable, with the stock order known.

>>> import golfsolve
>>> variant = golfsolve.find_variant("golf")
>>> deal = golfsolve.deal_number(golfsolve.DealNumber(24, "ms"), variant)
>>> golfsolve.solve(deal, variant).verdict.value
'unwinnable'
>>> golfsolve.solve(deal, golfsolve.find_variant("relaxed")).verdict.value
'winnable'
"""

from __future__ import annotations

from golfsolve.deal import Deal
from golfsolve.errors import GolfsolveError
from golfsolve.numbering import DealNumber, deal_number
from golfsolve.referee import Position, replay
from golfsolve.result import Result, Verdict
from golfsolve.solver import Solver, solve
from golfsolve.variants import Variant
from golfsolve.variants import find as find_variant

__version__ = "0.1.0"

__all__ = [
    "Deal",
    "DealNumber",
    "GolfsolveError",
    "Position",
    "Result",
    "Solver",
    "Variant",
    "Verdict",
    "deal_number",
    "find_variant",
    "replay",
    "solve",
]
