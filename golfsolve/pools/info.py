"""What a pool says about itself."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from golfsolve.files.numbered import scheme_of, whole
from golfsolve.game.difficulty import Difficulty, Level
from golfsolve.pools.records import BEST_SCORE, DIFFICULTY, _deal, open_pool


def info(path: Path) -> dict[str, Any]:
    """What a pool says about itself, and the spread of draws, nodes and best scores, as plain data."""
    draws: list[int] = []
    nodes: list[int] = []
    scores: list[int] = []
    levels: Counter[Level] = Counter()
    last = None
    with open_pool(path) as reader:
        scheme = scheme_of(reader.header)
        for record in reader:
            last = _deal(record, scheme, 1)
            draws.append(whole(record, "draws", 0))
            if type(score := record.get(BEST_SCORE)) is int:
                scores.append(score)
            if DIFFICULTY in record:
                levels[Difficulty.of(record[DIFFICULTY]).level] += 1
            nodes.append(whole(record, "nodes", 0))
        closing = reader.closing or {}
        head = reader.header
    return {
        "variant": head.get("variant"),
        "rules": head.get("rules"),
        "numbering": head.get("numbering"),
        "numbering_version": head.get("numbering_version"),
        "deals": len(draws),
        "first": head.get("first"),
        "last": last,
        "finished": reader.finished,
        "tried": closing.get("tried"),
        "turned_down": closing.get("turned_down"),
        "untried": closing.get("untried", 0) if reader.finished else None,
        "draws": _spread(draws),
        "nodes": _spread(nodes),
        BEST_SCORE: _spread(scores),
        DIFFICULTY: {str(level): levels[level] for level in Level} if levels else None,
        "max_nodes": head.get("max_nodes"),
        "program": head.get("program"),
        "sha256": closing.get("sha256"),
    }


def _spread(values: list[int]) -> dict[str, int | float] | None:
    if not values:
        return None
    return {"min": min(values), "mean": round(sum(values) / len(values), 2), "max": max(values)}
