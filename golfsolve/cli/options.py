"""What several commands take: parameter types and options."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from golfsolve.cli.paths import DealsArgument, InputFile, OutputFile, will_read
from golfsolve.errors import GolfsolveError, VariantError, quoted
from golfsolve.formats.inputs import DEFAULT_VARIANT
from golfsolve.game import rule_file as rulefile
from golfsolve.game.catalogue import find, known_names
from golfsolve.game.difficulty import Level, parse_levels
from golfsolve.game.numbering import MAX_NUMBER
from golfsolve.game.variants import Variant
from golfsolve.play import daily
from golfsolve.solving.compiled import before_compiling
from golfsolve.solving.odds import DEFAULT_MAX_STATES
from golfsolve.solving.solver import DEFAULT_MAX_NODES
from golfsolve.stats.intervals import CONFIDENCE

F = TypeVar("F", bound=Callable[..., Any])


def read_variant(text: str) -> Variant:
    """A parameter type: the name or an alias of a variant, or a file with rules."""
    if text.lower().endswith(rulefile.SUFFIX):
        will_read(Path(text))
        try:
            return rulefile.load(Path(text))
        except VariantError as error:  # a ValueError, which click would take for a fault of the command line
            raise click.ClickException(str(error)) from None
    try:
        return find(text)
    except VariantError as error:
        raise click.BadParameter(str(error)) from None


def complete_variant(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of variants that begin with what has been typed."""
    return [name for name in known_names() if name.startswith(incomplete)]


def whole_number(minimum: int, maximum: int) -> Callable[[str | int], int]:
    """A parameter type: plain digits 0-9. (int() would also read ``1_000`` and other scripts' digits.)."""

    def read(value: str | int) -> int:
        text = str(value)
        plain = text.isascii() and text.isdigit() and len(text) <= 40
        if not plain or not minimum <= int(text) <= maximum:
            raise click.BadParameter(
                f"{quoted(text)} is not a whole number (expected one from {minimum} to {maximum})"
            )
        return int(text)

    return read


def read_date(text: str) -> datetime.date:
    """A parameter type: a date like ``2026-01-31``."""
    try:
        return daily.parse_date(text)
    except GolfsolveError as error:
        raise click.BadParameter(str(error)) from None


def read_levels(text: str) -> tuple[Level, ...]:
    """A parameter type: levels of difficulty, like ``easy,medium`` or ``easy-hard``."""
    try:
        return parse_levels(text)
    except GolfsolveError as error:
        raise click.BadParameter(str(error)) from None


def read_week(text: str) -> daily.Week:
    """A parameter type: seven levels, Monday first."""
    try:
        return daily.parse_week(text)
    except GolfsolveError as error:
        raise click.BadParameter(str(error)) from None


def read_scheduler(text: str) -> str:
    """A parameter type: the address of a Dask scheduler."""
    if not re.fullmatch(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}", text, re.ASCII):
        raise click.BadParameter(f"{quoted(text)} is not an address like tcp://host:8786")
    return text


FILE = InputFile()
OUT_FILE = OutputFile()

deals_argument = click.argument("deals", nargs=-1, required=True, metavar="DEALS...", type=DealsArgument())
deal_argument = click.argument("deal", type=DealsArgument())
partial_option = click.option(
    "--partial", is_flag=True, help="Take positions too: cards that are missing count as played."
)
ranks_option = click.option(
    "--ranks", is_flag=True, help="Take cards by their ranks alone, whatever suits they have or lack."
)
echo_option = click.option(
    "--echo", is_flag=True, help="Show each deal on standard error as it was understood."
)


def _variant_option(**default: Any) -> Callable[[F], F]:
    return click.option(
        "--variant",
        type=read_variant,
        metavar="NAME|FILE.toml",
        shell_complete=complete_variant,
        **default,
    )


