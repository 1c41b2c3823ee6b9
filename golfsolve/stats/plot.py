"""Pictures of statistics and pools, with matplotlib: to a file, or as axes for a notebook.

The same files give the same bytes, as long as matplotlib is the same. What is drawn is in panels.py.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from golfsolve.errors import GolfsolveError
from golfsolve.files.replacing import replacing, writing
from golfsolve.files.targets import refuse_sources
from golfsolve.stats.intervals import CONFIDENCE
from golfsolve.stats.panels import PANELS, Panel, panels_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = {  # by suffix, each with what would change from run to run or tells nothing
    ".svg": {"Date": None, "Creator": None},
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
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
TITLE = 0.35  # above each panel's axes


def plot(
    paths: Sequence[Path],
    target: Path,
    *,
    panels: Sequence[str] = PANELS,
    confidence: float = CONFIDENCE,
    force: bool = False,
) -> None:
    """Draw what files hold into one picture: an SVG, PNG or PDF file, by its suffix.

    ``panels`` says what to draw, of :data:`golfsolve.stats.panels.PANELS`. Raises :class:`GolfsolveError`
    where a file holds nothing to draw, or without matplotlib.
    """
    form = target.suffix.lower()
    if form not in FORMATS:
        *most, last = FORMATS
        raise GolfsolveError(f"{target}: unknown kind of picture (expected {', '.join(most)} or {last})")
    refuse_sources([target], paths)
    mpl = _matplotlib()
    image = io.BytesIO()
    with replacing(target, force=force) as part, mpl.rc_context():
        mpl.rcdefaults()  # whatever the user's settings are
        mpl.rcParams.update(STYLE)
        _figure(panels_of(paths, panels, confidence))[0].savefig(
            image, format=form[1:], dpi=150, metadata=FORMATS[form]
        )
        with writing(target):
            part.write_bytes(image.getvalue())


def draw(
    paths: Sequence[Path | str], *, panels: Sequence[str] = PANELS, confidence: float = CONFIDENCE
) -> list[Axes]:
    """Draw what files hold, for a notebook: the axes of the panels from top to bottom, to be changed at will.

    All are in one figure, ``axes[0].figure``, which is not known to pyplot. Raises as :func:`plot` does.
    """
    mpl = _matplotlib()
    with mpl.rc_context(STYLE):
        return _figure(panels_of([Path(path) for path in paths], panels, confidence))[1]


def _matplotlib() -> Any:
    try:
        import matplotlib as mpl
    except ImportError:
        raise GolfsolveError("pictures need matplotlib: pip install 'golfsolve[plot]'") from None
    return mpl


def _figure(panels: Sequence[Panel]) -> tuple[Figure, list[Axes]]:
    """Panels below each other; matplotlib's own layouts do not end in the same place every time."""
    from matplotlib.figure import Figure

    below = total = sum(panel.height for panel in panels)
    figure = Figure(figsize=(WIDTH, total))
    found = []
    for panel in panels:
        below -= panel.height
        width = WIDTH - panel.left - panel.right
        height = panel.height - panel.bottom - TITLE
        bottom = (below + panel.bottom) / total
        axes = figure.add_axes((panel.left / WIDTH, bottom, width / WIDTH, height / total))
        panel.draw(axes)
        found.append(axes)
    return figure, found
