from __future__ import annotations

import random

import pytest

from golfsolve import DealNumber, Position, deal_number
from golfsolve.errors import IllegalMove, NotCleared
from golfsolve.game.cards import format_card, parse_card
from golfsolve.game.catalogue import find
from golfsolve.game.deal import problems
from golfsolve.game.moves import DRAW
from golfsolve.game.referee import check_solution, replay
from tests import naive
from tests.boards import DEAD_KING, GOLF, RELAXED, board, by_name, random_position, tiny_boards


def legal(variant, opening, columns, stock="") -> tuple[int, ...]:
    return Position(board(variant, opening, columns, stock), variant).legal_moves()


# --- what may be played --------------------------------------------------------------------------


def test_only_the_exposed_card_of_a_column_plays():
    assert legal(GOLF, "8", ["9 2", "2 9", "7"]) == (2, 3)


def test_a_player_may_draw_while_a_card_still_plays():
    assert legal(GOLF, "8", ["9"], "2") == (1, DRAW)


def test_the_game_is_not_over_while_stock_is_left():
    assert legal(GOLF, "8", ["3"], "K") == (DRAW,)
    assert legal(GOLF, "8", ["3"]) == ()


def test_a_queen_plays_on_a_king_in_golf_and_not_under_a_dead_king():
    assert legal(GOLF, "K", ["Q"]) == (1,)
    assert legal(RELAXED, "K", ["Q"]) == (1,)
    assert legal(DEAD_KING, "K", ["Q"]) == ()


def test_a_king_plays_on_a_queen_under_every_rule_and_may_be_the_last_card():
    for variant in (GOLF, DEAD_KING, RELAXED):
        assert replay(board(variant, "Q", ["K"]), variant, [1]).won


def test_ace_and_king_are_neighbours_only_with_wrap():
    assert legal(RELAXED, "K", ["A"]) == legal(RELAXED, "A", ["K"]) == (1,)
    for variant in (GOLF, DEAD_KING):
        assert legal(variant, "K", ["A"]) == legal(variant, "A", ["K"]) == ()


def test_empty_columns_beside_the_last_one_do_no_harm():
    deal = board(GOLF, "8", ["-", "-", "9"])
    assert Position(deal, GOLF).legal_moves() == (3,)
    assert replay(deal, GOLF, [3]).won


def test_any_exposed_card_starts_all_in_a_row_and_only_its_neighbours_follow():
    row = find("all-in-a-row")
    position = Position(board(row, "-", ["2 9", "4", "K 8"]), row)
    assert position.legal_moves() == (1, 2, 3)
    position.play(1)
    assert position.legal_moves() == (3,)


def test_golf_rush_starts_with_a_card_from_the_stock():
    rush = find("golf-rush")
    position = Position(deal_number(DealNumber(1), rush), rush)
    assert position.waste is None
    assert position.legal_moves() == (DRAW,)
    with pytest.raises(IllegalMove, match="cannot start the waste"):
        position.play(1)
    position.play(DRAW)
    assert position.waste == position.deal.stock[0]


def test_a_joker_plays_on_anything_and_anything_plays_on_it():
    thieves = find("thieves")
    assert legal(thieves, "5C", ["JK", "KD"]) == (1,)
    assert legal(thieves, "JK", ["5C", "KD", "JK"]) == (1, 2, 3)


def test_a_pyramid_card_is_free_when_the_two_over_it_are_gone():
    stairs = find("escalator")
    position = Position(deal_number(DealNumber(1), stairs), stairs)
    assert list(position.exposed()) == [22, 23, 24, 25, 26, 27, 28]
    position._tableau[21] = None
    assert 16 not in position.exposed()
    position._tableau[22] = None
    assert 16 in position.exposed()
    assert position.card_of(16) == position.deal.tableau[15]
    assert position.card_of(17) is None


def test_layouts_without_columns_number_their_cards_in_dealing_order():
    peaks = find("tri-peaks")
    position = Position(deal_number(DealNumber(1), peaks), peaks)
    assert list(position.exposed()) == list(range(19, 29))
    for move in position.legal_moves():
        if move != DRAW:
            assert position.card_of(move) == position.deal.tableau[move - 1]


# --- winning and scoring -------------------------------------------------------------------------


def test_a_cleared_tableau_is_won_with_stock_left_over_and_then_nothing_is_legal():
    position = replay(board(GOLF, "8", ["9"], "2 3 4"), GOLF, [1])
    assert position.won
    assert position.stock_left == 3
    assert position.score == -3
    assert position.legal_moves() == ()
    with pytest.raises(IllegalMove, match=r"move 2 \(D\): the tableau is already clear \(no move is legal\)"):
        position.play(DRAW)


def test_no_tableau_cards_are_won_in_no_moves():
    position = check_solution(board(GOLF, "6", []), GOLF, [])
    assert position.won
    assert position.score == 0
    assert position.moves == ()


def test_a_lost_hole_scores_a_point_for_each_card_left():
    position = Position(board(GOLF, "8", ["2 3", "5"], "K"), GOLF)
    assert position.score == position.cards_left == 3
    position.play(DRAW)
    assert position.score == 3


def test_the_last_stock_card_can_still_be_played_on():
    deal = board(GOLF, "9", ["3"], "7 J 2")
    assert check_solution(deal, GOLF, [DRAW, DRAW, DRAW, 1]).stock_left == 0


