"""How hard a deal is for those who cannot see the stock (docs/difficulty.md).

What is recorded, how it is read back, and the levels; rating.py finds it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from golfsolve.errors import RecordError
from golfsolve.game import players
from golfsolve.game.players import Player

GAMES = {Player.RANDOM: 1000, Player.GREEDY: 1000, Player.CAREFUL: 100}  # each plays so many


class Level(StrEnum):
    """How hard, in five steps."""

    VERY_EASY = "very-easy"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very-hard"


# The fewest of its 100 games that ``careful`` wins at each level. Frozen: pools rest on them.
THRESHOLDS = {Level.VERY_EASY: 75, Level.EASY: 40, Level.MEDIUM: 10, Level.HARD: 1, Level.VERY_HARD: 0}


@dataclass(frozen=True)
class Difficulty:
    """How often players win a deal, and where its solution leaves room for mistakes.

    ``won`` counts games out of :data:`GAMES`. ``first_moves`` is the number of first moves after which the
    deal can still be won; ``last_repair`` the number (from 1) of the last move of the solution instead of
    which another one wins too, 0 if there is none; ``dead_ends`` how many legal moves beside the solution,
    over all its positions, lose the deal. These three are None where one of the moves is undecided.
    """

    won: Mapping[Player, int]
    first_moves: int | None
    last_repair: int | None
    dead_ends: int | None

    @property
    def level(self) -> Level:
        """The level, which goes by the best player alone."""
        won = self.won[Player.CAREFUL]
        return next(level for level, fewest in THRESHOLDS.items() if won >= fewest)

    def json(self) -> dict[str, Any]:
        """As plain data with a stable key order."""
        return {
            "level": str(self.level),
            "won": {str(player): self.won[player] for player in GAMES},
            "first_moves": self.first_moves,
            "last_repair": self.last_repair,
            "dead_ends": self.dead_ends,
        }

    @classmethod
    def of(cls, data: Any) -> Difficulty:
        """The inverse of :meth:`json`. Raises :class:`RecordError` for anything else."""
        try:
            won = {player: data["won"][player] for player in GAMES}
            found = cls(won, data["first_moves"], data["last_repair"], data["dead_ends"])
            whole = all(type(count) is int and 0 <= count <= GAMES[player] for player, count in won.items())
            facts = (found.first_moves, found.last_repair, found.dead_ends)
            whole = whole and all(n is None or (type(n) is int and n >= 0) for n in facts)
            if whole and found.json() == data:
                return found
        except (KeyError, TypeError):
            pass
        raise RecordError("difficulty is not a level with the games and moves that it rests on")


def header(levels: Sequence[Level]) -> dict[str, Any]:
    """What the header of a pool says of its ratings, and of the ``levels`` that it keeps."""
    games = {str(player): count for player, count in GAMES.items()}
    return {"players": players.REVISION, "games": games, "levels": [str(level) for level in levels]}


def kept_levels(data: Any) -> tuple[Level, ...]:
    """The inverse of :func:`header`. Raises :class:`RecordError` for ratings by other players or games."""
    try:
        levels = tuple(map(Level, data["levels"]))
    except (KeyError, TypeError, ValueError):
        levels = ()
    if not levels or header(levels) != data:
        raise RecordError("the difficulties are not by the players and games that this program knows")
    return levels
