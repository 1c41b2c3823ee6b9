"""The solver against the plain rules of tests/naive.py and against facts found by others."""

from __future__ import annotations

import random
import threading

import pytest

from golfsolve import (
    Deal,
    DealNumber,
    Position,
    Result,
    Solver,
    Variant,
    Verdict,
    deal_number,
    find_variant,
    solve,
)
from golfsolve.engine.line import ALL_PRUNES, BOTH_ENDS, COUNTING, DOMINANCE, RESTARTS, TABLES
from golfsolve.errors import DealError, IllegalMove, Stopped
from golfsolve.game import layout as layouts
from golfsolve.game.moves import DRAW
from golfsolve.game.numbering import parse_range
from golfsolve.game.referee import check_solution, replay
from golfsolve.game.variants import DEALT, FREE, ON_KING_NOTHING, ON_KING_QUEEN, STOCK
from golfsolve.solving import engine_arrays
from tests import naive
from tests.boards import RULES, board, by_name, combinations, random_position, table, tiny_boards

by_rule = pytest.mark.parametrize("rule", RULES)


def checked(result: Result, deal: Deal, variant: Variant) -> str:
    """The verdict, after the referee has replayed what was claimed."""
    if result.verdict is Verdict.WINNABLE:
        assert result.solution is not None
        position = check_solution(deal, variant, result.solution)
        assert position.drawn == result.draws
        assert position.stock_left == result.stock_left
    else:
        assert (result.solution, result.draws, result.stock_left) == (None, None, None)
    assert result.nodes >= 0
    return result.verdict.value


def numbered(text: str, variant: Variant) -> Deal:
    scheme, (number,) = parse_range(text)
    return deal_number(DealNumber(number, scheme), variant)


def agree(solver: Solver, deal: Deal, plain_rules=naive.winnable) -> bool:
    """Assert that solver and plain rules agree on a position; whether it is winnable."""
    winnable = plain_rules(naive.of(deal, solver.variant))
    verdict = checked(solver.solve(deal), deal, solver.variant)
    assert verdict == ("winnable" if winnable else "unwinnable"), deal
    return winnable


def agree_on_full_deals(variant: Variant, numbers: range) -> None:
    solver = Solver(variant)
    for number in numbers:
        agree(solver, deal_number(DealNumber(number), variant), naive.wide_winnable)


# --- positions and deals by the thousand ---------------------------------------------------------


@by_name
def test_small_positions_of_every_game_have_the_same_verdict(variant):
    solver, rng = Solver(variant), random.Random(variant.name)
    won = sum(agree(solver, random_position(variant, rng)) for _ in range(1_850))
    assert 200 < won < 1_650  # both verdicts are tried often


@pytest.mark.long
@by_name
def test_20_000_small_positions_of_every_game_have_the_same_verdict(variant):
    solver, rng = Solver(variant), random.Random(variant.name + " at length")
    for _ in range(20_000):
        agree(solver, random_position(variant, rng))


@by_rule
def test_full_deals_have_the_same_verdict(rule):
    agree_on_full_deals(find_variant(rule), range(1, 31))


@pytest.mark.long
@by_rule
def test_2_000_full_deals_have_the_same_verdict(rule):
    agree_on_full_deals(find_variant(rule), range(1, 2_001))


def small_game(rng: random.Random) -> Variant:
    """Custom rules: few tableau cards, the rest of the deck in the stock."""
    layout = rng.choice(
        [
            layouts.columns(tuple(rng.randint(1, 4) for _ in range(rng.randint(1, 4)))),
            layouts.columns((1,) * rng.randint(5, 9)),
            layouts.columns((rng.randint(6, 10),)),
            layouts.pyramid(rng.randint(1, 4)),
            layouts.peaks(rng.randint(2, 3), 2),
            layouts.peaks(2, 3),
        ]
    )
    decks, jokers = rng.choice([1, 1, 2]), rng.choice([0, 0, 1, 2, 4])
    opening = rng.choice([DEALT, DEALT, STOCK, FREE, "AS", "7H"])
    on_king = rng.choice([ON_KING_QUEEN, ON_KING_NOTHING])
    wrap = on_king == ON_KING_QUEEN and rng.random() < 0.5
    stock = 52 * decks + jokers - layout.size - (opening not in (STOCK, FREE))
    return Variant("small", layout, stock, decks, jokers, opening, on_king, wrap)


