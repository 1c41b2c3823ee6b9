"""Deals and solutions as text, and back: a parse and a format function for each form.

board        the table as people type it; black-hole-solver, PySolFC and KPat write it
line         all cards in dealing order on one line
json_deal    our own object, one per line (the form ``json``)
solvitaire   the JSON of Solvitaire
solution     moves, ours and black-hole-solver's
dialects     the words of a line, in every spelling
card_reader  from words to the cards of one deal
listing      boards without heads, as other solvers list them
common       what the forms share
reading      whole files of deals, a line at a time
named        a deal with its name; the deals of numbers
inputs       what commands take as DEALS: numbers, ranges, files, standard input
drawing      drawings for people

:func:`parse_deal` recognises which form it was given. docs/formats.md shows them all.
"""

from __future__ import annotations

from collections.abc import Callable

from golfsolve.errors import FormatError
from golfsolve.formats.board import format_board, parse_board
from golfsolve.formats.common import lines_of
from golfsolve.formats.json_deal import format_json, parse_json
from golfsolve.formats.line import format_line, parse_line
from golfsolve.formats.named import NamedDeal
from golfsolve.formats.reading import head_variant, read
from golfsolve.formats.solution import format_bhs, parse_solution
from golfsolve.formats.solvitaire import format_solvitaire, parse_solvitaire
from golfsolve.game.deal import Deal
from golfsolve.game.variants import Variant

__all__ = [
    "FORMATS",
    "NamedDeal",
    "format_bhs",
    "format_board",
    "format_deal",
    "format_json",
    "format_line",
    "format_solvitaire",
    "head_variant",
    "parse_board",
    "parse_deal",
    "parse_json",
    "parse_line",
    "parse_solution",
    "parse_solvitaire",
    "read",
]

_FORMATTERS: dict[str, Callable[[Deal, Variant, int | str | None], str]] = {
    "board": lambda deal, variant, name: format_board(deal, variant),
    "line": lambda deal, variant, name: format_line(deal, variant) + "\n",
    "json": lambda deal, variant, name: format_json(deal, variant, name) + "\n",
    "solvitaire": lambda deal, variant, name: format_solvitaire(deal, variant) + "\n",
}
FORMATS = tuple(_FORMATTERS)


def format_deal(deal: Deal, variant: Variant, form: str, name: int | str | None = None) -> str:
    """A deal as text in one of :data:`FORMATS`, with its final newline.

    ``name`` is the deal's number or name, which only ``json`` can carry. Raises :class:`FormatError`
    where the form has no way to write such a deal.
    """
    return _FORMATTERS[form](deal, variant, name)


def parse_deal(text: str, variant: Variant, *, partial: bool = False, ranks: bool = False) -> Deal:
    """The one deal in ``text``, in whichever form.

    With ``partial``, cards may be missing: they count as played. With ``ranks``, suits do not count. Raises
    :class:`FormatError`, with line and column where there are some, for anything that is not exactly one deal
    of the variant.
    """
    found = list(read(lines_of(text), variant, partial=partial, ranks=ranks))
    for item in found:
        if isinstance(item, FormatError):
            raise item
    if len(found) != 1:
        raise FormatError("no cards" if not found else f"{len(found)} deals (expected one)")
    assert isinstance(found[0], NamedDeal)
    return found[0].deal
