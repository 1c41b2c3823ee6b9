"""In-process speed: deals a CPU-second beside the textbook search, and how the cost is spread."""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.textbook import Textbook
from golfsolve.engine.line import ALL_PRUNES, COUNTING, DOMINANCE, RESTARTS, TABLES, TWINS, WALK
from golfsolve.game.cards import rank_of
from golfsolve.game.catalogue import BUILT_IN, find
from golfsolve.game.numbering import DealNumber, deal_number
from golfsolve.game.variants import Variant
from golfsolve.solving.solver import Solver

_Array = npt.NDArray[Any]

SINGLE_DECK = ("dead-king", "golf", "relaxed")
TEXTBOOK_DEALS = 50

# What can be switched off in the engine, see engine/line.py.
PRUNES = {
    "counting bound": COUNTING,
    "pattern tables": TABLES,
    "dominance": DOMINANCE,
    "walk": WALK,
    "twins": TWINS,
    "restarts": RESTARTS,
}


def against_textbook(deals: int, runs: int) -> list[str]:
    """Rows of deals a CPU-second: the engine and the textbook search, interleaved, median of ``runs``."""
    rows = ["| variant | deals a CPU-second | textbook | ratio | nodes a deal | ns a node |"]
    rows.append("|---|---|---|---|---|---|")
    for name in SINGLE_DECK:
        variant = find(name)
        solver, textbook = Solver(variant), Textbook()
        boards = [_textbook_deal(number, variant) for number in range(1, TEXTBOOK_DEALS + 1)]
        solver.solve_numbers(1, 1)
        textbook.solve(*boards[0])
        ours, theirs = [], []
        for _ in range(runs):
            began = time.process_time()
            block = solver.solve_numbers(1, deals)
            ours.append(deals / (time.process_time() - began))
            began = time.process_time()
            for board in boards:
                textbook.solve(*board)
            theirs.append(TEXTBOOK_DEALS / (time.process_time() - began))
        rate, baseline = statistics.median(ours), statistics.median(theirs)
        nodes = float(block.nodes.mean())
        rows.append(
            f"| `{name}` | {rate:,.0f} ({min(ours):,.0f} to {max(ours):,.0f}) | {baseline:,.1f} "
            f"| {rate / baseline:.1f} | {nodes:,.0f} | {1e9 / rate / nodes:.0f} |"
        )
    return rows


def _textbook_deal(number: int, variant: Variant) -> tuple[_Array, int, _Array, _Array]:
    deal = deal_number(DealNumber(number), variant)
    columns = [[rank_of(deal.tableau[p] or 0) for p in places] for places in variant.layout.columns]
    stock = np.array([rank_of(card) for card in deal.stock], np.uint8)
    adjacency = np.array(variant.adjacency(), np.uint64)
    return np.array(columns, np.uint8), rank_of(deal.opening or 0), stock, adjacency


def family(deals: dict[str, int], max_nodes: int) -> list[str]:
    """A row for each built-in variant: rate, verdicts, and the spread of the cost."""
    rows = ["| variant | deals | a CPU-second | winnable | undecided | nodes: mean | p50 | p90 | p99 | max |"]
    rows.append("|---|---|---|---|---|---|---|---|---|---|")
    for variant in BUILT_IN:
        count = deals.get(variant.name, deals["others"])
        solver = Solver(variant, max_nodes=max_nodes)
        solver.solve_numbers(1, 1)
        began = time.process_time()
        block = solver.solve_numbers(1, count)
        seconds = time.process_time() - began
        nodes = block.nodes
        spread = " | ".join(f"{np.percentile(nodes, p):,.0f}" for p in (50, 90, 99, 100))
        decided = (block.verdicts != 2).sum()
        winnable = (block.verdicts == 0).sum() / decided
        rows.append(
            f"| `{variant.name}` | {count:,} | {count / seconds:,.0f} | {winnable:.3%} "
            f"| {count - decided} | {nodes.mean():,.0f} | {spread} |"
        )
    return rows


def slowest(deals: int) -> list[str]:
    """The slowest single deal of ``deals``: those with most nodes, timed one by one."""
    rows = ["| variant | slowest of the first deals | its number | its nodes |", "|---|---|---|---|"]
    for name in SINGLE_DECK:
        solver = Solver(find(name))
        nodes = solver.solve_numbers(1, deals).nodes
        times = []
        for index in np.argsort(nodes)[-10:]:
            began = time.perf_counter()
            solver.solve_numbers(int(index) + 1, 1)
            times.append((time.perf_counter() - began, int(index) + 1, int(nodes[index])))
        seconds, number, count = max(times)
        rows.append(f"| `{name}` | {seconds * 1000:.0f} ms | {number} | {count:,} |")
    return rows


def ideas(deals: int) -> list[str]:
    """What each prune brings: nodes and time without it, and with dominance alone."""
    rows = ["| search | " + " | ".join(f"`{n}` nodes | us" for n in SINGLE_DECK) + " |"]
    rows.append("|---" * (1 + 2 * len(SINGLE_DECK)) + "|")
    few = max(1, deals // 20)
    for title, prunes, count in [
        ("all prunes", ALL_PRUNES, deals),
        *((f"without {name}", ALL_PRUNES - flag, deals) for name, flag in PRUNES.items()),
        (f"dominance alone ({few} deals)", DOMINANCE, few),
    ]:
        cells = []
        for name in SINGLE_DECK:
            solver = Solver(find(name), prunes=prunes)
            solver.solve_numbers(1, 1)
            began = time.process_time()
            nodes = solver.solve_numbers(1, count).nodes
            seconds = time.process_time() - began
            cells.append(f"{nodes.mean():,.0f} | {seconds / count * 1e6:,.0f}")
        rows.append(f"| {title} | " + " | ".join(cells) + " |")
    return rows


def by_stock(deals: int) -> list[str]:
    """How the cost grows with the stock: `golf` deals with their stock cut short."""
    variant = find("golf")
    rows = ["| stock cards | winnable | nodes: mean | p50 | p90 | p99 | max |", "|---" * 7 + "|"]
    solver = Solver(variant)
    for stock in (0, 4, 8, 12, 16):
        nodes, won = [], 0
        for number in range(1, deals + 1):
            deal = deal_number(DealNumber(number), variant)
            result = solver.solve(type(deal)(deal.tableau, deal.opening, deal.stock[:stock]))
            nodes.append(result.nodes)
            won += result.solution is not None
        spread = " | ".join(f"{np.percentile(nodes, p):,.0f}" for p in (50, 90, 99, 100))
        rows.append(f"| {stock} | {won / deals:.1%} | {np.mean(nodes):,.0f} | {spread} |")
    return rows


def best_scores(deals: int) -> list[str]:
    """Best scores a CPU-second: of numbers, by search (``stats --scores``), and with moves (``--best``)."""
    rows = ["| variant | `stats --scores` | `solve --best` |", "|---|---|---|"]
    for name in SINGLE_DECK:
        variant = find(name)
        solver = Solver(variant)
        dealt = [deal_number(DealNumber(number), variant) for number in range(1, deals + 1)]
        solver.best_numbers(1, 1)
        solver.solve_best(dealt[0])
        began = time.process_time()
        solver.best_numbers(1, deals)
        between = time.process_time()
        for deal in dealt:
            solver.solve_best(deal)
        whole, search = time.process_time() - between, between - began
        rows.append(f"| `{name}` | {deals / search:,.0f} | {deals / whole:,.0f} |")
    return rows
