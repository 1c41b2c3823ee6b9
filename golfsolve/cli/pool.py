"""``golfsolve pool``: generate, verify, merge, split, info."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from golfsolve import pool as pools
from golfsolve import regroup
from golfsolve.batch import default_jobs, ordered_map
from golfsolve.cli.codes import INVALID, NO, YES
from golfsolve.cli.options import (
    FILE,
    best_option,
    check_out_options,
    check_workers,
    dask_option,
    force_option,
    jobs_option,
    json_option,
    max_nodes_option,
    out_options,
    quiet_option,
    variant_option,
    whole_number,
)
from golfsolve.cli.output import echo_json, note, progress
from golfsolve.cli.variants import in_words
from golfsolve.deal import Deal
from golfsolve.difficulty import Difficulty, Level
from golfsolve.errors import GolfsolveError
from golfsolve.export import FORMATS
from golfsolve.export import export as export_pool
from golfsolve.files import replacing
from golfsolve.numbering import MAX_NUMBER, OWN, SCHEMES, DealNumber, deal_number, max_number
from golfsolve.poolwriter import Excluded, PoolWriter, exclude
from golfsolve.rating import rate
from golfsolve.result import Best, Result
from golfsolve.solver import Solver
from golfsolve.variants import BUILT_IN, Variant, from_rules

MAX_START = max(map(max_number, SCHEMES))
BLOCK = 16  # deal numbers a worker takes at once, at most
MOST_IN_VAIN = 100_000  # deals in a row that give none for the pool, before it is given up
DASK_BLOCK = 256  # the same on other machines: each block has to pass a scheduler
RATED_SHARE = 16  # so much smaller where deals are rated, which takes far longer than to solve them

ANY_LEVEL = "any"

Solved = list[tuple[Result, Best | None, Difficulty | None]]


@click.group()
def pool() -> None:
    """Write, check and describe pools of winnable deals."""


@pool.command()
@variant_option
@click.option(
    "--count", type=whole_number(1, MAX_NUMBER), metavar="N", required=True, help="How many winnable deals."
)
@click.option(
    "--start",
    type=whole_number(1, MAX_START),
    metavar="N",
    default=1,
    show_default=True,
    help="The first deal number.",
)
@click.option(
    "--numbering",
    "scheme",
    type=click.Choice(SCHEMES),
    default=OWN,
    show_default=True,
    help="Whose deal numbers to go through.",
)
@max_nodes_option
@best_option("Keep the best golf score of each deal, with a solution that reaches it.")
@click.option(
    "--difficulty",
    "level",
    type=click.Choice([*map(str, Level), ANY_LEVEL]),
    help="Rate each deal, and keep those of one level, or of any.",
)
@click.option(
    "--exclude",
    "other_pools",
    multiple=True,
    type=FILE,
    metavar="FILE...",
    help="Leave out the deals of these pools.",
)
@click.argument("more_pools", nargs=-1, type=FILE, metavar="")
@jobs_option
@dask_option
@out_options("The pool file to write.")
@quiet_option
def generate(
    variant: Variant,
    count: int,
    start: int,
    scheme: str,
    max_nodes: int,
    best: bool,
    level: str | None,
    other_pools: tuple[Path, ...],
    more_pools: tuple[Path, ...],
    jobs: int | None,
    dask: str | None,
    out: Path | None,
    resume: bool,
    force: bool,
    quiet: bool,
) -> None:
    """Go through deal numbers upwards and keep the winnable deals, each with a replayed solution.

    The same options write the same bytes, whatever the number of workers. With --resume an interrupted pool
    is finished, and a finished one grows to a larger --count.
    """
    check_workers(jobs, dask)
    check_out_options(out, resume, force)
    if out is None:
        raise click.UsageError("Missing option '--out FILE'.")
    if more_pools and not other_pools:  # only after an --exclude FILE can there be others
        raise click.UsageError(f"Got unexpected extra argument ({more_pools[0]})")
    if start > max_number(scheme):
        raise click.UsageError(f"{scheme} numbers end at {max_number(scheme)}.")
    excluded = exclude((*other_pools, *more_pools), variant, scheme)
    levels = () if level is None else tuple(Level) if level == ANY_LEVEL else (Level(level),)
    with (
        PoolWriter.open(
            out,
            variant,
            first=start,
            count=count,
            max_nodes=max_nodes,
            scheme=scheme,
            best=best,
            levels=levels,
            excluded=excluded,
            resume=resume,
            force=force,
        ) as writer,
        progress(count, done=writer.kept, quiet=quiet) as advance,
    ):
        if not writer.full:
            work = functools.partial(_solve, best=best, rated=bool(levels))
            size = BLOCK if dask is None else DASK_BLOCK
            if levels:
                size //= RATED_SHARE
            blocks = _blocks(writer.next_number, scheme, excluded, size)
            results = ordered_map(
                work, blocks, variant, jobs=jobs or default_jobs(), max_nodes=max_nodes, dask=dask
            )
            with closing(results):
                _fill(writer, results, advance)
        writer.finish()
    totals = writer.totals
    turned_down = _counts({why: number for why, number in totals.turned_down.items() if number})
    note(
        f"{out}: {totals.kept:,} winnable {variant.name} deals; {totals.tried:,} tried from number "
        f"{DealNumber(start, scheme)} on" + (f", turned down {turned_down}" if turned_down else ""),
        quiet,
    )


@dataclass(frozen=True)
class Block:
    """Deal numbers for a worker."""

    scheme: str
    numbers: range

    def __str__(self) -> str:
        return f"deals {DealNumber(self.numbers.start, self.scheme)}-{self.numbers.stop - 1}"


def _blocks(first: int, scheme: str, excluded: Excluded, size: int) -> Iterator[Block]:
    """All numbers from ``first`` on but the excluded ones."""
    last = max_number(scheme)
    while first <= last:
        end = first
        while end < first + size and end <= last and end not in excluded.numbers:
            end += 1
        if end > first:
            yield Block(scheme, range(first, end))
        first = max(end, first + 1)


def _fill(writer: PoolWriter, results: Iterator[Solved], advance: Callable[[int], object]) -> None:
    in_vain = 0
    for block in results:
        for found in block:
            if writer.full:
                return
            kept = writer.add(*found)
            advance(kept)
            in_vain = 0 if kept else in_vain + 1
            if in_vain == MOST_IN_VAIN:
                raise GolfsolveError(
                    f"none of {in_vain:,} deals in a row is for the pool, the last is "
                    f"{writer.next_number - 1} (are the rules or --max-nodes too strict?)"
                )
    if not writer.full:
        raise GolfsolveError(f"the deal numbers end before {writer.count} winnable deals are found")


def _solve(solver: Solver, block: Block, *, best: bool = False, rated: bool = False) -> Solved:
    """The results of a block; those of winnable deals with best score and difficulty, if wanted."""
    solved: Solved = []
    for deal, result in _results(solver, block):
        moves, found, rating = result.solution, None, None
        if moves is not None and best:
            found = solver.best(deal)
            moves = found.moves
        if moves is not None and rated:
            rating = rate(deal, moves, solver)
        solved.append((result, found, rating))
    return solved


def _results(solver: Solver, block: Block) -> Iterator[tuple[Deal, Result]]:
    if block.scheme == OWN:  # dealt and solved without Python between the deals
        solved = solver.solve_numbers(block.numbers.start, len(block.numbers))
        for index, cards in enumerate(solved.cards.tolist()):
            yield Deal.from_cards(cards, solver.variant), solved.result(index)
    else:
        for number in block.numbers:
            deal = deal_number(DealNumber(number, block.scheme), solver.variant)
            yield deal, solver.solve(deal)


@pool.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@quiet_option
@click.pass_context
def verify(ctx: click.Context, files: tuple[Path, ...], quiet: bool) -> None:
    """Replay every solution of pool files, without the engine, and deal every number again.

    Exit code 1 if something is wrong with one of them, 2 if one cannot be read.
    """
    code = YES
    for path in files:
        try:
            with progress(None, quiet=quiet) as advance:
                found = pools.verify(path, advance)
        except GolfsolveError as error:
            note(f"Error: {error}")
            code = INVALID
            continue
        if found.first_problem is None:
            click.echo(f"{path}: {found.deals:,} deals, all solutions replayed, checksum right")
            continue
        more = f" (and {found.bad - 1:,} more)" if found.bad > 1 else ""
        click.echo(found.first_problem + more)
        code = max(code, NO)
    ctx.exit(code)


@pool.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option("--out", type=FILE, metavar="FILE", required=True, help="The pool file to write.")
@force_option
@quiet_option
def merge(files: tuple[Path, ...], out: Path, force: bool, quiet: bool) -> None:
    """Put the deals of pools of one kind into one, in the order of their numbers and each once.

    A pool in use for daily deals must stay at the beginning, or the deals of its dates change: merge it only
    with pools of higher numbers.
    """
    merged = regroup.merge(files, out, force=force)
    doubled = f", {merged.doubled:,} of them in more than one pool" if merged.doubled else ""
    kept = " and ".join(map(str, merged.leading)) or "none of them"
    note(f"{out}: {merged.totals.kept:,} deals{doubled}; dates keep the deals of {kept}", quiet)


def read_share(text: str) -> int | None:
    """A parameter type: a number of deals, or ``rest``, which is None."""
    return None if text == "rest" else whole_number(1, MAX_NUMBER)(text)


@pool.command()
@click.argument("file", type=FILE)
@click.option(
    "--into",
    "parts",
    type=(FILE, read_share),
    multiple=True,
    required=True,
    metavar="FILE N",
    help="A pool to write, and how many deals it gets; the last one may get the `rest`.",
)
@force_option
@quiet_option
def split(file: Path, parts: tuple[tuple[Path, int | None], ...], force: bool, quiet: bool) -> None:
    """Divide the deals of a pool among several, in order.

    golfsolve pool split all.jsonl --into daily.jsonl 366 --into random.jsonl rest
    """
    if any(count is None for _, count in parts[:-1]):
        raise click.UsageError("Only the last part can get the rest.")
    written = regroup.split(file, parts, force=force)
    for (path, _), totals in zip(parts, written, strict=True):
        note(f"{path}: {totals.kept:,} deals", quiet)


@pool.command()
@click.argument("file", type=FILE)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    required=True,
    help="json: a document for a page; csv: for spreadsheets; numbers: the deal numbers; pysol: the Python "
    "module that PySolFC reads; lines: the cards of each deal.",
)
@click.option("--out", type=FILE, metavar="FILE", help="Write to FILE instead of standard output.")
@force_option
@quiet_option
def export(file: Path, form: str, out: Path | None, force: bool, quiet: bool) -> None:
    """Verify a pool and write its deals for other programs."""
    with progress(None, quiet=quiet) as advance:
        text = export_pool(file, form, advance)
        if out is None:
            for piece in text:
                click.echo(piece, nl=False)
        else:
            with (
                replacing(out, force=force) as part,
                part.open("w", encoding="ascii", newline="\n") as target,
            ):
                target.writelines(text)


@pool.command()
@click.argument("file", type=FILE)
@json_option
def info(file: Path, as_json: bool) -> None:
    """Say what is in a pool file."""
    found = pools.info(file)
    if as_json:
        echo_json(found)
        return
    variant = from_rules(found["variant"], found["rules"])
    rows: dict[str, Any] = {
        "variant": variant.name,
        "rules": None if variant in BUILT_IN else " ".join(in_words(variant)),
        "deals": f"{found['deals']:,}"
        + ("" if found["finished"] else " (unfinished: --resume continues it)"),
        "numbers": f"{found['first']} to {found['last']} ({found['numbering']}, version "
        f"{found['numbering_version']})",
    }
    if found["finished"]:
        rows["tried"] = f"{found['tried']:,}; turned down {_counts(found['turned_down'])}"
        if found["untried"]:
            rows["untried"] = f"{found['untried']:,}, left to other pools"
    for key in ("draws", "nodes", "best_score"):
        if (spread := found[key]) is not None:
            rows[key.replace("_", " ")] = f"{spread['min']:,} to {spread['max']:,}, mean {spread['mean']:,}"
    if found["difficulty"] is not None:
        rows["difficulty"] = _counts(found["difficulty"])
    rows |= {"max nodes": f"{found['max_nodes']:,}", "program": found["program"], "sha256": found["sha256"]}
    for name, value in rows.items():
        if value is not None:
            click.echo(f"{name:<11}{value}")


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {what.replace('_', ' ')}" for what, count in counts.items())
