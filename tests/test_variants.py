from __future__ import annotations

import json
import re

import pytest

from golfsolve.errors import VariantError
from golfsolve.game.cards import JOKER, rank_of
from golfsolve.game.catalogue import BUILT_IN, find, from_rules, known_names
from golfsolve.game.variants import EMPTY_WASTE, Variant
from tests import naive
from tests.boards import by_name


def on(variant: str, waste: str) -> str:
    """The ranks of the game that may be played on a waste rank, as a text; ``0`` is a joker."""
    ranks = "A23456789TJQK0" if find(variant).jokers else "A23456789TJQK"
    mask = find(variant).adjacency()[ranks.index(waste)]
    return "".join(rank for i, rank in enumerate(ranks) if mask >> i & 1)


# --- what plays on what --------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["golf", "dead-king", "relaxed"])
def test_a_card_plays_on_its_two_neighbours(variant):
    assert [on(variant, rank) for rank in "23456789TJQ"] == [
        "A3", "24", "35", "46", "57", "68", "79", "8T", "9J", "TQ", "JK",
    ]  # fmt: skip


def test_in_golf_a_queen_plays_on_a_king_and_a_two_on_an_ace():
    assert on("golf", "K") == "Q"
    assert on("golf", "A") == "2"


def test_a_dead_king_takes_nothing_but_still_plays_on_a_queen():
    assert on("dead-king", "K") == ""
    assert on("dead-king", "A") == "2"
    assert "K" in on("dead-king", "Q")


def test_with_wrap_ace_and_king_play_on_each_other_in_both_directions():
    for variant in ("relaxed", "double-putt", "black-hole", "all-in-a-row", "escalator", "tri-peaks"):
        assert on(variant, "K") == "AQ"
        assert on(variant, "A") == "2K"


def test_golf_rush_has_dead_kings_and_double_golf_has_not():
    assert on("golf-rush", "K") == ""
    assert on("golf-rush", "A") == "2"
    assert on("double-golf", "K") == "Q"
    assert on("double-golf", "A") == "2"


def test_a_joker_plays_on_anything_and_anything_plays_on_it():
    assert on("thieves", "0") == "A23456789TJQK0"
    assert on("thieves", "K") == "Q0"
    assert all("0" in on("thieves", rank) for rank in "A23456789TJQK0")


def test_a_joker_plays_even_on_a_dead_king():
    rules = find("thieves").rules() | {"on_king": "nothing"}
    assert from_rules("mine", rules).adjacency()[12] == 1 << 13


def test_only_a_free_start_lets_a_card_be_played_on_an_empty_waste():
    assert find("all-in-a-row").adjacency()[EMPTY_WASTE] == 2**14 - 1
    for variant in BUILT_IN:
        if variant.name != "all-in-a-row":
            assert variant.adjacency()[EMPTY_WASTE] == 0


@by_name
def test_the_masks_say_what_accepts_says(variant):
    masks = variant.adjacency()
    assert len(masks) == 15
    for card in range(53):
        for waste in range(53):
            assert variant.accepts(waste, card) == bool(masks[rank_of(waste)] >> rank_of(card) & 1)
        assert variant.accepts(None, card) == bool(masks[EMPTY_WASTE] >> rank_of(card) & 1)


@by_name
def test_the_masks_say_what_the_plain_rules_say(variant):
    game = naive.Game([], [], None, [], variant.on_king == "nothing", variant.wrap, variant.opening == "free")
    names = [*naive.RANKS, naive.JOKER, None]
    for mask, waste in zip(variant.adjacency(), names, strict=True):
        said = {name for i, name in enumerate(names) if mask >> i & 1}
        assert said == {name for name in names[:-1] if naive.plays_on(game, name, waste)}


