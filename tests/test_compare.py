"""``stats compare``, ``stats export`` and ``--confidence``."""

from __future__ import annotations

import csv
import io
import json

import pytest

from golfsolve.stats.compare import compare
from golfsolve.stats.intervals import equal_rates, mcnemar


@pytest.fixture
def counted(golfsolve, tmp_path):
    """Counts deals with the options of ``stats`` into a file of that name."""

    def count(name, *options):
        path = tmp_path / name
        assert golfsolve("stats", "--out", path, "--quiet", *options).code == 0
        return path

    return count


@pytest.fixture
def solved(golfsolve, tmp_path):
    def solve(name, *options):
        path = tmp_path / name
        golfsolve("solve", "--out", path, "--quiet", *options)
        return path

    return solve


def test_the_rows_say_what_stats_show_says(golfsolve, counted):
    path = counted("golf.jsonl", "--deals", 300)
    [shown] = golfsolve("stats", "show", path, "--json").records
    [found] = golfsolve("stats", "compare", path, "--format", "json").records
    [row] = found["rows"]
    assert row["file"] == path.as_posix()
    for key in ("variant", "deals", "undecided", "win_rate", "interval"):
        assert row[key] == shown[key]
    assert row["won"] == shown["winnable"]
    assert row["states_mean"] == shown["nodes"]["mean"]
    assert row["player"] is row["mean_score"] is None
    assert found["differences"] == []


def test_scores_and_players_have_their_columns(golfsolve, counted):
    played = counted("greedy.jsonl", "--deals", 200, "--player", "greedy")
    scored = counted("scores.jsonl", "--deals", 20, "--scores", "--variant", "relaxed")
    [found] = golfsolve("stats", "compare", played, scored, "--format", "json").records
    [one, other] = found["rows"]
    [shown] = golfsolve("stats", "show", played, "--json").records
    assert one["player"] == "greedy"
    assert one["mean_score"] == shown["scores"]["mean"]
    assert one["score_interval"] == shown["scores"]["interval"]
    assert one["states_mean"] is None
    assert other["mean_score"] is not None


def test_results_of_the_same_deals_are_compared_deal_by_deal(golfsolve, solved):
    """A relaxed deal is won whenever the golf deal is: no pair speaks for golf."""
    golf = solved("golf.jsonl", "1-60")
    relaxed = solved("relaxed.jsonl", "1-60", "--variant", "relaxed")
    [found] = golfsolve("stats", "compare", golf, relaxed, "--format", "json").records
    [row, other] = found["rows"]
    [difference] = found["differences"]
    only_relaxed = other["won"] - row["won"]
    assert difference["pairs"] == "deals"
    assert difference["deals"] == 60
    assert difference["difference"] == pytest.approx(only_relaxed / 60, abs=1e-6)
    assert difference["p"] == pytest.approx(mcnemar(only_relaxed, 0), rel=1e-2)
    low, high = difference["interval"]
    assert low < only_relaxed / 60 < high


def test_undecided_deals_widen_a_difference_both_ways(solved):
    golf = solved("golf.jsonl", "1-60")
    hasty = solved("hasty.jsonl", "1-60", "--max-nodes", 60)
    same = compare([golf, solved("again.jsonl", "1-60")]).differences[0]
    found = compare([golf, hasty])
    share = found.rows[1].undecided / 60
    assert share > 0.1
    low, high = found.differences[0].interval
    assert low <= same.interval[0] - share + 0.05
    assert low <= 0 <= high


def test_statistics_of_the_same_numbers_are_compared_block_by_block(golfsolve, counted, monkeypatch):
    monkeypatch.setattr("golfsolve.stats.blocks.BLOCK", 100)
    golf = counted("golf.jsonl", "--deals", 1250)
    relaxed = counted("relaxed.jsonl", "--deals", 1250, "--variant", "relaxed")
    [found] = golfsolve("stats", "compare", golf, relaxed, "--format", "json").records
    [difference] = found["differences"]
    assert difference["pairs"] == "blocks"
    assert difference["deals"] == 1200  # the short last block is left out
    low, high = difference["interval"]
    assert low < difference["difference"] < high
    # Pairs know more than independent samples do.
    apart = counted("apart.jsonl", "--deals", 1250, "--variant", "relaxed", "--start", 5000)
    other = compare([golf, apart]).differences[0]
    assert other.pairs == "none"
    assert high - low < other.interval[1] - other.interval[0]


