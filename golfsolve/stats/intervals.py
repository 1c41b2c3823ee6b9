"""Rates and their confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

Z = 1.959963984540054  # the 97.5 % point of the normal distribution: two-sided 95 %
DIGITS = 6  # of rates, which are shares of 1


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
