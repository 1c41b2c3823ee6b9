from __future__ import annotations

import statistics
import sys
from collections import Counter

import pytest

from golfsolve.files.record_file import Writer
from golfsolve.stats.blocks import BLOCK
from tests.record_files import lines_of

KEYS = [
    "variant",
    "deals",
    "winnable",
    "unwinnable",
    "undecided",
    "win_rate",
    "interval",
    "confidence",
    "nodes",
    "published",
    "numbering",
    "numbers",
    "max_nodes",
    "finished",
]


QUICK = ("--max-nodes", 200)


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
    assert "deals per second" in found.err
    assert "second" not in found.out
    assert golfsolve("stats", "--deals", 10, "--quiet").err == ""


def test_show_says_the_same_as_the_run(golfsolve, path):
    run = golfsolve("stats", "--deals", BLOCK + 3, "--out", path, "--max-nodes", 500)
    assert golfsolve("stats", "show", path).out == run.out
    again = golfsolve("stats", "--deals", BLOCK + 3, "--max-nodes", 500, "--json")
    assert golfsolve("stats", "show", path, "--json").out == again.out


def test_a_file_has_a_line_for_each_block(golfsolve, path):
    golfsolve("stats", "--deals", 2 * BLOCK + 1, "--max-nodes", 300, "--out", path)
    head, *records, closing = lines_of(path)
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
    assert list(found) == [*KEYS[:9], "scores", *KEYS[9:]]
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


# --- files of several runs -------------------------------------------------------------------------


@pytest.fixture
def measured(golfsolve, tmp_path):
    """Writes a statistics file: ``measured("name", first, deals)``."""

    def measure(name, first, deals, *options):
        file = tmp_path / name
        arguments = ("--start", first, "--deals", deals, *(options or QUICK), "--out", file, "--quiet")
        assert golfsolve("stats", *arguments).code == 0
        return file

    return measure


def test_files_that_follow_each_other_merge_to_the_file_of_one_run(golfsolve, measured, path):
    parts = [measured("b", 1 + BLOCK, 7), measured("a", 1, BLOCK)]
    found = golfsolve("stats", "merge", *parts, "--out", path)
    assert (found.code, found.err) == (0, f"{path}: 1,007 deals, numbers 1 to 1007\n")
    assert path.read_bytes() == measured("whole", 1, BLOCK + 7).read_bytes()


def test_files_with_gaps_merge_to_a_file_that_shows_them(golfsolve, measured, path):
    parts = [measured("a", 1, 7), measured("b", 8, 5), measured("c", 101, 3)]
    assert golfsolve("stats", "merge", *parts, "--out", path).code == 0
    [found] = golfsolve("stats", "show", path, "--json").records
    assert (found["deals"], found["numbers"]) == (15, [[1, 12], [101, 103]])
    shown = [golfsolve("stats", "show", part, "--json").records[0] for part in parts]
    for verdict in ("winnable", "unwinnable", "undecided"):
        assert found[verdict] == sum(one[verdict] for one in shown)
    assert "15 deals, numbers 1 to 12, 101 to 103\n" in golfsolve("stats", "show", path).out
    assert golfsolve("stats", "check", path).code == 0


def test_a_file_with_gaps_is_not_continued(golfsolve, measured, path):
    golfsolve("stats", "merge", measured("a", 1, 7), measured("c", 101, 3), "--out", path)
    whole = path.read_bytes()
    assert golfsolve("stats", "--deals", 2 * BLOCK, *QUICK, "--out", path, "--resume").code == 2
    assert path.read_bytes() == whole


def test_files_that_overlap_are_not_merged(golfsolve, measured, path):
    parts = measured("a", 1, 10), measured("b", 10, 5)
    found = golfsolve("stats", "merge", *parts, "--out", path)
    assert found.code == 2
    assert f"{parts[1]}: line 2: deals 10-14 overlap the ones before, which go up to 10" in found.err
    assert golfsolve("stats", "merge", parts[0], parts[0], "--out", path).code == 2
    assert sorted(path.parent.iterdir()) == sorted(parts)


