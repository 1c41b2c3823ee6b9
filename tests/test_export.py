from __future__ import annotations

import ast
import csv
import io
import json

import pytest

from golfsolve import DealNumber, deal_number
from golfsolve.formats import parse_deal
from golfsolve.game.cards import format_card
from golfsolve.game.catalogue import BUILT_IN, find
from golfsolve.pools import export
from tests.boards import GOLF
from tests.record_files import lines_of


@pytest.fixture
def path(golfsolve, tmp_path):
    path = tmp_path / "pool.jsonl"
    golfsolve("pool", "generate", "--count", 5, "--best", "--out", path)
    return path


def records(path):
    return lines_of(path)[1:-1]


def exported(golfsolve, path, form, *options):
    found = golfsolve("pool", "export", path, "--format", form, *options)
    assert (found.code, found.err) == (0, "")
    return found.out


def test_a_page_gets_one_document_with_the_cards_where_they_lie(golfsolve, path):
    text = exported(golfsolve, path, "json")
    document = json.loads(text)
    assert text.isascii()
    assert (document["format"], document["version"]) == ("golfsolve-export", 1)
    assert (document["variant"], document["rules"]) == ("golf", GOLF.rules())
    assert (document["numbering"], document["numbering_version"]) == ("golfsolve", 1)
    assert document["pool"] == json.loads(path.read_text().splitlines()[-1])
    assert len(text.splitlines()) == len(document["deals"]) + 2
    for found, record in zip(document["deals"], records(path), strict=True):
        deal = deal_number(DealNumber(found["deal"]), GOLF)
        assert found["opening"] == format_card(deal.opening)
        assert found["tableau"][6][-1] == format_card(deal.tableau[34])
        assert found["stock"] == [format_card(card) for card in deal.stock]
        for key in ("deal", "solution", "draws", "nodes", "best_score"):
            assert found[key] == record[key]


def test_a_spreadsheet_gets_a_row_for_each_deal(golfsolve, path):
    rows = list(csv.DictReader(io.StringIO(exported(golfsolve, path, "csv"))))
    before = dict.fromkeys(("undecided_before", "other_levels_before", "untried_before"), 0)
    facts = ["variant", "deal", "cards", "solution", "draws", "nodes", "best_score"]
    assert list(rows[0]) == [*facts, *before]
    wanted = [{"variant": "golf"} | before | record for record in records(path)]
    assert rows == [{key: str(row[key]) for key in rows[0]} for row in wanted]


def test_a_score_that_is_not_proven_is_an_empty_cell(golfsolve, tmp_path):
    path = tmp_path / "double.jsonl"
    options = ("--variant", "double-golf", "--best", "--max-nodes", 3000)
    golfsolve("pool", "generate", *options, "--count", 1, "--out", path)
    [record] = records(path)
    assert record["best_score"] is None
    assert exported(golfsolve, path, "csv").endswith(f",{record['nodes']},,0,0,0\n")


def test_numbers_and_lines_are_read_as_the_same_deals(golfsolve, path):
    plain = golfsolve("deal", path, "--format", "line").out
    assert exported(golfsolve, path, "lines") == plain
    numbers = exported(golfsolve, path, "numbers")
    assert numbers.startswith("# winnable deals of golf\n1\n")
    assert golfsolve("deal", "-", "--format", "line", stdin=numbers).out == plain


@pytest.mark.parametrize(
    "variant", [variant for variant in BUILT_IN if variant.pysol_id], ids=lambda v: v.name
)
def test_pysolfc_gets_a_module_with_numbers_that_are_its_own(golfsolve, tmp_path, variant):
    path = tmp_path / "pool.jsonl"
    options = ("--numbering", "pysol", "--start", 32_000, "--max-nodes", 5000, "--variant", variant.name)
    golfsolve("pool", "generate", *options, "--count", 9, "--out", path)
    text = exported(golfsolve, path, "pysol")
    [assignment] = ast.parse(text).body
    assert assignment.targets[0].id == "SOLVABLE_SEEDS"
    numbers = ast.literal_eval(assignment.value)
    assert [f"pysol:{number}" for number in numbers] == [record["deal"] for record in records(path)]
    assert f"# 9 numbers, covering 32000-{numbers[-1]}.\n" in text
    assert f"game {variant.pysol_id} " in text
    assert max(map(len, text.splitlines())) < 80


