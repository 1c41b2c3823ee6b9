from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsolve import Deal, DealNumber, Variant, deal_number, find_variant
from golfsolve.errors import DealError
from golfsolve.game import numbering
from golfsolve.game.cards import format_card, parse_card
from golfsolve.game.catalogue import BUILT_IN, from_rules
from golfsolve.game.numbering import looks_like_number, parse_range
from tests.boards import GOLF, by_name, table

BLACK_HOLE = find_variant("black-hole")


def dealt(text: str, variant: Variant = GOLF) -> Deal:
    scheme, (number,) = parse_range(text)
    return deal_number(DealNumber(number, scheme), variant)


def line(deal: Deal) -> str:
    return " ".join(format_card(card) for card in deal.cards())


def column(deal: Deal, variant: Variant, index: int) -> str:
    cards = [deal.tableau[place] for place in variant.layout.columns[index]]
    return " ".join(format_card(card) for card in cards if card is not None)


# --- frozen for ever -----------------------------------------------------------------------------


@pytest.mark.parametrize("row", table("golden_deals.tsv"), ids=lambda row: f"{row['variant']} {row['deals']}")
def test_a_number_deals_what_it_has_always_dealt(row):
    """If this fails, the change is wrong: files in other people's hands name deals by number."""
    variant = find_variant(row["variant"])
    scheme, numbers = parse_range(row["deals"])
    lines = "".join(line(deal_number(DealNumber(n, scheme), variant)) + "\n" for n in numbers)
    assert hashlib.sha256(lines.encode()).hexdigest() == row["sha256"]


def test_golf_deal_1_card_by_card():
    assert line(dealt("1")) == (
        "7C JD 6S QS 3H 7S 8H KH 9D TS JH JS AS 6H "
        "TD 5D KC 2C 8D 3S 8C 3D 7H 4H 5C 5S KD 2D "
        "2S 9S 6D 3C 9H 4S 9C TH 6C 4C KS 5H 8S QD "
        "AC QH AD 4D TC QC AH 2H 7D JC"
    )


def test_games_with_the_same_cards_share_their_deals():
    for number in ("1", "2147483648", "ms:24", "pysol:32000"):
        assert dealt(number, find_variant("dead-king")) == dealt(number)
        assert dealt(number, find_variant("relaxed")) == dealt(number)


def test_another_process_deals_the_same():
    code = "import golfsolve as g; print(g.deal_number(g.DealNumber(7), g.find_variant('golf')).cards())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(dealt("7").cards())


def test_neighbouring_numbers_deal_differently():
    assert len({line(dealt(str(number))) for number in range(1, 2001)}) == 2000


# --- every card equally likely in every place ----------------------------------------------------


def chi_square(counts: np.ndarray) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def is_ordinary(statistic: float, freedom: int) -> bool:
    """Within five standard deviations of what chance gives."""
    return abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


def test_every_card_is_equally_likely_in_every_place():
    deals = np.array([deal_number(DealNumber(number), GOLF).cards() for number in range(1, 100_001)])
    counts = np.array([np.bincount(deals[:, place], minlength=52) for place in range(52)])
    assert is_ordinary(chi_square(counts), 51 * 51)


def test_taking_out_the_opening_card_leaves_the_others_equally_likely_everywhere():
    deals = np.array([deal_number(DealNumber(n), BLACK_HOLE).cards() for n in range(1, 20_001)])
    assert (deals[:, 51] == parse_card("AS")).all()
    counts = np.array([np.bincount(deals[:, place], minlength=52) for place in range(51)])
    assert is_ordinary(chi_square(np.delete(counts, parse_card("AS"), axis=1)), 50 * 50)


def test_the_second_copy_of_an_opening_card_is_equally_likely_everywhere():
    rules = {"decks": 2, "layout": {"columns": [7] * 9}, "opening": "AS", "stock": 40}
    variant = from_rules("two-aces", rules)
    places = []
    for number in range(1, 20_001):
        cards = deal_number(DealNumber(number), variant).cards()
        assert cards.pop(63) == parse_card("AS")
        places.append(cards.index(parse_card("AS")))
    assert is_ordinary(chi_square(np.bincount(places, minlength=103)), 102)


def test_three_cards_come_in_all_six_orders_equally_often():
    toy = SimpleNamespace(deck_size=3)
    orders = Counter(tuple(numbering._own(number, toy)) for number in range(1, 60_001))
    assert len(orders) == 6
    assert is_ordinary(chi_square(np.array(list(orders.values()))), 5)


def test_values_that_would_favour_small_remainders_are_drawn_again(monkeypatch):
    # The seed, then 0, which is below 2**64 mod 3 = 1, then 1 for the third card and 0 for the second.
    values = iter([7, 0, 1, 0])
    monkeypatch.setattr(numbering, "_mix", lambda z: next(values))
    assert numbering._own(1, SimpleNamespace(deck_size=3)) == [2, 0, 1]


@by_name
@pytest.mark.parametrize("scheme", ["golfsolve", "ms", "pysol"])
def test_every_deal_is_the_whole_deck(variant, scheme):
    for number in (1, 2, 31_999, 32_000, 2**31, 2**32, 2**33 - 1):
        deal = deal_number(DealNumber(number, scheme), variant)
        assert Counter(deal.cards()) == Counter(variant.deck())


