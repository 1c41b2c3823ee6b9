"""Faults around the program: full disks, closed streams, odd terminals, interrupts, other processes."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from golfsolve.cli import codes

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")
ANYWHERE = os.environ | {
    "PYTHONPATH": str(Path(__file__).parent.parent)
}  # golfsolve is found from any folder
linux = pytest.mark.skipif(sys.platform != "linux", reason="Linux only")


def program(*arguments, **options):
    """A command line in a process of its own, run to its end."""
    return subprocess.run(
        [sys.executable, "-m", "golfsolve", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        **({"capture_output": True} | options),
    )


def shell(line, **options):
    """A line for bash in which `golfsolve` is the program."""
    line = line.replace("golfsolve", f"{sys.executable} -m golfsolve")
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=ANYWHERE, **options)


@pytest.fixture
def script(tmp_path):
    """Runs a program of Python that somebody has written around ours."""

    def start(text, *arguments, env=ANYWHERE, **options):
        path = tmp_path / "script.py"
        path.write_text(textwrap.dedent(text))
        command = [sys.executable, path, *map(str, arguments)]
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, **options)

    return start


# --- what cannot be written ----------------------------------------------------------------------

RUNS = {
    "pool": ("pool", "generate", "--count", 60),
    "stats": ("stats", "--deals", 20_000, "--max-nodes", 100),
    "solve": ("solve", "1-100", "--fail-on", "none"),
}


@linux
@pytest.mark.parametrize("name", RUNS)
def test_a_disk_that_fills_up_ends_the_run_and_loses_nothing(name, golfsolve, tmp_path):
    import resource

    whole, path = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    assert golfsolve(*RUNS[name], "--out", whole).code == 0
    size = whole.stat().st_size // 2

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    found = program(*RUNS[name], "--out", path, preexec_fn=limit)
    assert found.returncode == codes.INVALID
    assert found.stderr.endswith(f"Error: cannot write {path}: File too large\n".encode())
    there = path.read_bytes()
    assert whole.read_bytes().startswith(there)
    assert there.endswith(b"}\n")
    assert there.count(b"\n") > 3
    assert golfsolve(*RUNS[name], "--out", path, "--resume").code == 0
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("name", RUNS)
def test_a_place_where_nothing_can_be_written_is_named(name, golfsolve, tmp_path):
    (tmp_path / "file").write_text("precious")
    places = [tmp_path / "file" / "x.jsonl", tmp_path / "nowhere" / "x.jsonl", tmp_path]
    if Path("/sys/kernel").is_dir():
        places.append(Path("/sys/x.jsonl"))  # where not even root can make files
    for place in places:
        for option in ("--resume", "--force"):
            found = golfsolve(*RUNS[name], "--out", place, option)
            assert found.code == codes.INVALID
            assert str(place) in found.err
            assert "another golfsolve" not in found.err
            assert found.out == ""
    assert (tmp_path / "file").read_text() == "precious"


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only_is_named(golfsolve, tmp_path):
    tmp_path.chmod(0o555)
    found = golfsolve("stats", "--deals", 1, "--out", tmp_path / "x.jsonl")
    assert (found.code, "Permission denied" in found.err) == (codes.INVALID, True)


@posix
def test_a_folder_with_a_file_that_is_read_only_may_be_read(golfsolve, tmp_path):
    path = tmp_path / "pool.jsonl"
    golfsolve("pool", "generate", "--count", 1, "--out", path)
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    assert golfsolve("pool", "verify", path).code == codes.YES
    tmp_path.chmod(0o755)


# --- streams and terminals -----------------------------------------------------------------------


@posix
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("golfsolve --version >&-", codes.YES),
        ("golfsolve deal ms:24 >&-", codes.YES),
        ("golfsolve deal ms:24 >/dev/null 2>&-", codes.YES),
        ("golfsolve deal ms:24 <&- >&- 2>&-", codes.YES),
        ("golfsolve stats --deals 1 >/dev/null 2>&-", codes.YES),
        ("golfsolve nosuch 2>&-", codes.INVALID),
        ("golfsolve deal nosuch 2>&1 >&-", codes.INVALID),
    ],
)
def test_closed_streams_change_no_exit_code(line, code):
    found = shell(line)
    assert found.returncode == code
    assert "Traceback" not in found.stdout + found.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("golfsolve solve ms:1-3 --json 2>/dev/full", codes.NO),
        ("golfsolve deal 1 nosuch 2>/dev/full", codes.INVALID),
        ("golfsolve nosuch 2>/dev/full", codes.INVALID),
        ("golfsolve deal 1 >/dev/full", codes.INVALID),
        ("golfsolve solve 1-3 --json >/dev/full 2>/dev/full", codes.INVALID),
    ],
)
def test_full_streams_are_no_other_verdict(line, code):
    found = shell(line)
    assert found.returncode == code
    assert "Traceback" not in found.stdout + found.stderr


@posix
@pytest.mark.parametrize("line", ["solve 1-2000 --json", "pool verify POOL POOL", "variants"])
def test_a_reader_that_has_gone_ends_every_command_quietly(line, golfsolve, tmp_path):
    golfsolve("pool", "generate", "--count", 1, "--out", tmp_path / "POOL")
    found = shell(f"golfsolve {line} | true; exit ${{PIPESTATUS[0]}}", cwd=tmp_path)
    assert found.returncode in (codes.CLOSED_PIPE, codes.YES)  # YES if all was written before
    assert found.stderr == ""


def test_more_output_than_a_pipe_holds_arrives():
    process = subprocess.Popen(
        [sys.executable, "-m", "golfsolve", "deal", "1-2000", "--format", "line"], stdout=subprocess.PIPE
    )
    time.sleep(1)  # the pipe is full by now
    out, _ = process.communicate()
    assert (process.returncode, out.count(b"\n"), len(out) > 2**16) == (0, 2000, True)


@posix
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-16"])
def test_no_encoding_of_a_terminal_stops_the_program(encoding, golfsolve, tmp_path):
    (tmp_path / "caf\u00e9 \u2660.txt").write_text(golfsolve("deal", 1, "--format", "line").out)
    environment = os.environ | {"PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0"}
    files = [*sorted(tmp_path.iterdir()), tmp_path / "missing \udcff\n"]
    for options in (["--json"], []):
        found = program("solve", *files, *options, env=environment)
        assert found.returncode == codes.INVALID
        assert b"Traceback" not in found.stderr
        assert found.stdout
        assert found.stderr.decode(encoding).count("Error: ") == 1


def test_lines_end_in_lf_where_text_has_other_ends(script):
    found = script(
        """
        import io, sys
        from golfsolve.cli import main
        sys.stdout = io.TextIOWrapper(sys.stdout.buffer, newline="\\r\\n")  # as on Windows
        sys.argv = ["golfsolve", "deal", "1", "--format", "board"]
        main()
        """
    )
    assert found.returncode == 0
    assert found.stdout.count("\n") == 9
    assert "\r" not in found.stdout


def test_whatever_is_printed_is_ascii(golfsolve, tmp_path):
    pool, counts = tmp_path / "pool.jsonl", tmp_path / "stats.jsonl"
    for arguments in (
        ("--help",),
        ("solve", "--help"),
        ("variants",),
        ("deal", "1", "--format", "solvitaire"),
        ("solve", 1, "ms:1", "--best"),
        ("pool", "generate", "--count", 2, "--out", pool),
        ("pool", "info", pool),
        ("stats", "--deals", 5, "--out", counts),
        ("stats", "show", counts, "--json"),
    ):
        found = golfsolve(*arguments)
        assert (found.out + found.err).isascii(), arguments


# --- Ctrl-C --------------------------------------------------------------------------------------

INTERRUPTED_IMPORT = """
    import importlib.abc, os, signal, sys
    from golfsolve.__main__ import main
    class Interrupt(importlib.abc.MetaPathFinder):
        def find_spec(self, name, path, target=None):
            if name == module:
                os.kill(os.getpid(), signal.SIGINT)
    module, ignored = sys.argv[1:]
    if ignored == "True":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.meta_path.insert(0, Interrupt())
    sys.argv[1:] = ["solve", "1", "--json", "--quiet"]
    main()