def test_nothing_cleared_scores_the_whole_tableau_and_no_negative_number():
    assert Position(board(GOLF, "9", ["5"]), GOLF).score == 1


# --- playing on ----------------------------------------------------------------------------------


def test_a_position_keeps_account_of_itself():
    position = Position(board(GOLF, "8C", ["TC 7H", "9D"], "KS 8H"), GOLF)
    position.play(1)
    position.play(DRAW)
    assert format_card(position.waste) == "KS"
    assert (position.drawn, position.stock_left, position.cards_left) == (1, 1, 2)
    assert position.moves == (1, DRAW)
    assert position.card_of(DRAW) == parse_card("8H")
    assert position.card_of(1) == parse_card("TC")


def test_a_copy_goes_its_own_way():
    position = Position(board(GOLF, "8", ["9", "7"], "K"), GOLF)
    position.play(1)
    twin = position.copy()
    twin.play(DRAW)
    assert (position.moves, position.stock_left) == ((1,), 1)
    assert (twin.moves, twin.stock_left, twin.cards_left) == ((1, DRAW), 0, 1)
    assert Position(position.deal, GOLF).moves == ()


@by_name
def test_a_position_taken_as_a_deal_plays_on_as_the_game_does(variant):
    rng = random.Random(variant.name)
    for number in range(1, 6):
        position = Position(deal_number(DealNumber(number), variant), variant)
        while moves := position.legal_moves():
            fresh = Position(position.to_deal(), variant)
            assert problems(fresh.deal, variant, partial=True) == []
            assert fresh.legal_moves() == moves
            assert fresh.score == position.score
            position.play(rng.choice(moves))


@by_name
def test_the_referee_allows_what_the_plain_rules_allow(variant):
    """Walks through random games of both, move by move."""
    rng = random.Random(variant.name)
    for _ in range(50):
        deal = random_position(variant, rng)
        game = naive.of(deal, variant)
        places = [place for place, card in enumerate(deal.tableau) if card is not None]
        position, plain = Position(deal, variant), naive.start(game)
        while True:
            exposed = position.exposed()
            expected = naive.moves(game, plain)
            moves = position.legal_moves()
            names = [naive.DRAW if move == DRAW else places.index(exposed[move]) for move in moves]
            assert set(names) == set(expected)
            assert list(moves) == sorted(moves, key=lambda move: move or 99)
            assert position.won == (not plain.left)
            assert position.score == naive.score(game, plain)
            if not moves:
                break
            chosen = rng.randrange(len(moves))
            plain = expected[names[chosen]]
            position.play(moves[chosen])


# --- refusals ------------------------------------------------------------------------------------


def refusal(variant, deal, moves) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        replay(deal, variant, moves)
    assert "\n" not in str(caught.value)
    return caught.value


def test_an_illegal_play_is_named_with_its_number_and_what_was_legal():
    deal = board(DEAD_KING, "QH", ["9C QC", "KH", "JD"], "2C")
    error = refusal(DEAD_KING, deal, [2, 1])
    assert str(error) == "move 2 (1): QC does not play on KH (legal: D)"
    assert error.index == 1


def test_a_draw_from_an_empty_stock_is_refused():
    error = refusal(GOLF, board(GOLF, "8", ["9"]), [DRAW])
    assert str(error) == "move 1 (D): the stock is empty (legal: 1)"


@pytest.mark.parametrize("move", [2, 7, 8, 63, 10**9, -1])
def test_a_play_where_no_card_is_exposed_is_refused(move):
    error = refusal(GOLF, board(GOLF, "8", ["9"], "8"), [move])
    assert str(error) == f"move 1 ({move}): no exposed card is there (legal: 1 D)"


def test_a_covered_card_is_not_exposed():
    stairs = find("escalator")
    error = refusal(stairs, deal_number(DealNumber(1), stairs), [1])
    assert "move 1 (1): no exposed card is there" in str(error)


def test_a_refused_move_changes_nothing():
    position = Position(board(GOLF, "8", ["2", "9"], "K"), GOLF)
    with pytest.raises(IllegalMove):
        position.play(1)
    assert (position.moves, position.cards_left, position.stock_left) == ((), 2, 1)
    assert position.legal_moves() == (2, DRAW)


def test_a_solution_must_clear_the_tableau():
    deal = board(GOLF, "8", ["9", "T"], "K")
    assert check_solution(deal, GOLF, [1, 2]).won
    with pytest.raises(NotCleared, match="after move 1 tableau cards are left: 1"):
        check_solution(deal, GOLF, [1])


def test_a_solution_must_end_with_the_win():
    deal = board(GOLF, "8", ["9", "T"], "K")
    with pytest.raises(IllegalMove, match="already clear") as caught:
        check_solution(deal, GOLF, [1, 2, DRAW])
    assert caught.value.index == 2


@pytest.mark.parametrize("rule", ["dead-king", "golf", "relaxed"])
@pytest.mark.parametrize("tiny", tiny_boards(), ids=lambda tiny: tiny["catches"])
def test_trying_every_line_on_tiny_boards_finds_their_verdicts(tiny, rule):
    variant = find(rule)

    def winnable(position: Position) -> bool:
        if position.won:
            return True
        for move in position.legal_moves():
            after = position.copy()
            after.play(move)
            if winnable(after):
                return True
        return False

    deal = board(variant, tiny["opening"], tiny["columns"], tiny["stock"])
    assert winnable(Position(deal, variant)) == (tiny[rule] == "winnable")
