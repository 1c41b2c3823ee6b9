from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsolve.errors import CardError
from golfsolve.game.cards import JOKER, JOKER_RANK, RANKS, SUITS, format_card, full_deck, parse_card, rank_of


@given(st.integers(0, JOKER))
def test_a_card_survives_being_written_and_read(card):
    assert parse_card(format_card(card)) == card
    assert len(format_card(card)) == 2


def test_the_deck_runs_through_clubs_spades_hearts_diamonds():
    assert [format_card(card) for card in (0, 12, 13, 26, 39, 51, 52)] == [
        "AC", "KC", "AS", "AH", "AD", "KD", "JK",
    ]  # fmt: skip
    assert len({format_card(card) for card in full_deck(1, 0)}) == 52


@pytest.mark.parametrize(
    ("text", "card"), [("TH", "TH"), ("10H", "TH"), ("10h", "TH"), ("as", "AS"), ("kD", "KD"), ("jk", "JK")]
)
def test_tens_and_lower_case_are_read_as_people_write_them(text, card):
    assert format_card(parse_card(text)) == card


@pytest.mark.parametrize(
    "text",
    ["", "1S", "0S", "14S", "14A", "??", "?", "K", "S", "SA", "KX", "10", "100H", "TTH", "KCC", " KC", "KC ",
     "\uff21S", "A\u2660", "\u0661\u0660H", "K\u00df", "K\u017f"],
)  # fmt: skip
def test_anything_else_is_no_card(text):
    with pytest.raises(CardError) as refusal:
        parse_card(text)
    message = str(refusal.value)
    assert ascii(text) in message
    assert "like TH" in message
    assert message.isascii()
    assert "\n" not in message


def test_an_endless_text_makes_a_short_message():
    with pytest.raises(CardError) as refusal:
        parse_card("AH" * 500_000)
    assert len(str(refusal.value)) < 150


def test_ranks_run_from_ace_to_king_and_a_joker_has_one_of_its_own():
    for suit in SUITS:
        assert [rank_of(parse_card(rank + suit)) for rank in RANKS] == list(range(13))
    assert rank_of(JOKER) == JOKER_RANK == 13


def test_two_decks_hold_each_card_twice_and_jokers_come_last():
    assert sorted(full_deck(2, 0)) == sorted(2 * list(range(52)))
    assert full_deck(1, 2)[52:] == [JOKER, JOKER]
