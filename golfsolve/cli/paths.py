"""Files on the command line: which are read, which are written, and that none is both.

Every option and argument that names a file has one of these types, so that each command is looked after
in the same way (tests/test_cli_paths.py goes through all of them).
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from golfsolve.errors import GolfsolveError
from golfsolve.files.targets import is_source, real_target, same_target
from golfsolve.formats.inputs import STDIN, expanded
from golfsolve.game.numbering import looks_like_number

STREAM = "-"
_KEY = "golfsolve.files"


@dataclass
class _Files:
    """What one command line reads and writes."""

    read: list[os.stat_result] = field(default_factory=list)
    written: list[Path] = field(default_factory=list)


def _files() -> _Files:
    context = click.get_current_context(silent=True)
    found = _Files() if context is None else context.meta.setdefault(_KEY, _Files())
    assert isinstance(found, _Files)
    return found


def will_read(path: Path | None) -> None:
    """Say that a file (standard input for None) is read; a :class:`GolfsolveError` if it is written."""
    try:
        source = os.fstat(0) if path is None else path.stat()
    except (OSError, ValueError):
        return  # whoever opens it says what is wrong
    files = _files()
    for target in files.written:
        if is_source(target, source):
            raise _both(target)
    for stream, number in ((sys.stdout, 1), (sys.stderr, 2)):
        with suppress(OSError):
            if stream is not None and source.st_size and _appends_to(number, source):
                raise GolfsolveError(f"{path or 'standard input'} is read, and what is printed goes into it")
    files.read.append(source)


def _appends_to(descriptor: int, source: os.stat_result) -> bool:
    found = os.fstat(descriptor)
    return bool(found.st_mode & 0o170000 == 0o100000) and os.path.samestat(found, source)


def will_write(path: Path) -> None:
    """Say that a file is written. Raises :class:`GolfsolveError` if it cannot be, or is used otherwise."""
    files = _files()
    real_target(path)
    if any(same_target(path, other) for other in files.written):
        raise GolfsolveError(f"{path} is given for two outputs (expected a file for each)")
    if any(is_source(path, source) for source in files.read):
        raise _both(path)
    files.written.append(path)


def _both(path: Path) -> GolfsolveError:
    return GolfsolveError(f"{path} cannot be read and replaced at once")


class InputFile(click.Path):
    """A parameter type: a file that is read; ``-`` where a command takes standard input too."""

    def __init__(self, *, allow_dash: bool = False) -> None:
        super().__init__(path_type=Path, dir_okay=False, allow_dash=allow_dash)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        text = str(value)
        if not text:
            self.fail("'' is no name of a file", param, ctx)
        if text == STREAM:
            if not self.allow_dash:
                self.fail(f"'-' is no file (standard input is not read here; {_dashed()})", param, ctx)
            will_read(None)
            return Path(text)
        path = Path(str(super().convert(text, param, ctx)))
        will_read(path)
        return path


class OutputFile(click.Path):
    """A parameter type: a file that is written."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        text = str(value)
        if not text:
            self.fail("'' is no name of a file", param, ctx)
        if text == STREAM:
            self.fail(
                f"'-' is no file (without {_option(param)} results go to standard output; {_dashed()})",
                param,
                ctx,
            )
        if text.endswith(("/", os.sep)):
            self.fail(f"{text!r} is a folder (expected a file)", param, ctx)
        path = Path(str(super().convert(text, param, ctx)))
        will_write(path)
        return path


class OutputFolder(click.Path):
    """A parameter type: a folder in which files are written, and which is made if need be."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        text = str(value)
        if not text or text == STREAM:
            self.fail(f"{text!r} is no name of a folder", param, ctx)
        return Path(str(super().convert(text, param, ctx)))


def _option(param: click.Parameter | None) -> str:
    return param.opts[0] if param is not None else "it"


def _dashed() -> str:
    return "a file of that name is ./-"


class DealsArgument(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.2
    """A parameter type: a deal number, a file of deals, a folder or pattern of them, or ``-``."""

    name = "deals"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text as it is."""
        text = str(value)
        if text == STDIN:
            will_read(None)
        elif not looks_like_number(text):
            for name in expanded([text]):
                will_read(Path(name))
        return text

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Names of files."""
        return click.Path(dir_okay=False).shell_complete(ctx, param, incomplete)
