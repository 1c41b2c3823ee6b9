from __future__ import annotations

import io
import itertools

import pytest

from golfsolve.formats.drawing import draw_board, draw_solution
from golfsolve.formats.inputs import read_deals
from golfsolve.game.catalogue import BUILT_IN, find
from tests.boards import by_name

BOARD_24 = """\
     1   2   3   4   5   6   7
     4C  5H  QC  5D  2D  7H  AH
     7S  2C  QH  9S  2S  KD  JS
     5S  6C  9C  3C  6H  JC  TH
     KH  6S  7D  8C  AC  9H  5C
     TC  TS  AD  4D  QS  3H  3S

Waste  JH
Stock  TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS
"""


def deal_of(argument, variant):
    [item] = read_deals([argument], variant)
    return item.deal


def test_a_drawing_looks_like_the_table():
    golf = find("golf")
    assert draw_board(deal_of("ms:24", golf), golf) == BOARD_24


def test_a_pyramid_is_drawn_as_one():
    escalator = find("escalator")
    drawn = draw_board(deal_of("7", escalator), escalator).splitlines()
    first_cards = [len(line[5:]) - len(line[5:].lstrip()) for line in drawn[:7]]
    assert first_cards == [12, 10, 8, 6, 4, 2, 0]
    assert [line[:5].strip() for line in drawn[:7]] == ["1", "2", "4", "7", "11", "16", "22"]


@by_name
def test_every_card_is_in_the_drawing(variant):
    drawn = draw_board(deal_of("7", variant), variant).split()
    cards = [word for word in drawn if len(word) == 2 and not word.isdigit()]
    assert len(cards) == variant.deck_size


def test_a_position_is_drawn_without_the_cards_that_are_gone():
    golf = find("golf")
    text = "4C -- 7H -- -- -- -- " + "-- " * 28 + "| JH | TD"
    [item] = read_deals(["-"], golf, partial=True, stdin=io.BytesIO(text.encode()))
    assert draw_board(item.deal, golf).splitlines() == [
        "     1   2   3   4   5   6   7",
        "     4C      7H",
        "",
        "Waste  JH",
        "Stock  TD",
    ]


def test_a_solution_reads_as_draws_and_chains():
    golf = find("golf")
    text = "JH QH KH TH 9H 8H 7H " + "-- " * 28 + "| TC | AD 6S"
    [item] = read_deals(["-"], golf, partial=True, stdin=io.BytesIO(text.encode()))
    assert draw_solution(item.deal, golf, (1, 2, 3, 0, 0, 7, 6, 5, 4)) == (
        "  play 1 2 3                   JH QH KH\n  draw AD 6S\n  play 7 6 5 4                 7H 8H 9H TH\n"
    )


def test_deal_writes_board_text_into_a_pipe(golfsolve):
    found = golfsolve("deal", "ms:24")
    assert found.code == 0
    assert found.out.splitlines()[:3] == [
        "Talon: TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS",
        "Foundations: JH",
        "4C 7S 5S KH TC",
    ]


@pytest.mark.parametrize(
    ("variant", "form"),
    [
        *itertools.product(("golf", "double-golf", "black-hole"), ("board", "line", "json", "solvitaire")),
        *itertools.product(("thieves", "tri-peaks"), ("board", "line", "json")),
    ],
)
def test_every_format_can_be_dealt_and_read_back(golfsolve, form, variant):
    plain = golfsolve("deal", "1-3", "--variant", variant, "--format", "line")
    there = golfsolve("deal", "1-3", "--variant", variant, "--format", form)
    back = golfsolve("deal", "-", "--variant", variant, "--format", "line", stdin=there.out)
    assert (there.code, back.code) == (0, 0)
    assert back.out == plain.out


def test_a_format_that_cannot_hold_a_deal_says_so(golfsolve):
    found = golfsolve("deal", 1, "--variant", "tri-peaks", "--format", "solvitaire")
    assert found.code == 2
    assert found.err.startswith("Error: ")


def test_a_bad_deal_among_good_ones_is_reported_and_the_rest_is_shown(golfsolve, tmp_path):
    found = golfsolve("deal", 1, tmp_path / "missing", 2, "--format", "line")
    assert found.code == 2
    assert len(found.out.splitlines()) == 2
    assert "missing" in found.err


def test_variants_lists_every_game_with_its_aliases(golfsolve):
    found = golfsolve("variants")
    assert found.code == 0
    for variant in BUILT_IN:
        assert variant.rule in found.out
        assert all(alias in found.out for alias in variant.aliases)


def test_variants_as_json(golfsolve):
    [listed] = golfsolve("variants", "--json").records
    assert [entry["name"] for entry in listed] == [variant.name for variant in BUILT_IN]
    assert listed[0]["aliases"][0] == "strict"
    assert listed[0]["layout"] == {"columns": [5] * 7}
    assert listed[0]["stock"] == 16


def test_all_in_a_row_says_that_it_has_13_columns_a_free_start_and_wraps(golfsolve):
    text = golfsolve("variants").out
    rule = text[text.index("all-in-a-row") :].split("\n\n")[0]
    assert "13 columns of 4" in rule
    assert "any exposed card may start" in rule
    assert "wrap" in rule


def test_aliases_are_taken_and_near_misses_named(golfsolve):
    assert golfsolve("deal", 1, "--variant", "strict").out == golfsolve("deal", 1).out
    assert golfsolve("deal", 1, "--variant", "Putt_Putt").code == 0
    found = golfsolve("deal", 1, "--variant", "relaxd")
    assert found.code == 2
    assert "did you mean relaxed" in found.err
