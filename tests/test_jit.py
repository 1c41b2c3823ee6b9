"""What the kernels ask of the processor directly, against Python's integers."""

import numba
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from golfsolve.engine import jit

WORDS = st.integers(0, 2**64 - 1)


@numba.njit
def of_one(word):
    return jit.highest_bit(word), jit.count_bits(word)


@numba.njit
def of_two(x, y):
    return jit.byte_max(x, y)


@numba.njit
def read_early(rows, row):
    jit.prefetch(rows, row)
    return rows[row, 0]


@given(WORDS.filter(bool))
def test_bits_are_numbered_and_counted(word):
    assert of_one(np.uint64(word)) == (word.bit_length() - 1, word.bit_count())


@given(WORDS, WORDS)
def test_the_larger_of_each_pair_of_bytes(x, y):
    expected = bytes(map(max, x.to_bytes(8, "big"), y.to_bytes(8, "big")))
    assert int(of_two(np.uint64(x), np.uint64(y))).to_bytes(8, "big") == expected


def test_reading_early_changes_nothing():
    rows = np.arange(24, dtype=np.uint64).reshape(6, 4)
    assert [int(read_early(rows, row)) for row in range(6)] == [0, 4, 8, 12, 16, 20]
