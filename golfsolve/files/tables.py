"""Tables as text: CSV for programs, aligned columns and Markdown for people."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

# The first row is the head; in all columns but the first, values stand on the right.
Table = Sequence[Sequence[str]]


def csv_line(values: Iterable[object]) -> str:
    """Values as one line of CSV that ends with LF; None is empty."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()


def plain_table(table: Table) -> str:
    """A table in columns with spaces between them."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        cells = [row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip() + "\n")
    return "".join(lines)


def markdown_table(table: Table) -> str:
    """A table as Markdown."""
    ruler = ["---", *["---:"] * (len(table[0]) - 1)]
    rows = [table[0], ruler, *table[1:]]
    return "".join("| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |\n" for row in rows)
