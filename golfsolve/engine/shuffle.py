"""Deal numbers -> decks -> ranks in their places, without Python between deals.

The same mixer and shuffle as golfsolve.game.numbering, which explains them and is the reference: a test
holds both to the same cards.
"""

from __future__ import annotations

import numpy as np

from golfsolve.engine.encoding import I64, JOKER_RANK, U8, U64, ZERO
from golfsolve.engine.jit import kernel

MARKED = 255  # a named opening card in the deck, so that its copy in a second deck is another card

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@kernel
def mix(z: np.uint64) -> np.uint64:
    """The output function of SplitMix64."""
    z = (z ^ z >> np.uint64(30)) * _FIRST
    z = (z ^ z >> np.uint64(27)) * _SECOND
    return z ^ z >> np.uint64(31)


@kernel
def next_random(state: U64) -> np.uint64:
    """Step a generator whose state is in uint64[1], and give its number."""
    state[0] += _GAMMA
    return mix(state[0])


@kernel
def shuffled(number: np.uint64, deck: U8, cards: U8) -> None:
    """Write the shuffle of that number of ``deck`` (uint8[n], in start order) to ``cards`` (uint8[n])."""
    for i in range(deck.size):
        cards[i] = deck[i]
    state = mix(number)
    for i in range(deck.size - 1, 0, -1):
        size = np.uint64(i + 1)
        skip = (ZERO - size) % size  # 2**64 mod size
        while True:
            state += _GAMMA
            value = mix(state)
            if value >= skip:
                break
        j = np.int64(value % size)
        cards[i], cards[j] = cards[j], cards[i]


@kernel
def place_opening(cards: U8, opening: int, place: int) -> None:
    """Move the marked card to index ``place``, as card ``opening``; the others keep their order."""
    at = 0
    while cards[at] != MARKED:
        at += 1
    while at < place:
        cards[at] = cards[at + 1]
        at += 1
    while at > place:
        cards[at] = cards[at - 1]
        at -= 1
    cards[place] = opening


@kernel
def rank_of(card: int) -> int:
    """The rank of a card, as in golfsolve.game.cards."""
    return JOKER_RANK if card == 52 else card % 13


@kernel
def deal_out(
    number: np.uint64, deck: U8, named: I64, opening: int, cards: U8, tableau: U8, stock: U8
) -> tuple[int, int]:
    """Shuffle, and write the cards in dealing order and the ranks of tableau and stock.

    ``named`` is a named opening card (MARKED in the deck) and its index, or -1 twice; ``opening`` the rank
    of an empty waste, or -1 where a card of the deal opens. Returns the waste rank and the stock's size.
    """
    shuffled(number, deck, cards)
    if named[0] >= 0:
        place_opening(cards, named[0], named[1])
    first = tableau.size
    for place in range(first):
        tableau[place] = rank_of(cards[place])
    waste = opening
    if opening < 0:
        waste = int(rank_of(cards[first]))
        first += 1
    size = cards.size - first
    for drawn in range(size):
        stock[drawn] = rank_of(cards[first + drawn])
    return waste, size
