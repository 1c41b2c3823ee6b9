"""How kernels are compiled, and instructions of the processor that numba has no name for."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from golfsolve.engine.cache import KernelCache


def kernel(function: Any) -> Any:
    """Compile on first call, without the GIL, and keep the result in our folder.

    Compiling is what a user waits for at first: kernels copy arrays in loops, because assigning one slice
    to another makes numba compile its whole text formatting, some five seconds, for an error message.
    """
    compiled: Any = numba.njit(nogil=True)(function)
    compiled._cache = KernelCache(function)
    return compiled


@intrinsic
def _highest_bit(typing_context: Any, word: Any) -> Any:
    """The number of the highest set bit of a uint64 that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.uint64), generate


@intrinsic
def _count_bits(typing_context: Any, word: Any) -> Any:
    """The number of set bits of a uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _byte_max(typing_context: Any, x: Any, y: Any) -> Any:
    """The larger of each pair of bytes of two uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        eight = ir.VectorType(ir.IntType(8), 8)
        left, right = (builder.bitcast(word, eight) for word in arguments)
        larger = builder.select(builder.icmp_unsigned(">", left, right), left, right)
        return builder.bitcast(larger, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _prefetch(typing_context: Any, array: Any, row: Any) -> Any:
    """Have row ``row`` of a 2-d array brought into the cache, without waiting for it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        zero = ir.Constant(ir.IntType(64), 0)
        address = cgutils.get_item_pointer(context, builder, signature.args[0], view, [arguments[1], zero])
        address = builder.bitcast(address, ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        read, keep, data = (ir.Constant(number, value) for value in (0, 3, 1))
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [address, read, keep, data])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


# Called without the typing context.
highest_bit: Any = _highest_bit
count_bits: Any = _count_bits
byte_max: Any = _byte_max
prefetch: Any = _prefetch
