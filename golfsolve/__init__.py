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
    from golfsolve.errors import GolfsolveError
    from golfsolve.files.schemas import schema
    from golfsolve.game.catalogue import find as find_variant
    from golfsolve.game.deal import Deal
    from golfsolve.game.numbering import DealNumber, deal_number
    from golfsolve.game.referee import Position, replay
    from golfsolve.game.result import Best, Result, Verdict
    from golfsolve.game.variants import Variant
    from golfsolve.play.hint import Hint, hint
    from golfsolve.play.review import Review, review
    from golfsolve.solving.solver import Solver, solve

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
    "schema",
    "solve",
]

# Loaded when they are asked for: the program starts by importing this package, and has to be ready for Ctrl-C
# before it loads anything that takes time.
_PLACES = {
    "Best": "game.result.Best",
    "Deal": "game.deal.Deal",
    "DealNumber": "game.numbering.DealNumber",
    "GolfsolveError": "errors.GolfsolveError",
    "Hint": "play.hint.Hint",
    "Position": "game.referee.Position",
    "Result": "game.result.Result",
    "Review": "play.review.Review",
    "Solver": "solving.solver.Solver",
    "Variant": "game.variants.Variant",
    "Verdict": "game.result.Verdict",
    "deal_number": "game.numbering.deal_number",
    "find_variant": "game.catalogue.find",
    "hint": "play.hint.hint",
    "replay": "game.referee.replay",
    "review": "play.review.review",
    "schema": "files.schemas.schema",
    "solve": "solving.solver.solve",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, there = _PLACES[name].rpartition(".")
    return getattr(importlib.import_module(f"{__name__}.{module}"), there)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
