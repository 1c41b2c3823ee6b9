"""Blocks of consecutive deals, and the record of what the solver found of one.

A statistics file (docs/formats.md) holds one record a block; whatever is reported is computed from
such records, so that a file says the same as the run that wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from golfsolve.errors import StatsError
from golfsolve.files.record_file import Record
from golfsolve.stats.scores import Scores

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK = 1000  # deals per record


class Block(NamedTuple):
    """Consecutive deal numbers."""

    first: int
    deals: int

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Block:
        """The block that a record is about. Raises :class:`StatsError` if it says none."""
        first, deals = record.get("first"), record.get("deals")
        if not (type(first) is int and first >= 1 and type(deals) is int and deals >= 1):
            raise StatsError("first and deals are not whole numbers of at least 1")
        return cls(first, deals)

    @property
    def end(self) -> int:
        """The number after the last one."""
        return self.first + self.deals

    def __str__(self) -> str:
        return f"deals {self.first}-{self.end - 1}"


def blocks(first: int, deals: int, *, done: int = 0) -> Iterator[Block]:
    """The blocks of a run, from block number ``done`` on."""
    for offset in range(done * BLOCK, deals, BLOCK):
        yield Block(first + offset, min(BLOCK, deals - offset))


def block_record(
    block: Block, verdicts: NDArray[np.uint8], nodes: NDArray[np.int64], scores: Scores | None = None
) -> Record:
    """The record of a block from what :meth:`golfsolve.solving.solver.Solver.solve_numbers` gives."""
    import numpy as np

    counts = np.bincount(verdicts, minlength=3)
    return {
        "first": block.first,
        "deals": block.deals,
        "winnable": int(counts[0]),
        "unwinnable": int(counts[1]),
        "undecided": int(counts[2]),
        "nodes": int(nodes.sum()),
        "nodes_max": int(nodes.max()),
        "nodes_histogram": np.bincount([bucket(n) for n in nodes.tolist()]).tolist(),
        **({} if scores is None else scores.json()),
    }


def block_keys(*, player: bool, scores: bool) -> tuple[str, ...]:
    """The keys of a block's record, in their order."""
    if player:
        return ("first", "deals", "won", "scores")
    solved = (
        "first",
        "deals",
        "winnable",
        "unwinnable",
        "undecided",
        "nodes",
        "nodes_max",
        "nodes_histogram",
    )
    return (*solved, "scores", "scores_unproven") if scores else solved


def check_effort(record: Mapping[str, Any], max_nodes: int) -> None:
    """Raises :class:`StatsError` unless sum and maximum of the nodes go with their histogram and the budget.

    The counts have been found to be whole numbers that add up.
    """
    histogram, nodes, most = record["nodes_histogram"], record["nodes"], record["nodes_max"]
    if most > max_nodes:
        raise StatsError(f"nodes_max is {most}, but the search ends at {max_nodes}")
    if len(histogram) != bucket(most) + 1 or not histogram[-1]:
        raise StatsError(f"nodes_max is {most}, which is not in the last bucket of nodes_histogram")
    ends = [bucket_range(index) for index in range(len(histogram))]
    least = sum(count * values[0] for count, values in zip(histogram, ends, strict=True))
    largest = sum(count * min(values[-1], most) for count, values in zip(histogram, ends, strict=True))
    least += most - ends[-1][0]  # one of the last bucket has as many as nodes_max
    if not least <= nodes <= largest:
        raise StatsError(f"nodes is {nodes}, but nodes_histogram allows {least} to {largest}")
    full = histogram[-1] if bucket(max_nodes) == len(histogram) - 1 else 0
    if record["undecided"] > full or (record["undecided"] and most != max_nodes):
        raise StatsError(
            f"{record['undecided']} undecided deals, but nodes_histogram has {full} at the end of the search"
        )


# Node counts spread over six orders of magnitude. Below 64 each has its own bucket, from there on
# 32 buckets share each power of two: a bucket is never wider than 1/32 of its values.
_EXACT = 64
BUCKETS_PER_OCTAVE = 32


def bucket(nodes: int) -> int:
    """The histogram bucket of a node count."""
    if nodes < _EXACT:
        return nodes
    shift = nodes.bit_length() - 6  # leaves the six leading bits: 32..63
    return BUCKETS_PER_OCTAVE * shift + (nodes >> shift)


def bucket_range(index: int) -> range:
    """The node counts of a bucket, the inverse of :func:`bucket`."""
    if index < _EXACT:
        return range(index, index + 1)
    shift = index // BUCKETS_PER_OCTAVE - 1
    low = index % BUCKETS_PER_OCTAVE + BUCKETS_PER_OCTAVE
    return range(low << shift, (low + 1) << shift)
