from __future__ import annotations

import gzip
import io
import itertools
import json
import os
import random
import sys
import tracemalloc

import pytest

from golfsolve import DealNumber, deal_number
from golfsolve.errors import DealError, FormatError, GolfsolveError, VariantError
from golfsolve.formats import FORMATS, format_deal, format_json, format_line
from golfsolve.formats.inputs import (
    MAX_LINE,
    Unreadable,
    open_deal,
    open_deals,
    read_deals,
    read_file,
    read_text,
)
from golfsolve.formats.named import NamedDeal
from golfsolve.game.catalogue import find, from_rules
from tests import fuzz_formats
from tests.boards import GOLF, random_position
from tests.texts import BOARD, LINE, MS_24, spoiled, valid_texts


def read(*arguments, **options):
    return list(read_deals(arguments, GOLF, **options))


def names(*arguments, **options):
    return [item.name for item in read(*arguments, **options)]


def stream(data: bytes):
    return list(read_file("f", io.BytesIO(data), GOLF))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- numbers -------------------------------------------------------------------------------------


def test_numbers_and_ranges_come_in_the_order_given():
    assert names("7", "ms:24", "2-4", "MS:1-2", "pysol:40000") == [
        7, "ms:24", 2, 3, 4, "ms:1", "ms:2", "pysol:40000",
    ]  # fmt: skip
    (item,) = read("ms:24")
    assert item == NamedDeal(MS_24, "ms:24")


def test_a_range_across_a_change_of_generator_keeps_its_prefix():
    assert names("ms:99999-100001") == ["ms:99999", "ms:100000", "ms:100001"]


def test_a_range_of_a_thousand_million_numbers_costs_no_memory():
    tracemalloc.start()
    deals = read_deals(["1-1000000000", "ms:1-1000000000"], GOLF)
    assert [item.name for item in itertools.islice(deals, 3)] == [1, 2, 3]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000


@pytest.mark.parametrize(
    "argument",
    ["0", "9007199254740992", "26464608654870335080", "ms:0", "ms:8589934592", "kpat:2147483648", "5-3", "1-",
     "foo:7", "golfsolve:7", "1-2-3", "\u0661\u0662", "ms:\uff11", "9" * 5000],
)  # fmt: skip
def test_what_looks_like_a_number_and_is_none_is_reported_and_does_not_stop_the_rest(argument):
    bad, good = read(argument, "ms:24")
    assert isinstance(bad, Unreadable)
    assert isinstance(bad.error, DealError)
    assert (bad.name, bad.line, bad.column) == (argument, None, None)
    assert "\n" not in str(bad)
    assert good.deal == MS_24


# --- which variant -------------------------------------------------------------------------------


def header(variant) -> str:
    return json.dumps({"format": "golfsolve-pool", "variant": variant.name, "rules": variant.rules()}) + "\n"


def opened(*arguments, variant=None, stdin=None):
    found, items = open_deals(arguments, variant, stdin=stdin)
    return found.name, [item.name for item in items]


MINE = from_rules("mine", find("tri-peaks").rules() | {"wrap": False})


def test_a_file_that_names_its_variant_decides(folder):
    relaxed = find("relaxed")
    (folder / "pool").write_text(header(relaxed) + "7\n", encoding="utf-8")
    (folder / "mine").write_text("\n# mine\n" + header(MINE) + "7\n", encoding="utf-8")
    (folder / "deal").write_text(format_json(MS_24, relaxed, 7), encoding="utf-8")
    (folder / "spread").write_text('{\n"variant":\n"strict", "cards":\n"' + LINE + '"}', encoding="utf-8")
    assert opened("pool") == ("relaxed", [7])
    assert opened("mine") == ("mine", [7])
    assert opened("deal") == ("relaxed", [7])
    assert opened("spread") == ("golf", ["spread:1"])
    variant, _ = open_deals(["mine"], None)
    assert variant == MINE


@pytest.mark.parametrize("text", ["7", BOARD, LINE, "{", "[", "", "\0", '{"cards": 7}', '{"variant": 7}'])
def test_a_file_that_names_no_variant_holds_golf_and_loses_no_line(folder, text):
    (folder / "a").write_text(text, encoding="utf-8")
    variant, items = open_deals(["a", "7"], None)
    assert variant is GOLF
    assert list(map(str, items)) == list(map(str, read("a", "7")))


def test_the_head_of_standard_input_is_read_once():
    text = header(find("relaxed")) + "7\n8\n"
    assert opened("-", "9", stdin=io.BytesIO(text.encode())) == ("relaxed", [7, 8, 9])


