"""The schemas of the program, and strict ones made from them."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator

from golfsolve.files.schemas import schema


def validator(name: str) -> Draft202012Validator:
    """Checks against a schema in which no object may have a key that the schema does not describe.

    The schemas themselves let readers pass over such keys; what this version writes has none.
    """
    return Draft202012Validator(strict(schema(name)))


def strict(node: Any) -> Any:
    if isinstance(node, list):
        return [strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    found = {key: strict(value) for key, value in node.items()}
    # In a schema the value under "properties" holds schemas; a property of that name would hold one.
    if found.get("type") == "object" and "properties" in found:
        found.setdefault("additionalProperties", False)
    return found