# --- the table of games --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "pysol_id", "tableau", "stock", "decks", "jokers"),
    [
        ("golf", 36, 35, 16, 1, 0),
        ("dead-king", 259, 35, 16, 1, 0),
        ("relaxed", 260, 35, 16, 1, 0),
        ("thieves", 906, 35, 18, 1, 2),
        ("double-golf", 777, 63, 40, 2, 0),
        ("double-putt", 892, 63, 40, 2, 0),
        ("black-hole", 98, 51, 0, 1, 0),
        ("all-in-a-row", 405, 52, 0, 1, 0),
        ("golf-rush", None, 28, 24, 1, 0),
        ("escalator", 281, 28, 23, 1, 0),
        ("tri-peaks", 22231, 28, 23, 1, 0),
    ],
)
def test_the_games_are_those_that_are_played(name, pysol_id, tableau, stock, decks, jokers):
    variant = find(name)
    assert (variant.pysol_id, variant.layout.size, variant.stock) == (pysol_id, tableau, stock)
    assert (variant.decks, variant.jokers) == (decks, jokers)


@by_name
def test_every_card_of_the_deck_has_its_place(variant):
    cards = variant.layout.size + variant.has_opening_card + variant.stock
    assert cards == variant.deck_size == len(variant.deck())
    assert variant.deck().count(JOKER) == variant.jokers


@by_name
def test_every_game_says_its_rule_in_a_sentence_and_where_it_comes_from(variant):
    assert variant.title
    assert variant.rule.endswith(".")
    assert variant.source


def test_all_in_a_row_says_what_is_easily_misread():
    rule = find("all-in-a-row").rule
    assert "13 columns of 4" in rule
    assert "any exposed card may start" in rule
    assert "wrap" in rule


# --- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("golf", "golf"),
        ("strict", "golf"),
        ("putt-putt", "relaxed"),
        ("Putt Putt", "relaxed"),
        ("classic", "dead-king"),
        ("DEAD_KING", "dead-king"),
        (" Black Hole ", "black-hole"),
        ("all_in_a_row", "all-in-a-row"),
        ("elevator", "escalator"),
        ("three-peaks", "tri-peaks"),
    ],
)
def test_a_game_is_found_by_its_names_and_aliases(text, name):
    assert find(text).name == name


def test_no_two_games_share_a_name():
    names = [name for variant in BUILT_IN for name in (variant.name, *variant.aliases)]
    assert len(names) == len(set(names))
    assert sorted(names) == known_names()
    assert all(find(name).name == name or name in find(name).aliases for name in names)


@pytest.mark.parametrize(
    ("text", "near"),
    [("glof", "golf"), ("relax", "relaxed"), ("blackhole", "black-hole"), ("dead", "dead-king")],
)
def test_an_unknown_name_lists_near_misses(text, near):
    with pytest.raises(VariantError) as refusal:
        find(text)
    assert f"unknown variant '{text}'; did you mean" in str(refusal.value)
    assert near in str(refusal.value)


def test_a_name_near_nothing_lists_every_game():
    with pytest.raises(VariantError) as refusal:
        find("xyzzy")
    assert all(variant.name in str(refusal.value) for variant in BUILT_IN)


@pytest.mark.parametrize("text", ["", "\u0433\u043e\u043b\u044c\u0444", "golf\n", "x" * 1_000_000, "\x00"])
def test_an_odd_name_is_refused_in_one_short_line(text):
    if text == "golf\n":
        assert find(text).name == "golf"
        return
    with pytest.raises(VariantError) as refusal:
        find(text)
    message = str(refusal.value)
    assert message.isascii()
    assert message.isprintable()
    assert len(message) < 300


# --- rules as data ---------------------------------------------------------------------------------


@by_name
def test_rules_survive_being_written_and_read(variant):
    text = json.dumps(variant.rules())
    assert from_rules(variant.name, json.loads(text)) is variant


@by_name
def test_rules_under_another_name_are_the_same_game_without_its_lore(variant):
    mine = from_rules("mine", variant.rules())
    assert mine.rules() == variant.rules()
    assert mine.adjacency() == variant.adjacency()
    assert (mine.name, mine.pysol_id, mine.aliases) == ("mine", None, ())


def test_rules_are_written_in_one_order():
    for variant in BUILT_IN:
        assert list(variant.rules()) == ["decks", "jokers", "layout", "opening", "stock", "on_king", "wrap"]


@pytest.mark.parametrize("name", ["golf", "strict"])
def test_other_rules_cannot_take_the_name_of_a_built_in_game(name):
    with pytest.raises(VariantError, match=f"name: {name} is a built-in game with other rules"):
        from_rules(name, find("golf").rules() | {"wrap": True})