"""


@posix
@pytest.mark.parametrize(
    "module",
    [
        "golfsolve.cli",
        "click",
        "golfsolve.errors",
        "golfsolve.cli.solve",
        "golfsolve.solving.solver",
        "numba",
    ],
)
def test_ctrl_c_while_the_program_is_loaded_leaves_no_traceback(module, script):
    found = script(INTERRUPTED_IMPORT, module, False)
    assert (found.returncode, found.stdout, found.stderr) == (codes.INTERRUPTED, "", "Interrupted\n")


@posix
def test_a_program_that_is_to_ignore_ctrl_c_does(script):
    found = script(INTERRUPTED_IMPORT, "golfsolve.cli", True)
    assert (found.returncode, found.stderr) == (codes.YES, "")


# --- other processes and environments ------------------------------------------------------------


@pytest.mark.parametrize("name", RUNS)
def test_time_zone_hash_seed_locale_and_place_change_no_byte(name, golfsolve, tmp_path):
    arguments = ("pool", "generate", "--count", 20) if name == "pool" else RUNS[name]
    golfsolve(*arguments, "--out", tmp_path / "here.jsonl")
    odd = {"TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "7", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}
    (tmp_path / "elsewhere").mkdir()
    found = subprocess.run(
        [sys.executable, "-O", "-m", "golfsolve", *map(str, arguments), "--out", "x.jsonl"],
        cwd=tmp_path / "elsewhere",
        env=ANYWHERE | odd,
        capture_output=True,
    )
    assert found.returncode == 0
    assert (tmp_path / "elsewhere" / "x.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()


def test_the_same_deal_is_the_same_work_fifty_times(golfsolve):
    from golfsolve import find_variant
    from golfsolve.game.numbering import DealNumber, deal_number
    from golfsolve.solving.solver import Solver

    variant = find_variant("relaxed")
    deal = deal_number(DealNumber(17, "ms"), variant)
    solver = Solver(variant)
    results = {solver.solve(deal) for _ in range(50)} | {Solver(variant).solve(deal) for _ in range(50)}
    assert len(results) == 1
    [record] = golfsolve("solve", "ms:17", "--variant", "relaxed", "--json").records
    assert record["nodes"] == results.pop().nodes


USER_SCRIPT = """
    import multiprocessing, multiprocessing.pool, sys
    import golfsolve
    golf = golfsolve.find_variant("golf")
    def nodes(number):
        return golfsolve.solve(golfsolve.deal_number(golfsolve.DealNumber(number), golf), golf).nodes
    if __name__ == "__main__":
        here = [nodes(number) for number in range(1, 9)]
        with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
            assert pool.map(nodes, range(1, 9)) == here
        with multiprocessing.pool.ThreadPool(2) as pool:
            assert pool.map(nodes, range(1, 9)) == here
        print("right")
