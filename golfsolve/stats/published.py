"""Win rates that others have published, stock known, to be shown beside ours (docs/references.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Published:
    """One published figure. Shares of 1; ``interval`` and ``deals`` are None where none were given.

    ``text`` is the figure as it was published, where it is less exact than ``win_rate`` looks, ``url`` where
    it stands.
    """

    win_rate: float
    source: str
    interval: tuple[float, float] | None = None
    deals: int | None = None
    text: str = ""
    url: str | None = None

    def json(self) -> dict[str, Any]:
        """As plain data."""
        interval = None if self.interval is None else list(self.interval)
        return {
            "win_rate": self.win_rate,
            "interval": interval,
            "deals": self.deals,
            "source": self.source,
            "url": self.url,
        }


_WOLTER = "Wolter (Politaire), rounded"
_WOLTER_GOLF = "http://politaire.com/article/golf.html"
_WOLTER_BLACK_HOLE = "https://politaire.com/article/blackhole.html"
_BLAKE_GENT = "Blake & Gent, JAIR 85:21 (2026)"
_JAIR = "https://doi.org/10.1613/jair.1.17167"

PUBLISHED: dict[str, tuple[Published, ...]] = {
    "golf": (
        Published(0.4510859, _BLAKE_GENT, (0.45077, 0.45141), 10_000_000, url=_JAIR),
        Published(0.45077, "Wolter (2013)", None, 100_000, url=_WOLTER_GOLF),
    ),
    "dead-king": (Published(0.26, _WOLTER, text="about 26 %", url=_WOLTER_GOLF),),
    "relaxed": (Published(0.93, _WOLTER, text="about 93 %", url=_WOLTER_GOLF),),
    "black-hole": (
        Published(0.86944, _BLAKE_GENT, (0.86922, 0.86966), 10_000_000, url=_JAIR),
        Published(
            0.869413, "Fish", None, 1_000_000, url="https://en.wikipedia.org/wiki/Black_Hole_(solitaire)"
        ),
    ),
    "all-in-a-row": (Published(0.671, "Fish", None, 1_000_000, url=_WOLTER_BLACK_HOLE),),
    "tri-peaks": (Published(0.9, "Hogue, without a sample", text="more than 90 %"),),
}


def published(variant_name: str) -> tuple[Published, ...]:
    """What is published for a variant, the best figure first."""
    return PUBLISHED.get(variant_name, ())
