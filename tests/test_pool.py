from __future__ import annotations

import pytest

from golfsolve.errors import GolfsolveError, PoolError, RecordError
from golfsolve.formats import format_line
from golfsolve.game.catalogue import find
from golfsolve.game.numbering import DealNumber, deal_number
from golfsolve.game.referee import check_solution
from golfsolve.game.result import Result, Verdict
from golfsolve.pools.generate import NumberRange, solve_range
from golfsolve.pools.info import info
from golfsolve.pools.verify import verify
from golfsolve.pools.writer import PoolWriter, exclude
from golfsolve.solving.workers import ordered_map
from tests.boards import GOLF
from tests.record_files import lines_of, sealed

LIMIT = 2000  # so few that some deals stay undecided


def generate(path, *, count=12, variant=GOLF, first=1, max_nodes=LIMIT, jobs=1, stop_after=None, **options):
    """What `pool generate` does; with ``stop_after``, the run ends after so many numbers."""
    with PoolWriter.open(path, variant, first=first, count=count, max_nodes=max_nodes, **options) as writer:
        numbers = (
            NumberRange(writer.scheme, range(number, number + 1))
            for number in range(writer.next_number, 10**6)
        )
        if not writer.full:
            for tried, [result] in enumerate(
                ordered_map(solve_range, numbers, variant, jobs=jobs, max_nodes=max_nodes), start=1
            ):
                writer.add(*result)
                if tried == stop_after:
                    return writer
                if writer.full:
                    break
        writer.finish()
    return writer


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("pool") / "whole.jsonl"
    generate(path)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "pool.jsonl"


def test_a_pool_says_what_it_is_in_its_first_line(whole):
    head = lines_of(whole)[0]
    assert list(head) == [
        "format",
        "version",
        "variant",
        "rules",
        "numbering",
        "numbering_version",
        "first",
        "max_nodes",
        "search",
        "program",
    ]
    assert head["rules"] == GOLF.rules()


def test_each_record_is_a_deal_with_a_solution_that_replays(whole):
    for record in lines_of(whole)[1:-1]:
        assert [key for key in record if key != "undecided_before"] == [
            "deal",
            "cards",
            "solution",
            "draws",
            "nodes",
        ]
        assert len(record["cards"].split()) == 52
        moves = [0 if word == "D" else int(word) for word in record["solution"].split()]
        deal = deal_number(DealNumber(record["deal"]), GOLF)
        assert check_solution(deal, GOLF, moves).drawn == record["draws"]


def test_the_last_line_counts_what_was_turned_down(whole):
    *_, last, closing = lines_of(whole)
    assert closing["kept"] == 12
    assert closing["tried"] == last["deal"]
    assert closing["kept"] + sum(closing["turned_down"].values()) == closing["tried"]
    assert closing["turned_down"]["undecided"] > 0, "a test of undecided deals needs some"
    assert closing["turned_down"]["unwinnable"] > 0


def test_the_same_pool_comes_from_any_number_of_workers(whole, path):
    generate(path, jobs=3)
    assert path.read_bytes() == whole


def test_an_interrupted_pool_resumes_to_the_same_bytes(whole, path):
    tried = lines_of(whole)[-1]["tried"]
    for stop in range(1, tried):
        path.unlink(missing_ok=True)
        before = generate(path, stop_after=stop)
        after = generate(path, resume=True)
        assert path.read_bytes() == whole
        assert after.kept == 12 >= before.kept


def test_a_finished_pool_grows_to_what_it_would_have_been(whole, path):
    generate(path, count=5)
    generate(path, count=12, resume=True)
    assert path.read_bytes() == whole


def test_a_pool_does_not_shrink(path):
    generate(path, count=5)
    before = path.read_bytes()
    with pytest.raises(GolfsolveError, match="more than 4 deals"):
        generate(path, count=4, resume=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"variant": find("relaxed")}, 'variant "golf", not "relaxed"'),
        ({"first": 2}, "first 1, not 2"),
        ({"max_nodes": LIMIT + 1}, "max_nodes 2000, not 2001"),
    ],
)
def test_a_pool_is_not_resumed_under_other_conditions(path, change, named):
    generate(path, count=3)
    with pytest.raises(RecordError, match=named):
        generate(path, resume=True, **change)


def test_a_wrong_solution_is_never_written(path):
    with PoolWriter.open(path, GOLF, first=1, count=1, max_nodes=LIMIT) as writer:
        with pytest.raises(PoolError, match="deal 1: the solver's solution is wrong: move 1"):
            writer.add(Result(Verdict.WINNABLE, 1, (1,), 0, 16))
        assert writer.kept == 0
    assert len(lines_of(path.read_bytes())) == 1


def test_a_good_pool_verifies(whole, path):
    path.write_bytes(whole)
    found = verify(path)
    assert found.ok
    assert found.deals == 12


@pytest.mark.parametrize("name", ["dead-king", "relaxed", "thieves", "tri-peaks", "golf-rush"])
def test_pools_of_other_variants_verify_too(path, name):
    generate(path, variant=find(name), count=2, first=10, max_nodes=50_000)
    assert verify(path).ok


def test_an_unfinished_pool_does_not_verify(whole, path):
    path.write_bytes(whole[: whole.rindex(b'{"tried"')])
    assert "unfinished" in verify(path).first_problem


def test_no_single_changed_character_goes_unnoticed(whole, path):
    for position in range(0, len(whole), 41):
        byte = whole[position : position + 1]
        path.write_bytes(whole[:position] + (b"7" if byte != b"7" else b"8") + whole[position + 1 :])
        assert not verify(path).ok


