"""The cards not seen yet as one number, and sets of such numbers as bit vectors.

Which cards are unseen is known, their order is not. Ranks on which the same ranks of the tableau play are
one *class*; how many cards of each class are left is a number in mixed radix, digit by digit:

    number = sum of left[k] * stride[k],   0 <= left[k] <= count[k]

A set of numbers is a row of 64-bit words, bit n of the row for number n, and taking one card of class k away
is a shift by stride[k]. The digits are laid out so that no shift has a carry to look after::

    bits 0..2   up to three classes, each with a power of two as radix: the 8 lanes of a block
    bits 3..5   further classes, product of radices at most 8: the 8 blocks of a word
    above       all other classes: whole words

Numbers whose digits pass a count do not occur; radices are chosen so that these are few.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsolve.engine.jit import kernel
from golfsolve.engine.odds_boards import I64, U8, U16, U64

BLOCK = 8  # numbers to a block, and blocks to a word
WORD = 64
LANE, BYTE, ABOVE = 0, 1, 2  # where a class has its digit

F32 = npt.NDArray[np.float32]


class Unseen(NamedTuple):
    """The classes of a multiset of unseen cards; classes with their digit above come first, then bytes.

    ``plays[k]`` masks the tableau ranks that play on class k. ``mask[k]`` has the bits of a word whose digit
    k is not 0 (lanes and bytes only). ``digits[b, k]`` is the digit k of block b (0 for lanes),
    ``lane_digits[t, i]`` the digit of the lane class with stride 1 << t in lane i, and ``inverse[n]`` is 1
    by n plus the cards of each lane, 1 where that is 1 / 0.
    """

    plays: U16  # [classes]
    counts: I64  # [classes]
    kind: I64  # [classes]
    stride: I64  # [classes]
    mask: U64  # [classes]
    valid: np.uint64  # the bits of a word that occur
    words: int
    whole: int  # the number of the multiset with all cards
    above: int  # classes that are not lanes
    lane_class: I64  # [3]: the class with stride 1, 2, 4, or -1
    lane_depth: int  # cards of lane classes
    digits: U8  # [8 * words, classes]
    block_cards: U8  # [8 * words]
    lane_digits: F32  # [3, 8]
    inverse: F32  # [cards + 1, 8]


def arrange(weighed: list[tuple[int, int, int]]) -> Unseen:
    """Lay out classes given as (tableau cards that play on it, plays, count), in any order."""
    weighed = sorted(weighed)
    classes = [(plays, count) for _, plays, count in weighed]
    # Lanes for classes that matter little: with or without one of their cards, numbers are reached alike, and
    # blocks are full. Measured on ten deals of Golf, a share of about (1 - 0.06 cards) ** ((count + 1) / 2).
    filled = [max(0.05, 1 - 0.06 * cards) ** ((count + 1) / 2) for cards, _, count in weighed]
    lanes = _best_group(classes, filled, power_of_two=True)
    rest = [k for k in range(len(classes)) if k not in lanes]
    in_bytes = [rest[k] for k in _best_group([classes[k] for k in rest], [1] * len(rest), power_of_two=False)]
    order = [k for k in rest if k not in in_bytes] + in_bytes + list(lanes)
    kinds = [ABOVE] * (len(rest) - len(in_bytes)) + [BYTE] * len(in_bytes) + [LANE] * len(lanes)
    size = len(order)
    count = np.array([classes[k][1] for k in order], np.int64)
    stride = np.zeros(size, np.int64)
    next_stride = {LANE: 1, BYTE: BLOCK, ABOVE: WORD}
    for k, kind in enumerate(kinds):
        stride[k] = next_stride[kind]
        next_stride[kind] *= _lane_radix(count[k]) if kind == LANE else count[k] + 1
    words = int(next_stride[ABOVE]) // WORD
    bits = np.arange(WORD)
    mask, occurs = np.zeros(size, np.uint64), np.ones(WORD, np.bool_)
    occurs[next_stride[BYTE] :] = False
    lane_digits = np.zeros((3, BLOCK), np.float32)
    lane_class = np.full(3, -1, np.int64)
    # bits of the digits laid out below: those of lanes that no class uses are 0
    occurs &= bits % BLOCK < next_stride[LANE]
    digit_of = {}
    for k, kind in enumerate(kinds):
        if kind == ABOVE:
            continue
        radix = _lane_radix(count[k]) if kind == LANE else count[k] + 1
        digit = (bits // stride[k]) % radix if kind == BYTE else (bits % BLOCK // stride[k]) % radix
        digit_of[k] = digit
        occurs &= digit <= count[k]
    for k, digit in digit_of.items():
        mask[k] = sum(1 << int(bit) for bit in bits[(digit >= 1) & occurs])
        if kinds[k] == LANE:
            slot = int(stride[k]).bit_length() - 1
            lane_class[slot] = k
            lane_digits[slot] = np.where(digit[:BLOCK] <= count[k], digit[:BLOCK], 0)
    blocks = np.arange(BLOCK * words)
    digits = np.zeros((blocks.size, max(1, size)), np.uint8)
    for k, kind in enumerate(kinds):
        if kind != LANE:
            number = blocks * BLOCK if kind == ABOVE else blocks % BLOCK * BLOCK
            digits[:, k] = number // stride[k] % (count[k] + 1)
    cards = int(count.sum())
    lane_cards = lane_digits.sum(axis=0)
    sums = np.arange(cards + 1, dtype=np.float32)[:, None] + lane_cards
    return Unseen(
        np.array([classes[k][0] for k in order], np.uint16),
        count,
        np.array(kinds, np.int64),
        stride,
        mask,
        np.uint64(sum(1 << int(bit) for bit in bits[occurs])),
        words,
        int((count * stride).sum()),
        kinds.count(ABOVE) + kinds.count(BYTE),
        lane_class,
        int(count[[k for k in range(size) if kinds[k] == LANE]].sum()),
        digits,
        digits.sum(axis=1, dtype=np.uint8),
        lane_digits,
        (np.float32(1) / np.maximum(sums, np.float32(1))).astype(np.float32),
    )


def numbers(classes: list[tuple[int, int]]) -> int:
    """How many multisets there are: the product of all counts + 1."""
    return prod(count + 1 for _, count in classes)


def _lane_radix(count: int) -> int:
    """The power of two that holds digits up to ``count``."""
    return 1 << int(count).bit_length()


def _best_group(
    classes: list[tuple[int, int]], filled: Sequence[float], *, power_of_two: bool
) -> tuple[int, ...]:
    """The classes whose radices multiply to at most 8, filling that best; the first of several such."""
    best: tuple[int, ...] = ()
    best_share = 0.0
    small = [k for k, (_, count) in enumerate(classes) if count < BLOCK]
    for size in (3, 2, 1):
        for group in itertools.combinations(small, size):
            counts = [classes[k][1] for k in group]
            room = prod(_lane_radix(count) if power_of_two else count + 1 for count in counts)
            share = prod((classes[k][1] + 1) * filled[k] for k in group)
            if room <= BLOCK and share > best_share:
                best, best_share = group, share
    return best


# Sets lie mostly near one end of their rows, or are empty: the kernels below look at the words from ``low``
# to ``high`` - 1 only, beyond which their source holds none, and say how far the result goes.


@kernel
def add_card(unseen: Unseen, k: int, source: U64, target: U64, low: int) -> None:
    """Add to ``target`` each number of ``source`` with one more card of class k."""
    if unseen.kind[k] != ABOVE:
        shift, mask = np.uint64(unseen.stride[k]), unseen.mask[k]
        for word in range(low, source.size):
            target[word] |= source[word] << shift & mask
        return
    step = unseen.stride[k] // WORD
    run = step * (unseen.counts[k] + 1)
    for start in range(low // run * run, source.size, run):
        for word in range(start + step, start + run):
            target[word] |= source[word - step]


@kernel
def add_many(unseen: Unseen, k: int, row: U64, low: int) -> None:
    """Add to ``row`` each of its numbers with any more cards of class k."""
    if unseen.kind[k] != ABOVE:
        shift, mask = np.uint64(unseen.stride[k]), unseen.mask[k]
        for _ in range(unseen.counts[k]):
            for word in range(low, row.size):
                row[word] |= row[word] << shift & mask
        return
    step = unseen.stride[k] // WORD
    run = step * (unseen.counts[k] + 1)
    for start in range(low // run * run, row.size, run):
        for level in range(start + step, start + run, step):
            for word in range(level, level + step):
                row[word] |= row[word - step]


@kernel
def take_card(unseen: Unseen, k: int, source: U64, target: U64, low: int, high: int) -> int:
    """Add to ``target`` each number of ``source`` with one card of class k less; the lowest word of these."""
    if unseen.kind[k] != ABOVE:
        shift, mask = np.uint64(unseen.stride[k]), unseen.mask[k]
        for word in range(low, high):
            target[word] |= (source[word] & mask) >> shift
        return low
    step = unseen.stride[k] // WORD
    run = step * (unseen.counts[k] + 1)
    lowest = low // run * run
    for start in range(lowest, high, run):
        for word in range(start, start + run - step):
            target[word] |= source[word + step]
    return lowest


@kernel
def take_many(unseen: Unseen, k: int, row: U64, low: int, high: int) -> int:
    """Add to ``row`` each of its numbers with any fewer cards of class k; its lowest word then."""
    if unseen.kind[k] != ABOVE:
        shift, mask = np.uint64(unseen.stride[k]), unseen.mask[k]
        for _ in range(unseen.counts[k]):
            for word in range(low, high):
                row[word] |= (row[word] & mask) >> shift
        return low
    step = unseen.stride[k] // WORD
    run = step * (unseen.counts[k] + 1)
    lowest = low // run * run
    for start in range(lowest, high, run):
        for level in range(start + run - 2 * step, start - 1, -step):
            for word in range(level, level + step):
                row[word] |= row[word + step]
    return lowest
