"""Statistics files that say what no run can have found: refused without solving anything."""

from __future__ import annotations

import json

import pytest

from golfsolve.game.catalogue import find
from golfsolve.game.players import Player
from golfsolve.stats.measure import measure
from tests.record_files import lines_of, sealed

GOLF = find("golf")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The lines of a file of verdicts, one of best scores, one of a player."""
    folder = tmp_path_factory.mktemp("stats")
    kinds = {
        "plain": {"max_nodes": 1000},
        "scores": {"max_nodes": 1000, "scores": True},
        "player": {"player": Player.GREEDY},
    }
    for name, options in kinds.items():
        measure(GOLF, 40, path=folder / name, jobs=1, **options)
    return {name: (folder / name).read_bytes() for name in kinds}


def changed(data, change, path):
    """A file in which something is changed, with its totals and checksum made right again."""
    path.write_bytes(data)
    head, block, closing = (json.loads(line) for line in path.read_text().splitlines())
    closing.pop("sha256")
    change(head, block, closing)
    for key in closing.keys() & block.keys():
        closing[key] = block[key]
    path.write_bytes(sealed([head, block, closing]))
    return path


def put(place, key, value):
    def change(head, block, closing):
        {"head": head, "block": block, "closing": closing}[place][key] = value

    return change


def take(place, key):
    def change(head, block, closing):
        del {"head": head, "block": block, "closing": closing}[place][key]

    return change


def histogram(index, by):
    def change(head, block, closing):
        block["nodes_histogram"][index] += by

    return change


def scores(**by):
    def change(head, block, closing):
        for score, count in by.items():
            score = score.replace("m", "-").replace("s", "")
            block["scores"][score] = block["scores"].get(score, 0) + count
        block["scores"] = {key: block["scores"][key] for key in sorted(block["scores"], key=int)}

    return change


def all_cleared(head, block, closing):
    block["scores"] = {"-1": block["deals"]}


ANY = {
    "numbering ms": put("head", "numbering", "ms"),
    "numbering junk": put("head", "numbering", "junk"),
    "numbering version": put("head", "numbering_version", 2),
    "a larger block size": put("head", "block", 10**6),
    "no block size": take("head", "block"),
    "first as a float": put("head", "first", 1.0),
    "another first": put("head", "first", 2),
    "beyond all numbers": put("head", "first", 2**60),
    "an unknown key": put("head", "luck", 1),
    "an unknown key in a block": put("block", "luck", 1),
    "an unknown key at the end": put("closing", "luck", 1),
    "a block that begins late": put("block", "first", 2),
    "a block beyond all numbers": put("block", "first", 2**53),
    "a huge block": put("block", "first", 10**400),
    "a score below the stock": scores(m17=1),
    "a score above the tableau": scores(s36=1),
}
SOLVED = {
    "nodes beyond the budget": put("block", "nodes_max", 1001),
    "nodes_max in another bucket": put("block", "nodes_max", 10),
    "too few nodes": put("block", "nodes", 1),
    "too many nodes": put("block", "nodes", 40_000),
    "a count as a float": put("block", "nodes", 3.0),
    "an empty last bucket": lambda head, block, closing: block["nodes_histogram"].append(0),
    "no search revision": take("head", "search"),
    "a budget of text": put("head", "max_nodes", "1000"),
    "scores as a number": put("head", "scores", 1),
    "more undecided than there can be": lambda head, block, closing: block.update(
        undecided=block["undecided"] + block["winnable"], winnable=0
    ),
}
WITH_SCORES = {
    "more cleared than winnable": all_cleared,
    "a score that nobody has": lambda head, block, closing: block["scores"].update({"35": 0}),
}
PLAYED = {
    "another won": lambda head, block, closing: block.update(won=block["won"] + 1),
    "a budget": put("head", "max_nodes", 5),
    "another revision": put("head", "players", 99),
    "a player nobody knows": put("head", "player", "lucky"),
}
CASES = [
    *(("plain", name, change) for name, change in {**ANY, **SOLVED}.items() if "score" not in name),
    *(("scores", name, change) for name, change in {**ANY, **SOLVED, **WITH_SCORES}.items()),
    *(("player", name, change) for name, change in {**ANY, **PLAYED}.items()),
]


@pytest.mark.parametrize(
    ("kind", "name", "change"), CASES, ids=lambda case: case if isinstance(case, str) else ""
)
@pytest.mark.parametrize("command", [("show",), ("check", "--seed", "1")], ids=lambda words: words[0])
def test_what_no_run_can_have_found_is_refused(kind, name, change, command, files, golfsolve, tmp_path):
    path = changed(files[kind], change, tmp_path / "file")
    found = golfsolve("stats", command[0], path, *command[1:])
    assert found.code == 2, found
    assert found.err.count("\n") == 1
    assert "defect" not in found.err


@pytest.mark.parametrize("kind", ["plain", "scores", "player"])
def test_what_a_run_has_found_is_accepted(kind, files, golfsolve, tmp_path):
    path = changed(files[kind], lambda *_: None, tmp_path / "file")
    assert path.read_bytes() == files[kind]
    assert golfsolve("stats", "show", path).code == 0
    assert golfsolve("stats", "check", path).code == 0


@pytest.mark.parametrize("variant", ["golf", "relaxed", "black-hole", "tri-peaks", "all-in-a-row"])
@pytest.mark.parametrize("options", [{}, {"scores": True}], ids=["plain", "scores"])
@pytest.mark.parametrize("max_nodes", [1, 70, 3000])
def test_no_honest_file_is_refused(variant, options, max_nodes, golfsolve, tmp_path):
    measure(find(variant), 25, first=7, max_nodes=max_nodes, path=tmp_path / "file", jobs=1, **options)
    found = golfsolve("stats", "show", tmp_path / "file")
    assert (found.code, found.err) == (0, "")


def recounted(path, change):
    """The file with ``change`` made to each line, and its checksum right again."""
    lines = lines_of(path)
    for line in lines:
        change(line)
    path.write_bytes(sealed(lines))


def test_verdicts_of_another_revision_are_checked_without_its_states(golfsolve, tmp_path):
    path = tmp_path / "stats.jsonl"
    golfsolve("stats", "--deals", 30, "--out", path, "--quiet")

    def older(line):
        if "search" in line:
            line["search"] = 1
        if "nodes" in line:
            line["nodes"] += 5

    recounted(path, older)
    found = golfsolve("stats", "check", path)
    assert (found.code, "all verdicts (counted with search 1, not " in found.out) == (0, True)

    def wrong(line):
        if "winnable" in line:
            line["winnable"] += 1
            line["unwinnable"] -= 1

    recounted(path, wrong)
    found = golfsolve("stats", "check", path)
    assert found.code == 1
    assert "winnable is recorded as" in found.out
