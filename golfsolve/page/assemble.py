"""Template, style and modules put into one HTML file, without any tool but Python."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from golfsolve.errors import GolfsolveError
from golfsolve.files.replacing import replacing, writing

# In the order in which they are put into the page: each needs only earlier ones.
LIBRARY = ("rules", "numbering", "dates", "boards", "search", "solver")
PAGE = ("game", "store", "worker", "thinker", "board", "dialogs", "app", "main")

_IMPORT = re.compile(r"^import .*?;\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_COMMENT_LINES = re.compile(r"^ *//.*\n", re.MULTILINE)
_DOC_COMMENTS = re.compile(r"^ */\*\*.*?\*/\n", re.MULTILINE | re.DOTALL)


def page_html(facts: dict[str, Any]) -> str:
    """The page that holds ``facts`` (facts.py), which is all that it ever loads."""
    site = files("golfsolve.page") / "site"
    html = (site / "page.html").read_text(encoding="utf-8")
    # Nothing in the data may end its element: "<" is written as JSON escapes it.
    data = json.dumps(facts, separators=(",", ":")).replace("<", "\\u003c")
    for mark, text in (
        ("/*STYLE*/", (site / "style.css").read_text(encoding="utf-8").rstrip()),
        ("/*SCRIPT*/", _script()),
        ("/*FACTS*/", data),
    ):
        html = html.replace(mark, text)
    return html


def write_page(path: Path, facts: dict[str, Any], *, force: bool = False) -> int:
    """Write a page; its size in bytes. Raises :class:`GolfsolveError` where that cannot be done."""
    data = page_html(facts).encode("utf-8")
    with replacing(path, force=force) as part, writing(path):
        part.write_bytes(data)
    return len(data)


def _script() -> str:
    """All modules as one script: imports go, since every name is in one scope, and so do comments."""
    texts = [_IMPORT.sub("", module_text(name)) for name in (*LIBRARY, *PAGE)]
    code = "\n".join(
        _COMMENT_LINES.sub("", _DOC_COMMENTS.sub("", _EXPORT.sub("", text))).strip() for text in texts
    )
    return f'(() => {{\n"use strict";\n{code}\n}})();'


def module_text(name: str) -> str:
    """The source of a module."""
    return (files("golfsolve.page") / "modules" / f"{name}.js").read_text(encoding="utf-8")


def library_files() -> dict[str, str]:
    """What ``page --modules`` writes, by file name: the modules that stand alone, with their types."""
    types = (files("golfsolve.page") / "modules" / "golfsolve.d.ts").read_text(encoding="utf-8")
    index = "".join(f'export * from "./{name}.js";\n' for name in LIBRARY)
    found = {f"{name}.js": module_text(name) for name in LIBRARY}
    package = {
        "name": "golfsolve-modules",
        "type": "module",
        "main": "golfsolve.js",
        "types": "golfsolve.d.ts",
    }
    found |= {"golfsolve.js": index, "golfsolve.d.ts": types}
    return found | {"package.json": json.dumps(package, indent=2) + "\n"}


def write_library(folder: Path, *, force: bool = False) -> list[Path]:
    """Write the modules to a folder, which is made if need be.

    Raises :class:`GolfsolveError` for a file that is there already, unless with ``force``; nothing is written
    then.
    """
    found = library_files()
    there = [name for name in found if (folder / name).exists()]
    if there and not force:
        raise GolfsolveError(f"{folder / there[0]} exists (--force replaces it)")
    if folder.exists() and not folder.is_dir():
        raise GolfsolveError(f"{folder} is not a folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in found.items():
        with replacing(folder / name, force=force) as part:
            part.write_text(text, encoding="utf-8", newline="\n")
    return [folder / name for name in found]
