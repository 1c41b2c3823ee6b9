"""The exact odds against plain expectimax, and against what must hold of them."""

from __future__ import annotations

import itertools
import math
import random
import threading
from collections import Counter

import pytest

from golfsolve import Deal, DealNumber, Position, Solver, Variant, Verdict, deal_number, find_variant
from golfsolve.engine import odds_values
from golfsolve.errors import Stopped
from golfsolve.game.catalogue import BUILT_IN
from golfsolve.game.moves import DRAW
from golfsolve.solving import odds
from golfsolve.solving.odds import Odds, exact_odds
from tests import expectimax, naive, random_rules
from tests.boards import by_name, random_position

CLOSE = 3e-6  # single precision, over a few draws


def cut(deal: Deal, stock: int) -> Deal:
    return Deal(deal.tableau, deal.opening, deal.stock[:stock])


def shuffled(deal: Deal, rng: random.Random) -> Deal:
    return Deal(deal.tableau, deal.opening, tuple(rng.sample(deal.stock, len(deal.stock))))


def exactly(deal: Deal, variant: Variant) -> Odds:
    found = exact_odds(deal, variant)
    assert found is not None
    return found


def near(found: float, wanted: float) -> bool:
    if wanted in (0, 1):
        return found == wanted  # what cannot be won, or lost, is known for certain
    return 0 < found < 1 and abs(found - wanted) < CLOSE


def agree(deal: Deal, variant: Variant) -> float:
    """Assert that the engine and plain expectimax agree on a position and all its moves; the chance."""
    found = exactly(deal, variant)
    game = naive.of(deal, variant)
    places = [place for place, card in enumerate(deal.tableau) if card is not None]
    wanted = {}
    for move, fraction in expectimax.chances(game).items():
        wanted[move_of(places[move], variant) if isinstance(move, int) else DRAW] = float(fraction)
    assert dict(found.moves).keys() == wanted.keys()
    for move, chance in found.moves:
        assert near(chance, wanted[move]), (deal, move, chance, wanted[move])
    assert near(found.chance, float(expectimax.chance(game))), deal
    return found.chance


def move_of(place: int, variant: Variant) -> int:
    columns = variant.layout.columns
    return next((i for i, places in enumerate(columns, 1) if place in places), place + 1)


def open_position(variant: Variant, rng: random.Random, tableau: int, stock: int) -> Deal:
    """A position whose chance is often neither 0 nor 1: there is a neighbour in the stock for most cards."""
    deal = random_position(variant, rng, tableau, 0)
    rest = list((Counter(variant.deck()) - Counter(deal.cards())).elements())
    size = rng.randint(min(4, stock), stock) if variant.stock else 0
    wanted = [card % 13 for card in deal.tableau if card is not None] * 2
    rng.shuffle(wanted)
    cards: list[int] = []
    while rest and len(cards) < size:
        rank = wanted.pop() if wanted and rng.random() < 0.9 else None
        near = [card for card in rest if rank is not None and (card - rank) % 13 in (1, 12)]
        cards.append(rng.choice(near or rest))
        rest.remove(cards[-1])
    return Deal(deal.tableau, deal.opening, tuple(cards[: variant.stock]))


@by_name
def test_small_positions_of_every_game_have_the_chance_of_plain_expectimax(variant):
    rng = random.Random(variant.name + " unseen")
    chances = [agree(open_position(variant, rng, tableau=8, stock=6), variant) for _ in range(400)]
    between = sum(0 < chance < 1 for chance in chances)
    assert between > 30 or (variant.stock == 0 and between == 0)


def test_games_of_ones_own_have_the_chance_of_plain_expectimax():
    rng = random.Random("rules of one's own, unseen")
    chances = []
    for _ in range(120):
        variant = random_rules.rules(rng, random_rules.SMALL + random_rules.LARGE)
        chances += [agree(open_position(variant, rng, tableau=7, stock=6), variant) for _ in range(5)]
    assert sum(0 < chance < 1 for chance in chances) > 60


@pytest.mark.long
@by_name
def test_larger_positions_of_every_game_have_the_chance_of_plain_expectimax(variant):
    rng = random.Random(variant.name + " unseen, at length")
    for _ in range(1_000):
        agree(open_position(variant, rng, tableau=11, stock=9), variant)


def test_whole_tableaus_have_the_chance_of_plain_expectimax():
    chances = []
    for name in ("golf", "relaxed"):
        variant = find_variant(name)
        chances += [agree(cut(deal_number(DealNumber(number), variant), 2), variant) for number in (1, 2)]
    rng = random.Random("whole tableaus")
    for _ in range(60):
        variant = random_rules.rules(rng, random_rules.SMALL)
        chances.append(agree(cut(random_rules.full_deal(variant, rng), 7), variant))
    assert sum(0 < chance < 1 for chance in chances) > 5


@pytest.mark.long
@pytest.mark.parametrize("rule", ["golf", "dead-king", "relaxed", "thieves"])
def test_whole_tableaus_with_6_stock_cards_have_the_chance_of_plain_expectimax(rule):
    variant = find_variant(rule)
    for number in range(1, 5):
        agree(cut(deal_number(DealNumber(number), variant), 6), variant)


@pytest.mark.parametrize("variant", [v for v in BUILT_IN if v.stock], ids=lambda v: v.name)
def test_the_order_of_the_stock_has_no_influence(variant):
    rng = random.Random(variant.name + " shuffled")
    for _ in range(20):
        deal = random_position(variant, rng, tableau=14, stock=10)
        assert exact_odds(shuffled(deal, rng), variant) == exact_odds(deal, variant)


