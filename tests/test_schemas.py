"""What the program writes follows the schemas in docs/schemas, and they refuse what it does not write."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import jsonschema
import pytest

from golfsolve.game.catalogue import BUILT_IN

SCHEMAS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent.parent / "docs" / "schemas").glob("*.json"))
}
MINE = 'name = "mine"\nstock = 22\njokers = 1\nopening = "7H"\nlayout = { columns = [6, 6, 6, 6, 6] }\n'

# From command line to the schema of its output, or of the file OUT.
COMMANDS = [
    ("deal", ("deal", "1-3", "pysol:7", "--format", "json")),
    ("result", ("solve", "1-3", "ms:1", "nowhere", "--json", "--max-nodes", 300)),
    ("result", ("solve", "1-3", "--best", "--json", "--max-nodes", 300)),
    ("results", ("solve", "1-3", "nowhere", "--max-nodes", 300, "--out", "OUT")),
    ("results", ("solve", "1-3", "--best", "--max-nodes", 300, "--out", "OUT")),
    ("pool", ("pool", "generate", "--count", 3, "--max-nodes", 2000, "--out", "OUT")),
    ("pool", ("pool", "generate", "--count", 2, "--numbering", "ms", "--max-nodes", 2000, "--out", "OUT")),
    ("pool", ("pool", "generate", "--count", 2, "--best", "--max-nodes", 2000, "--out", "OUT")),
    ("pool", ("pool", "generate", "--count", 1, "--difficulty", "any", "--max-nodes", 2000, "--out", "OUT")),
    ("stats", ("stats", "--player", "greedy", "--deals", 1002, "--out", "OUT")),
    ("stats", ("stats", "--deals", 1002, "--max-nodes", 10, "--out", "OUT")),
    ("stats", ("stats", "--deals", 2, "--scores", "--max-nodes", 2000, "--out", "OUT")),
]


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_every_schema_is_one(schema):
    jsonschema.Draft202012Validator.check_schema(schema)


def test_schemas_agree_on_what_they_share():
    shared = {}
    for schema in SCHEMAS.values():
        for name, definition in schema.get("$defs", {}).items():
            if name not in ("header", "record", "closing"):
                assert shared.setdefault(name, definition) == definition


@pytest.fixture
def documents(golfsolve, tmp_path):
    def of(variant, command):
        out, mine = tmp_path / "out", tmp_path / "mine.toml"
        mine.write_text(MINE, encoding="utf-8")
        words = [out if word == "OUT" else word for word in command]
        found = golfsolve(*words, "--variant", mine if variant == "mine" else variant)
        lines = out.read_text(encoding="ascii") if "OUT" in command else found.out
        return [json.loads(line) for line in lines.splitlines()]

    return of


@pytest.mark.parametrize(("name", "command"), COMMANDS)
@pytest.mark.parametrize("variant", ["golf", "mine"])
def test_what_is_written_follows_its_schema(documents, variant, name, command):
    validator = jsonschema.Draft202012Validator(SCHEMAS[name])
    written = documents(variant, command)
    assert written
    for document in written:
        validator.validate(document)


@pytest.mark.parametrize("variant", [variant.name for variant in BUILT_IN])
def test_exports_of_every_game_follow_their_schema(golfsolve, tmp_path, variant):
    path = tmp_path / "pool.jsonl"
    options = ("--variant", variant, "--count", 2, "--max-nodes", 5000)
    golfsolve("pool", "generate", *options, "--out", path)
    document = json.loads(golfsolve("pool", "export", path, "--format", "json").out)
    jsonschema.validate(document, SCHEMAS["export"])


def test_what_is_spoiled_is_refused(documents):
    """Each key lost, renamed or given another kind of value: the schemas leave no room."""
    command = ("pool", "generate", "--count", 1, "--max-nodes", 2000, "--out", "OUT")
    validator = jsonschema.Draft202012Validator(SCHEMAS["pool"])
    for document in documents("mine", command):
        for key, value in document.items():
            for wrong in (None, [value], {"x": value}):
                assert not validator.is_valid(document | {key: wrong}), key
            if key != "undecided_before":
                spoiled = copy.deepcopy(document)
                del spoiled[key]
                assert not validator.is_valid(spoiled), key
        assert not validator.is_valid(document | {"more": 1})
