from __future__ import annotations

import gzip
import signal
import sys
import time

import pytest

from tests.record_files import lines_of


@pytest.fixture
def path(tmp_path):
    return tmp_path / "pool.jsonl"


def generate(golfsolve, path, *options, count=8):
    return golfsolve("pool", "generate", "--count", count, "--out", path, *options)


def test_generate_writes_a_pool_that_verifies(golfsolve, path):
    found = generate(golfsolve, path)
    assert (found.code, found.out) == (0, "")
    assert "8 winnable golf deals" in found.err
    verified = golfsolve("pool", "verify", path)
    assert verified.code == 0
    assert verified.out == f"{path}: 8 deals, all solutions replayed, checksum right\n"


def test_the_same_command_writes_the_same_bytes_with_any_number_of_workers(golfsolve, tmp_path):
    pools = []
    for jobs in (1, 2, 5):
        path = tmp_path / f"{jobs}.jsonl"
        generate(golfsolve, path, "--jobs", jobs, "--variant", "dead-king", "--start", 1000)
        pools.append(path.read_bytes())
    assert len(set(pools)) == 1


def test_a_search_too_short_keeps_no_unproved_deal(golfsolve, path):
    generate(golfsolve, path, "--max-nodes", 40, count=2)
    lines = lines_of(path)
    assert all(record["nodes"] <= 40 for record in lines[1:-1])
    assert lines[-1]["turned_down"]["undecided"] > 0
    assert golfsolve("pool", "verify", path).code == 0


def test_a_pool_that_no_deal_is_for_is_given_up(golfsolve, path, monkeypatch):
    monkeypatch.setattr("golfsolve.pools.generate.MOST_IN_VAIN", 50)
    found = generate(golfsolve, path, "--max-nodes", 1, count=1)
    assert found.code == 2
    assert "none of 50 deals in a row is for the pool, the last is 50" in found.err
    assert golfsolve("pool", "verify", path).code == 1
    assert golfsolve("pool", "info", path, "--json").records[0]["deals"] == 0


def test_generate_needs_a_file_and_a_count(golfsolve, path):
    assert golfsolve("pool", "generate", "--count", 1).code == 2
    assert golfsolve("pool", "generate", "--out", path).code == 2
    assert generate(golfsolve, path, count=0).code == 2
    assert not path.exists()


def test_an_existing_pool_is_not_overwritten(golfsolve, path):
    generate(golfsolve, path)
    whole = path.read_bytes()
    found = generate(golfsolve, path, count=3)
    assert found.code == 2
    assert "--resume" in found.err
    assert "--force" in found.err
    assert path.read_bytes() == whole
    assert generate(golfsolve, path, "--force", count=3).code == 0
    assert path.read_bytes() != whole


def test_a_pool_cut_anywhere_resumes_to_the_same_bytes(golfsolve, path):
    generate(golfsolve, path)
    whole = path.read_bytes()
    for length in range(0, len(whole), 131):
        path.write_bytes(whole[:length])
        assert generate(golfsolve, path, "--resume").code == 0
        assert path.read_bytes() == whole


def test_resuming_under_other_rules_is_refused_with_the_difference_named(golfsolve, path):
    generate(golfsolve, path)
    found = generate(golfsolve, path, "--resume", "--variant", "relaxed")
    assert found.code == 2
    assert '"golf", not "relaxed"' in found.err


def test_the_last_deal_number_is_the_end(golfsolve, path):
    found = generate(golfsolve, path, "--start", 2**53 - 1, count=2)
    assert found.code == 2
    assert "deal numbers end" in found.err
    assert golfsolve("pool", "generate", "--count", 1, "--start", 2**53, "--out", path).code == 2


def test_verify_names_the_first_bad_record_of_each_file_and_counts_the_rest(golfsolve, tmp_path):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    generate(golfsolve, good)
    text = good.read_text()
    bad.write_text(text.replace('"draws":1', '"draws":2'))
    found = golfsolve("pool", "verify", bad, good)
    assert found.code == 1
    first, second = found.out.splitlines()
    assert first.startswith(f"{bad}: line 2: deal 1: the solution draws 1")
    assert first.endswith(" more)")
    assert second.startswith(f"{good}: 8 deals")


def test_verify_goes_on_after_a_file_that_is_not_there(golfsolve, path):
    generate(golfsolve, path)
    found = golfsolve("pool", "verify", "nowhere.jsonl", path)
    assert found.code == 2
    assert "nowhere.jsonl" in found.err
    assert "8 deals" in found.out


