"""Runs on a real Dask scheduler with two workers, on this machine."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from golfsolve.errors import GolfsolveError
from golfsolve.game.catalogue import find
from golfsolve.solving import cluster
from golfsolve.solving.workers import ordered_map

pytest.importorskip("distributed")

ROOT = Path(__file__).parent.parent
STATS = ("stats", "--deals", 30_000, "--start", 7, "--max-nodes", 300, "--quiet")
POOL = ("pool", "generate", "--count", 1500, "--max-nodes", 300, "--quiet")


@dataclass
class Cluster:
    """A scheduler and the processes of its workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def process(*arguments):
    """A part of Dask, which ends with the block. It finds this golfsolve, installed or not."""
    running = subprocess.Popen(
        [sys.executable, "-m", *arguments, "--host", "127.0.0.1", "--no-dashboard"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()


@pytest.fixture(scope="module")
def scheduler():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with process("distributed.cli.dask_scheduler", "--port", str(port)):
        yield f"tcp://127.0.0.1:{port}"


@pytest.fixture
def running(scheduler, tmp_path):
    """The scheduler with two workers of one thread."""
    folder = ("--local-directory", str(tmp_path / "dask"))
    worker = ("distributed.cli.dask_worker", scheduler, "--nthreads", "1", "--no-nanny", *folder)
    with process(*worker) as one, process(*worker) as other:
        yield Cluster(scheduler, [one, other])


def killed_in_the_middle(program, found, path, *command):
    """Run a command on the cluster, kill a worker when there are records, and wait for the end."""
    run = program(*command, "--out", path, "--dask", found.address)
    while run.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < 4):
        time.sleep(0.02)
    assert run.poll() is None, run.communicate()
    found.workers[0].kill()
    left = path.read_bytes().count(b"\n")
    _, err = run.communicate(timeout=120)
    assert (run.returncode, err) == (0, b"")
    return left


@pytest.mark.parametrize("command", [STATS, POOL], ids=["stats", "pool"])
def test_a_cluster_that_loses_a_worker_writes_the_bytes_of_a_local_run(
    command, running, program, golfsolve, tmp_path
):
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    assert golfsolve(*command, "--out", here).code == 0
    whole = here.read_bytes()
    left = killed_in_the_middle(program, running, there, *command)
    assert left < whole.count(b"\n") - 1, "the run was over before the worker was lost"
    assert there.read_bytes() == whole

    # One worker is left, and continues what was begun here.
    lines = whole.splitlines(keepends=True)
    there.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-2][:20])
    assert golfsolve(*command, "--out", there, "--resume", "--dask", running.address).code == 0
    assert there.read_bytes() == whole


def fails_at_three(solver, task):
    if task == 3:
        raise ValueError("three")
    return task


def test_what_goes_wrong_on_a_worker_comes_out_in_its_place(running):
    found = ordered_map(fails_at_three, range(10), find("golf"), dask=running.address)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(found)


def test_workers_with_another_golfsolve_are_refused(running, monkeypatch):
    monkeypatch.setattr(cluster, "PROGRAM", "golfsolve 9.9")
    found = ordered_map(fails_at_three, range(3), find("golf"), dask=running.address)
    with pytest.raises(GolfsolveError, match=r"a Dask worker has golfsolve .*, this is golfsolve 9\.9$"):
        next(found)


def test_workers_without_golfsolve_are_told_from_a_defect(running, tmp_path, monkeypatch):
    (tmp_path / "only_here.py").write_text("def work(solver, task):\n    return task\n", encoding="ascii")
    monkeypatch.syspath_prepend(tmp_path)
    import only_here  # type: ignore[import-not-found]

    found = ordered_map(only_here.work, range(3), find("golf"), dask=running.address)
    with pytest.raises(GolfsolveError, match=r"^the Dask scheduler or its workers lack only_here$"):
        next(found)


def test_a_scheduler_that_is_not_there_is_one_line(golfsolve, monkeypatch):
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 0.5)
    found = golfsolve("stats", "--deals", 10, "--dask", "tcp://127.0.0.1:1")
    assert (found.code, found.err) == (2, "Error: there is no Dask scheduler at tcp://127.0.0.1:1\n")


@pytest.mark.parametrize("address", ["", "127.0.0.1", "foo://127.0.0.1:1", "a b:1", "tcp://:1"])
def test_what_is_no_address_is_refused(golfsolve, address):
    found = golfsolve("stats", "--deals", 10, "--dask", address)
    assert found.code == 2
    assert "is not an address like tcp://host:8786" in found.err


@pytest.mark.parametrize("command", [STATS, (*POOL, "--out", "pool.jsonl")], ids=["stats", "pool"])
def test_workers_are_here_or_on_a_cluster(golfsolve, command):
    found = golfsolve(*command, "--jobs", 1, "--dask", "127.0.0.1:1")
    assert found.code == 2
    assert "give one of them" in found.err


def test_the_missing_extra_is_named(golfsolve, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    found = golfsolve("stats", "--deals", 10, "--dask", "127.0.0.1:1")
    assert found.code == 2
    assert re.search(r"pip install 'golfsolve\[dask\]'$", found.err)
