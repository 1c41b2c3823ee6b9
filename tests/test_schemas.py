"""What the program writes for programs follows the schemas that it ships, and nothing else does."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from golfsolve import GolfsolveError, Verdict
from golfsolve.cli import cli
from golfsolve.files.schemas import schema, schema_names
from golfsolve.game import difficulty, numbering
from golfsolve.game.catalogue import BUILT_IN
from golfsolve.game.difficulty import Level
from golfsolve.game.players import Player
from golfsolve.game.variants import _KEYS
from golfsolve.play import daily
from golfsolve.play.hint import Standing
from golfsolve.pools import export, records
from golfsolve.stats import file as stats_file
from tests.schemas import validator

MINE = 'name = "mine"\nstock = 22\njokers = 1\nopening = "7H"\nlayout = { columns = [6, 6, 6, 6, 6] }\n'
FEW = ("--max-nodes", 2000)

# From a schema to command lines whose output, or file OUT, follows it. Those with {variant} are run with
# custom rules too. POOL, RATED, EASY and MINE are pools, STATS is a file of statistics.
COMMANDS: dict[str, list[tuple[object, ...]]] = {
    "deal": [("deal", "1-3", "pysol:7", "--format", "json", "{variant}")],
    "result": [
        ("solve", "1-3", "ms:1", "nowhere", "--json", "--max-nodes", 300, "{variant}"),
        ("solve", "1-3", "--best", "--json", "--max-nodes", 300, "{variant}"),
        ("solve", "hidden", "--json", "--partial", "--variant", "golf"),
    ],
    "results": [
        ("solve", "1-3", "nowhere", "--max-nodes", 300, "--out", "OUT", "{variant}"),
        ("solve", "1-3", "--best", "--max-nodes", 300, "--out", "OUT", "{variant}"),
        ("solve", "hidden", "--out", "OUT", "--partial", "--variant", "golf"),
    ],
    "pool": [
        ("pool", "generate", "--count", 3, *FEW, "--out", "OUT", "{variant}"),
        ("pool", "generate", "--count", 2, "--numbering", "ms", *FEW, "--out", "OUT", "{variant}"),
        ("pool", "generate", "--count", 2, "--best", *FEW, "--out", "OUT", "{variant}"),
        ("pool", "generate", "--count", 1, "--difficulty", "any", *FEW, "--out", "OUT", "{variant}"),
        ("cat", "RATED"),
        (
            *("pool", "select", "RATED", "--difficulty", "any", "--best-score", -16, 0, "--draws", 0, 16),
            *("--numbers", "1-99999", "--out", "OUT"),
        ),
        ("cat", "EASY"),
    ],
    "pool-info": [("pool", "info", "POOL", "--json"), ("pool", "info", "RATED", "--json")],
    "pool-check": [("pool", "verify", "POOL", "missing", "--json")],
    "export": [
        ("pool", "export", "POOL", "--format", "json"),
        ("pool", "export", "RATED", "--format", "json"),
        ("pool", "export", "EASY", "--format", "json"),
    ],
    "stats": [
        ("stats", "--player", "greedy", "--deals", 1002, "--out", "OUT", "{variant}"),
        ("stats", "--deals", 1002, "--max-nodes", 10, "--out", "OUT", "{variant}"),
        ("stats", "--deals", 2, "--scores", *FEW, "--out", "OUT", "{variant}"),
    ],
    "report": [
        ("stats", "--player", "greedy", "--deals", 3, "--json", "{variant}"),
        ("stats", "--deals", 3, "--max-nodes", 10, "--json", "{variant}"),
        ("stats", "--deals", 2, "--scores", *FEW, "--json", "{variant}"),
        ("stats", "show", "STATS", "--json"),
    ],
    "comparison": [("stats", "compare", "STATS", "STATS", "--format", "json")],
    "variants": [("variants", "--json"), ("variants", "golf", "--json")],
    "daily": [
        ("daily", "POOL", "--date", "2026-01-02", "--json"),
        ("daily", "MINE", "--date", "2026-01-02", "--json"),
        ("daily", "RATED", "--date", "2026-01-02", "--json", "--tableau", "--solution"),
    ],
    "calendar": [
        ("daily", "POOL", "--calendar", "2026-01-01", "--days", 3),
        ("daily", "RATED", "--calendar", "2026-01-01", "--days", 3, "--tableau", "--solution"),
        ("daily", "EASY", "--week", ",".join(["very-easy"] * 7), "--calendar", "2026-01-01", "--days", 1),
    ],
    "round": [
        ("round", "POOL", "--date", "2026-01-01", "--json"),
        ("round", "MINE", "--date", "2026-01-01", "--json"),
        ("round", "RATED", "--date", "2026-01-01", "--play", "played", "--json"),
    ],
    "hint": [
        ("hint", 7, "--json", "{variant}"),
        ("hint", 7, "--moves", "D D", "--json", *FEW),
        ("hint", "over", "--variant", "golf", "--json"),
    ],
    "review": [
        ("review", 7, "--json", "{variant}", *FEW),
        ("review", "ms:24", "--moves", "D", "--json", *FEW),
    ],
    "odds": [
        ("odds", "few", "nowhere", "--partial", "--json", "{variant}"),
        ("odds", "few", "--partial", "--json", "--max-states", 1, "--orders", 10),
        ("odds", "few", "nowhere", "--partial", "--out", "OUT", "{variant}"),
    ],
    "hint-unseen": [
        ("hint", "few", "--unseen", "--json", "{variant}"),
        ("hint", 1, "--unseen", "--json", "--variant", "black-hole"),
    ],
    "review-unseen": [("review", "few", "--unseen", "--moves", "D 2", "--json", "{variant}")],
}
WHOLE = {"variants", "export", "calendar"}  # one document; the others write one on each line
SHARED = {"common", "rules"}  # no document of their own

RUNS = [
    (name, command, variant)
    for name, commands in COMMANDS.items()
    for command in commands
    for variant in (("golf", "mine") if "{variant}" in command else (None,))
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("schemas")
    (found / "mine.toml").write_text(MINE, encoding="utf-8")
    (found / "over").write_text("Talon: -\nFoundations: 9H\nKD\n", encoding="ascii")
    hidden = "Talon: {}\nFoundations: 9H\n8D\n"
    texts = (hidden.format("?? 7C"), hidden.format("?? ??").replace("8D", "?? 8D").replace("9H", "7H"))
    (found / "hidden").write_text("\n".join(texts), encoding="ascii")
    (found / "few").write_text("Talon: 6S 3D 8S\nFoundations: 2C\n9C 8D\n7C\n", encoding="ascii")
    (found / "played").write_text("D\n" * 9, encoding="ascii")
    return found


@pytest.fixture(scope="module")
def written_before():
    return {}


@pytest.fixture
def run(golfsolve, folder, written_before, monkeypatch):
    """Runs a command line of COMMANDS and gives the documents that it wrote."""
    monkeypatch.chdir(folder)
    if not (folder / "POOL").exists():
        golfsolve("pool", "generate", "--count", 9, "--start", 2, *FEW, "--out", "POOL")
        golfsolve("pool", "generate", "--count", 9, "--variant", "mine.toml", *FEW, "--out", "MINE")
        rated = ("pool", "generate", "--exclude", "POOL", "--best", *FEW)
        golfsolve(*rated, "--count", 9, "--difficulty", "any", "--out", "RATED")
        golfsolve(*rated, "--count", 1, "--difficulty", "very-easy", "--out", "EASY")
        golfsolve("stats", "--deals", 5, *FEW, "--out", "STATS")

    def documents(name, command, variant):
        words = [word for word in command if word != "{variant}"]
        words += [] if variant is None else ["--variant", "mine.toml" if variant == "mine" else variant]
        words += ["--force"] if "OUT" in words else []
        if tuple(words) not in written_before:
            found = None if words[0] == "cat" else golfsolve(*words)
            file = words[1] if found is None else "OUT" if "OUT" in words else None
            text = found.out if file is None else (folder / file).read_text(encoding="ascii")
            written_before[tuple(words)] = text
        text = written_before[tuple(words)]
        return [json.loads(part) for part in ([text] if name in WHOLE else text.splitlines())]

    return documents


@pytest.mark.parametrize("name", schema_names())
def test_every_schema_is_one(name):
    Draft202012Validator.check_schema(schema(name))


def test_an_unknown_schema_is_refused_with_those_that_there_are():
    with pytest.raises(GolfsolveError, match=r"no schema 'pools' .*pool, pool-check"):
        schema("pools")


@pytest.mark.parametrize(("name", "command", "variant"), RUNS, ids=lambda value: str(value)[:60])
def test_what_is_written_follows_its_schema(run, name, command, variant):
    written = run(name, command, variant)
    assert written
    for document in written:
        validator(name).validate(document)
        Draft202012Validator(schema(name)).validate(document)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_key_of_a_schema_is_written_by_some_command(run, name):
    seen = set()
    for _, command, variant in (entry for entry in RUNS if entry[0] == name):
        for document in run(name, command, variant):
            seen |= keys_in(document)
    described = described_keys(schema(name))
    assert described <= seen


def keys_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(keys_in, value.values()))
    return set().union(*map(keys_in, value)) if isinstance(value, list) else set()


def described_keys(document: dict[str, Any]) -> set[str]:
    """The keys that a schema describes itself, or by something that it refers to."""
    found: set[str] = set()
    todo, done = [({k: v for k, v in document.items() if k != "$defs"}, document)], set()
    while todo:
        node, root = todo.pop()
        if isinstance(node, list):
            todo += [(item, root) for item in node]
        elif isinstance(node, dict):
            found |= set(node.get("properties", {}))
            ref = node.get("$ref")
            if isinstance(ref, str) and ref not in done:
                address, _, pointer = ref.partition("#")
                place = document["$defs"][address] if address else root
                done |= {ref} if address else set()
                todo.append((at(place, pointer), place))
            todo += [(item, root) for key, item in node.items() if key != "$defs"]
    return found - SHAPES


SHAPES = {"pyramid", "peaks", "height"}  # of layouts, which the golf games do not have


def at(place: Any, pointer: str) -> Any:
    for step in pointer.strip("/").split("/") if pointer else ():
        place = place[step]
    return place


@pytest.mark.parametrize("variant", [variant.name for variant in BUILT_IN])
def test_exports_of_every_game_follow_their_schema(golfsolve, tmp_path, variant):
    path = tmp_path / "pool.jsonl"
    options = ("--variant", variant, "--count", 2, "--max-nodes", 5000)
    golfsolve("pool", "generate", *options, "--out", path)
    document = json.loads(golfsolve("pool", "export", path, "--format", "json").out)
    validator("export").validate(document)


def commands_with(
    option: str, group: click.Group = cli, words: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """All commands that have an option."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if any(option in parameter.opts for parameter in command.params):
            yield (*words, name)
        if isinstance(command, click.Group):
            yield from commands_with(option, command, (*words, name))


