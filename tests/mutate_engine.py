"""Breaks the engine on purpose, one spot at a time, to see whether the fast tests notice.

    python tests/mutate_engine.py list column_search.py     every mutant of a file, with its number
    python tests/mutate_engine.py run walk.py best.py       test 60 of them, chosen by chance
    python tests/mutate_engine.py run --number 30 --seed 7  30 of all files, the same ones for the same seed
    python tests/mutate_engine.py run walk.py:17            one mutant, as `list` numbers it
    python tests/mutate_engine.py run --change exact.py "NEVER = 255" "NEVER = 40"    one of your own

A mutant is one comparison, operator, constant or condition of a file in golfsolve/engine/ changed, or a
statement left out: ``<`` becomes ``<=``, ``+`` becomes ``-``, 7 becomes 8, ``if x`` becomes ``if not x``.
All that are chosen go into one copy of the engine, behind a switch that says which of them is on (an
untidy relative of mutant schemata: Untch, Offutt and Harrold, ISSTA 1993). So it is compiled once, and each
mutant costs what its tests take to fail, in a process of its own. Constants of modules and code that is
written for the compiler cannot hide behind a switch; for those there is ``--change``, which compiles anew.

The last lines name the survivors: code that no fast test holds. A survivor is either a hole in the tests or
changes no answer (a heuristic, a size, an order); which of the two is for a person to judge.
"""

from __future__ import annotations

import argparse
import ast
import copy
import itertools
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ENGINE = Path("golfsolve") / "engine"
CPU_LIMIT = 60  # seconds of a processor for the tests of a mutant; an endless loop is noticed too

# What has most to say comes first.
TESTS = [
    "tests/test_random_rules.py",
    "tests/test_benchmarks.py::test_the_search_enters_as_many_nodes_as_are_checked_in",
]
# Files that those say little about, and what says more.
OTHER_TESTS = {
    "players.py": ["tests/test_players.py"],
    "shuffle.py": ["tests/test_vectors.py", "tests/test_players.py"],
    "erring.py": ["tests/test_difficulty.py"],
    "columns.py": ["tests/test_difficulty.py"],
}

SWITCH = '''
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

SELECTED = np.zeros(1, np.int64)


def mutant():
    """The number of the mutant that is on."""
    return int(SELECTED[0])


@intrinsic
def _from_memory(typing_context):

    def generate(context, builder, signature, arguments):
        number = ir.IntType(64)
        return builder.load(builder.inttoptr(number(SELECTED.ctypes.data), number.as_pointer()))

    return types.int64(), generate


@overload(mutant)
def _in_kernels():
    return lambda: _from_memory()
'''
# Switches are addresses in this process, so nothing is kept.
NO_CACHE = """
def kernel(function):
    return numba.njit(nogil=True)(function)


inner_kernel = kernel
"""

_OTHER = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
_NAMES = {"ZERO": "np.uint64(1)", "ONE": "np.uint64(0)"}
_CALLS = {"min": "max", "max": "min"}


class Mutant(NamedTuple):
    """A node of a file's syntax tree and what to have in its place; None for nothing at all."""

    file: str
    number: int
    node: ast.AST
    other: ast.AST | None

    @property
    def title(self) -> str:
        after = "left out" if self.other is None else ast.unparse(self.other)
        return f"{self.file}:{self.number} line {self.node.lineno}: {ast.unparse(self.node)}  ->  {after}"


def mutants(file: str, tree: ast.Module) -> list[Mutant]:
    """All mutants of a file."""
    found: list[Mutant] = []
    for function in tree.body:
        if isinstance(function, ast.FunctionDef):
            decorators = " ".join(map(ast.unparse, function.decorator_list))
            if "intrinsic" in decorators or "register" in decorators:
                continue
            bodies = [function]
            if "overload" in decorators:  # what it returns is the kernel
                bodies = [node for node in function.body if isinstance(node, ast.FunctionDef)]
            for node in itertools.chain(*map(_code, bodies)):
                places = [(node, other) for other in _others(node)]
                if isinstance(node, ast.If):
                    places.append((node.test, ast.UnaryOp(ast.Not(), node.test)))
                for place, other in places:
                    found.append(Mutant(file, len(found) + 1, place, other))
    return found