def test_games_of_ones_own_have_the_same_verdict():
    rng = random.Random("rules of one's own")
    won = 0
    for _ in range(100):
        variant = small_game(rng)
        solver = Solver(variant)
        won += agree(solver, deal_number(DealNumber(rng.randint(1, 1000)), variant))
        won += sum(agree(solver, random_position(variant, rng)) for _ in range(10))
    assert 100 < won < 1_000


@by_name
def test_positions_from_the_middle_of_games_have_the_same_verdict(variant):
    """Played on at random from a numbered deal until few enough cards are left for the plain rules."""
    solver, rng = Solver(variant), random.Random(variant.name)
    for number in range(1, 61):
        position = Position(deal_number(DealNumber(number), variant), variant)
        while moves := position.legal_moves():
            position.play(rng.choice(moves))
            if position.cards_left + position.stock_left <= 30:
                agree(solver, position.to_deal(), naive.wide_winnable)
                break


# --- facts found by others -----------------------------------------------------------------------


@by_rule
def test_microsoft_deals_have_their_verdicts(rule):
    variant = find_variant(rule)
    solver = Solver(variant)
    for row in table("ms_verdicts.tsv"):
        deal = numbered(f"ms:{row['number']}", variant)
        assert checked(solver.solve(deal), deal, variant) == row[rule], row["number"]


@by_rule
@pytest.mark.parametrize("tiny", tiny_boards(), ids=lambda tiny: tiny["catches"])
def test_tiny_boards_have_their_verdicts(tiny, rule):
    variant = find_variant(rule)
    deal = board(variant, tiny["opening"], tiny["columns"], tiny["stock"])
    assert checked(solve(deal, variant), deal, variant) == tiny[rule]


@pytest.mark.parametrize("row", table("verdicts.tsv"), ids=lambda row: f"{row['variant']} {row['deal']}")
def test_numbered_deals_have_their_verdicts(row):
    variant = find_variant(row["variant"])
    deal = numbered(row["deal"], variant)
    assert checked(solve(deal, variant, max_nodes=10**9), deal, variant) == row["verdict"]


# Deals whose verdict turns over when a program reads the board wrongly.
STOCK_REVERSED = {
    "dead-king": "2 5 12 15 8 13 35",
    "golf": "4 5 10 15 906 3 6 8 9 11 13 20",
    "relaxed": "11",
}
COLUMNS_REVERSED = {"dead-king": "2 12 15 18 4 8 16 35", "golf": "10 18 3 6 8", "relaxed": "11"}
FIRST_STOCK_CARD_LOST = {"dead-king": "12", "golf": "23 39 42", "relaxed": "31 34 72"}
LAST_STOCK_CARD_LOST = {"dead-king": "2", "golf": "10 906", "relaxed": "34 72 90"}


def turns_over(rule: str, numbers: str, change) -> None:
    variant = find_variant(rule)
    for number in numbers.split():
        deal = numbered(f"ms:{number}", variant)
        read_wrongly = change(deal)
        verdicts = [checked(solve(d, variant), d, variant) for d in (deal, read_wrongly)]
        assert sorted(verdicts) == ["unwinnable", "winnable"], number


@by_rule
def test_a_stock_read_backwards_turns_the_verdict_over(rule):
    turns_over(rule, STOCK_REVERSED[rule], lambda d: Deal(d.tableau, d.opening, d.stock[::-1]))


@by_rule
def test_columns_read_backwards_turn_the_verdict_over(rule):
    rows = [slice(7 * i, 7 * i + 7) for i in range(5)]
    turns_over(
        rule,
        COLUMNS_REVERSED[rule],
        lambda d: Deal(sum((d.tableau[row] for row in rows[::-1]), ()), d.opening, d.stock),
    )


