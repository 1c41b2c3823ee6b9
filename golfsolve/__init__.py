"""Prove Golf solitaire deals winnable, with the stock order known.

>>> import golfsolve
>>> deal = golfsolve.deal("ms:24")
>>> golfsolve.solve(deal).verdict.value
'unwinnable'
>>> golfsolve.solve(deal, "relaxed").verdict.value
'winnable'

What is promised is :data:`__all__`; docs/api.md goes through it. Modules, and whatever else can be reached
from here, may change with any version.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from golfsolve.api.deals import (
        check_solution,
        deal,
        deals,
        find_variant,
        format_deal,
        format_rules,
        load_rules,
        parse_deal,
        parse_moves,
        parse_rules,
        parse_solution,
        read_deals,
        replay,
        variants,
    )
    from golfsolve.api.files import (
        daily_deal,
        generate_pool,
        measure,
        pool_info,
        read_pool,
        read_records,
        read_stats,
        round_deals,
        verify_pool,
    )
    from golfsolve.api.solving import best, hint, rate, review, solve
    from golfsolve.errors import (
        ArgumentError,
        ArgumentTypeError,
        CardError,
        DealError,
        FormatError,
        GolfsolveError,
        IllegalMove,
        NotCleared,
        PoolError,
        RecordError,
        StatsError,
        Stopped,
        VariantError,
    )
    from golfsolve.files.schemas import schema
    from golfsolve.formats.named import NamedDeal
    from golfsolve.game.cards import Card, parse_card
    from golfsolve.game.deal import Deal
    from golfsolve.game.difficulty import Difficulty, Level
    from golfsolve.game.layout import Place
    from golfsolve.game.moves import DRAW, Move, format_moves
    from golfsolve.game.numbering import DealNumber, deal_number
    from golfsolve.game.players import Player
    from golfsolve.game.referee import Position
    from golfsolve.game.result import Best, Result, Verdict
    from golfsolve.game.variants import Variant
    from golfsolve.play.hint import Hint, Standing
    from golfsolve.play.review import Review
    from golfsolve.pools.records import PoolDeal
    from golfsolve.solving.solver import Solver
    from golfsolve.stats.measure import Measurement

__version__ = "0.1.0"

__all__ = [
    "DRAW",
    "ArgumentError",
    "ArgumentTypeError",
    "Best",
    "Card",
    "CardError",
    "Deal",
    "DealError",
    "DealNumber",
    "Difficulty",
    "FormatError",
    "GolfsolveError",
    "Hint",
    "IllegalMove",
    "Level",
    "Measurement",
    "Move",
    "NamedDeal",
    "NotCleared",
    "Place",
    "Player",
    "PoolDeal",
    "PoolError",
    "Position",
    "RecordError",
    "Result",
    "Review",
    "Solver",
    "Standing",
    "StatsError",
    "Stopped",
    "Variant",
    "VariantError",
    "Verdict",
    "best",
    "check_solution",
    "daily_deal",
    "deal",
    "deal_number",
    "deals",
    "find_variant",
    "format_deal",
    "format_moves",
    "format_rules",
    "generate_pool",
    "hint",
    "load_rules",
    "measure",
    "parse_card",
    "parse_deal",
    "parse_moves",
    "parse_rules",
    "parse_solution",
    "pool_info",
    "rate",
    "read_deals",
    "read_pool",
    "read_records",
    "read_stats",
    "replay",
    "review",
    "round_deals",
    "schema",
    "solve",
    "variants",
    "verify_pool",
]

# Where each name lives. They are loaded when they are asked for: the program starts by importing this
# package, and has to be ready for Ctrl-C before it loads anything that takes time.
_PLACES = {
    "api.deals": (
        "check_solution deal deals find_variant format_deal format_rules load_rules parse_deal "
        "parse_moves parse_rules parse_solution read_deals replay variants"
    ),
    "api.solving": "best hint rate review solve",
    "api.files": (
        "daily_deal generate_pool measure pool_info read_pool read_records read_stats round_deals verify_pool"
    ),
    "errors": (
        "ArgumentError ArgumentTypeError CardError DealError FormatError GolfsolveError IllegalMove "
        "NotCleared PoolError RecordError StatsError Stopped VariantError"
    ),
    "files.schemas": "schema",
    "formats.named": "NamedDeal",
    "game.cards": "Card parse_card",
    "game.deal": "Deal",
    "game.difficulty": "Difficulty Level",
    "game.layout": "Place",
    "game.moves": "DRAW Move format_moves",
    "game.numbering": "DealNumber deal_number",
    "game.players": "Player",
    "game.referee": "Position",
    "game.result": "Best Result Verdict",
    "game.variants": "Variant",
    "play.hint": "Hint Standing",
    "play.review": "Review",
    "pools.records": "PoolDeal",
    "solving.solver": "Solver",
    "stats.measure": "Measurement",
}
_MODULES = {name: module for module, names in _PLACES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
