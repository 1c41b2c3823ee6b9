"""Intervals and tests against published tables, and against what they promise: coverage."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsolve.stats import intervals
from golfsolve.stats.intervals import (
    block_difference,
    equal_rates,
    independent_difference,
    mcnemar,
    normal_quantile,
    paired_difference,
    percent,
    wilson,
)


def test_quantiles_are_those_of_the_tables():
    assert [round(normal_quantile(c), 3) for c in (0.9, 0.95, 0.99)] == [1.645, 1.960, 2.576]


# Two-sided points of Student's t, from printed tables.
@pytest.mark.parametrize(
    ("freedom", "confidence", "point"),
    [
        (9, 0.95, 2.262),
        (9, 0.99, 3.250),
        (12, 0.9, 1.782),
        (20, 0.999, 3.850),
        (30, 0.99, 2.750),
        (99, 0.95, 1.984),
    ],
)
def test_student_quantiles_are_those_of_the_tables(freedom, confidence, point):
    assert intervals._student_quantile(confidence, freedom) == pytest.approx(point, abs=0.0025)


def test_the_difference_of_independent_samples_is_that_of_newcombe():
    """His worked example (1998, table II): 56 of 70 less 48 of 80."""
    low, high = independent_difference((56, 70), (48, 80))
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)


def test_the_paired_difference_is_that_of_agresti_and_min():
    """Half a pair in each cell: computed by hand for 16 and 4 discordant pairs of 100."""
    low, high = paired_difference(16, 4, 100)
    half = 1.959964 * math.sqrt(16.5 + 4.5 - 12**2 / 102) / 102
    assert (low, high) == pytest.approx((12 / 102 - half, 12 / 102 + half), abs=1e-6)


@pytest.mark.parametrize(
    ("one", "other", "p"), [(0, 0, 1.0), (5, 5, 1.0), (1, 9, 22 / 1024), (10, 0, 2 / 1024)]
)
def test_mcnemars_test_is_a_coin_over_discordant_pairs(one, other, p):
    assert mcnemar(one, other) == pytest.approx(p)
    assert mcnemar(other, one) == mcnemar(one, other)


def test_mcnemars_test_goes_over_smoothly_to_the_normal_distribution():
    assert mcnemar(520, 480) == pytest.approx(mcnemar(521, 480), rel=0.06)
    assert mcnemar(10_000, 0) < 1e-9


def test_equal_rates_have_no_small_p():
    assert equal_rates((45, 100), (450, 1000)) == pytest.approx(1)
    assert equal_rates((0, 10), (0, 10)) == 1
    assert equal_rates((60, 100), (40, 100)) == pytest.approx(0.0047, abs=0.0001)


def test_few_blocks_make_no_interval():
    assert block_difference([0.1] * 9) is None
    assert block_difference([0.1] * 10) == pytest.approx((0.1, 0.1))


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_intervals_cover_the_truth_as_often_as_they_say(confidence):
    """Simulated: each kind covers within three standard errors of its confidence, or more often."""
    rng = random.Random(1)
    tries = 400
    hits = dict.fromkeys(("wilson", "independent", "paired", "blocks"), 0)
    for _ in range(tries):
        easy = [rng.random() for _ in range(400)]
        one = [u < 0.6 for u in easy]
        other = [u < 0.45 or (u > 0.9 and rng.random() < 0.5) for u in easy]  # truth: 0.5
        low, high = wilson(sum(one), 400, confidence)
        hits["wilson"] += low <= 0.6 <= high
        low, high = independent_difference(
            (sum(one), 400), (sum(rng.random() < 0.5 for _ in range(400)), 400), confidence
        )
        hits["independent"] += low <= 0.1 <= high
        b = sum(x and not y for x, y in zip(one, other, strict=True))
        c = sum(y and not x for x, y in zip(one, other, strict=True))
        low, high = paired_difference(b, c, 400, confidence)
        hits["paired"] += low <= 0.1 <= high
        rows = [slice(i, i + 20) for i in range(0, 400, 20)]
        low, high = block_difference([(sum(one[r]) - sum(other[r])) / 20 for r in rows], confidence)
        hits["blocks"] += low <= 0.1 <= high
    error = math.sqrt(confidence * (1 - confidence) / tries)
    for kind, count in hits.items():
        assert count / tries > confidence - 3 * error, kind
        assert count / tries < confidence + 4 * error, kind


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 200), st.floats(0.5, 0.999))
def test_a_paired_difference_holds_the_difference_nearly_and_turns_round(b, c, more, confidence):
    n = b + c + more + 1
    low, high = paired_difference(b, c, n, confidence)
    assert low < (b - c) / (n + 2) < high
    assert paired_difference(c, b, n, confidence) == pytest.approx((-high, -low))


def test_confidence_is_written_in_percent():
    assert [percent(c) for c in (0.95, 0.99, 0.999, 0.975)] == ["95 %", "99 %", "99.9 %", "97.5 %"]
