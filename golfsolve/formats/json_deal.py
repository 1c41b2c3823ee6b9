"""Our own JSON: one object per line, with the cards both by place and in dealing order.

``{"deal": 7, "variant": "golf", "tableau": [["4C", ...], ...], "opening": "JH", "stock": [...],
"cards": "4C 5H ..."}``

Reading needs only ``cards``, or ``tableau`` with ``opening`` and ``stock``, so pool records and
results are read as well. Other keys are left alone.
"""

from __future__ import annotations

import json
from typing import Any

from golfsolve.errors import FormatError, VariantError, quoted
from golfsolve.formats.card_reader import CardReader, Laid
from golfsolve.formats.common import check_pile_count, piles, place_piles
from golfsolve.formats.dialects import Word, spelled
from golfsolve.formats.line import format_line, read_words
from golfsolve.formats.named import NamedDeal
from golfsolve.game.cards import format_card
from golfsolve.game.catalogue import find, from_rules, reference
from golfsolve.game.deal import Deal
from golfsolve.game.numbering import MAX_NUMBER
from golfsolve.game.variants import Variant

MAX_NAME = 200


def format_json(deal: Deal, variant: Variant, name: int | str | None = None) -> str:
    """A deal or position as JSON on one line, without a newline."""
    return json.dumps(
        {
            "deal": name,
            **reference(variant),
            **by_place(deal, variant),
            "cards": format_line(deal, variant),
        }
    )


def by_place(deal: Deal, variant: Variant) -> dict[str, Any]:
    """The cards of a deal where they lie, as plain data."""
    return {
        "tableau": [
            [None if card is None else format_card(card) for card in pile] for pile in piles(deal, variant)
        ],
        "opening": None if deal.opening is None else format_card(deal.opening),
        "stock": [format_card(card) for card in deal.stock],
    }


def parse_json(
    text: str, variant: Variant, *, partial: bool = False, ranks: bool = False, first_line: int = 1
) -> NamedDeal:
    """The inverse of :func:`format_json`. Raises :class:`FormatError`."""
    reader = CardReader(variant, partial=partial, ranks=ranks)
    return named_deal(load_object(text, first_line), reader, line=first_line)


def load_object(text: str, first_line: int) -> dict[str, Any]:
    """A JSON object from text. Raises :class:`FormatError` for everything else."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        raise FormatError(f"not valid JSON: {error.msg}", line, error.colno) from None
    except (ValueError, RecursionError):  # a number of thousands of digits; brackets without end
        raise FormatError("not valid JSON: beyond all bounds", first_line) from None
    if not isinstance(value, dict):
        raise FormatError("expected a JSON object", first_line)
    return value


def named_deal(document: dict[str, Any], reader: CardReader, *, line: int) -> NamedDeal:
    """As :func:`parse_json`, from the object."""
    stated = check_variant(document, reader.variant, line)
    deals = []
    cards = _text(document, "cards", line)
    if cards is not None:
        words = [Word(spelled(word), line) for word in cards.split()]
        deals.append(read_words(words, reader, line))
    if document.get("tableau") is not None:
        deals.append(_by_place(document, reader, line))
    if not deals and isinstance(document.get("error"), str):
        raise FormatError(f"a deal that could not be read: {quoted(document['error'], 200)}", line)
    if not deals:
        raise FormatError('no cards (expected the key "cards", or "tableau", "opening" and "stock")', line)
    if deals[0] != deals[-1]:
        raise FormatError('"cards" and "tableau" are different deals', line)
    return NamedDeal(deals[0], _name(document, line), _text(document, "solution", line), stated)


def _by_place(document: dict[str, Any], reader: CardReader, line: int) -> Deal:
    tableau, variant = _list(document, "tableau", line), reader.variant
    check_pile_count(len(tableau), variant, partial=reader.partial, line=line)
    found = [card_list(pile, reader, line, gaps=not variant.layout.columns) for pile in tableau]
    opening = _text(document, "opening", line)
    deal = Laid(
        place_piles(found, variant, [line] * len(found)),
        None if opening is None else json_card(opening, reader, line),
        tuple(card for card in card_list(_list(document, "stock", line), reader, line) if card is not None),
    )
    return reader.finish(deal, line)


def json_card(text: str, reader: CardReader, line: int) -> int:
    """The card of a JSON string."""
    return reader.card(Word(spelled(text), line))


def card_list(value: Any, reader: CardReader, line: int, *, gaps: bool = False) -> list[int | None]:
    """The cards of a JSON list; with ``gaps``, null stands for an empty place."""
    if not isinstance(value, list):
        raise FormatError(f"{quoted(json.dumps(value))} (expected a list of cards)", line)
    cards: list[int | None] = []
    for item in value:
        if item is None and gaps:
            cards.append(None)
        elif isinstance(item, str):
            cards.append(json_card(item, reader, line))
        else:
            raise FormatError(f"{quoted(json.dumps(item))} in a list of cards (expected a text)", line)
    return cards


def _list(document: dict[str, Any], key: str, line: int) -> list[Any]:
    value = document.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise FormatError(f'"{key}" is {quoted(json.dumps(value))} (expected a list)', line)
    return value


def _text(document: dict[str, Any], key: str, line: int) -> str | None:
    value = document.get(key)
    if not (value is None or isinstance(value, str)):
        raise FormatError(f'"{key}" is {quoted(json.dumps(value))} (expected a text)', line)
    return value


def _name(document: dict[str, Any], line: int) -> int | str | None:
    """The deal's own number or name. It is printed again, so it must be fit to be."""
    name = document.get("deal")
    if type(name) is int and 1 <= name <= MAX_NUMBER:
        return name
    if name is None or (isinstance(name, str) and len(name) <= MAX_NAME and name.isprintable()):
        return name
    raise FormatError(
        f'"deal" is {quoted(json.dumps(name))} (expected a number from 1 to {MAX_NUMBER}, or a short text)',
        line,
    )


def stated_variant(document: dict[str, Any], line: int) -> Variant | None:
    """The variant that an object names, by its rules if these stand there too; None if it is silent.

    Raises :class:`VariantError` for rules that cannot be read, and for a name that is not built in.
    """
    name, rules = _text(document, "variant", line), document.get("rules")
    if name is None:
        return None
    return from_rules(name, rules) if isinstance(rules, dict) else find(name)


def check_variant(document: dict[str, Any], variant: Variant, line: int) -> str | None:
    """The name of the variant that an object is of; None if it is silent.

    Raises :class:`FormatError` for another game; the same game under another King rule has the same deals.
    """
    try:
        stated = stated_variant(document, line)
    except VariantError:
        return _text(document, "variant", line)  # somebody's own: the cards decide whether it fits
    if stated is None:
        return None
    if not stated.deals_like(variant):
        raise FormatError(f"a deal of {stated.name} (expected one of {variant.name})", line)
    return stated.name
