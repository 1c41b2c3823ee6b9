"""Pictures of statistics and pools, with matplotlib. All of them can be read in black and white.

The same files give the same bytes, as long as matplotlib is the same.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from golfsolve.errors import GolfsolveError, PoolError
from golfsolve.files.record_file import format_of
from golfsolve.files.replacing import replacing, writing
from golfsolve.game.golf_score import PAR
from golfsolve.pools.info import info
from golfsolve.pools.records import DIFFICULTY
from golfsolve.pools.records import FORMAT as POOL_FORMAT
from golfsolve.stats import file as stats_file
from golfsolve.stats.intervals import rate_text
from golfsolve.stats.published import published
from golfsolve.stats.totals import summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Look = dict[str, Any]  # keywords of matplotlib

FORMATS = {  # by suffix, each with what would change from run to run or tells nothing
    ".svg": {"Date": None, "Creator": None},
    ".png": {"Software": None},
}
STYLE: Any = {
    "svg.hashsalt": "golfsolve",  # names of marks would be random
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "hatch.linewidth": 0.5,
}
WIDTH = 9.0  # inches, as all sizes
ROW = 0.24  # a line of the win rates
CHART = 2.4  # a histogram
TITLE = 0.35  # above each panel's axes
LETTER = 0.07  # a little more than the mean width of one
GAP = 0.1  # between axes and what is written beside them

DARK = "0.25"


@dataclass(frozen=True)
class _Panel:
    """One of the pictures below each other, and how much of it lies beside its axes.

    matplotlib's own layouts look for margins with a solver, and do not end in the same place every time.
    """

    height: float
    left: float
    right: float
    bottom: float
    draw: Callable[[Axes], None]


def plot(paths: Sequence[Path], target: Path, *, force: bool = False) -> None:
    """Draw what files hold into one picture: an SVG or PNG file, by its suffix.

    Raises :class:`GolfsolveError` where a file holds nothing to draw, or without matplotlib.
    """
    form = target.suffix.lower()
    if form not in FORMATS:
        raise GolfsolveError(f"{target}: unknown kind of picture (expected {' or '.join(FORMATS)})")
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise GolfsolveError("pictures need matplotlib: pip install 'golfsolve[plot]'") from None
    panels = _panels(paths)
    image = io.BytesIO()
    with replacing(target, force=force) as part, mpl.rc_context():
        mpl.rcdefaults()  # whatever the user's settings are
        mpl.rcParams.update(STYLE)
        figure = Figure(figsize=(WIDTH, sum(panel.height for panel in panels)))
        _fill(figure, panels)
        figure.savefig(image, format=form[1:], dpi=150, metadata=FORMATS[form])
        with writing(target):
            part.write_bytes(image.getvalue())


def _fill(figure: Figure, panels: Sequence[_Panel]) -> None:
    below = total = sum(panel.height for panel in panels)
    for panel in panels:
        below -= panel.height
        width = WIDTH - panel.left - panel.right
        height = panel.height - panel.bottom - TITLE
        bottom = (below + panel.bottom) / total
        panel.draw(figure.add_axes((panel.left / WIDTH, bottom, width / WIDTH, height / total)))


def _panels(paths: Sequence[Path]) -> list[_Panel]:
    """Win rates of all statistics in the first one, then one for each histogram."""
    rates: list[dict[str, Any]] = []
    charts = []
    for path in paths:
        if format_of(path) == POOL_FORMAT:
            found = info(path)
            if found[DIFFICULTY] is None:
                raise PoolError(f"{path}: its deals have no difficulty (pool generate --difficulty any)")
            charts.append(_levels(found))
        else:
            found = _summary(path)
            rates.append(found)
            if found.get("scores", {}).get("histogram"):
                charts.append(_scores(found))
    return ([_rates(rates)] if rates else []) + charts


def _summary(path: Path) -> dict[str, Any]:
    with stats_file.open_stats(path) as reader:
        totals = stats_file.empty_totals(reader.header)
        for _ in stats_file.block_records(reader, totals):
            pass
        found = summary(reader.header, totals, finished=reader.finished)
    if found["win_rate"] is None:
        raise PoolError(f"{path} decides no deals")
    return found


# --- win rates -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Rate:
    """A line of the win rates: what stands left and right of it, and the mark."""

    label: str
    rate: float
    interval: tuple[float, float] | None
    text: str
    mark: Look


OURS: Look = {"marker": "o", "color": "black"}
PLAYER: Look = {"marker": "s", "color": "0.5"}
THEIRS: Look = {"marker": "D", "color": "black", "markerfacecolor": "white"}
KINDS = {"golfsolve, stock known": OURS, "player, stock hidden": PLAYER, "published, stock known": THEIRS}


def _rates(summaries: Sequence[dict[str, Any]]) -> _Panel:
    """Lines for each variant: our figures first, then published ones; and an empty one between variants."""
    lines: list[_Rate | None] = []
    for name in dict.fromkeys(found["variant"] for found in summaries):
        lines += [_our_rate(found) for found in summaries if found["variant"] == name]
        for figure in published(name):
            text = figure.text or rate_text(figure.win_rate, figure.interval)
            deals = f", {figure.deals:,} deals" if figure.deals else ""
            label = f"{figure.source}{deals}"
            lines.append(_Rate(label, figure.win_rate, figure.interval, text, THEIRS))
        lines.append(None)
    lines.pop()
    shown = [(y, line) for y, line in enumerate(lines) if line is not None]

    def draw(axes: Axes) -> None:
        axes.set_title("Win rates, with 95 % intervals")
        axes.set_xlim(0, 100)
        axes.set_ylim(len(lines) - 0.4, -0.6)
        axes.xaxis.set_major_formatter("{x:.0f} %")
        axes.grid(axis="x", color="0.85")
        axes.set_axisbelow(True)
        axes.set_yticks([y for y, _ in shown], [line.label for _, line in shown])
        axes.tick_params(axis="y", length=0)
        for y, line in shown:
            low, high = line.interval or (line.rate, line.rate)
            # A rate without the undecided deals lies in its interval, but for rounding.
            reach = [[max(0.0, 100 * (line.rate - low))], [max(0.0, 100 * (high - line.rate))]]
            axes.errorbar(
                100 * line.rate,
                y,
                xerr=reach,
                markersize=5,
                capsize=3,
                linestyle="none",
                clip_on=False,
                **line.mark,
            )
            axes.text(1.02, y, line.text, transform=axes.get_yaxis_transform(), verticalalignment="center")
        marks = [line.mark for _, line in shown]
        for kind, mark in KINDS.items():
            if mark in marks:
                axes.plot([], [], linestyle="none", markersize=5, label=kind, **mark)
        axes.legend(
            loc="upper center", bbox_to_anchor=(0.5, -0.28 / (ROW * len(lines))), ncols=3, frameon=False
        )

    left = GAP + LETTER * max(len(line.label) for _, line in shown)
    right = GAP + LETTER * max(len(line.text) for _, line in shown)
    return _Panel(ROW * len(lines) + 1, left, right, 1 - TITLE, draw)


def _our_rate(found: dict[str, Any]) -> _Rate:
    player = f", {found['player']} player" if "player" in found else ""
    text = rate_text(found["win_rate"], found["interval"])
    label = f"{found['variant']}{player}, {found['deals']:,} deals"
    return _Rate(label, found["win_rate"], found["interval"], text, PLAYER if player else OURS)


# --- histograms ----------------------------------------------------------------------------------


def _scores(found: dict[str, Any]) -> _Panel:
    scores = found["scores"]
    counts = {int(score): count for score, count in scores["histogram"].items()}
    whose = f"scores of the {found['player']} player" if "player" in found else "best golf scores"

    def draw(axes: Axes) -> None:
        axes.set_title(f"{found['variant']}: {whose}, {scores['deals']:,} deals")
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

    return _Panel(CHART, 0.7, 1.7, 0.5, draw)


def _levels(found: dict[str, Any]) -> _Panel:
    levels = found[DIFFICULTY]

    def draw(axes: Axes) -> None:
        axes.set_title(f"{found['variant']}: difficulty of {found['deals']:,} deals of a pool")
        names = [level.replace("-", " ") for level in levels]
        bars = axes.bar(names, list(levels.values()), width=0.7, color=DARK)
        axes.bar_label(bars, [f"{count:,}" for count in levels.values()], padding=2)
        axes.margins(y=0.15)
        axes.set_ylabel("deals")

    return _Panel(CHART, 0.7, 0.2, 0.3, draw)