variant_option = _variant_option(
    default=DEFAULT_VARIANT, show_default=True, help="The game; see `golfsolve variants`."
)
deals_variant_option = _variant_option(
    help="The game; see `golfsolve variants`.  [default: what the first file says, else golf]"
)
max_nodes_option = click.option(
    "--max-nodes",
    type=whole_number(1, 2**62),
    metavar="N",
    default=DEFAULT_MAX_NODES,
    show_default=True,
    help="States to search per deal; a deal that needs more is undecided.",
)
max_states_option = click.option(
    "--max-states",
    type=whole_number(1, 2**62),
    metavar="N",
    default=DEFAULT_MAX_STATES,
    show_default=True,
    help="States of a deal, board and unseen cards, up to which the chance is exact.",
)
start_option = click.option(
    "--start",
    type=whole_number(1, MAX_NUMBER),
    metavar="N",
    default=1,
    show_default=True,
    help="The first deal number.",
)
jobs_option = click.option(
    "--jobs",
    type=whole_number(1, 1024),
    metavar="N",
    help="Workers.  [default: the cores this process may use]",
)
dask_option = click.option(
    "--dask",
    type=read_scheduler,
    metavar="ADDRESS",
    help="Let the workers of the Dask scheduler at ADDRESS do it, instead of --jobs here.",
)


def read_confidence(text: str | float) -> float:
    """A parameter type: a probability from 0.5 to 0.9999."""
    plain = re.fullmatch(r"0?\.[0-9]{1,6}", str(text), re.ASCII)
    if plain is None or not 0.5 <= float(text) <= 0.9999:
        raise click.BadParameter(f"{quoted(str(text))} is not a confidence (expected one from 0.5 to 0.9999)")
    return float(text)


confidence_option = click.option(
    "--confidence",
    type=read_confidence,
    metavar="P",
    default=CONFIDENCE,
    show_default=True,
    help="How often an interval made in this way holds the true value.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
moves_option = click.option(
    "--moves",
    default="",
    metavar="MOVES",
    help='The moves made so far, like "3 5 D 2": columns, and D for a draw.',
)
unseen_option = click.option(
    "--unseen",
    is_flag=True,
    help="Go by the exact chance to win for a player who does not see the order of the stock.",
)
pool_argument = click.argument("pool", type=FILE)
date_option = click.option(
    "--date",
    type=read_date,
    metavar="YYYY-MM-DD",
    help="The date.  [default: today in UTC]",
)
force_option = click.option("--force", is_flag=True, help="Replace FILE if it exists.")


def _silence(ctx: click.Context, param: click.Parameter, quiet: bool) -> bool:
    if quiet:
        before_compiling(None)
    return quiet


quiet_option = click.option(
    "--quiet", is_flag=True, callback=_silence, help="No progress bar and no summary."
)


page_option = click.option(
    "--page",
    type=OUT_FILE,
    metavar="FILE.html",
    help="Also write a page on which it can be played and replayed.",
)


def best_option(what: str) -> Callable[[F], F]:
    """``--best``, which finds the best golf score of each deal."""
    return click.option("--best", is_flag=True, help=what)


def out_options(what: str) -> Callable[[F], F]:
    """``--out``, ``--resume`` and ``--force`` for a record file."""

    def decorate(command: F) -> F:
        command = force_option(command)
        command = click.option("--resume", is_flag=True, help="Continue FILE where it stops.")(command)
        return click.option("--out", type=OUT_FILE, metavar="FILE", help=what)(command)

    return decorate


def check_workers(jobs: int | None, dask: str | None) -> None:
    """Complain about workers asked for here and elsewhere."""
    if jobs is not None and dask is not None:
        raise click.UsageError("--jobs is for workers here, --dask for those of a cluster: give one of them.")


def check_out_options(out: Path | None, resume: bool, force: bool, *, reports: Sequence[Path] = ()) -> None:
    """Complain about options that do not go together; ``reports`` are other files that are written."""
    if resume and force:
        raise click.UsageError("--resume continues the file, --force replaces it: give one of them.")
    if out is None and (resume or (force and not reports)):
        raise click.UsageError(f"{'--resume' if resume else '--force'} needs --out FILE.")
    if out is not None and out.suffix == ".gz":
        raise click.UsageError(
            "--out writes plain text, which can be continued; pack it afterwards: gzip -n FILE"
        )
