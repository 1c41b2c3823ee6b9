from __future__ import annotations

import contextlib
import json
import random
import re
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golfsolve import Deal, DealNumber, GolfsolveError, Result, Verdict, deal_number
from golfsolve.errors import FormatError, IllegalMove
from golfsolve.formats import (
    FORMATS,
    format_bhs,
    format_board,
    format_deal,
    format_json,
    format_line,
    format_solvitaire,
    parse_board,
    parse_deal,
    parse_json,
    parse_line,
    parse_solution,
    parse_solvitaire,
    read,
)
from golfsolve.game import catalogue
from golfsolve.game.cards import format_card, parse_card
from golfsolve.game.moves import DRAW
from golfsolve.game.referee import check_solution
from tests.boards import GOLF, PEAKS, PYRAMID, THIEVES, board, random_position
from tests.schemas import validator
from tests.texts import BOARD, LINE, MS_24, SOLUTION_35, spoiled, valid_texts

DOCS = Path(__file__).parent.parent / "docs"
BLACK_HOLE = catalogue.find("black-hole")
ALL_IN_A_ROW = catalogue.find("all-in-a-row")
GOLF_RUSH = catalogue.find("golf-rush")

numbers = st.integers(1, 2**53 - 1).map(DealNumber)
games = st.sampled_from(catalogue.BUILT_IN)
forms = st.sampled_from(FORMATS)


def refusal(text: str, variant=GOLF, partial=False) -> FormatError:
    with pytest.raises(FormatError) as caught:
        parse_deal(text, variant, partial=partial)
    assert "\n" not in str(caught.value)
    return caught.value


def can_hold(form: str, variant) -> bool:
    return form != "solvitaire" or bool(variant.layout.columns and not variant.jokers)


# --- there and back ------------------------------------------------------------------------------


@given(games, forms, numbers, st.booleans())
def test_every_deal_survives_every_form(variant, form, number, partial):
    deal = deal_number(number, variant)
    if can_hold(form, variant):
        text = format_deal(deal, variant, form, number.json())
        assert parse_deal(text, variant, partial=partial) == deal
        assert text.isascii()
        assert text.endswith("\n")


@given(games, forms, st.randoms(use_true_random=False))
def test_every_position_survives_every_form(variant, form, rng):
    position = random_position(variant, rng, tableau=variant.layout.size, stock=variant.stock)
    if can_hold(form, variant):
        text = format_deal(position, variant, form)
        assert parse_deal(text, variant, partial=True) == position


@given(games, forms, numbers)
def test_what_was_read_is_written_as_it_was(variant, form, number):
    if can_hold(form, variant):
        text = format_deal(deal_number(number, variant), variant, form)
        assert format_deal(parse_deal(text, variant), variant, form) == text


@given(games, numbers)
def test_each_form_has_its_own_parser_too(variant, number):
    deal = deal_number(number, variant)
    assert parse_board(format_board(deal, variant), variant) == deal
    assert parse_line(format_line(deal, variant), variant) == deal
    assert parse_json(format_json(deal, variant, 5), variant).deal == deal
    assert parse_json(format_json(deal, variant, 5), variant).name == 5
    if can_hold("solvitaire", variant):
        assert parse_solvitaire(format_solvitaire(deal, variant), variant) == deal


@given(games, st.lists(st.tuples(numbers, forms), max_size=5), st.randoms(use_true_random=False))
def test_a_file_may_hold_deals_in_all_forms_one_after_the_other(variant, items, rng):
    wanted, text = [], ""
    for number, form in items:
        if can_hold(form, variant):
            deal = deal_number(number, variant)
            wanted.append(deal)
            text += format_deal(deal, variant, form) + rng.choice(["", "\n", "\n# next\n", "\r\n \n"])
    assert [found.deal for found in read(text.split("\n"), variant)] == wanted


def test_positions_in_every_form_may_follow_one_another():
    position = random_position(GOLF, random.Random(3))
    texts = [format_deal(position, GOLF, form) for form in FORMATS] * 2
    found = list(read("\n".join(texts).split("\n"), GOLF, partial=True))
    assert [item.deal for item in found] == [position] * 8


# --- the forms as they look ----------------------------------------------------------------------


def test_the_board_is_what_black_hole_solver_reads():
    assert format_board(MS_24, GOLF) == BOARD


