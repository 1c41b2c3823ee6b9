"""Solutions as text: our moves, and the wording of black-hole-solver.

Its C program names columns (counted from 0), ``Move a card from stack 3 to the foundations`` and
``Deal talon``; its Perl program names cards, ``QH`` and ``Deal talon 3S``. Both are read, the first is
written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from golfsolve.errors import CardError, FormatError, quoted
from golfsolve.formats.common import lines_of
from golfsolve.game.cards import format_card, parse_card
from golfsolve.game.deal import Deal
from golfsolve.game.moves import DRAW, parse_moves
from golfsolve.game.result import Result, Verdict
from golfsolve.game.variants import Variant

MAX_SOLUTION = 2**20  # characters: theirs may show the board at every step

_HEADLINES = {
    Verdict.WINNABLE: "Solved!",
    Verdict.UNWINNABLE: "Unsolved!",
    Verdict.UNDECIDED: "Intractable!",
}
_PLAY = "Move a card from stack {} to the foundations"
_DRAW = "Deal talon"
_INFO = "Info: Card moved is "
_RULE = "=" * 20

_OUR_MOVE = re.compile(r"[0-9dD]+(,|$)")
_PLAY_LINE = re.compile(_PLAY.format("([0-9]{1,2})"))
_DRAW_LINE = re.compile(_DRAW + "( ..)?")
_REMARK_LINE = re.compile(
    f"|=+|-+|{_INFO}..|Total number of states .*|This scan generated .*|Reached a maximal depth .*"
)


def format_bhs(result: Result, deal: Deal, variant: Variant) -> str:
    """A result in the wording of black-hole-solver.

    In layouts without columns, the card's number, counted from 0 in dealing order, takes the place of
    the stack's.
    """
    parts = [_HEADLINES[result.verdict] + "\n"]
    moves = result.solution or ()
    for move, card in zip(moves, _cards_moved(moves, deal, variant), strict=True):
        step = _DRAW if move == DRAW else _PLAY.format(move - 1)
        parts.append(f"{step}\n\n{_INFO}{format_card(card)}\n\n\n{_RULE}\n\n")
    parts.append(f"\n\n{'-' * 20}\nTotal number of states checked is {result.nodes}.\n")
    return "".join(parts)


def _cards_moved(moves: Iterable[int], deal: Deal, variant: Variant) -> Iterator[int]:
    """The card that each move of a solution brings to the waste."""
    stock = iter(deal.stock)
    columns = [
        [card for place in places if (card := deal.tableau[place]) is not None]
        for places in variant.layout.columns or [(place,) for place in range(variant.layout.size)]
    ]
    for move in moves:
        yield next(stock) if move == DRAW else columns[move - 1].pop()


def parse_solution(text: str, deal: Deal, variant: Variant) -> tuple[int, ...]:
    """The moves of a solution of ``deal``, in our notation or black-hole-solver's.

    Whether they are legal is the referee's to say. Raises :class:`FormatError` for a text that is no
    solution.
    """
    if len(text) > MAX_SOLUTION:
        raise FormatError(f"a solution of {len(text)} characters (expected at most {MAX_SOLUTION})")
    lines = lines_of(text)
    if not text.strip() or _OUR_MOVE.match(text.split(maxsplit=1)[0]):
        return parse_moves(" ".join(lines))
    moves = []
    in_board = False
    for number, line in enumerate(map(str.strip, lines), start=1):
        if line in ("[START BOARD]", "[END BOARD]"):
            in_board = line == "[START BOARD]"
        elif line in _HEADLINES.values():
            if line != _HEADLINES[Verdict.WINNABLE]:
                raise FormatError(f"{quoted(line)} (expected a solution)", number)
        elif in_board or _REMARK_LINE.fullmatch(line):
            continue
        elif play := _PLAY_LINE.fullmatch(line):
            moves.append(int(play[1]) + 1)
        elif _DRAW_LINE.fullmatch(line):
            moves.append(DRAW)
        else:
            moves.append(_move_of(line, deal, variant, number))
    return tuple(moves)


def _move_of(text: str, deal: Deal, variant: Variant, line: int) -> int:
    """The move that plays the card of that name."""
    try:
        card = parse_card(text)
    except CardError:
        raise FormatError(
            f"{quoted(text)} is not a move (expected moves like 3 5 D 2, or lines like "
            f"{_PLAY.format(3)!r}, {_DRAW!r} or QH)",
            line,
        ) from None
    places = [place for place, there in enumerate(deal.tableau) if there == card]
    if len(places) != 1:
        raise FormatError(
            f"{format_card(card)} lies in the tableau {len(places)} times (expected once)", line
        )
    for column, in_column in enumerate(variant.layout.columns, start=1):
        if places[0] in in_column:
            return column
    return places[0] + 1
