"""``golfsolve pool``: generate, verify, merge, split, info."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import click

from golfsolve.cli.codes import INVALID, NO, YES
from golfsolve.cli.groups import Group
from golfsolve.cli.options import (
    FILE,
    OUT_FILE,
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
    read_levels,
    variant_option,
    whole_number,
)
from golfsolve.cli.output import echo_json, note, plural, pool_progress, progress
from golfsolve.cli.variants import in_words
from golfsolve.errors import GolfsolveError
from golfsolve.files.replacing import write_text
from golfsolve.game.catalogue import BUILT_IN, from_rules
from golfsolve.game.difficulty import Level
from golfsolve.game.numbering import MAX_NUMBER, OWN, SCHEMES, DealNumber, max_number, parse_range
from golfsolve.game.variants import Variant
from golfsolve.pools.check import check as check_pool
from golfsolve.pools.export import FORMATS
from golfsolve.pools.export import export as export_pool
from golfsolve.pools.generate import generate as generate_pool
from golfsolve.pools.info import info as pool_info
from golfsolve.pools.merge_split import merge as merge_pools
from golfsolve.pools.merge_split import split as split_pool
from golfsolve.pools.select import Conditions
from golfsolve.pools.select import select as select_pool
from golfsolve.pools.verify import verify as verify_pool
from golfsolve.pools.writer import exclude

MAX_START = max(map(max_number, SCHEMES))


@click.group(cls=Group)
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
    "levels",
    type=read_levels,
    metavar="LEVEL,...",
    help="Rate each deal, and keep those of some levels: one, several like easy,medium, a range like "
    "easy-hard, or any.",
)
@click.option(
    "--exclude",
    "other_pools",
    multiple=True,
    type=FILE,
    metavar="FILE",
    help="Leave out the deals of this pool; may be given several times.",
)
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
    levels: tuple[Level, ...] | None,
    other_pools: tuple[Path, ...],
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
    if start > max_number(scheme):
        raise click.UsageError(f"{scheme} numbers end at {max_number(scheme)}.")
    totals = generate_pool(
        out,
        variant,
        count,
        first=start,
        scheme=scheme,
        max_nodes=max_nodes,
        best=best,
        levels=levels or (),
        excluded=exclude(other_pools, variant, scheme),
        jobs=jobs,
        dask=dask,
        resume=resume,
        force=force,
        progress=lambda total, done: pool_progress(total, done, rated=bool(levels), quiet=quiet),
    )
    turned_down = _counts({why: number for why, number in totals.turned_down.items() if number})
    note(
        f"{out}: {totals.kept:,} winnable {variant.name} deals; {totals.tried:,} tried from number "
        f"{DealNumber(start, scheme)} on" + (f", turned down {turned_down}" if turned_down else ""),
        quiet,
    )


@pool.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@json_option
@quiet_option
@click.pass_context
def verify(ctx: click.Context, files: tuple[Path, ...], as_json: bool, quiet: bool) -> None:
    """Replay every solution of pool files, without the engine, and deal every number again.

    What a replay cannot tell is believed: that the deals turned down are not winnable, that best scores are
    the best, which moves beside a solution lose, and how many nodes a search took.

    Exit code 1 if something is wrong with one of them, 2 if one cannot be read.
    """
    code = YES
    for path in files:
        try:
            with progress(None, quiet=quiet) as advance:
                found = verify_pool(path, advance)
        except GolfsolveError as error:
            if as_json:
                echo_json({"file": str(path), "error": str(error)})
            note(f"Error: {error}")
            code = INVALID
            continue
        if as_json:
            code = max(code, YES if found.ok else NO)
            echo_json(
                {
                    "file": str(path),
                    "ok": found.ok,
                    "deals": found.deals,
                    "problems": found.bad,
                    "first_problem": found.first_problem,
                }
            )
            continue
        if found.first_problem is None:
            click.echo(f"{path}: {found.deals:,} deals, all solutions replayed, checksum right")
            continue
        more = f" (and {found.bad - 1:,} more)" if found.bad > 1 else ""
        click.echo(found.first_problem + more)
        code = max(code, NO)
    ctx.exit(code)


@pool.command()
@click.argument("file", type=FILE)
@click.option(
    "--sample",
    type=whole_number(1, MAX_NUMBER),
    metavar="N",
    default=10,
    show_default=True,
    help="How many records to solve again, each with the deals turned down before it.",
)
@click.option(
    "--seed", type=whole_number(0, 2**64 - 1), metavar="N", help="Which ones.  [default: others each time]"
)
@jobs_option
@quiet_option
@click.pass_context
def check(
    ctx: click.Context, file: Path, sample: int, seed: int | None, jobs: int | None, quiet: bool
) -> None:
    """Solve some deals of a pool again, drawn at random, and those it turned down before them.

    Exit code 1 if one of them is not as recorded; the first is named. `pool verify` says whether all
    solutions are right.
    """
    seed = secrets.randbelow(2**32) if seed is None else seed
    with progress(sample, quiet=quiet, unit=" records") as advance:
        found = check_pool(file, sample, seed, jobs=jobs, advance=advance)
    if found.problem is not None:
        click.echo(f"{file}: {found.problem}; seed {seed}")
        ctx.exit(NO)
    records, deals = plural(found.records, "record"), plural(found.deals, "deal")
    click.echo(f"{file}: {records} ({deals}) solved again, all as recorded; seed {seed}")


@pool.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option("--out", type=OUT_FILE, metavar="FILE", required=True, help="The pool file to write.")
@force_option
@quiet_option
def merge(files: tuple[Path, ...], out: Path, force: bool, quiet: bool) -> None:
    """Put the deals of pools of one kind into one, in the order of their numbers and each once.

    A pool in use for daily deals must stay at the beginning, or the deals of its dates change: merge it only
    with pools of higher numbers.
    """
    merged = merge_pools(files, out, force=force)
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
    type=(OUT_FILE, read_share),
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
    written = split_pool(file, parts, force=force)
    for (path, _), totals in zip(parts, written, strict=True):
        note(f"{path}: {totals.kept:,} deals", quiet)


def read_numbers(text: str) -> tuple[str, range]:
    """A parameter type: a deal number or a range of them."""
    try:
        return parse_range(text)
    except GolfsolveError as error:
        raise click.BadParameter(str(error)) from None


@pool.command()
@click.argument("file", type=FILE)
@click.option("--difficulty", "levels", type=read_levels, metavar="LEVEL,...", help="Deals of these levels.")
@click.option(
    "--best-score", type=(int, int), metavar="MIN MAX", help="Deals with a best golf score in these limits."
)
@click.option("--draws", type=(int, int), metavar="MIN MAX", help="Deals whose solution draws so many cards.")
@click.option(
    "--numbers",
    type=read_numbers,
    multiple=True,
    metavar="N|FIRST-LAST",
    help="Deals with these numbers; may be given several times.",
)
@click.option("--list", "listed", type=FILE, metavar="FILE", help="Deals whose numbers are in FILE.")
@click.option("--out", type=OUT_FILE, metavar="FILE", required=True, help="The pool file to write.")
@force_option
@quiet_option
def select(
    file: Path,
    levels: tuple[Level, ...] | None,
    best_score: tuple[int, int] | None,
    draws: tuple[int, int] | None,
    numbers: tuple[tuple[str, range], ...],
    listed: Path | None,
    out: Path,
    force: bool,
    quiet: bool,
) -> None:
    """Keep the deals of a pool that meet all conditions, in a pool that still verifies.

    golfsolve pool select all.jsonl --difficulty easy-medium --draws 0 12 --out friendly.jsonl
    """
    wanted = Conditions(levels, best_score, draws, (*numbers, *_listed(listed)) or None)
    if listed is not None and wanted.numbers is None:
        raise GolfsolveError(f"{listed}: no numbers")
    if wanted == Conditions():
        raise click.UsageError(
            "Give at least one condition: --difficulty, --best-score, --draws, --numbers, --list."
        )
    totals = select_pool(file, out, wanted, force=force)
    note(f"{out}: {totals.kept:,} deals", quiet)


def _listed(path: Path | None) -> list[tuple[str, range]]:
    """The numbers in a file, a number or range a line; what follows a # is a comment."""
    found = []
    lines = [] if path is None else path.read_text(encoding="utf-8", errors="replace").splitlines()
    for place, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        try:
            found += [parse_range(text)] if text else []
        except GolfsolveError as error:
            raise GolfsolveError(f"{path}:{place}: {error}") from None
    return found


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
@click.option("--no-solutions", is_flag=True, help="Leave the solutions out (JSON).")
@click.option("--out", type=OUT_FILE, metavar="FILE", help="Write to FILE instead of standard output.")
@force_option
@quiet_option
def export(file: Path, form: str, no_solutions: bool, out: Path | None, force: bool, quiet: bool) -> None:
    """Verify a pool and write its deals for other programs."""
    with progress(None, quiet=quiet) as advance:
        text = export_pool(file, form, advance, solutions=not no_solutions)
        if out is None:
            for piece in text:
                click.echo(piece, nl=False)
        else:
            write_text(out, text, force=force)


@pool.command()
@click.argument("file", type=FILE)
@json_option
def info(file: Path, as_json: bool) -> None:
    """Say what is in a pool file."""
    found = pool_info(file)
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
