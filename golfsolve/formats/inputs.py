"""What the commands take as DEALS: numbers, ranges, files, standard input.

An argument that looks like a deal number (``7``, ``1-1000``, ``ms:24``) is one; ``-`` is standard
input; anything else is a file, plain or gzipped, a folder of them or a pattern like ``deals/*.txt``. A file
whose name looks like a number is given as ``./7``.
"""

from __future__ import annotations

import glob
import gzip
import io
import itertools
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from golfsolve.errors import DealError, FormatError, GolfsolveError, VariantError
from golfsolve.formats import head_variant, read
from golfsolve.formats.named import NamedDeal, numbered_deals
from golfsolve.game.catalogue import find
from golfsolve.game.numbering import looks_like_number
from golfsolve.game.variants import Variant

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MAX_LINE = 2**20  # characters; no text of deals has such lines, so nothing after one is read

DEFAULT_VARIANT = "golf"
STDIN = "-"
STDIN_NAME = "stdin"  # how standard input is called in deal names and messages

_PATTERN = re.compile(r"[*?[]")
# Meant as a number, though it is none: ms24, ms:-1, 1e3, 1,000, 1..5
_LIKE_NUMBER = re.compile(r"[A-Za-z]{0,9}[ :#]?[-+]?[0-9][0-9.,_eE:+-]*")
_NO_NUMBER = ", and no deal number (expected one like 7, 1-1000 or ms:24)"

_GZIP_MAGIC = b"\x1f\x8b"
# NUL, and bytes that are not UTF-8 (read as lone surrogates): no text file has them.
_NOT_TEXT = re.compile("[\0\ud800-\udfff]")


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


@dataclass(frozen=True)
class _How:
    """How deals are read, see :func:`read_deals`."""

    partial: bool = False
    ranks: bool = False
    unknown: bool = False


def open_deals(
    arguments: Iterable[str],
    variant: Variant | None,
    *,
    partial: bool = False,
    ranks: bool = False,
    unknown: bool = False,
    stdin: BinaryIO | None = None,
) -> tuple[Variant, Iterator[NamedDeal | Unreadable]]:
    """The deals of all arguments as :func:`read_deals` gives them, and their variant.

    Where ``variant`` is None it is the one that the first argument names, if that is a file which does,
    else Golf; deals that name another are then unreadable. Raises :class:`VariantError` where the file
    names a variant that is not built in, without its rules.
    """
    first, *others = expanded(arguments)
    how = _How(partial, ranks, unknown)
    if variant is not None:
        return variant, read_deals(
            (first, *others), variant, partial=partial, ranks=ranks, unknown=unknown, stdin=stdin
        )
    variant = find(DEFAULT_VARIANT)
    if looks_like_number(first):
        begin = _numbered(first, variant)
    else:
        stated, lines = _look_ahead(_lines_of(first, stdin), _name_of(first))
        variant = stated or variant
        begin = _deals_of(lines, _name_of(first), variant, how)
    rest = read_deals(others, variant, partial=partial, ranks=ranks, unknown=unknown, stdin=stdin)
    return variant, _of_one_variant(itertools.chain(begin, rest), variant)


def open_deal(
    argument: str, variant: Variant | None, *, partial: bool = False, ranks: bool = False
) -> tuple[Variant, NamedDeal]:
    """The only deal of an argument, and its variant, found as by :func:`open_deals`.

    Raises :class:`GolfsolveError` if there is another number of deals, or if it cannot be read.
    """
    variant, items = open_deals([argument], variant, partial=partial, ranks=ranks)
    item = next(items)
    if isinstance(item, Unreadable):
        raise GolfsolveError(str(item))
    if next(items, None) is not None:
        raise GolfsolveError(f"{_name_of(argument)}: more than one deal (expected one)")
    return variant, item


def read_deals(
    arguments: Iterable[str],
    variant: Variant,
    *,
    partial: bool = False,
    ranks: bool = False,
    unknown: bool = False,
    stdin: BinaryIO | None = None,
) -> Iterator[NamedDeal | Unreadable]:
    """The deals of all arguments in order, one at a time; what cannot be read stands in its place.

    With ``partial``, positions with fewer cards are read too; with ``ranks``, suits do not count; with
    ``unknown``, cards may be unknown. ``stdin`` is read for ``-``.
    """
    how = _How(partial, ranks, unknown)
    for argument in expanded(arguments):
        if looks_like_number(argument):
            yield from _numbered(argument, variant)
        else:
            lines = _lines_of(argument, stdin)
            yield from _deals_of(lines, _name_of(argument), variant, how)


def expanded(arguments: Iterable[str]) -> list[str]:
    """Arguments with the files of each folder and pattern in its place, sorted by their names.

    Of a folder these are all files under it whose name, and whose folders' names, begin with no dot. A
    folder or pattern without files stays as it is, and cannot be opened then.
    """
    return [name for argument in arguments for name in _files_of(argument) or [argument]]