@pytest.mark.parametrize("name", ["", "-", "My Game", "my_game", "a\nb", "\u00e9", "a" * 41, "my-", 7, None])
def test_a_name_is_fit_for_messages_and_files(name):
    with pytest.raises(VariantError, match=r"name: .* \(expected letters a-z"):
        from_rules(name, find("golf").rules())


def test_a_number_of_thousands_of_digits_is_no_rule():
    huge = 16**9000
    for key in ("decks", "stock", "wrap", "opening"):
        assert problems_of(**{key: huge})[0].startswith(f"{key}: a number beyond all bounds")
    for layout in ({"columns": [huge]}, {"pyramid": huge}, {"peaks": huge, "height": 2}):
        assert problems_of(layout=layout)[0].startswith("layout")


def test_an_opening_card_is_read_as_people_write_cards():
    rules = find("black-hole").rules() | {"opening": "as"}
    assert from_rules("black-hole", rules) is find("black-hole")
    assert from_rules("mine", rules | {"opening": "10h"}).opening == "TH"


def problems_of(**changes) -> list[str]:
    with pytest.raises(VariantError) as refusal:
        from_rules("mine", find("golf").rules() | changes)
    message = str(refusal.value)
    assert message.startswith("variant 'mine': ")
    return message.removeprefix("variant 'mine': ").split("; ")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("decks", 0),
        ("decks", 3),
        ("decks", "1"),
        ("decks", True),
        ("jokers", -1),
        ("jokers", 5),
        ("jokers", None),
        ("stock", 15),
        ("stock", 17),
        ("stock", -1),
        ("stock", 16.0),
        ("stock", 10**30),
        ("wrap", "yes"),
        ("wrap", 1),
        ("on_king", "ace"),
        ("on_king", ["queen"]),
        ("opening", "any"),
        ("opening", "1S"),
        ("opening", "JK"),
        ("opening", 7),
        ("layout", None),
        ("layout", [5] * 7),
        ("layout", {}),
        ("layout", {"columns": 7}),
        ("layout", {"columns": []}),
        ("layout", {"columns": [5.0] * 7}),
        ("layout", {"columns": [True] * 35}),
        ("layout", {"columns": [5] * 7, "pyramid": 7}),
        ("layout", {"pyramid": "7"}),
        ("layout", {"pyramid": 0}),
        ("layout", {"peaks": 3}),
        ("layout", {"peaks": 3, "height": 0}),
        ("layout", {"peaks": 10**12, "height": 10**12}),
        ("layout", {"rows": 3}),
    ],
)
def test_a_problem_is_named_by_its_key(key, value):
    (problem,) = problems_of(**{key: value})
    assert problem.startswith(key)
    assert "expected" in problem or problem == "opening: JK with jokers = 0"


def test_an_unknown_key_is_named():
    assert problems_of(**{"king": "queen", "a\nb": 1}) == ["'a\\nb': unknown key", "'king': unknown key"]


def test_wrap_contradicts_a_dead_king():
    (problem,) = problems_of(wrap=True, on_king="nothing")
    assert problem.startswith("wrap: ")


def test_a_game_that_starts_from_the_stock_needs_one():
    (problem,) = problems_of(opening="stock", stock=0, layout={"columns": [52]})
    assert problem.startswith("opening: ")


def test_every_problem_is_listed_at_once():
    found = problems_of(
        decks=3,
        jokers="two",
        layout={"columns": "all"},
        opening="Ace",
        stock="x",
        on_king="x",
        wrap=0,
        depth=1,
    )
    assert sorted(re.match(r"'?([a-z_]+)", problem).group(1) for problem in found) == [
        "decks", "depth", "jokers", "layout", "on_king", "opening", "stock", "wrap",
    ]  # fmt: skip


def test_a_variant_made_in_code_is_checked_as_well():
    golf = find("golf")
    with pytest.raises(VariantError, match="stock: 15"):
        Variant("mine", golf.layout, stock=15)
    with pytest.raises(VariantError, match="stock: -12"):
        Variant("mine", find("double-golf").layout, stock=-12)
