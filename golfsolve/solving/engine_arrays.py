"""Variants and deals as the arrays that the engine works on."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from golfsolve.errors import DealError
from golfsolve.game.cards import rank_of
from golfsolve.game.deal import Deal
from golfsolve.game.variants import EMPTY_WASTE, Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from golfsolve.engine.columns import Columns
    from golfsolve.engine.encoding import Rules

# From how many states on, how many patterns are in use, with windows of how many ranks; and how many states
# come before the first restart. See the engine's solve.py.
STAGES = [(100, 2, 7), (2_500, 3, 7), (7_000, 4, 7)]
RESTART_NODES = 500
FIRST_TURN = 1_000  # states forward, and as many backward, in a game without a stock: then twice as many


def rules(variant: Variant) -> Rules:
    """The rules of a variant."""
    return _rules(variant, variant.adjacency())


def _rules(variant: Variant, adjacency: Sequence[int]) -> Rules:
    import numpy as np

    from golfsolve.engine import bounds, encoding, patterns

    layout = variant.layout
    covers = np.zeros(encoding.PLACES, np.uint64)
    covers[: layout.size] = layout.covers
    below = np.full((encoding.PLACES, 2), encoding.NO_PLACE, np.int64)
    for place, over in enumerate(layout.covers):
        for cover in range(layout.size):
            if over >> cover & 1:
                side = 0 if below[cover, 0] == encoding.NO_PLACE else 1
                below[cover, side] = place
    height = max((len(places) for places in layout.columns), default=0)
    column_places = np.full((len(layout.columns), height), encoding.NO_PLACE, np.int64)
    for column, places in enumerate(layout.columns):
        column_places[column, : len(places)] = places
    in_set, beside_set = bounds.conditions(adjacency, variant.wrap)
    # Tables need columns; without a stock they cost more than they save (benchmarks/README.md).
    stages = STAGES if layout.columns and variant.stock else []
    return encoding.Rules(
        layout.size,
        len(layout.columns),
        variant.wrap and not variant.jokers,
        np.array(adjacency, np.uint64),
        _by_rank(adjacency),
        covers,
        below,
        column_places,
        in_set,
        beside_set,
        patterns.choose_windows(variant.jokers > 0),
        np.array(stages, np.int64).reshape(-1, 3),
        RESTART_NODES,
        FIRST_TURN,
    )


def _by_rank(adjacency: Sequence[int]) -> npt.NDArray[np.uint64]:
    """``adjacency`` with a byte a rank, 255 for each that plays: uint64[ranks, 2]."""
    import numpy as np

    fits = [
        [sum(255 << 8 * r for r in range(8) if m >> 8 * half + r & 1) for half in (0, 1)] for m in adjacency
    ]
    return np.array(fits, np.uint64)


def turned_rules(variant: Variant) -> Rules | None:
    """The rules of a game without a stock turned round (engine.both_ends); None where that is not allowed."""
    import numpy as np

    from golfsolve.engine import encoding

    *adjacency, _ = variant.adjacency()
    mutual = all(
        m >> r & 1 == adjacency[r] >> w & 1 for w, m in enumerate(adjacency) for r in range(len(adjacency))
    )
    if not mutual or variant.stock or not variant.layout.columns:
        return None
    forward = _rules(variant, (*adjacency, (1 << len(adjacency)) - 1))  # any card begins
    opening = forward.size  # the place of the opening card, under all others
    covers = np.zeros(encoding.PLACES, np.uint64)
    covers[opening] = (1 << opening) - 1
    below = np.full((encoding.PLACES, 2), encoding.NO_PLACE, np.int64)
    below[:opening, 1] = opening
    for places in variant.layout.columns:
        for under, over in itertools.pairwise(places):
            covers[over] = 1 << under
            below[under, 0] = over
    return forward._replace(size=opening + 1, covers=covers, below=below)


def deal_ranks(deal: Deal, variant: Variant) -> tuple[npt.NDArray[np.uint8], int, npt.NDArray[np.uint8]]:
    """The ranks of a deal or position: tableau, waste, stock."""
    import numpy as np

    from golfsolve.engine import encoding

    places, stock_size = len(deal.tableau), len(deal.stock)
    if places != variant.layout.size or stock_size > encoding.STOCK:
        # The kernels check no bounds.
        raise DealError(f"{places} places and {stock_size} stock cards do not fit {variant.name}")
    tableau = [encoding.NO_RANK if card is None else rank_of(card) for card in deal.tableau]
    opening = EMPTY_WASTE if deal.opening is None else rank_of(deal.opening)
    stock = [rank_of(card) for card in deal.stock]
    return np.array(tableau, np.uint8), opening, np.array(stock, np.uint8)


def columns(deal: Deal, variant: Variant, rules: Rules) -> Columns:
    """A deal or position in a layout of columns."""
    from golfsolve.engine import columns

    return columns.columns_of(rules.column_places, rules.adjacency, *deal_ranks(deal, variant))


def heights(variant: Variant) -> npt.NDArray[np.int64]:
    """How many cards each column of a layout has."""
    import numpy as np

    return np.array([len(column) for column in variant.layout.columns], np.int64)


def dealing(variant: Variant) -> tuple[npt.NDArray[np.uint8], tuple[int, int], int]:
    """What the engine needs to deal numbers: the deck, a named opening card with its index, the waste.

    See the engine's shuffle.deal_out.
    """
    import numpy as np

    from golfsolve.engine import shuffle

    deck = np.array(variant.deck(), np.uint8)
    named = variant.opening_card
    if named is not None:
        deck[variant.deck().index(named)] = shuffle.MARKED
    place = (-1, -1) if named is None else (named, variant.layout.size)
    return deck, place, -1 if variant.has_opening_card else EMPTY_WASTE
