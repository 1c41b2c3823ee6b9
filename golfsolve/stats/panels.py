"""The panels of a picture, each drawn on its own axes. All of them can be read in black and white."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from golfsolve.errors import GolfsolveError, StatsError
from golfsolve.files.record_file import format_of
from golfsolve.game.difficulty import Difficulty, Level
from golfsolve.game.golf_score import PAR
from golfsolve.pools.records import DIFFICULTY, entries, open_pool
from golfsolve.pools.records import FORMAT as POOL_FORMAT
from golfsolve.stats.file import block_records, empty_totals, open_stats
from golfsolve.stats.intervals import percent, rate_text, wilson
from golfsolve.stats.published import published
from golfsolve.stats.totals import SolvedTotals, summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Look = dict[str, Any]  # keywords of matplotlib

PANELS = ("rates", "differences", "effort", "scores", "levels", "order")

ROW = 0.24  # inches, as all sizes: a line of the win rates
CHART = 2.4  # a histogram
TITLE = 0.35  # above the axes
LETTER = 0.07  # a little more than the mean width of one
GAP = 0.1  # between axes and what is written beside them

DARK = "0.25"
SHADES = ("0.95", "0.8", "0.6", "0.4", "0.15")  # from very easy to very hard
LONGEST_ORDER = 40  # bars over a pool's order, at most

OURS: Look = {"marker": "o", "color": "black"}
PLAYER: Look = {"marker": "s", "color": "0.5"}
THEIRS: Look = {"marker": "D", "color": "black", "markerfacecolor": "white"}


@dataclass(frozen=True)
class Panel:
    """One picture of several below each other, and how much of it lies beside its axes, in inches."""

    height: float
    left: float
    right: float
    bottom: float
    draw: Callable[[Axes], None]


@dataclass(frozen=True)
class _Statistics:
    """What a statistics file holds: what is reported of it, and how many deals took how many states."""

    figures: dict[str, Any]
    totals: Any

    @property
    def label(self) -> str:
        player = f", {self.figures['player']} player" if "player" in self.figures else ""
        return f"{self.figures['variant']}{player}, {self.figures['deals']:,} deals"


@dataclass(frozen=True)
class _RatedPool:
    """The levels of a pool's deals, in their order."""

    variant: str
    levels: list[Level]


def panels_of(paths: Sequence[Path], wanted: Sequence[str], confidence: float) -> list[Panel]:
    """What the files hold of what is wanted: figures of all statistics together, then a panel for each file.

    Raises :class:`GolfsolveError` where that is nothing, or where a file cannot be read.
    """
    found = [_read(path, confidence) for path in paths]
    statistics = [item for item in found if isinstance(item, _Statistics)]
    pools = [item for item in found if isinstance(item, _RatedPool)]
    scored = [item for item in statistics if item.figures.get("scores", {}).get("histogram")]
    solved = [item for item in statistics if isinstance(item.totals, SolvedTotals)]
    compared = [item for item in solved if _samples(item)]
    panels = {
        "rates": [_rates(statistics, confidence)] if statistics else [],
        "differences": [_differences(compared, confidence)] if compared else [],
        "effort": [_effort(solved)] if solved else [],
        "scores": [_scores(item) for item in scored],
        "levels": [_levels(item) for item in pools],
        "order": [_order(item) for item in pools],
    }
    chosen = list(itertools.chain.from_iterable(panels[name] for name in PANELS if name in wanted))
    if not chosen:
        raise GolfsolveError(f"{paths[0]}: nothing of {', '.join(wanted)} to draw")
    return chosen


