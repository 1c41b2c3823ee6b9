from __future__ import annotations

import json
import statistics
import sys
from collections import Counter

import pytest

from golfsolve.stats import BLOCK

KEYS = [
    "variant",
    "deals",
    "winnable",
    "unwinnable",
    "undecided",
    "win_rate",
    "interval",
    "nodes",
    "published",
    "numbering",
    "first",
    "max_nodes",
    "finished",
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "stats.jsonl"


def test_stats_count_what_solve_finds(golfsolve):
    solved = golfsolve("solve", "11-60", "--json").records
    [found] = golfsolve("stats", "--deals", 50, "--start", 11, "--json").records
    assert list(found) == KEYS
    verdicts = [record["verdict"] for record in solved]
    for verdict in ("winnable", "unwinnable", "undecided"):
        assert found[verdict] == verdicts.count(verdict)
    nodes = sorted(record["nodes"] for record in solved)
    assert found["nodes"]["mean"] == round(sum(nodes) / 50, 1)
    assert found["nodes"]["max"] == nodes[-1]
    assert abs(found["nodes"]["median"] / nodes[24] - 1) < 1 / 64
    assert found["interval"][0] < found["win_rate"] == verdicts.count("winnable") / 50 < found["interval"][1]


def test_undecided_deals_are_counted_apart(golfsolve):
    [found] = golfsolve("stats", "--deals", 50, "--max-nodes", 60, "--json").records
    [all_decided] = golfsolve("stats", "--deals", 50, "--json").records
    assert found["undecided"] > 0
    assert found["interval"][0] <= all_decided["win_rate"] <= found["interval"][1]
    assert found["nodes"]["max"] <= 60


def test_stats_have_the_same_bytes_with_any_number_of_workers(golfsolve, tmp_path):
    printed, written = set(), set()
    for jobs in (1, 2, 4):
        path = tmp_path / str(jobs)
        options = ("--deals", 3 * BLOCK + 5, "--variant", "relaxed", "--max-nodes", 300)
        printed.add(golfsolve("stats", *options, "--json", "--jobs", jobs, "--out", path).out)
        written.add(path.read_bytes())
    assert len(printed) == len(written) == 1


def test_the_published_figure_stands_beside_ours(golfsolve):
    text = golfsolve("stats", "--deals", 10).out
    assert "45.109 % (95 %: 45.077 to 45.141), 10,000,000 deals: Blake & Gent" in text
    assert "about 93 %" in golfsolve("stats", "--deals", 10, "--variant", "relaxed").out
    assert "published" not in golfsolve("stats", "--deals", 10, "--variant", "escalator").out


def test_speed_is_told_to_people_only(golfsolve):
    found = golfsolve("stats", "--deals", 10)
    assert "deals a second" in found.err
    assert "second" not in found.out
    assert golfsolve("stats", "--deals", 10, "--quiet").err == ""


def test_show_says_the_same_as_the_run(golfsolve, path):
    run = golfsolve("stats", "--deals", BLOCK + 3, "--out", path, "--max-nodes", 500)
    assert golfsolve("stats", "show", path).out == run.out
    again = golfsolve("stats", "--deals", BLOCK + 3, "--max-nodes", 500, "--json")
    assert golfsolve("stats", "show", path, "--json").out == again.out


def test_a_file_has_a_line_for_each_block(golfsolve, path):
    golfsolve("stats", "--deals", 2 * BLOCK + 1, "--max-nodes", 300, "--out", path)
    head, *records, closing = [json.loads(line) for line in path.read_text().splitlines()]
    assert (head["format"], head["block"], head["first"]) == ("golfsolve-stats", BLOCK, 1)
    assert [(record["first"], record["deals"]) for record in records] == [
        (1, BLOCK),
        (BLOCK + 1, BLOCK),
        (2 * BLOCK + 1, 1),
    ]
    for key in ("deals", "winnable", "unwinnable", "undecided", "nodes"):
        assert closing[key] == sum(record[key] for record in records)


def test_a_cut_file_resumes_to_the_same_bytes_and_report(golfsolve, path):
    arguments = ("stats", "--deals", 2 * BLOCK + 7, "--max-nodes", 200, "--out", path, "--json")
    run = golfsolve(*arguments)
    whole = path.read_bytes()
    for length in range(0, len(whole), 311):
        path.write_bytes(whole[:length])
        resumed = golfsolve(*arguments, "--resume")
        assert (resumed.code, resumed.out) == (0, run.out)
        assert path.read_bytes() == whole


def test_a_finished_file_grows_also_over_a_short_last_block(golfsolve, path, tmp_path):
    other = tmp_path / "other"
    golfsolve("stats", "--deals", BLOCK + 7, "--max-nodes", 200, "--out", path)
    golfsolve("stats", "--deals", 2 * BLOCK, "--max-nodes", 200, "--out", path, "--resume")
    golfsolve("stats", "--deals", 2 * BLOCK, "--max-nodes", 200, "--out", other)
    assert path.read_bytes() == other.read_bytes()


def test_a_file_of_another_budget_is_not_continued(golfsolve, path):
    golfsolve("stats", "--deals", 5, "--max-nodes", 200, "--out", path)
    found = golfsolve("stats", "--deals", 5, "--max-nodes", 201, "--out", path, "--resume")
    assert found.code == 2
    assert "max_nodes 200, not 201" in found.err


def test_an_unfinished_file_is_shown_as_one(golfsolve, path):
    golfsolve("stats", "--deals", BLOCK + 1, "--max-nodes", 200, "--out", path)
    path.write_bytes(path.read_bytes().rpartition(b'{"deals"')[0])
    assert "unfinished" in golfsolve("stats", "show", path).out
    assert golfsolve("stats", "show", path, "--json").records[0]["finished"] is False


def test_a_changed_count_is_noticed(golfsolve, path):
    golfsolve("stats", "--deals", 5, "--out", path)
    path.write_text(path.read_text().replace('"winnable":', '"winnable":1', 1))
    found = golfsolve("stats", "show", path)
    assert found.code == 2
    assert "line 2" in found.err


def test_a_run_needs_to_know_how_many_deals(golfsolve):
    found = golfsolve("stats")
    assert found.code == 2
    assert "--deals" in found.err


def test_deal_numbers_end_somewhere(golfsolve):
    assert golfsolve("stats", "--deals", 2, "--start", 2**53 - 1).code == 2
    assert golfsolve("stats", "--deals", 1, "--start", 2**53 - 1, "--json").records[0]["deals"] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_ctrl_c_leaves_a_file_that_can_be_continued(golfsolve, program, path, tmp_path):
    import signal
    import time

    process = program("stats", "--deals", 10**7, "--max-nodes", 200, "--out", path)
    deadline = time.monotonic() + 120
    while not (path.exists() and path.read_bytes().count(b"\n") >= 3):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    process.communicate()
    deals = (path.read_bytes().count(b"\n") + 1) * BLOCK
    quiet = tmp_path / "quiet"
    options = ("--deals", deals, "--max-nodes", 200, "--out")
    assert golfsolve("stats", *options, path, "--resume").code == 0
    assert golfsolve("stats", *options, quiet).code == 0
    assert path.read_bytes() == quiet.read_bytes()


# --- best scores ---------------------------------------------------------------------------------


def test_scores_count_what_solve_finds(golfsolve, path):
    best = [r["best_score"] for r in golfsolve("solve", "11-40", "--best", "--json").records]
    [found] = golfsolve("stats", "--deals", 30, "--start", 11, "--scores", "--json", "--out", path).records
    assert list(found) == [*KEYS[:8], "scores", *KEYS[8:]]
    scores = found["scores"]
    assert {int(score): count for score, count in scores["histogram"].items()} == Counter(best)
    assert scores["mean"] == round(statistics.mean(best), 4)
    assert scores["sd"] == round(statistics.stdev(best), 4)
    assert (scores["deals"], scores["unproven"]) == (30, 0)
    assert (scores["quantiles"]["min"], scores["quantiles"]["max"]) == (min(best), max(best))
    nine = scores["round"]
    assert (nine["holes"], nine["par"]) == (9, 45)
    assert nine["interval"][0] < nine["mean"] == round(9 * statistics.mean(best), 4) < nine["interval"][1]
    assert golfsolve("stats", "show", path, "--json").records == [found]


def test_people_see_the_scores_as_a_histogram(golfsolve):
    [found] = golfsolve("stats", "--deals", 30, "--scores", "--json").records
    text = golfsolve("stats", "--deals", 30, "--scores").out
    largest = max(found["scores"]["histogram"].values())
    for score, count in found["scores"]["histogram"].items():
        [row] = [line for line in text.splitlines() if line.split()[:2] == [score, str(count)]]
        assert row.count("#") == -(-50 * count // largest)
    assert "9 holes: " in text
    assert text.rstrip().endswith("; par 45")


def test_scores_do_not_change_what_is_counted(golfsolve):
    options = ("stats", "--deals", 30, "--json", "--max-nodes", 100)
    [plain], [found] = golfsolve(*options).records, golfsolve(*options, "--scores").records
    found.pop("scores")
    assert found == plain


def test_scores_resume_to_the_same_bytes(golfsolve, path, tmp_path):
    quiet = tmp_path / "quiet.jsonl"
    options = ("stats", "--variant", "tri-peaks", "--scores")
    golfsolve(*options, "--deals", 40, "--out", quiet)
    golfsolve(*options, "--deals", 10, "--out", path)
    assert golfsolve("stats", "--variant", "tri-peaks", "--deals", 40, "--out", path, "--resume").code == 2
    golfsolve(*options, "--deals", 40, "--out", path, "--resume", "--jobs", 2)
    assert path.read_bytes() == quiet.read_bytes()
