"""Breaks the engine on purpose, one spot at a time, to see whether the fast tests notice.

    python tests/mutate_engine.py list search.py            every mutant of a file, with its number
    python tests/mutate_engine.py run search.py best.py     test them all
    python tests/mutate_engine.py run --sample 30 --seed 7  30 of all files, the same ones for the same seed
    python tests/mutate_engine.py run search.py:17          one mutant, as `list` numbers it
    python tests/mutate_engine.py run --change exact.py "NEVER = 255" "NEVER = 40"   one of your own

A mutant is one operator, comparison, constant or statement of a file in golfsolve/engine/ changed: ``<``
to ``<=``, ``+`` to ``-``, 7 to 8, ``and`` to ``or``, a statement left out. Each is compiled in a copy of the
project with an empty cache, some 20 seconds before the first test, and tested until one fails. The last
lines name the survivors: code that no fast test holds. A survivor is either a hole in the tests or changes
no answer (a heuristic, a size, an order); the list of those is for a person to judge.

Not part of the test suite: all of the engine takes hours.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ENGINE = Path("golfsolve") / "engine"
# What has most to say comes first.
TESTS = [
    "tests/test_random_rules.py",
    "tests/test_benchmarks.py::test_the_search_enters_as_many_nodes_as_are_checked_in",
]
TIME_LIMIT = 300  # seconds; an endless loop is noticed too

_COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}
_OPERATORS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}
_NAMES = {"ZERO": "ONE", "ONE": "ZERO", "min": "max", "max": "min"}


class Mutant(NamedTuple):
    """A file with one place in it changed."""

    file: str
    number: int
    line: int
    before: str
    after: str
    source: str

    @property
    def title(self) -> str:
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.file}:{self.number} line {self.line}: {before}  ->  {after}"


def mutants(file: Path) -> list[Mutant]:
    """All mutants of a source file, in the order of their places."""
    source = file.read_text(encoding="utf-8")
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    data = source.encode()
    found = []
    for first, last, new in sorted(set(_changes(ast.parse(source), data, starts))):
        line = data.count(b"\n", 0, first) + 1
        changed = data[:first] + new.encode() + data[last:]
        before, after = (text.decode().splitlines()[line - 1].strip() for text in (data, changed))
        found.append(Mutant(file.name, len(found) + 1, line, before, after, changed.decode()))
    return found


def _changes(tree: ast.Module, data: bytes, starts: list[int]) -> Iterator[tuple[int, int, str]]:
    """Spans of the source and what to write there instead."""

    def at(line: int, column: int) -> int:
        return starts[line - 1] + column

    def span(node: ast.AST) -> tuple[int, int]:
        return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)

    def between(left: ast.AST, right: ast.AST, change: tuple[str, str]) -> Iterator[tuple[int, int, str]]:
        old, new = change
        first = data.index(old.encode(), span(left)[1], span(right)[0])
        yield first, first + len(old), new

    for node in _code(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARISONS:
            operands = [node.left, *node.comparators]
            for left, op, right in zip(operands, node.ops, operands[1:], strict=False):
                yield from between(left, right, _COMPARISONS[type(op)])
        elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            yield from between(node.left, node.right, _OPERATORS[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from between(left, right, _OPERATORS[type(node.op)])
        elif isinstance(node, ast.UnaryOp):
            first, _ = span(node)
            yield first, span(node.operand)[0], ""
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield *span(node), str(not node.value)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield *span(node), str(node.value + 1)
            if node.value > 1:
                yield *span(node), str(node.value - 1)
        elif isinstance(node, ast.Name) and node.id in _NAMES and isinstance(node.ctx, ast.Load):
            yield *span(node), _NAMES[node.id]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            first, last = span(node.args[min(1, len(node.args) - 1)])
            yield first, last, f"{data[first:last].decode()} - 1"
        elif isinstance(node, ast.AugAssign) and type(node.op) in _OPERATORS:
            yield *span(node), "pass"
            old, new = _OPERATORS[type(node.op)]
            yield from between(node.target, node.value, (old + "=", new + "="))
        elif _can_be_left_out(node):
            yield *span(node), "pass"
        elif isinstance(node, ast.If):
            first, last = span(node.test)
            yield first, last, f"not ({data[first:last].decode()})"


def _can_be_left_out(node: ast.AST) -> bool:
    """Whether the rest still compiles without a statement."""
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], ast.Subscript)
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, ast.Continue | ast.Break)


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes that are computed with: no annotations, no classes of fields, no decorators."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(node, ast.Call):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.ClassDef):
                yield child
                yield from _code(child)


class Copy:
    """A copy of the project to break and to test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("golfsolve", "tests", "benchmarks", "docs"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, folder / name)

    def test(self, mutant: Mutant | None, tests: list[str]) -> tuple[bool, str]:
        """Whether the tests pass, and the first one that does not."""
        cache = self.folder / "cache"
        shutil.rmtree(cache, ignore_errors=True)
        settings = {
            "NUMBA_CACHE_DIR": str(cache),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(self.folder),
        }
        command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "--tb=line", *tests]
        whole = None
        if mutant:
            path = self.folder / ENGINE / mutant.file
            whole = path.read_text(encoding="utf-8")
            path.write_text(mutant.source, encoding="utf-8")
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=os.environ | settings, capture_output=True, text=True,
                timeout=TIME_LIMIT, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return False, "does not end"
        finally:
            if mutant and whole is not None:
                path.write_text(whole, encoding="utf-8")
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return done.returncode == 0, failed[0][:150] if failed else f"exit code {done.returncode}"