def test_verify_says_that_a_pool_is_unfinished(golfsolve, path):
    generate(golfsolve, path)
    path.write_bytes(path.read_bytes().rpartition(b'{"tried"')[0])
    found = golfsolve("pool", "verify", path)
    assert found.code == 1
    assert "unfinished" in found.out


def test_something_that_is_no_pool_does_not_verify(golfsolve, path):
    for text in ("", "hello\n", "[]\n", '{"format":"golfsolve-pool","version":9}\n', "\0" * 100):
        path.write_text(text)
        assert golfsolve("pool", "verify", path).code == 1
        assert golfsolve("pool", "info", path).code == 2


def test_a_gzipped_pool_is_read_directly(golfsolve, path):
    generate(golfsolve, path)
    packed = path.with_suffix(".jsonl.gz")
    packed.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    assert golfsolve("pool", "verify", packed).code == 0
    assert golfsolve("pool", "info", packed).out == golfsolve("pool", "info", path).out
    assert golfsolve("solve", packed, "--json").out == golfsolve("solve", path, "--json").out


def test_info_tells_people_and_programs_the_same(golfsolve, path):
    generate(golfsolve, path)
    [data] = golfsolve("pool", "info", path, "--json").records
    text = golfsolve("pool", "info", path).out
    assert (data["variant"], data["deals"], data["finished"]) == ("golf", 8, True)
    assert data["tried"] == data["deals"] + sum(data["turned_down"].values())
    assert data["sha256"] in text
    assert f"{data['first']} to {data['last']}" in text


def test_info_of_an_unfinished_pool_says_so(golfsolve, path):
    generate(golfsolve, path)
    path.write_bytes(path.read_bytes().rpartition(b'{"tried"')[0])
    assert "unfinished" in golfsolve("pool", "info", path).out
    assert golfsolve("pool", "info", path, "--json").records[0]["finished"] is False


# --- best scores, and pools that leave out others --------------------------------------------------


def records_of(path):
    return lines_of(path)[1:-1]


def test_best_scores_are_kept_with_solutions_that_reach_them(golfsolve, path, tmp_path):
    generate(golfsolve, path, "--best")
    plain = tmp_path / "plain.jsonl"
    generate(golfsolve, plain)
    best = golfsolve("solve", path, "--best", "--json").records
    for kept, record, other in zip(records_of(path), best, records_of(plain), strict=True):
        assert kept["best_score"] == record["best_score"] == kept["draws"] - 16
        assert (kept["deal"], kept["nodes"]) == (other["deal"], other["nodes"])
    assert golfsolve("pool", "verify", path).code == 0
    [found] = golfsolve("pool", "info", path, "--json").records
    assert found["best_score"]["min"] == min(record["best_score"] for record in best)


def test_a_best_score_that_is_not_proven_is_left_open(golfsolve, path):
    generate(golfsolve, path, "--best", "--variant", "double-golf", "--max-nodes", 150, count=3)
    assert None in [record["best_score"] for record in records_of(path)]
    assert golfsolve("pool", "verify", path).code == 0


def test_a_pool_with_best_scores_is_not_continued_without(golfsolve, path):
    generate(golfsolve, path, "--best", count=5)
    assert generate(golfsolve, path, "--resume").code == 2
    assert generate(golfsolve, path, "--resume", "--best").code == 0
    whole = path.read_bytes()
    generate(golfsolve, path, "--best", "--force", "--jobs", 3)
    assert path.read_bytes() == whole


def test_a_best_score_that_its_solution_does_not_reach_does_not_verify(golfsolve, path):
    generate(golfsolve, path, "--best")
    score = records_of(path)[0]["best_score"]
    text = path.read_text()
    path.write_text(text.replace(f'"best_score":{score}', f'"best_score":{score - 1}', 1))
    assert (
        f"the solution scores {score}, but best_score is {score - 1}" in golfsolve("pool", "verify", path).out
    )
    path.write_text(text.replace(f',"best_score":{score}', "", 1))
    assert "best_score is missing" in golfsolve("pool", "verify", path).out


