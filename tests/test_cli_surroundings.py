"""The program among terminals, pipes, logs and odd environments."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from golfsolve.cli import codes, deal, run

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")


def python(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, **options)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        ("variants",),
        ("variants", "golf", "--toml"),
        ("deal", "ms:24"),
        ("verify", "POOL", "SOLUTION"),
        ("solve", "--help"),
        ("pool", "generate", "--help"),
        ("pool", "verify", "POOL"),
        ("pool", "info", "POOL"),
        ("pool", "export", "POOL", "--format", "json"),
        ("stats", "--help"),
        ("stats", "show", "STATS"),
    ],
    ids=" ".join,
)
def test_what_solves_nothing_does_not_load_the_engine(arguments, golfsolve, tmp_path):
    files = {"POOL": tmp_path / "pool.jsonl", "STATS": tmp_path / "stats.jsonl"}
    golfsolve("pool", "generate", "--count", 1, "--out", files["POOL"])
    golfsolve("stats", "--deals", 1, "--out", files["STATS"])
    files["SOLUTION"] = golfsolve("solve", files["POOL"], "--json").records[0]["solution"]
    arguments = [str(files.get(word, word)) for word in arguments]
    script = (
        "import sys; from golfsolve.cli import run; code = run(sys.argv[1:]);"
        "print({'numba', 'numpy', 'llvmlite'} & set(sys.modules), file=sys.stderr); sys.exit(code)"
    )
    found = python("-c", script, *arguments)
    assert found.returncode == 0
    assert found.stderr.splitlines()[-1] == "set()"


def test_shell_completion_works_without_the_engine():
    environment = os.environ | {
        "_GOLFSOLVE_COMPLETE": "bash_complete",
        "COMP_WORDS": "golfsolve po",
        "COMP_CWORD": "1",
    }
    found = python("-c", "from golfsolve.cli import main; main()", env=environment)
    assert "pool" in found.stdout


def test_version_and_module_start(golfsolve):
    found = python("-m", "golfsolve", "--version")
    assert found.stdout == golfsolve("--version").out
    assert found.stdout.startswith("golfsolve 0.")


def test_every_command_explains_itself(golfsolve):
    for command in ("variants", "deal", "solve", "verify", "pool", "stats"):
        assert command in golfsolve("--help").out
        assert golfsolve(command, "--help").code == 0


def test_the_documented_exit_codes_are_the_real_ones():
    documented = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    for code, name in [
        (codes.YES, "yes"),
        (codes.NO, "no"),
        (codes.INVALID, "input"),
        (codes.UNDECIDED, "undecided"),
        (codes.DEFECT, "defect"),
        (codes.INTERRUPTED, "Ctrl-C"),
        (codes.CLOSED_PIPE, "pipe"),
    ]:
        [row] = [line for line in documented.splitlines() if line.startswith(f"| {code} |")]
        assert name in row


def test_each_exit_code_has_one_meaning():
    values = [value for name, value in vars(codes).items() if name.isupper()]
    assert len(values) == len(set(values)) == 7


def test_a_defect_is_one_line_with_its_place_and_a_code_of_its_own(monkeypatch, capsys):
    def broken(*args, **kwargs):
        raise KeyError("lost")

    monkeypatch.setattr(deal, "open_deals", broken)
    assert run(["deal", "1"]) == codes.DEFECT
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "please report it: KeyError: 'lost' (test_cli_surroundings.py:" in err


def test_running_out_of_memory_is_said_in_one_line(monkeypatch, golfsolve):
    def hungry(*args, **kwargs):
        raise MemoryError

    monkeypatch.setattr(deal, "open_deals", hungry)
    found = golfsolve("deal", 1)
    assert (found.code, found.err) == (2, "Error: not enough memory\n")


@posix
def test_a_closed_pipe_ends_the_run_quietly():
    command = f"{sys.executable} -m golfsolve deal 1-100000 --format line"
    found = subprocess.run(
        ["bash", "-c", f"{command} | head -1; exit ${{PIPESTATUS[0]}}"], capture_output=True, text=True
    )
    assert found.returncode == codes.CLOSED_PIPE
    assert found.stderr == ""
    assert found.stdout.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_an_error():
    with Path("/dev/full").open("w") as full:
        found = subprocess.run(
            [sys.executable, "-m", "golfsolve", "deal", "1"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert found.returncode == 2
    assert "No space left" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_log_has_no_progress_bar(program):
    process = program("stats", "--deals", 3000, "--max-nodes", 100, "--json")
    out, err = process.communicate()
    assert b"\r" not in out + err
    assert out.count(b"\n") == 1


def in_terminal(*arguments, **environment):
    """What a command shows on a terminal of its own."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    variables = {key: value for key, value in os.environ.items() if key not in ("CI", "NO_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "golfsolve", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=variables | {"TERM": "xterm"} | environment,
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    process.wait()
    return shown.decode()


@posix
def test_a_terminal_shows_progress_unless_it_is_not_wanted():
    run = ("stats", "--deals", "4000", "--max-nodes", "100")
    assert "/4000 [" in in_terminal(*run)
    assert "/4000 [" not in in_terminal(*run, CI="1")
    assert "/4000 [" not in in_terminal(*run, "--quiet")


@posix
def test_the_progress_bar_changes_no_result(golfsolve):
    plain = golfsolve("solve", "1-40", "--max-nodes", 300, "--json", "--quiet").out
    shown = in_terminal("solve", "1-40", "--max-nodes", "300", "--json")
    assert "".join(line + "\n" for line in shown.splitlines() if line.startswith("{")) == plain


@posix
def test_a_terminal_shows_a_drawing_with_red_suits_unless_colour_is_not_wanted():
    shown = in_terminal("deal", "ms:24")
    assert "1   2   3   4   5   6   7" in shown
    assert "\x1b[31mJH\x1b[0m" in shown
    for unwanted in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        shown = in_terminal("deal", "ms:24", **unwanted)
        assert "Waste  JH" in shown
        assert "\x1b" not in shown


@posix
def test_an_ascii_terminal_can_show_everything(tmp_path):
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    found = python("-m", "golfsolve", "deal", tmp_path / "caf\u00e9", "1", env=environment)
    assert found.returncode == 2
    assert "Talon" in found.stdout
    assert "Traceback" not in found.stderr


def test_output_ends_its_lines_with_lf_alone(program):
    out, _ = program("deal", "1-3").communicate()
    assert b"\r" not in out
    assert out.endswith(b"\n")


def test_checks_hold_under_python_o():
    text = "4C 4C"
    found = python("-O", "-m", "golfsolve", "solve", "-", input=text)
    assert found.returncode == 2
    assert found.stderr.startswith("Error: stdin: ")


@posix
def test_a_closed_standard_input_is_an_error_of_ours():
    found = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m golfsolve solve - <&-"], capture_output=True, text=True
    )
    assert found.returncode == 2
    assert "Traceback" not in found.stderr
