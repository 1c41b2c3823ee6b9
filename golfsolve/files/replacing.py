"""Files that are whole or not there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from golfsolve.errors import GolfsolveError
from golfsolve.files.targets import cannot_write, is_at, open_locked, part_of, real_target


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Says of what fails inside that it was for writing ``path``."""
    try:
        yield
    except OSError as error:
        raise cannot_write(path, error) from None


@contextmanager
def replacing(path: Path, *, force: bool = False) -> Iterator[Path]:
    """A file to write in the place of ``path``, which it takes when everything has gone well.

    What is there already is an error at once, or stays until then with ``force``. Where ``path`` is a link,
    the file behind it is replaced. The file to write is hidden and locked; one that a killed run has left
    is taken over.
    """
    real = real_target(path)
    with ExitStack() as locks:
        if real.exists():
            if not force:
                raise _exists(path)
            with suppress(OSError):  # one that may be replaced but not opened
                locks.callback(os.close, open_locked(real, path))
        part = part_of(real)
        with writing(path):
            descriptor = open_locked(part, path, os.O_CREAT | getattr(os, "O_NOFOLLOW", 0))
            locks.callback(os.close, descriptor)
            os.ftruncate(descriptor, 0)
        made = os.fstat(descriptor)
        try:
            yield part
            if not is_at(part, made):
                raise GolfsolveError(f"cannot write {path}: {part.name}, in which it was made, is gone")
            with writing(path):
                os.fsync(descriptor)
                if os.name == "nt":  # which replaces no open file
                    locks.close()
                _take_place(part, real, path, force)
            if not is_at(real, made):
                raise GolfsolveError(f"{path} has been removed or replaced while it was being written")
        except OSError as error:
            if error.filename == str(part):
                raise cannot_write(path, error) from None
            raise
        finally:
            with suppress(OSError):
                if is_at(part, made):
                    part.unlink()


def write_text(path: Path, pieces: Iterable[str], *, force: bool = False) -> None:
    """Write a file of ASCII text with LF, whole or not at all. Raises :class:`GolfsolveError`."""
    with replacing(path, force=force) as part, part.open("w", encoding="ascii", newline="\n") as file:
        for piece in pieces:
            with writing(path):
                file.write(piece)
        with writing(path):
            file.flush()


def _take_place(part: Path, real: Path, path: Path, force: bool) -> None:
    """Put a finished file where it belongs, unless somebody has made one there meanwhile."""
    if not force:
        try:
            os.link(part, real)
            return
        except FileExistsError:
            raise _exists(path) from None
        except (OSError, AttributeError):  # a file system without hard links
            if real.exists():
                raise _exists(path) from None
    with suppress(OSError):  # there is none yet, or it is not ours
        shutil.copymode(real, part)
    part.replace(real)


def _exists(path: Path) -> GolfsolveError:
    return GolfsolveError(f"{path} exists (--force replaces it)")
