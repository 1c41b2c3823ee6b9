"""The rules once more, slow and plain: what the solver is held against.

Nothing here is shared with golfsolve. A game is taken over by reading its plain data (cards in
their places, which places lie on which, the rule switches) and everything that follows from them is
worked out here again: who covers whom, who plays on whom, what is won and what it scores.

Every question is answered the same way: visit every position that can be reached, one move after
the other, and look. :func:`layers` does that on sets of tuples; :func:`wide_layers` does the same on
arrays of numbers, for full deals with their half a million positions. :func:`outlook` plays every line to
its end instead, which says what each move is worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

DRAW = "draw"
JOKER = "joker"
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]


class Game(NamedTuple):
    """A game to be played: ranks only, for suits never matter.

    ``covered_by[i]`` are the indexes of the cards that lie on card ``i``; a card is named by its
    index. ``waste`` is None before the first card.
    """

    cards: list[str]
    covered_by: list[set[int]]
    waste: str | None
    stock: list[str]
    nothing_on_king: bool = False
    wrap: bool = False
    free_start: bool = False


class Position(NamedTuple):
    left: frozenset[int]  # the cards still in the tableau
    drawn: int
    waste: str | None


def plays_on(game: Game, card: str, waste: str | None) -> bool:
    """Whether ``card`` may be played while ``waste`` lies on top of the waste."""
    if waste is None:
        return game.free_start
    if card == JOKER or waste == JOKER:
        return True
    if waste == "K" and game.nothing_on_king:
        return False
    if {card, waste} == {"A", "K"}:
        return game.wrap
    return abs(RANKS.index(card) - RANKS.index(waste)) == 1


def start(game: Game) -> Position:
    return Position(frozenset(range(len(game.cards))), 0, game.waste)


def moves(game: Game, position: Position) -> dict[int | str, Position]:
    """Every legal move with the position it leads to; a play is named by its card's index."""
    found: dict[int | str, Position] = {}
    if not position.left:  # cleared: the game is over
        return found
    for card in position.left:
        free = not (game.covered_by[card] & position.left)
        if free and plays_on(game, game.cards[card], position.waste):
            found[card] = Position(position.left - {card}, position.drawn, game.cards[card])
    if position.drawn < len(game.stock):
        found[DRAW] = Position(position.left, position.drawn + 1, game.stock[position.drawn])
    return found


def layers(game: Game, first: Position | None = None) -> Iterator[set[Position]]:
    """All positions after 0 moves, after 1 move, ... until nothing can be moved any more."""
    layer = {start(game) if first is None else first}
    while layer:
        yield layer
        layer = {after for position in layer for after in moves(game, position).values()}


def winnable(game: Game, first: Position | None = None) -> bool:
    return any(not position.left for layer in layers(game, first) for position in layer)


def winning_moves(game: Game) -> set[int | str]:
    """The first moves after which the game can still be won."""
    return {move for move, after in moves(game, start(game)).items() if winnable(game, after)}


def best_score(game: Game) -> int:
    """The lowest golf score: cards left, or minus the stock left over once the tableau is clear."""
    return min(score(game, position) for layer in layers(game) for position in layer)


def score(game: Game, position: Position) -> int:
    return len(position.left) if position.left else position.drawn - len(game.stock)


def most_cleared(game: Game) -> int:
    """The largest number of tableau cards that can be played."""
    return max(len(game.cards) - len(position.left) for layer in layers(game) for position in layer)


class Outlook(NamedTuple):
    """What can still come of a position: the best golf score, and the best after each legal move."""

    best: int
    after: dict[int | str, int]


def outlook(game: Game) -> Outlook:
    """The best score of a game and of each way to begin it, by playing every line to its end.

    One question a position, each answered once: a position is worth the best of what it scores as it is
    and of what can follow. The cards left are a number here, a bit each.
    """
    over = [sum(1 << cover for cover in covers) for covers in game.covered_by]
    starters = {
        waste: [plays_on(game, card, waste) for card in game.cards] for waste in [*RANKS, JOKER, None]
    }
    known: dict[tuple[int, int, str | None], int] = {}

    def after(left: int, drawn: int, waste: str | None) -> dict[int | str, int]:
        found: dict[int | str, int] = {}
        if not left:  # cleared: the game is over
            return found
        for card, plays in enumerate(starters[waste]):
            if plays and left >> card & 1 and not left & over[card]:
                found[card] = best(left - (1 << card), drawn, game.cards[card])
        if drawn < len(game.stock):
            found[DRAW] = best(left, drawn + 1, game.stock[drawn])
        return found

    def best(left: int, drawn: int, waste: str | None) -> int:
        position = left, drawn, waste
        if position not in known:
            here = left.bit_count() if left else drawn - len(game.stock)
            known[position] = min([here, *after(left, drawn, waste).values()])
        return known[position]

    first = (1 << len(game.cards)) - 1, 0, game.waste
    return Outlook(best(*first), after(*first))


