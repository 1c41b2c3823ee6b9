"""Files that are about to be written: what can be one, who writes it, and that nobody reads it.

A file is known by what the system says it is, not by its name: links, folders that are links, other
spellings and file systems without upper and lower case all lead to the same file. What is locked is the
open file itself. The lock ends with the process that has it, leaves nothing behind, and nothing stands
beside the file for it.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from golfsolve.errors import GolfsolveError

_TRIES = 10  # to open a file that others keep replacing
_LOCK_PLACE = 2**31 - 2  # the byte that stands for the file where only bytes can be locked (Windows)
_LONGEST_NAME = 200  # bytes; a part's name is longer, and most systems end at 255


def cannot_write(path: Path, error: OSError) -> GolfsolveError:
    """The error for a file that the system does not let us write."""
    return GolfsolveError(f"cannot write {path}: {error.strerror or error}")


def real_target(path: Path) -> Path:
    """The file behind the links of ``path``, which may not be there yet.

    Raises :class:`GolfsolveError` for what is no place for a file: a folder, a pipe, a device, or where
    there is no folder.
    """
    real = Path(os.path.realpath(path))
    try:
        found = real.stat()
    except FileNotFoundError:
        if not real.parent.is_dir():
            raise GolfsolveError(f"cannot write {path}: there is no folder {real.parent}") from None
        return real
    except OSError as error:
        raise cannot_write(path, error) from None
    if not stat.S_ISREG(found.st_mode):
        raise GolfsolveError(f"cannot write {path}: it is {_kind(found.st_mode)} (expected a file)")
    return real


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"


def same_target(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file, or would, if it were there."""
    try:
        return one.samefile(other)
    except OSError:
        pass
    one, other = Path(os.path.realpath(one)), Path(os.path.realpath(other))
    if one == other:
        return True
    if one.name.casefold() != other.name.casefold():
        return False
    try:
        return one.parent.samefile(other.parent) and _folds_case(one.parent)
    except OSError:
        return False


def _folds_case(folder: Path) -> bool:
    """Whether a folder's file system takes upper and lower case for the same."""
    swapped = folder.with_name(folder.name.swapcase())
    return swapped != folder and swapped.exists() and swapped.samefile(folder)


def is_source(target: Path, source: os.stat_result) -> bool:
    """Whether what would be written is an open or named file that is read."""
    return stat.S_ISREG(source.st_mode) and is_at(target, source)


def refuse_sources(targets: Iterable[Path], sources: Iterable[Path]) -> None:
    """Raises :class:`GolfsolveError` where a file would be read and written over, or written twice."""
    written: list[Path] = []
    read = [source for source in sources if source.exists()]
    for target in targets:
        if any(same_target(target, other) for other in written):
            raise GolfsolveError(f"{target} is given for two outputs (expected a file for each)")
        if any(is_source(target, source.stat()) for source in read):
            raise GolfsolveError(f"{target} cannot be read and replaced at once")
        written.append(target)


def part_of(target: Path) -> Path:
    """Where a file is made that will take the place of ``target``: hidden, and ours by its name."""
    name = target.name
    if len(os.fsencode(name)) > _LONGEST_NAME:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()
    return target.with_name(f".{name}.golfsolve-part")


def open_locked(real: Path, path: Path, flags: int = 0) -> int:
    """Open a file to read and write, and lock it; the descriptor. ``path`` is its name in messages.

    Raises :class:`GolfsolveError` where another golfsolve writes it, :class:`OSError` as ``os.open``.
    """
    flags |= os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    for _ in range(_TRIES):
        descriptor = os.open(real, flags, 0o666)
        try:
            if not _lock(descriptor):
                raise GolfsolveError(f"{path} is being written by another golfsolve")
            if is_at(real, os.fstat(descriptor)):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # it has been replaced between opening and locking
    raise GolfsolveError(f"cannot write {path}: others keep replacing it")


def is_at(path: Path, found: os.stat_result) -> bool:
    """Whether a file that was found before is still the one at ``path``."""
    try:
        return os.path.samestat(path.stat(), found)
    except OSError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        before = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _LOCK_PLACE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, before, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        """Whether the lock is ours now. Where a file system has no locks, nobody holds one."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno in (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EINVAL)
        return True
