"""The variants that we know by name, and variants from plain data."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Any

from golfsolve.errors import VariantError, quoted
from golfsolve.game import layout as layouts
from golfsolve.game.cards import format_card
from golfsolve.game.layout import Layout
from golfsolve.game.variants import (
    _KEYS,
    DEALT,
    FREE,
    ON_KING_NOTHING,
    ON_KING_QUEEN,
    STOCK,
    Variant,
    _named_card,
    _problems,
)

_SEVEN_BY_FIVE = layouts.columns((5,) * 7)
_NINE_BY_SEVEN = layouts.columns((7,) * 9)

BUILT_IN: tuple[Variant, ...] = (
    Variant(
        "golf",
        _SEVEN_BY_FIVE,
        stock=16,
        title="Golf",
        rule="One rank up or down; on a King only a Queen, on an Ace only a Two.",
        source="PySolFC Golf, KPat Golf, Solvitaire golf, Politaire Golf-B",
        aliases=("strict", "golf-b", "queen-on-king"),
        pysol_id=36,
    ),
    Variant(
        "dead-king",
        _SEVEN_BY_FIVE,
        stock=16,
        on_king=ON_KING_NOTHING,
        title="Dead King Golf",
        rule="One rank up or down; nothing plays on a King, on an Ace only a Two.",
        source="PySolFC Dead King Golf, AisleRiot Golf, Politaire Golf-A",
        aliases=("dead-king-golf", "golf-a", "classic"),
        pysol_id=259,
    ),
    Variant(
        "relaxed",
        _SEVEN_BY_FIVE,
        stock=16,
        wrap=True,
        title="Relaxed Golf",
        rule="One rank up or down; Ace and King are neighbours.",
        source="PySolFC Relaxed Golf, Putt Putt, Politaire Golf-C",
        aliases=("putt-putt", "relaxed-golf", "golf-c", "around-the-corner"),
        pysol_id=260,
    ),
    Variant(
        "thieves",
        _SEVEN_BY_FIVE,
        stock=18,
        jokers=2,
        title="Thieves",
        rule="As Golf, with two jokers: a joker plays on anything and anything plays on it.",
        source="PySolFC Thieves",
        pysol_id=906,
    ),
    Variant(
        "double-golf",
        _NINE_BY_SEVEN,
        stock=40,
        decks=2,
        title="Double Golf",
        rule="Two decks; one rank up or down; on a King only a Queen, on an Ace only a Two.",
        source="PySolFC Double Golf",
        pysol_id=777,
    ),
    Variant(
        "double-putt",
        _NINE_BY_SEVEN,
        stock=40,
        decks=2,
        wrap=True,
        title="Double Putt",
        rule="Two decks; one rank up or down; Ace and King are neighbours.",
        source="PySolFC Double Putt",
        pysol_id=892,
    ),
    Variant(
        "black-hole",
        layouts.columns((3,) * 17),
        stock=0,
        opening="AS",
        wrap=True,
        title="Black Hole",
        rule="No stock; the Ace of Spades opens; one rank up or down, Ace and King are neighbours.",
        source="PySolFC Black Hole, Solvitaire black-hole",
        pysol_id=98,
    ),
    Variant(
        "all-in-a-row",
        layouts.columns((4,) * 13),
        stock=0,
        opening=FREE,
        wrap=True,
        title="All in a Row",
        rule="No stock; 13 columns of 4; any exposed card may start; one rank up or down, Ace and King "
        "are neighbours (wrap).",
        source="PySolFC All in a Row, black-hole-solver all_in_a_row",
        pysol_id=405,
    ),
    Variant(
        "golf-rush",
        layouts.columns((1, 2, 3, 4, 5, 6, 7)),
        stock=24,
        opening=STOCK,
        on_king=ON_KING_NOTHING,
        title="Golf Rush",
        rule="Columns of 1 to 7; the first waste card is drawn; nothing plays on a King, no wrap.",
        source="solitairecentral.com Golf Rush",
    ),
    Variant(
        "escalator",
        layouts.pyramid(7),
        stock=23,
        wrap=True,
        title="Escalator",
        rule="A pyramid of 28; a card is free when the two over it are gone; Ace and King are neighbours.",
        source="PySolFC Escalator; Elevator (id 40) is the same dealt face down",
        aliases=("elevator",),
        pysol_id=281,
    ),
    Variant(
        "tri-peaks",
        layouts.peaks(3, 4),
        stock=23,
        wrap=True,
        title="Tri Peaks",
        rule="Three peaks, 28 cards; a card is free when those over it are gone; Ace and King are "
        "neighbours.",
        source="PySolFC Three Peaks (open)",
        aliases=("tripeaks", "three-peaks"),
        pysol_id=22231,
    ),
)

_BY_NAME: dict[str, Variant] = {}
for _variant in BUILT_IN:
    for _name in (_variant.name, *_variant.aliases):
        _BY_NAME[_name] = _variant


def known_names() -> list[str]:
    """Every name and alias that :func:`find` takes, sorted."""
    return sorted(_BY_NAME)


def find(name: str) -> Variant:
    """The built-in variant of that name or alias; case, spaces and underscores do not matter.

    Raises :class:`VariantError` with the nearest names for an unknown one.
    """
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    variant = _BY_NAME.get(key)
    if variant is not None:
        return variant
    near = difflib.get_close_matches(key, known_names(), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(_names())}"
    raise VariantError(f"unknown variant {quoted(name)}; {hint}")


def reference(variant: Variant) -> dict[str, Any]:
    """What a record says of its variant: the name, and the rules where that is not a built-in one."""
    name = {"variant": variant.name}
    return name if variant in BUILT_IN else {**name, "rules": variant.rules()}


def _names() -> list[str]:
    return [variant.name for variant in BUILT_IN]


def from_rules(name: Any, rules: Mapping[str, Any]) -> Variant:
    """A variant from plain data, the inverse of :meth:`Variant.rules`.

    The name and the rules of a built-in variant give that one. Raises :class:`VariantError` that lists
    every problem with its key, also where other rules have taken the name of a built-in variant.
    """
    problems: list[str] = []

    def take(key: str, kind: type, default: Any) -> Any:
        value = rules.get(key, default)
        # bool is an int, and must not pass for one
        if type(value) is not kind or (type(value) is int and not _is_moderate(value)):
            problems.append(f"{key}: {_shown(value)} (expected {_KINDS[kind]})")
            return default
        return value

    if not (isinstance(name, str) and _NAME.fullmatch(name)):
        problems.append(f"name: {_shown(name)} (expected letters a-z, digits and -, at most 40)")
    unknown = sorted({str(key) for key in rules} - set(_KEYS))
    problems += [f"{quoted(key)}: unknown key" for key in unknown]
    decks, jokers = take("decks", int, 1), take("jokers", int, 0)
    stock, wrap = take("stock", int, 0), take("wrap", bool, False)
    opening, on_king = take("opening", str, DEALT), take("on_king", str, ON_KING_QUEEN)
    layout = None
    try:
        layout = _layout_from_rules(rules.get("layout"))
    except VariantError as error:
        problems.append(str(error))
    named = _named_card(opening)
    if named is not None:
        opening = format_card(named)
    if problems or layout is None:
        # The other keys' problems too; the number of cards means nothing while a part of it is unknown.
        problems += _problems(decks, jokers, None, opening, None, on_king, wrap)
        raise VariantError(f"variant {_shown(name)}: " + "; ".join(problems))
    variant = Variant(name, layout, stock, decks, jokers, opening, on_king, wrap)
    built_in = _BY_NAME.get(name)
    if built_in is None:
        return variant
    if built_in.rules() != variant.rules():
        raise VariantError(f"variant {quoted(name)}: name: {name} is a built-in game with other rules")
    return built_in


_NAME = re.compile("(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*")


def _is_moderate(number: int) -> bool:
    """Whether a number is worth a look: Python does not even print those of thousands of digits."""
    return abs(number) < 10**6


def _shown(value: Any) -> str:
    try:
        return quoted(str(value))
    except ValueError:
        return "a number beyond all bounds"


_KINDS = {int: "a whole number", bool: "true or false", str: "a text"}


def _layout_from_rules(rules: Any) -> Layout:
    expected = "expected columns = [lengths], or pyramid = rows, or peaks = count with height = rows"
    if not isinstance(rules, Mapping):
        raise VariantError(f"layout: missing ({expected})")
    keys = set(rules)
    if keys == {"columns"}:
        lengths = rules["columns"]
        if not isinstance(lengths, list) or not all(map(_is_count, lengths)):
            raise VariantError("layout.columns: expected a list of whole numbers")
        return layouts.columns(tuple(lengths))
    numbers = all(map(_is_count, rules.values()))
    if numbers and keys == {"pyramid"}:
        return layouts.pyramid(rules["pyramid"])
    if numbers and keys == {"peaks", "height"}:
        return layouts.peaks(rules["peaks"], rules["height"])
    raise VariantError(f"layout: {expected}")


def _is_count(value: Any) -> bool:
    return type(value) is int and _is_moderate(value)