def _code(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """All nodes of a function's body, without its docstring and annotations."""
    for statement in function.body:
        for node in ast.walk(statement):
            if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                yield node


def _others(node: ast.AST) -> Iterator[ast.AST | None]:
    """What could stand in a node's place."""

    def changed(change: Callable[[ast.AST], None]) -> ast.AST:
        twin = copy.deepcopy(node)
        change(twin)
        return twin

    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            if type(op) in _OTHER:
                yield changed(lambda twin, i=i, op=op: twin.ops.__setitem__(i, _OTHER[type(op)]()))
    elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in _OTHER:
        yield changed(lambda twin: setattr(twin, "op", _OTHER[type(node.op)]()))
    elif isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Name) and node.id in _NAMES:
        yield ast.parse(_NAMES[node.id], mode="eval").body
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLS:
        yield changed(lambda twin: setattr(twin.func, "id", _CALLS[node.func.id]))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        last = min(1, len(node.args) - 1)
        shorter = ast.BinOp(node.args[last], ast.Sub(), ast.Constant(1))
        yield changed(lambda twin: twin.args.__setitem__(last, shorter))
    if _can_be_left_out(node):
        yield None


def _can_be_left_out(node: ast.AST) -> bool:
    """Whether the rest still compiles without a statement."""
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], ast.Subscript | ast.Attribute)
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, ast.AugAssign | ast.Continue | ast.Break)


class _Switches(ast.NodeTransformer):
    """Puts mutants behind switches; ``numbers`` maps the nodes to what is chosen there."""

    def __init__(self, chosen: dict[int, list[tuple[int, Mutant]]]) -> None:
        self.chosen = chosen

    def visit(self, node: ast.AST) -> ast.AST:
        new = self.generic_visit(node)
        for number, mutant in self.chosen.get(id(node), []):
            on = ast.parse(f"mutant() == {number}", mode="eval").body
            if isinstance(node, ast.stmt):
                kept = [copy.copy(new)] if mutant.other is None else [new]
                new = ast.If(on, [ast.Pass()] if mutant.other is None else [mutant.other], kept)
            else:
                other = mutant.other
                if isinstance(other, ast.UnaryOp) and isinstance(other.op, ast.Not):
                    new = ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), new))  # of the same type
                new = ast.IfExp(on, other, new)
        return new


def build(folder: Path, chosen: list[Mutant], trees: dict[str, ast.Module]) -> None:
    """Write the engine with all chosen mutants, each behind the switch of its place in the list, from 1."""
    for file, tree in trees.items():
        here: dict[int, list[tuple[int, Mutant]]] = {}
        for number, mutant in enumerate(chosen, start=1):
            if mutant.file == file:
                here.setdefault(id(mutant.node), []).append((number, mutant))
        if not here:
            continue
        new = _Switches(here).visit(tree)
        at = next(i for i, node in enumerate(new.body) if isinstance(node, ast.Import | ast.ImportFrom))
        at += isinstance(new.body[at], ast.ImportFrom) and new.body[at].module == "__future__"
        new.body[at:at] = ast.parse("from golfsolve.engine.switch import mutant").body
        (folder / ENGINE / file).write_text(ast.unparse(ast.fix_missing_locations(new)), encoding="utf-8")
    (folder / ENGINE / "switch.py").write_text(SWITCH, encoding="utf-8")
    with (folder / ENGINE / "jit.py").open("a", encoding="utf-8") as jit:
        jit.write(NO_CACHE)


def copied(folder: Path) -> None:
    for name in ("golfsolve", "tests", "benchmarks", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder / name)


def choose(names: list[str], number: int, seed: int, trees: dict[str, ast.Module]) -> list[Mutant]:
    """Some mutants by chance, at most one of a line: nested ones would double the code."""
    singles: list[Mutant] = []
    found: list[Mutant] = []
    for name in names or trees:
        file, _, which = name.partition(":")
        all_of_it = mutants(file, trees[file])
        if which:
            singles.append(all_of_it[int(which) - 1])
        else:
            found += all_of_it
    random.Random(seed).shuffle(found)
    lines: set[tuple[str, int]] = set()
    for mutant in found:
        if (mutant.file, mutant.node.lineno) not in lines and len(lines) < number:
            lines.add((mutant.file, mutant.node.lineno))
            singles.append(mutant)
    return sorted(singles, key=lambda mutant: (mutant.file, mutant.number))


# --- in the copy -----------------------------------------------------------------------------------


