"""``pool check``: a sample of a pool is solved again, turned-down deals too."""

from __future__ import annotations

import pytest

from golfsolve.cli import run
from tests.record_files import lines_of, sealed


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    path = tmp_path_factory.mktemp("pool") / "pool.jsonl"
    assert run(["pool", "generate", "--count", "12", "--best", "--out", str(path), "--quiet"]) == 0
    return lines_of(path)


@pytest.fixture
def checked(golfsolve, lines, tmp_path):
    """Checks all of the pool after a change to its records."""

    def check(change):
        path = tmp_path / "pool.jsonl"
        path.write_bytes(sealed([change(dict(line)) for line in lines]))
        return golfsolve("pool", "check", path, "--sample", 12, "--seed", 1, "--quiet")

    return check


def test_a_pool_is_as_it_says(checked):
    found = checked(lambda line: line)
    assert found.code == 0
    assert "12 records (" in found.out
    assert "all as recorded; seed 1" in found.out


def test_a_winnable_deal_that_was_turned_down_is_named(golfsolve, lines, tmp_path):
    path = tmp_path / "pool.jsonl"
    dropped = lines[3]
    path.write_bytes(sealed([line for line in lines if line is not dropped]))
    found = golfsolve("pool", "check", path, "--sample", 12, "--quiet")
    assert found.code == 1
    assert f"deal {dropped['deal']} is winnable, but was turned down as unwinnable" in found.out


def test_a_best_score_that_is_not_the_best_is_named(golfsolve, lines, tmp_path):
    plain = tmp_path / "plain.jsonl"
    golfsolve("pool", "generate", "--count", 12, "--out", plain, "--quiet")
    worse = {line["deal"]: line for line in lines_of(plain)[1:-1]}

    def first_solution(line):
        if "solution" in line and worse[line["deal"]]["draws"] > line["draws"]:
            other = worse[line["deal"]]
            line |= {
                "solution": other["solution"],
                "draws": other["draws"],
                "best_score": other["draws"] - 16,
            }
        return line

    path = tmp_path / "pool.jsonl"
    path.write_bytes(sealed([first_solution(dict(line)) for line in lines]))
    assert golfsolve("pool", "verify", path).code == 0  # which cannot know
    found = golfsolve("pool", "check", path, "--sample", 12, "--quiet")
    assert found.code == 1
    assert "best_score is recorded as" in found.out


def test_the_same_seed_draws_the_same_records(golfsolve, lines, tmp_path):
    path = tmp_path / "pool.jsonl"
    path.write_bytes(sealed(lines))
    first = golfsolve("pool", "check", path, "--sample", 3, "--seed", 7, "--quiet").out
    assert golfsolve("pool", "check", path, "--sample", 3, "--seed", 7, "--quiet", "--jobs", 2).out == first