def _files_of(argument: str) -> list[str]:
    if argument == STDIN or looks_like_number(argument):
        return []
    path = Path(argument)
    try:
        if path.is_dir():
            found = [
                file for file in path.rglob("*") if not _hidden(file.relative_to(path)) and file.is_file()
            ]
            return sorted(map(str, found))
        if _PATTERN.search(argument) and not path.exists():
            names = glob.glob(argument, recursive=True)  # noqa: PTH207 (a Path takes no absolute pattern)
            return sorted(name for name in names if Path(name).is_file())
    except (OSError, ValueError):  # which is said when it is opened
        pass
    return []


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def read_file(
    name: str, stream: BinaryIO, variant: Variant, *, partial: bool = False, ranks: bool = False
) -> Iterator[NamedDeal | Unreadable]:
    """The deals of one open file, which is left open."""
    return _deals_of(text_lines(stream), name, variant, _How(partial, ranks))


def _numbered(argument: str, variant: Variant) -> Iterator[NamedDeal | Unreadable]:
    try:
        yield from numbered_deals(argument, variant)
    except DealError as error:
        yield Unreadable(argument, error)


def _deals_of(
    lines: Iterable[str], name: str, variant: Variant, how: _How
) -> Iterator[NamedDeal | Unreadable]:
    nothing_read = True
    try:
        for found in read(lines, variant, partial=how.partial, ranks=how.ranks):
            nothing_read = False
            if isinstance(found, NamedDeal) and found.deal.unknown and not how.unknown:
                problem = (
                    f"{found.deal.unknown} cards are not known (deal and solve take such deals, --best not)"
                )
                yield Unreadable(name, FormatError(problem, found.line))
                continue
            if isinstance(found, FormatError):
                yield Unreadable(name, found)
                continue
            called = f"{name}:{found.line}" if found.name is None else found.name
            yield replace(found, name=called, file=name)
    except FormatError as error:
        nothing_read = False
        yield Unreadable(name, error)
    if nothing_read:
        yield Unreadable(name, FormatError("no cards and no deal numbers"))


def _look_ahead(lines: Iterator[str], name: str) -> tuple[Variant | None, Iterator[str]]:
    """The variant that a file names at its head; and its lines, none of which is lost by that."""
    seen: list[str] = []
    failure = None

    def watched() -> Iterator[str]:
        for line in lines:
            seen.append(line)
            yield line

    def again() -> Iterator[str]:
        yield from seen
        if failure is not None:
            raise failure
        yield from lines

    try:
        return head_variant(watched()), again()
    except FormatError as error:
        failure = error
        return None, again()
    except VariantError as error:
        raise VariantError(f"{name}: {error} (or give --variant)") from None


def _of_one_variant(
    items: Iterable[NamedDeal | Unreadable], variant: Variant
) -> Iterator[NamedDeal | Unreadable]:
    for item in items:
        if isinstance(item, NamedDeal) and item.variant not in (None, variant.name):
            problem = (
                f"a deal of {item.variant} among those of {variant.name} (--variant takes them all as one)"
            )
            yield Unreadable(str(item.file), FormatError(problem, item.line))
        else:
            yield item


# --- lines ---------------------------------------------------------------------------------------


def read_text(argument: str, limit: int) -> str:
    """The text of a file or of standard input, of which little more than ``limit`` characters are read.

    Raises :class:`FormatError`.
    """
    lines, size = [], 0
    try:
        for line in _lines_of(argument, None):
            lines.append(line)
            size += len(line) + 1
            if size > limit:
                break
    except FormatError as error:
        raise FormatError(f"{_name_of(argument)}: {error}") from None
    return "\n".join(lines)


def _name_of(argument: str) -> str:
    return STDIN_NAME if argument == STDIN else argument


def _lines_of(argument: str, stdin: BinaryIO | None) -> Iterator[str]:
    """The lines of the file that an argument names. Raises :class:`FormatError` if it cannot be opened."""
    if argument == STDIN:
        if stdin is None and sys.stdin is None:  # the caller has closed it
            raise FormatError("standard input is closed")
        yield from text_lines(stdin or sys.stdin.buffer)
        return
    try:
        file = Path(argument).open("rb")  # noqa: SIM115
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        hint = _NO_NUMBER if isinstance(error, FileNotFoundError) and _LIKE_NUMBER.fullmatch(argument) else ""
        raise FormatError(_reason(error) + hint) from None
    with file:
        yield from text_lines(file)


def text_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream of UTF-8 text, plain or gzipped, without their ends (LF, CR LF or CR).

    Raises :class:`FormatError` where it cannot be read, and at what no text of deals has: foreign bytes,
    or a line beyond all bounds, which is never taken into memory.
    """
    try:
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
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(_reason(error)) from None


def _reason(error: Exception) -> str:
    if isinstance(error, (gzip.BadGzipFile, EOFError, zlib.error)):
        return "damaged gzip data"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)


class _Borrowed(io.RawIOBase):
    """A stream that stays open when its reader is closed, and hands on what is there without waiting."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = cast(io.BufferedIOBase, stream)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        return self._stream.readinto1(buffer)
