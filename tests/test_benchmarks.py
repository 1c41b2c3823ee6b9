"""The fixed bench, and the textbook search as a second oracle."""

import numpy as np
import pytest

from benchmarks import nodes
from benchmarks.speed import PRUNES
from benchmarks.textbook import Textbook
from golfsolve.engine.line import ALL_PRUNES
from golfsolve.game.cards import rank_of
from golfsolve.game.catalogue import find
from golfsolve.game.deal import Deal
from golfsolve.game.result import SEARCH_REVISION
from golfsolve.solving.solver import Solver


def test_the_search_enters_as_many_nodes_as_are_checked_in():
    """Where they have changed, SEARCH_REVISION must rise: files are continued by the same revision alone."""
    assert nodes.count() == nodes.recorded()[SEARCH_REVISION]
    assert max(nodes.recorded()) == SEARCH_REVISION


def test_the_nodes_of_a_revision_are_not_written_over(monkeypatch, tmp_path):
    monkeypatch.setattr(nodes, "FILE", tmp_path / "nodes.json")
    monkeypatch.setattr(nodes, "count", lambda: {"golf": 1})
    nodes.FILE.write_text(f'{{"{SEARCH_REVISION}": {{"golf": 2}}}}')
    with pytest.raises(SystemExit, match="raise SEARCH_REVISION"):
        nodes.write()
    assert nodes.recorded() == {SEARCH_REVISION: {"golf": 2}}
    monkeypatch.setattr(nodes, "SEARCH_REVISION", SEARCH_REVISION + 1)
    nodes.write()
    assert nodes.recorded() == {SEARCH_REVISION: {"golf": 2}, SEARCH_REVISION + 1: {"golf": 1}}


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


def compare_prunes(name, prunes, first, count, **limits):
    """How many of the verdicts with ``prunes`` alone are decided; those must be the usual ones."""
    variant = find(name)
    usual = Solver(variant).solve_numbers(first, count).verdicts
    verdicts = Solver(variant, prunes=prunes, **limits).solve_numbers(first, count).verdicts
    decided = verdicts != 2
    assert (usual[decided] == verdicts[decided]).all()
    return int(decided.sum())


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL_ENOUGH)
@pytest.mark.parametrize("prune", PRUNES.values(), ids=PRUNES)
def test_without_one_prune_20000_deals_have_the_same_verdicts(name, prune):
    """Up to 198 deals (`tri-peaks` without dominance) need more states then than are allowed here."""
    assert compare_prunes(name, ALL_PRUNES - prune, 3_000_001, 20_000, max_nodes=500_000) > 19_700


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL_ENOUGH)
@pytest.mark.parametrize("prune", [0, *PRUNES.values()], ids=["nothing", *PRUNES])
def test_with_one_prune_alone_no_verdict_on_20000_deals_turns_into_its_opposite(name, prune):
    """Most stay undecided: without the others some million states would be needed for each."""
    assert compare_prunes(name, prune, 3_000_001, 20_000, max_nodes=5_000) > 1_000


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL_ENOUGH)
def test_the_whole_table_pass_agrees_with_the_search_on_20000_deals(name):
    solver = Solver(find(name))
    block, scores = solver.best_numbers(4_000_001, 20_000)
    best = [solver.best(Deal.from_cards(cards, solver.variant)) for cards in block.cards.tolist()]
    assert [b.score for b in best] == scores
    assert [b.cards_left == 0 for b in best] == [v == 0 for v in block.verdicts]
