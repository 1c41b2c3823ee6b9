from __future__ import annotations

import random
import tomllib

import pytest

from golfsolve.errors import VariantError
from golfsolve.game.catalogue import BUILT_IN, find, from_rules
from golfsolve.game.rule_file import MAX_SIZE, format_rules, load, parse_rules
from tests.boards import by_name
from tests.texts import spoiled

MINE = """\
name = "short-golf"
stock = 23
[layout]
columns = [4, 4, 4, 4, 4, 4, 4]
"""


@by_name
def test_printed_rules_are_read_as_the_same_game(variant):
    assert parse_rules(format_rules(variant), "file") is variant


@by_name
def test_printed_rules_hold_every_key(variant):
    assert tomllib.loads(format_rules(variant)) == {"name": variant.name, **variant.rules()}
    assert format_rules(variant).isascii()


def test_rules_of_ones_own_survive_being_printed():
    mine = from_rules("mine", find("thieves").rules() | {"wrap": True, "opening": "7H"})
    assert parse_rules(format_rules(mine), "file") == mine


def test_what_is_left_out_is_as_in_golf():
    mine = parse_rules(MINE, "file")
    golf = find("golf")
    assert (mine.name, mine.stock, mine.layout.size) == ("short-golf", 23, 28)
    assert (mine.decks, mine.jokers, mine.opening, mine.on_king, mine.wrap) == (
        golf.decks, golf.jokers, golf.opening, golf.on_king, golf.wrap,
    )  # fmt: skip


def test_rules_without_a_name_are_called_after_their_file(tmp_path):
    path = tmp_path / "My short_Golf.toml"
    path.write_text(MINE.partition("\n")[2], encoding="utf-8")
    assert load(path).name == "my-short-golf"
    path.write_text(MINE, encoding="utf-8-sig", newline="\r\n")
    assert load(path).name == "short-golf"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("decks = ", "not valid TOML: "),
        ("decks = 1\ndecks = 2", "not valid TOML: "),
        ("stock = " + "9" * 5000, "not valid TOML: beyond all bounds"),
        ("layout = " + "[" * 5000, "not valid TOML: beyond all bounds"),
        ("stock = 0x" + "f" * 9000, "stock: a number beyond all bounds"),
        ("wrap = [[0x" + "f" * 9000 + "]]", "wrap: a number beyond all bounds"),
        ("stock = 1979-05-27", "stock: '1979-05-27' (expected a whole number)"),
        ("name = 7\n" + MINE.partition("\n")[2], "name: '7' (expected letters"),
        ('[columns]\n"" = 1', "'columns': unknown key"),
        ("[layout]\npyramid = 7\ndepth = 1", "layout: expected columns"),
        (MINE.replace("short-golf", "golf"), "name: golf is a built-in game with other rules"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_in_one_printable_line(tmp_path, text, words):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(VariantError) as refusal:
        load(path)
    message = str(refusal.value)
    assert message.startswith(f"{path}: ")
    assert words in message
    assert message.isprintable()
    assert len(message.removeprefix(str(path))) < 400


def test_every_problem_is_listed_with_its_key():
    text = 'decks = 3\njokers = 9\nopening = "X"\non_king = "ace"\nstock = "x"\ncolour = 1\n'
    with pytest.raises(VariantError) as refusal:
        parse_rules(text + "layout = { pyramid = 99 }", "mine")
    for key in ("decks: ", "jokers: ", "opening: ", "on_king: ", "stock: ", "'colour': ", "layout: "):
        assert key in str(refusal.value)


def test_a_file_is_measured_before_it_is_read(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(MINE + "#" * MAX_SIZE, encoding="utf-8")
    with pytest.raises(VariantError, match="more than 65536 bytes"):
        load(path)


def test_foreign_bytes_are_no_rules(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"name = '\xff'")
    with pytest.raises(VariantError, match="not a text in UTF-8"):
        load(path)


def test_spoiled_rules_are_a_game_or_our_own_error():
    rng, games = random.Random("rules"), 0
    texts = [MINE, *map(format_rules, BUILT_IN)]
    for _ in range(2000):
        text = spoiled(rng.choice(texts), rng)
        try:
            variant = parse_rules(text, "file")
        except VariantError as error:
            assert str(error).isprintable()  # noqa: PT017
        else:
            assert parse_rules(format_rules(variant), "other") == variant
            games += 1
    assert 100 < games < 1900
