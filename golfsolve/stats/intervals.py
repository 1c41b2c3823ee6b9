"""Rates, differences of rates, and their confidence intervals.

``confidence`` is the probability with which an interval made in this way covers the true value, between 0
and 1. All intervals are two-sided.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, mean, stdev

CONFIDENCE = 0.95
DIGITS = 6  # of rates, which are shares of 1
FEWEST_BLOCKS = 10  # pairs of blocks that an interval can rest on

Interval = tuple[float, float]


def normal_quantile(confidence: float) -> float:
    """How many standard deviations an interval reaches to either side: 1.96 for 0.95."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(successes: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """The score interval of a proportion (E. B. Wilson, JASA 22, 1927)."""
    if trials == 0:
        return 0.0, 1.0
    z = normal_quantile(confidence)
    p = successes / trials
    z2 = z * z / trials
    centre = (p + z2 / 2) / (1 + z2)
    half = z * math.sqrt(p * (1 - p) / trials + z2 / (4 * trials)) / (1 + z2)
    # At the ends the exact values are 0 and 1; rounding errors must not push them past.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return low, high


def independent_difference(
    one: tuple[int, int], other: tuple[int, int], confidence: float = CONFIDENCE
) -> Interval:
    """The interval of p1 - p2 for two independent samples, each (successes, trials).

    The hybrid score interval: method 10 of R. G. Newcombe, Statistics in Medicine 17 (1998), 873-890.
    """
    p, q = one[0] / one[1], other[0] / other[1]
    (l1, u1), (l2, u2) = wilson(*one, confidence), wilson(*other, confidence)
    return (
        p - q - math.sqrt((p - l1) ** 2 + (u2 - q) ** 2),
        p - q + math.sqrt((u1 - p) ** 2 + (q - l2) ** 2),
    )


def paired_difference(only_one: int, only_other: int, pairs: int, confidence: float = CONFIDENCE) -> Interval:
    """The interval of p1 - p2 for ``pairs`` of outcomes, of which some succeed in one only.

    Wald's interval with half a pair added to each of the four cells (A. Agresti and Y. Min, Statistics in
    Medicine 24 (2005), 729-740).
    """
    b, c, n = only_one + 0.5, only_other + 0.5, pairs + 2
    half = normal_quantile(confidence) * math.sqrt(max(0.0, b + c - (b - c) ** 2 / n)) / n
    return (b - c) / n - half, (b - c) / n + half


def mcnemar(only_one: int, only_other: int) -> float:
    """The p-value of McNemar's test that both succeed equally often: exact, two-sided.

    Only the pairs in which one of them succeeds tell anything; there each is a fair coin (Q. McNemar,
    Psychometrika 12, 1947).
    """
    discordant, fewer = only_one + only_other, min(only_one, only_other)
    if discordant > 1000:  # the normal approximation, with the correction for continuity
        z = max(0, abs(only_one - only_other) - 1) / math.sqrt(discordant)
        return 2 * NormalDist().cdf(-z)
    tail = sum(math.comb(discordant, k) for k in range(fewer + 1))
    return min(1.0, float(2 * tail) / float(2**discordant))


def block_difference(differences: Sequence[float], confidence: float = CONFIDENCE) -> Interval | None:
    """The interval of the mean of paired differences, one for each block of equally many deals.

    Student's interval; None with fewer than :data:`FEWEST_BLOCKS` blocks.
    """
    blocks = len(differences)
    if blocks < FEWEST_BLOCKS:
        return None
    half = _student_quantile(confidence, blocks - 1) * stdev(differences) / math.sqrt(blocks)
    return mean(differences) - half, mean(differences) + half


def _student_quantile(confidence: float, freedom: int) -> float:
    """As :func:`normal_quantile` for Student's t (M. Abramowitz and I. Stegun, 26.7.5).

    Right to 0.001 from nine degrees of freedom on, for confidences up to 0.999.
    """
    z = normal_quantile(confidence)
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + g1 / freedom + g2 / freedom**2 + g3 / freedom**3 + g4 / freedom**4


def equal_rates(one: tuple[int, int], other: tuple[int, int]) -> float:
    """The p-value of the test that two independent samples, (successes, trials), have one rate.

    The two-sided z test with the pooled rate.
    """
    pooled = (one[0] + other[0]) / (one[1] + other[1])
    deviation = math.sqrt(pooled * (1 - pooled) * (1 / one[1] + 1 / other[1]))
    if deviation == 0:
        return 1.0
    return 2 * NormalDist().cdf(-abs(one[0] / one[1] - other[0] / other[1]) / deviation)


def round_outwards(low: float, high: float, digits: int) -> Interval:
    """An interval of fewer digits that holds the whole one."""
    scale = 10**digits
    return math.floor(low * scale) / scale, math.ceil(high * scale) / scale


def percent(confidence: float) -> str:
    """``0.95 -> "95 %"``."""
    return f"{round(100 * confidence, 6):g} %"


def rate_text(rate: float | None, interval: Sequence[float] | None, confidence: float = CONFIDENCE) -> str:
    """A rate and its interval in percent, for people."""
    text = "unknown" if rate is None else f"{100 * rate:.3f} %"
    if interval is None:
        return text
    low, high = round_outwards(interval[0], interval[1], digits=5)
    return f"{text} ({percent(confidence)}: {100 * low:.3f} to {100 * high:.3f})"