def _read(path: Path, confidence: float) -> _Statistics | _RatedPool:
    if format_of(path) != POOL_FORMAT:
        with open_stats(path) as reader:
            totals = empty_totals(reader.header)
            for _ in block_records(reader, totals):
                pass
            figures = summary(reader.header, totals, finished=reader.finished, confidence=confidence)
        if figures["win_rate"] is None:
            raise StatsError(f"{path} decides no deals")
        return _Statistics(figures, totals)
    with open_pool(path) as reader:
        if DIFFICULTY not in reader.header:
            raise StatsError(f"{path}: its deals have no difficulty (pool generate --difficulty any)")
        levels = [Difficulty.of(entry.record.get(DIFFICULTY)).level for entry in entries(reader)]
        return _RatedPool(reader.variant.name, levels)


# --- win rates -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Rate:
    """A line of the win rates: what stands left and right of it, and the mark."""

    label: str
    rate: float
    interval: tuple[float, float] | None
    text: str
    mark: Look


KINDS = {"golfsolve, stock known": OURS, "player, stock hidden": PLAYER, "published, stock known": THEIRS}


def _rates(found: Sequence[_Statistics], confidence: float) -> Panel:
    """Lines for each variant: our figures first, then published ones; and an empty one between variants."""
    lines: list[_Rate | None] = []
    for name in dict.fromkeys(item.figures["variant"] for item in found):
        lines += [_our_rate(item) for item in found if item.figures["variant"] == name]
        for figure in published(name):
            text = figure.text or rate_text(figure.win_rate, figure.interval)
            deals = f", {figure.deals:,} deals" if figure.deals else ""
            label = f"{figure.source}{deals}"
            lines.append(_Rate(label, figure.win_rate, figure.interval, text, THEIRS))
        lines.append(None)
    lines.pop()
    shown = [(y, line) for y, line in enumerate(lines) if line is not None]

    def draw(axes: Axes) -> None:
        axes.set_title(f"Win rates, with {percent(confidence)} intervals")
        axes.set_xlim(0, 100)
        axes.xaxis.set_major_formatter("{x:.0f} %")
        _label_rows(axes, len(lines), [(y, line.label, line.text) for y, line in shown])
        for y, line in shown:
            _mark(axes, y, 100 * line.rate, _scaled(line.interval or (line.rate, line.rate), 100), line.mark)
        _explain(axes, len(lines), [line.mark for _, line in shown])

    return _row_panel(len(lines), [line.label for _, line in shown], [line.text for _, line in shown], draw)


def _our_rate(found: _Statistics) -> _Rate:
    figures = found.figures
    text = rate_text(figures["win_rate"], figures["interval"], figures["confidence"])
    mark = PLAYER if "player" in figures else OURS
    return _Rate(found.label, figures["win_rate"], figures["interval"], text, mark)


def _samples(found: _Statistics) -> bool:
    """Whether a published figure says on how many deals it rests."""
    return any(figure.deals for figure in published(found.figures["variant"]))


def _differences(found: Sequence[_Statistics], confidence: float) -> Panel:
    """Ours less the first published figure of the game, on a scale where the intervals can be seen."""
    rows: list[tuple[str, float, tuple[float, float], Look]] = []
    for item in found:
        base = next(figure for figure in published(item.figures["variant"]) if figure.deals)
        low, high = item.figures["interval"]
        rate = item.figures["win_rate"] - base.win_rate
        rows.append((item.label, rate, (low - base.win_rate, high - base.win_rate), OURS))
        sample = base.deals or 0
        low, high = base.interval or wilson(round(base.win_rate * sample), sample)
        interval = low - base.win_rate, high - base.win_rate
        rows.append((f"{base.source}, {sample:,} deals", 0.0, interval, THEIRS))
    texts = [f"{100 * rate:+.3f}" if mark is OURS else "" for _, rate, _, mark in rows]

    def draw(axes: Axes) -> None:
        axes.set_title(f"Win rates less the published ones, in percentage points ({percent(confidence)})")
        axes.axvline(0, color="0.6", linewidth=0.8)
        labels = [row[0] for row in rows]
        _label_rows(axes, len(rows), list(zip(range(len(rows)), labels, texts, strict=True)))
        for y, (_, rate, interval, mark) in enumerate(rows):
            _mark(axes, y, 100 * rate, _scaled(interval, 100), mark)
        reach = max(max(map(abs, interval)) for _, _, interval, _ in rows)
        axes.set_xlim(-110 * reach, 110 * reach)
        axes.xaxis.set_major_formatter("{x:+g}")
        _explain(axes, len(rows), [row[3] for row in rows])

    return _row_panel(len(rows), [row[0] for row in rows], texts, draw)


