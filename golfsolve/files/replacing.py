"""Files that are whole or not there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from golfsolve.errors import GolfsolveError


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Says of what fails inside that it was for writing ``path``."""
    try:
        yield
    except OSError as error:
        raise GolfsolveError(f"cannot write {path}: {error.strerror or error}") from None


@contextmanager
def replacing(path: Path, *, force: bool = False) -> Iterator[Path]:
    """A file to write in the place of ``path``, which it takes when everything has gone well.

    What is there already is an error at once, or stays until then with ``force``.
    """
    if path.exists() and not (force and path.is_file()):
        raise GolfsolveError(f"{path} exists (--force replaces it)")
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        yield part
        with writing(path):
            part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