@by_rule
def test_a_lost_stock_card_turns_the_verdict_over(rule):
    turns_over(rule, FIRST_STOCK_CARD_LOST[rule], lambda d: Deal(d.tableau, d.opening, d.stock[1:]))
    turns_over(rule, LAST_STOCK_CARD_LOST[rule], lambda d: Deal(d.tableau, d.opening, d.stock[:-1]))


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [("dead-king", "2 5 15 18 19"), ("golf", "5 10 12 15 18 906"), ("relaxed", "8 17 906")],
)
def test_some_deals_are_won_only_by_drawing_while_a_card_still_plays(rule, numbers):
    variant = find_variant(rule)
    for number in numbers.split():
        deal = numbered(f"ms:{number}", variant)
        position = Position(deal, variant)
        declined = 0
        for move in solve(deal, variant).solution:
            declined += move == DRAW and len(position.legal_moves()) > 1
            position.play(move)
        assert position.won
        assert declined


def test_a_solution_of_golf_35_plays_a_queen_on_a_king_which_a_dead_king_refuses():
    deal = numbered("ms:35", find_variant("golf"))
    solution = solve(deal, find_variant("golf")).solution
    with pytest.raises(IllegalMove, match=r"Q[CSHD] does not play on K[CSHD]"):
        replay(deal, find_variant("dead-king"), solution)


# --- corners ---------------------------------------------------------------------------------------


@by_name
def test_a_position_without_tableau_cards_is_won_in_no_moves(variant):
    deal = Deal((None,) * variant.layout.size, None if variant.opening in (FREE, STOCK) else 5, ())
    result = solve(deal, variant)
    assert (result.verdict, result.solution, result.draws) == (Verdict.WINNABLE, (), 0)


def test_no_tableau_cards_with_stock_left_are_won_with_all_of_it():
    golf = find_variant("golf")
    result = solve(board(golf, "6", [], "7 8 9"), golf)
    assert (result.solution, result.draws, result.stock_left) == ((), 0, 3)


def test_what_cannot_be_a_deal_of_the_game_is_refused():
    golf = find_variant("golf")
    for deal in (Deal((1,) * 34, 0, ()), Deal((1,) * 36, 0, ()), Deal((1,) * 35, 0, (2,) * 1000)):
        with pytest.raises(DealError, match="not a position of golf"):
            solve(deal, golf)


def test_one_card_left_beside_empty_columns():
    golf = find_variant("golf")
    assert solve(board(golf, "8", ["-", "-", "9"]), golf).solution == (3,)


def test_a_king_is_the_last_card_on_a_queen_under_dead_kings():
    dead = find_variant("dead-king")
    assert solve(board(dead, "Q", ["K"]), dead).solution == (1,)
    assert solve(board(dead, "Q", ["2 K"]), dead).verdict is Verdict.UNWINNABLE


def test_the_last_stock_card_is_used():
    golf = find_variant("golf")
    assert solve(board(golf, "9", ["3"], "7 J 2"), golf).solution == (DRAW, DRAW, DRAW, 1)


def test_wide_boards_of_few_cards_are_solved():
    for count in (17, 22, 26, 40):
        wide = Variant("wide", layouts.columns((1,) * count), 51 - count, wrap=True)
        solver = Solver(wide)
        for number in range(1, 6):
            deal = deal_number(DealNumber(number), wide)
            checked(solver.solve(deal), deal, wide)
        rng = random.Random(count)
        for _ in range(50):
            agree(solver, random_position(wide, rng, tableau=8))


def test_a_deal_starved_of_a_rank_is_decided():
    """Ranks that nothing is left of, or that nothing reaches, must not confuse the counting."""
    relaxed = find_variant("relaxed")
    rng = random.Random(139)
    deck = [card for rank, n in enumerate([2, 3, 2, 1, 1, 2, 2, 1, 0, 0, 1, 2, 2]) for card in
            range(rank, rank + 13 * n, 13)]  # fmt: skip
    solver = Solver(relaxed)
    for _ in range(100):
        rng.shuffle(deck)
        deal = Deal(tuple(deck[:14]) + (None,) * 21, 8, tuple(deck[14:]))
        agree(solver, deal)
    lost = board(relaxed, "3", ["4 4", "5", "8"])
    assert solve(lost, relaxed).verdict is Verdict.UNWINNABLE


