"""``golfsolve page``: what is in the file, and what is not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from golfsolve import DealNumber, deal_number
from golfsolve.formats import format_board
from golfsolve.game.cards import format_card
from golfsolve.page.assemble import page_html
from tests.boards import GOLF
from tests.record_files import lines_of, sealed

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def pools(tmp_path_factory):
    """Pools of golf, and of relaxed with levels."""
    from golfsolve.cli import run

    folder = tmp_path_factory.mktemp("pools")
    golf, relaxed = folder / "golf.jsonl", folder / "relaxed.jsonl"
    assert run(["pool", "generate", "--count", "30", "--best", "--out", str(golf), "--quiet"]) == 0
    rated = ["pool", "generate", "--variant", "relaxed", "--count", "12", "--difficulty", "any"]
    assert run([*rated, "--out", str(relaxed), "--quiet"]) == 0
    return golf, relaxed


def facts_of(path):
    [text] = re.findall(r'<script id="facts" type="application/json">(.*?)</script>', path.read_text("utf-8"))
    return json.loads(text)


def test_a_page_has_the_deals_of_the_dates(golfsolve, pools, tmp_path):
    out = tmp_path / "page.html"
    found = golfsolve("page", *pools, "--from", "2026-01-03", "--days", 4, "--out", out)
    assert (found.code, found.out) == (0, "")
    assert "4 dates of golf from 2026-01-03 on, 4 dates of relaxed" in found.err
    facts = facts_of(out)
    golf, relaxed = facts["pools"]
    records = lines_of(pools[0])[1:-1]
    assert golf["days"] == [record["deal"] for record in records[2:6]]
    assert golf["rounds"][0] == [record["deal"] for record in records[18:27]]
    assert golf["roundBests"][0] == [record["best_score"] for record in records[18:27]]
    assert golf["rounds"][1:] == [[], [], []]  # the pool ends before
    assert golf["levels"] is None
    assert relaxed["levels"] == [r["difficulty"]["level"] for r in lines_of(pools[1])[3:7]]
    assert list(facts["games"])[:2] == ["golf", "relaxed"]
    assert facts["games"]["golf"]["rules"] == GOLF.rules()


def test_a_page_holds_no_solution_and_loads_nothing(golfsolve, pools, tmp_path):
    out = tmp_path / "page.html"
    golfsolve("page", pools[0], "--all", "--out", out)
    text = out.read_text(encoding="utf-8")
    for record in lines_of(pools[0])[1:-1]:
        assert record["solution"] not in text
    assert "default-src 'none'" in text
    assert not re.search(r"""(src|href)=(?!["'](#|data:))|url\(|@import|https?://""", text)


def test_a_page_is_small_beside_its_deals():
    facts = {"games": {}, "pools": [], "singles": []}
    assert len(page_html(facts).encode()) < 150_000


def test_a_page_has_a_year_or_as_much_as_the_pool_has(golfsolve, pools, tmp_path):
    out = tmp_path / "page.html"
    assert golfsolve("page", pools[0], "--from", "2026-01-25", "--out", out).code == 0
    assert len(facts_of(out)["pools"][0]["days"]) == 6
    assert golfsolve("page", pools[0], "--all", "--out", out, "--force").code == 0
    assert len(facts_of(out)["pools"][0]["days"]) == 30
    found = golfsolve("page", pools[0], "--from", "2026-01-25", "--days", 7, "--out", tmp_path / "no.html")
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert "30 deals, 1 dates too few from 2026-01-25 on" in found.err
    assert not (tmp_path / "no.html").exists()


def test_a_page_of_a_week_has_the_deals_of_daily(golfsolve, pools, tmp_path):
    levels = [record["difficulty"]["level"] for record in lines_of(pools[1])[1:-1]]
    most = max(levels, key=levels.count)
    week, out = ",".join([most] * 7), tmp_path / "page.html"
    count = levels.count(most)
    golfsolve("page", pools[1], "--all", "--week", week, "--out", out)
    [found] = facts_of(out)["pools"]
    assert len(found["days"]) == count
    last = f"2026-01-{count:02}"
    [daily] = golfsolve("daily", pools[1], "--date", last, "--week", week, "--json").records
    assert found["days"][-1] == daily["deal"]


def test_the_same_command_gives_the_same_bytes(golfsolve, pools, tmp_path):
    one, two = tmp_path / "one.html", tmp_path / "two.html"
    for out in (one, two):
        golfsolve("page", *pools, "--from", "2026-01-03", "--days", 2, "--out", out)
    assert one.read_bytes() == two.read_bytes()


def test_single_deals_and_positions_carry_their_cards_and_moves(golfsolve, tmp_path):
    out, board = tmp_path / "page.html", tmp_path / "board.txt"
    board.write_text("Talon: 2C\nFoundations: 8C\n9C\n-\n-\n-\n-\n-\n-\n", encoding="ascii")
    golfsolve("page", "--deal", "ms:24", board, "--out", out)
    deal, position = facts_of(out)["singles"]
    assert (deal["name"], deal["kind"], position["kind"]) == ("ms:24", "deal", "position")
    wanted = deal_number(DealNumber(24, "ms"), GOLF)
    assert deal["tableau"] == [format_card(card) for card in wanted.tableau]
    assert position["stock"] == ["2C"]
    assert position["tableau"].count(None) == 34
    golfsolve("page", "--deal", "ms:24", "--moves", "D D", "--out", out, "--force")
    assert facts_of(out)["singles"][0]["moves"] == "D D"


def test_solve_review_and_hint_write_pages_that_replay(golfsolve, tmp_path):
    out = tmp_path / "page.html"
    [solved] = golfsolve("solve", 2, "--json", "--page", out).records
    assert facts_of(out)["singles"][0]["moves"] == solved["solution"]
    assert golfsolve("solve", "1-3", "--page", out).code == 2  # it exists
    assert golfsolve("solve", "1-3", "--quiet", "--page", out, "--force").code == 1
    assert [single["moves"] is None for single in facts_of(out)["singles"]] == [False, False, True]
    golfsolve("review", 2, "--moves", "D D 4", "--page", out, "--force")
    assert facts_of(out)["singles"][0]["moves"] == "D D 4"
    golfsolve("hint", 2, "--moves", "D D", "--page", out, "--force")
    assert facts_of(out)["singles"][0]["moves"] == "D D"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("POOL", "POOL", "--all", "--out", "OUT"), "two pools of golf"),
        (("POOL", "--all", "--week", "easy,easy,easy,easy,easy,easy,easy", "--out", "OUT"), "no levels"),
        (("POOL",), "--out"),
        (("--out", "OUT"), "POOL"),
        (("POOL", "--all", "--days", 3, "--out", "OUT"), "--all takes all dates"),
        (("POOL", "--moves", "D", "--out", "OUT"), "--deal"),
        (("--deal", 1, "--days", 3, "--out", "OUT"), "for pools"),
        (("--deal", "1-2", "--moves", "D", "--out", "OUT"), "one deal"),
        (("--deal", 1, "--moves", "1 1 1 1", "--out", "OUT"), "move 1"),
        (("--deal", "nowhere", "--out", "OUT"), "nowhere"),
        (("--deal", "1-6000", "--out", "OUT"), "5,000 deals"),
        (("nowhere", "--out", "OUT"), "nowhere"),
        (("POOL", "--from", "2025-01-01", "--out", "OUT"), "before the first date"),
        (("POOL", "--out", "POOL", "--force"), "read and replaced"),
        (("--modules", "MODULES", "POOL"), "--modules"),
    ],
)
def test_what_makes_no_page_is_one_line(golfsolve, pools, tmp_path, words, message):
    names = {"POOL": pools[0], "OUT": tmp_path / "out.html", "MODULES": tmp_path / "modules"}
    before = pools[0].read_bytes()
    found = golfsolve("page", *[names.get(word, word) for word in words])
    assert found.code == 2
    assert message in found.err
    assert list(tmp_path.iterdir()) == []
    assert pools[0].read_bytes() == before


