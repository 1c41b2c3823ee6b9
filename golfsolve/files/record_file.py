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
from golfsolve.errors import GolfsolveError, PoolError, VariantError, quoted
from golfsolve.game.catalogue import from_rules
from golfsolve.game.variants import Variant

Record = dict[str, Any]

MAX_LINE = 1_000_000  # bytes; a longer line is damage, and is not read into memory
SYNC_SECONDS = 1.0

_CHECKSUM = "sha256"  # the key that only a closing line has
_PROGRAM = "program"  # the one key of a header that may differ when a file is continued
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
    """The inverse of :func:`encode`. Raises :class:`PoolError` for anything it would not have written."""
    try:
        record = json.loads(line.decode("ascii"))
    except (ValueError, RecursionError):
        raise PoolError("not a JSON object on one line") from None
    if not isinstance(record, dict) or encode(record) != line:
        raise PoolError("not a line as this program writes it")
    return record


def format_of(path: Path) -> Any:
    """The format that a file's header names; None where that cannot be read."""
    with contextlib.ExitStack() as stack:
        try:
            return decode(_open_any(path, stack).readline(MAX_LINE + 1)).get("format")
        except (OSError, EOFError, zlib.error, PoolError):
            return None


# --- reading -------------------------------------------------------------------------------------


class Reader:
    """Reads a record file, plain or gzipped, a line at a time.

    ``header`` and the ``variant`` that it spells out are there at once, ``closing`` (None for an unfinished
    file) when the records have been read. ``counts`` are keys of the header that must be whole numbers
    from 1 on. Raises :class:`PoolError`, naming file and line, for whatever is not a record file of the
    format asked for.
    """

    def __init__(self, path: Path, format_name: str, version: int, counts: Iterable[str] = ()) -> None:
        self.path = path
        self.closing: Record | None = None
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

    def damage(self, message: str) -> PoolError:
        """The error for something wrong on the line read last."""
        return PoolError(f"{self.path}: line {self.line_number}: {message}")

    def __iter__(self) -> Iterator[Record]:
        """The records up to the closing line, which is checked, or to the end of an unfinished file."""
        for record in self.records_or_damage():
            if isinstance(record, PoolError):
                raise record
            yield record

    def records_or_damage(self) -> Iterator[Record | PoolError]:
        """As iteration, but a damaged line is handed out in its place, and reading goes on."""
        for line in self._lines():
            if self.closing is not None:
                yield self.damage("something follows the closing line")
                return
            try:
                record = decode(line)
            except PoolError as error:
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
        except PoolError:
            record = {}
        if record.get("format") != format_name:
            raise PoolError(f"{self.path}: not a {format_name} file (its first line does not say so)")
        if record.get("version") != version:
            shown = quoted(str(record.get("version")))
            raise PoolError(f"{self.path}: {format_name} version {shown} (expected {version})")
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
            yield line


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

    Made by :meth:`create` or :meth:`resume`; a context manager. While it is open nobody else can write
    to the file. Leaving it without :meth:`finish` leaves an unfinished file that can be resumed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = _lock(path)
        self._file: io.FileIO | None = None
        self._digest = hashlib.sha256()
        self._end = 0  # how far the file is certainly whole: the header and the records kept
        self._synced = time.monotonic()

    @classmethod
    def create(cls, path: Path, header: Record, *, force: bool = False) -> Writer:
        """Begin a new file. One that exists already is an error, or is replaced with ``force``."""
        writer = cls(path)
        with writer._closed_on_error():
            if path.exists() and not (force and path.is_file()):
                raise GolfsolveError(f"{path} exists (--resume continues it, --force replaces it)")
            writer._file = path.open("wb", buffering=0)
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
        if not path.exists():
            return cls.create(path, header)
        writer = cls(path)
        with writer._closed_on_error():
            writer._file = path.open("r+b", buffering=0)
            with path.open("rb") as file:
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
        """Append the closing line: ``totals`` and the checksum."""
        self._append(encode({**totals, _CHECKSUM: self._digest.hexdigest()}))
        self._sync()

    def close(self) -> None:
        """Let go of the file; what was written stays."""
        if self._file is not None:
            self._file.close()
            self._file = None
        _unlock(self._lock)

    @contextlib.contextmanager
    def _closed_on_error(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.close()
            raise _cannot_write(self._path, error) from None
        except BaseException:
            self.close()
            raise

    def _append(self, line: bytes) -> None:
        """One whole line after what is certainly whole (whatever follows that goes), or nothing."""
        if self._file is None:
            raise ValueError("the record file is closed")
        try:
            self._file.seek(self._end)
            self._file.truncate()
            view = memoryview(line)
            while view:
                view = view[self._file.write(view) :]
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(self._end)
            raise _cannot_write(self._path, error) from None

    def _keep(self, line: bytes) -> None:
        self._digest.update(line)
        self._end += len(line)

    def _sync(self) -> None:
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

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
        try:
            found = decode(line)
        except PoolError:
            found = {}
        if found.get("format") != wanted["format"]:
            raise PoolError(f"{self._path}: not a {wanted['format']} file (its first line does not say so)")
        for key in (*wanted, *found):
            if key != _PROGRAM and found.get(key) != wanted.get(key):
                was, asked = json.dumps(found.get(key)), json.dumps(wanted.get(key))
                raise PoolError(
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
            except PoolError:
                record = None
            is_closing = record is not None and _CHECKSUM in record
            closes_records = is_closing and end == _LAST
            if end == _TORN or (end and record is not None and not closes_records):
                raise PoolError(f"{self._path}: line {number}: there is more after {end}")
            if record is None:
                end = _TORN
            elif is_closing:
                end = "the closing line"
                if record[_CHECKSUM] != seen.hexdigest():
                    raise PoolError(f"{self._path}: line {number}: the checksum does not match")
            else:
                seen.update(line)
                if accept(record):
                    self._keep(line)
                else:
                    end = _LAST


def _lock(path: Path) -> Any:
    import filelock  # here, because it costs every start of the program 30 ms

    if not path.parent.is_dir():  # filelock would make it
        raise GolfsolveError(f"cannot write {path}: there is no folder {path.parent}")
    lock = filelock.FileLock(f"{path}.lock", timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise GolfsolveError(f"{path} is being written by another golfsolve") from None
    except OSError as error:
        raise _cannot_write(path, error) from None
    return lock


def _unlock(lock: Any) -> None:
    if not lock.is_locked:
        return
    # Removed while it is held: whoever opened the old one meanwhile sees that it is gone and retries.
    with contextlib.suppress(OSError):  # Windows keeps open files; there release() removes it
        Path(lock.lock_file).unlink()
    lock.release()


def _cannot_write(path: Path, error: OSError) -> GolfsolveError:
    return GolfsolveError(f"cannot write {path}: {_reason(error)}")