def test_one_line_holds_the_cards_in_dealing_order():
    assert format_line(MS_24, GOLF) == LINE


def test_a_position_on_one_line_tells_its_empty_places():
    position = board(GOLF, "5H", ["4C 7S", "-", "AC"], "TD KC")
    assert format_line(position, GOLF).split(" | ") == [
        "4C -- AC -- -- -- -- 7S" + " --" * 27, "5H", "TD KC",
    ]  # fmt: skip
    cleared = Deal((None,) * 35, parse_card("5H"), ())
    assert format_line(cleared, GOLF) == "-- " * 34 + "-- | 5H | --"


def test_a_waste_card_where_the_game_deals_none_is_told_from_the_stock():
    deal = deal_number(DealNumber(1), GOLF_RUSH)
    drawn = Deal(deal.tableau, deal.stock[0], deal.stock[1:])
    assert " | " in format_line(drawn, GOLF_RUSH)
    assert parse_deal(format_line(drawn, GOLF_RUSH), GOLF_RUSH, partial=True) == drawn
    assert parse_deal(format_line(deal, GOLF_RUSH), GOLF_RUSH, partial=True) == deal


def test_solvitaire_draws_the_last_card_of_its_stock_first():
    document = json.loads(format_solvitaire(MS_24, GOLF))
    assert list(document) == ["tableau piles", "hole", "stock"]
    assert document["stock"][-1] == "10D"
    assert document["stock"][0] == "AS"
    assert document["hole"] == "JH"
    assert document["tableau piles"][0] == ["4C", "7S", "5S", "KH", "10C"]


def test_the_hole_that_solvitaire_prints_as_a_list_is_read():
    document = json.loads(format_solvitaire(MS_24, GOLF))
    document["hole"] = ["JH"]
    assert parse_deal(json.dumps(document, indent=2), GOLF) == MS_24


@pytest.mark.parametrize("variant", [THIEVES, PEAKS, PYRAMID], ids=lambda variant: variant.name)
def test_games_that_solvitaire_lacks_are_not_written_for_it(variant):
    with pytest.raises(FormatError, match=f"{variant.name} cannot be written for Solvitaire"):
        format_solvitaire(deal_number(DealNumber(1), variant), variant)


def test_our_json_gives_the_cards_by_place_and_in_order():
    record = json.loads(format_json(MS_24, GOLF, "ms:24"))
    assert list(record) == ["deal", "variant", "tableau", "opening", "stock", "cards"]
    assert (record["deal"], record["variant"], record["cards"]) == ("ms:24", "golf", LINE)
    assert record["tableau"][6] == ["AH", "JS", "TH", "5C", "3S"]
    assert (record["opening"], record["stock"][0]) == ("JH", "TD")


@pytest.mark.parametrize("left_out", [["cards"], ["tableau", "opening", "stock"], ["deal", "variant"]])
def test_our_json_is_read_with_half_of_it_left_out(left_out):
    record = json.loads(format_json(MS_24, GOLF, 24))
    for key in left_out:
        del record[key]
    assert parse_deal(json.dumps(record), GOLF) == MS_24


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{'-- ' * 35}| 5H", "1 bars (expected 2"),
        (f"{'-- ' * 35}| 5H | 6H | 7H", "3 bars (expected 2"),
        (f"{'-- ' * 34}| 5H | 6H", "34 places before the first bar (expected 35"),
        (f"{'-- ' * 35}| 5H 7H | 6H", "expected one waste card"),
        (f"{'-- ' * 35}| -- | 6H", "no card on the waste"),
        (f"{'-- ' * 34}6H | 5H | 6H", "too many of 6H"),
        (f"{'-- ' * 34}6H | 5H | -- 7H", "'--' is not a card"),
    ],
)
def test_a_position_on_one_line_is_checked_too(text, words):
    assert words in str(refusal(text, partial=True))


def test_peaks_are_written_where_they_lie():
    lines = format_board(deal_number(DealNumber(24, "ms"), PEAKS), PEAKS).splitlines()
    assert lines[2:5] == [
        "      4C          5H          QC",
        "    5D  2D      7H  AH      7S  2C",
        "  QH  9S  2S  KD  JS  5S  6C  9C  3C",
    ]


