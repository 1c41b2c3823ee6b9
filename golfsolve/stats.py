"""Win rates, their intervals and the cost of search, from blocks of consecutive deals.

A statistics file (docs/formats.md) holds one record a block; whatever is reported is computed from
such records, so that a file says the same as the run that wrote it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from golfsolve.errors import PoolError
from golfsolve.published import published
from golfsolve.recordfile import Record
from golfsolve.scores import Scores
from golfsolve.variants import from_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK = 1000  # deals a record

Z = 1.959963984540054  # the 97.5 % point of the normal distribution: two-sided 95 %
DIGITS = 6  # of rates, which are shares of 1


class Block(NamedTuple):
    """Consecutive deal numbers."""

    first: int
    deals: int

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Block:
        """The block that a record is about. Raises :class:`PoolError` if it says none."""
        first, deals = record.get("first"), record.get("deals")
        if not (type(first) is int and first >= 1 and type(deals) is int and deals >= 1):
            raise PoolError("first and deals are not whole numbers of at least 1")
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


# --- one block -----------------------------------------------------------------------------------


def block_record(
    block: Block, verdicts: NDArray[np.uint8], nodes: NDArray[np.int64], scores: Scores | None = None
) -> Record:
    """The record of a block from what :meth:`golfsolve.solver.Solver.solve_numbers` gives."""
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


# Node counts spread over six orders of magnitude. Below 64 each has a bucket of its own, from there on
# 32 buckets share each power of two: a bucket is never wider than 1/32 of its values.
_EXACT = 64
_PER_OCTAVE = 32


def bucket(nodes: int) -> int:
    """The histogram bucket of a node count."""
    if nodes < _EXACT:
        return nodes
    shift = nodes.bit_length() - 6  # leaves the six leading bits: 32..63
    return _PER_OCTAVE * shift + (nodes >> shift)


def bucket_range(index: int) -> range:
    """The node counts of a bucket, the inverse of :func:`bucket`."""
    if index < _EXACT:
        return range(index, index + 1)
    shift = index // _PER_OCTAVE - 1
    low = index % _PER_OCTAVE + _PER_OCTAVE
    return range(low << shift, (low + 1) << shift)


# --- all blocks ----------------------------------------------------------------------------------


@dataclass
class Sums(ABC):
    """The sum of block records: of how many deals, and of which (``ranges`` of their numbers)."""

    deals: int = 0
    ranges: list[range] = field(default_factory=list)

    @abstractmethod
    def add(self, record: Mapping[str, Any]) -> None:
        """Count a block. Raises :class:`PoolError` if it does not add up, or overlaps the ones before."""

    @abstractmethod
    def closing(self) -> Record:
        """The totals that the closing line of a file states."""

    @abstractmethod
    def figures(self) -> dict[str, Any]:
        """What is reported, as plain data with a stable key order."""

    def cover(self, record: Mapping[str, Any]) -> Block:
        """Count the deals of a block that do not overlap the ones before."""
        block = Block.of(record)
        reached = self.ranges[-1].stop if self.ranges else 1
        if block.first < reached:
            raise PoolError(f"{block} overlap the ones before, which go up to {reached - 1}")
        if self.ranges and block.first == reached:
            self.ranges[-1] = range(self.ranges[-1].start, block.end)
        else:
            self.ranges.append(range(block.first, block.end))
        self.deals += block.deals
        return block


@dataclass
class Totals(Sums):
    """What the solver found."""

    winnable: int = 0
    unwinnable: int = 0
    undecided: int = 0
    nodes: int = 0
    nodes_max: int = 0
    histogram: list[int] = field(default_factory=list)
    scores: Scores | None = None

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a block, see :meth:`Sums.add`."""
        numbers = [record.get(key) for key in _COUNTS]
        histogram = record.get("nodes_histogram")
        if not isinstance(histogram, list) or len(histogram) > 64 * _PER_OCTAVE:
            raise PoolError("nodes_histogram is not a list of counts")
        if not all(type(n) is int and n >= 0 for n in (*numbers, *histogram)):
            raise PoolError("a count is not a whole number")
        deals, winnable, unwinnable, undecided, nodes, nodes_max = (int(n or 0) for n in numbers)
        if not winnable + unwinnable + undecided == sum(histogram) == deals:
            raise PoolError("the counts of a block do not add up")
        self.cover(record)
        self.winnable += winnable
        self.unwinnable += unwinnable
        self.undecided += undecided
        self.nodes += nodes
        self.nodes_max = max(self.nodes_max, nodes_max)
        self.histogram += [0] * (len(histogram) - len(self.histogram))
        for index, count in enumerate(histogram):
            self.histogram[index] += count
        if "scores" in record:
            self.scores = self.scores or Scores()
            self.scores.add(record)
        if self.scores is not None and self.scores.deals != self.deals:
            raise PoolError("the scores of a block do not add up")

    def closing(self) -> Record:
        """The sums, and the largest ``nodes_max``."""
        return {key: getattr(self, key) for key in _COUNTS}

    def figures(self) -> dict[str, Any]:
        """Verdicts, effort, and best scores where there are any."""
        return {
            "deals": self.deals,
            "winnable": self.winnable,
            "unwinnable": self.unwinnable,
            "undecided": self.undecided,
            "win_rate": self.win_rate,
            "interval": list(self.interval),
            "nodes": {"mean": self.nodes_mean, "median": self.nodes_median, "max": self.nodes_max},
            **({} if self.scores is None else {"scores": self.scores.summary()}),
        }

    @property
    def win_rate(self) -> float | None:
        """Winnable deals among the decided ones; None where none is decided."""
        decided = self.winnable + self.unwinnable
        return round(self.winnable / decided, DIGITS) if decided else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the win rate, rounded outwards.

        Undecided deals widen it both ways: the lower end counts them all as unwinnable, the upper end
        all as winnable.
        """
        low, _ = wilson(self.winnable, self.deals)
        _, high = wilson(self.winnable + self.undecided, self.deals)
        return round_outwards(low, high, DIGITS)

    @property
    def nodes_mean(self) -> float:
        """States searched, per deal."""
        return round(self.nodes / self.deals, 1) if self.deals else 0.0

    @property
    def nodes_median(self) -> int:
        """The median of the states searched: exact below 64, else to within 1.6 %."""
        seen = 0
        for index, count in enumerate(self.histogram):
            seen += count
            if 2 * seen >= self.deals:
                values = bucket_range(index)
                return (values[0] + values[-1]) // 2
        return 0


_COUNTS = ("deals", "winnable", "unwinnable", "undecided", "nodes", "nodes_max")


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % score interval of a proportion (E. B. Wilson, JASA 22, 1927)."""
    if trials == 0:
        return 0.0, 1.0
    p = successes / trials
    z2 = Z * Z / trials
    centre = (p + z2 / 2) / (1 + z2)
    half = Z * math.sqrt(p * (1 - p) / trials + z2 / (4 * trials)) / (1 + z2)
    # At the ends the exact values are 0 and 1; rounding errors must not push them past.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return low, high


def round_outwards(low: float, high: float, digits: int) -> tuple[float, float]:
    """An interval of fewer digits that holds the whole one."""
    scale = 10**digits
    return math.floor(low * scale) / scale, math.ceil(high * scale) / scale


def rate_text(rate: float | None, interval: Sequence[float] | None) -> str:
    """A rate and its interval in percent, for people."""
    text = "unknown" if rate is None else f"{100 * rate:.3f} %"
    if interval is None:
        return text
    low, high = round_outwards(interval[0], interval[1], digits=5)
    return f"{text} (95 %: {100 * low:.3f} to {100 * high:.3f})"


def summary(head: Mapping[str, Any], totals: Sums, *, finished: bool = True) -> dict[str, Any]:
    """All that is reported of a run, as plain data with a stable key order."""
    player = {key: head[key] for key in ("player",) if key in head}
    return {
        **from_rules(head["variant"], head["rules"]).reference(),
        **player,
        **totals.figures(),
        **({} if player else {"published": [figure.json() for figure in published(head["variant"])]}),
        "numbering": head.get("numbering"),
        "numbers": [[numbers[0], numbers[-1]] for numbers in totals.ranges],
        **({} if player else {"max_nodes": head["max_nodes"]}),
        "finished": finished,
    }
