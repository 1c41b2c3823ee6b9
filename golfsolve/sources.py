"""What the commands take as DEALS: numbers, ranges, files, standard input.

An argument that looks like a deal number (``7``, ``1-1000``, ``ms:24``) is one; ``-`` is standard
input; anything else is a file, plain or gzipped. A file whose name looks like a number is given as
``./7``.
"""

from __future__ import annotations

import gzip
import io
import itertools
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from golfsolve.deal import Deal
from golfsolve.errors import DealError, FormatError, GolfsolveError
from golfsolve.formats import read
from golfsolve.numbering import DealNumber, deal_number, looks_like_number, parse_range
from golfsolve.variants import Variant

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MAX_LINE = 2**20  # characters; no text of deals has such lines, so nothing after one is read

STDIN = "-"
STDIN_NAME = "stdin"  # how standard input is called in deal names and messages

_GZIP_MAGIC = b"\x1f\x8b"
# NUL, and bytes that are not UTF-8 (read as lone surrogates): no text file has them.
_NOT_TEXT = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True)
class NamedDeal:
    """A deal and what to call it.

    ``name`` is its number (our own as an int, others with their prefix), the name that its file gives
    it, or ``file:line``. ``solution`` (moves as text) and ``variant`` (a name) are what the file says
    of the deal. ``file`` and ``line`` tell where it was read; None for a number on the command line.
    """

    name: int | str
    deal: Deal
    solution: str | None = None
    variant: str | None = None
    file: str | None = None
    line: int | None = None


@dataclass(frozen=True)
class Unreadable:
    """An argument, or a deal in a file, that could not be read. ``str()`` is one printable line.

    ``name`` is ``file:line``, or the argument where there is no line.
    """

    source: str
    error: GolfsolveError

    @property
    def line(self) -> int | None:
        """The line of the fault, from 1."""
        return self.error.line if isinstance(self.error, FormatError) else None

    @property
    def column(self) -> int | None:
        """The column of the fault, from 1."""
        return self.error.column if isinstance(self.error, FormatError) else None

    @property
    def name(self) -> str:
        """What to call it in a list of deals."""
        return self.source if self.line is None else f"{self.source}:{self.line}"

    def __str__(self) -> str:
        source = self.source if self.source.isprintable() else ascii(self.source)
        return f"{source}: {self.error}"


def read_deals(
    arguments: Iterable[str], variant: Variant, *, partial: bool = False, stdin: BinaryIO | None = None
) -> Iterator[NamedDeal | Unreadable]:
    """The deals of all arguments in order, one at a time; what cannot be read stands in its place.

    With ``partial``, positions with fewer cards are read too. ``stdin`` is read for ``-``.
    """
    for argument in arguments:
        if looks_like_number(argument):
            yield from _numbered(argument, variant)
        elif argument == STDIN:
            yield from _standard_input(stdin, variant, partial=partial)
        else:
            try:
                file = Path(argument).open("rb")  # noqa: SIM115
            except (OSError, ValueError) as error:  # ValueError: a NUL in the name
                yield Unreadable(argument, FormatError(_reason(error)))
                continue
            with file:
                yield from read_file(argument, file, variant, partial=partial)


def _standard_input(
    stdin: BinaryIO | None, variant: Variant, *, partial: bool
) -> Iterator[NamedDeal | Unreadable]:
    if stdin is None and sys.stdin is None:  # the caller has closed it
        yield Unreadable(STDIN_NAME, FormatError("standard input is closed"))
    else:
        yield from read_file(STDIN_NAME, stdin or sys.stdin.buffer, variant, partial=partial)


def _numbered(argument: str, variant: Variant) -> Iterator[NamedDeal | Unreadable]:
    try:
        scheme, numbers = parse_range(argument)
    except DealError as error:
        yield Unreadable(argument, error)
        return
    for number in numbers:
        name = DealNumber(number, scheme)
        yield NamedDeal(name.json(), deal_number(name, variant))


def read_file(
    name: str, stream: BinaryIO, variant: Variant, *, partial: bool = False
) -> Iterator[NamedDeal | Unreadable]:
    """The deals of one open file, which is left open."""
    nothing_read = True
    try:
        lines = text_lines(stream)
        for found in read(lines, variant, partial=partial):
            nothing_read = False
            if isinstance(found, FormatError):
                yield Unreadable(name, found)
                continue
            record = found.record
            yield NamedDeal(
                name=f"{name}:{found.line}" if record.name is None else record.name,
                deal=record.deal,
                solution=record.solution,
                variant=record.variant,
                file=name,
                line=found.line,
            )
    except FormatError as error:
        nothing_read = False
        yield Unreadable(name, error)
    except (OSError, EOFError, zlib.error) as error:
        nothing_read = False
        yield Unreadable(name, FormatError(_reason(error)))
    if nothing_read:
        yield Unreadable(name, FormatError("no cards and no deal numbers"))


def _reason(error: Exception) -> str:
    if isinstance(error, (gzip.BadGzipFile, EOFError, zlib.error)):
        return "damaged gzip data"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)


def text_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream of UTF-8 text, plain or gzipped, without their ends (LF, CR LF or CR).

    Raises :class:`FormatError` at what no text of deals has: foreign bytes, or a line beyond all
    bounds, which is never taken into memory.
    """
    buffered = io.BufferedReader(_Borrowed(stream))
    packed = buffered.peek(2)[:2] == _GZIP_MAGIC
    unpacked = cast(BinaryIO, gzip.GzipFile(fileobj=buffered) if packed else buffered)
    text = io.TextIOWrapper(unpacked, encoding="utf-8-sig", errors="surrogateescape")
    for number in itertools.count(1):
        line = text.readline(MAX_LINE + 1)
        if not line:
            return
        if len(line) > MAX_LINE:
            raise FormatError(f"a line of more than {MAX_LINE} characters", number)
        foreign = _NOT_TEXT.search(line)
        if foreign:
            raise FormatError("not a text in UTF-8", number, foreign.start() + 1)
        yield line.removesuffix("\n")


class _Borrowed(io.RawIOBase):
    """A stream that stays open when its reader is closed, and hands on what is there without waiting."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = cast(io.BufferedIOBase, stream)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        return self._stream.readinto1(buffer)
