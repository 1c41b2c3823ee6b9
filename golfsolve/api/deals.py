"""Variants, deals and moves: making, reading and writing them."""

from __future__ import annotations

import os
from collections.abc import Iterator

from golfsolve import formats
from golfsolve.api.arguments import (
    AnyMoves,
    AnyPath,
    AnyVariant,
    is_whole,
    moves_of,
    own_variant,
    path_of,
    shown,
    text_of,
    variant_of,
)
from golfsolve.errors import (
    ArgumentError,
    ArgumentTypeError,
    DealError,
    GolfsolveError,
    quoted,
)
from golfsolve.formats.common import lines_of
from golfsolve.formats.inputs import DEFAULT_VARIANT, Unreadable, open_deals
from golfsolve.formats.named import NamedDeal, numbered_deals
from golfsolve.game import catalogue, moves, referee, rule_file
from golfsolve.game.deal import Deal
from golfsolve.game.moves import Move
from golfsolve.game.numbering import DealNumber, looks_like_number
from golfsolve.game.referee import Position
from golfsolve.game.variants import Variant

# --- variants ----------------------------------------------------------------------------------


def variants() -> tuple[Variant, ...]:
    """The variants that are known by name."""
    return catalogue.BUILT_IN


def find_variant(name: str) -> Variant:
    """The variant of a name or alias; case, spaces and underscores do not matter.

    Raises :class:`VariantError` with the nearest names for an unknown one.
    """
    if not isinstance(name, str):
        raise ArgumentTypeError(f"{shown(name)} (expected the name of a variant, like 'golf')")
    return catalogue.find(name)


def load_rules(path: AnyPath) -> Variant:
    """The variant of a rule file (docs/rules.md). A :class:`VariantError` lists all that is wrong in it."""
    return rule_file.load(path_of(path))


def parse_rules(text: str, name: str = "custom") -> Variant:
    """The variant of a rule file's text; it is called ``name`` if the text has none."""
    return rule_file.parse_rules(text_of(text, "the text of a rule file"), name)


def format_rules(variant: AnyVariant) -> str:
    """The rules of a variant as the text of a rule file."""
    return rule_file.format_rules(variant_of(variant))


# --- deals -------------------------------------------------------------------------------------


def deal(number: int | str | DealNumber, variant: AnyVariant = DEFAULT_VARIANT) -> Deal:
    """The deal of a number: ours (``24``, 1 to 2**53 - 1) or another program's (``"ms:24"``).

    Raises :class:`DealError` for what is not one number, or is out of range.
    """
    found = list(_first_two(deals(number, variant)))
    if len(found) != 1:
        raise DealError(f"{quoted(str(number))}: more than one deal (expected one number)")
    return found[0]


def deals(numbers: int | str | DealNumber, variant: AnyVariant = DEFAULT_VARIANT) -> Iterator[Deal]:
    """The deals of a number or a range like ``"1-1000"`` or ``"ms:1-400"``, one at a time, in order."""
    if not is_whole(numbers) and not isinstance(numbers, (str, DealNumber)):
        raise ArgumentTypeError(f"{shown(numbers)} (expected a deal number, like 24 or 'ms:24')")
    return (found.deal for found in numbered_deals(str(numbers), variant_of(variant)))


def read_deals(
    path: AnyPath, variant: AnyVariant | None = None, *, partial: bool = False
) -> Iterator[NamedDeal]:
    """The deals of a file in any form that is known (docs/formats.md), one at a time, in order.

    Without ``variant`` it is the one that the file names, else Golf. With ``partial``, positions with fewer
    cards are read too. Raises :class:`GolfsolveError`, naming file and line, at the first deal that cannot be
    read.
    """
    name = str(path_of(path))
    argument = f"{os.curdir}{os.sep}{name}" if looks_like_number(name) or name == "-" else name
    _, items = open_deals([argument], None if variant is None else variant_of(variant), partial=partial)
    for item in items:
        if isinstance(item, Unreadable):
            raise GolfsolveError(str(item))
        yield item


def parse_deal(text: str, variant: AnyVariant | None = None, *, partial: bool = False) -> Deal:
    """The one deal in a text in any form that is known (docs/formats.md).

    Without ``variant`` it is the one that the text names, else Golf. With ``partial``, cards may be missing:
    they count as played. Raises :class:`FormatError`, with line and column where there are some.
    """
    lines = lines_of(text_of(text, "the text of a deal"))
    if variant is None:
        variant = formats.head_variant(lines) or DEFAULT_VARIANT
    return formats.parse_deal(text, variant_of(variant), partial=partial)


def format_deal(
    deal: Deal, form: str = "board", variant: AnyVariant | None = None, *, name: int | str | None = None
) -> str:
    """A deal as text: ``board``, ``line``, ``json`` or ``solvitaire``. The inverse of ``parse_deal``.

    ``name`` is its number or name, which only ``json`` can carry.
    """
    if form not in formats.FORMATS:
        raise ArgumentError(f"form {shown(form)} (expected {', '.join(formats.FORMATS)})")
    return formats.format_deal(deal, own_variant(deal, variant), form, name)


# --- moves -------------------------------------------------------------------------------------


def parse_moves(text: str) -> tuple[Move, ...]:
    """``"3 5 D 2" -> (3, 5, 0, 2)``. Raises :class:`FormatError` for a word that cannot be a move."""
    return moves.parse_moves(text_of(text, "moves like '3 5 D 2'"))


def parse_solution(text: str, deal: Deal, variant: AnyVariant | None = None) -> tuple[Move, ...]:
    """The moves of a solution in our words or in black-hole-solver's; see :func:`check_solution`."""
    return formats.parse_solution(text_of(text, "a solution"), deal, own_variant(deal, variant))


def replay(deal: Deal, made: AnyMoves = (), variant: AnyVariant | None = None) -> Position:
    """The position after some moves, from which play can go on. Raises :class:`IllegalMove`."""
    return referee.replay(deal, own_variant(deal, variant), moves_of(made))


def check_solution(deal: Deal, solution: AnyMoves, variant: AnyVariant | None = None) -> Position:
    """Play a solution with the referee, which knows no engine. The position at its end.

    Raises :class:`IllegalMove` at the first move that is not legal, :class:`NotCleared` if cards are left.
    """
    return referee.check_solution(deal, own_variant(deal, variant), moves_of(solution))


def _first_two(found: Iterator[Deal]) -> Iterator[Deal]:
    yield from (item for item, _ in zip(found, range(2), strict=False))
