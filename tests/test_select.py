"""``pool select``: the deals that meet conditions, in a pool that verifies."""

from __future__ import annotations

import hashlib
import json
import random

import pytest

from golfsolve.files.record_file import encode
from golfsolve.game.difficulty import THRESHOLDS, Level, Rater, header
from tests.record_files import lines_of


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A pool with best scores and made-up levels, as bytes."""
    from golfsolve.cli import run

    path = tmp_path_factory.mktemp("pool") / "pool.jsonl"
    options = ["--variant", "dead-king", "--count", "40", "--best", "--quiet"]
    assert run(["pool", "generate", *options, "--out", str(path)]) == 0
    head, *records, closing = lines_of(path)
    rng = random.Random(1)
    for record in records:
        level = rng.choice(list(Level))
        facts = {"won": THRESHOLDS[level], "first_moves": None, "last_repair": None, "dead_ends": None}
        record["difficulty"] = {"level": level, **facts}
    data = b"".join(map(encode, [head | {"difficulty": header(list(Level), Rater.ERRING)}, *records]))
    return data + encode(closing | {"sha256": hashlib.sha256(data).hexdigest()})


@pytest.fixture
def pool(whole, tmp_path):
    path = tmp_path / "pool.jsonl"
    path.write_bytes(whole)
    return path


def names(records):
    return [record["deal"] for record in records]


@pytest.mark.parametrize(
    ("options", "meets"),
    [
        (["--difficulty", "easy,hard"], lambda r: r["difficulty"]["level"] in ("easy", "hard")),
        (["--best-score", -4, -1], lambda r: -4 <= r["best_score"] <= -1),
        (["--draws", 0, 14], lambda r: r["draws"] <= 14),
        (["--numbers", "20-60", "--numbers", 9], lambda r: 20 <= r["deal"] <= 60 or r["deal"] == 9),
        (
            ["--difficulty", "very-easy-medium", "--draws", 15, 16],
            lambda r: r["draws"] >= 15 and r["difficulty"]["level"] in ("very-easy", "easy", "medium"),
        ),
    ],
    ids=["levels", "best score", "draws", "numbers", "two at once"],
)
def test_the_deals_that_meet_the_conditions_are_kept_and_verify(golfsolve, pool, tmp_path, options, meets):
    out = tmp_path / "some.jsonl"
    assert golfsolve("pool", "select", pool, *options, "--out", out).code == 0
    head, *records, closing = lines_of(out)
    old_head, *old, old_closing = lines_of(pool)
    wanted = [record for record in old if meets(record)]
    assert 0 < len(wanted) < len(old)
    assert names(records) == names(wanted)
    for record, before in zip(records, wanted, strict=True):
        assert {key: record[key] for key in before if not key.endswith("_before")} == {
            key: before[key] for key in before if not key.endswith("_before")
        }
    verified = golfsolve("pool", "verify", out)
    assert (verified.code, verified.out.startswith(f"{out}: {len(wanted)} deals")) == (0, True)
    assert {key: head[key] for key in old_head} == old_head
    left_out = sum(r["deal"] < wanted[-1]["deal"] for r in old if r not in wanted)
    assert closing.get("untried", 0) == left_out
    unwinnable = sum(n not in names(old) for n in range(1, wanted[-1]["deal"]))
    assert closing["turned_down"] == {"unwinnable": unwinnable, "undecided": 0}
    assert old_closing["kept"] == 40


def test_numbers_may_come_from_a_list(golfsolve, pool, tmp_path):
    listed = tmp_path / "list.txt"
    numbers = names(lines_of(pool)[1:-1])
    listed.write_text(f"# mine\n{numbers[3]}  # nice\n\n{numbers[5]}-{numbers[7]}\n")
    golfsolve("pool", "select", pool, "--list", listed, "--out", tmp_path / "some.jsonl")
    assert names(lines_of(tmp_path / "some.jsonl")[1:-1]) == [numbers[3], *numbers[5:8]]
    listed.write_text("7\nseven\n")
    found = golfsolve("pool", "select", pool, "--list", listed, "--out", tmp_path / "more.jsonl")
    assert (found.code, f"{listed}:2: " in found.err) == (2, True)


def test_a_selection_can_be_selected_from_but_not_continued(golfsolve, pool, tmp_path):
    one, two, both = (tmp_path / name for name in ("one.jsonl", "two.jsonl", "both.jsonl"))
    golfsolve("pool", "select", pool, "--draws", 0, 15, "--out", one)
    golfsolve("pool", "select", one, "--best-score", -4, -1, "--out", two)
    golfsolve("pool", "select", pool, "--draws", 0, 15, "--best-score", -4, -1, "--out", both)
    assert lines_of(two)[1:-1] == lines_of(both)[1:-1]
    assert lines_of(two)[0]["selected"] == [{"draws": [0, 15]}, {"best_score": [-4, -1]}]
    assert golfsolve("pool", "verify", two).code == 0
    again = ("pool", "generate", "--variant", "dead-king", "--best", "--difficulty", "any", "--count", 99)
    assert golfsolve(*again, "--out", two, "--resume").code == 2


def test_what_a_pool_cannot_tell_is_not_selected_by(golfsolve, pool, tmp_path):
    plain, out = tmp_path / "plain.jsonl", tmp_path / "out.jsonl"
    golfsolve("pool", "generate", "--count", 2, "--quiet", "--out", plain)
    for options, message in (
        (("--difficulty", "easy"), "have no levels"),
        (("--best-score", -16, 0), "have no best scores"),
        (("--numbers", "ms:1-9"), "ms numbers (expected golfsolve numbers)"),
        (("--draws", 40, 50), "no deal meets the conditions"),
        ((), "Give at least one condition"),
    ):
        found = golfsolve("pool", "select", plain, *options, "--out", out)
        assert (found.code, message in found.err, out.exists()) == (2, True, False), found.err
    found = golfsolve("pool", "select", pool, "--draws", 0, 16, "--out", pool, "--force")
    assert found.code == 2
    assert golfsolve("pool", "verify", pool).code == 0


def test_json_can_leave_the_solutions_out(golfsolve, pool):
    document = golfsolve("pool", "export", pool, "--format", "json").out
    secret = golfsolve("pool", "export", pool, "--format", "json", "--no-solutions").out
    full, bare = json.loads(document), json.loads(secret)
    for deal in full["deals"]:
        del deal["solution"]
    assert bare == full
    assert golfsolve("pool", "export", pool, "--format", "csv", "--no-solutions").code == 2
