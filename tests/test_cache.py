"""The compiled code on disk: spoiled, full, read-only, shared, and never the wrong one."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from pathlib import Path

import numba
import pytest

from golfsolve.engine import cache
from golfsolve.engine.jit import kernel
from golfsolve.solving import compiled

ROOT = Path(__file__).parent.parent
posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")


def plus_one(x):
    return x + 1


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The only folder for compiled code."""
    monkeypatch.setattr(cache, "FOLDERS", (tmp_path / "kernels",))
    monkeypatch.setattr(cache, "_warned", False)
    monkeypatch.setattr(cache, "found", [])
    monkeypatch.setattr(cache, "made", [])
    monkeypatch.setattr(cache, "before_compiling", [])
    return tmp_path / "kernels"


def use():
    """As a new process: a kernel that is not loaded yet; how many files were written for it."""
    before = len(cache.made)
    assert kernel(plus_one)(41) == 42
    return len(cache.made) - before


def test_what_is_compiled_is_kept_and_used(folder):
    assert use() == 1
    assert use() == 0
    assert [path.suffix for path in folder.iterdir()] == [cache.SUFFIX]
    assert cache.found == cache.made * 2


def whole(payload):
    return cache._HEAD + hashlib.sha256(payload).digest() + payload


SPOILED = {
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "cut by a byte": lambda data: data[:-1],
    "longer": lambda data: data + b"x",
    "a bit": lambda data: data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
    "its head": lambda data: b"x" + data[1:],
    "zeros": lambda data: bytes(len(data)),
    "text": lambda data: b"not what it was",
    "no pickle": lambda data: whole(b"not a pickle"),
    "another pickle": lambda data: whole(b"N."),
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_spoiled_file_is_compiled_anew_and_healed(how, folder):
    use()
    [path] = folder.iterdir()
    path.write_bytes(SPOILED[how](path.read_bytes()))
    assert use() == 1
    assert use() == 0


def test_a_file_that_cannot_be_read_is_compiled_anew(folder, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied")

    use()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        assert use() == 1
    assert use() == 0


def test_a_folder_in_the_place_of_a_file_is_no_end(folder):
    use()
    [path] = folder.iterdir()
    path.unlink()
    path.mkdir()
    with pytest.warns(RuntimeWarning, match="can be kept nowhere"):
        use()


def test_a_full_disk_is_one_warning(folder, monkeypatch):
    def full(**_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full)
    with pytest.warns(RuntimeWarning, match="can be kept nowhere"):
        assert use() == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert use() == 0


def test_a_disk_that_fills_up_leaves_no_half_file(folder, monkeypatch):
    folder.mkdir()

    def fills_up(self, target):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fills_up)
        with pytest.warns(RuntimeWarning):
            use()
    assert list(folder.iterdir()) == []
    assert use() == 1


def test_the_next_folder_takes_what_the_first_does_not(folder, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(cache, "FOLDERS", (tmp_path / "file" / "kernels", folder))
    assert use() == 1
    assert use() == 0
    assert len(list(folder.iterdir())) == 1


def test_a_warm_folder_that_cannot_be_written_is_used(folder, monkeypatch):
    use()

    def unwritable(*_):
        raise AssertionError("something was to be written")

    monkeypatch.setattr(cache, "_write", unwritable)
    assert use() == 0
    assert len(cache.found) == 2


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_a_warm_folder_without_the_right_to_write_is_used(folder):
    use()
    folder.chmod(0o555)
    assert use() == 0
    folder.chmod(0o755)


def test_what_killed_processes_left_is_cleared_and_what_others_write_is_not(folder):
    folder.mkdir()
    old, new, theirs = folder / "old.part", folder / "new.part", folder / "old.txt"
    for path in (old, new, theirs):
        path.write_text("half")
        os.utime(path, (time.time() - 7200, time.time() - 7200))
    os.utime(new)
    use()
    assert (old.exists(), new.exists(), theirs.exists()) == (False, True, True)


SCRIPT = """
import sys
from golfsolve.engine.jit import kernel
def plus_one(x):
    return x + 1
print(kernel(plus_one)(41))
"""


def test_processes_that_start_at_once_on_an_empty_folder_share_it(tmp_path):
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(tmp_path),
        "PYTHONPATH": str(Path(__file__).parent.parent),
    }
    command = [sys.executable, "-c", SCRIPT]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    running = [subprocess.Popen(command, env=environment, **pipes) for _ in range(3)]
    assert [process.communicate() for process in running] == [(b"42\n", b"")] * 3
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


# --- the right code ------------------------------------------------------------------------------


@pytest.mark.parametrize(("setting", "value"), [("BOUNDSCHECK", 1), ("OPT", 0), ("ENABLE_AVX", 2)])
def test_settings_that_change_the_code_change_the_folder(setting, value, monkeypatch):
    before = cache._digest()
    monkeypatch.setattr(numba.config, setting, value)
    assert cache._digest() != before


def test_versions_change_the_folder(monkeypatch):
    before = cache._digest()
    for library in (numba, cache.llvmlite):
        with monkeypatch.context() as patch:
            patch.setattr(library, "__version__", "99")
            assert cache._digest() != before


def test_processor_signature_and_code_change_the_file():
    class Processor:
        def __init__(self, name):
            self.name = name

        def magic_tuple(self):
            return ("x86_64", self.name, "+avx2")

    def other(x):
        return x + 2

    one = cache.KernelCache(plus_one)
    names = {
        one._file_name("(int64,)", Processor("a")),
        one._file_name("(int64,)", Processor("b")),
        one._file_name("(uint64,)", Processor("a")),
        cache.KernelCache(other)._file_name("(int64,)", Processor("a")),
    }
    assert len(names) == 4


def test_another_signature_is_compiled_beside_the_first(folder):
    use()
    assert kernel(plus_one)(1.5) == 2.5
    assert use() == 0
    assert len(list(folder.iterdir())) == 2


# --- saying so, and ahead ------------------------------------------------------------------------


def test_compiling_is_said_once_and_only_if_there_is_something_to_compile(folder, monkeypatch):
    said = []
    monkeypatch.setattr(compiled, "_listeners", [])
    compiled.load_engine()
    compiled.before_compiling(lambda: said.append(1))
    kernel(plus_one)(1)
    kernel(plus_one)(1.5)
    assert said == [1]
    compiled.before_compiling(lambda: said.append(2))
    use()
    assert said == [1]
    compiled.before_compiling(None)


def test_compile_says_where_the_code_is_and_how_large(golfsolve):
    golfsolve("compile")
    found = golfsolve("compile")
    assert found.code == 0
    assert str(cache.FOLDERS[0].parent.parent) in found.out
    assert "0 of them compiled now" in found.out
    assert found.err == ""


def test_compile_says_where_nothing_can_be_kept(golfsolve, monkeypatch):
    monkeypatch.setattr(cache, "found", [])
    found = golfsolve("compile")
    if found.code:  # everything is loaded already, so that no file has been used
        assert (found.code, "can be kept nowhere" in found.err) == (2, True)


@pytest.mark.long
def test_after_compile_all_nothing_is_left_to_compile(tmp_path):
    def run(*arguments):
        command = [sys.executable, "-m", "golfsolve", *arguments]
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)

    def files():
        return set((tmp_path / "cache").rglob("*"))

    first = run("solve", "1", "--json")
    assert first.stderr.startswith("Compiling the engine, which has to be done once\n")
    assert run("solve", "1", "--json").stderr == ""
    assert run("compile", "--all").returncode == 0
    before = files()
    for line in (
        "solve 1-3 --best",
        "solve 1 --best --variant pyramid-golf --max-nodes 100",
        "stats --deals 3 --scores --variant tri-peaks",
        "stats --deals 3 --player careful",
        "hint 1",
        "pool generate --count 1 --difficulty any --best --out pool.jsonl",
    ):
        found = run(*line.split())
        assert "Compiling" not in found.stderr, line
    assert files() == before


