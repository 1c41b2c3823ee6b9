"""Pools that are continued with a larger budget are those of that budget from the start."""

from __future__ import annotations

import contextlib

import pytest

from golfsolve.game.catalogue import find
from golfsolve.game.difficulty import Level
from golfsolve.pools import generate as module
from golfsolve.pools.records import entries, open_pool


@pytest.mark.parametrize(
    ("options", "small", "large"),
    [
        ({}, 6, 6),
        ({}, 6, 9),
        ({"best": True}, 6, 7),
        ({"levels": tuple(Level)}, 2, 3),
        ({"scheme": "ms"}, 4, 5),
    ],
)
def test_a_larger_budget_gives_the_pool_of_that_budget(options, small, large, tmp_path):
    path, other = tmp_path / "pool.jsonl", tmp_path / "other.jsonl"
    golf = find("golf")
    few, many = 300, 3000
    if "levels" in options:
        few, many = 2000, 20_000
    module.generate(other, golf, large, max_nodes=many, jobs=2, **options)
    module.generate(path, golf, small, max_nodes=few, jobs=2, **options)
    assert path.read_bytes() != other.read_bytes()
    module.generate(path, golf, large, max_nodes=many, jobs=2, resume=True, **options)
    assert path.read_bytes() == other.read_bytes()


def test_a_larger_budget_tries_only_what_may_change(tmp_path, monkeypatch):
    path = tmp_path / "pool.jsonl"
    module.generate(path, find("golf"), 6, max_nodes=2000, jobs=1)
    with open_pool(path) as reader:
        settled = [e for e in entries(reader) if not e.undecided]
    assert settled
    tried = []

    def counting(solver, numbers, *, best, rated, solve=module.solve_range):
        tried.extend(numbers.numbers)
        return solve(solver, numbers, best=best, rated=rated)

    def stop_there(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(module, "solve_range", counting)
    monkeypatch.setattr(module, "_fill", stop_there)
    with contextlib.suppress(ZeroDivisionError):
        module.generate(path, find("golf"), 6, max_nodes=50_000, jobs=1, resume=True)
    assert not {entry.number for entry in settled} & set(tried)
    assert tried
    with open_pool(path) as reader:  # an unfinished pool of the larger budget
        assert reader.header["max_nodes"] == 50_000
