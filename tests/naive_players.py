"""The player that takes drawn cards for put back, and the one that errs, once more: slow and plain.

Numbers follow from the rules as docs/difficulty.md has them, by going through every position, one call
for each. Nothing here is shared with golfsolve.
"""

from __future__ import annotations

from collections import Counter

from tests.naive import DRAW, Game, Position, moves, plays_on, start


class Replacement:
    """What a position is worth where each draw turns a rank with the chance that it has now."""

    def __init__(self, game: Game, unseen: list[str]) -> None:
        self.game = game
        self.chances = {rank: count / len(unseen) for rank, count in Counter(unseen).items()}
        self.known: dict[tuple[frozenset[int], str | None, int], float] = {}

    def value(self, left: frozenset[int], waste: str | None, draws: int) -> float:
        """The best chance to win with so many draws to come."""
        if not left:
            return 1.0
        key = left, waste, draws
        if key not in self.known:
            plays = [
                self.value(left - {card}, self.game.cards[card], draws)
                for card in left
                if not self.game.covered_by[card] & left and plays_on(self.game, self.game.cards[card], waste)
            ]
            self.known[key] = max([self.draw(left, draws), *plays])
        return self.known[key]

    def draw(self, left: frozenset[int], draws: int) -> float:
        """The chance to win by drawing now."""
        if not draws:
            return 0.0
        return sum(chance * self.value(left, rank, draws - 1) for rank, chance in self.chances.items())


def move_values(game: Game, position: Position) -> dict[int | str, float]:
    """What each legal move is worth to ``replacement``."""
    unseen = game.stock[position.drawn :]
    table = Replacement(game, unseen)
    return {
        move: table.draw(position.left, len(unseen))
        if move == DRAW
        else table.value(after.left, after.waste, len(unseen))
        for move, after in moves(game, position).items()
    }


def optimum(game: Game, position: Position, unseen: tuple[str, ...]) -> float:
    """The chance to win by the best play without sight of the order of the unseen cards: plain expectimax."""
    if not position.left:
        return 1.0
    free = [card for card in position.left if not game.covered_by[card] & position.left]
    plays = [card for card in free if plays_on(game, game.cards[card], position.waste)]
    best = 0.0
    for card in plays:
        after = Position(position.left - {card}, position.drawn, game.cards[card])
        best = max(best, optimum(game, after, unseen))
    if unseen:
        total = 0.0
        for index, rank in enumerate(unseen):
            after = Position(position.left, position.drawn + 1, rank)
            total += optimum(game, after, unseen[:index] + unseen[index + 1 :])
        best = max(best, total / len(unseen))
    return best


def chance_of_erring(game: Game, power: int) -> float:
    """The probability that a player wins who makes each move in proportion to that power of its value."""

    def chance(position: Position) -> float:
        if not position.left:
            return 1.0
        if position not in known:
            weights = {move: value**power for move, value in move_values(game, position).items()}
            total = sum(weights.values())
            after = moves(game, position)
            known[position] = sum(
                weight / total * chance(after[move]) for move, weight in weights.items() if weight
            )
        return known[position]

    known: dict[Position, float] = {}
    return chance(start(game))
