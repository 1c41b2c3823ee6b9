"""What stands between other people's programs and the kernels, which check nothing.

Wrong types and values are refused with an error that says what was expected, and memory that the kernels
write to is used by one thread at a time.
"""

from __future__ import annotations

import functools
import operator
import threading
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from golfsolve.errors import (
    ArgumentError,
    ArgumentTypeError,
    DealError,
    IllegalMove,
    NotCleared,
    of_kind,
    quoted,
)
from golfsolve.game.deal import Deal, problems
from golfsolve.game.numbering import MAX_NUMBER
from golfsolve.game.referee import Position, check_solution, replay
from golfsolve.game.variants import Variant

P = ParamSpec("P")
R = TypeVar("R")


class HasLock(Protocol):
    """An object with memory for one thread."""

    _lock: threading.RLock


S = TypeVar("S", bound=HasLock)


def one_at_a_time(method: Callable[Concatenate[S, P], R], /) -> Callable[Concatenate[S, P], R]:
    """Let one thread at a time into all methods of an object that are marked with this; others wait."""

    @functools.wraps(method)
    def guarded(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._lock:
            return method(self, *args, **kwargs)

    return guarded


def checked_budget(max_nodes: Any) -> int:
    """``max_nodes`` as a plain number. Raises :class:`ArgumentError` for less than 1, and for no number."""
    try:
        budget = operator.index(max_nodes)
    except TypeError:
        raise ArgumentTypeError(f"max_nodes: {quoted(repr(max_nodes))} (expected a whole number)") from None
    if not 1 <= budget < 2**62:
        raise ArgumentError(f"max_nodes: {quoted(str(budget))} (expected at least 1 and less than 2**62)")
    return budget


def checked_position(deal: Any, variant: Variant) -> None:
    """Raises :class:`DealError` for what is no deal or position of the variant, and says all that is wrong.

    :class:`ArgumentTypeError` for what is no deal at all.
    """
    found = problems(of_kind("deal", deal, Deal), variant, partial=True)
    if deal.unknown:
        found.append(f"{deal.unknown} cards are not known")
    if found:
        raise DealError(f"not a position of {variant.name}: " + "; ".join(found))


def checked_numbers(first: int, count: int) -> None:
    """Raises :class:`DealError` where ``first`` .. ``first + count - 1`` are not all deal numbers."""
    if first < 1 or count < 0 or first + count - 1 > MAX_NUMBER:
        raise DealError(f"deal numbers {first} to {first + count - 1} (expected 1 to {MAX_NUMBER})")


def certified(deal: Deal, variant: Variant, moves: tuple[int, ...], *, wins: bool) -> Position:
    """Where the engine's line ends, played by the referee. What he refuses is a defect of the engine."""
    try:
        return (check_solution if wins else replay)(deal, variant, moves)
    except (IllegalMove, NotCleared) as error:
        raise RuntimeError(f"the engine's line is refused: {error}") from error
