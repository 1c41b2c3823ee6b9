"""The games of the Golf family: rules as data, and the table of those we know.

A variant says how many cards there are, where they lie, how the waste starts and which rank may be
played on which. Nothing else in the program decides a rule: the referee reads :meth:`Variant.accepts`
and the engine gets the same fact as masks (:meth:`Variant.adjacency`).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from golfsolve import layout as layouts
from golfsolve.cards import ACE, JOKER, KING, format_card, full_deck, parse_card, rank_of
from golfsolve.errors import CardError, VariantError, quoted
from golfsolve.layout import Layout

# How the waste starts, where it is not a named card.
DEALT = "dealt"  # one card of the deal opens the waste
STOCK = "stock"  # it starts empty, and the first card on it is drawn from the stock
FREE = "free"  # it starts empty, and any exposed card may start it

ON_KING_NOTHING = "nothing"
ON_KING_QUEEN = "queen"

# The empty waste as a rank: beside the 13 ranks and the joker's, so that it needs no case of its own.
EMPTY_WASTE = 14


@dataclass(frozen=True)
class Variant:
    """One set of rules. Equal rules make equal variants only if the names are equal too."""

    name: str
    layout: Layout
    stock: int
    decks: int = 1
    jokers: int = 0
    opening: str = DEALT
    on_king: str = ON_KING_QUEEN
    wrap: bool = False
    title: str = ""
    rule: str = ""
    source: str = ""
    aliases: tuple[str, ...] = ()
    pysol_id: int | None = None

    def __post_init__(self) -> None:
        problems = _problems(**{key: getattr(self, key) for key in _KEYS})
        if problems:
            raise VariantError(f"variant {quoted(self.name)}: " + "; ".join(problems))

    @property
    def opening_card(self) -> int | None:
        """The card that every deal starts with, or None where the deal decides."""
        return _named_card(self.opening)

    @property
    def has_opening_card(self) -> bool:
        """Whether a card lies on the waste before the first move."""
        return self.opening not in (STOCK, FREE)

    @property
    def deck_size(self) -> int:
        """How many cards are in play, all decks and jokers together."""
        return 52 * self.decks + self.jokers

    def deck(self) -> list[int]:
        """All cards of the game, in the fixed order that shuffles start from."""
        return full_deck(self.decks, self.jokers)

    def accepts(self, waste: int | None, card: int) -> bool:
        """Whether ``card`` may be played while ``waste`` is the waste card (None: no card yet)."""
        if waste is None:
            return self.opening == FREE
        if JOKER in (waste, card):
            return True
        on, rank = rank_of(waste), rank_of(card)
        if on == KING and self.on_king == ON_KING_NOTHING:
            return False
        if abs(on - rank) == 1:
            return True
        return self.wrap and {on, rank} == {ACE, KING}

    def adjacency(self) -> tuple[int, ...]:
        """15 masks: bit r of mask w is set when rank r may be played on waste rank w.

        Ranks are 0..12, 13 for a joker; index 14 (:data:`EMPTY_WASTE`) is the waste before its first
        card.
        """
        cards = [*range(13), JOKER]
        masks = [sum(1 << rank_of(card) for card in cards if self.accepts(w, card)) for w in cards]
        empty = sum(1 << rank_of(card) for card in cards if self.accepts(None, card))
        return (*masks, empty)

    def deals_like(self, other: Variant) -> bool:
        """Whether a deal number, or the cards of a deal, mean the same deal in both variants."""
        one, two = self.rules(), other.rules()
        return all(one[key] == two[key] for key in ("decks", "jokers", "layout", "opening"))

    def reference(self) -> dict[str, Any]:
        """What a record says of its variant: the name, and the rules where that is not a built-in one."""
        name = {"variant": self.name}
        return name if self in BUILT_IN else {**name, "rules": self.rules()}

    def rules(self) -> dict[str, Any]:
        """The rules alone, as plain data with a stable key order: what files carry."""
        return {
            "decks": self.decks,
            "jokers": self.jokers,
            "layout": {key: list(v) if isinstance(v, tuple) else v for key, v in self.layout.rules},
            "opening": self.opening,
            "stock": self.stock,
            "on_king": self.on_king,
            "wrap": self.wrap,
        }


_KEYS = ("decks", "jokers", "layout", "opening", "stock", "on_king", "wrap")


def _named_card(opening: str) -> int | None:
    try:
        return parse_card(opening)
    except CardError:
        return None


def _problems(
    decks: int, jokers: int, layout: Layout | None, opening: str, stock: int | None, on_king: str, wrap: bool
) -> list[str]:
    """Everything that is wrong with the rules; None stands for a value that could not be read."""
    found = []
    if decks not in (1, 2):
        found.append(f"decks: {decks} (expected 1 or 2)")
    if not 0 <= jokers <= 4:
        found.append(f"jokers: {jokers} (expected 0 to 4)")
    named = _named_card(opening)
    if opening not in (DEALT, STOCK, FREE) and (named is None or format_card(named) != opening):
        found.append(f"opening: {quoted(opening)} (expected dealt, stock, free or a card like AS)")
    if named == JOKER and jokers == 0:
        found.append(f"opening: {opening} with jokers = 0")
    if stock is not None and stock < 0:
        found.append(f"stock: {stock} (expected 0 or more)")
    if opening == STOCK and stock == 0:
        found.append("opening: stock, but stock = 0 (nothing could ever be played)")
    if on_king not in (ON_KING_NOTHING, ON_KING_QUEEN):
        found.append(f"on_king: {quoted(on_king)} (expected nothing or queen)")
    if wrap and on_king == ON_KING_NOTHING:
        found.append("wrap: true with on_king = nothing (with wrap, an Ace plays on a King)")
    if found or layout is None or stock is None:
        return found
    cards = layout.size + stock + (opening not in (STOCK, FREE))
    expected = 52 * decks + jokers
    if cards != expected:
        found.append(
            f"stock: {stock} with {layout.size} tableau cards makes {cards} cards (expected {expected})"
        )
    return found


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
