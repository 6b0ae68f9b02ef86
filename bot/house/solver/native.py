"""Numba, wrapped once: the decorator, machine instructions and plain memory access.

The functions keep all they need in one block of 64-bit words and address it directly. That saves
the passing of a dozen arrays through every call of a recursive search, and the index checks.
"""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import binding, ir
from numba import njit, types
from numba.extending import intrinsic

from bot.house.native_cache import cache_directory

_Function = TypeVar("_Function", bound=Callable[..., Any])

_I64 = ir.IntType(64)


def _keep_by_source() -> bool:
    # Numba looks only at a function's own file to see if what it kept is still good, not at the
    # files of the functions it calls. So what is kept goes by the source of all of them, and what was
    # kept of another is thrown away.
    here = Path(__file__).parent
    files = sorted(here.parent.glob("*/*.py"))
    native = [
        text
        for file in files
        if b"solver.native import" in (text := file.read_bytes()) or file.parent == here
    ]
    digest = hashlib.sha256(b"".join(native))
    kept = cache_directory(f"solver-{digest.hexdigest()[:16]}")
    if kept is None:
        return False
    if kept.parent == here / "__pycache__":
        for old in kept.parent.glob("solver-*"):
            if old != kept:
                shutil.rmtree(old, ignore_errors=True)
    numba.config.CACHE_DIR = str(kept)
    return True


_KEPT = _keep_by_source()  # whether compiled code is kept: otherwise every process compiles it anew
NOTHING_KEPT = not (_KEPT and any(Path(numba.config.CACHE_DIR).iterdir()))  # whether everything is compiled


def compiled(function: _Function) -> _Function:
    """The function as native code, compiled at its first call and kept if there is a private place."""
    made: _Function = njit(cache=_KEPT, nogil=True, error_model="numpy")(function)
    return made


def compiled_for(signature: str) -> Callable[[_Function], _Function]:
    """The same for one signature, when the module is imported.

    For a function that calls itself: one whose types are inferred crashes when another function
    loads it from the cache (Numba 0.61 to 0.68). And for one that is called with constants, for
    each of which Numba would compile a version of its own.
    """

    def wrapped(function: _Function) -> _Function:
        _fill_own_cell(function)
        made: _Function = njit(signature, cache=_KEPT, nogil=True, error_model="numpy")(function)
        return made

    return wrapped


def _itself() -> None: ...


def _fill_own_cell(function: Any) -> None:
    # A nested function that calls itself finds itself in a cell of its closure, which is empty as long
    # as it is being decorated. Numba knows it by its name, but its cache reads all the cells.
    for cell in function.__closure__ or ():
        try:
            _ = cell.cell_contents
        except ValueError:
            cell.cell_contents = _itself


def by_address(function: Any, name: str) -> Any:
    """The same function of `compiled_for`, for others to call: they get no copies of its code.

    Numba compiles a function anew into every module that calls it, which takes seconds for a big one.
    `name`: one that no other function is given, and that is the same in every process.
    """
    (signature,) = function.nopython_signatures
    made = function.overloads[signature.args]
    name = f"cardinal.solver.{name}"
    binding.add_symbol(name, made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name))
    return types.ExternalFunction(name, signature)


def inlined(function: _Function) -> _Function:
    """The same for a small function on a hot path: its code is put where it is called.

    It is part of its callers, and not kept by itself.
    """
    made: _Function = njit(
        nogil=True, error_model="numpy", forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )(function)
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