def test_empty_places_of_a_pyramid_are_dashes():
    text = "Talon: -\nFoundations: 5H\n4C\n-- AC\n-- -- 7D\n"
    position = parse_deal(text, PYRAMID, partial=True)
    assert format_line(position, PYRAMID).startswith("4C -- AC -- -- 7D -- --")
    assert refusal("Talon: -\nFoundations: 5H\n4C\nAC\n", PYRAMID, partial=True).line == 4


def test_black_hole_and_all_in_a_row_need_no_talon():
    assert format_board(deal_number(DealNumber(1), BLACK_HOLE), BLACK_HOLE).startswith("Foundations: AS\n")
    text = format_board(deal_number(DealNumber(1), ALL_IN_A_ROW), ALL_IN_A_ROW)
    assert text.startswith("Foundations: -\n")
    without = text.split("\n", 1)[1]
    assert parse_deal(without, ALL_IN_A_ROW) == deal_number(DealNumber(1), ALL_IN_A_ROW)


def test_the_opening_card_of_all_in_a_row_is_never_taken_for_a_rank():
    deal = parse_deal(
        format_board(deal_number(DealNumber(24, "ms"), ALL_IN_A_ROW), ALL_IN_A_ROW), ALL_IN_A_ROW
    )
    assert deal.opening is None


# --- what people's board files look like ---------------------------------------------------------


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("tens in two digits", BOARD.replace("TH", "10H").replace("TC", "10c").replace("TD", "10D")),
        ("lower case", BOARD.lower()),
        ("lower case suits", "".join(c.lower() if c in "CSHD" else c for c in BOARD)),
        ("lower case ranks", BOARD.replace("K", "k").replace("Q", "q").replace("J", "j")),
        ("a byte order mark", "\ufeff" + BOARD),
        ("CR LF", BOARD.replace("\n", "\r\n")),
        ("lone CR", BOARD.replace("\n", "\r")),
        ("no final newline", BOARD.rstrip("\n")),
        ("blank lines around", "\n\n" + BOARD + "\n\n"),
        ("blank lines between", BOARD.replace("\n", "\n\n")),
        ("blanks at the ends of lines", BOARD.replace("\n", " \t\n")),
        ("a colon before every line", "".join(f": {line}\n" for line in BOARD.splitlines())),
        ("a colon before the columns", "\n: ".join(BOARD.splitlines()).replace("\n: F", "\nF")),
        ("a short word for the foundations", BOARD.replace("Foundations:", "Founds:")),
        ("comments", "# golf\n" + BOARD.replace("QC QH", "# third\nQC QH")),
        ("no blank after the colon", BOARD.replace(": ", ":")),
    ],
)  # fmt: skip
def test_a_board_is_read_in_every_dialect(dialect, text):
    assert parse_deal(text, GOLF) == MS_24
    assert parse_board(text, GOLF) == MS_24


def test_talon_and_foundations_come_in_either_order():
    talon, foundations, columns = BOARD.split("\n", 2)
    assert parse_deal(f"{foundations}\n{talon}\n{columns}", GOLF) == MS_24


def test_a_doubled_and_a_missing_card_are_both_named_with_the_line_of_their_deal():
    error = refusal("\n# a comment\n" + BOARD.replace("KD", "KC"))
    assert "too many of KC" in str(error)
    assert "missing KD" in str(error)
    assert error.line == 3


def test_a_dropped_card_is_named():
    error = refusal(BOARD.replace("5H ", ""))
    assert "missing 5H" in str(error)
    assert "34 tableau cards (expected 35)" in str(error)


def test_a_dropped_card_is_named_by_an_optimising_interpreter_too():
    program = (
        "from tests.texts import *; from golfsolve.formats import parse_deal; "
        "parse_deal(BOARD.replace('5H ', ''), GOLF)"
    )
    ran = subprocess.run(
        [sys.executable, "-O", "-c", program], cwd=DOCS.parent, capture_output=True, text=True, check=False
    )
    assert ran.stderr.rstrip().endswith(
        "missing 5H; 34 tableau cards (expected 35); --partial takes it as a position"
    )


def test_a_position_without_the_flag_is_told_of_it():
    position = random_position(GOLF, random.Random(7))
    for form in ("board", "line", "json", "solvitaire"):
        text = format_deal(position, GOLF, form)
        assert str(refusal(text)).endswith("; --partial takes it as a position")
        assert parse_deal(text, GOLF, partial=True) == position


def test_what_is_no_position_either_is_not_sent_to_the_flag():
    assert "--partial" not in str(refusal(BOARD.replace("5H ", "").replace("KD", "KC")))
    assert "--partial" not in str(refusal(" ".join(LINE.split()[:-1])))


