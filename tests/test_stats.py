from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsolve.errors import GolfsolveError, StatsError
from golfsolve.game.catalogue import find
from golfsolve.stats.blocks import BLOCK, Block, block_record, blocks, bucket, bucket_range
from golfsolve.stats.file import Resumption
from golfsolve.stats.intervals import round_outwards, wilson
from golfsolve.stats.published import PUBLISHED
from golfsolve.stats.totals import SolvedTotals


def record(winnable, unwinnable, undecided, nodes, first=1):
    import numpy as np

    verdicts = np.array([0] * winnable + [1] * unwinnable + [2] * undecided, np.uint8)
    return block_record(Block(first, len(verdicts)), verdicts, np.array(nodes, np.int64))


def totals(*records):
    """The sum of records, set one after the other."""
    found = SolvedTotals()
    for one in records:
        found.add(one | {"first": found.deals + 1})
    return found


def test_the_interval_of_the_published_study_comes_out():
    low, high = wilson(4_510_859, 10_000_000)
    assert round(low, 5) == 0.45078
    assert round(high, 5) == 0.45139


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_equal_the_tables(successes, trials, low, high):
    found = wilson(successes, trials)
    assert (round(found[0], 4), round(found[1], 4)) == (low, high)


@given(st.integers(1, 10**12), st.floats(0, 1))
def test_an_interval_holds_its_proportion(trials, share):
    successes = round(trials * share)
    low, high = round_outwards(*wilson(successes, trials), 6)
    assert 0 <= low <= successes / trials <= high <= 1


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 8))
def test_rounding_only_widens(a, b, digits):
    low, high = min(a, b), max(a, b)
    rounded = round_outwards(low, high, digits)
    assert rounded[0] <= low
    assert rounded[1] >= high


def test_no_deals_say_nothing():
    assert totals().win_rate is None
    assert totals().interval() == (0.0, 1.0)


def test_undecided_deals_widen_the_interval_both_ways():
    decided = totals(record(40, 60, 0, range(100)))
    undecided = totals(record(40, 50, 10, range(100)))
    assert undecided.interval()[0] == decided.interval()[0]  # all of them lost
    assert undecided.interval()[1] == totals(record(50, 50, 0, range(100))).interval()[1]  # all of them won


def test_undecided_deals_count_neither_way_in_the_rate():
    assert totals(record(40, 50, 10, range(100))).win_rate == round(40 / 90, 6)
    assert totals(record(0, 0, 10, range(10))).win_rate is None


@given(st.integers(0, 2**62))
def test_a_node_count_lies_in_its_bucket(nodes):
    assert nodes in bucket_range(bucket(nodes))


@given(st.integers(0, 2**62))
def test_buckets_are_exact_below_64_and_narrow_above(nodes):
    values = bucket_range(bucket(nodes))
    assert len(values) == 1 if nodes < 64 else len(values) <= nodes / 32


def test_buckets_follow_each_other_without_gaps():
    stops = [bucket_range(index).stop for index in range(1000)]
    starts = [bucket_range(index + 1).start for index in range(1000)]
    assert stops == starts


@given(st.lists(st.integers(0, 10**7), min_size=1, max_size=60))
def test_the_median_is_right_to_one_part_in_64(nodes):
    found = totals(record(len(nodes), 0, 0, nodes)).nodes_median
    exact = sorted(nodes)[(len(nodes) - 1) // 2]
    assert math.isclose(found, exact, rel_tol=1 / 64)
    if exact < 64:
        assert found == exact


def test_blocks_add_up_in_any_grouping():
    one = totals(record(1, 2, 1, [5, 6, 7, 100]), record(2, 0, 0, [1000, 3]))
    other = totals(record(3, 2, 1, [5, 100, 1000, 6, 7, 3]))
    assert one == other
    assert one.nodes == 1121
    assert one.nodes_max == 1000


@pytest.mark.parametrize(
    "change",
    [
        {"winnable": 2},
        {"winnable": -1, "unwinnable": 3},
        {"nodes": "5"},
        {"nodes": True},
        {"nodes_histogram": [1]},
        {"nodes_histogram": None},
        {"nodes_histogram": [0] * 10**5},
        {"deals": None},
        {"first": None},
        {"first": 0},
    ],
)
def test_a_block_that_does_not_add_up_is_refused(change):
    with pytest.raises(StatsError):
        SolvedTotals().add(record(1, 1, 0, [1, 2]) | change)


def test_blocks_that_overlap_are_refused_and_gaps_are_remembered():
    found = SolvedTotals()
    for first in (11, 13, 21):
        found.add(record(1, 1, 0, [1, 2], first))
    assert found.ranges == [range(11, 15), range(21, 23)]
    for first in (1, 13, 22):
        with pytest.raises(StatsError, match=f"deals {first}-{first + 1} overlap .* up to 22"):
            found.add(record(1, 1, 0, [1, 2], first))


def test_a_block_whose_scores_do_not_add_up_is_refused():
    one = record(1, 1, 0, [1, 2]) | {"scores": {"-3": 1, "1": 1}, "scores_unproven": 0}
    assert totals(one, one).scores.counts == {-3: 2, 1: 2}
    for other in (record(1, 1, 0, [1, 2]), one | {"scores": {"-3": 1}}, one | {"scores_unproven": 1}):
        for pair in ((one, other), (other, one)):
            with pytest.raises(StatsError, match="scores"):
                totals(*pair)


def test_blocks_cover_every_deal_once():
    found = list(blocks(501, 2 * BLOCK + 7))
    assert [block.deals for block in found] == [BLOCK, BLOCK, 7]
    assert [number for block in found for number in range(block.first, block.first + block.deals)] == list(
        range(501, 501 + 2 * BLOCK + 7)
    )
    assert list(blocks(501, 2 * BLOCK + 7, done=2)) == found[2:]


def short(first, deals):
    return record(deals, 0, 0, range(deals), first)


def test_a_short_last_block_is_measured_again_when_the_run_grows():
    past = Resumption(1, 2 * BLOCK)
    assert past.accept(short(1, BLOCK))
    assert not past.accept(short(1 + BLOCK, 7))
    assert past.blocks == 1
    assert past.totals.deals == BLOCK


def test_a_file_with_more_deals_than_asked_for_is_refused():
    with pytest.raises(GolfsolveError, match="more than 10 deals"):
        Resumption(1, 10).accept(short(1, 11))
    past = Resumption(1, BLOCK)
    past.accept(short(1, BLOCK))
    with pytest.raises(GolfsolveError, match="more than"):
        past.accept(short(1 + BLOCK, 1))


def test_blocks_out_of_order_are_refused():
    with pytest.raises(StatsError, match="block 1"):
        Resumption(1, 5000).accept(short(1001, BLOCK))


def test_published_figures_are_of_known_variants_and_inside_their_intervals():
    for name, figures in PUBLISHED.items():
        assert find(name).name == name
        for figure in figures:
            assert figure.source
            if figure.interval:
                assert figure.interval[0] < figure.win_rate < figure.interval[1]
