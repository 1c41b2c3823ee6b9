"""``golfsolve stats``."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click

from golfsolve import stats as statistics
from golfsolve.batch import default_jobs, ordered_map
from golfsolve.cli.options import (
    FILE,
    check_out_options,
    jobs_option,
    json_option,
    max_nodes_option,
    out_options,
    quiet_option,
    start_option,
    variant_option,
    whole_number,
)
from golfsolve.cli.output import echo_json, note, progress
from golfsolve.errors import PoolError
from golfsolve.numbering import MAX_NUMBER
from golfsolve.published import published
from golfsolve.recordfile import Reader, Record, Writer
from golfsolve.scores import Scores
from golfsolve.solver import Solver
from golfsolve.stats import Block, Resumption, Totals
from golfsolve.variants import Variant

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
@jobs_option
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
    jobs: int | None,
    out: Path | None,
    resume: bool,
    force: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure the win rate and the best scores of numbered deals, with 95 % intervals.

    Undecided deals widen the win rate's interval both ways. With --resume an interrupted file is finished,
    and a finished one grows to more --deals.
    """
    if ctx.invoked_subcommand is not None:
        return
    if deals is None:
        raise click.UsageError("Missing option '--deals N'.")
    if start + deals - 1 > MAX_NUMBER:
        raise click.UsageError(f"Deal numbers end at {MAX_NUMBER}.")
    check_out_options(out, resume, force)
    head = statistics.header(variant, start, max_nodes, scores=scores)
    past = Resumption(start, deals)
    totals = past.totals
    with ExitStack() as stack:
        writer = None
        if out is not None and resume:
            writer = stack.enter_context(Writer.resume(out, head, past.accept))
        elif out is not None:
            writer = stack.enter_context(Writer.create(out, head, force=force))
        todo, began = deals - totals.deals, time.monotonic()
        blocks = statistics.blocks(start, deals, done=past.blocks)
        work = _measure_scores if scores else _measure
        records = stack.enter_context(
            closing(ordered_map(work, blocks, variant, jobs=jobs or default_jobs(), max_nodes=max_nodes))
        )
        advance = stack.enter_context(progress(deals, done=totals.deals, quiet=quiet))
        for record in records:
            if writer is not None:
                writer.write(record)
            totals.add(record)
            advance(record["deals"])
        if writer is not None:
            writer.finish(totals.closing())
        seconds = time.monotonic() - began
    _print(statistics.summary(head, totals), as_json)
    if todo:
        note(f"{todo / seconds:,.0f} deals a second ({todo:,} in {seconds:,.1f} s)", quiet)


def _measure(solver: Solver, block: Block) -> Record:
    solved = solver.solve_numbers(block.first, block.deals)
    return statistics.block_record(block, solved.verdicts, solved.nodes)


def _measure_scores(solver: Solver, block: Block) -> Record:
    solved, best = solver.best_numbers(block.first, block.deals)
    return statistics.block_record(block, solved.verdicts, solved.nodes, Scores.of(best))


@stats.command()
@click.argument("file", type=FILE)
@json_option
def show(file: Path, as_json: bool) -> None:
    """Report what a statistics file holds."""
    totals = Totals()
    with Reader(file, statistics.FORMAT, statistics.VERSION) as reader:
        for record in reader:
            try:
                totals.add(record)
            except PoolError as error:
                raise reader.damage(str(error)) from None
        if reader.closing is not None and not totals.closing().items() <= reader.closing.items():
            raise reader.damage("the closing line does not add up")
        _print(statistics.summary(reader.header, totals, finished=reader.finished), as_json)


def _print(summary: dict[str, Any], as_json: bool) -> None:
    if as_json:
        echo_json(summary)
        return
    deals, first = summary["deals"], summary["first"]
    click.echo(f"{summary['variant']}: {deals:,} deals, numbers {first} to {first + deals - 1}")
    if not summary["finished"]:
        click.echo("(unfinished: --resume continues it)")
    for key in ("winnable", "unwinnable", "undecided"):
        click.echo(f"  {key:<11}{summary[key]:>15,}")
    click.echo(f"  {'win rate':<11}{_rate(summary['win_rate'], summary['interval'])}")
    for figure in published(summary["variant"]):
        sample = f", {figure.deals:,} deals" if figure.deals else ""
        rate = figure.text or _rate(figure.win_rate, figure.interval)
        click.echo(f"  {'published':<11}{rate}{sample}: {figure.source}")
    nodes = summary["nodes"]
    click.echo(
        f"  states searched a deal: mean {nodes['mean']:,}, median {nodes['median']:,}, "
        f"maximum {nodes['max']:,}"
    )
    if "scores" in summary:
        _print_scores(summary["scores"])


def _print_scores(scores: dict[str, Any]) -> None:
    histogram = {int(score): count for score, count in scores["histogram"].items()}
    click.echo(f"best golf score, {scores['deals']:,} deals (lower is better)")
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
    click.echo(f"  {nine['holes']} holes: {_mean(nine)} at best on average; par {nine['par']}")


def _mean(figures: dict[str, Any]) -> str:
    if figures["interval"] is None:
        return f"{figures['mean']:.2f}"
    low, high = figures["interval"]
    low, high = statistics.round_outwards(low, high, digits=2)
    return f"{figures['mean']:.2f} (95 %: {low:.2f} to {high:.2f})"


def _rate(rate: float | None, interval: Any) -> str:
    text = "unknown" if rate is None else f"{100 * rate:.3f} %"
    if interval is None:
        return text
    low, high = statistics.round_outwards(interval[0], interval[1], digits=5)
    return f"{text} (95 %: {100 * low:.3f} to {100 * high:.3f})"
