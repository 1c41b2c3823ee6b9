"""Exact odds: seconds and memory a deal, and the mean chance of a game from a file of odds.

python -m benchmarks.odds speed golf 20     # the first 20 deals
python -m benchmarks.odds middle golf 50    # positions with few stock cards left
python -m benchmarks.odds mean FILE         # of `golfsolve odds 1-N --out FILE`, or that gzipped
"""

from __future__ import annotations

import gzip
import json
import math
import random
import resource
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from golfsolve.game.catalogue import find
from golfsolve.game.deal import Deal
from golfsolve.game.moves import DRAW
from golfsolve.game.numbering import DealNumber, deal_number
from golfsolve.game.referee import Position
from golfsolve.game.result import Verdict
from golfsolve.game.variants import Variant
from golfsolve.solving.odds import exact_odds
from golfsolve.solving.solver import Solver

# Shares of winnable deals with the stock known, of ten million deals (pools/statistics).
WINNABLE = {"golf": 0.4511, "dead-king": 0.2620, "relaxed": 0.9295}
Z = 1.96


def speed(name: str, count: int) -> None:
    """CPU seconds of the first deals, one core, and the most memory that the process took."""
    variant = find(name)
    exact_odds(deal_number(DealNumber(10**6), variant), variant)  # compiles
    seconds, chances = [], []
    for number in range(1, count + 1):
        deal = deal_number(DealNumber(number), variant)
        before = time.process_time()
        found = exact_odds(deal, variant)
        seconds.append(time.process_time() - before)
        chances.append(found is not None)
    seconds.sort()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(
        f"{name}: {count} deals, {sum(chances)} exact; CPU seconds mean {statistics.mean(seconds):.2f}, "
        f"median {statistics.median(seconds):.2f}, p90 {seconds[9 * count // 10]:.2f}, "
        f"most {seconds[-1]:.2f}; {most:.1f} GB"
    )


def middle(name: str, count: int) -> None:
    """CPU seconds in the middle of games, by stock cards left."""
    variant = find(name)
    for left in (6, 8, 10, 12, 14):
        seconds = []
        for number in range(1, count + 1):
            deal = _played_on(deal_number(DealNumber(number), variant), variant, left)
            before = time.process_time()
            exact_odds(deal, variant)
            seconds.append(time.process_time() - before)
        mean, most = statistics.mean(seconds), max(seconds)
        print(f"{name}: {left} stock cards left: mean {mean:.3f}, most {most:.3f} CPU seconds")


def _played_on(deal: Deal, variant: Variant, stock: int) -> Deal:
    """The position when so many stock cards are left, most cards played that could be."""
    rng, position = random.Random(repr(deal)), Position(deal, variant)  # noqa: S311 (nothing secret)
    while position.stock_left > stock:
        position.play(position.legal_moves()[0] if rng.random() < 0.9 else DRAW)
    return position.to_deal()


def mean(path: Path) -> None:
    """The mean chance: plain, and weighed by the known shares of winnable and unwinnable deals."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    records: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    variant = find(records[0]["variant"])
    records = [record for record in records if "low" in record]
    solver = Solver(variant)
    groups: dict[Verdict, list[tuple[float, float]]] = {Verdict.WINNABLE: [], Verdict.UNWINNABLE: []}
    for record in records:
        deal = deal_number(DealNumber(record["deal"]), variant)
        groups[solver.solve(deal).verdict].append((record["low"], record["high"]))
    every = [pair for group in groups.values() for pair in group]
    exact = sum(record["exact"] for record in records)
    print(f"{variant.name}: {len(every)} deals, {exact} exact")
    print("plain:", _interval([(1.0, every)]))
    share = WINNABLE[variant.name]
    winnable, unwinnable = groups[Verdict.WINNABLE], groups[Verdict.UNWINNABLE]
    print("by verdict:", _interval([(share, winnable), (1 - share, unwinnable)]))
    print(f"winnable ({len(winnable)}):", _interval([(1.0, winnable)]))
    print(f"unwinnable ({len(unwinnable)}):", _interval([(1.0, unwinnable)]))


def _interval(strata: list[tuple[float, list[tuple[float, float]]]]) -> str:
    """Mean and 95 % interval of weighed strata; deals with bounds widen it by what they leave open."""
    ends = []
    for end in (0, 1):
        values = [(share, [pair[end] for pair in pairs]) for share, pairs in strata]
        middle = sum(share * statistics.mean(v) for share, v in values)
        error = math.sqrt(sum(share**2 * statistics.variance(v) / len(v) for share, v in values))
        ends.append((middle, error))
    (low, low_error), (high, high_error) = ends
    return f"{(low + high) / 2:.4f} ({low - Z * low_error:.4f} to {high + Z * high_error:.4f})"


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "mean":
        mean(Path(rest[0]))
    else:
        {"speed": speed, "middle": middle}[what](rest[0], int(rest[1]))
