"""The fixed bench, and the textbook search as a second oracle."""

import numpy as np
import pytest

from benchmarks import nodes
from benchmarks.textbook import Textbook
from golfsolve.cards import rank_of
from golfsolve.deal import Deal
from golfsolve.solver import Solver
from golfsolve.variants import find


def test_the_search_enters_as_many_nodes_as_are_checked_in():
    assert nodes.count() == nodes.recorded()


def textbook_verdict(textbook, deal, variant):
    columns = np.array([[rank_of(deal.tableau[p]) for p in ps] for ps in variant.layout.columns], np.uint8)
    stock = np.array([rank_of(card) for card in deal.stock], np.uint8)
    return textbook.solve(columns, rank_of(deal.opening), stock, np.array(variant.adjacency(), np.uint64))[0]


def compare_with_the_textbook(name, first, count):
    variant = find(name)
    textbook = Textbook()
    block = Solver(variant).solve_numbers(first, count)
    for i in range(count):
        deal = Deal.from_cards([int(card) for card in block.cards[i]], variant)
        assert textbook_verdict(textbook, deal, variant) == (block.verdicts[i] == 0), first + i


@pytest.mark.parametrize("name", ["golf", "dead-king", "relaxed"])
def test_the_textbook_search_comes_to_the_same_verdicts(name):
    compare_with_the_textbook(name, 1_000_001, 300)


@pytest.mark.long
@pytest.mark.parametrize("name", ["golf", "dead-king", "relaxed"])
def test_the_textbook_search_comes_to_the_same_verdicts_on_20000_deals(name):
    compare_with_the_textbook(name, 2_000_001, 20_000)


SMALL_ENOUGH = ["golf", "dead-king", "relaxed", "thieves", "golf-rush", "escalator", "tri-peaks"]


def compare_prunes(name, prunes, first, count, max_nodes):
    """Verdicts may turn undecided within the budget, never into the opposite."""
    variant = find(name)
    whole = Solver(variant).solve_numbers(first, count).verdicts
    part = Solver(variant, prunes=prunes, max_nodes=max_nodes).solve_numbers(first, count).verdicts
    decided = part != 2
    assert (whole[decided] == part[decided]).all()
    return int(decided.sum())


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL_ENOUGH)
@pytest.mark.parametrize("prunes", [1, 2, 4, 5, 6, 7, 12, 20, 13, 29, 30, 27, 15, 23])
def test_prunes_alone_and_together_change_no_verdict_on_20000_deals(name, prunes):
    assert compare_prunes(name, prunes, 3_000_001, 20_000, 30_000) > 4_000


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL_ENOUGH)
def test_the_whole_table_pass_agrees_with_the_search_on_20000_deals(name):
    solver = Solver(find(name))
    block, best = solver.best_numbers(4_000_001, 20_000)
    assert [b.cards_left == 0 for b in best] == [v == 0 for v in block.verdicts]
