"""``golfsolve stats``."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from golfsolve.cli.codes import NO
from golfsolve.cli.groups import Group
from golfsolve.cli.options import (
    FILE,
    OUT_FILE,
    check_out_options,
    check_workers,
    confidence_option,
    dask_option,
    force_option,
    jobs_option,
    json_option,
    max_nodes_option,
    out_options,
    quiet_option,
    start_option,
    variant_option,
    whole_number,
)
from golfsolve.cli.output import echo_json, note, plural, progress
from golfsolve.cli.stats_text import numbers_text, print_summary
from golfsolve.errors import GolfsolveError
from golfsolve.files.replacing import write_text
from golfsolve.game.numbering import MAX_NUMBER
from golfsolve.game.players import Player
from golfsolve.game.result import SEARCH_REVISION
from golfsolve.game.variants import Variant
from golfsolve.stats import file as stats_file
from golfsolve.stats import plot as plots
from golfsolve.stats.compare import FORMATS as COMPARISONS
from golfsolve.stats.compare import compare as compare_files
from golfsolve.stats.compare import format_comparison
from golfsolve.stats.export import export_blocks
from golfsolve.stats.measure import MeasurementInterrupted, measure
from golfsolve.stats.measure import check as measure_again
from golfsolve.stats.panels import PANELS
from golfsolve.stats.totals import summary


@click.group(cls=Group, invoke_without_command=True)
@variant_option
@click.option(
    "--deals", type=whole_number(1, MAX_NUMBER), metavar="N", help="How many consecutive deal numbers."
)
@start_option
@max_nodes_option
@click.option(
    "--scores", is_flag=True, help="Also the best golf score of each deal: mean, spread, histogram."
)
@click.option(
    "--player",
    type=click.Choice(list(map(str, Player))),
    help="Have each deal played once by a player who cannot see the stock, instead of solving it.",
)
@jobs_option
@dask_option
@out_options("Keep the counts of every block of deals in FILE, which can be continued.")
@confidence_option
@json_option
@quiet_option
@click.pass_context
def stats(
    ctx: click.Context,
    variant: Variant,
    deals: int | None,
    start: int,
    max_nodes: int,
    scores: bool,
    player: str | None,
    jobs: int | None,
    dask: str | None,
    out: Path | None,
    resume: bool,
    force: bool,
    confidence: float,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure the win rate and the scores of numbered deals, with confidence intervals.

    Undecided deals widen the win rate's interval both ways. With --resume an interrupted file is finished,
    and a finished one grows to more --deals.
    """
    if ctx.invoked_subcommand is not None:
        _refuse_options(ctx)
        return
    if deals is None:
        raise click.UsageError("Missing option '--deals N'.")
    if start + deals - 1 > MAX_NUMBER:
        raise click.UsageError(f"Deal numbers end at {MAX_NUMBER}.")
    check_workers(jobs, dask)
    check_out_options(out, resume, force)
    if player is not None and (
        scores or ctx.get_parameter_source("max_nodes") is ParameterSource.COMMANDLINE
    ):
        raise click.UsageError("--player solves nothing: --scores and --max-nodes do not go with it.")
    clock = _Clock(quiet)
    try:
        found = measure(
            variant,
            deals,
            first=start,
            max_nodes=max_nodes,
            scores=scores,
            player=None if player is None else Player(player),
            jobs=jobs,
            dask=dask,
            path=out,
            resume=resume,
            force=force,
            progress=clock.progress,
        )
    except MeasurementInterrupted as stopped:
        if out is None and stopped.found.totals.deals:
            note(f"Interrupted: of {deals:,} deals only these are counted", quiet)
            _report(stopped.found.summary(confidence, finished=False), as_json)
        raise
    _report(found.summary(confidence), as_json)
    clock.tell()