def run_here(titles: list[str], minutes: float) -> int:
    """Compile by running all tests once, then run them for each mutant until one fails."""
    import pytest

    from golfsolve.engine import cache

    cache.FOLDERS[0].mkdir(parents=True)  # or the tests would compile all there is first
    began = time.monotonic()
    tests = list(dict.fromkeys([*TESTS, *itertools.chain(*OTHER_TESTS.values())]))
    files = {title.partition(":")[0] for title in titles}
    if not files & set(OTHER_TESTS):
        tests = TESTS
    if pytest.main(["-x", "-p", "no:cacheprovider", "--tb=short", *tests]):
        print("the tests fail without any mutant")
        return 2
    print(f"compiled and tested without mutants in {time.monotonic() - began:.0f} seconds", flush=True)
    alive, tried = [], 0
    for number, title in enumerate(titles, start=1):
        if time.monotonic() - began > 60 * minutes:
            break
        outcome = one_mutant(number, OTHER_TESTS.get(title.partition(":")[0], TESTS))
        tried += 1
        alive += [] if outcome else [title]
        print(f"{'killed  ' if outcome else 'SURVIVED'}  {title}  [{outcome}]", flush=True)
    print(f"{tried} of {len(titles)} mutants tested, {len(alive)} alive")
    print(*alive, sep="\n")
    return 1 if alive else 0


def one_mutant(number: int, tests: list[str]) -> str:
    """Which test fails with a mutant on; nothing if all pass."""
    with tempfile.TemporaryFile("w+") as out:
        child = os.fork()
        if not child:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT))
            import pytest

            from golfsolve.engine import switch
            from golfsolve.solving import solver

            switch.SELECTED[0] = number
            solver._make_boards.cache_clear()
            os._exit(int(pytest.main(["-x", "-p", "no:cacheprovider", "--tb=no", *tests])))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            return "does not end"
        out.seek(0)
        failed = [line for line in out if line.startswith(("FAILED", "ERROR"))]
        return "" if code == 0 else failed[0].split(" - ")[0].strip()[7:] if failed else f"exit code {code}"


# --- mutants that are compiled anew -------------------------------------------------------------------


def change(folder: Path, file: str, old: str, new: str) -> bool:
    """Whether a mutant of one's own survives: text that occurs once in a file, and what to have instead."""
    path = folder / ENGINE / file
    whole = path.read_text(encoding="utf-8")
    if whole.count(old) != 1:
        sys.exit(f"{file}: {old!r} occurs {whole.count(old)} times (expected once)")
    path.write_text(whole.replace(old, new), encoding="utf-8")
    try:
        command = ["-m", "pytest", "-x", "-p", "no:cacheprovider", "--tb=no", *OTHER_TESTS.get(file, TESTS)]
        done = started(folder, command, capture_output=True, text=True, timeout=10 * CPU_LIMIT)
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        code, outcome = done.returncode, failed[0] if failed else ""
    except subprocess.TimeoutExpired:
        code, outcome = -9, "does not end"
    path.write_text(whole, encoding="utf-8")
    old, new = (" ".join(text.split()) for text in (old, new))
    state = "killed  " if code else "SURVIVED"
    print(f"{state}  {file}: {old}  ->  {new}  [{outcome or code}]", flush=True)
    return code == 0


def started(folder: Path, command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, with a cache of its own."""
    cache = folder / "cache"
    shutil.rmtree(cache, ignore_errors=True)
    settings = {"NUMBA_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(folder)}
    return subprocess.run([sys.executable, *command], cwd=folder, env=os.environ | settings, **options)


def main() -> int:
    kept = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=kept)
    parser.add_argument("command", choices=["list", "run", "run-here"])
    parser.add_argument("names", nargs="*", metavar="FILE[:NUMBER]", help="of the engine")
    parser.add_argument("--number", type=int, default=60, help="how many of the files' mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=7, help="begin no other mutant after that")
    parser.add_argument("--change", nargs=3, action="append", default=[], metavar=("FILE", "OLD", "NEW"))
    given = parser.parse_args()
    if given.command == "run-here":
        return run_here(Path(given.names[0]).read_text(encoding="utf-8").splitlines(), given.minutes)
    paths = [path for path in sorted((ROOT / ENGINE).glob("*.py")) if path.stem not in ("__init__", "jit")]
    trees = {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    if given.command == "list":
        for name in given.names or trees:
            print(*(mutant.title for mutant in mutants(name, trees[name])), sep="\n")
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        if given.change:
            alive = [change(folder, *texts) for texts in given.change]
            return int(any(alive))
        chosen = choose(given.names, given.number, given.seed, trees)
        titles = [mutant.title for mutant in chosen]
        (folder / "titles").write_text("\n".join(titles), encoding="utf-8")
        build(folder, chosen, trees)
        here = ["tests/mutate_engine.py", "run-here", "titles", "--minutes", str(given.minutes)]
        return started(folder, here).returncode


if __name__ == "__main__":
    sys.exit(main())