"""


@pytest.mark.parametrize("method", ["spawn", pytest.param("fork", marks=posix)])
def test_programs_with_processes_and_threads_of_their_own_can_solve(method, script):
    found = script(USER_SCRIPT, method)
    assert (found.returncode, found.stdout) == (0, "right\n"), found.stderr


@posix
def test_memory_is_bounded_however_hard_a_deal_is(script):
    found = script(
        """
        import resource, sys
        from golfsolve.cli import run
        unit = 2**10 if sys.platform == "linux" else 2**20
        for nodes in ("10000", "3000000"):
            run(["solve", "pysol:3", *"--variant black-hole --jobs 1 --json --max-nodes".split(), nodes])
            print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit)
        """
    )
    _, before, _, after = found.stdout.splitlines()
    assert int(after) < int(before) + 50  # MB


# --- compiled code -------------------------------------------------------------------------------

COMPILE = """
    from golfsolve import cli
    def compile_something():
        from golfsolve.engine.jit import kernel
        print(kernel(lambda x: x + 1)(41))
        return 0
    cli.run = compile_something
    cli.main()
"""


@pytest.fixture
def nowhere(tmp_path):
    """An environment in which compiled code can be kept nowhere."""
    (tmp_path / "file").write_text("")
    places = ("NUMBA_CACHE_DIR", "HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "USERPROFILE")
    return ANYWHERE | dict.fromkeys(places, str(tmp_path / "file" / "folder"))


def test_without_a_folder_for_compiled_code_there_is_one_warning_and_it_works(script, nowhere):
    found = script(COMPILE, env=nowhere)
    assert (found.returncode, found.stdout) == (0, "42\n")
    assert found.stderr.startswith("Warning: compiled code can be kept nowhere; ")
    assert found.stderr.count("\n") == 1


def test_without_a_home_it_works(script):
    environment = {key: value for key, value in ANYWHERE.items() if key not in ("HOME", "XDG_CACHE_HOME")}
    found = script(COMPILE, env=environment)
    assert (found.returncode, found.stdout, found.stderr) == (0, "42\n", "")


@pytest.mark.long
def test_deals_are_solved_without_a_folder_for_compiled_code(golfsolve, nowhere):
    found = program("solve", "1-10", "--json", env=nowhere)
    assert found.stdout.decode() == golfsolve("solve", "1-10", "--json").out
    assert found.stderr.decode().count("Warning: ") == 1


def test_what_is_compiled_once_is_not_compiled_again(golfsolve):
    from golfsolve.engine import cache

    def contents():
        files = (path for folder in cache.FOLDERS for path in folder.rglob("*"))
        return {path: path.stat().st_mtime_ns for path in files if path.is_file()}

    golfsolve("solve", "1-2", "--json")
    golfsolve("stats", "--deals", 2)
    before = contents()
    assert before
    assert program("solve", "1-2", "--json").returncode == 0
    assert program("stats", "--deals", 2).returncode == 0
    assert contents() == before


def test_code_compiled_from_other_sources_is_never_used(tmp_path, script):
    import shutil

    import golfsolve

    package = tmp_path / "golfsolve"
    shutil.copytree(Path(golfsolve.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    text = "from golfsolve.engine import cache; print(cache.FOLDERS[0])"
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    environment["PYTHONPATH"] = str(tmp_path)
    before = script(text, env=environment).stdout
    with (package / "engine" / "table.py").open("a") as file:
        file.write("# another line\n")
    after = script(text, env=environment).stdout
    assert str(package) in before
    assert Path(before).parent == Path(after).parent
    assert before != after
