"""``python -m benchmarks [quick]`` prints the tables of README.md; ``nodes [--write]`` the fixed bench."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable

import llvmlite
import numba
import numpy as np

from benchmarks import commands, nodes, speed
from golfsolve.game.result import SEARCH_REVISION


def _machine() -> str:
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:  # noqa: PTH123
            model = next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass  # not Linux
    versions = f"Python {platform.python_version()}, numba {numba.__version__}, numpy {np.__version__}"
    return f"{model}, {platform.system()}, {versions}, llvmlite {llvmlite.__version__}"


def main(arguments: list[str]) -> None:
    """Run what the words of the command line ask for."""
    if arguments[:1] == ["nodes"]:
        if "--write" in arguments:
            nodes.write()
        recorded, counts = nodes.recorded().get(SEARCH_REVISION, {}), nodes.count()
        for name, count in counts.items():
            was = recorded.get(name)
            print(f"{name:14}{count:12,}" + ("" if count == was else f"  (checked in: {was})"))
        if counts != recorded:
            raise SystemExit(1)
        return
    quick = 20 if "quick" in arguments else 1
    family = {"black-hole": 20_000, "all-in-a-row": 20_000, "double-golf": 300, "others": 20_000}
    sections: list[tuple[str, Callable[[], list[str]]]] = [
        ("Speed", lambda: speed.against_textbook(5_000 // quick, 5)),
        ("The slowest deal", lambda: speed.slowest(100_000 // quick)),
        ("Start-up", lambda: commands.start_up(5)),
        ("Workers", lambda: commands.workers(20_000 // quick, 3)),
        ("Memory", commands.memory),
        ("What each idea brings", lambda: speed.ideas(2_000 // quick)),
        ("By stock", lambda: speed.by_stock(2_000 // quick)),
        ("Best scores", lambda: speed.best_scores(1_000 // quick)),
        ("The family", lambda: speed.family({n: c // quick for n, c in family.items()}, 20_000_000)),
    ]
    wanted = [word for word in arguments if word != "quick"]
    print(_machine())
    for title, rows in sections:
        if wanted and title.lower() not in (word.lower() for word in wanted):
            continue
        print(f"\n## {title}\n", flush=True)
        for row in rows():
            print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
