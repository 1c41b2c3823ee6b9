"""The JavaScript modules say what the Python side says: rules, numbers, scores, dates. Run by node."""

from __future__ import annotations

import datetime
import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from golfsolve.formats import format_line
from golfsolve.game.cards import format_card
from golfsolve.game.catalogue import BUILT_IN, find
from golfsolve.game.difficulty import Level
from golfsolve.game.moves import DRAW, format_moves
from golfsolve.game.numbering import DealNumber, deal_number, parse_range
from golfsolve.game.referee import Position
from golfsolve.page.assemble import LIBRARY, PAGE, module_text
from golfsolve.play.daily import EPOCH, day_number, place_in_week
from golfsolve.play.review import review
from golfsolve.solving.solver import Solver

NODE = shutil.which("node")
pytestmark = [
    pytest.mark.node,
    pytest.mark.skipif(NODE is None, reason="node is not installed (18 or newer runs the modules)"),
]

SCRIPT = Path(__file__).parent / "page_modules.mjs"
EVERY_GAME = {variant.name: variant for variant in BUILT_IN}


def run(**facts):
    """What the modules find wrong with some facts, and how many they have looked at."""
    keys = ("layouts", "numbers", "positions", "reviews", "dates", "noDates", "weeks")
    games_and_none = {
        "games": [{"name": v.name, "rules": v.rules()} for v in BUILT_IN],
        **{k: [] for k in keys},
    }
    text = json.dumps(games_and_none | facts)
    done = subprocess.run([NODE, str(SCRIPT)], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    return found["counts"]


def cards(deal):
    return {
        "tableau": [None if card is None else format_card(card) for card in deal.tableau],
        "opening": None if deal.opening is None else format_card(deal.opening),
        "stock": [format_card(card) for card in deal.stock],
    }


def test_layouts_have_the_same_places():
    layouts = [
        {
            "game": variant.name,
            "covers": [
                [p for p in range(variant.layout.size) if over >> p & 1] for over in variant.layout.covers
            ],
            "rows": [[list(spot) for spot in row] for row in variant.layout.rows],
            "columns": [list(places) for places in variant.layout.columns],
        }
        for variant in BUILT_IN
    ]
    assert run(layouts=layouts)["layouts"] == len(BUILT_IN)


def test_numbers_are_dealt_the_same_way():
    names = ["1", "2", "24", "1000", "9007199254740991", "ms:1", "ms:31999", "ms:2147483648", "ms:4294967296"]
    names += ["ms:8589934591", "kpat:24", "kpat:2147483647", "pysol:1", "pysol:31999", "pysol:32000"]
    names += ["pysol:12345678901234567890", "pysol:100000000000000000000", "pysol:4294967296"]
    numbers = [
        [variant.name, name, format_line(deal_number(DealNumber(numbers[0], scheme), variant), variant)]
        for variant in BUILT_IN
        for name in names
        for scheme, numbers in [parse_range(name)]
    ]
    assert run(numbers=numbers)["numbers"] >= len(BUILT_IN) * len(names)


def wandering(variant, rng, first, count):
    """Positions from random games of consecutive deals."""
    for number in range(first, first + count):
        position = Position(deal_number(DealNumber(number), variant), variant)
        for _ in range(rng.randrange(60)):
            moves = position.legal_moves()
            if not moves:
                break
            position.play(rng.choice([m for m in moves if m != DRAW] or moves))
        yield position


def test_legal_moves_are_the_same_in_ten_thousand_positions_of_every_game():
    rng = random.Random(1)
    positions = [
        {
            "game": variant.name,
            **cards(position.to_deal()),
            "legal": format_moves(Position(position.to_deal(), variant).legal_moves()),
            "score": Position(position.to_deal(), variant).score,
        }
        for variant in BUILT_IN
        for position in wandering(variant, rng, 1, 910)
    ]
    assert run(positions=positions)["positions"] > 10_000


@pytest.mark.parametrize("name", EVERY_GAME)
def test_verdicts_and_best_scores_are_the_same(name):
    """Exact in games with few boards; elsewhere never another verdict, and known for most of what is left."""
    variant = EVERY_GAME[name]
    solver, rng, positions = Solver(variant, max_nodes=200_000), random.Random(2), []
    for position in wandering(variant, rng, 1, 40):
        deal = position.to_deal()
        best = solver.best(deal)
        if not best.proven:
            continue
        start = Position(deal, variant)
        positions.append(
            {
                "game": name,
                **cards(deal),
                "legal": format_moves(start.legal_moves()),
                "score": start.score,
                "best": best.score,
                "winnable": best.cards_left == 0,
            }
        )
    found = run(positions=positions)
    assert found["positions"] == len(positions) >= 20
    assert found["unknown"] <= len(positions) // (4 if variant.decks == 1 else 2)
    if variant.stock and variant.decks == 1:
        assert found["scores"] == len(positions)


def test_reviews_find_the_same_mistakes():
    reviews = []
    rng = random.Random(3)
    for name in ("golf", "dead-king", "relaxed", "thieves"):
        variant = find(name)
        solver = Solver(variant)
        for position in wandering(variant, rng, 50, 4):
            found = review(position.deal, position.moves, solver)
            [number] = [n for n in range(50, 54) if deal_number(DealNumber(n), variant) == position.deal]
            mistakes = [[m.number, m.move, m.cost, m.loses] for m in found.mistakes]
            facts = {"game": name, "deal": number, "moves": format_moves(position.moves)}
            reviews.append({**facts, "scores": [found.best_score, found.still], "mistakes": mistakes})
    assert run(reviews=reviews)["reviews"] == 16


def test_dates_and_weeks_are_counted_the_same_way():
    rng = random.Random(4)
    days = [EPOCH + datetime.timedelta(day) for day in (*range(800), 36_524, 146_096, 2_000_000)]
    weeks = []
    for date in rng.sample(days, 300):
        week = tuple(rng.choice(list(Level)) for _ in range(7))
        level, place = place_in_week(day_number(date), week)
        weeks.append([str(date), list(map(str, week)), str(level), place])
    no_dates = [
        "2025-12-31",
        "2026-02-29",
        "2026-13-01",
        "2026-1-1",
        "x",
        "",
        "2026-01-01T00:00",
        "\u0662026-01-01",
    ]
    counts = run(dates=[[str(date), day_number(date)] for date in days], noDates=no_dates, weeks=weeks)
    assert counts["dates"] == len(days)
    assert counts["weeks"] == 300


def test_the_written_modules_are_a_package_that_node_imports(golfsolve, tmp_path):
    folder = tmp_path / "modules"
    assert golfsolve("page", "--modules", folder, "--quiet").code == 0
    program = (
        'import * as g from "./golfsolve.js"; const golf = g.makeGame("golf", {decks: 1, jokers: 0, layout: '
        '{columns: [5,5,5,5,5,5,5]}, opening: "dealt", stock: 16, on_king: "queen", wrap: false});'
        "const found = g.best(golf, g.dealNumber(golf, 2)); console.log(found.winnable, found.score);"
    )
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", program], cwd=folder, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("true -2\n", "")
    refused = golfsolve("page", "--modules", folder)
    assert (refused.code, "--force" in refused.err) == (2, True)


def test_the_types_name_every_export():
    types = SCRIPT.parent.parent / "golfsolve" / "page" / "modules" / "golfsolve.d.ts"
    pattern = re.compile(r"^export (?:const|function|class) (\w+)", re.MULTILINE)
    declared = set(pattern.findall(types.read_text(encoding="utf-8")))
    exported = {name for module in LIBRARY for name in pattern.findall(module_text(module))}
    assert exported - {"NEVER", "stockTable"} == declared


def test_no_two_modules_use_one_name():
    """They share one scope in the page."""
    pattern = re.compile(r"^(?:export )?(?:const|let|function|class) (\w+)", re.MULTILINE)
    names = [name for module in (*LIBRARY, *PAGE) for name in pattern.findall(module_text(module))]
    assert len(names) == len(set(names))
