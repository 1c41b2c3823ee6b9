"""How a pattern table is filled: rows of eight states at once.

States that differ in one column alone, the one with most window cards, lie together in a row of 8 (64
bytes). What a row takes over from rows with one card fewer in another column is done for all of it at
once::

    value = the byte of that card's lane, in all 8 bytes of its state
    entry = max(entry, value where the lane takes the card, carried[value])

where ``carried[value]``, a look-up of 16 bytes, is the draw count before the last stock card that takes the
card; a stock of 17 to 30 cards needs two. A larger one, a processor without byte look-up, and rows with few
enough cards to be won (best.py) do the same word by word. Inside a row, states follow one from the
other: first their values are worked out along the row, byte by byte, then all of it is done at once again.

A processor does several rows at a time where none waits for another. So the first three columns are gone
through by how many cards they have together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from golfsolve.engine import bytewise
from golfsolve.engine.bytewise import byte_max
from golfsolve.engine.encoding import I64, ONE, ONES, STOCK, STOCK_SIZE, U8, U64, ZERO, Deal, Rules
from golfsolve.engine.jit import inner_kernel

LANES = 8
OUTSIDE = 7  # the lane of all ranks outside the window
ROW = 8  # states in a row
MAX_COLUMNS = 64
NARROW_STOCK = 16  # the largest stock whose values from 2 on fit one look-up of 16
LOOKUP_STOCK = 30  # the largest stock whose values fit two look-ups of 16

_BYTE = np.uint64(0xFF)
_OUTSIDE_BYTE = _BYTE << np.uint64(8 * OUTSIDE)


class Steps(NamedTuple):
    """What the play of a window card makes of an entry, for each rank i of the window.

    ``taking[i]`` masks the lanes that take that rank, ``drawn[i, v]`` is the value on all other lanes
    before a stock card carries it into value v, ``before[i, v]`` both together, an entry. Rows 2 i and 2 i
    + 1 of ``carried`` are ``drawn[i]`` for look-ups, in each part of 16 bytes: of 16 values from 2 on where
    a stock is narrow, else of values 0 to 15 and of 16 to 31.
    """

    taking: U64  # [LANES]
    drawn: U8  # [LANES, STOCK + 2]
    before: U64  # [LANES, STOCK + 2]
    carried: U64  # [2 * LANES, ROW]


@inner_kernel
def make_steps(rules: Rules, deal: Deal, pattern: int, ranks: int, lane: U64, accepted: U64) -> Steps:
    """On the lanes that take the rank the value stays. On all others a stock card must carry it.

    Value v means won from draw count v - 1 at the latest, so that must be stock card j with
    j + 1 <= v - 1, and the state before it is drawn has draw count j, value j + 1.
    """
    skipped = 2 if deal.start[STOCK_SIZE] <= NARROW_STOCK else 0
    taking = np.zeros(LANES, np.uint64)
    drawn = np.zeros((LANES, STOCK + 2), np.uint8)
    before = np.zeros((LANES, STOCK + 2), np.uint64)
    carried = np.zeros((2 * LANES, ROW), np.uint64)
    for i in range(ranks):
        rank = np.uint64(rules.windows[pattern, i])
        for place in range(LANES):
            if accepted[place] >> rank & ONE:
                taking[i] |= _BYTE << np.uint64(8 * place)
        best = 0
        for value in range(1, deal.start[STOCK_SIZE] + 2):
            if value > 1 and accepted[np.int64(lane[deal.stock[value - 2]]) // 8] >> rank & ONE:
                best = value - 1
            drawn[i, value] = best
            before[i, value] = byte_max(np.uint64(value) * ONES & taking[i], np.uint64(best) * ONES)
            index = value - skipped
            if 0 <= index < 32:
                for word in range(index % 16 // 8, ROW, 2):
                    carried[2 * i + index // 16, word] |= np.uint64(best) << np.uint64(index % 8 * 8)
    return Steps(taking, drawn, before, carried)


# [lane]: the indexes that put the byte of that lane into all 8 bytes of its state. The last row: those
# that spread the bytes of one word, one to each state of a row.
_SPREAD = np.array(
    [[lane * 0x0101010101010101, (8 + lane) * 0x0101010101010101] * 4 for lane in range(LANES)]
    + [[state * 0x0101010101010101 for state in range(ROW)]],
    np.uint64,
)
_STATES = LANES


class Shape(NamedTuple):
    """Where the states of a table lie.

    ``cards[i]`` is the number of window cards of the i-th column that has any, the inner one apart,
    ``stride[i]`` the rows between states that differ by one of them, ``byte[i]`` 8 times the column's byte
    in ``children``, and ``lane[i, k]`` the lane of the k-th deepest. ``inner`` are the lanes of the inner
    column, ``inner_byte`` its byte, ``run`` the number of its cards, ``rows`` that of all rows. ``groups``
    are the cards left in the first three columns, by their sum: neighbours in this order do not wait for each
    other.
    """

    cards: I64  # [MAX_COLUMNS]
    stride: I64  # [MAX_COLUMNS]
    byte: U64  # [MAX_COLUMNS]
    lane: I64  # [MAX_COLUMNS, ROW]
    columns: int
    inner: I64  # [ROW]
    inner_byte: np.uint64
    run: int
    rows: int
    groups: I64  # [n, 3]


@inner_kernel
def _fill_words(
    entries: U64,
    children: U64,
    shape: Shape,
    before: U64,
    stock: int,
    may_stay: int,
    row: int,
    left: I64,
) -> None:
    """Fill one row state by state, with ``left`` window cards in the other columns."""
    run = shape.run
    cards_left = 0
    for column in range(shape.columns):
        cards_left += left[column]
    value = ZERO
    for first in range(run + 1):
        entry = ZERO
        child = ZERO
        for column in range(shape.columns):
            if left[column]:
                lane = shape.lane[column, left[column] - 1]
                value = entries[row - shape.stride[column], first] >> np.uint64(8 * lane) & _BYTE
                entry = byte_max(entry, before[lane, np.int64(value)])
                child |= value << shape.byte[column]
        if first:
            lane = shape.inner[first - 1]
            value = entries[row, first - 1] >> np.uint64(8 * lane) & _BYTE
            entry = byte_max(entry, before[lane, np.int64(value)])
            child |= value << shape.inner_byte
        if cards_left + first <= may_stay:
            entry = np.uint64(stock + 1) * ONES
        entries[row, first] = entry
        if row < children.shape[0]:
            children[row, first] = child & ~_OUTSIDE_BYTE | entry & _OUTSIDE_BYTE


@inner_kernel
def fill(entries: U64, children: U64, shape: Shape, steps: Steps, stock: int, may_stay: int) -> None:
    """Fill a table and, where there is room for them, its children.

    ``stock`` is the number of stock cards, ``may_stay`` how many cards may be left at the end.
    """
    spread = _SPREAD
    cards, stride, byte, lane_of = shape.cards, shape.stride, shape.byte, shape.lane
    columns, inner, run, rows, groups = shape.columns, shape.inner, shape.run, shape.rows, shape.groups
    taking, drawn_from, carried = steps.taking, steps.drawn, steps.carried
    at_once = bytewise.FAST_LOOKUP and stock <= LOOKUP_STOCK
    narrow = stock <= NARROW_STOCK
    with_children = rows <= children.shape[0]
    # chain[k, v]: what v on the lane of inner card k - 1 makes of the lane of inner card k, and, in the low
    # byte, of lanes that do not take it.
    chain = np.zeros((ROW, STOCK + 2), np.uint16)
    inner_taking = np.zeros((1, ROW), np.uint64)
    for first in range(1, run + 1):
        inner_taking[0, first] = taking[inner[first - 1]]
        for value in range(stock + 2):
            carry = steps.before[inner[first - 1], value]
            following = carry >> np.uint64(8 * inner[first]) & _BYTE
            chain[first, value] = np.uint16(
                following << np.uint64(8) | np.uint64(drawn_from[inner[first - 1], value])
            )
    two = bytewise.repeat(np.uint64(2) * ONES)
    sixteen = bytewise.repeat(np.uint64(16) * ONES)
    beyond = bytewise.repeat(np.uint64(0x70) * ONES)
    spread_states = bytewise.load(spread, _STATES)
    outside_bytes = bytewise.repeat(_OUTSIDE_BYTE)
    other_bytes = bytewise.repeat(~_OUTSIDE_BYTE)
    inner_bytes = bytewise.repeat(_BYTE << shape.inner_byte)
    taking_inside = bytewise.load(inner_taking, 0)
    inner_shift = np.zeros((1, ROW), np.uint64)
    for first in range(ROW):
        inner_shift[0, first] = 8 * inner[first]
    inner_shifts = bytewise.load(inner_shift, 0)
    left = np.zeros(MAX_COLUMNS, np.int64)  # window cards left in each column
    # The columns with cards left: where their successors lie and what they need.
    offset = np.zeros(MAX_COLUMNS, np.int64)
    lane = np.zeros(MAX_COLUMNS, np.int64)
    shift = np.zeros(MAX_COLUMNS, np.uint64)
    base = 0
    while base < rows:
        fixed = 0
        others = 0
        for column in range(3, columns):
            if left[column]:
                others += left[column]
                offset[fixed] = stride[column]
                lane[fixed] = lane_of[column, left[column] - 1]
                shift[fixed] = byte[column]
                fixed += 1
        for group in range(groups.shape[0]):
            one, other, third = groups[group, 0], groups[group, 1], groups[group, 2]
            row = base + one + other * stride[1] + third * stride[2]
            if not at_once or others + one + other + third <= may_stay:
                left[0], left[1], left[2] = one, other, third
                _fill_words(entries, children, shape, steps.before, stock, may_stay, row, left)
                continue
            active = fixed
            if one:
                offset[active] = 1
                lane[active] = lane_of[0, one - 1]
                shift[active] = byte[0]
                active += 1
            if other:
                offset[active] = stride[1]
                lane[active] = lane_of[1, other - 1]
                shift[active] = byte[1]
                active += 1
            if third:
                offset[active] = stride[2]
                lane[active] = lane_of[2, third - 1]
                shift[active] = byte[2]
                active += 1
            entry_row = bytewise.zeros()
            child_row = bytewise.zeros()
            for i in range(active):
                value = bytewise.look_up(
                    bytewise.load(entries, row - offset[i]), bytewise.load(spread, lane[i])
                )
                taken = bytewise.mask(value, bytewise.repeat(taking[lane[i]]))
                if narrow:
                    drawn = bytewise.look_up(
                        bytewise.load(carried, 2 * lane[i]), bytewise.subtract(value, two)
                    )
                else:
                    low = bytewise.look_up(bytewise.load(carried, 2 * lane[i]), bytewise.add(value, beyond))
                    high = bytewise.look_up(
                        bytewise.load(carried, 2 * lane[i] + 1), bytewise.subtract(value, sixteen)
                    )
                    drawn = bytewise.largest(low, high)
                entry_row = bytewise.largest(entry_row, bytewise.largest(taken, drawn))
                child_row = bytewise.join(child_row, bytewise.mask(value, bytewise.repeat(_BYTE << shift[i])))
            values = ZERO
            carries = ZERO
            picked = bytewise.pick(entry_row, inner_shifts)
            carrying = picked & _BYTE
            for first in range(1, run + 1):
                step = np.uint64(chain[first, np.int64(carrying)])
                at = np.uint64(8 * first)
                values |= carrying << at
                carries |= (step & _BYTE) << at
                carrying = max(picked >> at & _BYTE, step >> np.uint64(8))
            inside = bytewise.look_up(bytewise.repeat(values), spread_states)
            carry_row = bytewise.look_up(bytewise.repeat(carries), spread_states)
            entry_row = bytewise.largest(
                entry_row, bytewise.largest(bytewise.mask(inside, taking_inside), carry_row)
            )
            child_row = bytewise.join(child_row, bytewise.mask(inside, inner_bytes))
            child_row = bytewise.join(
                bytewise.mask(child_row, other_bytes), bytewise.mask(entry_row, outside_bytes)
            )
            bytewise.store(entries, row, entry_row)
            if with_children:
                bytewise.store(children, row, child_row)
        base += groups.shape[0]
        column = 3
        while column < columns and left[column] == cards[column]:
            left[column] = 0
            column += 1
        left[column] += 1
