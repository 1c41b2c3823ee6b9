"""Players who do not see the stock, by name; how they play is in the engine's players.py."""

from __future__ import annotations

from enum import StrEnum

# Raised by every change that can alter a game: ratings and counts of another revision are not continued.
REVISION = 1


class Player(StrEnum):
    """A way to play."""

    RANDOM = "random"
    GREEDY = "greedy"
    CAREFUL = "careful"

    @property
    def rule(self) -> str:
        """The way in one sentence."""
        return _RULES[self]


_RULES = {
    Player.RANDOM: "Draws only when no card plays; else plays any card that does.",
    Player.GREEDY: "Plays the longest run of cards that it finds, looking up to eight cards ahead, and draws "
    "only when no card plays.",
    Player.CAREFUL: "Tries each move in 100 games, in which the unseen cards lie in a new order and `random` "
    "plays on, and makes the move with the best average score.",
}
