"""Deal numbers -> decks, without Python between deals.

The same mixer and shuffle as golfsolve.numbering, which explains them and is the reference: a test
holds both to the same cards.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsolve.engine.encoding import ZERO
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
def shuffled(number: np.uint64, deck: npt.NDArray[np.uint8], cards: npt.NDArray[np.uint8]) -> None:
    """Write the shuffle of that number of ``deck`` (uint8[n], in start order) to ``cards`` (uint8[n])."""
    cards[:] = deck
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
def place_opening(cards: npt.NDArray[np.uint8], opening: int, place: int) -> None:
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