def test_deals_of_another_variant_after_the_first_are_refused_unless_the_variant_is_given(folder):
    for variant in ("golf", "relaxed"):
        (folder / variant).write_text(format_json(MS_24, find(variant), "ms:24"), encoding="utf-8")
    assert opened("relaxed", "golf", "7") == ("relaxed", ["ms:24", "golf:1", 7])
    _, items = open_deals(["relaxed", "golf"], None)
    assert str(list(items)[1]).startswith("golf: line 1: a deal of golf among those of relaxed (--variant ")
    assert opened("7", "relaxed") == ("golf", [7, "relaxed:1"])
    assert opened("relaxed", "golf", variant=GOLF) == ("golf", ["ms:24", "ms:24"])


def test_a_given_variant_that_has_other_deals_is_contradicted(folder):
    (folder / "pool").write_text(header(find("tri-peaks")) + "7\n8\n", encoding="utf-8")
    _, items = open_deals(["pool"], GOLF)
    assert [str(item) for item in items] == ["pool: line 1: a deal of tri-peaks (expected one of golf)"]


def test_a_variant_that_nobody_explains_is_asked_for(folder):
    (folder / "deal").write_text(f'{{"variant": "mine", "cards": "{LINE}"}}', encoding="utf-8")
    with pytest.raises(VariantError, match=r"^deal: unknown variant 'mine'.*give --variant"):
        open_deals(["deal"], None)
    assert opened("deal", variant=GOLF) == ("golf", ["deal:1"])


def test_a_deal_under_rules_of_ones_own_carries_them(folder):
    deal = deal_number(DealNumber(7), MINE)
    (folder / "deal").write_text(format_json(deal, MINE, 7), encoding="utf-8")
    variant, items = open_deals(["deal"], None)
    assert variant == MINE
    assert next(items).deal == deal


def test_no_file_loses_a_line_to_the_look_at_its_head(folder):
    rng = random.Random("heads")
    for _ in range(300):
        _, text = rng.choice(valid_texts())
        (folder / "a").write_bytes(spoiled(text, rng).encode("utf-8", "surrogatepass"))
        try:
            variant, items = open_deals(["a"], None)
        except VariantError:
            continue
        whole = list(read_deals(["a"], variant))
        for item, wanted in zip(items, whole, strict=True):
            if "among those of" not in str(item):
                assert str(item) == str(wanted)


def test_a_single_deal_is_asked_for(folder):
    assert open_deal("ms:24", None)[1].deal == MS_24
    with pytest.raises(GolfsolveError, match="1-2: more than one deal"):
        open_deal("1-2", None)
    with pytest.raises(GolfsolveError, match="nowhere: No such file"):
        open_deal("nowhere", None)


def test_a_text_is_read_no_further_than_wanted(folder):
    (folder / "text").write_text("3 5\r\nD\n" * 1000, encoding="utf-8", newline="")
    assert read_text("text", 10**6) == "3 5\nD\n" * 999 + "3 5\nD"
    assert len(read_text("text", 100)) < 110
    with pytest.raises(FormatError, match="nowhere: No such file"):
        read_text("nowhere", 100)


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_may_be_in_any_form(folder, form):
    (folder / "a").write_text(format_deal(MS_24, GOLF, form, "ms:24"), encoding="utf-8", newline="\n")
    (item,) = read("a")
    assert item.deal == MS_24
    assert (item.file, item.line) == ("a", 1)
    assert item.name == ("ms:24" if form == "json" else "a:1")


def test_a_deal_is_named_by_its_file_and_line(folder):
    (folder / "two.txt").write_text(BOARD + "\n# next\n" + BOARD, encoding="utf-8")
    assert names("two.txt") == ["two.txt:1", "two.txt:12"]
    assert names(str(folder / "two.txt")) == [f"{folder / 'two.txt'}:1", f"{folder / 'two.txt'}:12"]


def test_a_file_of_numbers(folder):
    (folder / "list").write_bytes(b"\xef\xbb\xbf7\r\n\r\n# ours\r\nms:24\r\n3-5 # three\r\n0\r\n9")
    items = read("list")
    assert [item.name for item in items] == [7, "ms:24", 3, 4, 5, "list:6", 9]
    assert str(items[5]).startswith("list: line 6: deal number '0' is out of range")


def test_every_line_that_is_no_number_is_reported(folder):
    (folder / "list").write_text("7\n8\nseven\n1,000\n\n9\nms:x\n", encoding="utf-8")
    assert names("list") == [7, 8, "list:3", "list:4", 9, "list:7"]


