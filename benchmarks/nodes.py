"""The fixed bench: numbered deals whose total node count is checked in.

A commit that changes the search raises SEARCH_REVISION, states the new numbers and writes them with
``python -m benchmarks nodes --write``; one that does not must not change them (tests/test_benchmarks.py).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from golfsolve.game.catalogue import BUILT_IN
from golfsolve.game.result import SEARCH_REVISION
from golfsolve.solving.solver import Solver

FILE = Path(__file__).with_name("nodes.json")
FIRST = 1
DEALS = {"black-hole": 20, "all-in-a-row": 20, "double-golf": 20}
DEALS_ELSEWHERE = 200
MAX_NODES = 200_000  # so that Double Golf ends


def count(names: Sequence[str] = ()) -> dict[str, int]:
    """Nodes of the bench for the built-in variants of these names, or for all."""
    found = {}
    for variant in BUILT_IN:
        if not names or variant.name in names:
            deals = DEALS.get(variant.name, DEALS_ELSEWHERE)
            block = Solver(variant, max_nodes=MAX_NODES).solve_numbers(FIRST, deals)
            found[variant.name] = int(block.nodes.sum())
    return found


def recorded() -> dict[int, dict[str, int]]:
    """The numbers that are checked in, by the revision of the search."""
    numbers = json.loads(FILE.read_text(encoding="ascii"))
    return {int(revision): counts for revision, counts in numbers.items()}


def write() -> None:
    """Check in the numbers of the present search, which must be of a new revision if they have changed."""
    numbers, now = recorded(), count()
    if numbers.get(SEARCH_REVISION, now) != now:
        raise SystemExit(f"revision {SEARCH_REVISION} of the search took other nodes: raise SEARCH_REVISION")
    numbers[SEARCH_REVISION] = now
    FILE.write_text(json.dumps(numbers, indent=2) + "\n", encoding="ascii", newline="\n")
