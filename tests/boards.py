"""Deals for tests: from short texts, from the data files, and at random."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from golfsolve import Deal, Variant, find_variant
from golfsolve.engine.line import ALL_PRUNES, BOTH_ENDS
from golfsolve.game.cards import JOKER, parse_card
from golfsolve.game.catalogue import BUILT_IN
from golfsolve.game.variants import FREE, STOCK

DATA = Path(__file__).parent / "data"

GOLF = find_variant("golf")
DEAD_KING = find_variant("dead-king")
RELAXED = find_variant("relaxed")
THIEVES = find_variant("thieves")
PEAKS = find_variant("tri-peaks")
PYRAMID = find_variant("escalator")
RULES = ("dead-king", "golf", "relaxed")  # the three that are called Golf, by name

by_name = pytest.mark.parametrize("variant", BUILT_IN, ids=lambda variant: variant.name)


def combinations(variant: Variant) -> list[int]:
    """All combinations of the engine's prunes that make a difference to a variant."""
    return [prunes for prunes in range(ALL_PRUNES + 1) if not variant.stock or not prunes & BOTH_ENDS]


def table(name: str) -> list[dict[str, str]]:
    """The rows of a tab-separated data file."""
    head, *rows = [line.split("\t") for line in (DATA / name).read_text(encoding="utf-8").splitlines()]
    return [dict(zip(head, row, strict=True)) for row in rows]


def tiny_boards() -> list[dict[str, Any]]:
    boards: list[dict[str, Any]] = json.loads((DATA / "tiny_boards.json").read_text(encoding="utf-8"))
    return boards


def board(variant: Variant, opening: str, columns: list[str], stock: str = "") -> Deal:
    """A position from texts like ``board(golf, "8", ["T 8", "9"], "7")``.

    Columns run from the deepest card to the exposed one. Ranks alone will do: each gets the next
    suit that is free, as suits never matter to play. ``-`` is an empty column or waste.
    """
    used: Counter[str] = Counter()

    def card(text: str) -> int:
        if len(text) == 1:
            used[text] += 1
            return parse_card(text + "CSHD"[(used[text] - 1) % 4])
        return parse_card(text)

    tableau: list[int | None] = [None] * variant.layout.size
    for places, column in zip(variant.layout.columns, columns, strict=False):
        for place, text in zip(places, column.replace("-", "").split(), strict=False):
            tableau[place] = card(text)
    waste = None if opening == "-" else card(opening)
    return Deal(tuple(tableau), waste, tuple(card(text) for text in stock.split()))


def random_position(variant: Variant, rng: random.Random, tableau: int = 16, stock: int = 10) -> Deal:
    """A position in which few cards are left, from anywhere in the layout.

    Often only some neighbouring ranks are left in the game, without which almost every small
    position would be lost.
    """
    low, width = rng.randrange(13), rng.choice([3, 4, 5, 7, 13])
    deck = [card for card in variant.deck() if card == JOKER or (card % 13 - low) % 13 < width]
    rng.shuffle(deck)

    layout = variant.layout
    left = (1 << layout.size) - 1
    goes_early = [rng.random() for _ in layout.covers]  # some parts are played out, others untouched
    wanted = rng.randint(1, rng.randint(1, min(tableau, len(deck) - 1)))
    while left.bit_count() > wanted:
        free = [p for p, over in enumerate(layout.covers) if left >> p & 1 and not over & left]
        left ^= 1 << min(free, key=goes_early.__getitem__)
    cards = tuple(deck.pop() if left >> place & 1 else None for place in range(layout.size))

    starts_empty = variant.opening in (FREE, STOCK) and rng.random() < 0.5
    waste = None if starts_empty else deck.pop()
    return Deal(cards, waste, tuple(deck[: rng.randint(0, min(stock, variant.stock))]))