# --- the same whatever came before ---------------------------------------------------------------


@by_rule
def test_a_result_does_not_depend_on_what_was_solved_before(rule):
    variant = find_variant(rule)
    numbers = list(range(1, 51))
    alone = {n: Solver(variant).solve(numbered(f"ms:{n}", variant)) for n in numbers}
    solver = Solver(variant)
    for n in [*numbers, *reversed(numbers), *[7] * 10]:
        assert solver.solve(numbered(f"ms:{n}", variant)) == alone[n]


@by_rule
@pytest.mark.parametrize("without", [COUNTING, TABLES, DOMINANCE, RESTARTS])
def test_no_prune_changes_a_verdict(rule, without):
    variant = find_variant(rule)
    solver = Solver(variant, prunes=ALL_PRUNES - without)
    for row in table("ms_verdicts.tsv"):
        deal = numbered(f"ms:{row['number']}", variant)
        assert checked(solver.solve(deal), deal, variant) == row[rule], row["number"]


@by_rule
def test_a_search_without_prunes_comes_to_the_same_verdicts_or_to_none(rule):
    variant = find_variant(rule)
    solver = Solver(variant, prunes=0, max_nodes=1_000_000)
    found = []
    for row in table("ms_verdicts.tsv")[:25]:
        deal = numbered(f"ms:{row['number']}", variant)
        found.append(checked(solver.solve(deal), deal, variant))
        assert found[-1] in (row[rule], "undecided"), row["number"]
    assert found.count("undecided") < 15


@by_name
def test_no_prune_changes_a_verdict_of_small_positions(variant):
    rng = random.Random(variant.name + " prunes")
    solvers = [Solver(variant, prunes=prunes) for prunes in combinations(variant)]
    for _ in range(150):
        deal = random_position(variant, rng)
        assert len({checked(solver.solve(deal), deal, variant) for solver in solvers}) == 1


@by_name
@pytest.mark.parametrize("ranks", [2, 5, 7])
def test_pattern_tables_of_any_width_change_no_verdict(variant, ranks, monkeypatch):
    """Small positions are decided before tables are built, so here they are built at once."""
    monkeypatch.setattr("golfsolve.solving.engine_arrays.STAGES", [(0, 4, ranks)])
    rng = random.Random(f"{variant.name} tables {ranks}")
    solvers = [Solver(variant, prunes=TABLES), Solver(variant)]
    for _ in range(250):
        deal = random_position(variant, rng)
        assert len({agree(solver, deal) for solver in solvers}) == 1


@by_name
def test_restarts_change_no_verdict(variant, monkeypatch):
    """Small positions are decided before the first restart, so here there is one every few states."""
    monkeypatch.setattr("golfsolve.solving.engine_arrays.RESTART_NODES", 3)
    rng = random.Random(variant.name + " restarts")
    solvers = [Solver(variant), Solver(variant, table_bits=4), Solver(variant, prunes=RESTARTS)]
    for _ in range(250):
        deal = random_position(variant, rng)
        assert len({agree(solver, deal) for solver in solvers}) == 1


@pytest.mark.parametrize("name", ["black-hole", "all-in-a-row"])
def test_searching_from_the_other_end_changes_no_verdict(name, monkeypatch):
    """Small positions are decided before the first turn, so here there is one every few states."""
    monkeypatch.setattr("golfsolve.solving.engine_arrays.FIRST_TURN", 1)
    variant, rng = find_variant(name), random.Random(f"{name} from both ends")
    solvers = [
        Solver(variant),
        Solver(variant, prunes=BOTH_ENDS),
        Solver(variant, prunes=ALL_PRUNES - BOTH_ENDS),
    ]
    for _ in range(1_000):
        deal = random_position(variant, rng)
        assert len({agree(solver, deal) for solver in solvers}) == 1


