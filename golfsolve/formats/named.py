"""A deal with its name, and the deals of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from golfsolve.game.deal import Deal
from golfsolve.game.numbering import DealNumber, deal_number, parse_range
from golfsolve.game.variants import Variant


@dataclass(frozen=True)
class NamedDeal:
    """A deal, what to call it, and what its file says of it.

    ``name`` is its number (our own as an int, others with their prefix), the name that its file gives it, or
    ``file:line``; None where it has none of these. ``remarks`` say how it was understood where the text does
    not say so itself. ``solution`` (moves as text) and ``variant`` (a name) are
    what the file says of the deal. ``file`` and ``line`` (from 1) tell where it was read, None for a number
    on the command line.
    """

    deal: Deal
    name: int | str | None = None
    solution: str | None = None
    variant: str | None = None
    file: str | None = None
    line: int | None = None
    remarks: tuple[str, ...] = ()


def numbered_deals(text: str, variant: Variant) -> Iterator[NamedDeal]:
    """The deals of a number or range like ``7``, ``1-1000`` or ``ms:24``, in order, one at a time.

    Raises :class:`DealError`, before the first one, for a text that is no number or range.
    """
    scheme, numbers = parse_range(text)
    return (
        NamedDeal(deal_number(name, variant), name.json())
        for name in (DealNumber(number, scheme) for number in numbers)
    )
