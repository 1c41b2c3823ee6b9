"""Settings for the whole suite, and ways to run the program."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import settings

from golfsolve.cli import run

# Kernels compile in the middle of a first example, and machines differ: no example has a time limit.
settings.register_profile("golfsolve", deadline=None)
settings.load_profile("golfsolve")

# A shell that runs the tests in the background has them, and all they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def compiled_engine() -> None:
    """Compiles ahead, once: what programs print while they do it is not what most tests are about."""
    from golfsolve.engine import cache
    from golfsolve.solving.ahead import compile_ahead

    if not any(folder.is_dir() for folder in cache.FOLDERS):
        compile_ahead(everything=True)


# Tests that take longest, by their file or their name: all others have the marker `fast`.
SLOW_FILES = {
    "test_benchmarks.py",
    "test_best.py",
    "test_cache.py",
    "test_ci_docs.py",
    "test_cli_faults.py",
    "test_cli_pool.py",
    "test_cli_stats.py",
    "test_cli_surroundings.py",
    "test_cluster.py",
    "test_compare.py",
    "test_daily.py",
    "test_difficulty.py",
    "test_every_game.py",
    "test_hint_and_review.py",
    "test_kill_runs.py",
    "test_odds.py",
    "test_package.py",
    "test_player_games.py",
    "test_players.py",
    "test_plot.py",
    "test_pools.py",
    "test_random_rules.py",
    "test_readme.py",
    "test_strong_players.py",
}
SLOW_TESTS = {
    "test_a_line_of_twenty_thousand_aces_is_refused_at_once",
    "test_columns_without_end_are_refused_without_keeping_them",
    "test_no_import_loads_the_heavy_libraries",
    "test_no_two_modules_import_each_other",
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        name = getattr(item, "originalname", item.name)
        slow = item.path.name in SLOW_FILES or name in SLOW_TESTS
        if not slow and item.get_closest_marker("long") is None:
            item.add_marker(pytest.mark.fast)


@dataclass(frozen=True)
class Outcome:
    """What a command line did."""

    code: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        """Standard output as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def golfsolve(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outcome]:
    """Runs a command line in this process: ``golfsolve("solve", 7, stdin="...")``."""

    def call(*arguments: object, stdin: str | bytes = b"") -> Outcome:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        return Outcome(code, *capsys.readouterr())

    return call


@pytest.fixture
def program() -> Callable[..., subprocess.Popen[bytes]]:
    """Starts a command line in a process of its own, with pipes for its output."""

    def start(*arguments: object, **options: Any) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "golfsolve", *map(str, arguments)]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, **{**pipes, **options})

    return start