def test_a_pool_leaves_out_the_deals_of_others(golfsolve, tmp_path):
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    generate(golfsolve, first, "--start", 3, count=4)
    generate(golfsolve, second, "--variant", "relaxed", "--start", 9, count=3)
    assert generate(golfsolve, third, "--exclude", first, "--exclude", second, "--jobs", 2).code == 0
    taken = {record["deal"] for record in records_of(first) + records_of(second)}
    assert taken.isdisjoint(record["deal"] for record in records_of(third))
    assert golfsolve("pool", "verify", third).code == 0
    [found] = golfsolve("pool", "info", third, "--json").records
    assert found["untried"] == sum(deal < found["last"] for deal in taken)
    assert found["tried"] + found["untried"] == found["last"]
    whole = third.read_bytes()
    generate(golfsolve, third, "--force", "--exclude", first, "--exclude", second, count=5)
    generate(golfsolve, third, "--resume", "--exclude", first, "--exclude", second)
    assert third.read_bytes() == whole
    assert generate(golfsolve, third, "--resume", "--exclude", first).code == 2


def test_only_finished_pools_of_the_same_deals_are_left_out(golfsolve, path, tmp_path):
    other = tmp_path / "other.jsonl"
    generate(golfsolve, other, "--variant", "tri-peaks", count=1)
    found = generate(golfsolve, path, "--exclude", other)
    assert (found.code, "a pool of tri-peaks (expected one of golf)" in found.err) == (2, True)
    generate(golfsolve, other, "--force")
    other.write_bytes(other.read_bytes().rpartition(b'{"tried"')[0])
    found = generate(golfsolve, path, "--exclude", other)
    assert (found.code, "unfinished" in found.err) == (2, True)
    assert generate(golfsolve, path, other).code == 2
    assert not path.exists()


# --- interruptions -------------------------------------------------------------------------------

LONG = ("pool", "generate", "--count", 10**6, "--quiet", "--out")


def begin(program, path, *options):
    """A long run that has begun to write."""
    process = program(*LONG, path, *options)
    deadline = time.monotonic() + 120
    while not (path.exists() and path.stat().st_size > 10_000):
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return process


def finished_equals_quiet_run(golfsolve, path, tmp_path):
    """Resume to some more deals than there are, and compare with a run that nothing interrupted."""
    count = path.read_bytes().count(b"\n") + 5
    quiet = tmp_path / "quiet.jsonl"
    assert generate(golfsolve, path, "--resume", count=count).code == 0
    assert generate(golfsolve, quiet, count=count).code == 0
    return path.read_bytes() == quiet.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_ctrl_c_ends_a_run_within_a_second_with_130_and_a_valid_file(golfsolve, program, path, tmp_path):
    process = begin(program, path)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - began < 1.5  # a second, and something for a busy machine
    assert process.returncode == 130
    assert (out, err.strip()) == (b"", b"Interrupted")
    assert path.read_bytes().endswith(b"\n")
    assert finished_equals_quiet_run(golfsolve, path, tmp_path)


def test_a_killed_run_is_resumed_without_loss(golfsolve, program, path, tmp_path):
    process = begin(program, path)
    process.kill()
    process.communicate()
    assert finished_equals_quiet_run(golfsolve, path, tmp_path)


def test_a_second_writer_is_told_and_the_first_goes_on(golfsolve, program, path):
    process = begin(program, path)
    try:
        for option in ("--resume", "--force"):
            found = generate(golfsolve, path, option)
            assert found.code == 2
            assert "is being written by another" in found.err
        assert process.poll() is None
    finally:
        process.kill()
        process.communicate()


# --- other programs' numbers -----------------------------------------------------------------------


def test_a_pool_can_go_through_the_numbers_of_another_program(golfsolve, tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    options = ("--numbering", "pysol", "--start", 32_000, "--max-nodes", 3000)
    found = generate(golfsolve, one, *options, "--jobs", 1)
    assert "tried from number pysol:32000 on" in found.err
    generate(golfsolve, two, *options, "--jobs", 3, count=5)
    generate(golfsolve, two, *options, "--resume")
    assert one.read_bytes() == two.read_bytes()
    assert golfsolve("pool", "verify", one).code == 0
    assert "(pysol, version 1)" in golfsolve("pool", "info", one).out
    solved = golfsolve("solve", one, "--json").records
    assert [record["deal"] for record in solved] == [record["deal"] for record in records_of(one)]
    assert solved[0]["deal"].startswith("pysol:320")


def test_the_numbers_of_another_program_end_where_its_own_do(golfsolve, path):
    assert generate(golfsolve, path, "--numbering", "pysol", "--start", 10**20, count=10**6).code == 2
    path.unlink()
    found = generate(golfsolve, path, "--numbering", "kpat", "--start", 2**31)
    assert (found.code, "kpat numbers end at 2147483647" in found.err) == (2, True)
    assert not path.exists()
