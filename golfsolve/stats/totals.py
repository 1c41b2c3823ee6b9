"""Sums of block records, and what is reported of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from golfsolve.errors import StatsError
from golfsolve.files.record_file import Record
from golfsolve.game.catalogue import from_rules, reference
from golfsolve.stats.blocks import BUCKETS_PER_OCTAVE, Block, bucket_range
from golfsolve.stats.intervals import CONFIDENCE, DIGITS, Interval, round_outwards, wilson
from golfsolve.stats.published import published
from golfsolve.stats.scores import Scores


@dataclass
class BlockTotals(ABC):
    """The sum of block records: of how many deals, and of which (``ranges`` of their numbers)."""

    deals: int = 0
    ranges: list[range] = field(default_factory=list)

    @abstractmethod
    def add(self, record: Mapping[str, Any]) -> None:
        """Count a block. Raises :class:`StatsError` if it does not add up, or overlaps the ones before."""

    @abstractmethod
    def closing(self) -> Record:
        """The totals that the closing line of a file states."""

    @abstractmethod
    def figures(self, confidence: float = CONFIDENCE) -> dict[str, Any]:
        """What is reported, as plain data with a stable key order."""

    def cover(self, record: Mapping[str, Any]) -> Block:
        """Count the deals of a block that do not overlap the ones before."""
        block = Block.of(record)
        reached = self.ranges[-1].stop if self.ranges else 1
        if block.first < reached:
            raise StatsError(f"{block} overlap the ones before, which go up to {reached - 1}")
        if self.ranges and block.first == reached:
            self.ranges[-1] = range(self.ranges[-1].start, block.end)
        else:
            self.ranges.append(range(block.first, block.end))
        self.deals += block.deals
        return block


@dataclass
class SolvedTotals(BlockTotals):
    """What the solver found."""

    winnable: int = 0
    unwinnable: int = 0
    undecided: int = 0
    nodes: int = 0
    nodes_max: int = 0
    histogram: list[int] = field(default_factory=list)
    scores: Scores | None = None

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a block, see :meth:`BlockTotals.add`."""
        numbers = [record.get(key) for key in _COUNTS]
        histogram = record.get("nodes_histogram")
        if not isinstance(histogram, list) or len(histogram) > 64 * BUCKETS_PER_OCTAVE:
            raise StatsError("nodes_histogram is not a list of counts")
        if not all(type(n) is int and n >= 0 for n in (*numbers, *histogram)):
            raise StatsError("a count is not a whole number")
        deals, winnable, unwinnable, undecided, nodes, nodes_max = (int(n or 0) for n in numbers)
        if not winnable + unwinnable + undecided == sum(histogram) == deals:
            raise StatsError("the counts of a block do not add up")
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
            raise StatsError("the scores of a block do not add up")

    def closing(self) -> Record:
        """The sums, and the largest ``nodes_max``."""
        return {key: getattr(self, key) for key in _COUNTS}

    def figures(self, confidence: float = CONFIDENCE) -> dict[str, Any]:
        """Verdicts, effort, and best scores where there are any."""
        return {
            "deals": self.deals,
            "winnable": self.winnable,
            "unwinnable": self.unwinnable,
            "undecided": self.undecided,
            "win_rate": self.win_rate,
            "interval": list(self.interval(confidence)),
            "confidence": confidence,
            "nodes": {"mean": self.nodes_mean, "median": self.nodes_median, "max": self.nodes_max},
            **({} if self.scores is None else {"scores": self.scores.summary(confidence)}),
        }

    @property
    def win_rate(self) -> float | None:
        """Winnable deals among the decided ones; None where none is decided."""
        decided = self.winnable + self.unwinnable
        return round(self.winnable / decided, DIGITS) if decided else None

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """The Wilson interval of the win rate, rounded outwards.

        Undecided deals widen it both ways: the lower end counts them all as unwinnable, the upper end
        all as winnable.
        """
        low, _ = wilson(self.winnable, self.deals, confidence)
        _, high = wilson(self.winnable + self.undecided, self.deals, confidence)
        return round_outwards(low, high, DIGITS)

    @property
    def nodes_mean(self) -> float:
        """States searched, per deal."""
        return round(self.nodes / self.deals, 1) if self.deals else 0.0

    @property
    def nodes_median(self) -> int:
        """The median of the states searched, see :meth:`nodes_quantile`."""
        return self.nodes_quantile(0.5)

    def nodes_quantile(self, share: float) -> int:
        """How many states that share of the deals did not exceed: exact below 64, else to within 1.6 %."""
        seen = 0
        for index, count in enumerate(self.histogram):
            seen += count
            if seen >= share * self.deals:
                values = bucket_range(index)
                return (values[0] + values[-1]) // 2
        return 0


_COUNTS = ("deals", "winnable", "unwinnable", "undecided", "nodes", "nodes_max")


def summary(
    head: Mapping[str, Any], totals: BlockTotals, *, finished: bool = True, confidence: float = CONFIDENCE
) -> dict[str, Any]:
    """All that is reported of a run, as plain data with a stable key order."""
    player = {key: head[key] for key in ("player",) if key in head}
    return {
        **reference(from_rules(head["variant"], head["rules"])),
        **player,
        **totals.figures(confidence),
        **({} if player else {"published": [figure.json() for figure in published(head["variant"])]}),
        "numbering": head.get("numbering"),
        "numbers": [[numbers[0], numbers[-1]] for numbers in totals.ranges],
        **({} if player else {"max_nodes": head["max_nodes"]}),
        "finished": finished,
    }
