"""Numba, wrapped once: the decorator, machine instructions and plain memory access.

The kernels keep all they need in one block of 64-bit words and address it directly. That saves
the passing of a dozen arrays through every call of a recursive search, and the index checks.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

_Function = TypeVar("_Function", bound=Callable[..., Any])

_I64 = ir.IntType(64)


def compiled(function: _Function) -> _Function:
    """The function as native code, compiled at its first call and kept in Numba's cache."""
    made: _Function = njit(cache=True, nogil=True, error_model="numpy")(function)
    return made


def inlined(function: _Function) -> _Function:
    """The same for a small function on a hot path: its code is put where it is called."""
    made: _Function = njit(cache=True, nogil=True, error_model="numpy", forceinline=True)(function)
    return made


@intrinsic  # type: ignore[untyped-decorator]
def ones(typing: Any, word: Any) -> Any:
    """How many bits of a word are set."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@intrinsic  # type: ignore[untyped-decorator]
def lowest(typing: Any, word: Any) -> Any:
    """The number of the lowest set bit; undefined for 0."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@intrinsic  # type: ignore[untyped-decorator]
def highest(typing: Any, word: Any) -> Any:
    """The number of the highest set bit; undefined for 0."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(_I64, 63), zeros)

    return types.int64(types.int64), code


@intrinsic  # type: ignore[untyped-decorator]
def above(typing: Any, word: Any, shift: Any) -> Any:
    """`word >> shift`, zeros coming in from the left."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.lshr(arguments[0], arguments[1])

    return types.int64(types.int64, types.int64), code


@intrinsic  # type: ignore[untyped-decorator]
def load(typing: Any, block: Any, index: Any) -> Any:
    """The word `index` of the memory block at address `block`."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start = builder.inttoptr(arguments[0], _I64.as_pointer())
        return builder.load(builder.gep(start, [arguments[1]]))

    return types.int64(types.int64, types.int64), code


@intrinsic  # type: ignore[untyped-decorator]
def store(typing: Any, block: Any, index: Any, word: Any) -> Any:
    """Set the word `index` of the memory block at address `block`."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start = builder.inttoptr(arguments[0], _I64.as_pointer())
        builder.store(arguments[2], builder.gep(start, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), code
