from __future__ import annotations

import random

import pytest

from tests.kill_runs import COMMANDS, kill_runs


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_runs_lose_nothing(name, tmp_path):
    count = kill_runs(name, 3, random.Random(1), tmp_path)
    assert count.kills == 3
    assert count.files >= 1


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_runs_killed_70_times_lose_nothing(name, tmp_path):
    count = kill_runs(name, 70, random.Random(2), tmp_path)
    assert count.kills == 70
    assert count.with_records > 10
