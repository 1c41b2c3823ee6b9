"""Deals as others write them: spelling, ranks alone, cards that are not known, lists without heads."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsolve import Deal, DealNumber, deal_number
from golfsolve.errors import FormatError
from golfsolve.formats import NamedDeal, format_board, format_deal, parse_deal, read
from golfsolve.formats.dialects import spelled, words_of
from golfsolve.game import catalogue
from golfsolve.game.cards import JOKER, RANKS, SUITS, UNKNOWN, format_card, rank_of
from golfsolve.game.deal import problems
from golfsolve.game.rule_file import parse_rules
from tests.boards import GOLF, PEAKS, PYRAMID, RELAXED, by_name, random_position
from tests.texts import BOARD, LINE, MS_24

BLACK_HOLE = catalogue.find("black-hole")
DOUBLE = catalogue.find("double-golf")
PEAKS_24 = deal_number(DealNumber(24, "ms"), PEAKS)
PYRAMID_24 = deal_number(DealNumber(24, "ms"), PYRAMID)
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
NAMES = {rank: rank for rank in RANKS} | {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUIT_NAMES = {"C": "club", "S": "spade", "H": "heart", "D": "diamond"}
SIGNS = {"C": "\u2663", "S": "\u2660", "H": "\u2665", "D": "\u2666"}
OUTLINES = {"C": "\u2667", "S": "\u2664", "H": "\u2661", "D": "\u2662"}

SPELLINGS = {
    "lower case": str.lower,
    "10 for the ten": lambda card: card.replace("T", "10"),
    "0 for the ten": lambda card: card.replace("T", "0"),
    "suit first": lambda card: card[1] + card[0],
    "suit first, 10": lambda card: card[1].lower() + card[0].replace("T", "10"),
    "signs": lambda card: card[0] + SIGNS[card[1]],
    "signs, 10": lambda card: card[0].replace("T", "10") + SIGNS[card[1]],
    "outlined signs": lambda card: OUTLINES[card[1]] + card[0],
    "emoji": lambda card: card[0] + SIGNS[card[1]] + "\ufe0f",
    "names": lambda card: f"{NAMES[card[0]]} of {SUIT_NAMES[card[1]]}s",
    "names of singular suits": lambda card: f"{NAMES[card[0]].title()} of {SUIT_NAMES[card[1]].title()}",
    "letters of suits": lambda card: f"{card[0].replace('T', '10')} of {SUIT_NAMES[card[1]]}s",
}
GLUE = [" ", "\t", ", ", ",", "; ", "  "]
BRACKETS = [("", ""), ("[", "]"), ("(", ")"), ('"', '"'), ("'", "'"), ("[ ", " ]"), ('["', '"]')]


def card_names(line):
    return [word.text for word in words_of(line, 1)]


def respelled(text, spell):
    """A text whose cards are spelled otherwise."""
    return "\n".join(
        " ".join(spell(word) if word in CARDS else word for word in line.split(" "))
        for line in text.split("\n")
    )


def refusal(text, variant=GOLF, **options):
    with pytest.raises(FormatError) as caught:
        parse_deal(text, variant, **options)
    return str(caught.value)


def remarks(text, variant, **options):
    [item] = read(text.split("\n"), variant, **options)
    assert isinstance(item, NamedDeal)
    return item.remarks


# --- spelling ------------------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_card_is_read_in_every_spelling(spelling):
    assert [card_names(SPELLINGS[spelling](card)) for card in CARDS] == [[card] for card in CARDS]


def test_playing_cards_of_unicode_are_read():
    assert (spelled("\U0001f0a1"), spelled("\U0001f0ba"), spelled("\U0001f0ce")) == ("AS", "TH", "KD")
    assert (spelled("\U0001f0dd"), spelled("\U0001f0db")) == ("QC", "JC")
    assert spelled("\U0001f0dc") == "\U0001f0dc"  # a Knight


@given(st.sampled_from(sorted(SPELLINGS)), st.sampled_from(GLUE), st.sampled_from(BRACKETS))
def test_a_board_is_the_same_in_every_spelling_with_anything_between(spelling, glue, brackets):
    spell, (left, right) = SPELLINGS[spelling], brackets
    head, *columns = BOARD.splitlines()[1:]
    talon = BOARD.splitlines()[0].removeprefix("Talon: ").split()

    def joined(cards):
        return left + glue.join(map(spell, cards)) + right

    text = "\n".join(
        [f"Talon: {joined(talon)}", respelled(head, spell), *(joined(c.split()) for c in columns)]
    )
    assert parse_deal(text, GOLF) == MS_24
    assert parse_deal(f"{left}{glue.join(map(spell, LINE.split()))}{right}", GOLF) == MS_24


@given(st.sampled_from(sorted(SPELLINGS)), st.integers(1, 10**6))
def test_a_word_keeps_the_column_where_it_stands(spelling, number):
    line = "  " + ", ".join(map(SPELLINGS[spelling], CARDS[:9])) + f" nonsense{number}"
    *_, last = words_of(line, 1)
    assert last.text == f"nonsense{number}"
    assert line[last.column - 1 :] == last.text


def test_what_is_not_understood_is_named_where_it_stands():
    text = BOARD.replace("5H 2C 6C 6S TS", "5 of Hearts, 2 of Clubs, 6 of Clubs, 6 of Hats, T\u2660")
    assert refusal(text).startswith("line 4, column 40: 'of' is not a card (expected a rank ")


# --- ranks alone ---------------------------------------------------------------------------------


def bare(text):
    return respelled(text, lambda card: card[0])


@by_name
@pytest.mark.parametrize("form", ["board", "line", "json"])
def test_a_deal_is_read_by_its_ranks_alone(variant, form):
    deal = deal_number(DealNumber(7), variant)
    text = format_deal(deal, variant, form)
    found = parse_deal(_bare_json(text) if form == "json" else bare(text), variant)
    assert not problems(found, variant)
    assert list(map(rank_of, found.cards())) == list(map(rank_of, deal.cards()))
    assert parse_deal(format_board(found, variant), variant) == found


def _bare_json(text):
    for card in CARDS:
        text = text.replace(card, card[0])
    return text


@given(st.sampled_from(catalogue.BUILT_IN), st.randoms(use_true_random=False))
def test_ranks_of_positions_are_read_too(variant, rng):
    position = random_position(variant, rng)
    found = parse_deal(bare(format_board(position, variant)), variant, partial=True)
    assert [c is None for c in found.tableau] == [c is None for c in position.tableau]
    assert list(map(rank_of, found.cards())) == list(map(rank_of, position.cards()))
    assert not problems(found, variant, partial=True)


def test_suits_go_to_ranks_in_dealing_order():
    found = parse_deal(bare(BOARD), GOLF)
    assert format_deal(found, GOLF, "line").startswith("4C 5C QC 5S 2C 7C AC 7S 2S QS 9C 2H KC JC 5H ")
    assert parse_deal(bare(LINE), GOLF) == found
    assert remarks(bare(BOARD), GOLF) == ("ranks alone",)


def test_ten_may_be_0_or_10_among_ranks():
    for ten in ("0", "10"):
        assert parse_deal(
            bare(BOARD).replace("T ", f"{ten} ").replace("T\n", f"{ten}\n"), GOLF
        ) == parse_deal(bare(BOARD), GOLF)


def test_the_opening_card_of_black_hole_keeps_its_suit():
    deal = deal_number(DealNumber(1), BLACK_HOLE)
    found = parse_deal(bare(format_board(deal, BLACK_HOLE)), BLACK_HOLE)
    assert format_card(found.opening) == "AS"
    assert "AS" not in map(format_card, found.tableau)


def test_ranks_are_counted_against_the_deck():
    lines = bare(BOARD).splitlines()
    lines[2] = "4 7 5 K K"
    assert refusal("\n".join(lines)) == "line 1: too many of K (5, expected 4); too few of T (3, expected 4)"


def test_a_forgotten_suit_is_no_deal_by_ranks():
    text = BOARD.replace("QC QH 9C", "QC Q 9C")
    assert (
        refusal(text)
        == "line 5, column 4: 'Q' has no suit, as other cards have (--ranks takes all by their ranks)"
    )
    assert [format_card(c)[0] for c in parse_deal(text, GOLF, ranks=True).cards()] == [
        c[0] for c in LINE.split()
    ]


def test_suits_that_mean_nothing_can_be_passed_over():
    text = "\n".join(respelled(line, lambda card: card[0] + "S") for line in BOARD.splitlines())
    assert "too many of" in refusal(text)
    assert parse_deal(text, GOLF, ranks=True) == parse_deal(bare(BOARD), GOLF)


def test_a_sentence_that_begins_with_a_rank_is_no_column():
    assert "starts no deal" in refusal("A deal of golf\n")
    assert len(list(read(["A deal of golf", *BOARD.splitlines()], GOLF))) == 2


# --- cards not known -----------------------------------------------------------------------------


@given(
    st.sampled_from(catalogue.BUILT_IN),
    st.randoms(use_true_random=False),
    st.sampled_from(["board", "line", "json"]),
)
def test_cards_that_are_not_known_are_read_and_written(variant, rng, form):
    deal = deal_number(DealNumber(7), variant)

    def hide(cards):
        return tuple(UNKNOWN if rng.random() < 0.3 else card for card in cards)

    hidden = Deal(hide(deal.tableau), deal.opening, hide(deal.stock))
    assert not problems(hidden, variant)
    assert parse_deal(format_deal(hidden, variant, form), variant) == hidden


def test_cards_that_are_not_known_stand_for_those_that_are_missing():
    assert parse_deal(BOARD.replace("KD", "??"), GOLF).unknown == 1
    assert "1 cards not known, but 2 missing" in refusal(BOARD.replace("KD", "??").replace("5H ", ""))
    assert "too many of KC" in refusal(BOARD.replace("KD", "KC").replace("AS", "??"))


# --- lists without heads -------------------------------------------------------------------------


def rows_of(deal, variant):
    lines = format_board(deal, variant).splitlines()
    return lines[2:], lines[1].split(": ")[1], lines[0].split(": ")[1]


@pytest.mark.parametrize(
    ("variant", "deal"), [(PEAKS, PEAKS_24), (PYRAMID, PYRAMID_24)], ids=["peaks", "pyramid"]
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_rows_from_the_top_and_the_rest_below_are_a_deal(variant, deal, gap):
    rows, waste, stock = rows_of(deal, variant)
    drawn, flat = "\n".join(rows), " ".join(" ".join(rows).split())
    for text in (
        f"{drawn}{gap}{waste}\n{stock}",  # the waste card on its own line
        f"{drawn}{gap}{waste} {stock}",  # 28 cards, then 24
        f"{drawn}{gap}{stock}\n{waste}",
        f"{flat}{gap}{waste} {stock}",
        f"{flat}\n24\n{waste} {stock}",  # with a count
        f"{flat}\n23\n{stock}\n{waste}",
        f"Board:\n{drawn}{gap}Stock: {stock}\nWaste: {waste}",
        f"Pile:\n{waste} {stock}{gap}Board:\n{drawn}",
        f"{flat} {waste} {stock}",
    ):
        assert parse_deal(text, variant) == deal, text
        both = list(read((text + "\n\n" + text).split("\n"), variant))
        assert [item.deal for item in both] == [deal, deal], text


@pytest.mark.parametrize("variant", [GOLF, RELAXED, DOUBLE], ids=lambda variant: variant.name)
def test_columns_or_rows_without_heads_are_told_apart(variant):
    deal = deal_number(DealNumber(3), variant)
    columns, waste, stock = rows_of(deal, variant)
    rows = [" ".join(row) for row in zip(*(column.split() for column in columns), strict=True)]
    for lines, said in ((columns, "columns from the left"), (rows, "the tableau row by row")):
        text = "\n".join([*lines, waste, stock])
        assert parse_deal(text, variant) == deal
        assert said in remarks(text, variant)[0]


def test_thirteen_cards_a_line_are_a_deal_in_dealing_order():
    words = LINE.split()
    text = "\n".join(" ".join(words[i : i + 13]) for i in range(0, 52, 13))
    assert parse_deal(text, GOLF) == MS_24
    assert "all cards in dealing order" in remarks(text, GOLF)


def test_how_a_list_was_understood_is_said():
    rows, waste, stock = rows_of(PEAKS_24, PEAKS)
    assert remarks("\n".join([*rows, f"{waste} {stock}"]), PEAKS) == (
        "the tableau row by row from the top",
        "then the waste card, then the stock",
    )
    assert remarks(format_board(PEAKS_24, PEAKS), PEAKS) == ()


def test_a_0_under_other_cards_is_a_card_that_is_not_known():
    words = format_deal(PEAKS_24, PEAKS, "line").split()
    text = " ".join(["0"] * 18 + words[18:])
    found = parse_deal(text, PEAKS)
    assert found == Deal((UNKNOWN,) * 18 + PEAKS_24.tableau[18:], PEAKS_24.opening, PEAKS_24.stock)
    assert remarks(text, PEAKS) == ("0 as a card that is not known",)


def test_a_card_that_is_gone_may_be_0():
    rows, waste, stock = rows_of(PEAKS_24, PEAKS)
    for gone in ("0", "--", "null"):
        lines = [*rows[:3], " ".join([gone] * 4 + rows[3].split()[4:])]
        for text in ("\n".join([*lines, waste, stock]), " ".join([*lines, waste, stock])):
            found = parse_deal(text, PEAKS, partial=True)
            assert found.tableau[18:22] == (None,) * 4
            assert found.tableau[22:] == PEAKS_24.tableau[22:]
            assert "--partial takes it as a position" in refusal(text, PEAKS)


def test_a_list_with_a_card_too_few_or_too_many_is_no_deal():
    rows, waste, stock = rows_of(PEAKS_24, PEAKS)
    for text in ("\n".join([*rows, stock]), "\n".join([*rows, waste, waste, stock])):
        assert refusal(text, PEAKS)


def test_a_board_of_rules_of_ones_own_is_listed_too():
    mine = parse_rules('name = "mine"\nstock = 31\n[layout]\ncolumns = [5, 4, 3, 4, 4]\n', "mine")
    deal = deal_number(DealNumber(5), mine)
    columns, waste, stock = rows_of(deal, mine)
    assert parse_deal("\n".join([*columns, waste, stock]), mine) == deal


# --- on the command line -------------------------------------------------------------------------


def test_what_was_guessed_is_said_once(golfsolve, tmp_path):
    rows, waste, stock = rows_of(PEAKS_24, PEAKS)
    text = "\n".join([*rows, f"{waste} {stock}"]) + "\n\n"
    found = golfsolve("solve", "-", "--variant", "tri-peaks", "--json", stdin=text * 3)
    said = [line for line in found.err.splitlines() if "read as" in line]
    cards = format_deal(PEAKS_24, PEAKS, "line").strip()
    assert said == [
        "stdin:1: read as the tableau row by row from the top; then the waste card, then the stock: " + cards
    ]
    assert len(found.records) == 3
    assert (
        "read as"
        not in golfsolve("solve", "-", "--variant", "tri-peaks", "--json", "--quiet", stdin=text).err
    )


def test_echo_shows_every_deal_as_it_was_understood(golfsolve):
    found = golfsolve("solve", "ms:24", "-", "--json", "--echo", stdin=bare(BOARD))
    assert f"ms:24: read as\n{BOARD}" in found.err
    assert "stdin:1: read as (ranks alone)\n" in found.err
    assert [record["verdict"] for record in found.records] == ["unwinnable"] * 2


@pytest.mark.parametrize("command", ["deal", "verify", "hint", "review"])
def test_other_commands_take_ranks_too(golfsolve, command):
    text = respelled(BOARD, lambda card: card[0] + "S")
    more = {"verify": ["D"], "hint": [], "review": ["--moves", "D"], "deal": []}[command]
    assert golfsolve(command, "-", *more, stdin=text).code == 2
    assert golfsolve(command, "-", *more, "--ranks", stdin=text).code in (0, 1)


@pytest.mark.parametrize("command", ["verify", "hint", "review"])
def test_commands_that_need_every_card_refuse_those_not_known(golfsolve, command):
    more = {"verify": ["D"], "hint": [], "review": ["--moves", "D"]}[command]
    found = golfsolve(command, "-", *more, stdin=BOARD.replace("KD", "??"))
    assert found.code == 2
    assert "1 cards are not known" in found.err


def test_jokers_have_no_suit_to_lose():
    thieves = catalogue.find("thieves")
    deal = deal_number(DealNumber(3), thieves)
    found = parse_deal(bare(format_board(deal, thieves)), thieves)
    assert [c == JOKER for c in found.cards()] == [c == JOKER for c in deal.cards()]


def test_random_lines_of_ranks_never_break_the_reader():
    rng = random.Random(5)
    words = [*RANKS, "0", "10", "??", "--", "-", "JK", "AS", "TH", "24", "|", "Stock:", "Board:"]
    for _ in range(2000):
        lines = [
            " ".join(rng.choices(words, k=rng.choice([1, 3, 5, 16, 28, 52]))) for _ in range(rng.randrange(9))
        ]
        for variant in (GOLF, PEAKS, BLACK_HOLE):
            for item in read(lines, variant, partial=rng.random() < 0.5, ranks=rng.random() < 0.5):
                assert isinstance(item, (NamedDeal, FormatError))
