"""Pools that say what no run can have found: refused by a replay alone, without an engine."""

from __future__ import annotations

import json

import pytest

from golfsolve.game.catalogue import find
from golfsolve.game.difficulty import Level
from golfsolve.pools.generate import generate
from golfsolve.pools.verify import verify
from tests.record_files import lines_of, sealed


@pytest.fixture(scope="module")
def rated(tmp_path_factory):
    path = tmp_path_factory.mktemp("pools") / "pool.jsonl"
    generate(path, find("golf"), 3, max_nodes=200_000, best=True, levels=tuple(Level), jobs=1)
    return path.read_bytes()


def put(place, key, value):
    return lambda lines: lines[place].update({key: value})


def rating(**values):
    return lambda lines: lines[1]["difficulty"].update(values)


CASES = {
    "nodes beyond the budget": put(1, "nodes", 200_001),
    "nodes as a float": put(1, "nodes", 3.0),
    "an unknown key": put(1, "luck", 1),
    "a count of nothing": put(1, "untried_before", 0),
    "an unknown key at the end": put(-1, "luck", 1),
    "a total as a float": put(-1, "kept", 3.0),
    "an unknown key in the header": put(0, "luck", 1),
    "best of another kind": put(0, "best", 1),
    "a checksum that is none": put(0, "exclude", ["x"]),
    "a search of text": put(0, "search", "new"),
    "a program of no kind": put(0, "program", None),
    "first as a float": put(0, "first", 1.0),
    "more first moves than there are": rating(first_moves=9),
    "no first move, though it is won": rating(first_moves=0),
    "a repair behind the end": rating(last_repair=99),
    "more dead ends than moves": rating(dead_ends=9999),
    "repairs without other winning moves": rating(last_repair=0),
    "partly undecided": rating(dead_ends=None),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_replay_shows_to_be_impossible_is_refused(name, rated, tmp_path):
    lines = lines_of(rated)
    CASES[name](lines)
    path = tmp_path / "pool.jsonl"
    path.write_bytes(sealed(lines))
    found = verify(path)
    assert not found.ok
    assert "the checksum does not" not in (found.first_problem or "")


def test_draws_as_a_float_are_refused(rated, tmp_path):
    lines = lines_of(rated)
    lines[1]["draws"] = float(lines[1]["draws"])
    (tmp_path / "pool.jsonl").write_bytes(sealed(lines))
    assert not verify(tmp_path / "pool.jsonl").ok


def test_an_honest_rated_pool_is_accepted(rated, tmp_path):
    (tmp_path / "pool.jsonl").write_bytes(sealed(lines_of(rated)))
    assert json.loads(rated.splitlines()[1])["difficulty"]["first_moves"] is not None
    assert verify(tmp_path / "pool.jsonl").ok
