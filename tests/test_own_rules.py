"""Custom rules through every command, and files that explain themselves without the rule file."""

from __future__ import annotations

import json

import pytest

from golfsolve.game.catalogue import find, from_rules

SHORT = """\
name = "short-golf"
stock = 23
[layout]
columns = [4, 4, 4, 4, 4, 4, 4]
"""


@pytest.fixture
def rules(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.toml"
    path.write_text(SHORT, encoding="utf-8")
    return path


def test_a_pool_explains_itself_without_the_rule_file(golfsolve, rules):
    found = golfsolve("pool", "generate", "--variant", rules, "--count", 4, "--best", "--out", "pool")
    assert "4 winnable short-golf deals" in found.err
    rules.unlink()
    assert golfsolve("pool", "verify", "pool").code == 0
    info = golfsolve("pool", "info", "pool")
    assert "One rank up or down; on a King only a Queen" in info.out
    assert "7 columns of 4; 1 deck; 1 card opens the waste, 23 in the stock." in info.out
    solved = golfsolve("solve", "pool", "--json")
    assert solved.code == 0
    assert [record["variant"] for record in solved.records] == ["short-golf"] * 4
    assert solved.records[0]["rules"]["stock"] == 23
    assert golfsolve("solve", "-", "--json", stdin=solved.out).records == solved.records
    first = solved.records[0]
    (rules.parent / "one").write_text(json.dumps(first), encoding="utf-8")
    assert golfsolve("verify", "one", first["solution"]).code == 0
    assert golfsolve("hint", "one").code == 0
    assert golfsolve("review", "one", "--moves", first["solution"]).code == 0
    assert golfsolve("daily", "pool", "--date", "2026-01-02").out.startswith("short-golf, 2026-01-02: deal ")
    assert golfsolve("pool", "export", "pool", "--format", "json").code == 0


def test_statistics_explain_themselves_without_the_rule_file(golfsolve, rules):
    run = golfsolve("stats", "--variant", rules, "--deals", 20, "--out", "stats", "--json")
    rules.unlink()
    shown = golfsolve("stats", "show", "stats", "--json")
    assert shown.out == run.out
    assert shown.records[0]["rules"]["layout"] == {"columns": [4] * 7}
    assert "7 columns of 4; 1 deck; " in golfsolve("stats", "show", "stats").out
    assert golfsolve("stats", "check", "stats").code == 0


def test_results_explain_themselves_without_the_rule_file(golfsolve, rules):
    golfsolve("solve", "1-3", "--variant", rules, "--out", "results")
    rules.unlink()
    again = golfsolve("solve", "results", "--json")
    assert [record["variant"] for record in again.records] == ["short-golf"] * 3


def test_a_file_under_one_set_of_rules_is_not_continued_under_another(golfsolve, rules):
    golfsolve("pool", "generate", "--variant", rules, "--count", 2, "--out", "pool")
    rules.write_text(SHORT.replace("stock = 23", "stock = 23\nwrap = true"), encoding="utf-8")
    found = golfsolve("pool", "generate", "--variant", rules, "--count", 3, "--out", "pool", "--resume")
    assert (found.code, "it was made with rules" in found.err) == (2, True)


def test_a_pool_of_own_rules_is_refused_as_golf_and_golf_as_own_rules(golfsolve, rules):
    golfsolve("pool", "generate", "--variant", rules, "--count", 2, "--out", "pool")
    found = golfsolve("solve", "pool", "--variant", "golf")
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert "pool: line 1: a deal of short-golf (expected one of golf)" in found.err
    golfsolve("deal", 1, "--format", "json")
    (rules.parent / "golf").write_text(golfsolve("deal", 1, "--format", "json").out, encoding="utf-8")
    assert "a deal of golf (expected one of short-golf)" in golfsolve("solve", "golf", "--variant", rules).err


def test_the_numbers_of_other_programs_are_shuffled_alike_under_own_rules(golfsolve, rules):
    mine = golfsolve("deal", "ms:24", "--variant", rules, "--format", "line").out
    assert mine == golfsolve("deal", "ms:24", "--format", "line").out


def test_a_rule_file_may_be_any_built_in_game_again(golfsolve, rules):
    rules.write_text(golfsolve("variants", "tri-peaks", "--toml").out, encoding="utf-8")
    assert golfsolve("solve", 7, "--variant", rules) == golfsolve("solve", 7, "--variant", "tri-peaks")


def test_rules_are_shown_in_words_and_as_data(golfsolve, rules):
    assert golfsolve("variants", rules).out.splitlines() == [
        "short-golf",
        "    One rank up or down; on a King only a Queen, on an Ace only a Two.",
        "    7 columns of 4; 1 deck; 1 card opens the waste, 23 in the stock.",
    ]
    [[listed]] = golfsolve("variants", rules, "--json").records
    assert from_rules(listed["name"], {key: listed[key] for key in find("golf").rules()}).stock == 23
    assert golfsolve("variants", "strict").out.startswith("golf  (also: strict")
    for wrong in (("--toml",), ("golf", "--toml", "--json"), ("nonsense",)):
        assert golfsolve("variants", *wrong).code == 2


def test_every_problem_of_a_rule_file_is_named_in_one_line(golfsolve, rules):
    rules.write_text('decks = 5\ncolour = "red"\n[layout]\nrows = 3\n', encoding="utf-8")
    for command in (("variants", rules), ("solve", 1, "--variant", rules), ("stats", "--variant", rules)):
        found = golfsolve(*command)
        assert (found.code, found.out) == (2, "")
        [line] = found.err.splitlines()
        for key in (str(rules), "decks: 5", "'colour': unknown key", "layout: expected"):
            assert key in line
    found = golfsolve("deal", 1, "--variant", "nowhere.toml")
    assert (found.code, found.err) == (2, "Error: nowhere.toml: No such file or directory\n")


@pytest.mark.parametrize(
    ("layout", "stock"),
    [
        ("columns = [" + "1, " * 50 + "]", 1),
        ("columns = [51]", 0),
        ("columns = [" + "2, " * 25 + "]", 1),
        ("columns = [1]", 50),
        ("pyramid = 1", 50),
        ("pyramid = 9", 6),
        ("peaks = 5\nheight = 4", 5),
        ("peaks = 25\nheight = 2", 0),
    ],
)
def test_layouts_at_the_edge_of_what_can_be_are_solved(golfsolve, rules, layout, stock):
    rules.write_text(f"wrap = true\nstock = {stock}\n[layout]\n{layout}\n", encoding="utf-8")
    found = golfsolve("solve", "1-3", "--variant", rules, "--json", "--max-nodes", 100_000)
    assert len(found.records) == 3
    for record in found.records:
        if record["verdict"] == "winnable":
            deal = golfsolve("verify", record["deal"], record["solution"], "--variant", rules)
            assert deal.code == 0
