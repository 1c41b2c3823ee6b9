"""How hard deals are: levels, the facts about a solution, and pools that hold them."""

from __future__ import annotations

import csv
import io
import json
import random
from dataclasses import replace

import pytest

from golfsolve.errors import GolfsolveError, RecordError
from golfsolve.files.record_file import encode
from golfsolve.game.catalogue import BUILT_IN, find
from golfsolve.game.deal import Deal
from golfsolve.game.difficulty import (
    CAREFUL_GAMES,
    REVISION,
    THRESHOLDS,
    Difficulty,
    Level,
    Rater,
    header,
    kept_levels,
    parse_levels,
    rater_of,
)
from golfsolve.game.moves import parse_moves
from golfsolve.game.numbering import DealNumber, deal_number
from golfsolve.game.players import Player
from golfsolve.game.referee import Position
from golfsolve.solving.rating import rate, share_won
from golfsolve.solving.simulator import Simulator
from golfsolve.solving.solver import Solver
from tests import naive, naive_players
from tests.boards import GOLF, random_position
from tests.record_files import lines_of

GENERATE = ("pool", "generate", "--quiet")


SOME = Difficulty(0.123, first_moves=2, last_repair=40, dead_ends=31)
ALL = tuple(Level)

# --- levels --------------------------------------------------------------------------------------


def test_the_levels_are_frozen():
    """Pools rest on them: other thresholds would be another revision."""
    assert REVISION == 2
    assert CAREFUL_GAMES == 100
    assert {str(level): smallest for level, smallest in THRESHOLDS.items()} == {
        "very-easy": 0.5,
        "easy": 0.25,
        "medium": 0.1,
        "hard": 0.02,
        "very-hard": 0,
    }


@pytest.mark.parametrize(
    ("won", "level"),
    [
        (0, "very-hard"),
        (0.01999, "very-hard"),
        (0.02, "hard"),
        (0.09999, "hard"),
        (0.1, "medium"),
        (0.25, "easy"),
        (0.4999, "easy"),
        (0.5, "very-easy"),
        (1.0, "very-easy"),
    ],
)
def test_the_level_goes_by_the_share_of_games_won(won, level):
    assert replace(SOME, won=won).level == level


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("hard", [Level.HARD]),
        ("medium,easy", [Level.EASY, Level.MEDIUM]),
        ("easy-hard", [Level.EASY, Level.MEDIUM, Level.HARD]),
        ("very-easy-easy", [Level.VERY_EASY, Level.EASY]),
        ("very-easy-very-hard", list(Level)),
        ("very-easy,medium-very-hard,hard", [Level.VERY_EASY, Level.MEDIUM, Level.HARD, Level.VERY_HARD]),
        ("any", list(Level)),
    ],
)
def test_levels_are_named_one_by_one_or_by_ranges(text, levels):
    assert parse_levels(text) == tuple(levels)


@pytest.mark.parametrize("text", ["", "harsh", "easy,", "hard-easy", "easy - hard", "easy-easy", "Hard"])
def test_what_names_no_level_is_refused(text):
    with pytest.raises(GolfsolveError, match="is no level"):
        parse_levels(text)


def test_tables_rate_layouts_of_columns_with_few_boards_and_careful_the_others():
    by_tables = {"golf", "dead-king", "relaxed", "thieves", "golf-rush"}
    assert {variant.name for variant in BUILT_IN if rater_of(variant) is Rater.ERRING} == by_tables


def test_a_difficulty_is_read_back_as_it_was_written():
    for found in (SOME, Difficulty(1.0, None, None, None), Difficulty(3.21e-07, 1, 0, 9)):
        assert Difficulty.of(json.loads(json.dumps(found.json()))) == found


@pytest.mark.parametrize(
    "change",
    [
        {"level": "easy"},
        {"level": None},
        {"won": {"careful": 12}},
        {"won": -0.1},
        {"won": 1.2},
        {"won": 0.12345},
        {"won": True},
        {"won": "0.123"},
        {"won": float("nan")},
        {"won": None},
        {"first_moves": -1},
        {"last_repair": "40"},
        {"dead_ends": 1.5},
        {"more": 1},
    ],
)
def test_anything_else_is_no_difficulty(change):
    with pytest.raises(RecordError, match="difficulty"):
        Difficulty.of(SOME.json() | change)


