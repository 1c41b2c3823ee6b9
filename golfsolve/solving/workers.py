"""Many deals: workers, order, interrupts.

The engine lets go of the interpreter lock while it searches, so workers are threads, each with its
own solver. Results come out in the order of the tasks, whatever the number of workers.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Generic, TypeVar

from golfsolve.errors import GolfsolveError
from golfsolve.game.variants import Variant
from golfsolve.solving import cluster
from golfsolve.solving.solver import DEFAULT_MAX_NODES, Solver

# Given the total and what is done already, a context manager whose value is called with each advance.
Progress = Callable[[int, int], contextlib.AbstractContextManager[Callable[[int], object]]]

T = TypeVar("T")
R = TypeVar("R")

LOOK_AHEAD = 8  # tasks per worker that may be ahead of the first unfinished one
_POLL_SECONDS = 0.2  # on Windows, Ctrl-C is only seen between waits
_PATIENCE_SECONDS = 0.5  # for workers to notice that they should stop


def ordered_map(
    work: Callable[[Solver, T], R],
    tasks: Iterable[T],
    variant: Variant,
    *,
    jobs: int = 1,
    max_nodes: int = DEFAULT_MAX_NODES,
    dask: str | None = None,
) -> Generator[R, None, None]:
    """``work(solver, task)`` for each task, in the order of the tasks.

    A few tasks more than are being worked on are read ahead, so ``tasks`` may be endless or arrive
    slowly. An error of ``work`` or of ``tasks`` comes out in its place and ends the run, as does closing
    the iterator (Ctrl-C does): the workers then stop within a fraction of a second.

    With the address of a ``dask`` scheduler its workers do it, instead of ``jobs`` threads here.
    """
    if dask is not None:
        yield from cluster.ordered_map(work, tasks, variant, address=dask, max_nodes=max_nodes)
        return
    run = _Run(work, tasks, variant, jobs, max_nodes)
    try:
        while (future := run.next_future()) is not None:
            while not future.done():
                wait([future], timeout=_POLL_SECONDS)
            yield future.result()
            run.room.release()
    finally:
        run.end()


class _Run(Generic[T, R]):
    """The threads behind :func:`ordered_map`: one reads tasks, the others work on them."""

    def __init__(
        self,
        work: Callable[[Solver, T], R],
        tasks: Iterable[T],
        variant: Variant,
        jobs: int,
        max_nodes: int,
    ) -> None:
        self._work = work
        self._tasks = tasks
        self._variant = variant
        self._jobs = jobs
        self._max_nodes = max_nodes
        self._stop = threading.Event()
        self.room = threading.Semaphore(jobs * LOOK_AHEAD)
        self._ordered: queue.SimpleQueue[Future[R] | None] = queue.SimpleQueue()
        self._todo: queue.SimpleQueue[tuple[Future[R], T] | None] = queue.SimpleQueue()
        # Daemons: a worker that is inside the compiler cannot stop, and must not keep the program alive.
        self._threads = [threading.Thread(target=self._feed, daemon=True)]
        self._threads += [threading.Thread(target=self._labour, daemon=True) for _ in range(jobs)]
        try:
            for thread in self._threads:
                thread.start()
        except RuntimeError:
            self._threads = [thread for thread in self._threads if thread.ident is not None]
            self.end()
            raise GolfsolveError(
                f"the system lets this process start no more threads than {len(self._threads)} "
                f"(--jobs N asks for fewer than {jobs})"
            ) from None

    def next_future(self) -> Future[R] | None:
        """What will hold the result of the next task; None when there are no more."""
        while True:
            with contextlib.suppress(queue.Empty):
                return self._ordered.get(timeout=_POLL_SECONDS)

    def end(self) -> None:
        """Stop the workers and wait a moment for them."""
        self._stop.set()
        self.room.release()
        for _ in range(self._jobs):
            self._todo.put(None)
        for thread in self._threads:
            thread.join(_PATIENCE_SECONDS / len(self._threads))

    def _feed(self) -> None:
        try:
            for task in self._tasks:
                self.room.acquire()
                if self._stop.is_set():
                    return
                future: Future[R] = Future()
                self._ordered.put(future)
                self._todo.put((future, task))
        except BaseException as error:
            failed: Future[R] = Future()
            failed.set_exception(error)
            self._ordered.put(failed)
        finally:
            self._ordered.put(None)

    def _labour(self) -> None:
        solver = None
        while (item := self._todo.get()) is not None and not self._stop.is_set():
            future, task = item
            try:
                solver = solver or Solver(self._variant, max_nodes=self._max_nodes, stop=self._stop)
                future.set_result(self._work(solver, task))
            except MemoryError:
                future.set_exception(GolfsolveError(f"not enough memory to solve {task}"))
            except BaseException as error:
                error.add_note(f"while solving {task}")
                future.set_exception(error)


def no_progress(_total: int, _done: int) -> contextlib.AbstractContextManager[Callable[[int], object]]:
    """A :data:`Progress` that shows nothing."""
    return contextlib.nullcontext(lambda _: None)


def default_jobs() -> int:
    """How many cores this process may use: affinity and a container's quota included."""
    if sys.version_info >= (3, 13):
        cores = os.process_cpu_count() or 1
    elif sys.platform != "win32" and hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    quota = _container_quota(Path("/sys/fs/cgroup"))
    return cores if quota is None else max(1, min(cores, quota))


def _container_quota(folder: Path) -> int | None:
    """The CPU quota of a Linux container in whole cores, rounded up; None where there is none."""
    try:
        if (folder / "cpu.max").exists():  # cgroup version 2
            quota, period = (folder / "cpu.max").read_text(encoding="ascii").split()
        else:
            quota = (folder / "cpu" / "cpu.cfs_quota_us").read_text(encoding="ascii")
            period = (folder / "cpu" / "cpu.cfs_period_us").read_text(encoding="ascii")
        return -(-int(quota) // int(period)) if int(quota) > 0 else None
    except (OSError, ValueError, ZeroDivisionError):  # ValueError: "max"
        return None
