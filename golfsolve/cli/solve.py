"""``golfsolve solve``."""

from __future__ import annotations

import functools
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import click

from golfsolve.cli.codes import INVALID, NO, UNDECIDED, YES
from golfsolve.cli.options import (
    OUT_FILE,
    best_option,
    check_out_options,
    deals_argument,
    deals_variant_option,
    echo_option,
    jobs_option,
    json_option,
    max_nodes_option,
    out_options,
    page_option,
    partial_option,
    quiet_option,
    ranks_option,
)
from golfsolve.cli.output import Echo, echo_json, note, plural, printable, progress, screen_lines
from golfsolve.cli.solve_text import board_text, brief_text
from golfsolve.errors import DealError, quoted
from golfsolve.files.annotations import code_quality_report, github_annotations, markdown_summary
from golfsolve.files.junit import junit_report
from golfsolve.files.results import Origin, Tally, error_record, open_results, result_record, results_header
from golfsolve.formats import format_bhs
from golfsolve.formats.inputs import STDIN, Unreadable, open_deals
from golfsolve.formats.named import NamedDeal
from golfsolve.game.numbering import looks_like_number, parse_range
from golfsolve.game.result import Best, Result, Verdict
from golfsolve.game.variants import Variant
from golfsolve.page.assemble import write_page
from golfsolve.page.facts import check_singles, deal_facts
from golfsolve.solving.checked import search_on, solve_checked
from golfsolve.solving.solver import Solver
from golfsolve.solving.workers import default_jobs, ordered_map

BOARD, BRIEF, BHS = "board", "brief", "bhs"
BOARD_LINES = 12  # of a deal without its solution, at least

Item = NamedDeal | Unreadable
Solved = tuple[Item, Result | None, Best | None]


def read_verdicts(text: str) -> set[Verdict]:
    """A parameter type: verdicts separated by commas, or ``none``."""
    words = {word.strip() for word in text.split(",")} - {"none"}
    if not words <= {Verdict.UNWINNABLE, Verdict.UNDECIDED}:
        raise click.BadParameter(
            f"{quoted(text)} (expected unwinnable, undecided, both with a comma, or none)"
        )
    return {Verdict(word) for word in words}


@click.command()
@deals_argument
@deals_variant_option
@max_nodes_option
@partial_option
@ranks_option
@echo_option
@best_option("Also the best golf score of each deal, won or not, with a line that reaches it.")
@json_option
@click.option(
    "--format",
    "form",
    type=click.Choice([BOARD, BRIEF, BHS]),
    help="How to print them: with their boards, a line a deal, or as black-hole-solver does.  "
    "[default: brief on a terminal that the boards would not fit on, else board]",
)
@jobs_option
@out_options("Write the results to FILE instead, JSON Lines that can be continued.")
@page_option
@click.option(
    "--junit", type=OUT_FILE, metavar="FILE", help="Also write a JUnit report, a test case for each deal."
)
@click.option(
    "--annotations",
    type=click.Choice(["github"]),
    help="Also say on standard error, in the words of a service's log, which line's deal fails.",
)
@click.option(
    "--code-quality",
    type=OUT_FILE,
    metavar="FILE",
    help="Also write what fails as a Code Quality report (GitLab).",
)
@click.option(
    "--summary",
    type=OUT_FILE,
    metavar="FILE",
    help="Also append a summary in Markdown to FILE ($GITHUB_STEP_SUMMARY, say).",
)
@click.option(
    "--fail-on",
    type=read_verdicts,
    metavar="VERDICTS",
    default="unwinnable,undecided",
    show_default=True,
    help="The verdicts that exit codes 1 and 3 are for.",
)
@quiet_option
@click.pass_context
def solve(
    ctx: click.Context,
    deals: tuple[str, ...],
    variant: Variant | None,
    max_nodes: int,
    partial: bool,
    ranks: bool,
    echo: bool,
    best: bool,
    as_json: bool,
    form: str | None,
    jobs: int | None,
    out: Path | None,
    resume: bool,
    force: bool,
    page: Path | None,
    junit: Path | None,
    annotations: str | None,
    code_quality: Path | None,
    summary: Path | None,
    fail_on: set[Verdict],
    quiet: bool,
) -> None:
    """Prove deals winnable or unwinnable, with solutions.

    Exit code 0 if all are winnable, 1 if some are unwinnable, 3 if some are undecided, 2 if something could
    not be read (the rest is solved all the same).
    """
    reports = [path for path in (junit, code_quality, summary, page) if path is not None]
    check_out_options(out, resume, force, reports=reports)
    _check_format(form, as_json or out is not None, best)
    sighted = best or form == BHS or page is not None  # these need to know every card
    variant, items = open_deals(deals, variant, partial=partial, ranks=ranks, unknown=not sighted)
    if form is None and sys.stdout.isatty() and STDIN not in deals:
        form, items = _form_that_fits(items)
    tally, writer = Tally(fail_on), None
    with ExitStack() as stack:
        if junit is not None:
            stack.enter_context(junit_report(junit, tally, variant, force=force or resume))
        if code_quality is not None:
            stack.enter_context(code_quality_report(code_quality, tally, variant, force=force or resume))
        if summary is not None:
            stack.enter_context(markdown_summary(summary, tally, variant))
        if annotations is not None:
            github_annotations(tally, variant, note)
        show_on_page = stack.enter_context(_page(page, variant, force=force))
        if out is not None:
            head = results_header(variant, partial=partial, max_nodes=max_nodes, best=best)
            search_on(out, head, variant, jobs=jobs or default_jobs(), resume=resume)
            writer = open_results(out, head, variant, items, tally, resume=resume, force=force)
            stack.enter_context(writer)
        understood = Echo(variant, every=echo, quiet=quiet)
        work = functools.partial(_solve, best=best)
        results = ordered_map(work, items, variant, jobs=jobs or default_jobs(), max_nodes=max_nodes)
        stack.enter_context(closing(results))
        # On a terminal that shows results as they come, a bar would run through them.
        hidden = quiet or (writer is None and sys.stdout.isatty())
        advance = stack.enter_context(progress(_count(deals), done=tally.deals, quiet=hidden))
        for item, result, best_found in results:
            record = _record(item, variant, result, best_found)
            tally.add(record, Origin.of(item))
            show_on_page(item, result, best_found)
            if isinstance(item, Unreadable):
                note(f"Error: {item}")
            else:
                understood.show(item)
            if writer is not None:
                writer.write(record)
            elif as_json:
                echo_json(record)
            elif isinstance(item, NamedDeal) and result is not None:
                gap = "\n" if tally.deals > 1 and form != BRIEF else ""
                click.echo(gap + _text(item, variant, result, best_found, form), nl=False)
            advance(1)
        if writer is not None:
            writer.finish(tally.counts())
    if tally.deals > 1 or out is not None:
        note(_summary(tally), quiet)
    ctx.exit(_exit_code(tally))


