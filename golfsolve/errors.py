"""What a user may be told, in one place.

Everything that can go wrong because of what somebody typed or handed over is a
:class:`GolfsolveError`. Its text is one line that says what was wrong, where, and what was expected;
the command line prints it and exits with 2. Anything else that is raised is a defect of ours.
"""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


class GolfsolveError(Exception):
    """Base of every error that is the input's fault; ``str()`` is one printable line."""


class ArgumentError(GolfsolveError, ValueError):
    """A value that another program handed over and that cannot be, such as a budget below 1."""


class ArgumentTypeError(GolfsolveError, TypeError):
    """Something of another kind than expected, such as a name where a variant belongs."""


class CardError(GolfsolveError, ValueError):
    """A text that is not a card."""


class VariantError(GolfsolveError, ValueError):
    """An unknown variant, or rules that contradict themselves."""


class DealError(GolfsolveError, ValueError):
    """A deal that does not fit its variant, or a deal number out of range."""


class FormatError(GolfsolveError):
    """A file or text in none of the formats we read.

    ``line`` and ``column`` count from 1 and are None where the fault has no place.
    """

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        self.line = line
        self.column = column
        where = "" if line is None else f"line {line}: "
        if line is not None and column is not None:
            where = f"line {line}, column {column}: "
        super().__init__(where + message)


class IllegalMove(GolfsolveError):
    """A move the rules do not allow. ``index`` counts moves from 0."""

    def __init__(self, message: str, index: int) -> None:
        self.index = index
        super().__init__(message)


class NotCleared(GolfsolveError):
    """Moves that should solve a deal and, all of them legal, leave tableau cards."""


class RecordError(GolfsolveError):
    """A file of records (a pool, statistics, results) that is damaged, unfinished, or made in another way."""


class PoolError(RecordError):
    """The same of a pool."""


class StatsError(RecordError):
    """The same of a statistics file."""


class Stopped(Exception):
    """Work that has been told to stop has stopped. Nobody's fault: not a :class:`GolfsolveError`."""


def of_kind(name: str, value: Any, kind: type[T], hint: str = "") -> T:
    """``value`` itself. Raises :class:`ArgumentTypeError` where it is nothing of that kind."""
    if isinstance(value, kind):
        return value
    raise ArgumentTypeError(f"{name}: {quoted(repr(value))} (expected a {kind.__name__}{hint})")


def quoted(text: str, limit: int = 40) -> str:
    """``text`` as ASCII in quotes, cut so that a message stays one short line."""
    shown = text if len(text) <= limit else text[:limit] + "..."
    return ascii(shown)
