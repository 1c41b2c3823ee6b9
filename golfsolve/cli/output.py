"""Printing: JSON lines, colours and progress."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from golfsolve.formats import format_board, format_line
from golfsolve.formats.named import NamedDeal
from golfsolve.game.variants import Variant

_REDRAW_SECONDS = 0.1


def echo_json(data: Any) -> None:
    """One object on one line, at once."""
    click.echo(json.dumps(data))


def plural(count: int, noun: str) -> str:
    """``1 move``, ``2,000 moves``."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def note(text: str, quiet: bool = False) -> None:
    """A line for people on standard error."""
    if not quiet:
        with suppress(OSError):  # a log that is full or gone changes no result
            click.echo(text, err=True)


class Echo:
    """Says on standard error how deals were understood.

    Of those whose text leaves something open, the first one, in a line; with ``every``, each deal with its
    board.
    """

    def __init__(self, variant: Variant, *, every: bool, quiet: bool = False) -> None:
        self._variant = variant
        self._every = every
        self._quiet = quiet

    def show(self, item: NamedDeal) -> None:
        """Say it of one deal."""
        if self._every:
            how = f" ({'; '.join(item.remarks)})" if item.remarks else ""
            note(f"{item.name}: read as{how}\n{format_board(item.deal, self._variant)}")
        elif item.remarks:
            cards = format_line(item.deal, self._variant)
            note(f"{item.name}: read as {'; '.join(item.remarks)}: {cards}", self._quiet)
            self._quiet = True


def printable(text: str) -> str:
    """``text`` as it is, or in quotes if a terminal would do odd things with it."""
    return text if text.isprintable() else ascii(text)


def screen_lines() -> int:
    """How many lines the terminal has."""
    return shutil.get_terminal_size().lines


def paint(card: str) -> str:
    """Red suits in red, on a terminal that has colours and a user who wants them."""
    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return click.style(card, fg="red") if coloured and card[-1] in "HD" else card


@contextmanager
def progress(
    total: int | None, *, done: int = 0, quiet: bool = False, unit: str = " deals"
) -> Iterator[Callable[[int], object]]:
    """A bar with rate and time left on a terminal, nothing in a log. Call the result with each advance."""
    from tqdm import tqdm  # here, because it costs every start of the program 50 ms

    in_ci = os.environ.get("CI", "").lower() not in ("", "0", "false")
    # None: tqdm looks whether standard error is a terminal
    with tqdm(
        total=total,
        initial=done,
        unit=unit,
        file=sys.stderr,
        disable=True if quiet or in_ci else None,
        dynamic_ncols=True,
        leave=False,
    ) as bar:
        yield bar.update


@contextmanager
def pool_progress(
    total: int, done: int, *, rated: bool, quiet: bool = False
) -> Iterator[Callable[[int], object]]:
    """As :func:`progress`, told of each deal that is tried: 1 if it is kept, 0 if not. Says both counts.

    Most deals may be turned down, so it is drawn with every one that is tried, though never too often.
    """
    with progress(total, done=done, quiet=quiet) as advance:
        bar = getattr(advance, "__self__", None)
        counts = {"tried": 0, "kept": done}
        drawn = 0.0

        def tell(kept: int) -> None:
            nonlocal drawn
            counts["tried"] += 1
            counts["kept"] += kept
            advance(kept)
            if bar is None or bar.disable or time.monotonic() - drawn < _REDRAW_SECONDS:
                return
            drawn = time.monotonic()
            what = "tried and rated" if rated else "tried"
            bar.set_postfix_str(f"{counts['tried']:,} {what}, {counts['kept']:,} kept")

        yield tell
