"""What may be handed over to the library, and errors that say what was expected instead."""

from __future__ import annotations

import datetime
import numbers
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeGuard

from golfsolve.errors import ArgumentError, ArgumentTypeError, DealError
from golfsolve.game import catalogue, moves
from golfsolve.game.deal import Deal
from golfsolve.game.moves import Move
from golfsolve.game.variants import Variant
from golfsolve.play import daily
from golfsolve.solving.guard import checked_budget
from golfsolve.solving.solver import Solver, solver_of_this_thread

AnyPath = str | os.PathLike[str]
AnyMoves = str | Iterable[Move]
AnyVariant = Variant | str


def shown(value: object) -> str:
    """A value as it stands in a message."""
    try:
        text = ascii(value)
    except ValueError:  # Python does not print numbers of thousands of digits
        return "a number beyond all bounds"
    return f"{text if len(text) <= 40 else text[:40] + '...'} of type {type(value).__name__}"


def text_of(value: object, what: str) -> str:
    """A text. Raises :class:`ArgumentTypeError` for anything else."""
    if not isinstance(value, str):
        raise ArgumentTypeError(f"{shown(value)} (expected {what})")
    return value


def path_of(value: AnyPath) -> Path:
    """A path. Raises :class:`ArgumentTypeError` for what cannot be one."""
    if not isinstance(value, (str, os.PathLike)):
        raise ArgumentTypeError(f"{shown(value)} (expected the path of a file)")
    return Path(value)


def whole(name: str, value: object, maximum: int | None = None) -> int:
    """A whole number from 1 on. Raises an error with its ``name`` for anything else."""
    expected = "a whole number from 1 " + ("on" if maximum is None else f"to {maximum}")
    if not is_whole(value):
        raise ArgumentTypeError(f"{name}: {shown(value)} (expected {expected})")
    if value < 1 or (maximum is not None and value > maximum):
        raise ArgumentError(f"{name}: {shown(value)} (expected {expected})")
    return int(value)


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number, Python's or numpy's, and not True or False."""
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def variant_of(value: object) -> Variant:
    """A variant, which may be given by name. Raises an error for anything else."""
    if isinstance(value, Variant):
        return value
    if isinstance(value, str):
        return catalogue.find(value)
    raise ArgumentTypeError(f"{shown(value)} (expected a Variant, or the name of one like 'golf')")


def own_variant(deal: object, variant: object) -> Variant:
    """The variant given, or else the deal's own."""
    if not isinstance(deal, Deal):
        raise ArgumentTypeError(f"deal: {shown(deal)} (expected a Deal)")
    if variant is not None:
        return variant_of(variant)
    if deal.variant is None:
        raise DealError("the deal has no variant (expected variant='golf' or another)")
    return deal.variant


def moves_of(value: AnyMoves) -> tuple[Move, ...]:
    """Moves, which may be given as text. Raises :class:`ArgumentTypeError` for anything else."""
    if isinstance(value, str):
        return moves.parse_moves(value)
    found = tuple(value) if isinstance(value, Iterable) else (value,)
    if not all(map(is_whole, found)):
        raise ArgumentTypeError(f"{shown(value)} (expected moves, like '3 5 D 2' or [3, 5, 0, 2])")
    return tuple(map(int, found))


def solver_for(deal: Deal, variant: AnyVariant | None, max_nodes: int) -> Solver:
    """A solver for a deal, kept by the thread that asks."""
    return solver_of_this_thread(own_variant(deal, variant), checked_budget(max_nodes))


def date_of(value: datetime.date | str | None) -> datetime.date:
    """A date, which may be given as text; today in UTC for None."""
    if value is None:
        return daily.today()
    if isinstance(value, str):
        return daily.parse_date(value)
    if type(value) is not datetime.date:  # a datetime is a date with a time, in some zone or none
        raise ArgumentTypeError(f"{shown(value)} (expected a date without a time, like '2026-01-31')")
    return value
