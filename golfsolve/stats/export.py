"""Statistics for spreadsheets and data frames: CSV, a row for each block of deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from golfsolve.files.record_file import Record
from golfsolve.files.tables import csv_line
from golfsolve.stats.file import block_records, open_stats

COLUMNS = (
    "file",
    "variant",
    "player",
    "max_nodes",
    "first",
    "deals",
    "winnable",
    "unwinnable",
    "undecided",
    "won",
    "nodes",
    "nodes_max",
    "score_sum",
    "scores_unproven",
)


def export_blocks(paths: Sequence[Path]) -> Iterator[str]:
    """The blocks of some files as lines of CSV under a header line; what a file lacks is left empty.

    ``won`` counts the games of a player, ``score_sum`` is the sum of the golf scores that are known. Raises
    :class:`StatsError` where a file does not add up.
    """
    yield csv_line(COLUMNS)
    for path in paths:
        with open_stats(path) as reader:
            facts = {key: reader.header.get(key) for key in ("variant", "player", "max_nodes")}
            for record in block_records(reader):
                row = {"file": path.as_posix(), **facts, **record, "score_sum": _score_sum(record)}
                yield csv_line(row.get(column) for column in COLUMNS)


def _score_sum(record: Record) -> int | None:
    scores = record.get("scores")
    return None if scores is None else sum(int(score) * count for score, count in scores.items())
