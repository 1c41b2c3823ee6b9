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

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from golfsolve.analysis import Hint, Review, hint, review
    from golfsolve.deal import Deal
    from golfsolve.errors import GolfsolveError
    from golfsolve.numbering import DealNumber, deal_number
    from golfsolve.referee import Position, replay
    from golfsolve.result import Best, Result, Verdict
    from golfsolve.solver import Solver, solve
    from golfsolve.variants import Variant
    from golfsolve.variants import find as find_variant

__version__ = "0.1.0"

__all__ = [
    "Best",
    "Deal",
    "DealNumber",
    "GolfsolveError",
    "Hint",
    "Position",
    "Result",
    "Review",
    "Solver",
    "Variant",
    "Verdict",
    "deal_number",
    "find_variant",
    "hint",
    "replay",
    "review",
    "solve",
]

# Loaded when they are asked for: the program starts by importing this package, and has to be ready for Ctrl-C
# before it loads anything that takes time.
_PLACES = {
    "Best": "result.Best",
    "Deal": "deal.Deal",
    "DealNumber": "numbering.DealNumber",
    "GolfsolveError": "errors.GolfsolveError",
    "Hint": "analysis.Hint",
    "Position": "referee.Position",
    "Result": "result.Result",
    "Review": "analysis.Review",
    "Solver": "solver.Solver",
    "Variant": "variants.Variant",
    "Verdict": "result.Verdict",
    "deal_number": "numbering.deal_number",
    "find_variant": "variants.find",
    "hint": "analysis.hint",
    "replay": "referee.replay",
    "review": "analysis.review",
    "solve": "solver.solve",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, there = _PLACES[name].partition(".")
    return getattr(importlib.import_module(f"{__name__}.{module}"), there)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