@pytest.mark.parametrize(
    "text",
    [
        "24\n" + BOARD,
        "# a board\n\n24  # the 24th\n\n" + BOARD,
        "1-7\n" + BOARD,
        "ms:24\n" + BOARD,
        "24\n" + LINE,
        "24\n" + format_json(MS_24, GOLF, 5),
        LINE + "\n24\n",
        BOARD + "\n\n24\n",
        format_json(MS_24, GOLF, 5) + "\n24",
    ],
)
def test_a_number_beside_deals_is_no_deal(text):
    items = stream(text.encode())
    assert len(items) == 2
    [deal] = [item for item in items if isinstance(item, NamedDeal)]
    [bad] = [item for item in items if isinstance(item, Unreadable)]
    assert deal.deal == MS_24
    assert "is a number in a file of other things" in str(bad)


@pytest.mark.parametrize("text", ["24\nhello\n", "hello\n24\n", "a\n24\nb\n25\nc\n", "x" * 50 + "\n\n24\n"])
def test_a_number_between_lines_that_cannot_be_read_is_no_deal(text):
    assert all(isinstance(item, Unreadable) for item in stream(text.encode()))


def test_a_deal_among_numbers_is_reported_and_the_numbers_are_dealt():
    items = stream(f"7\n8\n{LINE}\n9\n".encode())
    assert [item.name for item in items] == [7, 8, "f:3", 9]
    assert "is no deal number, in a file of these" in str(items[2])


def test_many_numbers_in_a_file_of_deals_are_ten_errors():
    assert len(stream(f"{LINE}\n".encode() + b"5\n" * 1000)) == 11


def test_a_file_named_like_a_number_is_given_with_its_folder(folder):
    (folder / "7").write_text("ms:24\n", encoding="utf-8")
    assert names("7") == [7]
    assert names("./7") == ["ms:24"]


def test_a_file_that_does_not_exist_does_not_stop_the_others(folder):
    (folder / "good").write_text(BOARD, encoding="utf-8")
    first, missing, second = read("good", "missing", "good")
    assert first.deal == second.deal == MS_24
    assert isinstance(missing, Unreadable)
    assert missing.name == "missing"
    assert str(missing).startswith("missing: ")


def test_folders_and_impossible_names_are_reported(folder):
    for argument in (".", "a\0b", "x" * 5000, ""):
        (item,) = read(argument)
        assert isinstance(item, Unreadable)
        assert str(item).isprintable()


def test_an_unreadable_deal_names_file_line_and_column(folder):
    (folder / "list.txt").write_text(f"{LINE}\n\n{LINE.replace('KD', 'KX')}\n{LINE}\n", encoding="utf-8")
    first, bad, last = read("list.txt")
    assert first.deal == last.deal == MS_24
    assert (bad.name, bad.source, bad.line, bad.column) == ("list.txt:3", "list.txt", 3, 37)
    assert str(bad).startswith("list.txt: line 3, column 37: 'KX' is not a card")


@pytest.mark.parametrize("content", [b"", b"\n\n", b"# only a comment\n", b"\xef\xbb\xbf"])
def test_a_file_without_deals_says_so(content):
    (item,) = stream(content)
    assert str(item) == "f: no cards and no deal numbers"


def test_an_empty_pool_holds_nothing_to_solve():
    (item,) = stream(b'{"format":"golfsolve-pool"}\n{"sha256":"0"}\n')
    assert str(item) == "f: no cards and no deal numbers"


def test_positions_are_read_only_where_they_are_asked_for(folder):
    position = random_position(GOLF, random.Random(1))
    (folder / "p").write_text(format_deal(position, GOLF, "board"), encoding="utf-8")
    assert read("p", partial=True)[0].deal == position
    assert isinstance(read("p")[0], Unreadable)


def test_a_pool_is_a_source_of_deals_with_solutions(folder):
    records = [
        f'{{"deal":{n},"cards":"{format_line(deal_number(DealNumber(n), GOLF), GOLF)}","solution":"1 D"}}'
        for n in (4, 9)
    ]
    lines = ['{"format":"golfsolve-pool","version":1,"variant":"golf"}', *records, '{"kept":2,"sha256":"0"}']
    pool = "\n".join(lines).encode() + b"\n"
    (folder / "pool.jsonl").write_bytes(pool)
    (folder / "pool.jsonl.gz").write_bytes(gzip.compress(pool))
    for name in ("pool.jsonl", "pool.jsonl.gz"):
        items = read(name)
        assert [(item.name, item.solution, item.variant, item.line) for item in items] == [
            (4, "1 D", "golf", 2),
            (9, "1 D", "golf", 3),
        ]
        assert items[1].deal == deal_number(DealNumber(9), GOLF)


