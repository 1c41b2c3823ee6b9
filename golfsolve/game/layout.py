"""Layouts as data: which place of the tableau covers which.

A place is a number, counted in dealing order from 0: full rows from left to right, row after row. A
card can be played when every card in its cover mask is gone. Columns, pyramids and peaks differ in
nothing but their masks, and the engine sees nothing but the masks.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from golfsolve.errors import VariantError

Place = int  # a place of the tableau, counted from 0 in dealing order

MAX_PLACES = 63  # a bitboard with one bit to spare: keys stay below 2**63


@dataclass(frozen=True)
class Layout:
    """The shape of a tableau.

    ``covers[p]`` is the bit mask of the places that lie directly on place ``p``. ``columns`` holds
    each column's places from the deepest to the exposed end, and is empty where a layout has no
    columns. ``rows`` gives each place's row as a tuple of (place, half card widths from the left),
    for drawing. ``rules`` is the layout as it is written in rule files.
    """

    covers: tuple[int, ...]
    columns: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[tuple[int, int], ...], ...]
    rules: tuple[tuple[str, Any], ...]

    @property
    def size(self) -> int:
        """How many cards the tableau holds."""
        return len(self.covers)


def columns(lengths: tuple[int, ...]) -> Layout:
    """Columns of the given lengths, dealt in rows over the columns that still want cards."""
    _check_size(sum(lengths))
    if not lengths or min(lengths) < 1:
        raise VariantError("layout.columns: expected lengths of at least 1")
    column_places: list[list[int]] = [[] for _ in lengths]
    rows = []
    place = 0
    for depth in range(max(lengths)):
        row = []
        for column, length in enumerate(lengths):
            if depth < length:
                column_places[column].append(place)
                row.append((place, 2 * column))
                place += 1
        rows.append(tuple(row))
    covers = [0] * place
    for places in column_places:
        for under, over in itertools.pairwise(places):
            covers[under] = 1 << over
    return Layout(
        tuple(covers),
        tuple(tuple(p) for p in column_places),
        tuple(rows),
        (("columns", tuple(lengths)),),
    )


def pyramid(height: int) -> Layout:
    """A pyramid of rows 1, 2, .. ``height``; each card lies under two of the next row."""
    return _peaks(1, height, (("pyramid", height),))


def peaks(count: int, height: int) -> Layout:
    """``count`` pyramids side by side whose lowest rows share their corner cards.

    Tri Peaks is ``peaks(3, 4)``: rows of 3, 6, 9 and 10.
    """
    return _peaks(count, height, (("peaks", count), ("height", height)))


def _peaks(count: int, height: int, rules: tuple[tuple[str, Any], ...]) -> Layout:
    if count < 1 or height < 1:
        raise VariantError("layout: expected at least one peak and one row")
    if count > 1 and height == 1:
        raise VariantError("layout.height: 1 (expected at least 2: peaks of one row would all be one card)")
    if count > MAX_PLACES or height > MAX_PLACES:
        raise VariantError(f"layout: expected at most {MAX_PLACES} places")
    step = height - 1  # cards of the lowest row between one peak's left end and the next one's
    rows: list[tuple[tuple[int, int], ...]] = []
    at: dict[tuple[int, int], int] = {}  # (row, half widths) -> place
    place = 0
    for depth in range(height):
        row = []
        # Corners of the lowest row are shared, so walk positions, not peaks.
        spots = {2 * peak * step + step - depth + 2 * i for peak in range(count) for i in range(depth + 1)}
        for spot in sorted(spots):
            at[depth, spot] = place
            row.append((place, spot))
            place += 1
        rows.append(tuple(row))
        _check_size(place)
    covers = [0] * place
    for (depth, spot), under in at.items():
        for over in (at.get((depth + 1, spot - 1)), at.get((depth + 1, spot + 1))):
            if over is not None:
                covers[under] |= 1 << over
    return Layout(tuple(covers), (), tuple(rows), rules)


def _check_size(size: int) -> None:
    if not 1 <= size <= MAX_PLACES:
        raise VariantError(f"layout: {size} places (expected 1 to {MAX_PLACES})")