def test_two_decks_hold_each_card_twice():
    counts = Counter(dealt("1", find_variant("double-golf")).cards())
    assert len(counts) == 52
    assert set(counts.values()) == {2}


# --- other programs' numbers ---------------------------------------------------------------------


@pytest.mark.parametrize("number", ["ms:24", "kpat:24", "pysol:24"])
def test_microsoft_deal_24_is_the_one_other_programs_show(number):
    deal = dealt(number)
    assert [column(deal, GOLF, i) for i in range(7)] == [
        "4C 7S 5S KH TC",
        "5H 2C 6C 6S TS",
        "QC QH 9C 7D AD",
        "5D 9S 3C 8C 4D",
        "2D 2S 6H AC QS",
        "7H KD JC 9H 3H",
        "AH JS TH 5C 3S",
    ]
    assert format_card(deal.opening) == "JH"
    assert " ".join(map(format_card, deal.stock)) == "TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS"


def test_the_stock_of_pysolfc_golf_906_runs_the_right_way():
    stock = " ".join(map(format_card, dealt("pysol:906").stock))
    assert stock == "6D KC KS AH AC KD 4S 8D 8H JD TC AD QH 4C JS 2C"


def test_pysolfc_leaves_the_microsoft_deals_at_32000():
    assert dealt("pysol:31999") == dealt("ms:31999")
    assert dealt("pysol:32000") != dealt("ms:32000")
    assert dealt("pysol:32001") != dealt("ms:32001")


def test_kpat_deals_are_microsoft_deals():
    for number in (1, 31_999, 32_000, 100_000, 2**31 - 1):
        assert dealt(f"kpat:{number}") == dealt(f"ms:{number}")


def test_a_range_of_microsoft_deals_stays_with_them_throughout():
    scheme, numbers = parse_range("ms:99999-100001")
    deals = [deal_number(DealNumber(number, scheme), GOLF) for number in numbers]
    assert deals == [dealt("ms:99999"), dealt("ms:100000"), dealt("ms:100001")]
    assert all(deal != dealt(f"pysol:{99_999 + i}") for i, deal in enumerate(deals))


def plain_ms(number: int) -> list[str]:
    """The Microsoft deals as they are described everywhere, in one piece."""
    seed = number if number < 2**32 else number - 2**32
    deck = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    for n in range(51, 0, -1):
        seed = (seed * 214013 + 2531011) % 2**64
        if number < 2**31:
            value = (seed >> 16) & 0x7FFF
        elif number < 2**32:
            value = (seed >> 16) & 0x7FFF | 0x8000
        else:
            value = ((seed >> 16) & 0xFFFF) + 1
        j = value % (n + 1)
        deck[n], deck[j] = deck[j], deck[n]
    return deck[::-1]


@given(st.integers(1, 2**33 - 1) | st.sampled_from([2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1]))
def test_microsoft_deals_follow_their_description_up_to_33_bits(number):
    assert line(dealt(f"ms:{number}")).split() == plain_ms(number)


def test_black_hole_pulls_the_ace_of_spades_out_and_the_others_keep_their_order():
    for scheme in ("golfsolve", "ms", "pysol"):
        for number in (1, 24, 31_999, 32_000, 123_456):
            golf = deal_number(DealNumber(number, scheme), GOLF).cards()
            hole = deal_number(DealNumber(number, scheme), BLACK_HOLE)
            assert format_card(hole.opening) == "AS"
            assert list(hole.tableau) == [card for card in golf if format_card(card) != "AS"]


def test_pysolfc_deals_the_ace_of_spades_last_in_all_in_a_row():
    row = find_variant("all-in-a-row")
    for number in ("pysol:24", "pysol:32000", "ms:24"):
        deal = dealt(number, row)
        assert format_card(deal.tableau[51]) == "AS"
        assert list(deal.tableau[:51]) == [c for c in dealt(number).cards() if format_card(c) != "AS"]
    assert format_card(dealt("1", row).tableau[51]) != "AS"


def test_not_one_card_can_be_played_in_pysolfc_black_hole_27():
    deal = dealt("pysol:27", BLACK_HOLE)
    exposed = {column(deal, BLACK_HOLE, i)[-2] for i in range(17)}
    assert not exposed & {"K", "2"}


# --- the documentation ---------------------------------------------------------------------------

DOCUMENT = (Path(__file__).parents[1] / "docs" / "numbering.md").read_text(encoding="utf-8")
CHECK_VALUES = re.findall(r"^\| `([a-z-]+)` \| (\d+) \| `([0-9a-f]{64})` \|$", DOCUMENT, re.MULTILINE)


