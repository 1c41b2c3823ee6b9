"""The JSON of Solvitaire: ``{"tableau piles": [[...], ...], "hole": "JH", "stock": [...]}``.

All its arrays run from the bottom to the top of the pile, so the last card of ``stock`` is drawn
first. A ten is ``10``.
"""

from __future__ import annotations

import json
from typing import Any

from golfsolve.errors import FormatError, quoted
from golfsolve.formats.card_reader import CardReader, Laid
from golfsolve.formats.common import check_pile_count, piles, place_piles
from golfsolve.formats.json_deal import card_list, json_card, load_object
from golfsolve.game.cards import format_card
from golfsolve.game.deal import Deal
from golfsolve.game.variants import Variant

PILES = "tableau piles"


def format_solvitaire(deal: Deal, variant: Variant) -> str:
    """A deal or position as a Solvitaire document on one line, without a newline.

    Raises :class:`FormatError` for games that Solvitaire cannot hold: no columns, or jokers.
    """
    if not variant.layout.columns or variant.jokers:
        lacks = "jokers" if variant.jokers else "pyramids or peaks"
        raise FormatError(f"{variant.name} cannot be written for Solvitaire, which has no {lacks}")
    columns = [[_card(card) for card in pile if card is not None] for pile in piles(deal, variant)]
    document: dict[str, Any] = {PILES: columns}
    if deal.opening is not None:
        document["hole"] = _card(deal.opening)
    if variant.stock:
        document["stock"] = [_card(card) for card in reversed(deal.stock)]
    return json.dumps(document)


def _card(card: int) -> str:
    return format_card(card).replace("T", "10")


def parse_solvitaire(
    text: str, variant: Variant, *, partial: bool = False, ranks: bool = False, first_line: int = 1
) -> Deal:
    """The inverse of :func:`format_solvitaire`; the hole may be a list, whose last card counts.

    Raises :class:`FormatError`.
    """
    reader = CardReader(variant, partial=partial, ranks=ranks)
    return solvitaire_deal(load_object(text, first_line), reader, line=first_line)


def solvitaire_deal(document: dict[str, Any], reader: CardReader, *, line: int) -> Deal:
    """As :func:`parse_solvitaire`, from the object."""
    variant = reader.variant
    if not variant.layout.columns:
        raise FormatError(f"{variant.name} has no columns (expected another format)", line)
    columns = document.get(PILES)
    if not isinstance(columns, list):
        raise FormatError(f'no "{PILES}" (expected a list of columns)', line)
    check_pile_count(len(columns), variant, partial=reader.partial, line=line)
    found = [card_list(column, reader, line) for column in columns]
    stock = card_list(document.get("stock", []), reader, line)
    deal = Laid(
        place_piles(found, variant, [line] * len(found)),
        _hole(document.get("hole"), reader, line),
        tuple(card for card in reversed(stock) if card is not None),
    )
    return reader.finish(deal, line)


def _hole(hole: Any, reader: CardReader, line: int) -> int | None:
    if isinstance(hole, list):  # the whole pile, as Solvitaire prints it
        return next(reversed(card_list(hole, reader, line)), None)
    if hole is None or hole == "":
        return None
    if not isinstance(hole, str):
        raise FormatError(f'"hole" is {quoted(json.dumps(hole))} (expected a card)', line)
    return json_card(hole, reader, line)
