"""Counting the games of players who cannot see the stock: `stats --player`."""

from __future__ import annotations

import json
import statistics
from collections import Counter

import pytest

from golfsolve.errors import StatsError
from golfsolve.game.catalogue import find
from golfsolve.game.players import Player
from golfsolve.solving.simulator import Simulator
from golfsolve.stats.blocks import BLOCK, Block
from golfsolve.stats.intervals import wilson
from golfsolve.stats.player_games import PlayedTotals, block_record
from golfsolve.stats.scores import Scores

SCORES = [3, -2, 0, 3, 7]
RECORD = {"first": 11, "deals": 5, "won": 2, "scores": {"-2": 1, "0": 1, "3": 2, "7": 1}}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.jsonl"


def test_a_block_counts_wins_and_scores():
    assert block_record(Block(11, 5), SCORES) == RECORD


def test_what_is_reported_follows_from_the_blocks():
    totals = PlayedTotals()
    totals.add(RECORD)
    totals.add(block_record(Block(16, 1), [1]))
    assert totals.closing() == {"deals": 6, "won": 2}
    figures = totals.figures()
    assert figures["win_rate"] == round(2 / 6, 6)
    assert figures["interval"] == pytest.approx(wilson(2, 6), abs=1e-6)
    assert figures["scores"] == Scores(Counter([*SCORES, 1])).summary()
    assert totals.ranges == [range(11, 17)]


@pytest.mark.parametrize(
    "change",
    [
        {"won": 3},
        {"won": None},
        {"deals": 4},
        {"first": 0},
        {"scores": {"-2": 1}},
        {"scores": {"-2": 1, "0": 1, "3": 2, "x": 1}},
        {"scores": None},
    ],
)
def test_a_block_that_does_not_add_up_is_refused(change):
    with pytest.raises(StatsError):
        PlayedTotals().add(RECORD | change)


@pytest.mark.parametrize("player", Player, ids=str)
def test_stats_count_the_first_game_of_each_deal(golfsolve, player):
    [found] = golfsolve("stats", "--player", player, "--deals", 60, "--start", 5, "--json").records
    scores = Simulator(find("golf")).play_numbers(player, 5, 60).tolist()
    assert list(found) == [
        "variant",
        "player",
        "deals",
        "won",
        "win_rate",
        "interval",
        "confidence",
        "scores",
        "numbering",
        "numbers",
        "finished",
    ]
    assert found["player"] == player
    assert found["won"] == sum(score <= 0 for score in scores)
    assert found["scores"]["mean"] == pytest.approx(statistics.mean(scores), abs=1e-4)
    assert found["interval"][0] <= found["win_rate"] <= found["interval"][1]


def test_files_of_games_have_the_same_bytes_from_any_workers_and_after_an_interruption(golfsolve, path):
    options = ("stats", "--player", "greedy", "--quiet", "--out", path)
    golfsolve(*options, "--deals", 2 * BLOCK + 10, "--jobs", 1)
    whole = path.read_bytes()
    golfsolve(*options, "--deals", 2 * BLOCK + 10, "--jobs", 3, "--force")
    assert path.read_bytes() == whole
    golfsolve(*options, "--deals", BLOCK + 300, "--force")
    golfsolve(*options, "--deals", 2 * BLOCK + 10, "--resume")
    assert path.read_bytes() == whole
    path.write_bytes(whole[: len(whole) * 2 // 3])
    golfsolve(*options, "--deals", 2 * BLOCK + 10, "--resume")
    assert path.read_bytes() == whole


def test_files_of_games_are_shown_checked_and_merged(golfsolve, path, tmp_path):
    other, both = tmp_path / "other.jsonl", tmp_path / "both.jsonl"
    [first] = golfsolve("stats", "--player", "random", "--deals", BLOCK, "--out", path, "--json").records
    golfsolve("stats", "--player", "random", "--start", BLOCK + 1, "--deals", 9, "--out", other)
    assert golfsolve("stats", "show", path, "--json").records == [first]
    shown = golfsolve("stats", "show", path).out
    assert "played by random: Draws only when no card plays" in shown
    assert golfsolve("stats", "check", path).code == 0
    assert golfsolve("stats", "merge", path, other, "--out", both).code == 0
    whole = tmp_path / "whole.jsonl"
    golfsolve("stats", "--player", "random", "--deals", BLOCK + 9, "--out", whole)
    assert both.read_bytes() == whole.read_bytes()


def test_a_wrong_count_is_found_by_checking(golfsolve, path):
    golfsolve("stats", "--player", "random", "--deals", 50, "--out", path)
    lines = path.read_text(encoding="ascii").splitlines()
    record = json.loads(lines[1])
    scores = record["scores"]
    one, other = sorted(scores, key=scores.get)[-2:]
    scores[one], scores[other] = scores[one] + 1, scores[other] - 1
    lines[1:] = [json.dumps(record, separators=(",", ":"))]  # without a closing line: no checksum to fail
    path.write_text("\n".join(lines) + "\n", encoding="ascii", newline="\n")
    found = golfsolve("stats", "check", path)
    assert found.code == 1
    assert "scores is recorded as" in found.out


def test_games_are_not_mixed_with_proofs_or_other_players(golfsolve, path, tmp_path):
    golfsolve("stats", "--player", "random", "--deals", 5, "--out", path)
    for options in (("--player", "greedy"), ("--max-nodes", 10)):
        found = golfsolve("stats", *options, "--deals", 9, "--out", path, "--resume")
        assert (found.code, "cannot be continued" in found.err) == (2, True)
    other = tmp_path / "other.jsonl"
    golfsolve("stats", "--deals", 2, "--start", 6, "--max-nodes", 10, "--out", other)
    found = golfsolve("stats", "merge", path, other, "--out", tmp_path / "both.jsonl")
    assert (found.code, "does not go with" in found.err) == (2, True)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (('"player":"random"', '"player":"nobody"'), "another player"),
        (('"players":1', '"players":2'), "another player"),
        (('"player":"random"', '"player":["random"]'), "another player"),
        (('"player":"random",', ""), "max_nodes"),
        (('"won":', '"lost":'), "do not add up"),
    ],
)
def test_a_spoiled_file_of_games_is_refused(golfsolve, path, spoil, message):
    golfsolve("stats", "--player", "random", "--deals", 5, "--out", path)
    path.write_text(path.read_text(encoding="ascii").replace(*spoil), encoding="ascii", newline="\n")
    found = golfsolve("stats", "show", path)
    assert found.code == 2
    assert message in found.err


@pytest.mark.parametrize("option", [("--scores",), ("--max-nodes", 5)])
def test_options_for_solving_do_not_go_with_a_player(golfsolve, option):
    found = golfsolve("stats", "--player", "random", "--deals", 5, *option)
    assert found.code == 2
    assert "--player" in found.err
