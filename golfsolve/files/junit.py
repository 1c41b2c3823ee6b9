"""JUnit reports: how continuous integration shows which deals are not winnable (docs/ci.md)."""

from __future__ import annotations

import html
import re
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from golfsolve.files.record_file import Record
from golfsolve.files.replacing import replacing, writing
from golfsolve.files.results import Tally
from golfsolve.game.result import Verdict
from golfsolve.game.variants import Variant

_TEXT: dict[str, Any] = {"encoding": "ascii", "errors": "xmlcharrefreplace", "newline": "\n"}

# What XML 1.0 cannot hold, not even as a reference: file names may have it.
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BLANK = re.compile("[\t\n\r]")  # a reader of XML makes spaces of these in attributes


@contextmanager
def junit_report(
    path: Path, variant: Variant, fail_on: Collection[Verdict], *, force: bool = False
) -> Iterator[Tally]:
    """A tally of records that are also written to a report, which is there when all are counted.

    An unwinnable deal is a failure if ``fail_on`` says so, an undecided one skipped, one that could not be
    read an error. The report holds no times: the same deals give the same bytes.
    """
    with replacing(path, force=force) as part, tempfile.TemporaryFile("w+", **_TEXT) as cases:
        tally = _Report(variant, fail_on, cases)
        yield tally
        cases.seek(0)
        with writing(path), part.open("w", **_TEXT) as file:
            file.write(tally.head())
            shutil.copyfileobj(cases, file)
            file.write("  </testsuite>\n</testsuites>\n")


class _Report(Tally):
    """Writes a test case for each record; the counts that stand before them are known at the end."""

    def __init__(self, variant: Variant, fail_on: Collection[Verdict], cases: IO[str]) -> None:
        super().__init__()
        self._variant = variant
        self._fail_on = fail_on
        self._cases = cases

    def add(self, record: Record) -> None:
        """Count a record and write its test case."""
        super().add(record)
        names = _attributes(classname=f"golfsolve.{self._variant.name}", name=record["deal"], time=0)
        outcome = self._outcome(record)
        self._cases.write(f"    <testcase{names}" + (f">{outcome}</testcase>\n" if outcome else "/>\n"))

    def _outcome(self, record: Record) -> str:
        if "error" in record:
            return f"<error{_attributes(type='unreadable', message=record['error'])}/>"
        verdict, searched = record["verdict"], f"{record['nodes']} states searched"
        if verdict == Verdict.UNDECIDED:
            return f"<skipped{_attributes(type=verdict, message=f'undecided: {searched} without a result')}/>"
        if verdict == Verdict.WINNABLE:
            return ""
        text = f"unwinnable, proved with {searched}"
        if Verdict.UNWINNABLE not in self._fail_on:
            return f"<system-out>{text}</system-out>"
        return f"<failure{_attributes(type=verdict, message=text)}>{_escaped(record['cards'])}</failure>"

    def head(self) -> str:
        """Everything before the test cases."""
        failures = self.unwinnable if Verdict.UNWINNABLE in self._fail_on else 0
        counts = _attributes(tests=self.deals, failures=failures, errors=self.unreadable)
        suite = _attributes(name=self._variant.name) + counts + _attributes(skipped=self.undecided)
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
