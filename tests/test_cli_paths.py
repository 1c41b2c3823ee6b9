"""No command writes over what it reads, whatever the option, however the file is spelled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from golfsolve.cli import cli
from golfsolve.cli.paths import DealsArgument, InputFile, OutputFile, OutputFolder

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")


def commands(group=cli, name=()):
    """Every command with its words."""
    with click.Context(group) as context:
        for word in group.list_commands(context):
            command = group.get_command(context, word)
            yield (*name, word), command
            if isinstance(command, click.Group):
                yield from commands(command, (*name, word))


COMMANDS = dict(commands())


def types_of(param):
    return param.type.types if isinstance(param.type, click.Tuple) else [param.type]


def test_every_parameter_that_names_a_file_says_whether_it_is_read_or_written():
    seen = 0
    for name, command in COMMANDS.items():
        for param in command.params:
            for kind in types_of(param):
                if isinstance(kind, (click.Path, click.File)):
                    assert isinstance(kind, (InputFile, OutputFile, OutputFolder)), (name, param.name)
                    seen += 1
            if param.name in ("out", "junit", "parts", "page"):
                assert any(isinstance(kind, OutputFile) for kind in types_of(param)), (name, param.name)
            if param.name in ("deal", "deals") and isinstance(param, click.Argument):
                assert isinstance(param.type, DealsArgument), (name, param.name)
    assert seen > 20


@pytest.fixture
def files(golfsolve, tmp_path, monkeypatch):
    """One file of each kind, in the working folder."""
    monkeypatch.chdir(tmp_path)
    Path("deals.txt").write_text(golfsolve("deal", "1-3", "--format", "line").out)
    Path("own.toml").write_text(golfsolve("variants", "golf", "--toml").out)
    assert golfsolve("pool", "generate", "--count", 3, "--out", "pool.jsonl").code == 0
    assert golfsolve("stats", "--deals", 3, "--out", "stats.jsonl").code == 0
    Path("stats.svg").write_bytes(Path("stats.jsonl").read_bytes())
    return tmp_path


# What each command reads in the place of READ, and writes in the place of WRITTEN.
RUNS = {
    "solve --out": ("deals.txt", "solve READ --out WRITTEN --force"),
    "solve --resume": ("deals.txt", "solve READ --out WRITTEN --resume"),
    "solve --junit": ("deals.txt", "solve READ --junit WRITTEN --force"),
    "solve, one of many": ("deals.txt", "solve 1 READ --out WRITTEN --force"),
    "solve, rules": ("own.toml", "solve 1 --variant READ --out WRITTEN --force"),
    "solve, rules last": ("own.toml", "solve 1 --out WRITTEN --force --variant READ"),
    "generate, rules": ("own.toml", "pool generate --count 1 --variant READ --out WRITTEN --force"),
    "generate, exclude": ("pool.jsonl", "pool generate --count 1 --exclude READ --out WRITTEN --force"),
    "stats, rules": ("own.toml", "stats --deals 1 --variant READ --out WRITTEN --force"),
    "pool merge": ("pool.jsonl", "pool merge READ --out WRITTEN --force"),
    "pool split": ("pool.jsonl", "pool split READ --into other 1 --into WRITTEN rest --force"),
    "pool select": ("pool.jsonl", "pool select READ --draws 0 99 --out WRITTEN --force"),
    "pool export": ("pool.jsonl", "pool export READ --format json --out WRITTEN --force"),
    "calendar": ("pool.jsonl", "daily READ --calendar 2026-01-01 --days 1 --out WRITTEN --force"),
    "stats merge": ("stats.jsonl", "stats merge READ --out WRITTEN --force"),
    "stats export": ("stats.jsonl", "stats export READ --out WRITTEN --force"),
    "stats plot": ("stats.svg", "stats plot READ --out WRITTEN --force"),
}
WAYS = ["same", "relative", "absolute", "symbolic", "hard", "folder", "chain"]


def spelled(name, way, folder):
    """Another way to say the same file."""
    suffix = Path(name).suffix
    link = Path(f"link{suffix}")
    if way == "same":
        return name
    if way == "relative":
        return f"../{folder.name}/./{name}"
    if way == "absolute":
        return str(folder / name)
    if way == "symbolic":
        link.symlink_to(name)
    elif way == "hard":
        os.link(name, link)
    elif way == "folder":
        Path("linked").symlink_to(".")
        return f"linked/{name}"
    else:
        Path("one").symlink_to(name)
        link.symlink_to("one")
    return str(link)


@posix
@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("way", WAYS)
def test_what_is_read_is_never_written_over(run, way, golfsolve, files):
    name, line = RUNS[run]
    before = Path(name).read_bytes()
    other = spelled(name, way, files)
    for read, written in ((name, other), (other, name)):
        arguments = [{"READ": read, "WRITTEN": written}.get(word, word) for word in line.split()]
        found = golfsolve(*arguments)
        assert found.code == 2, found
        assert found.err.endswith("cannot be read and replaced at once\n")
        assert found.err.count("\n") == 1
        assert found.out == ""
        assert Path(name).read_bytes() == before
    assert not Path("other").exists()


@posix
@pytest.mark.parametrize(
    "line",
    [
        "solve - --out deals.txt --force < deals.txt",
        "solve /dev/stdin --out deals.txt --force < deals.txt",
        "solve /dev/fd/0 --junit deals.txt --force < deals.txt",
        "solve - --out link --force < deals.txt",
        "solve deals.txt --json >> deals.txt",
        "deal deals.txt 2>> deals.txt",
        "deal - < deals.txt >> deals.txt",
    ],
)
def test_streams_that_are_files_are_known_too(line, files):
    Path("link").symlink_to("deals.txt")
    before = Path("deals.txt").read_bytes()
    program = f"{sys.executable} -m golfsolve {line}"
    found = subprocess.run(["bash", "-c", program], capture_output=True, text=True, timeout=60)
    assert found.returncode == 2
    after = Path("deals.txt").read_bytes()
    assert after == before or (after.startswith(before + b"Error: ") and "2>>" in line)


def test_a_terminal_or_nothing_is_no_file_that_is_read_and_written(golfsolve):
    found = subprocess.run(
        [sys.executable, "-m", "golfsolve", "deal", "-"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    assert found.returncode == 2  # no cards; and not because both are the same device


@pytest.mark.parametrize(
    "line",
    [
        "solve 1 --out both --junit both",
        "solve 1 --out both --junit ./both",
        "solve 1 --out both --junit folder/both",
        "pool split pool.jsonl --into both 1 --into folder/both rest",
    ],
)
@posix
def test_one_file_is_not_taken_for_two_outputs(line, golfsolve, files):
    Path("folder").symlink_to(".")
    found = golfsolve(*line.split())
    assert (found.code, "is given for two outputs" in found.err, Path("both").exists()) == (2, True, False)


# --- what is no file -----------------------------------------------------------------------------

WRITERS = {
    "solve": "solve 1 --out",
    "junit": "solve 1 --junit",
    "generate": "pool generate --count 1 --out",
    "stats": "stats --deals 1 --out",
    "merge": "pool merge pool.jsonl --out",
    "export": "pool export pool.jsonl --format csv --out",
    "calendar": "daily pool.jsonl --calendar 2026-01-01 --days 1 --out",
    "stats merge": "stats merge stats.jsonl --out",
    "stats export": "stats export stats.jsonl --out",
    "plot": "stats plot stats.jsonl --out",
}


@posix
@pytest.mark.parametrize("name", WRITERS)
def test_what_is_no_file_is_refused_at_once_in_every_command(name, golfsolve, files):
    os.mkfifo("pipe")
    Path("folder").mkdir()
    Path("loop").symlink_to("loop")
    places = {
        "-": "'-' is no file",
        "": "'' is no name of a file",
        "pipe": "it is a pipe",
        "folder": "it is a folder",
        "folder/": "is a folder",
        "/dev/null": "it is a device",
        "nowhere/x": "there is no folder",
        "loop": "cannot write loop: ",
        "x" * 300: "File name too long",
    }
    for place, said in places.items():
        found = golfsolve(*WRITERS[name].split(), place, "--force")
        assert (found.code, found.out) == (2, ""), place
        assert said in found.err, place
        assert "exists" not in found.err
    assert {path.name for path in files.iterdir()} == {
        *("deals.txt", "own.toml", "pool.jsonl", "stats.jsonl", "stats.svg"),
        *("pipe", "folder", "loop"),
    }


@posix
@pytest.mark.parametrize("line", ["solve 1", "pool generate --count 1", "stats --deals 1"])
def test_a_pipe_cannot_be_continued_and_does_not_hang(line, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    command = [sys.executable, "-m", "golfsolve", *line.split(), "--out", "pipe", "--resume"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (found.returncode, "it is a pipe" in found.stderr) == (2, True)


@pytest.mark.parametrize(
    "line",
    [
        "pool verify -",
        "pool info -",
        "pool merge - --out x",
        "pool export - --format csv",
        "pool generate --count 1 --out x --exclude -",
        "stats show -",
        "stats check -",
        "stats compare -",
        "daily -",
        "round -",
    ],
)
def test_standard_input_is_read_or_refused_and_never_a_file_called_dash(line, golfsolve, files):
    Path("-").write_bytes(Path("pool.jsonl").read_bytes())
    found = golfsolve(*line.split())
    assert (found.code, "standard input is not read here" in found.err) == (2, True)
    assert not Path("x").exists()
    assert golfsolve("pool", "verify", "./-").code == 0


@posix
@pytest.mark.parametrize("name", ["merge", "export", "calendar", "stats merge", "stats export", "junit"])
def test_links_lead_to_what_is_replaced_in_every_command(name, golfsolve, files):
    Path("there").mkdir()
    Path("there/file").write_text("old")
    Path("link").symlink_to("there/file")
    assert golfsolve(*WRITERS[name].split(), "link", "--force").code in (0, 1)
    assert Path("link").is_symlink()
    assert Path("there/file").read_text() != "old"
    assert [path.name for path in Path("there").iterdir()] == ["file"]


def test_what_other_runs_are_making_is_not_taken_for_deals(golfsolve, files):
    """`solve deals/*` takes what a shell finds, which leaves out hidden files."""
    from golfsolve.files.targets import part_of

    assert part_of(Path("deals/report.xml")).name.startswith(".")
