"""Compiling the engine ahead: all that is needed later, with as little work as possible."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

from golfsolve.errors import GolfsolveError
from golfsolve.game.catalogue import find
from golfsolve.game.numbering import DealNumber, deal_number
from golfsolve.game.players import Player, fits_tables
from golfsolve.solving.compiled import load_engine
from golfsolve.solving.simulator import Simulator
from golfsolve.solving.solver import Solver


@dataclass(frozen=True)
class Compiled:
    """Where the engine's compiled code is, and how much of it; ``new`` files were made by this call."""

    folders: list[Path]
    files: int
    size: int  # bytes
    new: int


def compile_ahead(*, everything: bool) -> Compiled:
    """Compile what ``solve`` needs, or all of the engine, and keep it.

    What is compiled already is only loaded. Raises :class:`GolfsolveError` where it cannot be kept.
    """
    load_engine()
    from golfsolve.engine import cache

    before = len(cache.made)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # said below
        _use(everything=everything)
    folders = sorted({path.parent for path in cache.found if path.is_file()})
    files = [path for folder in folders for path in folder.glob(f"*{cache.SUFFIX}")]
    if not files:
        raise GolfsolveError(
            "compiled code can be kept nowhere "
            "(set NUMBA_CACHE_DIR to a folder that can be written and has room)"
        )
    return Compiled(
        folders,
        len(files),
        sum(path.stat().st_size for path in files),
        len(set(cache.made[before:]) & set(files)),
    )


def _use(*, everything: bool) -> None:
    """Call whatever has to be compiled, with little work."""
    for name in ("golf", "tri-peaks", "black-hole"):
        variant = find(name)
        solver = Solver(variant, max_nodes=1000)
        deal = deal_number(DealNumber(1), variant)
        solver.solve(deal)
        if everything:
            solver.solve_numbers(1, 1)
            solver.solve_best(deal)
            solver.best_numbers(1, 1)
            simulator = Simulator(variant)
            for player in Player:
                if player is Player.HINDSIGHT or (player is Player.REPLACEMENT and not fits_tables(variant)):
                    continue  # solves, or has no tables for it
                simulator.play(deal, player, 1)
                simulator.play_numbers(player, 1, 1)
