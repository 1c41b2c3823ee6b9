"""Eight numbers at a time, as one value that kernels can hold and pass on.

Each operation is that of single numbers, lane by lane, rounded as IEEE 754 says, so results do not depend
on how wide the machine's registers are. numba would find such loops only now and then, and not for short
rows that may overlap.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.datamodel import models
from numba.extending import intrinsic, register_model

LANES = 8


class _Lanes(types.Type):
    """Eight numbers of one type, float32 or float64."""

    def __init__(self, item: Any) -> None:
        self.item = item
        super().__init__(name=f"lanes({item})")


@register_model(_Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, lanes: Any) -> None:
        item = ir.FloatType() if lanes.item == types.float32 else ir.DoubleType()
        super().__init__(manager, lanes, ir.VectorType(item, LANES))  # type: ignore[no-untyped-call]


_SINGLE, _DOUBLE = _Lanes(types.float32), _Lanes(types.float64)
_OF = {types.float32: _SINGLE, types.float64: _DOUBLE}


def _address(context: Any, builder: Any, array_type: Any, array: Any, index: Any, vector: Any) -> Any:
    view = context.make_array(array_type)(context, builder, array)
    at = builder.gep(view.data, [index])
    return builder.bitcast(at, vector.as_pointer())


@intrinsic
def _load(typing_context: Any, array: Any, index: Any) -> Any:
    """The eight numbers of a flat array from ``index`` on."""
    lanes = _OF[array.dtype]

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = context.get_value_type(lanes)
        at = _address(context, builder, signature.args[0], arguments[0], arguments[1], vector)
        return builder.load(at, align=array.dtype.bitwidth // 8)

    return lanes(array, types.int64), generate


@intrinsic
def _item(typing_context: Any, array: Any, index: Any) -> Any:
    """One number of a flat array; numba's own way first asks whether the index is negative."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.load(builder.gep(view.data, [arguments[1]]))

    return array.dtype(array, types.int64), generate


@intrinsic
def _store(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
    """Write eight numbers to a flat array from ``index`` on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = context.get_value_type(value)
        at = _address(context, builder, signature.args[0], arguments[0], arguments[1], vector)
        builder.store(arguments[2], at, align=array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, value), generate


@intrinsic
def _splat(typing_context: Any, number: Any) -> Any:
    """Eight times the same number."""
    lanes = _OF[number]

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = context.get_value_type(lanes)
        one = builder.insert_element(
            ir.Constant(vector, ir.Undefined), arguments[0], ir.Constant(ir.IntType(32), 0)
        )
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        return builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), zeros)

    return lanes(number), generate


def _binary(operation: str) -> Any:
    def function(typing_context: Any, x: Any, y: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if operation == "max":
                return builder.select(builder.fcmp_ordered(">", *arguments), *arguments)
            return getattr(builder, operation)(*arguments)

        return x(x, y), generate

    return intrinsic(function)


item: Any = _item
load: Any = _load
store: Any = _store
splat: Any = _splat
add: Any = _binary("fadd")
multiply: Any = _binary("fmul")
divide: Any = _binary("fdiv")
larger: Any = _binary("max")