def chosen(names: list[str], sample: int | None, seed: int) -> list[Mutant]:
    files = {path.name: path for path in sorted((ROOT / ENGINE).glob("*.py")) if path.stem != "__init__"}
    found = []
    for name in names or files:
        file, _, number = name.partition(":")
        all_of_it = mutants(files[file])
        found += [all_of_it[int(number) - 1]] if number else all_of_it
    if sample is not None and sample < len(found):
        found = sorted(random.Random(seed).sample(found, sample))
    return found


def by_hand(file: str, old: str, new: str) -> Mutant:
    """A mutant of one's own: text that occurs once in a file, and what stands there instead."""
    source = (ROOT / ENGINE / file).read_text(encoding="utf-8")
    if source.count(old) != 1:
        sys.exit(f"{file}: {old!r} occurs {source.count(old)} times (expected once)")
    line = source[: source.index(old)].count("\n") + 1
    return Mutant(file, 0, line, old, new, source.replace(old, new))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=["list", "run"])
    parser.add_argument(
        "names", nargs="*", metavar="FILE[:NUMBER]", help="of golfsolve/engine/; all by default"
    )
    parser.add_argument("--sample", type=int, help="that many of them, chosen by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="begin no other mutant after that")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="what pytest runs")
    parser.add_argument(
        "--change",
        nargs=3,
        action="append",
        default=[],
        metavar=("FILE", "OLD", "NEW"),
        help="a mutant by hand",
    )
    given = parser.parse_args()
    found = [by_hand(*change) for change in given.change]
    if given.names or not found:
        found += chosen(given.names, given.sample, given.seed)
    if given.command == "list":
        print(*(mutant.title for mutant in found), sep="\n")
        return 0
    began = time.monotonic()
    alive, tried = [], 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        passed, why = copy.test(None, given.tests)
        if not passed:
            print(f"the tests fail without any mutant: {why}")
            return 2
        for mutant in found:
            if given.minutes and time.monotonic() - began > 60 * given.minutes:
                break
            passed, why = copy.test(mutant, given.tests)
            tried += 1
            alive += [mutant] if passed else []
            print(
                f"{'SURVIVED' if passed else 'killed'}  {mutant.title}" + ("" if passed else f"  [{why}]"),
                flush=True,
            )
    print(f"{tried} of {len(found)} mutants tested, {len(alive)} alive")
    print(*(mutant.title for mutant in alive), sep="\n")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
