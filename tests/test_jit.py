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


@given(WORDS.filter(bool))
def test_bits_are_numbered_and_counted(word):
    assert of_one(np.uint64(word)) == (word.bit_length() - 1, word.bit_count())
