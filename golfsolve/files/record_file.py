"""Record files: the shape that pools, statistics and results share.

JSON Lines in ASCII with LF: a header line, record lines in a fixed order, and a closing line with the
totals and the SHA-256 of everything before it. Only a finished file has its closing line, so an
interrupted one is recognised, and continued by :meth:`Writer.resume` to the same bytes.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import os
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Self

import golfsolve
from golfsolve.errors import GolfsolveError, RecordError, VariantError, quoted
from golfsolve.files.replacing import replacing, writing
from golfsolve.files.targets import cannot_write, is_at, open_locked, real_target
from golfsolve.game.catalogue import from_rules
from golfsolve.game.variants import Variant

Record = dict[str, Any]

MAX_LINE = 1_000_000  # bytes; a longer line is damage, and is not read into memory
SYNC_SECONDS = 1.0

_CHECKSUM = "sha256"  # the key that only a closing line has
_PROGRAM = "program"  # the one key of a header that may differ when a file is continued
_MARK = b"\xef\xbb\xbf"  # a byte order mark
_BLANK = b"\r\n\x00 "  # what editors and power cuts leave at the end of a file
_TORN = "a damaged line"
_LAST = "the last record"


def header(format_name: str, version: int, variant: Variant, **facts: Any) -> Record:
    """The first line of a record file: whatever its records depend on.

    ``facts`` are the format's own keys, among them ``search`` where deals were solved: it is
    :data:`golfsolve.game.result.SEARCH_REVISION`. Two runs with equal headers (the
    program's version apart) write equal records.
    """
    return {
        "format": format_name,
        "version": version,
        "variant": variant.name,
        "rules": variant.rules(),
        **facts,
        _PROGRAM: f"golfsolve {golfsolve.__version__}",
    }


def encode(record: Record) -> bytes:
    """A record as its line. Keys keep their order."""
    return json.dumps(record, separators=(",", ":")).encode("ascii") + b"\n"


def decode(line: bytes) -> Record:
    """The inverse of :func:`encode`. Raises :class:`RecordError` for anything it would not have written."""
    try:
        record = json.loads(line.decode("ascii"))
    except (ValueError, RecursionError):
        raise RecordError("not a JSON object on one line") from None
    if not isinstance(record, dict) or encode(record) != line:
        raise RecordError("not a line as this program writes it")
    return record


def format_of(path: Path) -> Any:
    """The format that a file's header names; None where that cannot be read."""
    with contextlib.ExitStack() as stack:
        try:
            line = _as_written(_open_any(path, stack).readline(MAX_LINE + 1).removeprefix(_MARK))
            return decode(line).get("format")
        except (OSError, EOFError, zlib.error, RecordError):
            return None


# --- reading -------------------------------------------------------------------------------------


class Reader:
    """Reads a record file, plain or gzipped, a line at a time.

    ``header`` and the ``variant`` that it spells out are there at once, ``closing`` (None for an unfinished
    file) when the records have been read. ``counts`` are keys of the header that must be whole numbers
    from 1 on. Raises ``error``, naming file and line, for whatever is not a record file of the
    format asked for.
    """

    def __init__(
        self,
        path: Path,
        format_name: str,
        version: int,
        counts: Iterable[str] = (),
        error: type[RecordError] = RecordError,
    ) -> None:
        self.path = path
        self._error = error
        self.closing: Record | None = None
        self.may_be_torn = False  # whether a last line that was cut is passed over by iteration
        self.line_number = 0
        self._digest = hashlib.sha256()
        with contextlib.ExitStack() as stack:
            try:
                self._file = _open_any(path, stack)
            except OSError as error:
                raise GolfsolveError(f"cannot read {path}: {_reason(error)}") from None
            self.header = self._read_header(format_name, version)
            self.variant = self._stated_variant()
            for key in counts:
                if type(self.header.get(key)) is not int or self.header[key] < 1:
                    raise self.damage(f"{key} is not a whole number of at least 1")
            self._files = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()

    @property
    def finished(self) -> bool:
        """Whether the closing line has been read."""
        return self.closing is not None

    def damage(self, message: str) -> RecordError:
        """The error for something wrong on the line read last."""
        return self._error(f"{self.path}: line {self.line_number}: {message}")

    def __iter__(self) -> Iterator[Record]:
        """The records up to the closing line, which is checked, or to the end of an unfinished file."""
        found = self.records_or_damage()
        for record in found:
            if isinstance(record, RecordError):
                if self.may_be_torn and not self.finished and next(found, None) is None:
                    return
                raise record
            yield record

    def records_or_damage(self) -> Iterator[Record | RecordError]:
        """As iteration, but a damaged line is handed out in its place, and reading goes on."""
        for line in self._lines():
            if self.closing is not None:
                yield self.damage("something follows the closing line")
                return
            try:
                record = decode(line)
            except RecordError as error:
                self._digest.update(line)
                yield self.damage(str(error))
                continue
            if _CHECKSUM not in record:
                self._digest.update(line)
                yield record
                continue
            self.closing = record
            if record[_CHECKSUM] != self._digest.hexdigest():
                yield self.damage("the checksum does not match: something in the file has changed")

    def _read_header(self, format_name: str, version: int) -> Record:
        line = next(self._lines(), b"")
        try:
            record = decode(line)
        except RecordError:
            record = {}
        if record.get("format") != format_name:
            raise self._error(f"{self.path}: not a {format_name} file (its first line does not say so)")
        if record.get("version") != version:
            shown = quoted(str(record.get("version")))
            raise self._error(f"{self.path}: {format_name} version {shown} (expected {version})")
        self._digest.update(line)
        return record

    def _stated_variant(self) -> Variant:
        rules = self.header.get("rules")
        if not isinstance(rules, dict):
            raise self.damage("rules are missing")
        try:
            return from_rules(self.header.get("variant"), rules)
        except VariantError as error:
            raise self.damage(str(error)) from None

    def _lines(self) -> Iterator[bytes]:
        while True:
            try:
                line = self._file.readline(MAX_LINE + 1)
            except (OSError, EOFError, zlib.error) as error:
                raise GolfsolveError(f"cannot read {self.path}: {_reason(error)}") from None
            if not line:
                return
            self.line_number += 1
            if len(line) > MAX_LINE:
                raise self.damage(f"longer than {MAX_LINE} bytes")
            yield _as_written(line.removeprefix(_MARK) if self.line_number == 1 else line)


def _as_written(line: bytes) -> bytes:
    """A line with the end that it was written with, where git or an editor has given it another."""
    return line[:-2] + b"\n" if line.endswith(b"\r\n") else line


def _open_any(path: Path, stack: contextlib.ExitStack) -> io.BufferedIOBase:
    """The file, unpacked if it is gzipped (seen from its first bytes, whatever its name)."""
    file = stack.enter_context(path.open("rb"))
    if file.peek(2)[:2] != b"\x1f\x8b":
        return file
    return stack.enter_context(gzip.GzipFile(fileobj=file))


def _reason(error: BaseException) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__


# --- writing -------------------------------------------------------------------------------------


class Writer:
    """Writes a record file: each record is flushed as one whole line, the disk is synced every second.

    Made by :meth:`create`, :meth:`resume` or :func:`replacing_records`; a context manager. While it is open
    nobody else can write to the file, under whatever name. Leaving it without :meth:`finish` leaves an
    unfinished file that can be resumed.
    """

    def __init__(self, path: Path, descriptor: int, made_at: Path | None = None) -> None:
        self._path = path
        self._made_at = made_at or path  # where the file is while it is written
        self._file: io.FileIO | None = io.FileIO(descriptor, "r+b")
        self._digest = hashlib.sha256()
        self._end = 0  # how far the file is certainly whole: the header and the records kept
        self._trimmed = False  # whether it ends there
        self._synced = time.monotonic()

    @classmethod
    def create(cls, path: Path, header: Record, *, force: bool = False) -> Writer:
        """Begin a new file. One that exists already is an error, or is replaced with ``force``."""
        try:
            descriptor = open_locked(real_target(path), path, os.O_CREAT | (0 if force else os.O_EXCL))
        except FileExistsError:
            raise GolfsolveError(f"{path} exists (--resume continues it, --force replaces it)") from None
        except OSError as error:
            raise cannot_write(path, error) from None
        writer = cls(path, descriptor)
        with writer._closed_on_error():
            writer.write(header)
        return writer

    @classmethod
    def resume(cls, path: Path, header: Record, accept: Callable[[Record], bool]) -> Writer:
        """Continue a file where it stops, or begin it if there is none.

        ``accept`` is called with each record that is there, in order, and may raise; if it returns False
        for the last record, that one will be written again. A torn last line is dropped, whatever it
        is; damage anywhere else is an error. A file that another header made is refused with the
        difference named.
        """
        try:
            descriptor = open_locked(real_target(path), path)
        except FileNotFoundError:
            return cls.create(path, header)
        except OSError as error:
            raise cannot_write(path, error) from None
        writer = cls(path, descriptor)
        with writer._closed_on_error(), open(descriptor, "rb", closefd=False) as file:
            writer._continue(file, header, accept)
        return writer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, record: Record) -> None:
        """Append a record."""
        line = encode(record)
        self._append(line)
        self._keep(line)
        if time.monotonic() - self._synced >= SYNC_SECONDS:
            self._sync()

    def finish(self, totals: Record) -> None:
        """Append the closing line: ``totals`` and the checksum. What is then at the path is what was written.

        Raises :class:`GolfsolveError` where somebody has removed, replaced or changed the file meanwhile.
        """
        line = encode({**totals, _CHECKSUM: self._digest.hexdigest()})
        self._append(line)
        self._sync()
        self._digest.update(line)
        if self._file is not None:
            self._file.seek(0)
            if hashlib.file_digest(self._file, "sha256").digest() != self._digest.digest():
                raise self._changed()

    def close(self) -> None:
        """Let go of the file; what was written stays."""
        if self._file is not None:
            self._file.close()
            self._file = None

    @contextlib.contextmanager
    def _closed_on_error(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.close()
            raise cannot_write(self._path, error) from None
        except BaseException:
            self.close()
            raise

    def _append(self, line: bytes) -> None:
        """One whole line after what is certainly whole (whatever follows that goes), or nothing."""
        if self._file is None:
            raise ValueError("the record file is closed")
        try:
            if self._trimmed and os.fstat(self._file.fileno()).st_size != self._end:
                raise self._changed()
            self._file.seek(self._end)
            if not self._trimmed:
                self._file.truncate()
                self._trimmed = True
            view = memoryview(line)
            while view:
                view = view[self._file.write(view) :]
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(self._end)
            raise cannot_write(self._path, error) from None

    def _keep(self, line: bytes) -> None:
        self._digest.update(line)
        self._end += len(line)

    def _sync(self) -> None:
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()
            if not is_at(self._made_at, os.fstat(self._file.fileno())):
                raise GolfsolveError(f"{self._path} has been removed or replaced while it was being written")

    def _changed(self) -> GolfsolveError:
        return GolfsolveError(f"something else has written to {self._path} meanwhile")

    def _continue(self, file: BinaryIO, header: Record, accept: Callable[[Record], bool]) -> None:
        first = file.readline(MAX_LINE)
        if encode(header).startswith(first.strip(_BLANK)) and not file.read(MAX_LINE).strip(_BLANK):
            self.write(header)  # at most a part of the header is there
            return
        file.seek(len(first))
        self._check_header(first, header)
        self._keep(first)
        self._keep_records(file, accept)

    def _check_header(self, line: bytes, wanted: Record) -> None:
        if line.startswith(_MARK) or line.endswith(b"\r\n"):
            raise RecordError(
                f"{self._path} cannot be continued: something (git, an editor) has changed its line ends to "
                "CR LF or put a byte order mark before it (docs/ci.md says how to prevent that)"
            )
        try:
            found = decode(line)
        except RecordError:
            found = {}
        if found.get("format") != wanted["format"]:
            raise RecordError(f"{self._path}: not a {wanted['format']} file (its first line does not say so)")
        for key in (*wanted, *found):
            if key != _PROGRAM and found.get(key) != wanted.get(key):
                was, asked = json.dumps(found.get(key)), json.dumps(wanted.get(key))
                raise RecordError(
                    f"{self._path} cannot be continued: it was made with {key} {was}, not {asked}"
                )

    def _keep_records(self, file: BinaryIO, accept: Callable[[Record], bool]) -> None:
        seen = self._digest.copy()
        end = ""  # what has ended the records; only a torn line and empty ones may follow
        for number, line in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), start=2):
            if not line.strip(_BLANK):
                end = end or "an empty line"
                continue
            try:
                record = decode(line)
            except RecordError:
                record = None
            is_closing = record is not None and _CHECKSUM in record
            closes_records = is_closing and end == _LAST
            if end == _TORN or (end and record is not None and not closes_records):
                raise RecordError(f"{self._path}: line {number}: there is more after {end}")
            if record is None:
                end = _TORN
            elif is_closing:
                end = "the closing line"
                if record[_CHECKSUM] != seen.hexdigest():
                    raise RecordError(f"{self._path}: line {number}: the checksum does not match")
            else:
                seen.update(line)
                if accept(record):
                    self._keep(line)
                else:
                    end = _LAST


@contextlib.contextmanager
def replacing_records(path: Path, header: Record, *, force: bool = False) -> Iterator[Writer]:
    """A writer of records that take the place of ``path`` when all are written; see :func:`replacing`."""
    with replacing(path, force=force) as part:
        with writing(path):
            descriptor = os.open(part, os.O_RDWR | getattr(os, "O_BINARY", 0))
        with Writer(path, descriptor, part) as writer:
            writer.write(header)
            yield writer
