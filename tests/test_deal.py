from __future__ import annotations

import random

import pytest

from golfsolve import Deal, DealNumber, deal_number, find_variant
from golfsolve.errors import DealError
from golfsolve.game.cards import JOKER, parse_card
from golfsolve.game.deal import problems
from tests.boards import GOLF, board, by_name, random_position


def swapped(deal: Deal, variant, old: str, new: str) -> Deal:
    """The deal with one card changed into another."""
    cards = deal.cards()
    cards[cards.index(parse_card(old))] = parse_card(new)
    return Deal.from_cards(cards, variant)


@by_name
def test_a_numbered_deal_has_no_problems(variant):
    for number in range(1, 50):
        deal = deal_number(DealNumber(number), variant)
        assert problems(deal, variant) == []
        assert problems(deal, variant, partial=True) == []


@by_name
def test_a_deal_survives_being_taken_apart(variant):
    deal = deal_number(DealNumber(7), variant)
    assert Deal.from_cards(deal.cards(), variant) == deal


def test_dealing_order_is_tableau_opening_card_stock():
    deal = Deal.from_cards(range(52), GOLF)
    assert deal.tableau == tuple(range(35))
    assert deal.opening == 35
    assert deal.stock == tuple(range(36, 52))


def test_games_without_an_opening_card_deal_all_others_to_tableau_and_stock():
    rush = Deal.from_cards(range(52), find_variant("golf-rush"))
    assert rush.opening is None
    assert rush.stock == tuple(range(28, 52))
    assert Deal.from_cards(range(52), find_variant("all-in-a-row")).stock == ()


@pytest.mark.parametrize("count", [0, 51, 53, 104])
def test_a_wrong_number_of_cards_is_refused_with_the_count(count):
    with pytest.raises(DealError, match=f"{count} cards.*expected 52"):
        Deal.from_cards([0] * count, GOLF)


def test_a_doubled_card_names_both_cards():
    deal = swapped(deal_number(DealNumber(24, "ms"), GOLF), GOLF, "KD", "KC")
    assert problems(deal, GOLF) == ["too many of KC", "missing KD"]


def test_every_doubled_and_missing_card_is_named():
    deal = deal_number(DealNumber(1), GOLF)
    for old, new in [("5H", "AC"), ("9S", "AC"), ("KD", "QD")]:
        deal = swapped(deal, GOLF, old, new)
    assert problems(deal, GOLF) == ["too many of AC (twice), QD", "missing 9S, 5H, KD"]


def test_a_joker_is_a_card_too_many_in_plain_golf():
    deal = swapped(deal_number(DealNumber(1), GOLF), GOLF, "5H", "JK")
    assert problems(deal, GOLF) == ["too many of JK", "missing 5H"]
    assert problems(deal, GOLF, partial=True) == ["too many of JK"]


def test_thieves_wants_its_two_jokers():
    thieves = find_variant("thieves")
    deal = deal_number(DealNumber(1), thieves)
    assert deal.cards().count(JOKER) == 2
    assert problems(swapped(deal, thieves, "JK", "AS"), thieves) == ["too many of AS", "missing JK"]


def test_two_decks_take_a_card_twice_but_not_three_times():
    double = find_variant("double-golf")
    deal = deal_number(DealNumber(1), double)
    assert problems(swapped(deal, double, "AS", "KH"), double) == ["too many of KH", "missing AS"]


def test_a_full_deal_wants_every_card_in_its_place():
    deal = deal_number(DealNumber(1), GOLF)
    short = Deal((None, *deal.tableau[1:]), deal.opening, (*deal.stock, deal.tableau[0]))
    assert problems(short, GOLF) == [
        "34 tableau cards (expected 35)",
        "17 stock cards (expected 16)",
        "place 1 is empty but still covered",
    ]


def test_a_hole_under_a_card_is_a_problem_in_a_partial_deal_too():
    deal = deal_number(DealNumber(1), GOLF)
    holed = Deal((None, *deal.tableau[1:]), deal.opening, deal.stock)
    assert problems(holed, GOLF, partial=True) == ["place 1 is empty but still covered"]
    played = Deal((*deal.tableau[:-1], None), deal.opening, deal.stock)
    assert problems(played, GOLF, partial=True) == []


def test_golf_without_an_opening_card_is_refused_not_started_freely():
    for partial in (False, True):
        found = problems(board(GOLF, "-", ["9"], "8"), GOLF, partial=partial)
        assert found[-1] == "no card on the waste (expected one)"


def test_a_game_that_starts_empty_refuses_an_opening_card_only_when_full():
    row = find_variant("all-in-a-row")
    begun = board(row, "8", ["9"])
    assert "opening card 8C (expected an empty waste)" in problems(begun, row)
    assert problems(begun, row, partial=True) == []


def test_black_hole_opens_with_the_ace_of_spades():
    hole = find_variant("black-hole")
    deal = swapped(deal_number(DealNumber(1), hole), hole, "AS", "JK")
    cards = [card if card != parse_card("KD") else parse_card("AS") for card in deal.cards()]
    cards = [card if card != JOKER else parse_card("KD") for card in cards]
    assert problems(Deal.from_cards(cards, hole), hole) == ["opening card KD (expected AS)"]
    assert problems(board(hole, "-", ["2"]), hole, partial=True) == ["no card on the waste (expected one)"]
    assert problems(board(hole, "K", ["2"]), hole, partial=True) == []


def test_a_partial_deal_has_no_more_stock_than_the_game():
    deal = Deal((None,) * 35, 0, tuple(range(1, 18)))
    assert problems(deal, GOLF, partial=True) == ["17 stock cards (expected at most 16)"]


def test_a_deal_of_another_layout_is_told_so():
    assert problems(deal_number(DealNumber(1), GOLF), find_variant("tri-peaks")) == [
        "35 tableau places (expected 28)"
    ]


@by_name
def test_random_positions_are_partial_deals(variant):
    rng = random.Random(variant.name)
    for _ in range(100):
        assert problems(random_position(variant, rng), variant, partial=True) == []
