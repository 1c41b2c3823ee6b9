"""Players who do not see the stock, by name; how they play is in the engine and in solving/hindsight.py."""

from __future__ import annotations

import math
from enum import StrEnum

from golfsolve.errors import GolfsolveError
from golfsolve.game.variants import Variant

# Raised by every change that can alter a game: ratings and counts of another revision are not continued.
REVISION = 1


class Player(StrEnum):
    """A way to play."""

    RANDOM = "random"
    GREEDY = "greedy"
    CAREFUL = "careful"
    HINDSIGHT = "hindsight"
    REPLACEMENT = "replacement"

    @property
    def rule(self) -> str:
        """The way in one or two sentences."""
        return _RULES[self]


_RULES = {
    Player.RANDOM: "Draws only when no card plays; else plays any card that does.",
    Player.GREEDY: "Plays the longest run of cards that it finds, looking up to eight cards ahead, and draws "
    "only when no card plays.",
    Player.CAREFUL: "Tries each move in 100 games, in which the unseen cards lie in a new order and `random` "
    "plays on, and makes the move with the best average score.",
    Player.HINDSIGHT: "Tries each move with 50 orders of the unseen cards, and solves each of these deals "
    "with the order known. Makes the move after which most of them can be won.",
    Player.REPLACEMENT: "Values positions as if drawn cards were put back, so that the chances of the next "
    "card stay the same, by tables of all boards. Makes the best move by these values, and fills the tables "
    "anew after each draw.",
}

# Of tables of all boards.
MAX_BOARDS = 1 << 19
MAX_COLUMNS = 8
MAX_STOCK = 26  # values down to 1 / 26**26 are single precision numbers still


def fits_tables(variant: Variant) -> bool:
    """Whether the layout has columns, and so few boards that tables can hold them."""
    heights = [len(column) for column in variant.layout.columns]
    boards = math.prod(height + 1 for height in heights)
    return 0 < len(heights) <= MAX_COLUMNS and boards <= MAX_BOARDS and variant.stock <= MAX_STOCK


def check_player(player: Player, variant: Variant) -> None:
    """Raises :class:`GolfsolveError` for a player who cannot play the variant."""
    if player is Player.REPLACEMENT and not fits_tables(variant):
        raise GolfsolveError(f"{player} cannot play {variant.name}: too many boards (expected hindsight)")
