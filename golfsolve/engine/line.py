"""How far a search is, and the line of play under way: what all searches have in common."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from golfsolve.engine.encoding import I64, PLACES
from golfsolve.engine.jit import inner_kernel
from golfsolve.engine.shuffle import mix

WON, LOST, RUNNING = 0, 1, 2

# What can be switched off one by one: prunes, restarts, and the search from the other end.
COUNTING, TABLES, DOMINANCE, WALK, TWINS, RESTARTS, BOTH_ENDS = 1, 2, 4, 8, 16, 32, 64
ALL_PRUNES = COUNTING | TABLES | DOMINANCE | WALK | TWINS | RESTARTS | BOTH_ENDS

# One element. Of the deal under way: the status, the states entered so far, the level that is being
# expanded and the deepest one so far; the next stage of effort, whether the wide pattern tables are there,
# how many restarts there were, and the states at which to restart next; whether the large transposition
# table is in use. And for always: the number of the deal in the transposition table, and in the large one.
PROGRESS = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("status", "nodes", "level", "deepest"),
            *("stage", "wide", "order", "restart", "late"),
            *("generation", "late_generation"),
        )
    ],
    align=True,
)
Progress = npt.NDArray[Any]


class Line(NamedTuple):
    """The line of play from the deal (level 0) to the state that is being expanded.

    ``place[i]`` is played from level i with ``drawn[i]`` stock cards drawn; the other two hold the longest
    such line so far. ``ties[p]`` says which of equally good cards goes first, the one with the lowest
    number.
    """

    place: I64  # [PLACES + 1]
    drawn: I64  # [PLACES + 1]
    deepest_place: I64  # [PLACES + 1]
    deepest_drawn: I64  # [PLACES + 1]
    ties: I64  # [PLACES]


def new_line() -> Line:
    """Memory for one line."""
    return Line(
        np.zeros(PLACES + 1, np.int64),
        np.zeros(PLACES + 1, np.int64),
        np.zeros(PLACES + 1, np.int64),
        np.zeros(PLACES + 1, np.int64),
        np.zeros(PLACES, np.int64),
    )


@inner_kernel
def order_ties(line: Line, order: int, chance: int) -> None:
    """Set ``ties``: in the usual order 0 the highest place first, in others by chance, below ``chance``."""
    for place in range(PLACES):
        if order == 0:
            line.ties[place] = PLACES - 1 - place
        else:
            number = np.uint64(order) * np.uint64(PLACES) + np.uint64(place)
            line.ties[place] = np.int64(mix(number) >> np.uint64(40)) % chance


@inner_kernel
def keep_deepest(line: Line, plays: int) -> None:
    """Keep the line of so many plays, which is longer than any before."""
    for play in range(plays):
        line.deepest_place[play] = line.place[play]
        line.deepest_drawn[play] = line.drawn[play]
