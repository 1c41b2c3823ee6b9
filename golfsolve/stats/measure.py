"""Measuring: solve or play consecutive deal numbers, block by block, and count what comes out.

The only part of this package that solves anything.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golfsolve.files.record_file import Record, Writer
from golfsolve.game.players import Player, check_player
from golfsolve.game.variants import Variant
from golfsolve.solving.simulator import Simulator
from golfsolve.solving.solver import DEFAULT_MAX_NODES, Solver
from golfsolve.solving.workers import Progress, default_jobs, no_progress, ordered_map
from golfsolve.stats import file as stats_file
from golfsolve.stats import player_games
from golfsolve.stats.blocks import Block, block_record, blocks
from golfsolve.stats.intervals import CONFIDENCE
from golfsolve.stats.scores import Scores
from golfsolve.stats.totals import BlockTotals, summary


@dataclass(frozen=True)
class Measurement:
    """What a run has counted: the header that its file has or would have, and the totals."""

    header: Record
    totals: BlockTotals

    def summary(self, confidence: float = CONFIDENCE, *, finished: bool = True) -> dict[str, Any]:
        """All that is reported of it, as plain data with a stable key order."""
        return summary(self.header, self.totals, finished=finished, confidence=confidence)


def measure(
    variant: Variant,
    deals: int,
    *,
    first: int = 1,
    max_nodes: int = DEFAULT_MAX_NODES,
    scores: bool = False,
    player: Player | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    path: Path | None = None,
    resume: bool = False,
    force: bool = False,
    progress: Progress = no_progress,
) -> Measurement:
    """Count the verdicts of deal numbers ``first`` .. ``first + deals - 1``, with best ``scores`` if wanted.

    With a ``player``, each deal is played once instead by somebody who cannot see the stock. ``path`` keeps
    the counts of every block in a file, which ``resume`` continues and ``force`` replaces. ``jobs`` is the
    number of workers, by default one per core, or ``dask`` the address of a scheduler whose workers do it.
    ``progress`` is told of the deals of each block.

    The counts do not depend on the number of workers. Raises :class:`GolfsolveError` where the file cannot be
    written or continued.
    """
    if player is not None:
        check_player(player, variant)
        head = stats_file.player_header(variant, first, player)
    else:
        head = stats_file.header(variant, first, max_nodes, scores=scores)
    past = stats_file.Resumption(first, deals, stats_file.empty_totals(head))
    totals = past.totals
    with ExitStack() as stack:
        writer = None
        if path is not None and resume:
            writer = stack.enter_context(Writer.resume(path, head, past.accept))
        elif path is not None:
            writer = stack.enter_context(Writer.create(path, head, force=force))
        todo = blocks(first, deals, done=past.blocks)
        records = _records(head, todo, variant, jobs=jobs, max_nodes=max_nodes, dask=dask)
        stack.enter_context(closing(records))
        advance = stack.enter_context(progress(deals, totals.deals))
        try:
            for record in records:
                if writer is not None:
                    writer.write(record)
                totals.add(record)
                advance(record["deals"])
        except KeyboardInterrupt:
            raise MeasurementInterrupted(Measurement(head, totals)) from None
        if writer is not None:
            writer.finish(totals.closing())
    return Measurement(head, totals)


class MeasurementInterrupted(KeyboardInterrupt):
    """Ctrl-C in the middle of :func:`measure`; ``found`` is what had been counted by then."""

    def __init__(self, found: Measurement) -> None:
        super().__init__()
        self.found = found


@dataclass(frozen=True)
class Difference:
    """A block that is not as recorded, and how it differs."""

    block: Block
    text: str


def check(
    head: Record,
    records: Sequence[Record],
    variant: Variant,
    *,
    jobs: int | None = None,
    advance: Callable[[int], object] = lambda _: None,
) -> Difference | None:
    """Count the blocks of some records again; the first that comes out otherwise than recorded, if any.

    ``head`` is the header of their file; where another revision of the search made it, the verdicts and best
    scores are compared alone. ``advance(1)`` is called for each block that is as recorded.
    """
    limit = head.get("max_nodes", DEFAULT_MAX_NODES)
    compare = stats_file.difference if stats_file.other_search(head) is None else stats_file.contradiction
    results = _records(head, map(Block.of, records), variant, jobs=jobs, max_nodes=limit)
    with closing(results):
        for recorded, counted in zip(records, results, strict=True):
            found = compare(recorded, counted)
            if found is not None:
                return Difference(Block.of(recorded), found)
            advance(1)
    return None


def _records(
    head: Record,
    todo: Iterator[Block],
    variant: Variant,
    *,
    jobs: int | None,
    max_nodes: int,
    dask: str | None = None,
) -> Any:
    """The records of some blocks, in order: a generator, to be closed."""
    return ordered_map(
        _work(head), todo, variant, jobs=jobs or default_jobs(), max_nodes=max_nodes, dask=dask
    )


def _work(head: Record) -> Callable[[Solver, Block], Record]:
    """How the records under a header come about."""
    player = stats_file.player_of(head)
    if player is not None:
        return functools.partial(_play, player=player)
    return _solve_with_scores if head.get("scores") else _solve


def _solve(solver: Solver, block: Block) -> Record:
    solved = solver.solve_numbers(block.first, block.deals)
    return block_record(block, solved.verdicts, solved.nodes)


def _solve_with_scores(solver: Solver, block: Block) -> Record:
    solved, best = solver.best_numbers(block.first, block.deals)
    return block_record(block, solved.verdicts, solved.nodes, Scores.of(best))


def _play(solver: Solver, block: Block, *, player: Player) -> Record:
    simulator = Simulator(solver.variant, solver.stop)
    return player_games.block_record(block, simulator.play_numbers(player, *block).tolist())
