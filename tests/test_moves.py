from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsolve.errors import FormatError
from golfsolve.game.layout import MAX_PLACES
from golfsolve.game.moves import DRAW, format_moves, parse_moves


@given(st.lists(st.integers(0, MAX_PLACES)))
def test_moves_survive_being_written_and_read(moves):
    assert parse_moves(format_moves(moves)) == tuple(moves)


def test_a_solution_is_its_moves_with_spaces_between():
    assert format_moves((3, 5, DRAW, 2)) == "3 5 D 2"
    assert format_moves(()) == ""
    assert format_moves([63, 10]) == "63 10"


@pytest.mark.parametrize("text", ["3 5 D 2", "3,5,d,2", " 3  5\tD\n2\r\n", "3, 5, D, 2,", "03 5 D 2"])
def test_moves_are_read_as_people_type_them(text):
    assert parse_moves(text) == (3, 5, DRAW, 2)


@pytest.mark.parametrize("text", ["", " \n", ",,"])
def test_no_moves_are_moves_too(text):
    assert parse_moves(text) == ()


@pytest.mark.parametrize(
    ("text", "number", "word"),
    [
        ("3 5 X", 3, "'X'"),
        ("0", 1, "'0'"),
        ("64", 1, "'64'"),
        ("-1", 1, "'-1'"),
        ("1 2.0", 2, "'2.0'"),
        ("DD", 1, "'DD'"),
        ("3-5", 1, "'3-5'"),
        ("\u0663", 1, r"'\u0663'"),
        ("1 " + "9" * 10_000, 2, "'" + "9" * 40 + "...'"),
    ],
)
def test_a_word_that_is_no_move_is_named_with_its_number(text, number, word):
    with pytest.raises(FormatError) as refusal:
        parse_moves(text)
    assert str(refusal.value) == f"move {number} is {word} (expected D or a number from 1 to 63)"


@given(st.text())
def test_any_text_gives_moves_or_our_own_error(text):
    try:
        moves = parse_moves(text)
    except FormatError:
        return
    assert parse_moves(format_moves(moves)) == moves
