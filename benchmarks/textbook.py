"""The textbook search: what the field's solvers do, as the baseline of every ratio.

Depth-first over single moves (plays and draws), with an exact set of visited states, no dominance, no
bound. State = cards left in each of seven columns of five (6**7), stock cards drawn, waste rank; the set
is a bitset, the cheapest there is. It shares no code with the engine, and so is an oracle as well.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

COLUMNS, HEIGHT, STOCK, RANKS = 7, 5, 16, 13
_STATES = 6**7 * (STOCK + 1) * 16

# One more than the longest line: 35 plays and 16 draws.
_LEVELS = 53


class Textbook:
    """The visited set and the stack, reused from deal to deal."""

    def __init__(self) -> None:
        self.visited = np.zeros(_STATES // 64 + 1, np.uint64)
        self.stack = np.zeros((_LEVELS, 4), np.int64)

    def solve(
        self,
        columns: npt.NDArray[np.uint8],
        opening: int,
        stock: npt.NDArray[np.uint8],
        adjacency: npt.NDArray[np.uint64],
    ) -> tuple[bool, int]:
        """Whether a full deal can be won, and the states visited.

        ``columns`` are ranks uint8[7, 5], deepest first; ``stock`` uint8[16] in drawing order;
        ``adjacency`` the masks of golfsolve.game.variants.
        """
        self.visited[:] = 0
        won, states = _search(columns, opening, stock, adjacency, self.visited, self.stack)
        return bool(won), int(states)


@njit(nogil=True, cache=False)
def _search(columns, opening, stock, adjacency, visited, stack):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    place_value = np.array([6**column for column in range(COLUMNS)])
    # A level: columns in mixed radix, stock cards drawn, waste rank, the next move to try.
    stack[0, 0] = 6**7 - 1
    stack[0, 1] = 0
    stack[0, 2] = opening
    stack[0, 3] = 0
    level = 0
    states = 1
    while level >= 0:
        state, drawn, waste, move = stack[level, 0], stack[level, 1], stack[level, 2], stack[level, 3]
        if move > COLUMNS:
            level -= 1
            continue
        stack[level, 3] += 1
        if move < COLUMNS:
            left = state // place_value[move] % 6
            if left == 0:
                continue
            rank = np.int64(columns[move, left - 1])
            if not adjacency[waste] >> np.uint64(rank) & np.uint64(1):
                continue
            state -= place_value[move]
            waste = rank
        else:
            if drawn == STOCK:
                continue
            waste = np.int64(stock[drawn])
            drawn += 1
        number = (state * (STOCK + 1) + drawn) * 16 + waste
        bit = np.uint64(1) << np.uint64(number & 63)
        if visited[number >> 6] & bit:
            continue
        visited[number >> 6] |= bit
        states += 1
        if state == 0:
            return True, states
        level += 1
        stack[level, 0], stack[level, 1], stack[level, 2], stack[level, 3] = state, drawn, waste, 0
    return False, states
