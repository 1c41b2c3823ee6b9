"""The fixed bench: numbered deals whose total node count is checked in.

A commit that changes the search states the new numbers and writes them with
``python -m benchmarks nodes --write``; one that does not must not change them (tests/test_benchmarks.py).
"""

from __future__ import annotations

import json
from pathlib import Path

from golfsolve.game.catalogue import BUILT_IN
from golfsolve.solving.solver import Solver

FILE = Path(__file__).with_name("nodes.json")
FIRST = 1
DEALS = {"black-hole": 20, "all-in-a-row": 20, "double-golf": 20}
DEALS_ELSEWHERE = 200
MAX_NODES = 200_000  # so that Double Golf ends


def count() -> dict[str, int]:
    """Nodes of the bench for each built-in variant."""
    found = {}
    for variant in BUILT_IN:
        deals = DEALS.get(variant.name, DEALS_ELSEWHERE)
        block = Solver(variant, max_nodes=MAX_NODES).solve_numbers(FIRST, deals)
        found[variant.name] = int(block.nodes.sum())
    return found


def recorded() -> dict[str, int]:
    """The numbers that are checked in."""
    numbers: dict[str, int] = json.loads(FILE.read_text(encoding="ascii"))
    return numbers


def write() -> None:
    """Check in the numbers of the present search."""
    FILE.write_text(json.dumps(count(), indent=2) + "\n", encoding="ascii", newline="\n")
