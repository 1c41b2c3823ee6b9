"""JUnit reports: how continuous integration shows which deals are not winnable (docs/ci.md)."""

from __future__ import annotations

import html
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from golfsolve.files.annotations import path_in_repository
from golfsolve.files.record_file import Record
from golfsolve.files.replacing import replacing, writing
from golfsolve.files.results import Origin, Tally, explained
from golfsolve.game.result import Verdict
from golfsolve.game.variants import Variant

_TEXT: dict[str, Any] = {"encoding": "ascii", "errors": "xmlcharrefreplace", "newline": "\n"}

# What XML 1.0 cannot hold, not even as a reference: file names may have it.
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BLANK = re.compile("[\t\n\r]")  # a reader of XML makes spaces of these in attributes


@contextmanager
def junit_report(path: Path, tally: Tally, variant: Variant, *, force: bool = False) -> Iterator[None]:
    """A report of the records that ``tally`` counts, which is there when all are counted.

    An unwinnable deal is a failure if it fails the run, an undecided one skipped, one that could not be
    read an error. The report holds no times: the same deals give the same bytes.
    """
    with replacing(path, force=force) as part, tempfile.TemporaryFile("w+", **_TEXT) as cases:
        tally.listeners.append(lambda record, origin: _write_case(record, origin, tally, variant, cases))
        yield
        cases.seek(0)
        with writing(path), part.open("w", **_TEXT) as file:
            file.write(_head(tally, variant))
            shutil.copyfileobj(cases, file)
            file.write("  </testsuite>\n</testsuites>\n")


def _write_case(record: Record, origin: Origin, tally: Tally, variant: Variant, cases: IO[str]) -> None:
    names = _attributes(classname=f"golfsolve.{variant.name}", name=record["deal"], time=0)
    if origin.file is not None:
        names += _attributes(file=path_in_repository(origin.file))
        if origin.line is not None:
            names += _attributes(line=origin.line)
    outcome = _outcome(record, tally)
    cases.write(f"    <testcase{names}" + (f">{outcome}</testcase>\n" if outcome else "/>\n"))


def _outcome(record: Record, tally: Tally) -> str:
    text = explained(record)
    if "error" in record:
        return f"<error{_attributes(type='unreadable', message=text)}/>"
    verdict = record["verdict"]
    if verdict == Verdict.UNDECIDED:
        return f"<skipped{_attributes(type=verdict, message=text)}/>"
    if verdict == Verdict.WINNABLE:
        return ""
    if not tally.fails(record):
        return f"<system-out>{_escaped(text)}</system-out>"
    return f"<failure{_attributes(type=verdict, message=text)}>{_escaped(record['cards'])}</failure>"


def _head(tally: Tally, variant: Variant) -> str:
    """Everything before the test cases: the counts that stand there are known at the end."""
    found = tally.counts()
    failures = found["unwinnable"] if tally.kind_fails("unwinnable") else 0
    counts = _attributes(tests=tally.deals, failures=failures, errors=found["unreadable"])
    suite = _attributes(name=variant.name) + counts + _attributes(skipped=found["undecided"])
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="golfsolve"{counts} time="0">\n'
        f'  <testsuite{suite} time="0">\n'
    )


def _attributes(**values: object) -> str:
    return "".join(f' {key}="{_escaped(value)}"' for key, value in values.items())


def _escaped(value: object) -> str:
    text = html.escape(_NO_XML.sub(lambda found: ascii(found[0])[1:-1], str(value)))
    return _BLANK.sub(lambda found: f"&#{ord(found[0])};", text)