def test_games_without_a_stock_of_many_rules_are_searched_from_both_ends(monkeypatch):
    """With and without wrap, jokers, a second deck, an opening card; a dead King forbids it."""
    monkeypatch.setattr("golfsolve.solving.engine_arrays.FIRST_TURN", 1)
    rng = random.Random("both ends")
    backward = won = 0
    for _ in range(150):
        on_king = rng.choice([ON_KING_QUEEN, ON_KING_QUEEN, ON_KING_NOTHING])
        jokers, opening = rng.choice([0, 0, 2]), rng.choice([DEALT, FREE, "AS"])
        size = 52 + jokers - (opening != FREE)
        lengths = [4] * (size // 4) + [size % 4] * (size % 4 > 0)
        wrap = on_king == ON_KING_QUEEN and rng.random() < 0.5
        variant = Variant("dry", layouts.columns(tuple(lengths)), 0, 1, jokers, opening, on_king, wrap)
        solver = Solver(variant)
        assert (engine_arrays.turned_rules(variant) is None) == (on_king == ON_KING_NOTHING)
        for _ in range(10):
            won += agree(solver, random_position(variant, rng))
            if on_king == ON_KING_QUEEN:
                backward += int(solver._work.backward.progress["nodes"][0]) > 0
    assert backward > 300
    assert 300 < won < 1_200


@pytest.mark.long
def test_no_prune_changes_a_verdict_of_ones_own_games(monkeypatch):
    monkeypatch.setattr("golfsolve.solving.engine_arrays.STAGES", [(0, 4, 7)])
    rng = random.Random("prunes of rules of one's own")
    for _ in range(2_000):
        variant = small_game(rng)
        for prunes in combinations(variant):
            solver = Solver(variant, prunes=prunes)
            for _ in range(3):
                agree(solver, random_position(variant, rng, tableau=12))


@by_rule
@pytest.mark.parametrize("bits", [1, 4, 20])
def test_the_size_of_the_table_never_turns_a_verdict_over(rule, bits):
    variant = find_variant(rule)
    solver = Solver(variant, table_bits=bits, max_nodes=200_000)
    for row in table("ms_verdicts.tsv")[:25]:
        deal = numbered(f"ms:{row['number']}", variant)
        assert checked(solver.solve(deal), deal, variant) in (row[rule], "undecided")


def test_a_spent_budget_is_undecided_and_nothing_else():
    for rule in RULES:
        variant = find_variant(rule)
        for row in table("ms_verdicts.tsv")[:30]:
            deal = numbered(f"ms:{row['number']}", variant)
            full = solve(deal, variant)
            for budget in (1, 10, 100):
                result = solve(deal, variant, max_nodes=budget)
                assert result.nodes <= budget
                assert result == full or result.verdict is Verdict.UNDECIDED
            assert solve(deal, variant, max_nodes=full.nodes + 1) == full


def test_a_stopped_solver_says_so_and_solves_the_next_deal():
    golf = find_variant("golf")
    deal = numbered("ms:1", golf)
    stop = threading.Event()
    solver = Solver(golf, stop=stop)
    expected = solver.solve(deal)
    stop.set()
    with pytest.raises(Stopped):
        solver.solve(deal)
    stop.clear()
    assert solver.solve(deal) == expected


@by_name
def test_a_block_of_numbers_is_what_its_deals_are_one_by_one(variant):
    count, budget = (40, 20_000) if variant.decks == 1 else (5, 20_000)
    block = Solver(variant, max_nodes=budget).solve_numbers(1, count)
    solver = Solver(variant, max_nodes=budget)
    for i in range(count):
        deal = deal_number(DealNumber(1 + i), variant)
        assert block.cards[i].tolist() == deal.cards()
        assert block.result(i) == solver.solve(deal)
        checked(block.result(i), deal, variant)


def test_a_block_takes_out_the_same_copy_of_an_opening_card():
    variant = Variant("two-aces", layouts.columns((7,) * 9), 40, decks=2, opening="AS")
    block = Solver(variant, max_nodes=100).solve_numbers(1, 50)
    for i in range(50):
        assert block.cards[i].tolist() == deal_number(DealNumber(1 + i), variant).cards()


def test_the_largest_numbers_are_dealt_in_blocks_too():
    golf = find_variant("golf")
    block = Solver(golf).solve_numbers(2**53 - 3, 3)
    for i in range(3):
        assert block.cards[i].tolist() == deal_number(DealNumber(2**53 - 3 + i), golf).cards()
