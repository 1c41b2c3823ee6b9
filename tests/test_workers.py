from __future__ import annotations

import itertools
import threading
import time

import pytest

from golfsolve.errors import DealError, GolfsolveError
from golfsolve.solving import workers as batch
from golfsolve.solving.workers import default_jobs, ordered_map
from tests.boards import GOLF


class IdleSolver:
    """Stands in for the engine."""

    def __init__(self, variant, *, max_nodes, stop):
        self.variant, self.max_nodes, self.stop = variant, max_nodes, stop


@pytest.fixture(autouse=True)
def _no_engine(monkeypatch):
    monkeypatch.setattr(batch, "Solver", IdleSolver)


def square(solver, task):
    time.sleep(0.001 * (task * 7 % 3))  # so that workers finish out of order
    return task * task


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_results_come_in_the_order_of_the_tasks(jobs):
    found = list(ordered_map(square, range(100), GOLF, jobs=jobs))
    assert found == [task * task for task in range(100)]


def test_no_tasks_give_no_results():
    assert list(ordered_map(square, [], GOLF, jobs=2)) == []


def test_each_worker_has_one_solver_of_the_budget_asked_for():
    solvers = list(ordered_map(lambda solver, task: solver, range(200), GOLF, jobs=2, max_nodes=17))
    assert len(set(solvers)) <= 2
    assert {solver.max_nodes for solver in solvers} == {17}


def test_endless_tasks_are_read_only_a_little_ahead():
    read = []

    def tasks():
        for task in itertools.count():
            read.append(task)
            yield task

    results = ordered_map(square, tasks(), GOLF, jobs=2)
    assert [next(results) for _ in range(10)] == [task * task for task in range(10)]
    results.close()
    assert len(read) <= 10 + 2 * batch.LOOK_AHEAD + 1


def test_results_do_not_wait_for_tasks_that_arrive_slowly():
    more = threading.Event()

    def tasks():
        yield 3
        more.wait(30)

    results = ordered_map(square, tasks(), GOLF)
    assert next(results) == 9
    more.set()
    assert list(results) == []


@pytest.mark.parametrize("jobs", [1, 4])
def test_an_error_comes_out_in_its_place_and_ends_the_run(jobs):
    def work(solver, task):
        if task == 5:
            raise DealError("deal 5 is odd")
        return task

    results = ordered_map(work, itertools.count(), GOLF, jobs=jobs)
    assert list(itertools.islice(results, 5)) == [0, 1, 2, 3, 4]
    with pytest.raises(DealError, match="deal 5 is odd"):
        next(results)


def test_an_error_in_the_tasks_comes_out_in_its_place():
    def tasks():
        yield 1
        raise DealError("no more")

    results = ordered_map(square, tasks(), GOLF, jobs=2)
    assert next(results) == 1
    with pytest.raises(DealError, match="no more"):
        next(results)


def test_a_worker_without_memory_names_the_deal():
    def work(solver, task):
        raise MemoryError

    with pytest.raises(GolfsolveError, match="not enough memory to solve 7"):
        list(ordered_map(work, [7], GOLF))


def test_a_defect_names_the_deal_it_came_up_with():
    def work(solver, task):
        return 1 // task

    with pytest.raises(ZeroDivisionError) as caught:
        list(ordered_map(work, [0], GOLF))
    assert caught.value.__notes__ == ["while solving 0"]


def test_a_solver_that_cannot_be_made_ends_the_run(monkeypatch):
    def broken(*args, **kwargs):
        raise OSError("no engine")

    monkeypatch.setattr(batch, "Solver", broken)
    with pytest.raises(OSError, match="no engine"):
        list(ordered_map(square, range(3), GOLF, jobs=2))


def test_closing_stops_workers_in_the_middle_of_a_deal():
    stopped = threading.Event()

    def work(solver, task):
        if task:
            solver.stop.wait(30)
            stopped.set()
        return task

    results = ordered_map(work, range(100), GOLF, jobs=2)
    next(results)
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 1
    assert stopped.wait(1)


def test_no_thread_is_left_when_the_results_are_read():
    before = threading.active_count()
    list(ordered_map(square, range(10), GOLF, jobs=4))
    assert threading.active_count() == before


def test_default_jobs_is_at_least_one():
    assert default_jobs() >= 1


@pytest.mark.parametrize(
    ("files", "quota"),
    [
        ({"cpu.max": "max 100000\n"}, None),
        ({"cpu.max": "200000 100000\n"}, 2),
        ({"cpu.max": "150000 100000\n"}, 2),
        ({"cpu.max": "50000 100000\n"}, 1),
        ({"cpu.max": "nonsense"}, None),
        ({"cpu.max": "1 0"}, None),
        ({"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, None),
        ({"cpu/cpu.cfs_quota_us": "300000", "cpu/cpu.cfs_period_us": "100000"}, 3),
        ({}, None),
    ],
)
def test_a_container_quota_limits_the_workers(tmp_path, files, quota):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert batch._container_quota(tmp_path) == quota
