"""Who may import whom: the architecture, held by tests."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import golfsolve

PACKAGE = Path(golfsolve.__file__).parent

# A package may import only what stands in a later line.
LAYERS = [
    {"__main__"},
    {"cli"},
    {"api"},
    {"page"},
    {"play"},
    {"stats"},
    {"pools"},
    {"solving"},
    {"files"},
    {"formats"},
    {"game"},
    {"errors"},
]
LAYER = {name: depth for depth, names in enumerate(LAYERS) for name in names}


def module_files() -> dict[str, Path]:
    """Dotted names below golfsolve, like ``cli.solve``; a package stands under its own name."""
    files = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return files


FILES = module_files()


def imports_of(module: str) -> set[str]:
    """All modules of golfsolve that the module imports, at its head or inside functions."""
    found = set()
    for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            head, _, rest = name.partition(".")
            if head != "golfsolve":
                continue
            if rest not in FILES:  # a name inside a module
                rest = rest.rpartition(".")[0]
            if rest:  # the package itself gives its version, which needs no layer
                found.add(rest)
    return found


def part(module: str) -> str:
    return module.partition(".")[0]


def reached_from(module: str) -> set[str]:
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        for name in imports_of(waiting.pop()) - reached:
            reached.add(name)
            waiting.append(name)
    return reached


def test_every_module_has_its_layer():
    assert {part(module) for module in FILES} - {"", "engine"} == set(LAYER)


@pytest.mark.parametrize("module", [m for m in FILES if m and part(m) != "engine"])
def test_a_module_imports_only_from_later_layers(module):
    for imported in imports_of(module):
        if part(imported) not in (part(module), "engine"):
            assert LAYER[part(module)] < LAYER[part(imported)], f"{module} imports {imported}"


@pytest.mark.parametrize("module", [m for m in FILES if part(m) == "engine"])
def test_the_engine_imports_nothing_of_ours(module):
    assert {part(imported) for imported in imports_of(module)} <= {"engine"}


def test_only_solving_imports_the_engine():
    importers = {part(m) for m in FILES if "engine" in map(part, imports_of(m)) and part(m) != "engine"}
    assert importers == {"solving"}


@pytest.mark.parametrize(
    "module",
    [
        "game.referee",
        "files.record_file",
        "formats.inputs",
        "pools.verify",
        "pools.merge_split",
        "stats.file",
        "stats.totals",
    ],
)
def test_what_checks_never_reaches_what_searches(module):
    assert not {"solving", "engine"} & {part(name) for name in reached_from(module)}


@pytest.mark.parametrize("package", sorted({part(m) for m in FILES} - {"", "__main__", "cli", "errors"}))
def test_a_package_lists_its_modules(package):
    """The file list alone tells a stranger where each job is done."""
    listed = {
        line.split()[0]
        for line in (PACKAGE / package / "__init__.py").read_text().splitlines()
        if "  " in line
    }
    assert {m.partition(".")[2] for m in FILES if part(m) == package} - {""} <= listed


def test_no_two_modules_import_each_other():
    for module in FILES:
        assert module not in reached_from(module), f"{module} imports itself in the end"


def loaded_after(program: str) -> set[str]:
    """The top-level modules that a fresh Python has loaded after running a program."""
    program += "\nimport sys\nprint('LOADED', *sorted({name.partition('.')[0] for name in sys.modules}))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(run.stdout.rpartition("LOADED ")[2].split())


@pytest.mark.parametrize("module", [m for m in FILES if m not in ("__main__",) and part(m) != "engine"])
def test_no_import_loads_the_heavy_libraries(module):
    name = f"golfsolve.{module}".rstrip(".")
    assert not {"numba", "numpy", "llvmlite"} & loaded_after(f"import {name}")


@pytest.mark.parametrize(
    "command", [["--help"], ["--version"], ["variants"], ["deal", "1"], ["solve", "--help"]]
)
def test_commands_that_solve_nothing_load_neither_numba_nor_numpy(command):
    program = (
        "import sys\nfrom golfsolve.cli import main\n"
        f"sys.argv = ['golfsolve', *{command!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
    )
    assert not {"numba", "numpy", "llvmlite"} & loaded_after(program)
