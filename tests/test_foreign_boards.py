"""Boards that other programs ship, read as those programs write them.

tests/data/foreign_boards.json holds facts: where a file is, which game it is, how it is written, and its
cards in dealing order (``??`` where the file has a 0), or its number; and of two faulty files the error. The
texts are made from these again.
"""

from __future__ import annotations

import json

import pytest

from golfsolve import DealNumber, Solver, deal_number, find_variant
from golfsolve.errors import FormatError
from golfsolve.formats import format_board, format_line, parse_deal
from tests.boards import DATA

FILES = json.loads((DATA / "foreign_boards.json").read_text(encoding="ascii"))
SUITS = {"C": "Club", "S": "Spade", "H": "Heart", "D": "Diamond"}


def in_words(card):
    return f"{card[0].replace('T', '10')} of {SUITS[card[1]]}"


def rows(cards, variant):
    left = list(cards)
    return [[left.pop(0) for _ in row] for row in variant.layout.rows]


def written(file):
    """The text of a file, from the facts about it."""
    variant = find_variant(file["game"])
    if "number" in file:
        scheme, number = file["number"].split(":")
        return format_board(deal_number(DealNumber(int(number), scheme), variant), variant)
    cards, size = file["cards"].split(), variant.layout.size
    short = len(cards) < variant.deck_size - 1
    if short and "options" not in file:
        size -= 1
    tableau, rest = cards[:size], cards[size:]
    match file["form"]:
        case "one line":
            return " ".join(cards).replace("??", "0")
        case "one line, a count, the rest":
            return f"{' '.join(tableau)}\n{len(rest)}\n{' '.join(rest)}\n"
        case "one line, a count, the stock, the waste":
            return f"{' '.join(tableau)}\n{len(rest) - 1}\n{' '.join(rest[1:])}\n{rest[0]}\n"
        case "heads Pile and Board, cards in words":
            lines = ["  ".join(map(in_words, row)) + "  " for row in rows(tableau, variant)]
            pile = "".join(f"{in_words(card)}, " for card in rest)
            return f"Pile:\n{pile}\n\nBoard:\n" + "\n".join(lines) + "\n"
    if short:
        shape = [
            tableau[:1],
            tableau[1:2],
            tableau[2:5],
            tableau[5:9],
            tableau[9:14],
            tableau[14:20],
            tableau[20:],
        ]
    else:
        shape = rows(tableau, variant)
    drawn = [" " * 2 * (len(shape) - i) + "  ".join(row).lower() for i, row in enumerate(shape)]
    below = [rest[:1], rest[1:]] if "the waste" in file["form"] else [[], rest]
    return "\n".join([*drawn, *(" ".join(part).lower() for part in below)]) + "\n"


def test_there_are_twenty_files():
    assert len(FILES) >= 20
    assert len({(file["repository"], file["path"]) for file in FILES}) == len(FILES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file['repository']} {file['path']}"[:80])
def test_a_file_of_another_program_is_read(file):
    variant = find_variant(file["game"])
    options = dict.fromkeys(file.get("options", ()), True)
    if "refused" in file:
        with pytest.raises(FormatError, match=file["refused"]):
            parse_deal(written(file), variant, **options)
        return
    deal = parse_deal(written(file), variant, **options)
    if "cards" in file:
        found = [card for part in format_line(deal, variant).split(" | ") for card in part.split()]
        wanted = file["cards"].split()
        if "ranks" in options:
            found, wanted = [card[0] for card in found], [card[0] for card in wanted]
        assert found == wanted
    if "verdict" in file:
        assert Solver(variant).solve(deal).verdict == file["verdict"]
