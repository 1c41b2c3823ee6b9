"""The command line: parse, call the library, print. One file per command family.

Commands are loaded when they are run: ``--help`` and ``--version`` must not wait for the engine.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
import traceback
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

import golfsolve
from golfsolve.cli.codes import CLOSED_PIPE, DEFECT, INTERRUPTED, INVALID
from golfsolve.cli.groups import Group
from golfsolve.errors import GolfsolveError, Stopped
from golfsolve.solving.compiled import before_compiling

# Command -> what `golfsolve --help` says of it. Each is the object of its name in the module of its name.
_COMMANDS = {
    "variants": "List the games that golfsolve knows, with their rules.",
    "deal": "Show deals, or convert them to another format.",
    "solve": "Prove deals winnable or unwinnable, with solutions.",
    "verify": "Replay a solution of a deal.",
    "pool": "Write, check and describe pools of winnable deals.",
    "stats": "Measure win rates and best scores.",
    "daily": "Show the deal of a date, or write a calendar of them.",
    "round": "Show the nine holes of a date, or score a played round.",
    "odds": "Find the exact chance to win without sight of the stock.",
    "hint": "Say what can still be reached in a game, and which move to make.",
    "page": "Write a page to play the deals of pools in a browser.",
    "review": "Go through a finished game: what was possible, and where it was lost.",
    "compile": "Compile the engine ahead, and say where it is kept.",
}


class _Stopped(Exception):
    """Carries an exit code past click, which has its own ideas about interrupts and closed pipes."""

    def __init__(self, code: int) -> None:
        self.code = code


class _LazyGroup(Group):
    """The top group: knows names and help lines, imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = getattr(importlib.import_module(f"golfsolve.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _Stopped(CLOSED_PIPE) from None
        except (KeyboardInterrupt, Stopped):
            raise _Stopped(INTERRUPTED) from None


@click.group(
    cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(
    golfsolve.__version__, "-V", "--version", prog_name="golfsolve", message="%(prog)s %(version)s"
)
def cli() -> None:
    """Prove Golf solitaire deals winnable, with the order of the stock known.

    DEALS are deal numbers (7, 1-1000), other programs' numbers (ms:24, pysol:24, kpat:1-400), files, or -
    for standard input. Exit codes: 0 yes, 1 no, 2 bad input, 3 undecided, 130 interrupted.
    """


def run(args: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code; whatever goes wrong is one line on standard error."""
    try:
        return cli.main(args, prog_name="golfsolve", standalone_mode=False) or 0
    except _Stopped as stopped:
        if stopped.code == INTERRUPTED:
            _say("Interrupted")
        return stopped.code
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        with contextlib.suppress(OSError):
            error.show()
        return INVALID
    except GolfsolveError as error:
        _say(f"Error: {error}")
        return INVALID
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        _say(f"Error: {name}{error.strerror or error}")
        return INVALID
    except MemoryError:
        _say("Error: not enough memory")
        return INVALID
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        notes = "".join(f", {note}" for note in getattr(error, "__notes__", []))
        text = f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno}{notes})"
        _say(f"Error: this is a defect of golfsolve, please report it: {text}")
        return DEFECT


def main() -> NoReturn:
    """Run the program with its own command line, and end it."""
    _prepare_streams()
    before_compiling(lambda: _say("Compiling the engine, which has to be done once"))
    warnings.showwarning = lambda message, *_args, **_more: _say(f"Warning: {message}")
    code = run()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            if stream is sys.stdout and not isinstance(error, BrokenPipeError):
                _say(f"Error: cannot write standard output: {error.strerror}")
                code = INVALID
            elif stream is sys.stdout:
                code = CLOSED_PIPE
            # What cannot be written would be tried again, and complained about, when Python exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    if code == INTERRUPTED:
        os._exit(code)  # without waiting for a worker that is inside the compiler
    sys.exit(code)


def _prepare_streams() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # whoever has started the program has closed it
            setattr(sys, name, Path(os.devnull).open("w", encoding="ascii"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            # LF everywhere, and nothing that the terminal's encoding lacks can stop the program.
            stream.reconfigure(newline="\n", errors="backslashreplace")


def _say(text: str) -> None:
    with contextlib.suppress(OSError):  # there is nowhere else to say it
        click.echo(text.replace("\n", " "), err=True)