def _check_format(form: str | None, elsewhere: bool, best: bool) -> None:
    if form is not None and (elsewhere or (best and form == BHS)):
        raise click.UsageError(
            f"--format {form} goes with neither --json nor --out" + (", nor --best." if form == BHS else ".")
        )


def _form_that_fits(items: Iterator[Item]) -> tuple[str, Iterator[Item]]:
    """Boards if they fit on the screen, else lines; and the deals, some of which are read for that."""
    boards = max(1, screen_lines() // BOARD_LINES)
    first = list(itertools.islice(items, boards + 1))
    return BRIEF if len(first) > boards else BOARD, itertools.chain(first, items)


def _text(item: NamedDeal, variant: Variant, result: Result, best: Best | None, form: str | None) -> str:
    if form == BHS:
        return format_bhs(result, item.deal, variant)
    if form == BRIEF:
        return brief_text(item, result, best) + "\n"
    return board_text(item, variant, result, best)


@contextmanager
def _page(path: Path | None, variant: Variant, *, force: bool) -> Iterator[Callable[..., None]]:
    """Takes what is found of each deal, and writes a page of them in the end, if one is wanted."""
    items: list[NamedDeal] = []
    lines: list[tuple[int, ...] | None] = []

    def add(item: Item, result: Result | None, best: Best | None) -> None:
        if path is not None and isinstance(item, NamedDeal) and result is not None:
            items.append(item)
            lines.append(result.solution if best is None else best.moves)
            check_singles(len(items))

    yield add
    if path is not None:
        write_page(path, deal_facts(items, variant, lines), force=force)


def _solve(solver: Solver, item: Item, *, best: bool) -> Solved:
    if isinstance(item, Unreadable):
        return item, None, None
    return item, *solve_checked(solver, item.deal, best=best)


def _record(item: Item, variant: Variant, result: Result | None, best: Best | None) -> dict[str, Any]:
    if isinstance(item, Unreadable):
        return error_record(item, variant)
    assert result is not None
    return result_record(item, variant, result, best)


def _count(arguments: Iterable[str]) -> int | None:
    """How many deals there will be, if that can be told without reading any."""
    count = 0
    for text in arguments:
        if not looks_like_number(text):
            return None
        try:
            numbers = parse_range(text)[1]
            count += numbers.stop - numbers.start
        except DealError:
            count += 1
    return count


def _summary(tally: Tally) -> str:
    """How many deals there were of each kind, and which of them fail."""
    counts = {kind: count for kind, count in tally.counts().items() if count}
    lines = [
        f"{plural(tally.deals, 'deal')}: "
        + (", ".join(f"{n:,} {kind}" for kind, n in counts.items()) or "none")
    ]
    for kind, names in tally.listed.items():
        if names:
            more = counts[kind] - len(names)
            lines.append(
                f"{kind}: {', '.join(map(printable, names))}" + (f" and {more:,} more" if more else "")
            )
    return "\n".join(lines)


def _exit_code(tally: Tally) -> int:
    found = tally.counts()
    if found["unreadable"]:
        return INVALID
    if found["unwinnable"] and tally.kind_fails(Verdict.UNWINNABLE):
        return NO
    if found["undecided"] and tally.kind_fails(Verdict.UNDECIDED):
        return UNDECIDED
    return YES