# --- the same on numbers -----------------------------------------------------------------------
#
# A position is one 64-bit number: a bit for each card left, above it the cards drawn (6 bits), above
# that the waste (4 bits, 13 for a joker, 14 for none). Good for up to 53 tableau cards.


def wide_layers(game: Game) -> Iterator[np.ndarray[Any, Any]]:
    """As :func:`layers`, each layer a sorted array of position numbers."""
    names = [*RANKS, JOKER, None]
    size = len(game.cards)
    drawn_at, waste_at = size, size + 6
    assert waste_at + 4 < 64

    def mask(cards: set[int]) -> int:
        return sum(1 << card for card in cards)

    def number(name: str | None) -> int:
        return names.index(name)

    # playable[card][waste], draws_to[cards drawn]
    playable = [np.array([plays_on(game, card, waste) for waste in names]) for card in game.cards]
    draws_to = np.array([number(card) for card in game.stock] or [0])

    layer = np.array([(1 << size) - 1 | number(game.waste) << waste_at], dtype=np.int64)
    while layer.size:
        yield layer
        layer = layer[layer & (1 << size) - 1 != 0]  # a cleared game is over
        without_waste = layer & (1 << waste_at) - 1
        waste = layer >> waste_at
        reached = []
        for card, rank in enumerate(game.cards):
            bit = 1 << card
            here = layer & (bit | mask(game.covered_by[card])) == bit  # left, and nothing lies on it
            here &= playable[card][waste]
            reached.append(without_waste[here] - bit | number(rank) << waste_at)
        drawn = without_waste >> drawn_at
        more = drawn < len(game.stock)
        reached.append(without_waste[more] + (1 << drawn_at) | draws_to[drawn[more]] << waste_at)
        layer = np.sort(np.concatenate(reached))
        layer = layer[np.diff(layer, prepend=-1) != 0]  # each position once


def wide_winnable(game: Game) -> bool:
    tableau = (1 << len(game.cards)) - 1
    return any(bool((layer & tableau == 0).any()) for layer in wide_layers(game))


def wide_best_score(game: Game) -> int:
    size = len(game.cards)
    best = size
    for layer in wide_layers(game):
        left = np.bitwise_count(layer & (1 << size) - 1).astype(np.int64)
        drawn = layer >> size & 63
        best = min(best, int(np.where(left > 0, left, drawn - len(game.stock)).min()))
    return best


# --- taking a game over ------------------------------------------------------------------------


def from_columns(opening: str | None, columns: list[list[str]], stock: list[str], **rules: bool) -> Game:
    """A game of columns, each from its deepest card to its exposed one."""
    cards: list[str] = []
    covered_by: list[set[int]] = []
    for column in columns:
        for card in column:
            cards.append(card)
            covered_by.append({len(cards)})  # the next card of the column lies on it
        if column:
            covered_by[-1] = set()
    return Game(cards, covered_by, opening, stock, **rules)


def of(deal: Any, variant: Any) -> Game:
    """A golfsolve deal and variant as a game, by reading their data and calling none of their rules.

    Cards keep their dealing order, so card ``i`` is the ``i``-th card left of the tableau.
    """
    places = [place for place, card in enumerate(deal.tableau) if card is not None]
    covered_by = []
    for place in places:
        over = {p for p in range(len(deal.tableau)) if variant.layout.covers[place] >> p & 1}
        covered_by.append({places.index(p) for p in over if p in places})
    return Game(
        cards=[_rank(deal.tableau[place]) for place in places],
        covered_by=covered_by,
        waste=None if deal.opening is None else _rank(deal.opening),
        stock=[_rank(card) for card in deal.stock],
        nothing_on_king=variant.on_king == "nothing",
        wrap=variant.wrap,
        free_start=variant.opening == "free",
    )


def _rank(card: int) -> str:
    return JOKER if card == 52 else RANKS[card % 13]
