"""The same deal as text in every form, and valid texts for tests that spoil them."""

from __future__ import annotations

import random

from golfsolve import DealNumber, Result, Variant, Verdict, deal_number
from golfsolve.formats import (
    format_bhs,
    format_board,
    format_deal,
    format_json,
    format_line,
    format_solvitaire,
)
from golfsolve.game import catalogue
from tests.boards import GOLF, random_position

MS_24 = deal_number(DealNumber(24, "ms"), GOLF)

BOARD = """\
Talon: TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS
Foundations: JH
4C 7S 5S KH TC
5H 2C 6C 6S TS
QC QH 9C 7D AD
5D 9S 3C 8C 4D
2D 2S 6H AC QS
7H KD JC 9H 3H
AH JS TH 5C 3S
"""
LINE = (
    "4C 5H QC 5D 2D 7H AH 7S 2C QH 9S 2S KD JS 5S 6C 9C 3C 6H JC TH KH 6S 7D 8C AC 9H 5C "
    "TC TS AD 4D QS 3H 3S JH TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS"
)

# Board 35 of black-hole-solver's tests, and the solution that its Perl program prints for it. It is
# PySolFC's Golf number 35.
SOLUTION_35 = """\
Solved!
8D
9H
TC
Deal talon 3S
2H
Deal talon 7C
6D
5D
4D
3C
Deal talon KH
QH
JC
TD
9S
TS
Deal talon QS
KS
QC
JD
Deal talon AH
Deal talon 8C
7D
6S
7H
Deal talon KD
Deal talon AS
2S
AC
2C
AD
Deal talon 6C
5S
6H
5H
4H
5C
Deal talon 4S
3D
2D
3H
Deal talon 9D
TH
JH
QD
KC
"""


def valid_texts() -> list[tuple[Variant, str]]:
    """Texts in every form, of every variant, whole deals and positions."""
    golf = ["7\nms:24\n1-3\n\n# two\n2  # more\n", SOLUTION_35, "3 5 D 2\n"]
    golf.append(format_bhs(Result(Verdict.WINNABLE, 9, (1, 0, 3)), MS_24, GOLF))
    found = [(GOLF, text) for text in golf]
    for variant in catalogue.BUILT_IN:
        texts = []
        whole = deal_number(DealNumber(7), variant)
        for deal in (whole, random_position(variant, random.Random(7))):
            texts += [
                format_board(deal, variant),
                format_line(deal, variant) + "\n",
                format_json(deal, variant, 7) + "\n",
            ]
            if variant.layout.columns and not variant.jokers:
                texts.append(format_solvitaire(deal, variant) + "\n")
        texts.append(
            f'{{"format": "golfsolve-pool", "version": 1, "variant": "{variant.name}"}}\n'
            + "".join(format_deal(whole, variant, "json", number) for number in (7, "ms:8"))
            + '{"tried": 2, "sha256": ""}\n'
        )
        found += [(variant, text) for text in texts]
    return found


SPLINTERS = (
    '"', "{", "}", "[", "]", ",", "-", "--", "|", ":", "#", "\\", "\r", "\0", "\ufeff", "\ud800", "\x1b",
    "T", "10", "0", "1S", "JK", "Talon:", "Foundations:", "ms:", "1-9", "null", "Deal talon", "Solved!",
)  # fmt: skip


def spoiled(text: str, rng: random.Random) -> str:
    """A text with some characters, words or lines lost, doubled, moved or replaced."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        parts, glue = rng.choice([(list(text), ""), (text.split(" "), " "), (text.split("\n"), "\n")])
        at = rng.randrange(len(parts) + 1)
        match rng.randrange(5):
            case 0:
                parts[at : at + 1] = []
            case 1:
                parts.insert(at, rng.choice([*parts, ""]))
            case 2:
                parts[at : at + 1] = [rng.choice(SPLINTERS)]
            case 3:
                parts = parts[at:] + parts[:at]
            case 4:
                parts = parts[:at]
        text = glue.join(parts)
    return text