def test_every_missing_and_doubled_card_is_named():
    error = refusal(BOARD.replace("5D", "2D").replace("3S", "2S").replace("KS", "2D"))
    assert "too many of 2S, 2D (twice)" in str(error)
    assert "missing 3S, KS, 5D" in str(error)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        (BOARD.replace("JH\n", "zzz\n", 1), 2, 14, "'zzz' is not a card"),
        (BOARD.replace("JH\n", "JH QH\n", 1), 2, 17, "a second card on the waste"),
        (BOARD.replace("JH\n", "-\n", 1), 1, None, "missing JH; no card on the waste"),
        (BOARD.replace("Foundations: JH\n", ""), 2, None, "no Foundations: line"),
        (BOARD.replace(BOARD.split("\n", 1)[0] + "\n", ""), 2, None, "no Talon: line"),
        (BOARD.replace("Foundations", "Foundatoins"), 2, None, "no Foundations: line"),
        ("Talon: -\n" + BOARD, 2, None, "a second Talon: line"),
        (BOARD.replace("8C 4D", "8C 4X"), 6, 13, "'4X' is not a card"),
        (BOARD.replace("8C 4D", "8C 4D KX"), 6, 16, "'KX' is not a card"),
    ],
)
def test_a_fault_is_named_where_it_stands(text, line, column, words):
    error = refusal(text)
    assert (error.line, error.column) == (line, column)
    assert words in str(error)


def test_a_line_of_twenty_thousand_aces_is_refused_at_once():
    assert "20000 cards (expected 52 for golf)" in str(refusal("AH " * 20_000))
    assert "starts no deal" in str(refusal("AH" * 20_000))
    assert "20003 cards in one column" in str(refusal(BOARD.replace("AH JS", "AH " * 20_000)))
    assert "20000 stock cards (expected 16)" in str(
        refusal("Talon: " + "AH " * 20_000 + "\nFoundations: JH\n" + "-\n" * 7)
    )
    errors = list(read(["AH " * 20_000] * 50, GOLF))
    assert len(errors) == 50


def test_columns_without_end_are_refused_without_keeping_them():
    lines = (
        line
        for text in (BOARD.splitlines(), ("AH" + " " * (n % 9 + 1) for n in range(200_000)))
        for line in text
    )
    tracemalloc.start()
    errors = list(read(lines, GOLF))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000
    assert len(errors) == 1
    assert "a deal of more than 65536 characters" in str(errors[0])


@pytest.mark.parametrize("text", ["", "\n", " \n\n\t\n", "# nothing\n", "\ufeff"])
def test_a_text_without_cards_says_so(text):
    assert str(refusal(text)) == "no cards"
    with pytest.raises(FormatError, match="no cards"):
        parse_board(text, GOLF)


def test_too_few_columns_are_counted():
    lines = BOARD.splitlines()
    assert "expected 7 columns, got 6" in str(refusal("\n".join(lines[:-1])))
    assert "expected 7 columns, got 0" in str(refusal("\n".join(lines[:2])))
    assert "expected 7 columns, got 8" in str(refusal("\n".join([*lines, "-"])))
    assert "expected 13 columns, got 7" in str(refusal(BOARD, ALL_IN_A_ROW))


def test_an_empty_column_may_be_written_as_a_dash_in_a_position():
    lines = [*BOARD.splitlines()[:2], "4C", "-", "5H"]
    position = parse_deal("\n".join(lines), GOLF, partial=True)
    assert position.tableau[:4] == (parse_card("4C"), None, parse_card("5H"), None)


@pytest.mark.parametrize("empty", ["-", "--", "", ": ", ": -", "# away\n-"])
def test_empty_columns_are_read_as_each_program_writes_them(empty):
    text = f"Foundations: 9C\n4C\n{empty}\n5H\n"
    position = parse_deal(text, GOLF, partial=True)
    assert position.tableau[:4] == (parse_card("4C"), None, parse_card("5H"), None)
    assert position.stock == ()


def test_every_gap_is_as_wide_as_its_blank_lines():
    text = "Foundations: 9C\n4C\n\n\n5H\n\n6H\n"
    position = parse_deal(text, GOLF, partial=True)
    assert position.tableau[:6] == tuple(parse_card(c) if c else None for c in ("4C", "", "", "5H", "", "6H"))