def test_a_published_figure_is_tested_with_its_own_sample(golfsolve, counted):
    path = counted("golf.jsonl", "--deals", 400)
    [found] = golfsolve("stats", "compare", path, "--format", "json").records
    ours = found["rows"][0]
    theirs = found["published"][0]
    assert theirs["deals"] == 10_000_000
    assert theirs["p"] == pytest.approx(equal_rates((ours["won"], 400), (4_510_900, 10_000_000)), rel=1e-2)
    assert theirs["interval"][0] < theirs["difference"] < theirs["interval"][1]


def test_games_and_players_without_a_published_sample_are_not_tested(counted):
    dead_king = counted("dead-king.jsonl", "--deals", 20, "--variant", "dead-king")
    greedy = counted("greedy.jsonl", "--deals", 20, "--player", "greedy")
    assert compare([dead_king, greedy]).published == []


def test_a_comparison_is_written_as_text_markdown_and_csv(golfsolve, counted):
    path = counted("golf.jsonl", "--deals", 300)
    text = golfsolve("stats", "compare", path, path).out
    assert text.splitlines()[0].split() == [
        *["file", "game", "player", "deals", "win", "rate", "95", "%", "interval"],
        "undecided",
        "mean",
        "score",
    ]
    assert "95 % interval" in text
    assert "99 % interval" in golfsolve("stats", "compare", path, "--confidence", "0.99").out
    markdown = golfsolve("stats", "compare", path, "--format", "markdown").out
    assert markdown.splitlines()[1].startswith("| --- | ---: |")
    rows = list(csv.DictReader(io.StringIO(golfsolve("stats", "compare", path, "--format", "csv").out)))
    [shown] = golfsolve("stats", "show", path, "--json").records
    assert len(rows) == 1
    assert float(rows[0]["win_rate"]) == shown["win_rate"]
    assert [float(rows[0]["low"]), float(rows[0]["high"])] == shown["interval"]
    assert rows[0]["player"] == rows[0]["score_low"] == ""


def test_every_interval_takes_the_confidence(golfsolve, counted):
    path = counted("scores.jsonl", "--deals", 30, "--scores")
    widths = []
    for confidence in ("0.8", "0.95", "0.99"):
        [shown] = golfsolve("stats", "show", path, "--json", "--confidence", confidence).records
        [run] = golfsolve("stats", "--deals", 30, "--json", "--confidence", confidence).records
        assert shown["confidence"] == run["confidence"] == float(confidence)
        assert shown["interval"] == run["interval"]
        for low, high in (
            shown["interval"],
            shown["scores"]["interval"],
            shown["scores"]["round"]["interval"],
        ):
            widths.append(high - low)
    assert widths[:3] < widths[3:6] < widths[6:]
    assert "(99 %:" in golfsolve("stats", "show", path, "--confidence", "0.99").out


@pytest.mark.parametrize("confidence", ["1", "0", "95", "0.4", "abc", "-0.9", "nan", "1e-1", ""])
def test_a_confidence_is_a_probability(golfsolve, counted, confidence):
    found = golfsolve("stats", "--deals", 1, "--confidence", confidence)
    assert found.code == 2
    assert "0.5 to 0.9999" in found.err


def test_blocks_are_exported_as_csv(golfsolve, counted, tmp_path):
    golf = counted("golf.jsonl", "--deals", 2100, "--max-nodes", 10)
    greedy = counted("greedy.jsonl", "--deals", 30, "--player", "greedy")
    out = tmp_path / "blocks.csv"
    assert golfsolve("stats", "export", golf, greedy, "--out", out).code == 0
    assert golfsolve("stats", "export", golf, greedy).out == out.read_text(encoding="ascii")
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="ascii"))))
    assert [int(row["deals"]) for row in rows] == [1000, 1000, 100, 30]
    records = [json.loads(line) for line in golf.read_text().splitlines()[1:-1]]
    for row, record in zip(rows, records, strict=False):
        assert {key: int(row[key]) for key in ("first", "winnable", "undecided", "nodes")} == {
            key: record[key] for key in ("first", "winnable", "undecided", "nodes")
        }
        assert row["won"] == row["score_sum"] == ""
    [record] = [json.loads(line) for line in greedy.read_text().splitlines()[1:-1]]
    assert int(rows[3]["won"]) == record["won"]
    assert int(rows[3]["score_sum"]) == sum(int(s) * n for s, n in record["scores"].items())


@pytest.mark.parametrize("command", ["compare", "export"])
def test_a_file_of_something_else_is_refused(golfsolve, tmp_path, command):
    path = tmp_path / "x"
    path.write_text("24\n", encoding="ascii")
    found = golfsolve("stats", command, path)
    assert (found.code, found.out.count("\n")) == (2, 1 if command == "export" and found.out else 0)
    assert "golfsolve-stats" in found.err