# --- effort --------------------------------------------------------------------------------------

# Percentiles of the states searched: the ends of the thin line and of the thick one.
_SPREAD = {"thin": (0.05, 0.95), "thick": (0.25, 0.75)}


def _effort(found: Sequence[_Statistics]) -> Panel:
    """How many states are searched per deal: the middle half, nine in ten, the median, the worst."""
    labels = [item.label for item in found]
    texts = [f"median {item.totals.nodes_median:,}, mean {item.totals.nodes_mean:,.0f}" for item in found]

    def draw(axes: Axes) -> None:
        axes.set_title("States searched per deal")
        axes.set_xscale("log")
        _label_rows(axes, len(found), list(zip(range(len(found)), labels, texts, strict=True)))
        for y, item in enumerate(found):
            ends = {name: [max(1, item.totals.nodes_quantile(p)) for p in ps] for name, ps in _SPREAD.items()}
            axes.plot(ends["thin"], [y, y], color="black", linewidth=1, solid_capstyle="butt")
            axes.plot(ends["thick"], [y, y], color=DARK, linewidth=6, solid_capstyle="butt")
            axes.plot([max(1, item.totals.nodes_median)], [y], marker="o", color="white", markersize=4)
            axes.plot([max(1, item.totals.nodes_max)], [y], marker="x", color="black", markersize=5)
        axes.plot([], [], color="black", linewidth=1, label="nine deals in ten")
        axes.plot([], [], color=DARK, linewidth=6, label="middle half")
        hollow: Look = {"marker": "o", "color": "white", "markeredgecolor": "black"}
        axes.plot([], [], linestyle="none", label="median", **hollow)
        axes.plot([], [], linestyle="none", marker="x", color="black", label="most")
        _legend_below(axes, len(found), columns=4)

    return _row_panel(len(found), labels, texts, draw)


# --- rows ----------------------------------------------------------------------------------------


def _row_panel(rows: int, labels: Sequence[str], texts: Sequence[str], draw: Callable[[Axes], None]) -> Panel:
    left = GAP + LETTER * max(map(len, labels))
    right = 2 * GAP + LETTER * max(map(len, texts))
    return Panel(ROW * rows + 1.05, left, right, 1.05 - TITLE, draw)


def _label_rows(axes: Axes, rows: int, lines: Sequence[tuple[int, str, str]]) -> None:
    """Rows from the top, each with its label on the left and its text on the right."""
    axes.set_ylim(rows - 0.4, -0.6)
    axes.grid(axis="x", color="0.85")
    axes.set_axisbelow(True)
    axes.set_yticks([y for y, _, _ in lines], [label for _, label, _ in lines])
    axes.tick_params(axis="y", length=0)
    for y, _, text in lines:
        axes.annotate(
            text,
            (1, y),
            (6, 0),
            xycoords=axes.get_yaxis_transform(),
            textcoords="offset points",
            verticalalignment="center",
        )


def _mark(axes: Axes, y: int, x: float, interval: tuple[float, float], look: Look) -> None:
    # A rate without the undecided deals lies in its interval, but for rounding.
    reach = [[max(0.0, x - interval[0])], [max(0.0, interval[1] - x)]]
    axes.errorbar(x, y, xerr=reach, markersize=5, capsize=3, linestyle="none", clip_on=False, **look)


def _scaled(interval: tuple[float, float], factor: float) -> tuple[float, float]:
    return factor * interval[0], factor * interval[1]