def test_files_of_other_rules_or_budgets_are_not_merged(golfsolve, measured, path):
    first = measured("a", 1, 5)
    for other, difference in (
        (measured("b", 6, 5, "--max-nodes", 201), "max_nodes 201, not 200"),
        (measured("c", 6, 5, *QUICK, "--variant", "relaxed"), 'variant "relaxed", not "golf"'),
        (measured("d", 6, 5, *QUICK, "--scores"), "scores true, not null"),
    ):
        found = golfsolve("stats", "merge", first, other, "--out", path)
        assert found.code == 2
        assert difference in found.err
        assert not path.exists()


def test_an_unfinished_file_is_not_merged_and_nothing_is_replaced(golfsolve, measured, path):
    first, other = measured("a", 1, 5), measured("b", 6, 5)
    other.write_bytes(other.read_bytes().rpartition(b'{"deals"')[0])
    path.write_text("precious")
    found = golfsolve("stats", "merge", first, other, "--out", path, "--force")
    assert (found.code, "unfinished" in found.err) == (2, True)
    assert "--force" in golfsolve("stats", "merge", first, "--out", path).err
    assert golfsolve("stats", "merge", first, "--out", first, "--force").code == 2
    assert path.read_text() == "precious"
    assert len(list(path.parent.iterdir())) == 3


def test_a_sample_of_blocks_is_solved_again(golfsolve, measured):
    file = measured("a", 1, 3 * BLOCK)
    found = golfsolve("stats", "check", file, "--sample", 2, "--seed", 5)
    assert found.code == 0
    assert found.out == f"{file}: 2 blocks (2,000 deals) solved again, all as recorded; seed 5\n"
    assert "; seed " in golfsolve("stats", "check", file, "--sample", 1).out


def test_a_wrong_count_is_found_if_its_block_is_in_the_sample(golfsolve, measured):
    file = measured("a", 1, 2 * BLOCK + 5)
    head, *records, closing = lines_of(file)
    right = records[1]["winnable"]
    for counts in (records[1], closing):
        counts["winnable"] += 1
        counts["unwinnable"] -= 1
    rewrite(file, head, records, closing)
    found = golfsolve("stats", "check", file)
    assert found.code == 1
    assert found.out == f"{file}: deals 1001-2000: winnable is recorded as {right + 1}, but is {right}\n"
    codes = {golfsolve("stats", "check", file, "--sample", 1, "--seed", seed).code for seed in range(9)}
    assert codes == {0, 1}


def rewrite(file, head, records, closing):
    with Writer.create(file, head, force=True) as out:
        for record in records:
            out.write(record)
        out.finish({key: value for key, value in closing.items() if key != "sha256"})


def test_scores_are_checked_too(golfsolve, measured):
    file = measured("a", 1, 20, *QUICK, "--scores")
    assert golfsolve("stats", "check", file).code == 0
    head, record, closing = lines_of(file)
    best = next(iter(record["scores"]))
    record["scores"] = {str(int(best) - 1): record["scores"].pop(best)} | record["scores"]
    rewrite(file, head, [record], closing)
    found = golfsolve("stats", "check", file)
    assert (found.code, "deals 1-20: scores is recorded as" in found.out) == (1, True)


def test_a_file_without_blocks_has_nothing_to_check(golfsolve, measured):
    file = measured("a", 1, 5)
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0])
    assert "no blocks" in golfsolve("stats", "check", file).err
    assert "0 deals, numbers none" in golfsolve("stats", "show", file).out


@pytest.mark.parametrize("option", [("--variant", "relaxed"), ("--json",), ("--deals", 5), ("--quiet",)])
def test_an_option_in_the_wrong_place_is_not_ignored(golfsolve, measured, option):
    file = measured("a", 1, 5)
    found = golfsolve("stats", *option, "show", file)
    assert found.code == 2
    assert f"{option[0]} cannot stand before `show`" in found.err


@pytest.mark.parametrize("as_json", [True, False])
def test_an_interrupted_run_without_a_file_reports_what_it_has(as_json, golfsolve, monkeypatch):
    from golfsolve.stats import measure as module

    def interrupted(*arguments, records=module._records, **options):
        yield next(records(*arguments, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_records", interrupted)
    found = golfsolve("stats", "--deals", 3000, "--max-nodes", 10, *(["--json"] if as_json else []))
    assert found.code == 130
    if as_json:
        assert (found.records[0]["deals"], found.records[0]["finished"]) == (1000, False)
    else:
        assert "golf: 1,000 deals, numbers 1 to 1000" in found.out
        assert "unfinished" in found.out
    assert "of 3,000 deals only these are counted" in found.err