def other_cards(record):
    return record | {"cards": record["cards"].replace("AC", "xx").replace("KC", "AC").replace("xx", "KC")}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda r: r | {"deal": 1}, "deal is not a whole number of at least"),
        (lambda r: r | {"deal": "2"}, "deal is not"),
        (lambda r: r | {"deal": 2**53}, "out of range"),
        (lambda r: r | {"deal": r["deal"] + 1}, "the cards are not those of the deal number"),
        (other_cards, "the cards are not those of the deal number"),
        (lambda r: r | {"cards": None}, "the cards are not those of the deal number"),
        (lambda r: r | {"solution": r["solution"][:-2]}, "tableau cards are left"),
        (lambda r: r | {"solution": "9 " + r["solution"]}, "move 1"),
        (lambda r: r | {"solution": r["solution"].replace(" ", ",")}, "not written as moves"),
        (lambda r: r | {"solution": "x"}, "move 1 is 'x'"),
        (lambda r: r | {"solution": 5}, "not written as moves"),
        (lambda r: r | {"draws": r["draws"] - 1}, "the solution draws"),
        (lambda r: r | {"draws": None}, "the solution draws"),
        (lambda r: r | {"nodes": -1}, "nodes is not"),
        (lambda r: r | {"nodes": True}, "nodes is not"),
        (lambda r: r | {"undecided_before": 10**6}, "undecided_before"),
        (lambda r: {}, "deal is not"),
    ],
)
def test_a_wrong_record_is_named_even_if_the_checksum_is_right(whole, path, change, named):
    lines = lines_of(whole)
    lines[5] = change(lines[5])
    path.write_bytes(sealed(lines))
    found = verify(path)
    assert not found.ok
    assert "line 6: " in found.first_problem
    assert named in found.first_problem


def test_records_out_of_order_or_twice_do_not_verify(whole, path):
    lines = lines_of(whole)
    for wrong in ([*lines[:3], lines[4], lines[3], *lines[5:]], [*lines[:3], lines[2], *lines[3:]]):
        path.write_bytes(sealed(wrong))
        assert "deal is not a whole number of at least" in verify(path).first_problem


@pytest.mark.parametrize(
    "change",
    [
        {"tried": 13},
        {"kept": 11},
        {"turned_down": {"unwinnable": 0, "undecided": 0}},
        {"turned_down": None},
    ],
)
def test_totals_that_do_not_add_up_do_not_verify(whole, path, change):
    *lines, closing = lines_of(whole)
    path.write_bytes(sealed([*lines, closing | change]))
    assert "does not add up" in verify(path).first_problem


@pytest.mark.parametrize(
    "change",
    [
        {"rules": None},
        {"rules": {"stock": 16}},
        {"numbering": "other"},
        {"numbering_version": 2},
        {"first": "1"},
    ],
)
def test_a_header_that_says_something_else_does_not_verify(whole, path, change):
    head, *rest = lines_of(whole)
    path.write_bytes(sealed([head | change, *rest]))
    assert "line 1" in verify(path).first_problem


def test_the_rules_in_the_file_are_the_rules_that_count(whole, path):
    head, *rest = lines_of(whole)
    head["rules"]["on_king"] = "nothing"
    path.write_bytes(sealed([head, *rest]))
    assert "name: golf is a built-in game with other rules" in verify(path).first_problem
    path.write_bytes(sealed([head | {"variant": "mine"}, *rest]))
    assert "move" in verify(path).first_problem


@pytest.mark.parametrize("scheme", ["ms", "kpat", "pysol"])
def test_a_pool_of_other_programs_numbers_names_them(path, scheme):
    generate(path, count=3, first=31_999, scheme=scheme)
    head, *records, closing = lines_of(path.read_bytes())
    assert (head["numbering"], head["first"], closing["kept"]) == (scheme, 31_999, 3)
    for record in records:
        number = int(record["deal"].removeprefix(f"{scheme}:"))
        deal = deal_number(DealNumber(number, scheme), GOLF)
        assert record["cards"] == format_line(deal, GOLF)
    assert verify(path).ok
    assert info(path)["last"] == number
    with pytest.raises(PoolError, match=f"a pool of {scheme} numbers"):
        exclude([path], GOLF)
    assert exclude([path], GOLF, scheme).numbers >= {number}


@pytest.mark.parametrize("name", ["32000", 32000, "ms:32000", "pysol:031999", "pysol:", "pysol:\u0663", None])
def test_a_number_of_another_numbering_is_written_with_its_prefix(path, name):
    generate(path, count=1, first=31_999, scheme="pysol")
    head, record, closing = lines_of(path.read_bytes())
    path.write_bytes(sealed([head, record | {"deal": name}, closing]))
    assert "deal is not pysol: and a number of at least 31999" in verify(path).first_problem


def test_info_tells_what_is_in_a_pool(whole, path):
    path.write_bytes(whole)
    found = info(path)
    records = lines_of(whole)[1:-1]
    assert found["variant"] == "golf"
    assert found["deals"] == 12
    assert found["last"] == records[-1]["deal"]
    assert found["finished"]
    assert found["draws"]["max"] == max(record["draws"] for record in records)
    assert found["nodes"]["mean"] == round(sum(record["nodes"] for record in records) / 12, 2)


def test_info_of_an_empty_unfinished_pool_has_no_spread(path):
    PoolWriter.open(path, GOLF, first=1, count=1, max_nodes=LIMIT).__exit__()
    found = info(path)
    assert (found["deals"], found["last"], found["draws"], found["finished"]) == (0, None, None, False)
