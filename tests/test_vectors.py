"""The plain rules of tests/naive.py against facts found by others.

What the solver is held against must itself be right: the same vectors that the solver has to meet.
"""

from __future__ import annotations

import pytest

from golfsolve import DealNumber, deal_number, find_variant
from golfsolve.game.numbering import parse_range
from tests import naive
from tests.boards import RULES, board, table, tiny_boards

by_rule = pytest.mark.parametrize("rule", RULES)


def game(rule: str, text: str) -> naive.Game:
    variant = find_variant(rule)
    scheme, (number,) = parse_range(text)
    return naive.of(deal_number(DealNumber(number, scheme), variant), variant)


@by_rule
@pytest.mark.parametrize("tiny", tiny_boards(), ids=lambda tiny: tiny["catches"])
def test_tiny_boards_have_their_verdicts(tiny, rule):
    by_hand = naive.from_columns(
        tiny["opening"],
        [column.split() for column in tiny["columns"]],
        tiny["stock"].split(),
        nothing_on_king=rule == "dead-king",
        wrap=rule == "relaxed",
    )
    variant = find_variant(rule)
    taken_over = naive.of(board(variant, tiny["opening"], tiny["columns"], tiny["stock"]), variant)
    for small in (by_hand, taken_over):
        assert naive.winnable(small) == (tiny[rule] == "winnable")
        assert naive.wide_winnable(small) == (tiny[rule] == "winnable")


@by_rule
def test_microsoft_deals_have_their_verdicts(rule):
    for row in table("ms_verdicts.tsv")[:12]:
        assert naive.wide_winnable(game(rule, f"ms:{row['number']}")) == (row[rule] == "winnable")


@pytest.mark.long
@by_rule
def test_all_microsoft_deals_have_their_verdicts(rule):
    for row in table("ms_verdicts.tsv"):
        assert naive.wide_winnable(game(rule, f"ms:{row['number']}")) == (row[rule] == "winnable")


@by_rule
def test_microsoft_deals_have_their_best_scores(rule):
    for row in table("ms_best_scores.tsv")[:5]:
        assert naive.wide_best_score(game(rule, f"ms:{row['number']}")) == int(row[rule])


@pytest.mark.long
@by_rule
def test_all_microsoft_deals_have_their_best_scores(rule):
    for row in table("ms_best_scores.tsv"):
        assert naive.wide_best_score(game(rule, f"ms:{row['number']}")) == int(row[rule])


def test_the_two_tables_of_verdicts_agree():
    microsoft = {row["number"]: row for row in table("ms_verdicts.tsv")}
    for row in table("verdicts.tsv"):
        number = row["deal"].removeprefix("pysol:")
        if row["variant"] in RULES and number in microsoft:
            assert microsoft[number][row["variant"]] == row["verdict"]


def test_golf_906_has_its_verdicts():
    for row in table("verdicts.tsv"):
        if row["deal"] == "pysol:906":
            assert naive.wide_winnable(game(row["variant"], row["deal"])) == (row["verdict"] == "winnable")


def test_lost_black_holes_give_up_no_more_cards_than_is_known():
    assert naive.most_cleared(game("black-hole", "pysol:27")) == 0
    assert naive.most_cleared(game("black-hole", "pysol:1")) == 3
    for deal in ("pysol:1", "pysol:25", "pysol:27"):
        assert not naive.wide_winnable(game("black-hole", deal))


def test_34_of_35_cards_can_be_played_in_relaxed_golf_11():
    assert naive.wide_best_score(game("relaxed", "ms:11")) == 1
