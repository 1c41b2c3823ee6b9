"""Moves and solutions as text and back.

A move is a whole number: :data:`DRAW` turns a stock card; ``n`` plays the exposed card of column
``n`` (counted from 1, left to right) or, in layouts without columns, card ``n`` in dealing order.
As text a draw is ``D``; a solution is its moves separated by spaces: ``3 5 D 2``.
"""

from __future__ import annotations

from collections.abc import Iterable

from golfsolve.errors import FormatError, quoted
from golfsolve.game.layout import MAX_PLACES

Move = int

DRAW: Move = 0


def format_moves(moves: Iterable[Move]) -> str:
    """``(3, 5, 0, 2) -> "3 5 D 2"``."""
    return " ".join("D" if move == DRAW else str(move) for move in moves)


def parse_moves(text: str) -> tuple[Move, ...]:
    """The inverse of :func:`format_moves`; takes ``d`` too, and commas between moves.

    Whether a move is legal is the referee's to say. Raises :class:`FormatError` for a word that
    cannot be a move.
    """
    moves = []
    for number, word in enumerate(text.replace(",", " ").split(), start=1):
        if word in ("D", "d"):
            moves.append(DRAW)
        elif word.isascii() and word.isdigit() and len(word) <= 2 and 1 <= int(word) <= MAX_PLACES:
            moves.append(int(word))
        else:
            raise FormatError(
                f"move {number} is {quoted(word)} (expected D or a number from 1 to {MAX_PLACES})"
            )
    return tuple(moves)
