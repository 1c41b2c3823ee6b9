from __future__ import annotations

import hashlib

import pytest

from golfsolve.files.record_file import encode
from tests.record_files import lines_of


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def generate(golfsolve, folder):
    """Writes a pool: ``generate("a", 1, 5)`` . Few nodes, so some deals stay undecided."""

    def call(name, start, count, *options):
        found = golfsolve(
            *("pool", "generate", "--max-nodes", 2000, "--start", start, "--count", count, "--out", name),
            *options,
        )
        assert found.code == 0, found.err
        return folder / name

    return call


def deals_of(path):
    return [record["deal"] for record in lines_of(path)[1:-1]]


# --- splitting -----------------------------------------------------------------------------------


def test_the_parts_of_a_pool_are_the_pools_of_their_numbers(golfsolve, generate, folder):
    whole = generate("whole", 1, 20)
    assert (
        golfsolve("pool", "split", whole, "--into", "a", 6, "--into", "b", 9, "--into", "c", "rest").code == 0
    )
    first = deals_of(whole)
    assert deals_of(folder / "a") + deals_of(folder / "b") + deals_of(folder / "c") == first
    for name, start, count in (("a", 1, 6), ("b", first[5] + 1, 9), ("c", first[14] + 1, 5)):
        assert (folder / name).read_bytes() == generate(f"{name}2", start, count).read_bytes()


def test_the_parts_put_together_in_any_order_are_the_whole(golfsolve, generate, folder):
    whole = generate("whole", 1, 20, "--best")
    assert any("undecided_before" in record for record in lines_of(whole))
    golfsolve("pool", "split", whole, "--into", "a", 6, "--into", "b", 9, "--into", "c", "rest")
    for number, order in enumerate(("abc", "cab", "cba")):
        assert golfsolve("pool", "merge", *order, "--out", f"merged{number}").code == 0
        assert (folder / f"merged{number}").read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("shares", "message"),
    [((3, 3), "5 deals, 1 less"), ((3, 1), "5 deals, 1 more"), ((6, "rest"), "5 deals, 1 less")],
)
def test_the_parts_must_take_up_the_pool(golfsolve, generate, folder, shares, message):
    generate("whole", 1, 5)
    into = [word for name, share in zip("ab", shares, strict=True) for word in ("--into", name, share)]
    found = golfsolve("pool", "split", "whole", *into)
    assert (found.code, message in found.err) == (2, True)
    assert sorted(path.name for path in folder.iterdir()) == ["whole"]


def test_only_the_last_part_gets_the_rest(golfsolve, generate):
    generate("whole", 1, 5)
    found = golfsolve("pool", "split", "whole", "--into", "a", "rest", "--into", "b", 3)
    assert (found.code, "Only the last part" in found.err) == (2, True)
    assert golfsolve("pool", "split", "whole", "--into", "a", 0).code == 2


def test_nothing_is_overwritten_by_splitting(golfsolve, generate, folder):
    whole = generate("whole", 1, 5).read_bytes()
    (folder / "b").write_text("mine")
    split = ("pool", "split", "whole", "--into", "a", 2, "--into", "b", 3)
    assert golfsolve(*split).code == 2
    assert not (folder / "a").exists()
    assert (folder / "b").read_text() == "mine"
    assert golfsolve(*split, "--force").code == 0
    for into in (("whole", 5), ("./whole", "rest")):
        found = golfsolve("pool", "split", "whole", "--into", *into, "--force")
        assert (found.code, "read and replaced" in found.err) == (2, True)
    assert golfsolve("pool", "split", "whole", "--into", "c", 2, "--into", "./c", 3).code == 2
    assert (folder / "whole").read_bytes() == whole


@pytest.mark.parametrize(
    "command", [("split", "whole", "--into", "a", "rest"), ("merge", "whole", "--out", "a")]
)
def test_damaged_and_unfinished_pools_make_no_others(golfsolve, generate, folder, command):
    whole = generate("whole", 1, 5).read_bytes()
    for damaged, message in (
        (whole.rpartition(b'{"tried"')[0], "unfinished"),
        (whole.replace(b'"draws":1', b'"draws":2'), "checksum"),
        (whole.replace(b'{"deal":', b'{"deal":-'), "deal is not a whole number"),
    ):
        (folder / "whole").write_bytes(damaged)
        found = golfsolve("pool", *command, "--force")
        assert (found.code, message in found.err) == (2, True), found.err
        assert [path.name for path in folder.iterdir()] == ["whole"]


