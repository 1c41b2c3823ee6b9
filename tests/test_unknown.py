"""Deals with cards that are not known: no verdict that some way of laying them contradicts."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from golfsolve import Deal, DealError, Solver, Verdict, deal_number, find_variant
from golfsolve.formats import format_board
from golfsolve.game.cards import UNKNOWN, parse_card, rank_of
from golfsolve.game.numbering import DealNumber
from golfsolve.game.referee import Position, check_solution
from golfsolve.solving import unknown
from golfsolve.solving.unknown import filled, solve_unknown
from tests import naive
from tests.boards import DEAD_KING, GOLF, RELAXED, THIEVES, board, random_position

PEAKS = find_variant("tri-peaks")
RUSH = find_variant("golf-rush")


def missing_cards(deal, variant):
    left = Counter(variant.deck())
    left.subtract(card for card in deal.cards() if card != UNKNOWN)
    return list(left.elements())


def every_way(deal, variant):
    """All ways to fill a deal, each set of ranks once, in the plainest way."""
    one_of_rank = {}
    for way in itertools.permutations(missing_cards(deal, variant), deal.unknown):
        one_of_rank.setdefault(tuple(map(rank_of, way)), way)
    return [filled(deal, way) for way in one_of_rank.values()]


def hidden(deal, rng, count):
    """A deal with some of its cards turned face down."""
    places = [("t", i) for i, card in enumerate(deal.tableau) if card is not None]
    places += [("s", i) for i in range(len(deal.stock))]
    chosen = set(rng.sample(places, min(count, len(places))))
    return Deal(
        tuple(UNKNOWN if ("t", i) in chosen else card for i, card in enumerate(deal.tableau)),
        deal.opening,
        tuple(UNKNOWN if ("s", i) in chosen else card for i, card in enumerate(deal.stock)),
    )


@pytest.mark.parametrize("variant", [GOLF, DEAD_KING, RELAXED, THIEVES, PEAKS, RUSH], ids=lambda v: v.name)
def test_a_verdict_is_what_all_ways_have_in_common(variant):
    rng = random.Random(variant.name)
    solver = Solver(variant)
    found = Counter()
    for _ in range(40):
        deal = hidden(random_position(variant, rng, tableau=6, stock=4), rng, rng.choice([1, 1, 2]))
        if not deal.unknown:
            continue
        result = solve_unknown(solver, deal)
        winnable = {naive.winnable(naive.of(way, variant)) for way in every_way(deal, variant)}
        truth = {True: Verdict.WINNABLE, False: Verdict.UNWINNABLE}
        wanted = Verdict.UNDECIDED if len(winnable) == 2 else truth[winnable.pop()]
        assert result.verdict is wanted, (deal, result)
        found[result.verdict] += 1
        if result.solution is not None:
            for way in every_way(deal, variant):
                check_solution(way, variant, result.solution)
    assert len(found) == 3, found


def test_without_the_ways_nothing_is_said_that_is_not_so(monkeypatch):
    """The bounds alone, and ways by chance."""
    monkeypatch.setattr(unknown, "MAX_WAYS", 0)
    monkeypatch.setattr(unknown, "TRIED", 5)
    rng = random.Random(3)
    for variant in (GOLF, RELAXED):
        solver = Solver(variant)
        found = Counter()
        for _ in range(60):
            deal = hidden(random_position(variant, rng, tableau=6, stock=4), rng, 1)
            if not deal.unknown:
                continue
            result = solve_unknown(solver, deal)
            winnable = {naive.winnable(naive.of(way, variant)) for way in every_way(deal, variant)}
            if result.verdict is Verdict.WINNABLE:
                assert winnable == {True}
            elif result.verdict is Verdict.UNWINNABLE:
                assert winnable == {False}
            found[result.verdict] += 1
        assert len(found) == 3, found


def test_unknown_stock_cards_that_are_not_needed_change_nothing():
    deal = board(GOLF, "9", ["7", "6 8"], "A")
    deal = Deal(deal.tableau, deal.opening, (UNKNOWN, UNKNOWN, deal.stock[0]))
    result = solve_unknown(Solver(GOLF), deal)
    assert (result.verdict, result.solution, result.note) == (
        Verdict.WINNABLE, (2, 1, 2), "without the unknown cards",
    )  # fmt: skip


def test_unknown_stock_cards_are_drawn_over():
    deal = board(GOLF, "9", ["3"], "2")
    deal = Deal(deal.tableau, deal.opening, (UNKNOWN, UNKNOWN, deal.stock[0], UNKNOWN))
    result = solve_unknown(Solver(GOLF), deal)
    assert (result.solution, result.draws, result.stock_left) == ((0, 0, 0, 1), 3, 1)


def test_a_deal_that_jokers_cannot_save_is_unwinnable():
    deal = board(DEAD_KING, "K", ["3", "5", "9"])
    hides = Deal(deal.tableau, deal.opening, (UNKNOWN,))
    result = solve_unknown(Solver(DEAD_KING), hides)
    assert (result.verdict, result.note) == (Verdict.UNWINNABLE, "not even with jokers for the unknown cards")


def test_what_it_depends_on_is_said():
    deal = board(GOLF, "9", ["3"])
    result = solve_unknown(Solver(GOLF), Deal(deal.tableau, deal.opening, (UNKNOWN,)))
    assert result.verdict is Verdict.UNDECIDED
    assert result.note.startswith("depends on the unknown cards: winnable with 2")
    assert "; unwinnable with A" in result.note


def test_whole_deals_with_a_stock_in_unknown_order():
    verdicts = Counter()
    solver = Solver(GOLF, max_nodes=100_000)
    for number in range(1, 21):
        deal = deal_number(DealNumber(number), GOLF)
        result = solve_unknown(solver, Deal(deal.tableau, deal.opening, (UNKNOWN,) * 16))
        known = solver.solve(deal).verdict
        assert result.verdict in (known, Verdict.UNDECIDED)
        assert result.note
        verdicts[result.verdict] += 1
    assert verdicts[Verdict.UNDECIDED] > 10


def test_the_last_unknown_cards_are_those_that_are_missing():
    """With one card hidden in a whole deal there is one way."""
    solver = Solver(GOLF)
    for number in range(1, 30):
        deal = deal_number(DealNumber(number), GOLF)
        hides = Deal((UNKNOWN, *deal.tableau[1:]), deal.opening, deal.stock)
        assert solve_unknown(solver, hides).verdict is solver.solve(deal).verdict


def test_the_opening_card_of_black_hole_is_known_by_its_rules():
    variant = find_variant("black-hole")
    deal = deal_number(DealNumber(3), variant)
    hides = Deal(deal.tableau, UNKNOWN, deal.stock)
    assert solve_unknown(Solver(variant), hides).solution == Solver(variant).solve(deal).solution


def test_a_limit_that_ends_a_search_is_said():
    deal = deal_number(DealNumber(8), GOLF)
    hides = Deal((UNKNOWN, UNKNOWN, *deal.tableau[2:]), deal.opening, deal.stock)
    result = solve_unknown(Solver(GOLF, max_nodes=10), hides)
    assert result.verdict is Verdict.UNDECIDED
    assert "undecided" in result.note


def test_nothing_plays_on_an_unknown_card_and_it_plays_on_nothing():
    deal = Deal((UNKNOWN, *[None] * 34), parse_card("5H"), (UNKNOWN,))
    position = Position(deal, GOLF)
    assert position.legal_moves() == (0,)
    position.play(0)
    assert position.legal_moves() == ()


def test_a_solver_refuses_what_it_cannot_know():
    with pytest.raises(DealError, match="1 cards are not known"):
        Solver(GOLF).solve(Deal((UNKNOWN, *[None] * 34), parse_card("5H"), ()))


# --- on the command line -------------------------------------------------------------------------


def test_solve_says_what_holds_whatever_they_are(golfsolve):
    text = (
        "Talon: ?? ?? 2C\nFoundations: 9H\n3D\n\nTalon: ??\nFoundations: 9H\n3D\n\nFoundations: KH\n3D ??\n"
    )
    found = golfsolve("solve", "-", "--partial", "--variant", "dead-king", "--json", stdin=text)
    assert found.code == 1
    assert [record["verdict"] for record in found.records] == ["winnable", "undecided", "unwinnable"]
    assert [record["unknown"] for record in found.records] == [2, 1, 1]
    assert found.records[0]["solution"] == "D D D 1"
    shown = golfsolve("solve", "-", "--partial", "--variant", "dead-king", stdin=text).out
    assert "Winnable: without the unknown cards; " in shown
    assert "  draw ?? ?? 2C\n" in shown
    assert "Undecided: depends on the unknown cards: winnable with " in shown
    brief = golfsolve(
        "solve", "-", "--partial", "--variant", "dead-king", "--format", "brief", stdin=text
    ).out
    assert "unwinnable, in all 13 ways that the unknown cards can lie" in brief


def test_a_deal_winnable_in_every_way_has_no_solution_for_all(golfsolve):
    deal = deal_number(DealNumber(1), RELAXED)
    hides = Deal((UNKNOWN, UNKNOWN, *deal.tableau[2:]), deal.opening, deal.stock)
    found = golfsolve("solve", "-", "--variant", "relaxed", "--json", stdin=format_board(hides, RELAXED))
    [record] = found.records
    assert (found.code, record["verdict"], record["solution"], record["draws"]) == (0, "winnable", None, None)
    assert record["note"] == "in all 2 ways that the unknown cards can lie"


@pytest.mark.parametrize("options", [("--best",), ("--format", "bhs")])
def test_what_needs_every_card_is_refused(golfsolve, options):
    found = golfsolve("solve", "-", "--partial", *options, stdin="Talon: ??\nFoundations: 9H\n3D\n")
    assert found.code == 2
    assert "1 cards are not known" in found.err


def test_results_with_unknown_cards_are_continued(golfsolve, tmp_path):
    deals, out = tmp_path / "deals", tmp_path / "out"
    deals.write_text("Talon: ??\nFoundations: 9H\n3D\n\nTalon: 2C ??\nFoundations: 9H\n3D\n")
    golfsolve("solve", deals, "--partial", "--out", out)
    whole = out.read_bytes()
    out.write_bytes(b"".join(whole.splitlines(keepends=True)[:2]))
    golfsolve("solve", deals, "--partial", "--out", out, "--resume")
    assert out.read_bytes() == whole
