"""How often a player who cannot see the stock wins, and how well, from blocks of consecutive deals.

The records stand in statistics files like those of :mod:`golfsolve.stats.file`; the header names the player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from golfsolve.errors import StatsError
from golfsolve.files.record_file import Record
from golfsolve.stats.blocks import Block
from golfsolve.stats.intervals import CONFIDENCE, DIGITS, round_outwards, wilson
from golfsolve.stats.scores import Scores
from golfsolve.stats.totals import BlockTotals


def block_record(block: Block, scores: Iterable[int]) -> Record:
    """The record of a block from the golf scores of its deals, each played once."""
    found = Scores(Counter(scores))
    return {
        "first": block.first,
        "deals": block.deals,
        "won": _won(found),
        "scores": found.json()["scores"],
    }


def _won(scores: Scores) -> int:
    """How many games were won: a cleared tableau scores 0 or less, and nothing else does."""
    return sum(count for score, count in scores.counts.items() if score <= 0)


@dataclass
class PlayedTotals(BlockTotals):
    """The sum of block records."""

    won: int = 0
    scores: Scores = field(default_factory=Scores)

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a block. Raises :class:`StatsError` if it does not add up, or overlaps the ones before."""
        found = Scores()
        found.add({"scores": record.get("scores"), "scores_unproven": 0})
        if self.cover(record).deals != found.deals or record.get("won") != _won(found):
            raise StatsError("the scores of a block do not add up")
        self.scores.counts.update(found.counts)
        self.won += _won(found)

    def closing(self) -> Record:
        """The totals that the closing line of a file states."""
        return {"deals": self.deals, "won": self.won}

    def figures(self, confidence: float = CONFIDENCE) -> dict[str, Any]:
        """Win rate with its Wilson interval, and the scores."""
        return {
            "deals": self.deals,
            "won": self.won,
            "win_rate": round(self.won / self.deals, DIGITS) if self.deals else None,
            "interval": list(round_outwards(*wilson(self.won, self.deals, confidence), DIGITS)),
            "confidence": confidence,
            "scores": self.scores.summary(confidence),
        }
