"""Custom rules and positions under them, at random: every kind of rules in every size.

All of it is small enough for the plain rules of naive.py, which visit every position: layouts of any size
with few cards left, or small layouts with all the rest of one or two decks in the stock.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from golfsolve import Deal, DealNumber, Variant, deal_number
from golfsolve.game import layout as layouts
from golfsolve.game.cards import JOKER
from golfsolve.game.layout import Layout
from golfsolve.game.variants import DEALT, FREE, ON_KING_NOTHING, ON_KING_QUEEN, STOCK


def _columns(rng: random.Random, most: int) -> Layout:
    count = rng.randint(1, min(most, rng.choice([2, 4, 7, 9, 17])))
    tall = max(1, most // count)
    return layouts.columns(tuple(rng.randint(1, min(tall, rng.choice([1, 2, 4, 7]))) for _ in range(count)))


def many_columns(rng: random.Random) -> Layout:
    """A layout with too many boards for the whole-table pass."""
    return layouts.columns((rng.randint(1, 2),) * rng.randint(20, 26))


def without_stock(rng: random.Random) -> Variant:
    """A game whose cards all lie in the tableau."""
    jokers = rng.choice([0, 0, 0, 1, 2, 4])
    opening = rng.choice([DEALT, FREE, "AS"])
    size = 52 + jokers - (opening != FREE)
    count = rng.choice([1, 2, 4, 7, 9, 13, 17, 26])
    tall, more = divmod(size, count)
    layout = layouts.columns((tall + 1,) * more + (tall,) * (count - more))
    king = rng.choice([ON_KING_QUEEN, ON_KING_QUEEN, ON_KING_NOTHING])
    wrap = king == ON_KING_QUEEN and rng.random() < 0.5
    return Variant("dry", layout, 0, 1, jokers, opening, king, wrap)


SMALL: list[Callable[[random.Random], Layout]] = [
    lambda rng: _columns(rng, 8),
    lambda rng: layouts.columns((1,) * rng.randint(1, 8)),
    lambda rng: layouts.columns((rng.randint(1, 12),)),
    lambda rng: layouts.pyramid(rng.randint(1, 4)),
    lambda rng: layouts.peaks(rng.randint(2, 3), 2),
]
LARGE: list[Callable[[random.Random], Layout]] = [
    lambda rng: _columns(rng, 52),
    lambda rng: layouts.columns((rng.randint(3, 7),) * rng.randint(3, 9)),
    many_columns,
    lambda rng: layouts.columns((7,) * 9 if rng.random() < 0.5 else (6,) * 9 + (rng.randint(1, 8),)),
    lambda rng: layouts.pyramid(rng.randint(3, 9)),
    lambda rng: layouts.peaks(rng.randint(2, 3), rng.randint(2, 4)),
]


def rules(rng: random.Random, kinds: list[Callable[[random.Random], Layout]]) -> Variant:
    """A game with a layout of one of these kinds, and everything else at random."""
    layout = rng.choice(kinds)(rng)
    jokers = rng.choice([0, 0, 0, 1, 2, 4])
    opening = rng.choice([DEALT, DEALT, STOCK, FREE, FREE, "AS", "7H"])
    king = rng.choice([ON_KING_QUEEN, ON_KING_NOTHING])
    wrap = king == ON_KING_QUEEN and rng.random() < 0.5
    dealt = layout.size + (opening not in (STOCK, FREE))
    needed = dealt + (opening == STOCK)  # somebody has to turn a card
    decks = 2 if needed > 52 + jokers else rng.choice([1, 2])
    return Variant("random", layout, 52 * decks + jokers - dealt, decks, jokers, opening, king, wrap)


def full_deal(variant: Variant, rng: random.Random) -> Deal:
    return deal_number(DealNumber(rng.randint(1, 10**6)), variant)


def position(variant: Variant, rng: random.Random, size: int) -> Deal:
    """A position from anywhere in the layout, of about ``size`` positions of naive.py at most.

    Often the ranks of the tableau are few neighbours, for without that almost every small position would be
    lost, and often the stock holds mostly others, for else it would win almost every one.
    """
    deck = variant.deck()
    rng.shuffle(deck)
    low, width = rng.randrange(13), rng.choice([2, 3, 4, 5, 7, 13])
    deck.sort(
        key=lambda card: card == JOKER or (card % 13 - low) % 13 < width
    )  # from the end: the neighbours

    layout = variant.layout
    left = (1 << layout.size) - 1
    goes_early = [rng.random() for _ in layout.covers]  # some parts are played out, others untouched
    wanted = rng.randint(1, rng.randint(1, min(9, layout.size)))
    while left.bit_count() > wanted:
        free = [p for p, over in enumerate(layout.covers) if left >> p & 1 and not over & left]
        left ^= 1 << min(free, key=goes_early.__getitem__)
    tableau = tuple(deck.pop() if left >> place & 1 else None for place in range(layout.size))

    most = min(variant.stock, len(deck) - 1, size // boards(layout, left))
    length = rng.choice([0, most, rng.randint(0, most), rng.randint(0, most)])
    neighbours = rng.choice([0, 1, 2, 4, 107])
    deck = deck[-neighbours:] + deck[:-neighbours] if neighbours else deck
    waste = (
        None
        if variant.opening in (FREE, STOCK) and rng.random() < 0.6
        else deck.pop(rng.randrange(len(deck)))
    )
    stock = deck[:length]
    rng.shuffle(stock)
    return Deal(tableau, waste, tuple(stock))


def boards(layout: Layout, left: int) -> int:
    """How many boards can come of the one with these places left, 1 to 2**cards."""
    found = layer = {left}
    while layer:
        layer = {
            board ^ 1 << p
            for board in layer
            for p, over in enumerate(layout.covers)
            if board >> p & 1 and not over & board
        }
        found = found | layer
    return len(found)


# Ranks of the deals below.
TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = *range(1, 13), 0


def early_or_late(rng: random.Random) -> tuple[Variant, Deal]:
    """A deal in which the same board and waste card come with some ten draws or with more than 64.

    Only the former wins, and which is met first is for the search to choose: who mistakes the many draws
    for few calls the deal lost. Two columns, ``3 8 2 K`` and ``5 5 5 J``, on a Queen. The Jack first: then
    the King waits for the Ace that is drawn 65th or 66th, and after it no 8 goes before the 3 can. The King
    first, then the Jack on the only Ten, soon: after the Two on the next Three there is all the time for 8, 3
    and 5 5 5.
    """
    left = [8] * 13

    def take(*ranks: int) -> int:
        rank = rng.choice([rank for rank in ranks if left[rank]])
        left[rank] -= 1
        return rank + 13 * (left[rank] % 4)

    columns = [
        [take(rank) for rank in ranks] for ranks in ((THREE, EIGHT, TWO, KING), (FIVE, FIVE, FIVE, JACK))
    ]
    opening = take(QUEEN)
    ten, three, ace = rng.randint(1, 3), rng.randint(5, 9), rng.randint(65, 66)
    end = [take(THREE), take(TWO, FOUR), take(SEVEN, NINE), take(SIX), take(SIX), take(SIX)]
    stock = []
    for draw in range(1, ace + 1):
        idle = [TWO, SEVEN, EIGHT, NINE, FIVE, KING, JACK] + [THREE, FOUR, SIX] * (draw > three)
        stock.append(take(*{ten: [TEN], three: [THREE], ace: [ACE]}.get(draw, idle)))
    if rng.random() < 0.5:
        columns.reverse()
    tableau = tuple(columns[place % 2][place // 2] for place in range(8))
    variant = Variant("early-or-late", layouts.columns((4, 4)), 95, decks=2, wrap=True)
    return variant, Deal(tableau, opening, (*stock, *end))
