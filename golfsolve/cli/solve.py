"""``golfsolve solve``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import ExitStack, closing
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
    jobs_option,
    json_option,
    max_nodes_option,
    out_options,
    partial_option,
    quiet_option,
)
from golfsolve.cli.output import echo_json, note, paint, plural, progress
from golfsolve.errors import DealError, quoted
from golfsolve.files.junit import junit_report
from golfsolve.files.results import Tally, error_record, open_results, result_record
from golfsolve.formats import format_bhs
from golfsolve.formats.common import is_full
from golfsolve.formats.drawing import draw_board, draw_solution
from golfsolve.formats.inputs import Unreadable, open_deals
from golfsolve.formats.named import NamedDeal
from golfsolve.game.numbering import looks_like_number, parse_range
from golfsolve.game.referee import check_solution, replay
from golfsolve.game.result import Best, Result, Verdict
from golfsolve.game.variants import Variant
from golfsolve.solving.solver import Solver
from golfsolve.solving.workers import default_jobs, ordered_map

BHS = "bhs"

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
@best_option("Also the best golf score of each deal, won or not, with a line that reaches it.")
@json_option
@click.option("--format", "form", type=click.Choice([BHS]), help="Print them as black-hole-solver does.")
@jobs_option
@out_options("Write the results to FILE instead, JSON Lines that can be continued.")
@click.option("--junit", type=OUT_FILE, metavar="FILE", help="Also write a JUnit report, a test case a deal.")
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
    best: bool,
    as_json: bool,
    form: str | None,
    jobs: int | None,
    out: Path | None,
    resume: bool,
    force: bool,
    junit: Path | None,
    fail_on: set[Verdict],
    quiet: bool,
) -> None:
    """Prove deals winnable or unwinnable, with solutions.

    Exit code 0 if all are winnable, 1 if some are unwinnable, 3 if some are undecided, 2 if something could
    not be read (the rest is solved all the same).
    """
    check_out_options(out, resume, force, report=junit)
    if form is not None and (as_json or best or out is not None):
        raise click.UsageError("--format goes with none of --json, --best and --out.")
    variant, items = open_deals(deals, variant, partial=partial)
    tally, writer = Tally(), None
    with ExitStack() as stack:
        if junit is not None:
            report = junit_report(junit, variant, fail_on, force=force or resume)
            tally = stack.enter_context(report)
        if out is not None:
            writer = open_results(
                out,
                variant,
                items,
                tally,
                partial=partial,
                max_nodes=max_nodes,
                best=best,
                resume=resume,
                force=force,
            )
            stack.enter_context(writer)
        work = _solve_best if best else _solve
        results = ordered_map(work, items, variant, jobs=jobs or default_jobs(), max_nodes=max_nodes)
        stack.enter_context(closing(results))
        # On a terminal that shows results as they come, a bar would run through them.
        hidden = quiet or (writer is None and sys.stdout.isatty())
        advance = stack.enter_context(progress(_count(deals), done=tally.deals, quiet=hidden))
        for item, result, best_found in results:
            record = _record(item, variant, result, best_found)
            tally.add(record)
            if isinstance(item, Unreadable):
                note(f"Error: {item}")
            if writer is not None:
                writer.write(record)
            elif as_json:
                echo_json(record)
            elif isinstance(item, NamedDeal) and result is not None:
                if form == BHS:
                    text = format_bhs(result, item.deal, variant)
                else:
                    text = _text(item, variant, result, best_found)
                click.echo(("\n" if tally.deals > 1 else "") + text, nl=False)
            advance(1)
        if writer is not None:
            writer.finish(tally.counts())
    if tally.deals > 1 or out is not None:
        note(_summary(tally), quiet)
    ctx.exit(_exit_code(tally, fail_on))


def _solve(solver: Solver, item: Item) -> Solved:
    if isinstance(item, Unreadable):
        return item, None, None
    result = solver.solve(item.deal)
    if result.solution is not None:
        check_solution(item.deal, solver.variant, result.solution)
    return item, result, None


def _solve_best(solver: Solver, item: Item) -> Solved:
    if isinstance(item, Unreadable):
        return item, None, None
    result, best = solver.solve_best(item.deal)
    if result.solution is not None:
        check_solution(item.deal, solver.variant, result.solution)
    reached = replay(item.deal, solver.variant, best.moves).score
    if reached != best.score:
        raise RuntimeError(f"best score {best.score}, but its line reaches {reached}")
    return item, result, best


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


def _text(item: NamedDeal, variant: Variant, result: Result, best: Best | None) -> str:
    kind = "deal" if is_full(item.deal, variant) else "position"
    parts = [
        f"{variant.title or variant.name}, {kind} {item.name}\n",
        draw_board(item.deal, variant, paint),
        f"{_verdict(result, kind, shown=best is None)}\n",
    ]
    line = result.solution
    if best is not None:
        parts.append(f"{_best(best, item.deal.tableau_left)}\n")
        line = best.moves
    if line:
        parts.append(draw_solution(item.deal, variant, line, paint))
    return "\n".join(parts)


def _verdict(result: Result, kind: str, *, shown: bool) -> str:
    """The verdict in words; ``shown`` if the solution will be."""
    searched = f"{result.nodes:,} states searched"
    if result.verdict is Verdict.UNDECIDED:
        return f"Undecided: {searched} without a result (--max-nodes N searches on)."
    if result.solution is None:
        return f"{'Unwinnable' if kind == 'deal' else 'No longer winnable'}, proved with {searched}."
    if not shown:
        return f"Winnable; {searched}."
    return (
        f"Winnable in {plural(len(result.solution), 'move')}: {plural(result.draws or 0, 'draw')}, "
        f"{plural(result.stock_left or 0, 'stock card')} left; {searched}."
    )


def _best(best: Best, cards: int) -> str:
    left = f", {best.cards_left} left" if best.cards_left else f", {-best.score} left in the stock"
    return (
        f"Best score {best.score}{'' if best.proven else ' or better (--max-nodes N searches on)'}: "
        f"{plural(cards - best.cards_left, 'card')} cleared{left}, in {plural(len(best.moves), 'move')}."
    )


def _summary(tally: Tally) -> str:
    counts = ", ".join(f"{count:,} {name}" for name, count in tally.counts().items() if count)
    return f"{plural(tally.deals, 'deal')}: {counts or 'none'}"


def _exit_code(tally: Tally, fail_on: set[Verdict]) -> int:
    if tally.unreadable:
        return INVALID
    if tally.unwinnable and Verdict.UNWINNABLE in fail_on:
        return NO
    if tally.undecided and Verdict.UNDECIDED in fail_on:
        return UNDECIDED
    return YES
