"""How kernels are compiled, and instructions of the processor that numba has no name for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from golfsolve.engine.cache import KernelCache

_Function = TypeVar("_Function", bound=Callable[..., Any])


def kernel(function: Any) -> Any:
    """Compile on first call, without the GIL, and keep the result in our folder.

    Compiling is what a user waits for at first: kernels copy arrays in loops, because assigning one slice
    to another makes numba compile its whole text formatting, some five seconds, for an error message.
    """
    return _compiled(function, {})


def inner_kernel(function: _Function) -> _Function:
    """As :func:`kernel`, for what only kernels call: without a way in from Python it compiles faster."""
    compiled: _Function = _compiled(function, {"no_cpython_wrapper": True})
    return compiled


def _compiled(function: Any, options: Any) -> Any:
    njit: Any = numba.njit  # whose type knows fewer options than there are
    compiled: Any = njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
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


# Called without the typing context.
highest_bit: Any = _highest_bit
count_bits: Any = _count_bits