def test_cards_after_a_whole_board_belong_to_something_else():
    text = "Foundations: 9C\n" + "-\n" * 6 + "4C\n\n5C 6C\n"
    good, bad = read(text.split("\n"), GOLF, partial=True)
    assert format_line(good.deal, GOLF).startswith("-- -- -- -- -- -- 4C --")
    assert isinstance(bad, FormatError)
    assert bad.line == 10


def test_a_position_may_lack_talon_and_columns():
    assert parse_deal("Foundations: 9C\n", GOLF, partial=True) == Deal((None,) * 35, parse_card("9C"), ())
    assert "expected 7 columns, got 8" in str(refusal("Foundations: 9C\n" + "-\n" * 8, partial=True))
    assert "no Foundations: line" in str(refusal("Talon: 9C\n4C\n", partial=True))


def test_a_position_may_not_hold_a_card_twice():
    assert "too many of 4C" in str(refusal("Foundations: 4C\n4C\n", partial=True))


def test_a_position_is_no_deal():
    error = refusal("Talon: -\nFoundations: 9C\n4C\n-\n5H\n-\n-\n-\n-\n")
    assert "2 tableau cards (expected 35)" in str(error)


@pytest.mark.parametrize("card", ["14S", "14A", "00S", "1S", "?", "11H", "AA", "SS", "\u0661\u0660H"])
@pytest.mark.parametrize("form", FORMATS)
def test_ranks_and_suits_that_are_none_are_refused(card, form):
    text = format_deal(MS_24, GOLF, form).replace("AS", card)
    assert f"{card!a} is not a card" in str(refusal(text))


@pytest.mark.parametrize("form", ["board", "line", "json"])
def test_a_joker_is_named_where_the_game_has_none(form):
    text = format_deal(MS_24, GOLF, form).replace("9S", "JK")
    assert "'JK', but golf has no jokers" in str(refusal(text))


def test_a_joker_is_a_card_of_thieves():
    deal = deal_number(DealNumber(1), THIEVES)
    assert format_board(deal, THIEVES).count("JK") == 2
    text = format_board(deal, THIEVES).replace("KC", "JK")
    assert "too many of JK" in str(refusal(text, THIEVES))


def test_a_printed_solvitaire_deal_reads_back_as_the_same():
    text = format_solvitaire(MS_24, GOLF)
    assert format_solvitaire(parse_solvitaire(text, GOLF), GOLF) == text


def test_fifty_one_and_fifty_three_cards_are_counted():
    tokens = LINE.split()
    error = refusal(" ".join(tokens[:-1]))
    assert "missing AS" in str(error)
    assert "15 stock cards (expected 16)" in str(error)
    error = refusal(" ".join([*tokens, "4C"]))
    assert "too many of 4C" in str(error)
    assert "17 stock cards (expected 16)" in str(error)
    assert "missing" in str(refusal(" ".join(tokens[:30])))
    assert "missing AS" in str(refusal(" ".join(tokens[:-1]), partial=True))


def test_two_decks_hold_every_card_twice():
    variant = catalogue.find("double-golf")
    deal = parse_deal(format_line(deal_number(DealNumber(5), variant), variant), variant)
    assert sorted(deal.cards()) == sorted([*range(52)] * 2)
    text = format_board(deal, variant).replace("KC", "KD", 1)
    assert "too many of KD" in str(refusal(text, variant))


def test_a_failed_read_leaves_nothing_behind():
    for _ in range(3):
        refusal(BOARD.replace("KD", "KC"))
        assert parse_deal(BOARD, GOLF) == MS_24