def test_the_check_values_in_the_documentation_are_right():
    assert len(CHECK_VALUES) > 10
    for name, number, digest in CHECK_VALUES:
        text = line(dealt(number, find_variant(name)))
        assert hashlib.sha256(text.encode()).hexdigest() == digest
    assert line(dealt("1")) in DOCUMENT.replace("\n", " ")
    deal = dealt("ms:24")
    assert "\n".join(column(deal, GOLF, i) for i in range(7)) in DOCUMENT


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_javascript_in_the_documentation_deals_the_same():
    (program,) = re.findall(r"```js\n(.*?)```", DOCUMENT, re.DOTALL)
    cases = [
        (number, variant)
        for variant in BUILT_IN
        for number in (1, 2, 3, 24, 1000, 2**31 - 1, 2**31, 2**32, 2**53 - 1)
    ]
    calls = "".join(
        f"console.log(deal({number}, {variant.decks}, {variant.jokers}).join(' '));\n"
        for number, variant in cases
    )
    run = subprocess.run(["node", "-e", program + calls], capture_output=True, text=True, check=True)
    for (number, variant), cards in zip(cases, run.stdout.splitlines(), strict=True):
        if variant.name == "black-hole":
            cards = cards.replace("AS ", "").replace(" AS", "") + " AS"
        assert cards == line(dealt(str(number), variant))


# --- numbers as text -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "scheme", "first", "last"),
    [
        ("7", "golfsolve", 7, 7),
        ("1-1000", "golfsolve", 1, 1000),
        (" 5-5 ", "golfsolve", 5, 5),
        ("9007199254740991", "golfsolve", 2**53 - 1, 2**53 - 1),
        ("ms:24", "ms", 24, 24),
        ("MS:1-400", "ms", 1, 400),
        ("ms:8589934591", "ms", 2**33 - 1, 2**33 - 1),
        ("kpat:2147483647", "kpat", 2**31 - 1, 2**31 - 1),
        ("pysol:26464608654870335080", "pysol", 26464608654870335080, 26464608654870335080),
        ("pysol:100000000000000000000", "pysol", 10**20, 10**20),
        ("007", "golfsolve", 7, 7),
    ],
)
def test_numbers_and_ranges_are_read(text, scheme, first, last):
    found, numbers = parse_range(text)
    assert (found, numbers[0], numbers[-1]) == (scheme, first, last)
    assert looks_like_number(text)


@pytest.mark.parametrize(
    "text",
    ["0", "9007199254740992", "18446744073709551616", "26464608654870335080", "0-5", "1-9007199254740992",
     "ms:0", "ms:8589934592", "ms:2147483647-8589934592", "kpat:0", "kpat:2147483648", "pysol:0",
     "pysol:100000000000000000001", "1" * 5000],
)  # fmt: skip
def test_a_number_out_of_range_is_refused_and_never_wraps_round(text):
    assert looks_like_number(text)
    with pytest.raises(DealError, match="out of range") as refusal:
        parse_range(text)
    assert len(str(refusal.value)) < 150


@pytest.mark.parametrize("number", [0, -1, 2**53, 2**64])
def test_a_number_out_of_range_is_refused_in_code_as_well(number):
    with pytest.raises(DealError, match="out of range"):
        deal_number(DealNumber(number), GOLF)
    if number < 2**53:
        with pytest.raises(DealError, match="out of range"):
            deal_number(DealNumber(number, "ms"), GOLF)


@pytest.mark.parametrize("text", ["\u0661\u0662", "\uff17", "1-\u0665", "ms:\u096d", "\u00b2"])
def test_digits_of_other_scripts_are_refused(text):
    assert looks_like_number(text)
    with pytest.raises(DealError, match="digits 0-9") as refusal:
        parse_range(text)
    assert str(refusal.value).isascii()


@pytest.mark.parametrize(
    "text", ["", "-", "-5", "5-", "1-2-3", "1.5", "1e3", "0x10", "+1", "1_000", "a", "ms:", "ms"]
)
def test_what_is_no_number_is_refused(text):
    with pytest.raises(DealError):
        parse_range(text)


def test_a_range_that_runs_backwards_is_refused():
    with pytest.raises(DealError, match="backwards"):
        parse_range("10-1")


@pytest.mark.parametrize("text", ["fc:1", "golfsolve:7", "ms:ms:1", ":7"])
def test_an_unknown_prefix_names_the_known_ones(text):
    with pytest.raises(DealError, match="ms:, kpat:, pysol: or no prefix"):
        parse_range(text)


def test_an_unknown_scheme_is_refused_in_code():
    with pytest.raises(DealError, match="unknown numbering"):
        deal_number(DealNumber(1, "xyz"), GOLF)


def test_an_endless_range_costs_nothing():
    _, numbers = parse_range("1-9007199254740991")
    assert len(numbers) == 2**53 - 1


def test_board_files_are_not_taken_for_numbers():
    for text in ("deals.txt", "-", "", "golf1.board", "4C 7S", "C:\\deals\\1.txt"):
        assert not looks_like_number(text)


@given(st.sampled_from(["golfsolve", "ms", "kpat", "pysol"]), st.integers(1, 2**31 - 1))
def test_a_deal_number_survives_being_written_and_read(scheme, number):
    written = DealNumber(number, scheme)
    found, numbers = parse_range(str(written))
    assert (found, list(numbers)) == (scheme, [number])
    assert written.json() == (number if scheme == "golfsolve" else str(written))
