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
from golfsolve.cli.options import (
    FILE,
    check_out_options,
    check_workers,
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
from golfsolve.cli.variants import in_words
from golfsolve.errors import GolfsolveError
from golfsolve.game.catalogue import from_rules
from golfsolve.game.numbering import MAX_NUMBER
from golfsolve.game.players import Player
from golfsolve.game.variants import Variant
from golfsolve.stats import file as stats_file
from golfsolve.stats import plot as plots
from golfsolve.stats.intervals import rate_text, round_outwards
from golfsolve.stats.measure import check as measure_again
from golfsolve.stats.measure import measure
from golfsolve.stats.published import published
from golfsolve.stats.totals import summary

BAR_WIDTH = 50


@click.group(invoke_without_command=True)
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
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure the win rate and the scores of numbered deals, with 95 % intervals.

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
    _print(found.summary(), as_json)
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
            note(f"{rate:,.0f} deals a second ({self._deals:,} in {self._seconds:,.1f} s)", self._quiet)


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
@json_option
def show(file: Path, as_json: bool) -> None:
    """Report what a statistics file holds."""
    with stats_file.open_stats(file) as reader:
        totals = stats_file.no_sums(reader.header)
        for _ in stats_file.block_records(reader, totals):
            pass
        _print(summary(reader.header, totals, finished=reader.finished), as_json)


@stats.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option(
    "--out", type=FILE, metavar="FILE.svg|png", required=True, help="The picture, in the format of its name."
)
@force_option
def plot(files: tuple[Path, ...], out: Path, force: bool) -> None:
    """Draw what statistics and pool files hold.

    Win rates with 95 % intervals beside published ones; how golf scores are spread, where a file has them;
    how many deals of a pool have which difficulty.
    """
    plots.plot(files, out, force=force)


@stats.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option("--out", type=FILE, metavar="FILE", required=True, help="The statistics file to write.")
@force_option
@quiet_option
def merge(files: tuple[Path, ...], out: Path, force: bool, quiet: bool) -> None:
    """Put the counts of several files into one.

    They must be of one variant and budget, and no deal may be in two of them. Files of whole blocks that
    follow each other give the file of one long run, to the byte.
    """
    totals = stats_file.merge(files, out, force=force)
    note(f"{out}: {totals.deals:,} deals, {_numbers(totals.ranges)}", quiet)


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
    click.echo(f"{file}: {blocks} ({deals}) solved again, all as recorded; seed {seed}")


def _print(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        echo_json(found)
        return
    ranges = [range(first, last + 1) for first, last in found["numbers"]]
    click.echo(f"{found['variant']}: {found['deals']:,} deals, {_numbers(ranges)}")
    if "rules" in found:
        click.echo("  " + " ".join(in_words(from_rules(found["variant"], found["rules"]))))
    if not found["finished"]:
        click.echo("(unfinished: --resume continues it)")
    if "player" in found:
        click.echo(f"  played by {found['player']}: {Player(found['player']).rule}")
    for key in ("winnable", "unwinnable", "undecided", "won"):
        if key in found:
            click.echo(f"  {key:<11}{found[key]:>15,}")
    click.echo(f"  {'win rate':<11}{rate_text(found['win_rate'], found['interval'])}")
    if "player" in found:
        _print_scores(found["scores"], at_best=False)
        return
    for figure in published(found["variant"]):
        sample = f", {figure.deals:,} deals" if figure.deals else ""
        rate = figure.text or rate_text(figure.win_rate, figure.interval)
        click.echo(f"  {'published':<11}{rate}{sample}: {figure.source}")
    nodes = found["nodes"]
    click.echo(
        f"  states searched a deal: mean {nodes['mean']:,}, median {nodes['median']:,}, "
        f"maximum {nodes['max']:,}"
    )
    if "scores" in found:
        _print_scores(found["scores"], at_best=True)


def _numbers(ranges: list[range]) -> str:
    return "numbers " + (", ".join(f"{found[0]} to {found[-1]}" for found in ranges) or "none")


def _print_scores(scores: dict[str, Any], *, at_best: bool) -> None:
    histogram = {int(score): count for score, count in scores["histogram"].items()}
    click.echo(f"{'best ' if at_best else ''}golf score, {scores['deals']:,} deals (lower is better)")
    if scores["unproven"]:
        click.echo(f"  not proven and left out: {scores['unproven']:,}")
    if not histogram:
        return
    largest = max(histogram.values())
    for score in range(min(histogram), max(histogram) + 1):
        count = histogram.get(score, 0)
        bar = "#" * -(-BAR_WIDTH * count // largest)  # whoever is there shows
        click.echo(f"  {score:>4}{count:>12,}  {bar}".rstrip())
    spread = "" if scores["sd"] is None else f"; standard deviation {scores['sd']:.2f}"
    click.echo(f"  mean {_mean(scores)}{spread}")
    click.echo("  " + ", ".join(f"{name} {score}" for name, score in scores["quantiles"].items()))
    nine = scores["round"]
    click.echo(
        f"  {nine['holes']} holes: {_mean(nine)}{' at best' if at_best else ''} on average; par {nine['par']}"
    )


def _mean(figures: dict[str, Any]) -> str:
    if figures["interval"] is None:
        return f"{figures['mean']:.2f}"
    low, high = figures["interval"]
    low, high = round_outwards(low, high, digits=2)
    return f"{figures['mean']:.2f} (95 %: {low:.2f} to {high:.2f})"
