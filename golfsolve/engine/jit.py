"""How kernels are compiled, and where the compiled code is kept.

numba's own cache does not notice an edit in another file: a cached caller keeps the old callee. So the
cache folder is named after a digest of all engine sources, and of the numba that compiled them.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numba
import platformdirs
from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _digest() -> str:
    found = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        found.update(source.read_bytes())
    return found.hexdigest()[:16]


def _cache_folder() -> Path | None:
    """The first of our places that can be written to, or None."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    bases = [Path(own)] if own else [Path(__file__).parent / "__pycache__"]
    with contextlib.suppress(RuntimeError, OSError):  # no home folder
        bases.append(Path(platformdirs.user_cache_dir("golfsolve")))
    for base in bases:
        folder = base / f"kernels-{_digest()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


_FOLDER = _cache_folder()
if _FOLDER is None:
    warnings.warn(
        "no folder for compiled code can be written; compiling anew in each process "
        "(set NUMBA_CACHE_DIR to a writable folder)",
        RuntimeWarning,
        stacklevel=2,
    )


def kernel(function: Any) -> Any:
    """Compile on first call, without the GIL, and keep the result in our folder.

    Compiling is what a user waits for at first: kernels copy arrays in loops, because assigning one slice
    to another makes numba compile its whole text formatting, some five seconds, for an error message.
    """
    if _FOLDER is None:
        return numba.njit(nogil=True)(function)
    # numba reads the folder when the decorator runs; leave the user's own setting as it was.
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(_FOLDER)
    try:
        return numba.njit(nogil=True, cache=True)(function)
    finally:
        config.CACHE_DIR = before


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


# Called with the word alone.
highest_bit: Any = _highest_bit
count_bits: Any = _count_bits
