"""How hard a deal is for those who cannot see the stock (docs/difficulty.md).

What is recorded, how it is read back, and the levels; solving/rating.py finds it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from golfsolve.errors import GolfsolveError, RecordError, quoted
from golfsolve.game.players import fits_tables
from golfsolve.game.variants import Variant

# Of the way to rate: raised by every change that can alter a rating.
REVISION = 2


class Level(StrEnum):
    """How hard, in five steps."""

    VERY_EASY = "very-easy"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very-hard"


# The smallest share of games won at each level. Frozen: pools rest on them.
THRESHOLDS = {
    Level.VERY_EASY: 0.5,
    Level.EASY: 0.25,
    Level.MEDIUM: 0.1,
    Level.HARD: 0.02,
    Level.VERY_HARD: 0.0,
}


class Rater(StrEnum):
    """By whose wins a deal is rated."""

    ERRING = "erring"  # exactly, by tables
    CAREFUL = "careful"  # in CAREFUL_GAMES games


CAREFUL_GAMES = 100
DIGITS = 4  # of a probability, significant ones


def rater_of(variant: Variant) -> Rater:
    """``erring`` where the layout has columns and few enough boards for his tables."""
    return Rater.ERRING if fits_tables(variant) else Rater.CAREFUL


@dataclass(frozen=True)
class Difficulty:
    """How often a player who cannot see the stock wins a deal, and where its solution leaves room for errors.

    ``won`` is the share of games that the rater wins with the stock in its order, 0 to 1, rounded to
    :data:`DIGITS`. ``first_moves`` is the number of first moves after which the
    deal can still be won; ``last_repair`` the number (from 1) of the last move of the solution instead of
    which another one wins too, 0 if there is none; ``dead_ends`` how many legal moves beside the solution,
    over all its positions, lose the deal. These three are None where one of the moves is undecided.
    """

    won: float
    first_moves: int | None
    last_repair: int | None
    dead_ends: int | None

    @property
    def level(self) -> Level:
        """The level, which goes by ``won`` alone."""
        return next(level for level, smallest in THRESHOLDS.items() if self.won >= smallest)

    def json(self) -> dict[str, Any]:
        """As plain data with a stable key order."""
        return {
            "level": str(self.level),
            "won": self.won,
            "first_moves": self.first_moves,
            "last_repair": self.last_repair,
            "dead_ends": self.dead_ends,
        }

    @classmethod
    def of(cls, data: Any) -> Difficulty:
        """The inverse of :meth:`json`. Raises :class:`RecordError` for anything else."""
        try:
            found = cls(data["won"], data["first_moves"], data["last_repair"], data["dead_ends"])
            right = (
                type(found.won) in (int, float) and 0 <= found.won <= 1 and rounded(found.won) == found.won
            )
            facts = (found.first_moves, found.last_repair, found.dead_ends)
            right = right and all(n is None or (type(n) is int and n >= 0) for n in facts)
            if right and found.json() == data:
                return found
        except (KeyError, TypeError):
            pass
        raise RecordError("difficulty is not a level with the share of games and the moves that it rests on")


def rounded(share: float) -> float:
    """A share of games to :data:`DIGITS` significant digits, as it is recorded."""
    return float(f"{share:.{DIGITS}g}")


def header(levels: Sequence[Level], rater: Rater) -> dict[str, Any]:
    """What the header of a pool says of its ratings, and of the ``levels`` that it keeps."""
    return {"revision": REVISION, "rater": str(rater), "levels": [str(level) for level in levels]}


def kept_levels(data: Any) -> tuple[Level, ...]:
    """The inverse of :func:`header`. Raises :class:`RecordError` for ratings of another revision."""
    try:
        levels = tuple(map(Level, data["levels"]))
        if levels and header(levels, Rater(data["rater"])) == data:
            return levels
    except (KeyError, TypeError, ValueError):
        pass
    raise RecordError(
        f"the difficulties are not of revision {REVISION}, which this program knows "
        "(generate the pool anew, docs/difficulty.md)"
    )


ANY_LEVEL = "any"


def parse_levels(text: str) -> tuple[Level, ...]:
    """Levels and ranges of them: ``hard``, ``easy,medium``, ``easy-hard``, ``any``. In the order of Level.

    Raises :class:`GolfsolveError` for anything else.
    """
    order = list(Level)
    named = {str(level): {level} for level in order} | {ANY_LEVEL: set(order)}
    for i, first in enumerate(order):
        for last in order[i + 1 :]:
            named[f"{first}-{last}"] = set(order[i : order.index(last) + 1])
    wanted: set[Level] = set()
    for name in text.split(","):
        if name not in named:
            known = ", ".join(map(str, order))
            raise GolfsolveError(
                f"{quoted(name)} is no level (expected some of {known}, a range like easy-hard, or any)"
            )
        wanted |= named[name]
    return tuple(level for level in order if level in wanted)
