"""Players who do not see the stock, by name; how they play is in the engine's players.py."""

from __future__ import annotations

from enum import StrEnum

# Raised by every change that can alter a game: ratings and counts of another revision are not continued.
REVISION = 1


class Player(StrEnum):
    """A way to play. ``rule`` says it in one sentence."""

    rule: str

    RANDOM = "random", "Draws only when no card plays; else plays any card that does."
    GREEDY = (
        "greedy",
        "Plays the longest run of cards that it finds, looking up to eight cards ahead, and draws only "
        "when no card plays.",
    )
    CAREFUL = (
        "careful",
        "Tries each move in 100 games, in which the unseen cards lie in a new order and `random` plays on, "
        "and makes the move with the best average score.",
    )

    def __new__(cls, name: str, rule: str) -> Player:
        """A member from its name and its rule."""
        player = str.__new__(cls, name)
        player._value_ = name
        player.rule = rule
        return player
