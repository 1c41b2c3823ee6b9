"""Many deals on many machines, through a Dask scheduler that runs somewhere.

Dask gives the tasks to its workers and redoes those of a worker that is lost; here they are only kept in
order. Scheduler and workers need the same golfsolve as this program.
"""

from __future__ import annotations

import functools
import itertools
import logging
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

import golfsolve
from golfsolve.errors import GolfsolveError
from golfsolve.game.result import SEARCH_REVISION
from golfsolve.game.variants import Variant
from golfsolve.solving.solver import Solver

if TYPE_CHECKING:
    from distributed import Client, Future

T = TypeVar("T")
R = TypeVar("R")

PROGRAM = f"golfsolve {golfsolve.__version__} with search {SEARCH_REVISION}"

LOOK_AHEAD = 8  # tasks per thread of a worker that may be ahead of the first unfinished one
_CONNECT_SECONDS = 10
_POLL_SECONDS = 0.2  # on Windows, Ctrl-C is only seen between waits


def ordered_map(
    work: Callable[[Solver, T], R], tasks: Iterable[T], variant: Variant, *, address: str, max_nodes: int
) -> Generator[R, None, None]:
    """As :func:`golfsolve.solving.workers.ordered_map`, by the workers of the scheduler at ``address``.

    ``work`` and the tasks must be picklable. Workers may come and go; while there is none, this waits.
    """
    call = functools.partial(_call, work, variant, max_nodes, PROGRAM)
    todo = iter(tasks)
    waiting: deque[Future[R]] = deque()
    found: list[R] = []
    with _connected(address) as client:
        try:
            while True:
                # Before the results are passed on: the workers go on while these are written.
                threads = max(1, sum(client.nthreads().values()))
                more = list(itertools.islice(todo, max(0, LOOK_AHEAD * threads - len(waiting))))
                waiting.extend(client.map(call, more, pure=False))
                yield from found
                if not waiting:
                    return
                found = client.gather(_finished(client, waiting))
        finally:
            with suppress(Exception):  # the scheduler may be gone
                client.cancel(list(waiting))


def _finished(client: Client, waiting: deque[Future[R]]) -> list[Future[R]]:
    """Wait for the first, and take out what is finished before the first that is not."""
    from distributed import wait

    while not waiting[0].done():
        with suppress(TimeoutError), client.as_current():
            wait(waiting[0], timeout=_POLL_SECONDS)
    if waiting[0].status != "finished":
        waiting[0].result()  # raises what went wrong
    ready = []
    while waiting and waiting[0].status == "finished":
        ready.append(waiting.popleft())
    return ready


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    """A connection to a scheduler; whatever Dask cannot do becomes an error of ours."""
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise GolfsolveError("--dask needs Dask: pip install 'golfsolve[dask]'") from None
    for name in ("distributed", "distributed.client"):  # it would print tracebacks of what we report
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError):
        raise GolfsolveError(f"there is no Dask scheduler at {address}") from None
    try:
        yield client
    except KilledWorker as error:
        raise GolfsolveError(f"Dask has given up: {' '.join(str(error).split())}") from None
    except (ModuleNotFoundError, RuntimeError) as error:
        lacking = error if isinstance(error, ModuleNotFoundError) else error.__cause__  # as schedulers say it
        if not isinstance(lacking, ModuleNotFoundError):
            raise
        raise GolfsolveError(f"the Dask scheduler or its workers lack {lacking.name}") from None
    except (CancelledError, OSError):
        raise GolfsolveError(f"the Dask scheduler at {address} is gone") from None
    finally:
        with suppress(Exception):
            client.close(timeout=_POLL_SECONDS)


_mine = threading.local()  # a worker's thread keeps its solver from task to task


def _call(work: Callable[[Solver, T], R], variant: Variant, max_nodes: int, program: str, task: T) -> R:
    """What a worker does."""
    if program != PROGRAM:
        raise GolfsolveError(f"a Dask worker has {PROGRAM}, this is {program}")
    solver: Solver | None = getattr(_mine, "solver", None)
    if solver is None or (solver.variant, solver.max_nodes) != (variant, max_nodes):
        solver = _mine.solver = Solver(variant, max_nodes=max_nodes)
    return work(solver, task)
