"""Eight single-precision numbers at once.

numba's own vectoriser gives up on short loops over several arrays, so kernels that work on blocks of eight
say what they mean. LLVM makes of it whatever the machine has: one wide register or several narrow ones. Each
lane is rounded as a single number would be, and nothing is fused or reordered, so results are the same to the
last bit everywhere.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

LANES = 8

_FLOAT = ir.FloatType()
_INT = ir.IntType(32)
_VECTOR = ir.VectorType(_FLOAT, LANES)


class _Eight(types.Type):
    """The type of a vector inside kernels; it never leaves them."""

    def __init__(self) -> None:
        super().__init__(name="eight float32")


_eight = _Eight()


@register_model(_Eight)
class _EightModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)  # type: ignore[no-untyped-call]


def _address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Where element ``arguments[1]`` of a 1-d array lies, as the address of a vector."""
    view = context.make_array(signature.args[0])(context, builder, arguments[0])
    address = cgutils.get_item_pointer(context, builder, signature.args[0], view, [arguments[1]])
    return builder.bitcast(address, _VECTOR.as_pointer())


@intrinsic
def _load(typing_context: Any, array: Any, index: Any) -> Any:
    """Elements ``index`` .. ``index + 7`` of a float32 array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_address(context, builder, signature, arguments), align=4)

    return _eight(array, types.int64), generate


@intrinsic
def _store(typing_context: Any, array: Any, index: Any, vector: Any) -> Any:
    """Write a vector to elements ``index`` .. ``index + 7``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], _address(context, builder, signature, arguments), align=4)
        return context.get_dummy_value()

    return types.void(array, types.int64, _eight), generate


@intrinsic
def _all_of(typing_context: Any, number: Any) -> Any:
    """The same number in each lane."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        single = builder.insert_element(
            ir.Constant(_VECTOR, ir.Undefined), arguments[0], ir.Constant(_INT, 0)
        )
        zeros = ir.Constant(ir.VectorType(_INT, LANES), [0] * LANES)
        return builder.shuffle_vector(single, ir.Constant(_VECTOR, ir.Undefined), zeros)

    return _eight(types.float32), generate


@intrinsic
def _larger(typing_context: Any, x: Any, y: Any) -> Any:
    """The larger number in each lane."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        left, right = arguments
        return builder.select(builder.fcmp_ordered(">", left, right), left, right)

    return _eight(_eight, _eight), generate


@intrinsic
def _plus(typing_context: Any, x: Any, y: Any) -> Any:
    """The sum in each lane."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fadd(*arguments)

    return _eight(_eight, _eight), generate


@intrinsic
def _times(typing_context: Any, x: Any, y: Any) -> Any:
    """The product in each lane."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fmul(*arguments)

    return _eight(_eight, _eight), generate


@intrinsic
def _any_above_zero(typing_context: Any, x: Any) -> Any:
    """Whether a lane holds more than 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        above = builder.fcmp_ordered(">", arguments[0], ir.Constant(_VECTOR, [0.0] * LANES))
        mask = builder.bitcast(above, ir.IntType(LANES))
        return builder.icmp_unsigned("!=", mask, ir.Constant(ir.IntType(LANES), 0))

    return types.boolean(_eight), generate


def _shift_by(lanes: int) -> Any:
    @intrinsic
    def shift(typing_context: Any, x: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            order = [LANES + i - lanes if i >= lanes else 0 for i in range(LANES)]
            zeros = ir.Constant(_VECTOR, [0.0] * LANES)
            return builder.shuffle_vector(zeros, arguments[0], ir.Constant(ir.VectorType(_INT, LANES), order))

        return _eight(_eight), generate

    return shift


# Called without the typing context.
load: Any = _load
store: Any = _store
all_of: Any = _all_of
larger: Any = _larger
plus: Any = _plus
times: Any = _times
any_above_zero: Any = _any_above_zero
up_by_1: Any = _shift_by(1)  # lane i takes what lane i - 1 holds, and the first lanes 0
up_by_2: Any = _shift_by(2)
up_by_4: Any = _shift_by(4)
