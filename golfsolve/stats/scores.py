"""Golf scores of many deals: how often each occurs, and what follows from that."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from golfsolve.errors import StatsError
from golfsolve.game.golf_score import HOLES, PAR
from golfsolve.stats.intervals import CONFIDENCE, Interval, normal_quantile

DIGITS = 4  # of means
_QUANTILES = {"min": 0, "p5": 5, "p25": 25, "median": 50, "p75": 75, "p95": 95, "max": 100}


@dataclass
class Scores:
    """How many deals have which best score; of those ``unproven`` it is not known."""

    counts: Counter[int] = field(default_factory=Counter)
    unproven: int = 0

    @classmethod
    def of(cls, found: Sequence[int | None]) -> Scores:
        """Count the best scores of some deals, None where one is not proven."""
        counts = Counter(score for score in found if score is not None)
        return cls(counts, len(found) - counts.total())

    def json(self) -> dict[str, Any]:
        """As plain data: the scores as text in ascending order, each with its count."""
        return {
            "scores": {str(score): self.counts[score] for score in sorted(self.counts)},
            "scores_unproven": self.unproven,
        }

    def add(self, record: Mapping[str, Any]) -> None:
        """Add what :meth:`json` gave. Raises :class:`StatsError` for anything else."""
        counts, unproven = record.get("scores"), record.get("scores_unproven")
        if not isinstance(counts, dict) or not all(
            type(n) is int and n >= 0 for n in (*counts.values(), unproven)
        ):
            raise StatsError("scores are not counts by score")
        try:
            read = {int(text): count for text, count in counts.items() if len(text) <= 4}
        except ValueError:
            read = {}
        if [str(score) for score in read] != list(counts):
            raise StatsError("a score is not a whole number")
        self.counts.update(read)
        self.unproven += int(unproven or 0)

    @property
    def deals(self) -> int:
        """All deals, with those of which the best score is not known."""
        return self.counts.total() + self.unproven

    @property
    def mean(self) -> float | None:
        """The mean of the known best scores."""
        deals = self.counts.total()
        return self._sum(1) / deals if deals else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the known best scores, estimated from a sample."""
        deals = self.counts.total()
        if deals < 2:
            return None
        return math.sqrt((deals * self._sum(2) - self._sum(1) ** 2) / (deals * (deals - 1)))

    def interval(self, confidence: float = CONFIDENCE) -> Interval | None:
        """The interval of the mean; None where a best score is unknown, or with less than two deals."""
        mean, deviation = self.mean, self.deviation
        if mean is None or deviation is None or self.unproven:
            return None
        half = normal_quantile(confidence) * deviation / math.sqrt(self.counts.total())
        return mean - half, mean + half

    def quantile(self, percent: int) -> int | None:
        """The lowest score that at least ``percent`` % of the deals do not exceed."""
        seen = 0
        for score in sorted(self.counts):
            seen += self.counts[score]
            if 100 * seen >= percent * self.counts.total():
                return score
        return None

    def summary(self, confidence: float = CONFIDENCE) -> dict[str, Any]:
        """All that is reported, as plain data with a stable key order."""
        return {
            "deals": self.counts.total(),
            "unproven": self.unproven,
            "mean": _rounded(self.mean),
            "interval": self._outwards(1, confidence),
            "sd": _rounded(self.deviation),
            "quantiles": {name: self.quantile(percent) for name, percent in _QUANTILES.items()},
            "histogram": self.json()["scores"],
            "round": {
                "holes": HOLES,
                "par": HOLES * PAR,
                "mean": _rounded(None if self.mean is None else HOLES * self.mean),
                "interval": self._outwards(HOLES, confidence),
            },
        }

    def _outwards(self, factor: int, confidence: float) -> list[float] | None:
        """The interval of the sum of ``factor`` deals, rounded outwards."""
        interval = self.interval(confidence)
        if interval is None:
            return None
        low, high = interval
        scale = 10**DIGITS
        return [math.floor(factor * low * scale) / scale, math.ceil(factor * high * scale) / scale]

    def _sum(self, power: int) -> int:
        return sum(score**power * count for score, count in self.counts.items())


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