# --- JSON that is not a deal ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not valid JSON"),
        ('{"cards": "' + LINE, "not valid JSON"),
        ('{"cards": 7}', "\"cards\" is '7' (expected a text)"),
        ('{"cards": "AC"}', "missing"),
        ('{"cards": ""}', "missing"),
        ('{"deal": 7}', "no cards"),
        ("{}", "no cards"),
        ('{"tableau": 7}', "\"tableau\" is '7' (expected a list)"),
        ('{"tableau": [7,7,7,7,7,7,7]}', "expected a list of cards"),
        ('{"tableau": [[7],[],[],[],[],[],[]]}', "in a list of cards (expected a text)"),
        ('{"tableau": [[null],[],[],[],[],[],[]]}', "in a list of cards (expected a text)"),
        (
            '{"tableau": [["AC","AC","AC","AC","AC","AC"],[],[],[],[],[],[]]}',
            "6 cards in column 1 (expected 5)",
        ),
        ('{"tableau": [[],[],[]]}', "expected 7 columns, got 3"),
        ('{"tableau piles": 7}', 'no "tableau piles"'),
        ('{"tableau piles": [[],[],[]]}', "expected 7 columns, got 3"),
        ('{"tableau piles": [[],[],[],[],[],[],[]], "hole": 7}', "\"hole\" is '7' (expected a card)"),
        ('{"tableau piles": [[],[],[],[],[],[],[]], "stock": "AC"}', "expected a list of cards"),
        ({"cards": LINE, "deal": -7}, "\"deal\" is '-7'"),
        ({"cards": LINE, "deal": True}, "\"deal\" is 'true'"),
        ({"cards": LINE, "deal": 9007199254740992}, '"deal" is'),
        ({"cards": LINE, "deal": "a\x1b[2J"}, '"deal" is'),
        ({"cards": LINE, "deal": 300 * "x"}, '"deal" is'),
        ({"cards": LINE, "solution": 7}, "\"solution\" is '7' (expected a text)"),
        ({"cards": LINE, "variant": "tri-peaks"}, "a deal of tri-peaks (expected one of golf)"),
        ('{"cards": %s}' % ("[" * 60_000), "beyond all bounds"),
        ('{"cards": %s}' % ("9" * 60_000), "beyond all bounds"),
    ],
)
def test_json_that_is_no_deal_is_refused_with_a_reason(text, words):
    assert words in str(refusal(text if isinstance(text, str) else json.dumps(text)))


def test_the_record_of_a_deal_that_could_not_be_read_says_so_again():
    error = refusal('{"deal": "a:7", "variant": "golf", "error": "a: line 7: missing 5H"}')
    assert str(error) == "line 1: a deal that could not be read: 'a: line 7: missing 5H'"


def test_cards_and_tableau_must_be_the_same_deal():
    other = json.loads(format_json(deal_number(DealNumber(1), GOLF), GOLF))
    record = json.loads(format_json(MS_24, GOLF)) | {"cards": other["cards"]}
    assert "different deals" in str(refusal(json.dumps(record)))


def test_a_deal_of_golf_is_one_of_relaxed_too():
    text = format_json(MS_24, catalogue.find("relaxed"))
    assert parse_json(text, GOLF).variant == "relaxed"
    assert parse_json(text.replace("relaxed", "my own rules"), GOLF).deal == MS_24


def test_a_torn_record_does_not_swallow_the_next():
    whole = format_json(MS_24, GOLF)
    torn, good = read([whole[:300], whole], GOLF)
    assert isinstance(torn, FormatError)
    assert torn.line == 1
    assert good.deal == MS_24
    assert good.line == 2


def test_braces_in_a_name_are_none_of_the_object():
    text = format_json(MS_24, GOLF, 'a{b[\\"{')
    assert [found.name for found in read([text, text], GOLF)] == ['a{b[\\"{'] * 2


def test_json_may_be_spread_over_lines():
    text = json.dumps(json.loads(format_json(MS_24, GOLF, "a{b")), indent=1)
    assert [found.deal for found in read((text + "\n" + text).split("\n"), GOLF)] == [MS_24, MS_24]


# --- one bad deal among good ones ----------------------------------------------------------------


def test_a_bad_deal_does_not_cost_the_others():
    bad = BOARD.replace("KD", "KC")
    text = "\n".join([BOARD, bad, BOARD, "nonsense", "more of it", "ms:24", LINE + " AH", "ms:0", LINE, "{}"])
    found = list(read(text.split("\n"), GOLF))
    assert ["-" if isinstance(item, FormatError) else item.deal == MS_24 for item in found] == [
        True, "-", True, "-", "-", "-", "-", "-", True, "-",
    ]  # fmt: skip
    lines = [item.line for item in found]
    assert lines == [1, 11, 21, 31, 32, 33, 34, 35, 36, 37]


def test_boards_may_follow_one_another_without_a_gap():
    found = list(read((BOARD * 3).split("\n"), GOLF))
    assert [item.line for item in found] == [1, 10, 19]
    found = list(read((BOARD + LINE + "\n" + LINE + "\n" + BOARD).split("\n"), GOLF))
    assert [item.deal for item in found] == [MS_24] * 4


