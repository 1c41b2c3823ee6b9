"""The compiled code on disk: a file for each kernel and signature, which is whole or of no use.

numba's own cache does not notice an edit in another file (a cached caller keeps the old callee), and a
file of it that is cut, empty or unreadable ends the program. Here the folder is named after all that
decides what is compiled: the engine's sources, the versions of Python, numba and LLVM, and numba's
settings; the file after the kernel, its signature and the processor. Each file begins with the checksum
of the rest. Whatever is not right is compiled anew, and what cannot be kept is compiled in each process.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import platformdirs
from numba.core import compiler, serialize
from numba.core.caching import _Cache

SUFFIX = ".kernel"
_HEAD = b"golfsolve kernel 1\n"
_CHECKSUM = 32  # bytes
_PART = ".part"
_PART_SECONDS = 3600  # a part of that age has been left by a process that is gone

# Settings of numba that change the code.
_SETTINGS = (
    "BOUNDSCHECK",
    "OPT",
    "LOOP_VECTORIZE",
    "SLP_VECTORIZE",
    "ENABLE_AVX",
    "DISABLE_INTEL_SVML",
    "DEBUGINFO_DEFAULT",
    "CAPTURED_ERRORS",
)


def _digest() -> str:
    settings = {name: getattr(numba.config, name, None) for name in _SETTINGS}
    found = hashlib.sha256(repr((sys.version, numba.__version__, llvmlite.__version__, settings)).encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        found.update(source.read_bytes())
    return found.hexdigest()[:16]


def _folders() -> tuple[Path, ...]:
    """Our places, the best first. Code is looked for in all of them, and kept in the first that takes it."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    bases = [Path(own)] if own else [Path(__file__).parent / "__pycache__"]
    with contextlib.suppress(RuntimeError, OSError):  # no home folder
        bases.append(Path(platformdirs.user_cache_dir("golfsolve")))
    name = f"kernels-{_digest()}"
    return tuple(base / name for base in bases)


FOLDERS = _folders()

found: list[Path] = []  # the files that this process has used
made: list[Path] = []  # those that it has written
before_compiling: list[Callable[[], object]] = []  # called once, before the first kernel is compiled
_warned = False


class KernelCache(_Cache):
    """What a dispatcher of numba asks for code and gives code to, one for each kernel."""

    def __init__(self, function: Any) -> None:
        self._function = function
        code = function.__code__
        self._name = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        self._bytecode = hashlib.sha256(
            code.co_code + repr((code.co_firstlineno, cells)).encode()
        ).hexdigest()

    @property
    def cache_path(self) -> str:
        """The folder that is looked into first."""
        return str(FOLDERS[0])

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code for a signature, None where it has to be compiled."""
        target_context.refresh()
        name = self._file_name(sig, target_context.codegen())
        for folder in FOLDERS:
            path = folder / name
            try:
                data = path.read_bytes()
            except OSError:
                continue
            payload = _checked(data)
            if payload is None:
                continue
            try:
                code = compiler.CompileResult._rebuild(target_context, *pickle.loads(payload))  # noqa: S301
            except MemoryError:
                raise
            except Exception:  # noqa: S112 (whatever it is, it is of no use)
                continue
            found.append(path)
            return code
        while before_compiling:
            before_compiling.pop()()
        return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep what has been compiled, if that is possible."""
        if cres.library.has_dynamic_globals or any(not lifted.can_cache for lifted in cres.lifted):
            return
        payload = serialize.dumps(cres._reduce())
        data = _HEAD + hashlib.sha256(payload).digest() + payload
        name = self._file_name(sig, cres.codegen)
        for folder in FOLDERS:
            if _write(folder, name, data):
                found.append(folder / name)
                made.append(folder / name)
                return
        _warn()

    def enable(self) -> None:
        """Part of numba's interface; it is always on."""

    def disable(self) -> None:
        """Part of numba's interface; it is always on."""

    def flush(self) -> None:
        """Part of numba's interface; nothing waits to be written."""

    def _file_name(self, sig: Any, codegen: Any) -> str:
        key = repr((self._bytecode, str(sig), codegen.magic_tuple()))
        return f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}{SUFFIX}"


def _checked(data: bytes) -> bytes | None:
    """What stands in a file behind its checksum; None if it is not what was written."""
    start = len(_HEAD) + _CHECKSUM
    payload = data[start:]
    if not data.startswith(_HEAD) or data[len(_HEAD) : start] != hashlib.sha256(payload).digest():
        return None
    return payload


def _write(folder: Path, name: str, data: bytes) -> bool:
    """Put a file in its place at once; whether that was possible."""
    part = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _clear(folder)
        with tempfile.NamedTemporaryFile(dir=folder, suffix=_PART, delete=False) as file:
            part = Path(file.name)
            file.write(data)
        part.chmod(0o644)  # others may run what one has compiled
        part.replace(folder / name)
    except OSError:
        if part is not None:
            with contextlib.suppress(OSError):
                part.unlink()
        return False
    return True


def _clear(folder: Path) -> None:
    """Remove what killed processes have left half-written."""
    for part in folder.glob(f"*{_PART}"):
        with contextlib.suppress(OSError):
            if time.time() - part.stat().st_mtime > _PART_SECONDS:
                part.unlink()


def _warn() -> None:
    global _warned
    if not _warned:
        _warned = True
        warnings.warn(
            "compiled code can be kept nowhere; compiling anew in each process "
            "(set NUMBA_CACHE_DIR to a folder that can be written and has room)",
            RuntimeWarning,
            stacklevel=2,
        )