def test_no_chance_exceeds_the_share_of_orders_that_can_be_won():
    rng = random.Random("orders")
    seen = set()
    for variant in (find_variant("golf"), find_variant("thieves"), find_variant("golf-rush")):
        solver = Solver(variant)
        for _ in range(25):
            deal = open_position(variant, rng, tableau=6, stock=4)
            orders = list(itertools.permutations(deal.stock))
            won = sum(
                solver.solve(Deal(deal.tableau, deal.opening, order)).verdict is Verdict.WINNABLE
                for order in orders
            )
            chance = exactly(deal, variant).chance
            assert chance <= won / len(orders) + CLOSE
            assert (chance == 0) == (won == 0)
            if chance == 1:
                assert won == len(orders)
            seen.add((won > 0) + (chance == 1))
    assert seen == {0, 1, 2}


def won_by_perfect_player(deal: Deal, variant: Variant, known: dict[object, Odds]) -> bool:
    """One game along the deal's own stock; ``known`` keeps odds by what the player sees."""
    position = Position(deal, variant)
    while position.legal_moves():
        here = position.to_deal()
        sight = (here.tableau, here.opening, tuple(sorted(here.stock)))
        if sight not in known:
            known[sight] = exactly(here, variant)
        best = known[sight].best
        if best is None or known[sight].chance == 0:
            return False
        position.play(best)
    return position.won


def average_meets_the_chance(deal: Deal, variant: Variant, games: int, rng: random.Random) -> None:
    chance = exactly(deal, variant).chance
    known: dict[object, Odds] = {}
    won = sum(won_by_perfect_player(shuffled(deal, rng), variant, known) for _ in range(games))
    error = math.sqrt(chance * (1 - chance) / games)
    assert abs(won / games - chance) <= 4 * error + CLOSE, (deal, chance, won)


def test_games_of_the_perfect_player_meet_the_chance():
    rng = random.Random("games")
    for name in ("golf", "relaxed", "tri-peaks"):
        variant = find_variant(name)
        for _ in range(6):
            average_meets_the_chance(open_position(variant, rng, 9, 5), variant, 150, rng)


@pytest.mark.long
def test_games_of_the_perfect_player_meet_the_chance_in_50_deals():
    """From the middle of numbered deals, ten stock cards left."""
    rng, variant = random.Random("games at length"), find_variant("golf")
    for number in range(1, 51):
        position = Position(deal_number(DealNumber(number), variant), variant)
        while position.stock_left > 10:
            position.play(position.legal_moves()[0] if rng.random() < 0.9 else DRAW)
        average_meets_the_chance(position.to_deal(), variant, 60, rng)


def test_a_game_that_is_over_needs_no_work():
    golf = find_variant("golf")
    empty = (None,) * 35
    assert exact_odds(Deal(empty, 5, (1, 2)), golf) == Odds(1.0, (), 0)
    lost = Deal((0, *empty[1:]), 5, ())
    found = exactly(lost, golf)
    assert (found.chance, found.moves, found.best) == (0.0, (), None)


def middle_of_a_game() -> tuple[Deal, Variant]:
    golf = find_variant("golf")
    position = Position(deal_number(DealNumber(2), golf), golf)
    for _ in range(20):
        position.play(position.legal_moves()[0])
    return position.to_deal(), golf


def test_pauses_and_a_ring_that_grows_change_nothing(monkeypatch):
    deal, golf = middle_of_a_game()
    whole = exactly(deal, golf)
    monkeypatch.setattr(odds, "_WORDS_SLICE", 5_000)
    monkeypatch.setattr(odds, "_BLOCKS_SLICE", 100)
    assert exactly(deal, golf) == whole
    new_values, sizes = odds_values.new_values, []

    def tiny(boards, lanes, unseen, blocks):
        sizes.append(blocks)
        return new_values(boards, lanes, unseen, blocks // 3)

    monkeypatch.setattr(odds_values, "new_values", tiny)
    assert exactly(deal, golf) == whole
    assert sizes[0] > 100


def test_a_ring_too_small_for_its_boards_is_noticed(monkeypatch):
    deal, golf = middle_of_a_game()
    monkeypatch.setattr(odds_values, "peak_blocks", lambda *_: 40)
    with pytest.raises(RuntimeError, match="ring of values is too small"):
        exact_odds(deal, golf)


def test_past_a_limit_nothing_is_claimed():
    deal, golf = middle_of_a_game()
    states = exactly(deal, golf).states
    assert exact_odds(deal, golf, max_states=states) is not None
    assert exact_odds(deal, golf, max_states=states - 1) is None
    assert exact_odds(deal, golf, memory=100_000) is None
    double = find_variant("double-golf")
    assert exact_odds(deal_number(DealNumber(1), double), double) is None


def test_it_stops_when_asked():
    deal, golf = middle_of_a_game()
    stop = threading.Event()
    stop.set()
    with pytest.raises(Stopped):
        exact_odds(deal, golf, stop=stop)


def test_moves_that_are_as_good_are_told_apart_by_their_order():
    assert Odds(0.5, ((2, 0.49), (4, 0.499999), (5, 0.5), (DRAW, 0.5)), 1).best == 4
    assert Odds(0.0, ((3, 0.0), (DRAW, 0.0)), 1).best == 3