@pytest.mark.parametrize("data", [None, 7, "hard", [], {}])
def test_what_is_no_object_is_no_difficulty(data):
    with pytest.raises(RecordError):
        Difficulty.of(data)
    with pytest.raises(RecordError):
        kept_levels(data)


def test_a_header_says_which_levels_are_kept():
    for levels in (ALL, (Level.HARD,)):
        for rater in Rater:
            assert kept_levels(header(levels, rater)) == levels
    changes = ({"revision": 1}, {"rater": "me"}, {"levels": []}, {"levels": ["odd"]}, {"more": 1})
    for change in changes:
        with pytest.raises(RecordError):
            kept_levels(header([Level.HARD], Rater.ERRING) | change)


# --- ratings -------------------------------------------------------------------------------------


def late(number, cards):
    """A position on the way of the solution of a numbered deal, winnable, with so many cards left."""
    deal = deal_number(DealNumber(number), GOLF)
    position = Position(deal, GOLF)
    for move in Solver(GOLF).solve(deal).solution:
        if position.cards_left == cards:
            break
        position.play(move)
    return position.to_deal()


@pytest.mark.parametrize("number", [1, 2, 4, 5, 6])
def test_the_facts_of_a_solution_are_those_of_the_naive_search(number):
    deal = late(number, cards=12)
    solver = Solver(GOLF)
    solution = solver.solve(deal).solution
    position = Position(deal, GOLF)
    winning, losing = [], []
    for move in solution:
        after = {other: position.copy() for other in position.legal_moves() if other != move}
        for other, there in after.items():
            there.play(other)
        verdicts = [naive.winnable(naive.of(there.to_deal(), GOLF)) for there in after.values()]
        winning.append(verdicts.count(True))
        losing.append(verdicts.count(False))
        position.play(move)
    found = rate(deal, solution, solver)
    assert found.first_moves == 1 + winning[0]
    assert found.last_repair == max((n for n, count in enumerate(winning, start=1) if count), default=0)
    assert found.dead_ends == sum(losing)


def test_a_layout_without_tables_is_rated_by_games_of_careful():
    variant = find("escalator")
    deal = deal_number(DealNumber(10), variant)
    found = rate(deal, Solver(variant).solve(deal).solution, Solver(variant))
    scores = Simulator(variant).play(deal, Player.CAREFUL, CAREFUL_GAMES)
    assert found.won == sum(score <= 0 for score in scores) / CAREFUL_GAMES
    assert 0 < found.won < 1


@pytest.mark.parametrize("name", ["golf", "dead-king", "relaxed", "thieves", "golf-rush"])
def test_the_erring_player_wins_small_positions_as_often_as_plain_sums_say(name):
    variant = find(name)
    solver = Solver(variant)
    rng = random.Random(name)
    between = 0
    while between < 25:
        deal = random_position(variant, rng, tableau=10, stock=6)
        expected = naive_players.chance_of_erring(naive.of(deal, variant), power=4)
        assert share_won(deal, solver) == pytest.approx(expected, rel=1e-5, abs=1e-12)
        between += 0 < expected < 1


@pytest.mark.parametrize(
    ("name", "number", "won"),
    [("golf", 1, 0.15961493725700854), ("golf", 3, 0.0), ("golf", 5, 0.958383710229726)],
)
def test_ratings_of_whole_deals_are_frozen_to_the_last_bit(name, number, won):
    variant = find(name)
    assert share_won(deal_number(DealNumber(number), variant), Solver(variant)) == won


def test_a_rating_does_not_depend_on_what_was_rated_before():
    solver = Solver(GOLF)
    late_deal, whole = late(2, cards=20), deal_number(DealNumber(2), GOLF)
    alone = [share_won(deal, Solver(GOLF)) for deal in (late_deal, whole)]
    assert [share_won(deal, solver) for deal in (late_deal, whole, late_deal)] == [*alone, alone[0]]


def test_the_order_of_the_stock_matters_and_the_suits_do_not():
    deal = deal_number(DealNumber(1), GOLF)
    suits = {card: (card + 13) % 52 for card in range(52)}
    again = Deal(
        tuple(suits[c] for c in deal.tableau), suits[deal.opening], tuple(suits[c] for c in deal.stock)
    )
    turned = Deal(deal.tableau, deal.opening, deal.stock[::-1])
    solver = Solver(GOLF)
    assert share_won(deal, solver) == share_won(again, solver) != share_won(turned, solver)


