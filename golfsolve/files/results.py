"""Results of many deals as data: a record each, their count, and the results file (docs/formats.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from golfsolve.errors import GolfsolveError, RecordError
from golfsolve.files import record_file as recordfile
from golfsolve.files.record_file import Record, Writer
from golfsolve.formats import format_line
from golfsolve.formats.inputs import Unreadable
from golfsolve.formats.named import NamedDeal
from golfsolve.game.catalogue import reference
from golfsolve.game.moves import format_moves
from golfsolve.game.result import SEARCH_REVISION, Best, Result
from golfsolve.game.variants import Variant

FORMAT = "golfsolve-results"
VERSION = 1


def result_record(item: NamedDeal, variant: Variant, result: Result, best: Best | None = None) -> Record:
    """What is found out about a deal, as plain data with a stable key order."""
    found = {
        "deal": item.name,
        **reference(variant),
        "verdict": str(result.verdict),
        "solution": None if result.solution is None else format_moves(result.solution),
        "draws": result.draws,
        "stock_left": result.stock_left,
        "nodes": result.nodes,
        "cards": format_line(item.deal, variant),
    }
    if best is not None:
        found |= {
            "best_score": best.score,
            "cards_cleared": item.deal.tableau_left - best.cards_left,
            "best_moves": format_moves(best.moves),
            "proven": best.proven,
        }
    return found


def error_record(item: Unreadable, variant: Variant) -> Record:
    """The record in the place of a deal that could not be read."""
    return {"deal": item.name, **reference(variant), "error": str(item.error)}


@dataclass
class Tally:
    """How many deals there were, by verdict; those that could not be read have none."""

    winnable: int = 0
    unwinnable: int = 0
    undecided: int = 0
    unreadable: int = 0

    def add(self, record: Record) -> None:
        """Count a record."""
        kind = "unreadable" if "error" in record else record["verdict"]
        setattr(self, kind, getattr(self, kind) + 1)

    def counts(self) -> dict[str, int]:
        """The counts by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def deals(self) -> int:
        """All of them."""
        return sum(self.counts().values())


def open_results(
    path: Path,
    variant: Variant,
    items: Iterator[NamedDeal | Unreadable],
    tally: Tally,
    *,
    partial: bool,
    max_nodes: int,
    best: bool = False,
    resume: bool = False,
    force: bool = False,
) -> Writer:
    """Begin a results file, or continue one.

    Continuing takes from ``items`` those whose results are in the file, and counts them in ``tally``.
    """
    facts = {"partial": partial, "max_nodes": max_nodes} | ({"best": True} if best else {})
    head = recordfile.header(FORMAT, VERSION, variant, **facts, search=SEARCH_REVISION)
    if not resume:
        return Writer.create(path, head, force=force)

    def accept(record: Record) -> bool:
        item = next(items, None)
        if item is None:
            raise GolfsolveError(f"{path} has results of more deals than are given")
        if isinstance(item, Unreadable):
            wanted = error_record(item, variant)
        else:
            wanted = {"deal": item.name, "variant": variant.name, "cards": format_line(item.deal, variant)}
        for key, value in wanted.items():
            if record.get(key) != value:
                raise GolfsolveError(
                    f"{path} cannot be continued: result {tally.deals + 1} is of {key} "
                    f"{json.dumps(record.get(key))}, but {json.dumps(value)} is given"
                )
        try:
            tally.add(record)
        except (KeyError, AttributeError, TypeError):
            raise RecordError(f"{path}: result {tally.deals + 1} is damaged") from None
        return True

    return Writer.resume(path, head, accept)