def test_the_ranges_of_a_pysolfc_module_leave_out_what_was_not_tried(golfsolve, tmp_path):
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    options = ("--numbering", "pysol", "--variant", "relaxed", "--max-nodes", 2000)
    golfsolve("pool", "generate", *options, "--start", 32_000, "--count", 3, "--out", one)
    golfsolve("pool", "generate", *options, "--start", 40_000, "--count", 3, "--out", two)
    golfsolve("pool", "merge", one, two, "--out", three)
    first, second = (int(records(path)[-1]["deal"].removeprefix("pysol:")) for path in (one, two))
    start = int(records(two)[0]["deal"].removeprefix("pysol:"))
    assert f"covering 32000-{first}, {start}-{second}.\n" in exported(golfsolve, three, "pysol")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ("--variant", "golf"),
            "a pool of golfsolve numbers (expected one of pool generate --numbering pysol",
        ),
        (("--variant", "golf", "--numbering", "pysol"), "deal 4 (expected numbers from 32000 on)"),
        (("--variant", "golf-rush"), "PySolFC has no game with the rules of golf-rush"),
    ],
)
def test_other_pools_make_no_pysolfc_module(golfsolve, tmp_path, options, words):
    path = tmp_path / "pool.jsonl"
    golfsolve("pool", "generate", *options, "--count", 1, "--max-nodes", 5000, "--out", path)
    found = golfsolve("pool", "export", path, "--format", "pysol")
    assert (found.code, found.out) == (2, "")
    assert words in found.err


@pytest.mark.parametrize("form", export.FORMATS)
def test_nothing_is_exported_from_a_pool_that_does_not_verify(golfsolve, path, form):
    whole = path.read_text()
    for damaged in (whole.replace('"draws":1', '"draws":2'), whole.rpartition('{"tried"')[0], "", "{}"):
        path.write_text(damaged)
        found = golfsolve("pool", "export", path, "--format", form)
        assert (found.code, found.out) == (2, "")
        assert str(path) in found.err
    assert golfsolve("pool", "export", path.parent / "nowhere", "--format", form).code == 2


def test_an_export_is_whole_or_not_there(golfsolve, path, tmp_path):
    out = tmp_path / "golf.csv"
    text = exported(golfsolve, path, "csv")
    assert exported(golfsolve, path, "csv", "--out", out) == ""
    assert out.read_bytes() == text.encode()
    assert golfsolve("pool", "export", path, "--format", "lines", "--out", out).code == 2
    path.write_text("damaged")
    assert golfsolve("pool", "export", path, "--format", "lines", "--out", out, "--force").code == 2
    assert out.read_bytes() == text.encode()
    assert {file.name for file in tmp_path.iterdir()} == {"pool.jsonl", "golf.csv"}


def test_deals_of_a_pyramid_have_rows(golfsolve, tmp_path):
    path = tmp_path / "pool.jsonl"
    golfsolve("pool", "generate", "--variant", "escalator", "--count", 1, "--out", path)
    [found] = json.loads(exported(golfsolve, path, "json"))["deals"]
    assert [len(row) for row in found["tableau"]] == [1, 2, 3, 4, 5, 6, 7]
    cards = {"tableau": found["tableau"], "opening": found["opening"], "stock": found["stock"]}
    deal = parse_deal(json.dumps(cards), find("escalator"))
    assert deal == deal_number(DealNumber(found["deal"]), find("escalator"))