# --- standard input ------------------------------------------------------------------------------


def test_a_dash_is_standard_input():
    assert names("7", "-", "8", stdin=io.BytesIO(BOARD.encode())) == [7, "stdin:1", 8]
    (item,) = read("-", stdin=io.BytesIO(gzip.compress(b"\n7x\n")))
    assert item.name == "stdin:2"


def test_standard_input_stays_open_and_is_empty_the_second_time():
    data = io.BytesIO(b"7\n")
    first, second = read("-", "-", stdin=data)
    assert first.name == 7
    assert isinstance(second, Unreadable)
    assert not data.closed


def test_a_closed_standard_input_is_reported(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    (item,) = read("-")
    assert str(item) == "stdin: standard input is closed"


def test_deals_come_out_while_the_input_is_still_being_written():
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb", buffering=0) as sink:
        deals = read_deals(["-"], GOLF, stdin=source)
        for text in (LINE, format_json(MS_24, GOLF, 24)):
            sink.write(text.encode() + b"\n")
            assert isinstance(next(deals), NamedDeal)  # would wait for ever if it wanted to see more
        sink.close()
        assert list(deals) == []


def test_numbers_come_out_as_soon_as_it_is_known_that_they_are_deals():
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb", buffering=0) as sink:
        deals = read_deals(["-"], GOLF, stdin=source)
        sink.write(b"7\n8\n")  # the first alone could be a title
        assert [next(deals).name, next(deals).name] == [7, 8]
        sink.write(b"9\n")
        assert next(deals).name == 9
        sink.close()
        assert list(deals) == []


# --- hostile files -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\0" * 100, "line 1, column 1: not a text in UTF-8"),
        (b"ms:24\n4C\xff\n", "line 2, column 3: not a text in UTF-8"),
        (BOARD.encode("utf-16"), "line 1, column 1: not a text in UTF-8"),
        (b"AH " * 1_000_000, "line 1: a line of more than 1048576 characters"),
        (gzip.compress(b"AH " * 10_000_000), "line 1: a line of more than 1048576 characters"),
        (gzip.compress(BOARD.encode())[:60], "damaged gzip data"),
        (b"\x1f\x8bnothing", "damaged gzip data"),
        (gzip.compress(b"x" * 100)[:-8] + b"12345678", "damaged gzip data"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_text_ends_with_one_error(data, words):
    *_, last = stream(data)
    assert isinstance(last, Unreadable)
    assert words in str(last)


def test_what_came_before_the_damage_is_kept():
    whole = gzip.compress(
        b"".join(f"{n}\n".encode() for n in random.Random(1).sample(range(1, 10**15), 20_000))
    )
    items = stream(whole[: len(whole) // 2])
    assert len(items) > 5_000
    assert [isinstance(item, Unreadable) for item in items].index(True) == len(items) - 1


def test_a_monstrous_line_below_the_limit_is_one_error_among_deals():
    first, bad, last = stream(
        LINE.encode() + b"\n" + b"AH " * (MAX_LINE // 3 - 1) + b"\n" + LINE.encode() + b"\n"
    )
    assert (first.name, last.name) == ("f:1", "f:3")
    assert isinstance(bad.error, FormatError)


def test_a_text_of_something_else_gives_ten_errors_and_no_deals():
    text = "import os\n\ndef f():\n    return 1\n" * 100
    assert [item.line for item in stream(text.encode())] == [1, 3, 4, 5, 7, 8, 9, 11, 12, 13]


def test_nothing_but_deals_and_errors_comes_out_of_spoiled_files(capsys):
    fuzz_formats.main(count=3_000, seed=20)
    assert capsys.readouterr().out.startswith("3000 inputs of seed 20: ")


@pytest.mark.parametrize("text", ["ms:-1", "1e3", "1,000", "-5", "1..5", "kpat 7"])
def test_what_is_meant_as_a_number_and_is_none_is_called_so(text):
    (item,) = read_deals([text], GOLF)
    assert "no deal number (expected one like 7, 1-1000 or ms:24)" in str(item)


def test_a_file_that_is_not_there_is_no_number():
    (item,) = read_deals(["deals2.txt"], GOLF)
    assert str(item).endswith("No such file or directory")
