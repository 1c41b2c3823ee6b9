"""The engine as compiled code: loading it, and saying that it is compiled."""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable
from typing import Any

from golfsolve.errors import GolfsolveError

# With less, the compiler ends the whole program, without a word of ours.
LEAST_SPACE = 1_000_000_000  # bytes of addresses
LEAST_DATA = 350_000_000  # bytes of memory

_lock = threading.Lock()
_failure: GolfsolveError | None = None
_loaded = False
_listeners: list[Callable[[], object]] = []


def before_compiling(tell: Callable[[], object] | None) -> None:
    """Have ``tell`` called, once, before the first part of the engine is compiled; None takes that back."""
    _listeners[:] = [] if tell is None else [tell]
    if _loaded:
        from golfsolve.engine import cache

        cache.before_compiling[:] = _listeners


def load_engine() -> None:
    """Load numba, which settings of the user can prevent.

    Raises :class:`GolfsolveError` that names these. A second try gives the same error: half-loaded modules
    would fail otherwise.
    """
    global _failure, _loaded
    with _lock:
        if _loaded:
            return
        if _failure is None:
            try:
                _load_numba()
            except GolfsolveError as error:
                _failure = error
        if _failure is not None:
            raise _failure
        from golfsolve.engine import cache

        cache.before_compiling[:] = _listeners
        _loaded = True


def _check_memory() -> None:
    """Raises :class:`GolfsolveError` for a limit under which the compiler would end the whole program."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    for name, option, least in (("RLIMIT_AS", "-v", LEAST_SPACE), ("RLIMIT_DATA", "-d", LEAST_DATA)):
        limit, _ = resource.getrlimit(getattr(resource, name))
        if limit != resource.RLIM_INFINITY and limit < least:
            raise GolfsolveError(
                f"the memory limit of {limit // 10**6} MB (ulimit {option}) is too low "
                f"(golfsolve needs {least // 10**6} MB)"
            )


def _load_numba() -> None:
    _check_memory()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads, which nothing here needs
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            import numba
        except MemoryError:
            raise
        except Exception as error:
            raise GolfsolveError(f"numba cannot be loaded: {_one_line(error)}{_settings()}") from None
    for warning in told:
        name, _, rest = str(warning.message).removeprefix("Environment variable '").partition("'")
        if name.startswith("NUMBA_") and "could not be parsed" in rest:
            raise GolfsolveError(f"numba cannot read the setting {name}={os.environ.get(name, '')!r}")
        warnings.warn(warning.message, warning.category, stacklevel=2)
    config: Any = numba.config
    if config.DISABLE_JIT:
        raise GolfsolveError("NUMBA_DISABLE_JIT is set, but golfsolve's engine has to be compiled (unset it)")


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__


def _settings() -> str:
    """The settings of numba that are given, for a message."""
    given = [f"{name}={value!r}" for name, value in sorted(os.environ.items()) if name.startswith("NUMBA_")]
    return f" ({', '.join(given)})" if given else ""
