"""From words to the cards of one deal: known, by rank alone, or not known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from golfsolve.errors import CardError, FormatError
from golfsolve.formats.dialects import EMPTY, NOTHING, UNKNOWN, ZERO, Word, is_rank
from golfsolve.game.cards import JOKER, RANKS, format_card, parse_card, rank_of
from golfsolve.game.cards import UNKNOWN as UNKNOWN_CARD
from golfsolve.game.deal import Deal, problems
from golfsolve.game.variants import Variant

_BARE = 64  # a rank without a suit, until :meth:`CardReader.finish` gives it one
_ZERO = 127  # a place with ``0``


@dataclass(frozen=True)
class Laid:
    """The cards of a deal in their places as they were read: fields as in :class:`Deal`, not checked yet."""

    tableau: tuple[int | None, ...]
    opening: int | None
    stock: tuple[int, ...]

    def cards(self) -> list[int]:
        """All cards there are."""
        return [card for card in (*self.tableau, self.opening, *self.stock) if card is not None]


class CardReader:
    """Reads the cards of one deal of ``variant``, and says at the end whether they are one.

    ``partial``: cards may be missing. ``ranks``: suits do not count. Cards without suits get them at the end,
    in the order C S H D for each rank: suits never matter to play. ``remarks`` tells how what is not said in
    so many words was understood.
    """

    def __init__(self, variant: Variant, *, partial: bool = False, ranks: bool = False) -> None:
        self.variant = variant
        self.partial = partial
        self.ranks = ranks
        self.remarks: list[str] = []
        self._bare: Word | None = None  # the first card without a suit
        self._suited = False

    def settled(self, lines: Iterable[list[Word]]) -> list[list[Word]]:
        """The words of a deal, each ``0`` as a ten where all cards are ranks."""
        found = list(lines)
        words = [word.text for line in found for word in line]
        if ZERO not in words:
            return found
        ten = all(is_rank(text) or text in (ZERO, UNKNOWN, *NOTHING) for text in words)
        if not (ten and any(map(is_rank, words))):
            return found
        self.remark(f"{ZERO} as a ten")
        return [[replace(w, text="T") if w.text == ZERO else w for w in line] for line in found]

    def remark(self, text: str) -> None:
        """Say, once, how something was understood."""
        if text not in self.remarks:
            self.remarks.append(text)

    def card(self, word: Word) -> int:
        """The card of a word. Raises :class:`FormatError` if the variant has no such card."""
        if word.text == UNKNOWN:
            return UNKNOWN_CARD
        if is_rank(word.text):
            self._bare = self._bare or word
            return _BARE + RANKS.index(word.text)
        try:
            card = parse_card(word.text)
        except CardError as error:
            raise FormatError(str(error), word.line, word.column) from None
        if card == JOKER and not self.variant.jokers:
            problem = f"'{format_card(card)}', but {self.variant.name} has no jokers"
            raise FormatError(problem, word.line, word.column)
        self._suited = self._suited or card != JOKER
        return card

    def place(self, word: Word) -> int | None:
        """What lies in a place of the tableau: a card, or None; a ``0`` is told at the end."""
        if word.text == ZERO:
            return _ZERO
        return None if word.text == EMPTY else self.card(word)

    def cards(self, words: Iterable[Word]) -> list[int]:
        """The cards of a pile: none for no words, or for a dash."""
        found = list(words)
        if len(found) == 1 and found[0].text in NOTHING:
            return []
        return [self.card(word) for word in found]

    def finish(self, laid: Laid, line: int, *, may_be_position: bool = True) -> Deal:
        """The deal, with suits. Raises :class:`FormatError` that names everything wrong with it."""
        if self._bare is not None and self._suited and not self.ranks:
            raise FormatError(
                f"'{self._bare.text}' has no suit, as other cards have (--ranks takes all by their ranks)",
                self._bare.line,
                self._bare.column,
            )
        partial = self.partial and may_be_position
        if _ZERO in laid.tableau:
            laid = replace(laid, tableau=self._without_zeros(laid.tableau))
        if self._bare is not None or self.ranks:
            self.remark("ranks alone")
            counted = _count_problems(laid, self.variant, partial=partial)
            if counted:
                raise FormatError("; ".join(counted), line)
            laid = _with_suits(laid, self.variant)
        deal = Deal(laid.tableau, laid.opening, laid.stock, self.variant)
        found = problems(deal, self.variant, partial=partial)
        if not found:
            return deal
        if may_be_position and not problems(deal, self.variant, partial=True):
            found.append("--partial takes it as a position")
        raise FormatError("; ".join(found), line)

    def _without_zeros(self, tableau: tuple[int | None, ...]) -> tuple[int | None, ...]:
        """Each ``0`` is a card that is gone, or, with a card on it that is there, one that is not known."""
        found = [*tableau]
        covers = self.variant.layout.covers

        def settle(place: int) -> int | None:
            if found[place] == _ZERO:
                over = [p for p in range(len(found)) if covers[place] >> p & 1]
                there = any([settle(p) is not None for p in over])  # noqa: C419 (each is to be settled)
                found[place] = UNKNOWN_CARD if there else None
                self.remark(f"{ZERO} as a card that is {'not known' if there else 'gone'}")
            return found[place]

        return tuple(map(settle, range(len(found))))


def _rank(card: int) -> str:
    if card >= _BARE:
        return RANKS[card - _BARE]
    return "JK" if card == JOKER else RANKS[rank_of(card)]


def _count_problems(deal: Laid, variant: Variant, *, partial: bool) -> list[str]:
    """What is wrong with the numbers of cards of each rank."""
    here = Counter(_rank(card) for card in deal.cards() if card != UNKNOWN_CARD)
    whole = Counter(map(_rank, variant.deck()))
    found = []
    for name, difference in (("too many", here - whole), ("too few", whole - here)):
        if difference and not (name == "too few" and (partial or UNKNOWN_CARD in deal.cards())):
            ranks = (f"{rank} ({here[rank]}, expected {whole[rank]})" for rank in _in_order(difference))
            found.append(f"{name} of {', '.join(ranks)}")
    return found


def _in_order(ranks: Iterable[str]) -> list[str]:
    order = [*RANKS, "JK"]
    return sorted(ranks, key=order.index)


def _with_suits(deal: Laid, variant: Variant) -> Laid:
    """The deal with a suit for each card, whether it had one or not."""
    free: dict[str, list[int]] = {}
    for card in variant.deck():
        free.setdefault(_rank(card), []).append(card)

    def give(card: int | None) -> int | None:
        return card if card is None or card == UNKNOWN_CARD else free[_rank(card)].pop(0)

    opening, named = deal.opening, variant.opening_card
    is_named = (
        opening is not None
        and named is not None
        and opening != UNKNOWN_CARD
        and _rank(opening) == _rank(named)
    )
    if is_named and named is not None:
        free[_rank(named)].remove(named)
    tableau = tuple(map(give, deal.tableau))
    opening = named if is_named else give(opening)
    return Laid(tableau, opening, tuple(card for card in map(give, deal.stock) if card is not None))