# --- settings that cannot work -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NUMBA_DISABLE_JIT", "1"),
        ("NUMBA_NUM_THREADS", "0"),
        ("NUMBA_NUM_THREADS", "many"),
        ("NUMBA_OPT", "9"),
    ],
)
def test_a_setting_that_cannot_work_is_named(name, value):
    command = [sys.executable, "-m", "golfsolve", "solve", "1-4", "--json"]
    found = subprocess.run(command, env=os.environ | {name: value}, capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith("Error: ")
    assert found.stderr.count("\n") == 1
    assert name in found.stderr
    assert "defect" not in found.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="Linux only")
@pytest.mark.parametrize(("limit", "option"), [("RLIMIT_AS", "-v"), ("RLIMIT_DATA", "-d")])
def test_a_memory_limit_that_is_too_low_is_named(limit, option):
    import resource

    found = subprocess.run(
        [sys.executable, "-m", "golfsolve", "solve", "1", "--json"],
        preexec_fn=lambda: resource.setrlimit(getattr(resource, limit), (300_000_000, 300_000_000)),
        capture_output=True,
        text=True,
    )
    assert found.returncode == 2
    assert f"the memory limit of 300 MB (ulimit {option}) is too low" in found.stderr


def test_a_limit_of_threads_is_named(golfsolve, monkeypatch):
    started = []

    def start(self, whole=threading.Thread.start):
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        started.append(self)
        whole(self)

    monkeypatch.setattr(threading.Thread, "start", start)
    found = golfsolve("solve", "1-4", "--jobs", 4, "--json")
    assert found.code == 2
    assert "the system lets this process start no more threads than " in found.err
    assert "--jobs N" in found.err
