"""A round of nine holes: each a deal with its best score, par five, and perhaps the score of a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from golfsolve.errors import FormatError, IllegalMove
from golfsolve.formats.common import lines_of
from golfsolve.formats.dialects import NOTHING
from golfsolve.game.deal import Deal
from golfsolve.game.golf_score import HOLES, PAR, to_par
from golfsolve.game.moves import parse_moves
from golfsolve.game.referee import Position, replay
from golfsolve.game.variants import Variant
from golfsolve.pools.records import PoolDeal
from golfsolve.solving.solver import Solver


@dataclass(frozen=True)
class Hole:
    """A hole of a round. ``end`` is where the player's moves led, None for a round that is not played.

    Where ``best_score`` is not ``proven``, better play may exist.
    """

    number: int
    deal: PoolDeal
    best_score: int
    proven: bool
    end: Position | None = None

    @property
    def score(self) -> int | None:
        """What the player scored."""
        return None if self.end is None else self.end.score


def holes(deals: Sequence[PoolDeal], variant: Variant, ends: Sequence[Position] | None = None) -> list[Hole]:
    """The holes of a round, with the best scores that the pool holds, or else newly found."""
    solver = None
    found = []
    for index, deal in enumerate(deals):
        score, proven = deal.best_score, True
        if score is None:
            solver = solver or Solver(variant)
            best = solver.best(deal.deal)
            score, proven = best.score, best.proven
        end = None if ends is None else ends[index]
        found.append(Hole(index + 1, deal, score, proven, end))
    return found


def play(text: str, deals: Sequence[Deal], variant: Variant) -> list[Position]:
    """Where the moves of a played round lead: a line of moves for each hole, ``-`` for none.

    Blank lines and lines that begin with ``#`` do not count. Raises :class:`FormatError` with the line of
    whatever is not a legal move of its hole.
    """
    lines = [
        (number, line.strip())
        for number, line in enumerate(lines_of(text), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if len(lines) != len(deals):
        raise FormatError(f"moves for {len(lines)} holes (expected a line for each of {HOLES})")
    ends = []
    for hole, ((number, line), deal) in enumerate(zip(lines, deals, strict=True), start=1):
        try:
            moves = () if line in NOTHING else parse_moves(line)
            ends.append(replay(deal, variant, moves))
        except (FormatError, IllegalMove) as error:
            raise FormatError(f"hole {hole}: {error}", number) from None
    return ends


def draw(found: Sequence[Hole]) -> str:
    """The scorecard, as a table for people. Ends with a newline."""
    rows = [
        ("Hole", [str(hole.number) for hole in found], "Total"),
        ("Deal", [str(hole.deal.number) for hole in found], ""),
        ("Par", [str(PAR)] * len(found), str(PAR * len(found))),
        (
            "Best",
            [f"{hole.best_score}{'' if hole.proven else '?'}" for hole in found],
            str(sum(hole.best_score for hole in found)),
        ),
    ]
    scores = [hole.score for hole in found if hole.score is not None]
    if scores:
        whole = sum(scores)
        rows += [
            ("Score", [str(score) for score in scores], str(whole)),
            ("To par", [to_par(score) for score in scores], to_par(whole, PAR * len(found))),
        ]
    widths = [max(len(cells[place]) for _, cells, _ in rows) for place in range(len(found))]
    lines = []
    for name, cells, last in rows:
        row = "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        lines.append(f"{name:<6}{row}  {last:>5}".rstrip() + "\n")
    return "".join(lines)