def test_headers_and_closing_lines_of_our_files_are_passed_over():
    lines = [
        '{"format":"golfsolve-pool","version":1,"variant":"relaxed"}',
        json.dumps({"deal": 24, "cards": LINE, "solution": "3 5 D", "draws": 1, "nodes": 9}),
        '{"tried":5,"kept":1,"sha256":"00"}',
    ]
    found, another = read([*lines, LINE], GOLF)
    assert another.variant is None
    assert found.name == 24
    assert found.solution == "3 5 D"
    assert found.variant == "relaxed"


def test_a_header_of_another_game_is_one_error_for_all_its_records():
    header = '{"format": "golfsolve-pool", "version": 1, "variant": "golf"}'
    record = f'{{"deal": 7, "cards": "{LINE}"}}'
    (error,) = read([header, *[record] * 100], PYRAMID)
    assert str(error) == "line 1: a deal of golf (expected one of escalator)"


def test_rules_in_a_header_are_compared_too():
    mine = catalogue.from_rules("mine", PYRAMID.rules())
    header = json.dumps({"format": "golfsolve-pool", "version": 1, "variant": "mine", "rules": mine.rules()})
    (error,) = read([header, LINE], GOLF)
    assert str(error) == "line 1: a deal of mine (expected one of golf)"
    (found,) = read([header, "7"], mine)
    assert found.deal == deal_number(DealNumber(7), mine)


def test_numbers_may_have_comments():
    found = list(read(["# mine", "", "ms:24 # hard", "  2-3  "], GOLF))
    assert [item.name for item in found] == ["ms:24", 2, 3]
    assert [item.line for item in found] == [3, 4, 4]
    assert found[0].deal == MS_24


# --- solutions -----------------------------------------------------------------------------------


def test_a_solution_in_black_hole_solvers_words_is_read_and_written():
    result = Result(Verdict.WINNABLE, 1234, (5, 0, 6))
    text = format_bhs(result, MS_24, GOLF)
    assert text == (
        "Solved!\n"
        "Move a card from stack 4 to the foundations\n\nInfo: Card moved is QS\n\n\n====================\n\n"
        "Deal talon\n\nInfo: Card moved is TD\n\n\n====================\n\n"
        "Move a card from stack 5 to the foundations\n\nInfo: Card moved is 3H\n\n\n====================\n\n"
        "\n\n--------------------\nTotal number of states checked is 1234.\n"
    )
    assert parse_solution(text, MS_24, GOLF) == (5, 0, 6)
    assert parse_solution(text.replace("\n", "\r\n"), MS_24, GOLF) == (5, 0, 6)


@pytest.mark.parametrize(
    ("verdict", "word"),
    [(Verdict.WINNABLE, "Solved!"), (Verdict.UNWINNABLE, "Unsolved!"), (Verdict.UNDECIDED, "Intractable!")],
)
def test_each_verdict_has_its_word_and_only_one_is_a_solution(verdict, word):
    text = format_bhs(Result(verdict, 5), MS_24, GOLF)
    assert text.startswith(f"{word}\n")
    if verdict is Verdict.WINNABLE:
        assert parse_solution(text, MS_24, GOLF) == ()
    else:
        with pytest.raises(FormatError, match=f"'{word}' .expected a solution"):
            parse_solution(text, MS_24, GOLF)


def test_a_published_solution_is_accepted_under_its_own_rules_only():
    deal = deal_number(DealNumber(35, "pysol"), GOLF)
    moves = parse_solution(SOLUTION_35, deal, GOLF)
    assert len(moves) == 46
    assert check_solution(deal, GOLF, moves).stock_left == 5
    with pytest.raises(IllegalMove, match="QH does not play on KH") as caught:
        check_solution(deal, catalogue.find("dead-king"), moves)
    assert caught.value.index == 11


def test_boards_shown_between_the_moves_are_passed_over():
    text = (
        "Solved!\n\n[START BOARD]\nTalon: 3S\nFoundations: 2S\n: QD 5C\n:\n[END BOARD]\n\n\n"
        "Move a card from stack 0 to the foundations\n\nInfo: Card moved is 0C\n"
    )
    assert parse_solution(text, MS_24, GOLF) == (1,)


