"""The library as docs/api.md shows it, and what it says to whoever hands over something else."""

# mypy: disable-error-code="arg-type, list-item"

from __future__ import annotations

import datetime
import doctest
import pickle
import re
from pathlib import Path

import pytest

import golfsolve
from golfsolve.game.referee import Position
from tests.boards import GOLF, by_name
from tests.texts import BOARD, LINE, MS_24

PAGE = Path(__file__).parent.parent / "docs" / "api.md"


def test_the_examples_of_the_page_give_what_they_show(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.failed == 0
    assert found.attempted > 40


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    golfsolve.generate_pool("pool.jsonl", 5, "golf", best=True)
    golfsolve.measure(200, "golf", path="stats.jsonl")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_recipes_for_data_frames_run_where_their_library_is(files, library, capsys):
    pytest.importorskip(library)
    [code] = re.findall(rf"^```python\n(import {library} .*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    exec(code, {"golfsolve": golfsolve})
    mean, *rest = map(float, capsys.readouterr().out.split())
    assert mean == sum(found.best_score for found in golfsolve.read_pool("pool.jsonl")) / 5
    assert rest in ([], [0.47])


def test_headers_and_closing_lines_do_not_become_rows(files):
    pool, blocks = list(golfsolve.read_records("pool.jsonl")), list(golfsolve.read_records("stats.jsonl"))
    assert all(set(row) == set(pool[0]) for row in pool)
    assert [row["deal"] for row in pool] == [found.number for found in golfsolve.read_pool("pool.jsonl")]
    assert [(row["first"], row["deals"]) for row in blocks] == [(1, 200)]


def test_the_page_names_every_promised_function_and_class():
    text = PAGE.read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", text))
    assert set(golfsolve.__all__) <= words


@by_name
def test_a_deal_knows_its_variant_and_shows_its_table(variant):
    deal = golfsolve.deal(7, variant)
    assert deal.variant is variant
    assert "\nWaste  " in str(deal)
    html = deal._repr_html_()
    assert re.sub("<.*?>", "", html).strip("\n") == str(deal)
    assert pickle.loads(pickle.dumps(deal)).variant == variant


@pytest.mark.parametrize("form", ["board", "line", "json", "solvitaire"])
def test_deals_that_are_read_know_their_variant_too(form):
    text = golfsolve.format_deal(MS_24, form)
    assert golfsolve.parse_deal(text, "relaxed").variant.name == "relaxed"
    assert golfsolve.parse_deal(text) == MS_24


def test_a_text_that_names_its_variant_needs_no_other():
    deal = golfsolve.deal(7, "tri-peaks")
    found = golfsolve.parse_deal(golfsolve.format_deal(deal, "json"))
    assert (found, found.variant.name) == (deal, "tri-peaks")


def test_a_deal_put_together_by_hand_needs_a_variant():
    bare = golfsolve.Deal(MS_24.tableau, MS_24.opening, MS_24.stock)
    assert bare == MS_24
    assert str(bare) == repr(bare)
    assert bare._repr_html_() is None
    with pytest.raises(golfsolve.DealError, match="no variant"):
        golfsolve.solve(bare)
    assert golfsolve.format_deal(bare, variant="golf") == BOARD


def test_cards_are_numbers_that_show_what_they_are():
    for text in LINE.split():
        card = golfsolve.parse_card(text)
        assert (str(card), repr(card), f"{card}") == (text, f"<{text}>", text)
        assert card == golfsolve.Card(int(card))
        assert {card: 1}[int(card)] == 1


def test_taking_back_every_move_leads_to_the_start():
    deal = golfsolve.deal(2)
    solution = golfsolve.solve(deal).solution
    position = Position(deal, GOLF)
    states = []
    for move in solution:
        states.append(
            (position.to_deal(), position.moves, position.drawn, position.score, position.legal_moves())
        )
        position.play(move)
    for move in reversed(solution):
        assert position.undo() == move
        before = position.to_deal(), position.moves, position.drawn, position.score, position.legal_moves()
        assert before == states.pop()
    with pytest.raises(golfsolve.ArgumentError, match="no move has been made"):
        position.undo()


def test_whole_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    assert golfsolve.deal(numpy.int64(7)) == golfsolve.deal(7)
    assert golfsolve.replay(golfsolve.deal(7), numpy.array([0, 0])).moves == (0, 0)


def test_a_copy_is_taken_back_alone():
    position = golfsolve.replay(golfsolve.deal(2), "D D")
    twin = position.copy()
    twin.undo()
    assert (len(twin.moves), len(position.moves)) == (1, 2)
    position.undo()
    assert twin.to_deal() == position.to_deal()


def test_rules_come_from_files(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(golfsolve.format_rules("golf").replace('"golf"', '"mine"'), encoding="utf-8")
    assert golfsolve.load_rules(str(path)).name == "mine"
    assert golfsolve.load_rules(path) == golfsolve.parse_rules(path.read_text(encoding="utf-8"))


def test_a_file_with_a_bad_line_says_which(tmp_path):
    path = tmp_path / "7"  # a name like a number is a file all the same
    path.write_text(f"{LINE}\nnonsense\n", encoding="utf-8")
    found = golfsolve.read_deals(path)
    assert next(found).deal == MS_24
    with pytest.raises(golfsolve.GolfsolveError, match=r"7: line 2: 'nonsense'"):
        next(found)


def test_a_round_has_nine_holes(tmp_path):
    golfsolve.generate_pool(tmp_path / "pool", 9, "relaxed")
    holes = golfsolve.round_deals(tmp_path / "pool", datetime.date(2026, 1, 1))
    assert holes == list(golfsolve.read_pool(tmp_path / "pool"))


def test_a_damaged_pool_raises_where_it_is_damaged(files):
    path = Path("pool.jsonl")
    path.write_bytes(path.read_bytes().replace(b'"draws":12', b'"draws":13'))
    with pytest.raises(golfsolve.PoolError, match=r"pool.jsonl: line \d: deal \d: .* draws"):
        list(golfsolve.read_pool(path))


WRONG = {
    "a number for a deal": (lambda: golfsolve.solve(24), "Deal"),
    "a number for a variant": (lambda: golfsolve.solve(MS_24, 3), "a Variant, or the name"),
    "an unknown variant": (lambda: golfsolve.solve(MS_24, "gofl"), "did you mean golf"),
    "no nodes": (lambda: golfsolve.solve(MS_24, max_nodes=0), "max_nodes: '0'"),
    "nodes in text": (lambda: golfsolve.best(MS_24, max_nodes="9"), "expected a whole number"),
    "half a number": (lambda: golfsolve.deal(2.5), "2.5 of type float"),
    "true as a number": (lambda: golfsolve.deal(True), "True of type bool"),
    "deal 0": (lambda: golfsolve.deal(0), "out of range"),
    "two deals": (lambda: golfsolve.deal("1-2"), "more than one deal"),
    "a name of another type": (lambda: golfsolve.find_variant(None), "expected the name of a variant"),
    "bytes for a text": (lambda: golfsolve.parse_deal(BOARD.encode()), "expected the text of a deal"),
    "an unknown form": (lambda: golfsolve.format_deal(MS_24, "xml"), "expected board, line"),
    "moves of text": (lambda: golfsolve.replay(MS_24, "up"), "'up' (expected D"),
    "moves of fractions": (lambda: golfsolve.hint(MS_24, [1.5]), "expected moves"),
    "one move alone": (lambda: golfsolve.replay(MS_24, 99), "move 1 (99): no exposed card"),
    "a number for moves": (lambda: golfsolve.parse_moves(3), "expected moves like"),
    "no path": (lambda: golfsolve.verify_pool(None), "expected the path of a file"),
    "a level that is none": (lambda: golfsolve.generate_pool("x", 1, levels=["x"]), "very-easy"),
    "a numbering that is none": (lambda: golfsolve.generate_pool("x", 1, numbering="x"), "golfsolve, ms"),
    "no deals": (lambda: golfsolve.generate_pool("x", 0), "count: 0"),
    "a player who is none": (lambda: golfsolve.measure(1, player="x"), "random, greedy"),
    "deals beyond all bounds": (lambda: golfsolve.measure(10**5000), "deals: a number beyond all bounds"),
    "deals after the last": (lambda: golfsolve.measure(2, first=2**53 - 1), "to 1"),
    "a time of a day": (lambda: golfsolve.daily_deal("x", datetime.datetime(2026, 1, 1)), "without a time"),
    "a date that is none": (lambda: golfsolve.daily_deal("x", "2026-02-30"), "not a date"),
    "an unwinnable deal to rate": (lambda: golfsolve.rate(MS_24), "not proved winnable"),
    "a solution that is none": (lambda: golfsolve.rate(golfsolve.deal(2), "D D"), "cards are left"),
}  # fmt: skip


@pytest.mark.parametrize(("call", "expected"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_taken_is_an_error_of_ours_that_says_what_was_expected(
    call, expected, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(golfsolve.GolfsolveError, match=re.escape(expected)) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())
