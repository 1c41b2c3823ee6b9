"""Bytes side by side: operations on the 8 bytes of a uint64, and on 64 bytes in a vector.

Everything is written in LLVM's own vectors, which run on every processor. Only the byte look-up has no such
form: it is one instruction where the processor has it (``FAST_LOOKUP``), and a step for each byte
elsewhere, with the same result (tests/test_bytewise.py). numba's NUMBA_CPU_NAME and
NUMBA_CPU_FEATURES make it forget what the processor can do.

A vector lives in a variable of one kernel: it cannot be passed to another, returned or kept.
"""

from __future__ import annotations

import platform
from typing import Any

import llvmlite.binding
import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.extending import intrinsic, register_model

_I8, _I32, _I64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)
_V8, _V16, _V64 = (ir.VectorType(_I8, size) for size in (8, 16, 64))


def _processor_features() -> set[str]:
    """What the processor can do, as far as numba makes use of it."""
    config: Any = numba.config
    text = config.CPU_FEATURES
    if text is None:
        text = llvmlite.binding.get_host_cpu_features().flatten()
    return {name[1:] for name in text.split(",") if name.startswith("+")}


def _widest_lookup() -> tuple[str, int]:
    """LLVM's name of the widest byte look-up there is, and how many bytes it takes at a time; or ""."""
    features = _processor_features()
    for feature, name, size in (
        ("avx512bw", "llvm.x86.avx512.pshuf.b.512", 64),
        ("avx2", "llvm.x86.avx2.pshuf.b", 32),
        ("ssse3", "llvm.x86.ssse3.pshuf.b.128", 16),
    ):
        if feature in features:
            return name, size
    if "neon" in features and platform.machine().lower() in ("aarch64", "arm64"):
        return "llvm.aarch64.neon.tbl1.v16i8", 16
    return "", 0


_LOOKUP, _LOOKUP_SIZE = _widest_lookup()
FAST_LOOKUP = bool(_LOOKUP)


class _Vector(types.Type):
    def __init__(self, name: str) -> None:
        super().__init__(name)


@register_model(_Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, frontend: Any) -> None:
        super().__init__(manager, frontend, _V64)  # type: ignore[no-untyped-call]


_VECTOR = _Vector("Vector")


# --- 8 bytes --------------------------------------------------------------------------------------


@intrinsic
def _byte_max(typing_context: Any, x: Any, y: Any) -> Any:
    """The larger of each pair of bytes of two uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        left, right = (builder.bitcast(word, _V8) for word in arguments)
        return builder.bitcast(builder.select(builder.icmp_unsigned(">", left, right), left, right), _I64)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _byte_min(typing_context: Any, x: Any, y: Any) -> Any:
    """The smaller of each pair of bytes of two uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        left, right = (builder.bitcast(word, _V8) for word in arguments)
        return builder.bitcast(builder.select(builder.icmp_unsigned("<", left, right), left, right), _I64)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _byte_add(typing_context: Any, x: Any, y: Any) -> Any:
    """The sum of each pair of bytes of two uint64, without carry to the next."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        left, right = (builder.bitcast(word, _V8) for word in arguments)
        return builder.bitcast(builder.add(left, right), _I64)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _byte_subtract(typing_context: Any, x: Any, y: Any) -> Any:
    """The difference of each pair of bytes of two uint64, without borrowing from the next."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        left, right = (builder.bitcast(word, _V8) for word in arguments)
        return builder.bitcast(builder.sub(left, right), _I64)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _bytes_less(typing_context: Any, x: Any, y: Any) -> Any:
    """Bit i is set where byte i of the first uint64 is less than that of the second."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        left, right = (builder.bitcast(word, _V8) for word in arguments)
        bits = builder.bitcast(builder.icmp_unsigned("<", left, right), _I8)
        return builder.zext(bits, _I64)

    return types.int64(types.uint64, types.uint64), generate


@intrinsic
def _bytes_equal(typing_context: Any, x: Any, y: Any) -> Any:
    """Bit i is set where byte i of the two uint64 is the same."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        left, right = (builder.bitcast(word, _V8) for word in arguments)
        bits = builder.bitcast(builder.icmp_unsigned("==", left, right), _I8)
        return builder.zext(bits, _I64)

    return types.int64(types.uint64, types.uint64), generate


