"""Kills long runs at random moments: ``python -m tests.kill_runs KILLS [SEED]``.

Each command that writes its file bit by bit is begun, killed without warning, continued with --resume,
killed again, until it comes to its end. Its file must then have the bytes of a run that nothing has
disturbed, and no kill may cost a record that was in the file before.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
# Some seconds of work each, in many small records.
COMMANDS = {
    "pool": ("pool", "generate", "--count", "1500", "--max-nodes", "1000"),
    "stats": ("stats", "--deals", "80000", "--max-nodes", "100", "--json"),
    "solve": ("solve", "1-4000", "--max-nodes", "500", "--fail-on", "none"),
}


@dataclass
class Count:
    """What has happened to one command's runs."""

    kills: int = 0
    with_records: int = 0  # kills that found records in the file
    files: int = 0  # finished to the right bytes


def start(name: str, path: Path, *options: str) -> subprocess.Popen[bytes]:
    """The command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "golfsolve", *COMMANDS[name], "--out", str(path), "--quiet", *options],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def records(path: Path) -> bytes:
    """The whole lines of a file, but for the closing line."""
    data = path.read_bytes() if path.exists() else b""
    lines = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
    if lines and b'"sha256":' in lines[-1]:
        lines.pop()
    return b"".join(lines)


def run(process: subprocess.Popen[bytes], seconds: float | None) -> bool:
    """Let a run go on for so long, or to its end; whether it had to be killed."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        return True
    finally:
        _, err = process.communicate()
    assert process.returncode == 0, err.decode()
    return False


def kill_runs(name: str, kills: int, rng: random.Random, folder: Path) -> Count:
    """Kill runs of one command so often; raises AssertionError if anything is lost or comes out otherwise."""
    quiet, path = folder / f"{name}-quiet.jsonl", folder / f"{name}.jsonl"
    for _ in range(2):  # the first one may have to compile the engine
        began = time.monotonic()
        run(start(name, quiet, "--force"), None)
        duration = time.monotonic() - began
    whole = quiet.read_bytes()
    count = Count()
    while count.kills < kills or path.exists():
        before = records(path)
        left = rng.uniform(0, duration) if count.kills < kills else None
        killed = run(start(name, path, "--resume", "--jobs", rng.choice("12")), left)
        after = records(path)
        assert after.startswith(before), f"{name}: records are lost"
        assert whole.startswith(after), f"{name}: records are wrong"
        if killed:
            count.kills += 1
            count.with_records += after.count(b"\n") > 1
        else:
            assert path.read_bytes() == whole, f"{name}: other bytes"
            hidden = [file for file in folder.iterdir() if file.name.startswith(".")]
            assert hidden + list(folder.glob("*.lock")) == [], f"{name}: something is left behind"
            count.files += 1
            path.unlink()
    return count


def main() -> None:
    """Share the kills among the commands and print the counts."""
    kills, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)
    shares = [len(range(index, kills, len(COMMANDS))) for index in range(len(COMMANDS))]
    with tempfile.TemporaryDirectory() as folder:
        for name, share in zip(COMMANDS, shares, strict=True):
            print(name, kill_runs(name, share, rng, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
