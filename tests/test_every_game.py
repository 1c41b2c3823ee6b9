"""Every command takes every game: what one writes, the others read."""

from __future__ import annotations

import pytest

from golfsolve.formats import FORMATS
from golfsolve.game.catalogue import BUILT_IN
from golfsolve.game.rule_file import parse_rules


@pytest.fixture(scope="module", params=BUILT_IN, ids=lambda game: game.name)
def game(request):
    return request.param


@pytest.fixture
def run(golfsolve, game, tmp_path, monkeypatch):
    """Runs a command that must succeed, in a folder of its own; ``V`` stands for the game's options."""
    monkeypatch.chdir(tmp_path)

    def call(line, codes=(0,), stdin=""):
        words = line.replace("V", f"--variant {game.name} --max-nodes 5000").split()
        found = golfsolve(*words, stdin=stdin)
        assert found.code in codes, (line, found)
        return found

    return call


def test_its_rules_are_shown_and_printed(run, game):
    assert game.rule in run(f"variants {game.name}").out
    assert run(f"variants {game.name} --json").records[0][0]["name"] == game.name
    assert parse_rules(run(f"variants {game.name} --toml").out, "x") is game


@pytest.mark.parametrize("form", FORMATS)
def test_its_deals_are_written_and_read_in_every_format(run, game, form):
    lines = run(f"deal 1-2 ms:1 pysol:40000 --variant {game.name} --format line").out
    if form == "solvitaire" and (game.jokers or not game.layout.columns):
        assert (
            "cannot be written for Solvitaire"
            in run(f"deal 1 --variant {game.name} --format {form}", [2]).err
        )
        return
    text = run(f"deal 1-2 ms:1 pysol:40000 --variant {game.name} --format {form}").out
    assert run(f"deal - --variant {game.name} --format line", stdin=text).out == lines


def test_its_deals_are_solved_hinted_and_reviewed(run, game):
    found = run("solve 1-9 V --json", [0, 1, 3])
    shown = run("solve 1-9 V", [0, 1, 3]).out
    assert shown.count(f"{game.title}, deal ") == 9
    winnable = next(record for record in found.records if record["verdict"] == "winnable")
    deal, moves = winnable["deal"], winnable["solution"].split()
    run(f"solve {deal} V --best", [0, 3])
    assert run(f"hint {deal} V --json", [0, 3]).records[0]["options"]
    halfway = ",".join(moves[: len(moves) // 2])
    assert run(f"hint {deal} V --moves {halfway}", [0, 3]).out.startswith(f"{game.title}, deal {deal}, after")
    assert run(f"review {deal} V --moves {','.join(moves)} --json").records[0]["outcome"] == "won"


def test_its_pools_are_written_checked_and_passed_on(run, game):
    run("pool generate V --count 9 --out pool")
    run("pool generate V --count 2 --exclude pool --out other")
    run("pool split pool --into one 4 --into two rest")
    run("pool merge two one --out whole")
    for name in ("pool", "other", "one", "two", "whole"):
        assert "all solutions replayed" in run(f"pool verify {name}").out
    assert run("pool info whole --json").records[0]["variant"] == game.name
    assert run("pool export whole --format json").out == run("pool export pool --format json").out
    assert len(run("pool export whole --format csv").out.splitlines()) == 10
    lines = run("pool export whole --format lines").out
    assert run("deal pool --format line").out == lines
    assert run(f"deal - --variant {game.name} --format line", stdin=lines).out == lines
    assert run("daily pool --date 2026-01-09").out.startswith(f"{game.title}, 2026-01-09: deal ")
    assert run("solve pool --max-nodes 5000 --json").records[-1]["variant"] == game.name


def test_its_deals_are_counted(run, game):
    first = run("stats V --deals 5 --out one --json").records
    run("stats V --deals 5 --start 6 --out two")
    run("stats merge two one --out whole")
    assert run("stats show one --json").records == first
    assert run("stats show whole --json").records[0]["deals"] == 10
    run("stats check whole")
    scores = run("stats V --deals 1 --scores --json").records[0]["scores"]
    assert scores["deals"] + scores["unproven"] == 1