@intrinsic
def _lookup(typing_context: Any, low: Any, high: Any, index: Any) -> Any:
    """The bytes of a table of 16, given as two uint64, at the 8 indexes (0 .. 15) of a third."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        halves = [builder.bitcast(word, _V8) for word in arguments]
        double = ir.Constant(ir.VectorType(_I32, 16), list(range(16)))
        table = builder.shuffle_vector(halves[0], halves[1], double)
        indexes = builder.shuffle_vector(halves[2], halves[2], double)
        found = _shuffle(builder, table, indexes, 8)
        first = ir.Constant(ir.VectorType(_I32, 8), list(range(8)))
        return builder.bitcast(builder.shuffle_vector(found, found, first), _I64)

    return types.uint64(types.uint64, types.uint64, types.uint64), generate


def _shuffle(builder: Any, table: Any, index: Any, used: int) -> Any:
    """In each part of 16 bytes: ``table`` at the low four bits of an index, or 0 where it is above 127."""
    size = table.type.count
    if not _LOOKUP:
        result = ir.Constant(table.type, None)
        for byte in range(used):
            at = builder.extract_element(index, _I32(byte))
            inside = builder.and_(at, _I8(15))
            place = builder.add(builder.zext(inside, _I32), _I32(byte // 16 * 16))
            value = builder.extract_element(table, place)
            value = builder.select(builder.icmp_signed("<", at, _I8(0)), _I8(0), value)
            result = builder.insert_element(result, value, _I32(byte))
        return result
    if "neon" in _LOOKUP:  # gives 0 for indexes from 16 on, others leave out the bits between
        index = builder.and_(index, ir.Constant(index.type, [0x8F] * size))
    width = min(size, _LOOKUP_SIZE)
    name = _LOOKUP if width == _LOOKUP_SIZE else "llvm.x86.ssse3.pshuf.b.128"
    part = ir.VectorType(_I8, width)
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(part, [part, part]), name)
    parts = []
    for first in range(0, size, width):
        mask = ir.Constant(ir.VectorType(_I32, width), list(range(first, first + width)))
        pair = [builder.shuffle_vector(vector, vector, mask) for vector in (table, index)]
        parts.append(builder.call(function, pair))
    while len(parts) > 1:
        both = ir.Constant(ir.VectorType(_I32, 2 * width), list(range(2 * width)))
        parts = [builder.shuffle_vector(parts[i], parts[i + 1], both) for i in range(0, len(parts), 2)]
        width *= 2
    return parts[0]


# --- 64 bytes -------------------------------------------------------------------------------------


def _row(context: Any, builder: Any, kind: Any, array: Any, row: Any) -> Any:
    """The address of row ``row`` of a contiguous array of 8 uint64 a row; a row before the first is none."""
    assert (kind.ndim, kind.layout) == (2, "C"), kind
    view = context.make_array(kind)(context, builder, array)
    words = builder.mul(row, ir.Constant(_I64, 8))
    return builder.bitcast(builder.gep(view.data, [words]), _V64.as_pointer())


@intrinsic
def _load(typing_context: Any, array: Any, row: Any) -> Any:
    """Row ``row`` of a uint64[n, 8] as a vector."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_row(context, builder, signature.args[0], *arguments), align=8)

    return _VECTOR(array, types.int64), generate


@intrinsic
def _store(typing_context: Any, array: Any, row: Any, vector: Any) -> Any:
    """Write a vector to row ``row`` of a uint64[n, 8]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, row, vector = arguments
        builder.store(vector, _row(context, builder, signature.args[0], array, row), align=8)
        return context.get_dummy_value()

    return types.void(array, types.int64, _VECTOR), generate


@intrinsic
def _zeros(typing_context: Any) -> Any:
    """A vector of zeros."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(_V64, None)

    return _VECTOR(), generate


@intrinsic
def _repeat(typing_context: Any, word: Any) -> Any:
    """A vector of a uint64 eight times."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = ir.VectorType(_I64, 8)
        one = builder.insert_element(ir.Constant(words, ir.Undefined), arguments[0], _I32(0))
        mask = ir.Constant(ir.VectorType(_I32, 8), [0] * 8)
        return builder.bitcast(builder.shuffle_vector(one, one, mask), _V64)

    return _VECTOR(types.uint64), generate


def _both(emit: Any) -> Any:
    """The code of an operation on two vectors."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return emit(builder, *arguments)

    return _VECTOR(_VECTOR, _VECTOR), generate


@intrinsic
def _add(typing_context: Any, x: Any, y: Any) -> Any:
    """The sums of bytes."""
    return _both(lambda builder, x, y: builder.add(x, y))


@intrinsic
def _subtract(typing_context: Any, x: Any, y: Any) -> Any:
    """The differences of bytes."""
    return _both(lambda builder, x, y: builder.sub(x, y))


@intrinsic
def _mask(typing_context: Any, x: Any, y: Any) -> Any:
    """The bits that are set in both."""
    return _both(lambda builder, x, y: builder.and_(x, y))


@intrinsic
def _join(typing_context: Any, x: Any, y: Any) -> Any:
    """The bits that are set in one or both."""
    return _both(lambda builder, x, y: builder.or_(x, y))


@intrinsic
def _largest(typing_context: Any, x: Any, y: Any) -> Any:
    """The larger of each pair of bytes."""
    return _both(lambda builder, x, y: builder.select(builder.icmp_unsigned(">", x, y), x, y))


@intrinsic
def _look_up(typing_context: Any, table: Any, index: Any) -> Any:
    """In each part of 16 bytes: ``table`` at the low four bits of an index, or 0 where it is above 127."""
    return _both(lambda builder, table, index: _shuffle(builder, table, index, 64))


@intrinsic
def _pick(typing_context: Any, vector: Any, shifts: Any) -> Any:
    """One byte of each of the 8 words of a vector, as a uint64: the lowest after a shift by ``shifts``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = [builder.bitcast(vector, ir.VectorType(_I64, 8)) for vector in arguments]
        return builder.bitcast(builder.trunc(builder.lshr(*words), _V8), _I64)

    return types.uint64(_VECTOR, _VECTOR), generate


@intrinsic
def _any_negative(typing_context: Any, vector: Any) -> Any:
    """Whether a byte has its sign set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        signs = builder.icmp_signed("<", arguments[0], ir.Constant(_V64, None))
        return builder.icmp_unsigned("!=", builder.bitcast(signs, _I64), _I64(0))

    return types.boolean(_VECTOR), generate


# Called without the typing context.
byte_max: Any = _byte_max
byte_min: Any = _byte_min
byte_add: Any = _byte_add
byte_subtract: Any = _byte_subtract
bytes_less: Any = _bytes_less
bytes_equal: Any = _bytes_equal
lookup: Any = _lookup
load: Any = _load
store: Any = _store
zeros: Any = _zeros
repeat: Any = _repeat
add: Any = _add
subtract: Any = _subtract
mask: Any = _mask
join: Any = _join
largest: Any = _largest
look_up: Any = _look_up
pick: Any = _pick
any_negative: Any = _any_negative