# --- merging -------------------------------------------------------------------------------------


def test_merged_pools_are_in_order_without_doubles_and_verify(golfsolve, generate, folder):
    a, b, c = generate("a", 1, 8), generate("b", 6, 8), generate("c", 200, 3)
    assert golfsolve("pool", "merge", c, b, a, "--out", "merged").code == 0
    merged = folder / "merged"
    assert deals_of(merged) == sorted({*deals_of(a), *deals_of(b), *deals_of(c)})
    assert golfsolve("pool", "verify", merged).code == 0
    [found] = golfsolve("pool", "info", merged, "--json").records
    assert found["tried"] == found["last"] - found["untried"]
    assert found["untried"] == 200 - 1 - max(deals_of(b))


def test_overlapping_runs_merge_to_the_run_over_both(golfsolve, generate, folder):
    whole = generate("whole", 1, 20)
    a = generate("a", 1, 12)
    b = generate("b", deals_of(a)[7] - 1, 0 + sum(deal >= deals_of(a)[7] - 1 for deal in deals_of(whole)))
    for order in ((a, b), (b, a)):
        assert golfsolve("pool", "merge", *order, "--out", "merged", "--force").code == 0
        assert (folder / "merged").read_bytes() == whole.read_bytes()


def test_pools_that_left_each_other_out_merge_to_all_their_deals(golfsolve, generate, folder):
    a = generate("a", 4, 5)
    b = generate("b", 1, 9, "--exclude", a)
    merged = golfsolve("pool", "merge", a, b, "--out", "merged")
    assert merged.code == 0
    assert deals_of(folder / "merged") == sorted(deals_of(a) + deals_of(b))
    assert golfsolve("pool", "verify", "merged").code == 0
    assert lines_of(folder / "merged")[0]["exclude"] == [lines_of(a)[-1]["sha256"]]


def test_merging_says_whose_daily_deals_stay(golfsolve, generate):
    generate("a", 1, 5)
    generate("b", 50, 5)
    assert "dates keep the deals of a\n" in golfsolve("pool", "merge", "b", "a", "--out", "ab").err
    generate("c", 3, 2)
    generate("d", 1, 5, "--exclude", "c")
    assert "dates keep the deals of none of them\n" in golfsolve("pool", "merge", "c", "d", "--out", "cd").err


def test_an_empty_pool_adds_nothing(golfsolve, generate, folder):
    a = generate("a", 7, 5)
    lines = lines_of(a)
    head = encode(lines[0])
    closing = {"tried": 0, "kept": 0, "turned_down": {"unwinnable": 0, "undecided": 0}}
    (folder / "empty").write_bytes(head + encode(closing | {"sha256": hashlib.sha256(head).hexdigest()}))
    assert golfsolve("pool", "verify", "empty").code == 0
    assert golfsolve("pool", "merge", "empty", a, "--out", "merged").code == 0
    assert (folder / "merged").read_bytes() == a.read_bytes()
    assert golfsolve("pool", "split", "empty", "--into", "none", "rest").code == 0
    assert (folder / "none").read_bytes() == (folder / "empty").read_bytes()


@pytest.mark.parametrize(
    ("options", "named"),
    [(("--variant", "relaxed"), "variant"), (("--best",), "best"), (("--max-nodes", 3000), "max_nodes")],
)
def test_pools_made_otherwise_do_not_merge(golfsolve, generate, options, named):
    generate("a", 1, 3)
    generate("b", 50, 3, *options)
    found = golfsolve("pool", "merge", "a", "b", "--out", "c")
    assert (found.code, f"made with {named}" in found.err) == (2, True)


def test_a_pool_is_not_merged_into_itself(golfsolve, generate):
    a = generate("a", 1, 3)
    whole = a.read_bytes()
    assert golfsolve("pool", "merge", "a", "--out", "./a", "--force").code == 2
    assert a.read_bytes() == whole


def test_a_merged_pool_can_grow(golfsolve, generate, folder):
    generate("a", 1, 5)
    generate("b", 50, 5)
    golfsolve("pool", "merge", "a", "b", "--out", "merged")
    before = deals_of(folder / "merged")
    merged = generate("merged", 1, 12, "--resume")
    assert deals_of(merged)[:10] == before
    assert golfsolve("pool", "verify", merged).code == 0