def _explain(axes: Axes, rows: int, marks: Sequence[Look]) -> None:
    for kind, mark in KINDS.items():
        if mark in marks:
            axes.plot([], [], linestyle="none", markersize=5, label=kind, **mark)
    _legend_below(axes, rows, columns=3)


def _legend_below(axes: Axes, rows: int, columns: int) -> None:
    below = (0.5, -0.28 / (ROW * rows))
    axes.legend(loc="upper center", bbox_to_anchor=below, ncols=columns, frameon=False)


# --- histograms ----------------------------------------------------------------------------------


def _scores(found: _Statistics) -> Panel:
    figures = found.figures
    scores = figures["scores"]
    counts = {int(score): count for score, count in scores["histogram"].items()}
    whose = f"scores of the {figures['player']} player" if "player" in figures else "best golf scores"

    def draw(axes: Axes) -> None:
        axes.set_title(f"{figures['variant']}: {whose}, {scores['deals']:,} deals")
        won: Look = {"label": "tableau cleared", "color": DARK}
        lost: Look = {"label": "cards left", "color": "white", "hatch": "////"}
        for cleared, look in ((True, won), (False, lost)):
            part = {score: count for score, count in counts.items() if (score <= 0) == cleared}
            shares = [100 * count / scores["deals"] for count in part.values()]
            axes.bar(list(part), shares, width=0.9, edgecolor="black", linewidth=0.5, **look)
        axes.axvline(PAR, color="black", linestyle="--", label=f"par, {PAR}")
        axes.axvline(scores["mean"], color="black", linestyle=":", label=f"mean, {scores['mean']:.2f}")
        axes.set_xlim(min(*counts, PAR) - 1, max(*counts, PAR) + 1)
        axes.set_xlabel("golf score (lower is better)")
        axes.yaxis.set_major_formatter("{x:g} %")
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)

    return Panel(CHART, 0.7, 1.7, 0.5, draw)


def _levels(found: _RatedPool) -> Panel:
    counts = Counter(found.levels)

    def draw(axes: Axes) -> None:
        axes.set_title(f"{found.variant}: difficulty of {len(found.levels):,} deals of a pool")
        values = [counts[level] for level in Level]
        bars = axes.bar(list(map(_name, Level)), values, width=0.7, color=DARK)
        axes.bar_label(bars, [f"{count:,}" for count in values], padding=2)
        axes.margins(y=0.15)
        axes.set_ylabel("deals")

    return Panel(CHART, 0.7, 0.2, 0.4, draw)


def _order(found: _RatedPool) -> Panel:
    """The shares of the levels over the order of a pool, which is that of its dates."""
    deals = len(found.levels)
    size = max(1, -(-deals // LONGEST_ORDER))
    parts = [found.levels[start : start + size] for start in range(0, deals, size)]

    def draw(axes: Axes) -> None:
        axes.set_title(f"{found.variant}: difficulty over the order of the pool, {size:,} deals per bar")
        floor = [0.0] * len(parts)
        middles = [size * (index + 0.5) for index in range(len(parts))]
        for level, shade in zip(Level, SHADES, strict=True):
            shares = [100 * part.count(level) / len(part) for part in parts]
            axes.bar(
                middles,
                shares,
                bottom=floor,
                width=0.9 * size,
                color=shade,
                edgecolor="black",
                linewidth=0.3,
                label=_name(level),
            )
            floor = [low + share for low, share in zip(floor, shares, strict=True)]
        axes.set_xlim(0, size * len(parts))
        axes.set_ylim(0, 100)
        axes.yaxis.set_major_formatter("{x:g} %")
        axes.set_xlabel("place in the pool")
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False, reverse=True)

    return Panel(CHART, 0.7, 1.2, 0.5, draw)


def _name(level: Level) -> str:
    return str(level).replace("-", " ")
