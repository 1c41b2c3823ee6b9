"""Solving with every solution replayed, and results that are searched on with a larger budget."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from golfsolve.errors import FormatError
from golfsolve.files.budget import smaller_budget
from golfsolve.files.record_file import Reader, Record, replacing_records
from golfsolve.files.results import FORMAT, VERSION, result_record
from golfsolve.formats import read
from golfsolve.formats.named import NamedDeal
from golfsolve.game.deal import Deal
from golfsolve.game.referee import check_solution, replay
from golfsolve.game.result import Best, Result, Verdict
from golfsolve.game.variants import Variant
from golfsolve.solving.solver import Solver
from golfsolve.solving.unknown import solve_unknown
from golfsolve.solving.workers import ordered_map


def solve_checked(solver: Solver, deal: Deal, *, best: bool = False) -> tuple[Result, Best | None]:
    """The verdict on a deal, with its best score if wanted; what they rest on is replayed by the referee."""
    found = None
    if best:
        result, found = solver.solve_best(deal)
        reached = replay(deal, solver.variant, found.moves).score
        if reached != found.score:
            raise RuntimeError(f"best score {found.score}, but its line reaches {reached}")
    elif deal.unknown:
        result = solve_unknown(solver, deal)
    else:
        result = solver.solve(deal)
    if result.solution is not None:
        check_solution(deal, solver.variant, result.solution)
    return result, found


def search_on(path: Path, head: Record, variant: Variant, *, jobs: int, resume: bool = True) -> None:
    """Solve the undecided deals of a results file again, if it was made with a smaller budget.

    What was decided stays: a search that ends within a budget is the same within a larger one. The file is
    replaced when all are solved, and is then an unfinished one of the larger budget, which ``head`` states.
    """
    before = smaller_budget(path, head) if resume else None
    if before is None:
        return
    work = functools.partial(_again, before=before, partial=head["partial"], best="best" in head)
    with Reader(path, FORMAT, VERSION) as reader, replacing_records(path, head, force=True) as out:
        reader.may_be_torn = True
        results = ordered_map(work, _records(reader), variant, jobs=jobs, max_nodes=head["max_nodes"])
        with closing(results):
            for record in results:
                out.write(record)


class _Record(dict[str, object]):
    """A record that is called after its deal."""

    def __str__(self) -> str:
        return f"deal {self.get('deal')}"


def _records(reader: Reader) -> Iterator[Record]:
    return (_Record(record) for record in reader)


def _again(solver: Solver, record: Record, *, before: int, partial: bool, best: bool) -> Record:
    """A record as it is with the budget of ``solver``, from one with the budget ``before``."""
    decided = record.get("verdict") in (Verdict.WINNABLE, Verdict.UNWINNABLE)
    within = type(record.get("nodes")) is int and record["nodes"] < before
    if "error" in record or (decided and within and (not best or record.get("proven") is True)):
        return dict(record)
    deal = next(read([str(record.get("cards"))], solver.variant, partial=partial))
    if isinstance(deal, FormatError):
        raise deal
    result, found = solve_checked(solver, deal.deal, best=best)
    return result_record(NamedDeal(deal.deal, record["deal"]), solver.variant, result, found)