@pytest.mark.parametrize("level", ['"><img src=x onerror=alert(1)>', "none", 5, None])
def test_a_level_that_is_none_reaches_no_page(golfsolve, pools, tmp_path, level):
    bad, out = tmp_path / "bad.jsonl", tmp_path / "page.html"
    lines = lines_of(pools[1])
    lines[1]["difficulty"]["level"] = level
    bad.write_bytes(sealed(lines))
    found = golfsolve("page", bad, "--all", "--out", out)
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert f"deal {lines[1]['deal']}: difficulty is not a level" in found.err
    assert not out.exists()


def test_text_in_a_name_cannot_end_the_data(golfsolve, tmp_path):
    board, out = tmp_path / "deal.json", tmp_path / "page.html"
    deal = deal_number(DealNumber(24, "ms"), GOLF)
    name = "</script><script>alert(1)</script>"
    cards = " ".join(format_card(card) for card in deal.cards())
    board.write_text(json.dumps({"deal": name, "cards": cards}), encoding="ascii")
    golfsolve("page", "--deal", board, "--out", out)
    assert facts_of(out)["singles"][0]["name"] == name
    assert "alert(1)</script>" not in out.read_text(encoding="utf-8")
    assert format_board(deal, GOLF)


def test_the_shipped_page_is_what_the_command_makes(golfsolve, tmp_path):
    out = tmp_path / "page.html"
    words = re.search(
        r"golfsolve (page --deal .*) --out docs/page.html", (ROOT / "docs" / "page.md").read_text("utf-8")
    )
    assert golfsolve(*words[1].split(), "--out", out).code == 0
    assert out.read_bytes() == (ROOT / "docs" / "page.html").read_bytes()
