from __future__ import annotations

import statistics
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsolve.errors import StatsError
from golfsolve.stats.scores import Scores

SCORES = st.lists(st.integers(-16, 35), min_size=2, max_size=200)


def scores_of(values):
    return Scores.of(list(values))


@given(SCORES)
def test_mean_and_deviation_are_those_of_the_textbook(values):
    scores = scores_of(values)
    assert scores.mean == pytest.approx(statistics.mean(values))
    assert scores.deviation == pytest.approx(statistics.stdev(values))
    low, high = scores.interval()
    assert high - low == pytest.approx(2 * 1.959964 * statistics.stdev(values) / len(values) ** 0.5, abs=1e-5)


@given(SCORES, st.integers(1, 100))
def test_a_quantile_is_the_lowest_score_that_enough_deals_do_not_exceed(values, percent):
    score = scores_of(values).quantile(percent)
    assert 100 * sum(value <= score for value in values) >= percent * len(values)
    assert 100 * sum(value < score for value in values) < percent * len(values)


@given(SCORES, SCORES)
def test_scores_of_two_runs_add_up(some, others):
    scores = scores_of(some)
    scores.add(scores_of(others).json())
    assert scores == scores_of(some + others)
    assert scores.counts == Counter(some + others)


def test_scores_are_written_in_ascending_order():
    assert list(scores_of([3, -1, 0, -12, 3]).json()["scores"].items()) == [
        ("-12", 1),
        ("-1", 1),
        ("0", 1),
        ("3", 2),
    ]


def test_a_score_that_is_not_proven_is_no_best_score():
    scores = Scores.of([5, None, 2])
    assert (scores.unproven, scores.deals, scores.mean) == (1, 3, 3.5)
    assert scores.interval() is None
    assert scores.summary()["round"] == {"holes": 9, "par": 45, "mean": 31.5, "interval": None}


def test_no_scores_say_nothing():
    summary = Scores().summary()
    assert (summary["mean"], summary["sd"], summary["interval"], summary["histogram"]) == (
        None,
        None,
        None,
        {},
    )
    assert set(summary["quantiles"].values()) == {None}


def test_one_score_has_no_spread():
    summary = scores_of([4]).summary()
    assert (summary["mean"], summary["sd"], summary["interval"]) == (4, None, None)
    assert summary["quantiles"]["p95"] == 4


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"scores": {}},
        {"scores": [], "scores_unproven": 0},
        {"scores": {"1": -1}, "scores_unproven": 0},
        {"scores": {"1": True}, "scores_unproven": 0},
        {"scores": {"1.5": 1}, "scores_unproven": 0},
        {"scores": {"01": 1}, "scores_unproven": 0},
        {"scores": {" 1": 1}, "scores_unproven": 0},
        {"scores": {"1" * 5000: 1}, "scores_unproven": 0},
        {"scores": {"1": 1}, "scores_unproven": None},
    ],
)
def test_something_else_is_refused(record):
    with pytest.raises(StatsError):
        Scores().add(record)
