"""Bytes side by side, against bytes one by one; and the search without the byte look-up of the processor."""

import json
import os
import subprocess
import sys

import numba
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import nodes
from golfsolve.engine import bytewise

WORD = st.binary(min_size=8, max_size=8)
ROW = st.binary(min_size=64, max_size=64)


def word(text):
    return np.frombuffer(text, np.uint64)[0]


def row(*texts):
    return np.frombuffer(b"".join(texts), np.uint64).reshape(-1, 8).copy()


def text_of(number):
    return np.array([number], np.uint64).tobytes()


@numba.njit
def of_words(x, y):
    return (
        (
            bytewise.byte_max(x, y),
            bytewise.byte_min(x, y),
            bytewise.byte_add(x, y),
            bytewise.byte_subtract(x, y),
        ),
        (bytewise.bytes_less(x, y), bytewise.bytes_equal(x, y)),
    )


@numba.njit
def looked_up(low, high, index):
    return bytewise.lookup(low, high, index)


@numba.njit
def of_rows(rows, found):
    x, y = bytewise.load(rows, 0), bytewise.load(rows, 1)
    bytewise.store(found, 0, bytewise.add(x, y))
    bytewise.store(found, 1, bytewise.subtract(x, y))
    bytewise.store(found, 2, bytewise.mask(x, y))
    bytewise.store(found, 3, bytewise.join(x, y))
    bytewise.store(found, 4, bytewise.largest(x, y))
    bytewise.store(found, 5, bytewise.repeat(rows[0, 0]))
    bytewise.store(found, 6, bytewise.zeros())
    return bytewise.any_negative(x)


@numba.njit
def looked_up_in_rows(rows, found):
    bytewise.store(found, 0, bytewise.look_up(bytewise.load(rows, 0), bytewise.load(rows, 1)))


@numba.njit
def picked(rows):
    return bytewise.pick(bytewise.load(rows, 0), bytewise.load(rows, 1))


def one_by_one(function, x, y):
    return bytes(function(a, b) & 255 for a, b in zip(x, y, strict=True))


@given(WORD, WORD)
def test_operations_on_the_bytes_of_words(x, y):
    words, bits = of_words(word(x), word(y))
    functions = (max, min, lambda a, b: a + b, lambda a, b: a - b)
    assert [text_of(w) for w in words] == [one_by_one(function, x, y) for function in functions]
    pairs = list(enumerate(zip(x, y, strict=True)))
    assert bits == (sum((a < b) << i for i, (a, b) in pairs), sum((a == b) << i for i, (a, b) in pairs))


@given(ROW, ROW)
def test_operations_on_rows_of_64_bytes(x, y):
    found = np.ones((7, 8), np.uint64)
    negative = of_rows(row(x, y), found)
    functions = (lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a & b, lambda a, b: a | b, max)
    expected = [one_by_one(function, x, y) for function in functions]
    assert [line.tobytes() for line in found] == [*expected, x[:8] * 8, bytes(64)]
    assert negative == (max(x) > 127)


@given(WORD, WORD, st.binary(min_size=8, max_size=8).map(lambda text: bytes(b & 15 for b in text)))
def test_a_table_of_16_bytes_is_looked_up_at_8_places(low, high, index):
    assert text_of(looked_up(word(low), word(high), word(index))) == bytes((low + high)[i] for i in index)


@given(ROW, ROW)
def test_look_up_in_parts_of_16_bytes_gives_0_where_the_index_is_negative(table, index):
    found = np.ones((1, 8), np.uint64)
    looked_up_in_rows(row(table, index), found)
    expected = bytes(0 if i > 127 else table[at // 16 * 16 + i % 16] for at, i in enumerate(index))
    assert found.tobytes() == expected


@given(ROW, st.lists(st.integers(0, 7), min_size=8, max_size=8))
def test_one_byte_of_each_word_of_a_row_is_picked(x, lane):
    shifts = np.array([8 * i for i in lane], np.uint64).tobytes()
    assert text_of(picked(row(x, shifts))) == bytes(x[8 * i + lane[i]] for i in range(8))


COUNT = """
import json
from benchmarks import nodes
from golfsolve.engine import bytewise
assert not bytewise.FAST_LOOKUP
nodes.DEALS_ELSEWHERE = 20
print(json.dumps(nodes.count(("golf", "relaxed"))))
"""


def test_the_search_takes_as_many_states_without_the_look_up_of_the_processor(monkeypatch):
    """As on a processor that has none: only what every x86-64 or ARM has."""
    plain = {"x86_64": "+sse2", "AMD64": "+sse2"}.get(
        os.uname().machine if hasattr(os, "uname") else "AMD64", ""
    )
    environment = os.environ | {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": plain}
    run = subprocess.run(
        [sys.executable, "-c", COUNT], capture_output=True, text=True, check=True, env=environment
    )
    monkeypatch.setattr(nodes, "DEALS_ELSEWHERE", 20)
    assert json.loads(run.stdout) == nodes.count(("golf", "relaxed"))