def test_every_json_that_can_be_printed_has_its_schema():
    run = [command for commands in COMMANDS.values() for command in commands if "--json" in command]
    for words in commands_with("--json"):
        assert any(command[: len(words)] == words for command in run), (
            f"no schema of {' '.join(words)} --json"
        )
    assert set(COMMANDS) | SHARED == set(schema_names())


def test_the_schemas_say_what_the_code_says():
    common, rules = schema("common")["$defs"], schema("rules")
    assert common["level"]["enum"] == list(Level)
    assert common["player"]["enum"] == list(Player)
    assert common["verdict"]["enum"] == list(Verdict)
    assert common["numbering"]["enum"] == list(numbering.SCHEMES)
    assert list(rules["properties"]) == rules["required"] == list(_KEYS)
    assert schema("hint")["properties"]["standing"]["enum"] == list(Standing)
    head = schema("pool")["$defs"]["header"]["properties"]
    rating = head["difficulty"]["properties"]
    assert rating["revision"]["const"] == difficulty.REVISION
    assert rating["rater"]["enum"] == list(difficulty.Rater)
    for name, module in (("pool", records), ("stats", stats_file)):
        head = schema(name)["$defs"]["header"]["properties"]
        assert (head["format"]["const"], head["version"]["const"]) == (module.FORMAT, module.VERSION)
    for name, module in (("calendar", daily), ("export", export)):
        head = schema(name)["properties"]
        assert (head["format"]["const"], head["version"]["const"]) == (module.FORMAT, module.VERSION)


