"""Whole commands: start-up, compiling, workers, memory. Each in a new process."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

_GOLFSOLVE = [sys.executable, "-m", "golfsolve"]


def _seconds(arguments: list[str], cache: str | None = None) -> float:
    environment = dict(os.environ)
    if cache:
        environment["NUMBA_CACHE_DIR"] = cache
    began = time.perf_counter()
    subprocess.run([*_GOLFSOLVE, *arguments], check=True, capture_output=True, env=environment)
    return time.perf_counter() - began


def start_up(runs: int) -> list[str]:
    """Help, one solve with compiled kernels, and the first solve ever."""
    with tempfile.TemporaryDirectory() as cache:
        first = _seconds(["solve", "ms:2"], cache)
        solve = statistics.median(_seconds(["solve", "ms:2"], cache) for _ in range(runs))
    help_ = statistics.median(_seconds(["--help"]) for _ in range(runs))
    return [
        "| command | seconds |",
        "|---|---|",
        f"| `golfsolve --help`, warm file cache, median of {runs} | {help_:.2f} |",
        f"| `golfsolve solve ms:2`, compiled before, median of {runs} | {solve:.2f} |",
        f"| `golfsolve solve ms:2`, nothing compiled | {first:.1f} |",
    ]


def workers(deals: int, runs: int) -> list[str]:
    """One worker against two: the same command over ``deals`` numbers, start-up taken off both."""
    rows = ["| command | 1 job | 2 jobs | ratio |", "|---|---|---|---|"]
    for title, command in (
        ("stats", ["stats", "--quiet", "--json"]),
        ("pool generate", ["pool", "generate", "--quiet", "--count"]),
    ):
        seconds: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(runs):
            for jobs in (1, 2):
                with tempfile.TemporaryDirectory() as folder:
                    whole, short = (
                        _seconds([*_sized(command, folder, size), "--jobs", str(jobs)])
                        for size in (deals, 10)
                    )
                seconds[jobs].append(whole - short)
        one, two = statistics.median(seconds[1]), statistics.median(seconds[2])
        rows.append(f"| `{title}`, {deals:,} deals | {one:.1f} s | {two:.1f} s | {one / two:.2f} |")
    return rows


def _sized(command: list[str], folder: str, size: int) -> list[str]:
    if command[0] == "stats":
        return [*command, "--deals", str(size)]
    return [*command, str(size), "--out", f"{folder}/{size}.jsonl"]


_MEMORY = """
import os, threading
from golfsolve.solving.solver import Solver
from golfsolve.game.variants import find
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
first = Solver(find("relaxed"))
first.solve_numbers(1, 10)
before = resident()
more = [Solver(find("relaxed")) for _ in range(8)]
for solver in more:
    solver.solve_numbers(1, 2000)
print((resident() - before) / 8)
"""


def memory() -> list[str]:
    """What a worker adds to the interpreter with numba and the kernels loaded (Linux only)."""
    done = subprocess.run([sys.executable, "-c", _MEMORY], check=True, capture_output=True, text=True)
    return [f"A worker adds {float(done.stdout):.1f} MB (mean of eight, after 2,000 `relaxed` deals each)."]
