"""Odds of many deals as data: a record each, their count, and the file of them (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golfsolve.files import record_file
from golfsolve.files.record_file import Record, Writer
from golfsolve.files.results import Origin, open_results
from golfsolve.formats.inputs import Unreadable
from golfsolve.formats.named import NamedDeal
from golfsolve.game.variants import Variant

FORMAT = "golfsolve-odds"
VERSION = 1


@dataclass
class OddsTally:
    """How many deals there were, and the sum of the exact chances."""

    exact: int = 0
    bounded: int = 0
    unreadable: int = 0
    total: float = 0.0

    def add(self, record: Record, origin: Origin | None = None) -> None:  # noqa: ARG002
        """Count a record; where it came from does not matter."""
        if "error" in record:
            self.unreadable += 1
        elif record["exact"]:
            self.exact += 1
            self.total += record["chance"]
        else:
            self.bounded += 1

    def counts(self) -> dict[str, Any]:
        """The counts by name."""
        return {"exact": self.exact, "bounded": self.bounded, "unreadable": self.unreadable}

    @property
    def deals(self) -> int:
        """All of them."""
        return self.exact + self.bounded + self.unreadable


def open_odds(
    path: Path,
    variant: Variant,
    items: Iterator[NamedDeal | Unreadable],
    tally: OddsTally,
    facts: dict[str, Any],
    *,
    resume: bool,
    force: bool,
) -> Writer:
    """Begin a file of odds, or continue one; ``facts`` are what the odds depend on beside the deals."""
    head = record_file.header(FORMAT, VERSION, variant, **facts)
    return open_results(path, head, variant, items, tally, resume=resume, force=force)