def test_what_the_solver_leaves_undecided_is_not_claimed():
    deal = deal_number(DealNumber(1), GOLF)
    solution = Solver(GOLF).solve(deal).solution
    found = rate(deal, solution, Solver(GOLF, max_nodes=5))
    assert (found.first_moves, found.last_repair, found.dead_ends) == (None, None, None)


def test_a_deal_that_is_won_already_has_nothing_to_rate():
    found = rate(Deal((None,) * 35, 0, (1,)), (), Solver(GOLF))
    assert found.won == 1
    assert (found.first_moves, found.last_repair, found.dead_ends) == (0, 0, 0)


# --- pools ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pools")


@pytest.fixture
def rated(golfsolve, folder):
    path = folder / "rated.jsonl"
    if not path.exists():
        golfsolve(*GENERATE, "--count", 9, "--difficulty", "any", "--out", path)
    return path


def write(path, lines):
    """Lines without a closing line, so that no checksum can be wrong."""
    path.write_bytes(b"".join(map(encode, lines)))
    return path


def test_a_rated_pool_is_the_same_pool_with_difficulties(golfsolve, rated, tmp_path):
    golfsolve(*GENERATE, "--count", 9, "--out", tmp_path / "plain.jsonl")
    (head, *plain), (rated_head, *found) = lines_of(tmp_path / "plain.jsonl"), lines_of(rated)
    assert rated_head.pop("difficulty") == header(ALL, Rater.ERRING)
    assert rated_head == head
    for record, rated_record in zip(plain[:-1], found[:-1], strict=True):
        solution = parse_moves(rated_record["solution"])
        difficulty = Difficulty.of(rated_record.pop("difficulty"))
        assert rated_record == record
        deal = deal_number(DealNumber(record["deal"]), GOLF)
        assert difficulty == rate(deal, solution, Solver(GOLF))


def test_a_pool_of_one_level_holds_just_its_deals_and_counts_the_others(golfsolve, rated, tmp_path):
    path = tmp_path / "hard.jsonl"
    records = lines_of(rated)[1:-1]
    wanted = [record for record in records if record["difficulty"]["level"] == "hard"]
    assert 0 < len(wanted) < len(records)
    said = golfsolve(*GENERATE[:2], "--difficulty", "hard", "--count", len(wanted), "--out", path)
    head, *found, closing = lines_of(path)
    assert head["difficulty"] == header([Level.HARD], Rater.ERRING)
    assert [record["deal"] for record in found] == [record["deal"] for record in wanted]
    others = sum(record.get("other_levels_before", 0) for record in found)
    assert others == closing["turned_down"]["other_levels"]
    assert others == sum(r["deal"] < wanted[-1]["deal"] for r in records if r not in wanted)
    assert f"{others} other levels" in said.err
    assert golfsolve("pool", "verify", path).code == 0


def test_a_pool_may_keep_several_levels(golfsolve, rated, tmp_path):
    path = tmp_path / "some.jsonl"
    wanted = [
        r for r in lines_of(rated)[1:-1] if r["difficulty"]["level"] in ("very-easy", "hard", "very-hard")
    ]
    options = ("--difficulty", "hard-very-hard,very-easy", "--count", len(wanted))
    golfsolve(*GENERATE, *options, "--out", path)
    head, *found, _ = lines_of(path)
    assert head["difficulty"]["levels"] == ["very-easy", "hard", "very-hard"]
    assert [record["deal"] for record in found] == [record["deal"] for record in wanted]
    assert golfsolve("pool", "verify", path).code == 0


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_pool_of_one_level_has_the_same_bytes_from_any_workers_and_after_an_interruption(
    golfsolve, folder, tmp_path, jobs
):
    whole, path = folder / "medium.jsonl", tmp_path / "medium.jsonl"
    options = (*GENERATE, "--difficulty", "medium", "--max-nodes", 400)
    if not whole.exists():
        golfsolve(*options, "--count", 2, "--out", whole, "--jobs", 2)
    golfsolve(*options, "--count", 1, "--out", path, "--jobs", jobs)
    golfsolve(*options, "--count", 2, "--out", path, "--jobs", jobs, "--resume")
    assert path.read_bytes() == whole.read_bytes()