class _Clock:
    """A progress bar, and how fast it went."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._deals = 0
        self._seconds = 0.0

    @contextmanager
    def progress(self, total: int, done: int) -> Iterator[Callable[[int], object]]:
        """As :func:`measure` wants it."""
        began = time.monotonic()
        with progress(total, done=done, quiet=self._quiet) as advance:
            yield advance
        self._deals, self._seconds = total - done, time.monotonic() - began

    def tell(self) -> None:
        """A line for people, if there was anything to do."""
        if self._deals:
            rate = self._deals / self._seconds
            note(f"{rate:,.0f} deals per second ({self._deals:,} in {self._seconds:,.1f} s)", self._quiet)


def _report(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        echo_json(found)
    else:
        print_summary(found)


def _refuse_options(ctx: click.Context) -> None:
    """Options of a run in front of another command would be ignored."""
    given = [
        param.opts[0]
        for param in ctx.command.params
        if ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError(f"{given[0]} cannot stand before `{ctx.invoked_subcommand}`.")


@stats.command()
@click.argument("file", type=FILE)
@confidence_option
@json_option
def show(file: Path, confidence: float, as_json: bool) -> None:
    """Report what a statistics file holds."""
    with stats_file.open_stats(file) as reader:
        totals = stats_file.empty_totals(reader.header)
        for _ in stats_file.block_records(reader, totals):
            pass
        _report(summary(reader.header, totals, finished=reader.finished, confidence=confidence), as_json)


@stats.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option(
    "--out",
    type=OUT_FILE,
    metavar="FILE.svg|png|pdf",
    required=True,
    help="The picture, in the format of its name.",
)
@click.option(
    "--panel",
    "panels",
    type=click.Choice(PANELS),
    multiple=True,
    help="What to draw; can be repeated.  [default: all that the files hold]",
)
@confidence_option
@force_option
def plot(files: tuple[Path, ...], out: Path, panels: tuple[str, ...], confidence: float, force: bool) -> None:
    """Draw what statistics and pool files hold.

    Win rates with intervals beside published ones, and how much they differ; the states that a deal takes;
    how golf scores are spread, where a file has them; how many deals of a pool have which difficulty, and
    over its order.
    """
    plots.plot(files, out, panels=panels or PANELS, confidence=confidence, force=force)


@stats.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option(
    "--format",
    "form",
    type=click.Choice(COMPARISONS),
    default="text",
    show_default=True,
    help="How to write the comparison.",
)
@confidence_option
def compare(files: tuple[Path, ...], form: str, confidence: float) -> None:
    """Compare games, players or runs, from statistics files or results files of `solve --out`.

    A row for each file; how the win rate of each differs from that of the first; and whether it agrees with
    published figures.
    """
    click.echo(format_comparison(compare_files(files, confidence), form), nl=False)


@stats.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option("--out", type=OUT_FILE, metavar="FILE", help="Write to FILE instead of standard output.")
@force_option
def export(files: tuple[Path, ...], out: Path | None, force: bool) -> None:
    """Write the blocks of statistics files as CSV, a row for each block.

    `stats compare --format csv` writes a row for each file.
    """
    text = export_blocks(files)
    if out is None:
        for piece in text:
            click.echo(piece, nl=False)
    else:
        write_text(out, text, force=force)


@stats.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option("--out", type=OUT_FILE, metavar="FILE", required=True, help="The statistics file to write.")
@force_option
@quiet_option
def merge(files: tuple[Path, ...], out: Path, force: bool, quiet: bool) -> None:
    """Put the counts of several files into one.

    They must be of one variant and budget, and no deal may be in two of them. Files of whole blocks that
    follow each other give the file of one long run, to the byte.
    """
    totals = stats_file.merge(files, out, force=force)
    note(f"{out}: {totals.deals:,} deals, {numbers_text(totals.ranges)}", quiet)


@stats.command()
@click.argument("file", type=FILE)
@click.option(
    "--sample",
    "count",
    type=whole_number(1, MAX_NUMBER),
    metavar="N",
    default=10,
    show_default=True,
    help="How many blocks to solve again.",
)
@click.option(
    "--seed", type=whole_number(0, 2**64 - 1), metavar="N", help="Which ones.  [default: others each time]"
)
@jobs_option
@quiet_option
@click.pass_context
def check(
    ctx: click.Context, file: Path, count: int, seed: int | None, jobs: int | None, quiet: bool
) -> None:
    """Solve some blocks of a statistics file again, drawn at random, and compare all their counts.

    Of a file that another revision of the search has counted, the verdicts and best scores are compared.

    Exit code 1 if one of them is not as recorded; the first is named.
    """
    seed = secrets.randbelow(2**32) if seed is None else seed
    with stats_file.open_stats(file) as reader:
        records = stats_file.sample(reader, count, seed)
        variant, head = reader.variant, reader.header
    if not records:
        raise GolfsolveError(f"{file} holds no blocks yet")
    with progress(len(records), quiet=quiet, unit=" blocks") as advance:
        found = measure_again(head, records, variant, jobs=jobs, advance=advance)
    if found is not None:
        click.echo(f"{file}: {found.block}: {found.text}")
        ctx.exit(NO)
    blocks = plural(len(records), "block")
    deals = plural(sum(record["deals"] for record in records), "deal")
    search = stats_file.other_search(head)
    what = "all" if search is None else f"all verdicts (counted with search {search}, not {SEARCH_REVISION})"
    click.echo(f"{file}: {blocks} ({deals}) solved again, {what} as recorded; seed {seed}")