@given(st.lists(st.integers(0, 63)))
def test_our_own_moves_are_a_solution_too(moves):
    text = "\n".join("D" if move == DRAW else str(move) for move in moves)
    assert parse_solution(text, MS_24, GOLF) == tuple(moves)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 5 X", "move 3 is 'X'"),
        ("hello", "'hello' is not a move"),
        ("Solved!\nMove a card from stack x to the foundations", "is not a move"),
        ("Solved!\nMove a card from stack 3 to the foundations again", "is not a move"),
        ("Solved!\nTD", "TD lies in the tableau 0 times"),
        ("Solved!\n1S", "'1S' is not a move"),
        ("Deal talon\nboo", "'boo' is not a move"),
        ("5 " * 600_000, "1200000 characters"),
        ("\n" * 600_000 + "x", "'x' is not a move"),
    ],
)
def test_what_is_no_solution_is_refused(text, words):
    with pytest.raises(FormatError) as caught:
        parse_solution(text, MS_24, GOLF)
    assert words in str(caught.value)


def test_cards_of_a_pyramid_are_named_by_their_place():
    deal = deal_number(DealNumber(24, "ms"), PYRAMID)
    last = format_card(deal.tableau[27])
    assert parse_solution(f"Solved!\n{last}\n", deal, PYRAMID) == (28,)
    text = format_bhs(Result(Verdict.WINNABLE, 1, (28, 0)), deal, PYRAMID)
    assert f"stack 27 to the foundations\n\nInfo: Card moved is {last}\n" in text
    assert parse_solution(text, deal, PYRAMID) == (28, 0)


# --- hostile texts -------------------------------------------------------------------------------

SEEDS = valid_texts()


def survives(parse, *arguments, **options) -> None:
    """Nothing but our own error may come out."""
    with contextlib.suppress(GolfsolveError):
        parse(*arguments, **options)


@settings(max_examples=1000)
@given(st.sampled_from(SEEDS), st.randoms(use_true_random=False), st.booleans())
def test_a_spoiled_text_gives_a_deal_or_our_own_error(seed, rng, partial):
    variant, text = seed
    text = spoiled(text, rng)
    for found in list(read(text.split("\n")[:400], variant, partial=partial)):
        assert (
            isinstance(found, FormatError)
            or parse_deal(format_line(found.deal, variant), variant, partial=partial) == found.deal
        )
    survives(parse_solution, text, MS_24, GOLF)


@given(st.text(), games, st.booleans())
def test_any_text_gives_a_deal_or_our_own_error(text, variant, partial):
    for parse in (parse_deal, parse_board, parse_line, parse_json, parse_solvitaire):
        survives(parse, text, variant, partial=partial)


# --- the documentation ---------------------------------------------------------------------------


def examples(kind: str) -> list[str]:
    """The blocks of docs/formats.md that are marked as ``kind``."""
    text = (DOCS / "formats.md").read_text(encoding="utf-8")
    return re.findall(rf"^```text {kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_documented_deals_are_as_they_are_written_today():
    assert examples("whole") == [format_deal(MS_24, GOLF, form, "ms:24") for form in FORMATS]
    assert examples("peaks") == [format_board(deal_number(DealNumber(24, "ms"), PEAKS), PEAKS)]
    board_text, line = examples("position")
    position = parse_deal(line, GOLF, partial=True)
    assert format_deal(position, GOLF, "board") == board_text
    assert format_deal(position, GOLF, "line") == line


def test_the_documented_file_is_read():
    deals, numbers = examples("file")
    assert [(found.name, found.line) for found in read(deals.split("\n"), GOLF)] == [(None, 3), (None, 13)]
    assert [found.name for found in read(numbers.split("\n"), GOLF)] == ["ms:24", 7, 1, 2, 3]


def test_the_documented_solutions_are_all_the_same():
    ours, theirs, cards = examples("solution")
    assert theirs == format_bhs(Result(Verdict.WINNABLE, 1234, (5, 0, 6)), MS_24, GOLF)
    assert {parse_solution(text, MS_24, GOLF) for text in (ours, theirs, cards)} == {(5, 0, 6)}


@given(games, numbers, st.randoms(use_true_random=False))
def test_our_json_follows_its_schema(variant, number, rng):
    strict = validator("deal")
    for deal in (deal_number(number, variant), random_position(variant, rng)):
        strict.validate(json.loads(format_json(deal, variant, number.json())))
        strict.validate(json.loads(format_json(deal, variant)))