def test_the_best_solution_is_the_one_that_is_rated(golfsolve, tmp_path):
    path = tmp_path / "best.jsonl"
    golfsolve(*GENERATE, "--count", 1, "--best", "--difficulty", "any", "--out", path)
    [record] = lines_of(path)[1:-1]
    assert list(record)[5:] == ["best_score", "difficulty"]
    deal, solution = deal_number(DealNumber(record["deal"]), GOLF), parse_moves(record["solution"])
    assert Difficulty.of(record["difficulty"]) == rate(deal, solution, Solver(GOLF))


def test_info_counts_the_levels(golfsolve, rated):
    levels = [record["difficulty"]["level"] for record in lines_of(rated)[1:-1]]
    [found] = golfsolve("pool", "info", rated, "--json").records
    assert found["difficulty"] == {str(level): levels.count(level) for level in Level}
    text = ", ".join(f"{count} {level}" for level, count in found["difficulty"].items())
    assert f"difficulty {text}\n" in golfsolve("pool", "info", rated).out


def test_a_pool_without_difficulties_has_none_to_count(golfsolve, tmp_path):
    golfsolve(*GENERATE, "--count", 1, "--out", tmp_path / "plain.jsonl")
    [found] = golfsolve("pool", "info", tmp_path / "plain.jsonl", "--json").records
    assert found["difficulty"] is None


@pytest.mark.parametrize("spoil", ["lost", "level", "header", "other"])
def test_verify_finds_wrong_difficulties(golfsolve, rated, tmp_path, spoil):
    head, *records, _ = lines_of(rated)
    record = records[2]
    if spoil == "lost":
        del record["difficulty"]
    elif spoil == "level":
        record["difficulty"]["won"] = 0.3 if record["difficulty"]["level"] != "easy" else 0
    elif spoil == "header":
        head["difficulty"]["levels"] = ["hard"]
    else:
        record["other_levels_before"] = 1000
    found = golfsolve("pool", "verify", write(tmp_path / "spoiled.jsonl", [head, *records]))
    assert found.code == 1
    wanted = (
        "other_levels_before" if spoil == "other" else "difficulty" if spoil != "header" else "leaves out"
    )
    assert wanted in found.out


def test_ratings_of_another_revision_are_refused(golfsolve, rated, tmp_path):
    head, *records, _ = lines_of(rated)
    head["difficulty"] = {"players": 1, "games": {"careful": 100}, "levels": ["hard"]}  # as of revision 1
    found = golfsolve("pool", "verify", write(tmp_path / "other.jsonl", [head, *records]))
    assert found.code == 1
    assert "not of revision 2" in found.out


def test_pools_of_different_levels_are_not_continued_or_merged(golfsolve, rated, tmp_path):
    path = tmp_path / "plain.jsonl"
    golfsolve(*GENERATE, "--count", 1, "--out", path)
    found = golfsolve(*GENERATE, "--count", 2, "--difficulty", "any", "--out", path, "--resume")
    assert (found.code, "difficulty" in found.err) == (2, True)
    found = golfsolve("pool", "merge", path, rated, "--out", tmp_path / "both.jsonl")
    assert (found.code, "difficulty" in found.err) == (2, True)


def test_pools_of_one_level_are_split_and_merged_to_the_same_bytes(golfsolve, folder, tmp_path):
    whole = folder / "very-hard.jsonl"
    golfsolve(*GENERATE, "--difficulty", "very-hard", "--count", 4, "--out", whole)
    one, two, both = (tmp_path / name for name in ("one", "two", "both"))
    golfsolve("pool", "split", whole, "--into", one, 2, "--into", two, "rest")
    assert all(golfsolve("pool", "verify", part).code == 0 for part in (one, two))
    golfsolve("pool", "merge", two, one, "--out", both)
    assert both.read_bytes() == whole.read_bytes()


def test_exports_carry_the_difficulty(golfsolve, rated):
    records = lines_of(rated)[1:-1]
    document = json.loads(golfsolve("pool", "export", rated, "--format", "json").out)
    assert [deal["difficulty"] for deal in document["deals"]] == [r["difficulty"] for r in records]
    rows = csv.DictReader(io.StringIO(golfsolve("pool", "export", rated, "--format", "csv").out))
    assert [row["difficulty"] for row in rows] == [r["difficulty"]["level"] for r in records]


def test_an_unknown_level_is_refused_with_those_there_are(golfsolve, tmp_path):
    found = golfsolve(*GENERATE, "--difficulty", "harsh", "--count", 1, "--out", tmp_path / "x.jsonl")
    assert found.code == 2
    assert "'harsh' is no level (expected some of very-easy, easy," in found.err
