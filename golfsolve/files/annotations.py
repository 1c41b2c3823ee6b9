"""What a run says to continuous integration, beside the JUnit report: annotations and a summary.

GitHub      lines on standard error that its runner turns into marks beside the deal's line ("workflow
            commands", docs.github.com)
GitLab      a Code Quality report, a JSON list of issues (docs.gitlab.com, after Code Climate's engines)
Markdown    a table for the page of the step, which GitHub takes from the file ``$GITHUB_STEP_SUMMARY``

All of them tell of the deals that fail the run only, see :meth:`Tally.fails`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from golfsolve.files.record_file import Record
from golfsolve.files.replacing import replacing, writing
from golfsolve.files.results import Origin, Tally, explained
from golfsolve.game.result import Verdict
from golfsolve.game.variants import Variant

MAX_SHOWN = 100  # rows of failed deals in a summary; GitHub takes one of at most 1 MiB

_SEVERITY: dict[str, str] = {Verdict.UNWINNABLE: "major", Verdict.UNDECIDED: "minor"}


def path_in_repository(file: str) -> str:
    """A file as the services name it: from the folder of the run, with slashes."""
    path = Path(os.path.normpath(file))
    here = Path.cwd()
    return (path.relative_to(here) if path.is_absolute() and path.is_relative_to(here) else path).as_posix()


def github_annotations(tally: Tally, variant: Variant, say: Callable[[str], object]) -> None:
    """From now on, ``say`` a workflow command for each record that fails.

    A deal that was given by its number has no file, and its annotation stands on the page of the run.
    """

    def annotate(record: Record, origin: Origin) -> None:
        if not tally.fails(record):
            return
        where = {"title": _title(record, variant)}
        if origin.file is not None:
            where["file"] = path_in_repository(origin.file)
            where |= {key: str(value) for key, value in origin.place().items()}
        properties = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in where.items())
        say(f"::error {properties}::{_escaped(explained(record))}")

    tally.listeners.append(annotate)


def _title(record: Record, variant: Variant) -> str:
    return f"{variant.name} {record['deal']}: {record.get('verdict', 'not readable')}"


def _escaped(text: str, more: str = "") -> str:
    """Percent-encoded as the runner wants it; in properties, ``more`` characters are."""
    return re.sub(f"[%\r\n{more}]", lambda found: f"%{ord(found[0]):02X}", text)


@contextmanager
def code_quality_report(path: Path, tally: Tally, variant: Variant, *, force: bool = False) -> Iterator[None]:
    """A report of the failing deals, which is there when all are counted.

    An issue needs a path: that of a deal given by its number is the number.
    """
    issues: list[dict[str, Any]] = []

    def note(record: Record, origin: Origin) -> None:
        if tally.fails(record):
            issues.append(_issue(record, origin, variant))

    with replacing(path, force=force) as part:
        tally.listeners.append(note)
        yield
        with writing(path):
            part.write_text(json.dumps(issues, indent=1) + "\n", encoding="ascii", newline="\n")


def _issue(record: Record, origin: Origin, variant: Variant) -> dict[str, Any]:
    name = str(record["deal"])
    file = name if origin.file is None else path_in_repository(origin.file)
    # Cards, not lines: an issue stays the same when deals are put in before it.
    key = "\n".join([variant.name, file, str(record.get("cards") or record.get("error"))])
    return {
        "description": f"{variant.name} {name}: {explained(record)}",
        "check_name": f"golfsolve-{record.get('verdict', 'unreadable')}",
        "fingerprint": hashlib.sha256(key.encode("utf-8", "backslashreplace")).hexdigest(),
        "severity": _SEVERITY.get(str(record.get("verdict")), "blocker"),
        "location": {"path": file, "lines": {"begin": origin.line or 1}},
    }


@contextmanager
def markdown_summary(path: Path, tally: Tally, variant: Variant) -> Iterator[None]:
    """A summary that is appended to ``path`` when all are counted, as the file of a step is."""
    rows: list[str] = []

    def note(record: Record, _origin: Origin) -> None:
        if tally.fails(record) and len(rows) < MAX_SHOWN:
            rows.append(f"| `{_cell(record['deal'])}` | {_cell(explained(record))} |")

    with writing(path):
        path.open("a").close()  # what cannot be written should fail before the work, not after it
    tally.listeners.append(note)
    yield
    counts = {name: count for name, count in tally.counts().items() if count}
    lines = [
        f"### golfsolve: {variant.title or variant.name}",
        "",
        f"| deals | {' | '.join(counts)} |",
        f"|---|{'---|' * len(counts)}",
        f"| {tally.deals:,} | {' | '.join(f'{count:,}' for count in counts.values())} |",
        "",
    ]
    if rows:
        lines += ["| failed | |", "|---|---|", *rows, ""]
    if tally.failed > len(rows):
        lines += [f"and {tally.failed - len(rows):,} more.", ""]
    with writing(path), path.open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.write("\n".join(lines) + "\n")


def _cell(value: object) -> str:
    text = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in str(value))
    return text.replace("|", "\\|").replace("`", "'").replace("<", "&lt;")
