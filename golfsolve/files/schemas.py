"""JSON Schemas of what the program writes for other programs; they lie in ``golfsolve/schemas``."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from golfsolve.errors import GolfsolveError, quoted

_FOLDER = resources.files("golfsolve") / "schemas"
_SHARED = ("common", "rules", "result")  # what other schemas refer to


def schema_names() -> list[str]:
    """The names that :func:`schema` takes, sorted."""
    return sorted(
        file.name.removesuffix(".json") for file in _FOLDER.iterdir() if file.name.endswith(".json")
    )


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of that name, like ``"pool"``, as one document that needs no other.

    Of JSON Lines, each line is a document. Raises :class:`GolfsolveError` for an unknown name.
    """
    if name not in schema_names():
        raise GolfsolveError(f"no schema {quoted(name)} (expected one of {', '.join(schema_names())})")
    document = _read(name)
    # Bundling as the specification has it: what is referred to by its address is embedded under it.
    embedded = {
        f"{other}.json": {"$id": f"{other}.json", **_read(other)} for other in _SHARED if other != name
    }
    return {**document, "$defs": {**document.get("$defs", {}), **embedded}}


def _read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text(encoding="ascii"))
    return document