def test_what_is_spoiled_is_refused(run):
    """Each key lost or given another kind of value."""
    command = ("pool", "generate", "--count", 1, *FEW, "--out", "OUT", "{variant}")
    loose, tight = Draft202012Validator(schema("pool")), validator("pool")
    for document in run("pool", command, "mine"):
        for key, value in document.items():
            for wrong in (None, [value], {"x": value}):
                assert not loose.is_valid(document | {key: wrong}), key
            if key != "undecided_before":
                spoiled = copy.deepcopy(document)
                del spoiled[key]
                assert not loose.is_valid(spoiled), key
        assert not tight.is_valid(document | {"more": 1})


def test_keys_of_later_versions_may_be_passed_over_but_not_rules(run):
    """As docs/formats.md says."""
    head, record, closing = run("pool", ("pool", "generate", "--count", 1, *FEW, "--out", "OUT"), None)
    reader = Draft202012Validator(schema("pool"))
    for document in (head, record, closing):
        assert reader.is_valid(document | {"later": 1})
    assert not reader.is_valid(head | {"rules": head["rules"] | {"later": 1}})


def test_no_schema_but_that_of_the_rules_is_closed():
    closed = '"additionalProperties": false'
    assert [name for name in schema_names() if closed in json.dumps(schema_alone(name))] == ["rules"]


def schema_alone(name: str) -> Any:
    return {key: value for key, value in schema(name).items() if key != "$defs"} | {
        "$defs": {key: value for key, value in schema(name)["$defs"].items() if not key.endswith(".json")}
    }
