"""Whole files of deals, a line at a time: recognised, not declared.

A file may mix the forms. Each deal starts with a line that gives its form away; a line that belongs
to none is reported, and reading goes on with the next.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from golfsolve.errors import DealError, FormatError, quoted
from golfsolve.formats.board import is_head, parse_board
from golfsolve.formats.common import MAX_DEAL, NOTHING
from golfsolve.formats.json_deal import check_variant, load_object, named_deal, stated_variant
from golfsolve.formats.line import BAR, parse_line
from golfsolve.formats.named import NamedDeal, numbered_deals
from golfsolve.formats.solvitaire import PILES, solvitaire_deal
from golfsolve.game.deal import Deal
from golfsolve.game.numbering import looks_like_number
from golfsolve.game.variants import Variant

COMMENT = "#"
MAX_LOST = 10  # so many lines in a row that are no deals are reported; more are no list of deals
_CARD_LIKE = re.compile(r"(10|[A2-9TJQK])[CSHD]|JK", re.IGNORECASE)
# Outside these, braces and brackets of JSON count. Possessive, so that no line takes long.
_JSON_STRING = re.compile(r'"[^"\\]*+(?:\\.?[^"\\]*+)*+"?')


class _Kind(enum.Enum):
    BLANK = enum.auto()
    COMMENT = enum.auto()
    NUMBER = enum.auto()
    HEAD = enum.auto()  # Talon: or Foundations:
    COLUMN = enum.auto()  # some cards: a column of a board
    LINE = enum.auto()  # so many cards that it is a whole deal
    JSON = enum.auto()
    OTHER = enum.auto()


@dataclass
class _DealLines:
    """The lines of one deal, and what they are so far."""

    kind: _Kind
    first_line: int
    lines: list[str] = field(default_factory=list)
    size: int = 0
    columns: int = 0
    depth: int = 0  # of open braces and brackets
    after_blank: bool = False

    def add(self, kind: _Kind, line: str) -> None:
        self.size += len(line) + 1
        if self.size <= MAX_DEAL:  # the rest of a monster is read over, so that those after it are found
            self.lines.append(line)
        self.after_blank = kind is _Kind.BLANK
        if self.kind is _Kind.JSON:
            bare = _JSON_STRING.sub("", line)
            self.depth += bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")
        elif kind not in (_Kind.BLANK, _Kind.COMMENT, _Kind.HEAD):
            self.columns += 1

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def complete(self) -> bool:
        """Whether no further line can belong to it."""
        return self.kind is not _Kind.HEAD and self.depth <= 0

    def takes(self, kind: _Kind, line: str, columns: int) -> bool:
        """Whether the deal goes on with this line."""
        if self.kind is _Kind.JSON:
            # In files with an object a line, a torn one must not swallow those after it.
            return not line.startswith("{")
        if kind in (_Kind.BLANK, _Kind.COMMENT):
            return True
        if kind is _Kind.HEAD:
            return self.columns == 0
        if kind is _Kind.COLUMN:
            return self.columns < columns or not self.after_blank
        if kind is _Kind.OTHER:
            return not self.after_blank
        return self.columns < columns and not self.after_blank


def read(
    lines: Iterable[str], variant: Variant, *, partial: bool = False
) -> Iterator[NamedDeal | FormatError]:
    """Every deal in a file, in order; a :class:`FormatError` in the place of each unreadable one.

    Deal numbers are dealt, and headers and closing lines of our own files passed over. Only what one
    deal needs is held in memory.
    """
    stated = None  # the variant a header names, for the records after it
    for block in _blocks(lines, variant):
        try:
            if block.size > MAX_DEAL:
                raise FormatError(f"a deal of more than {MAX_DEAL} characters", block.first_line)
            if block.kind is _Kind.NUMBER:
                yield from _numbered(block.text.partition(COMMENT)[0], variant, block.first_line)
            elif block.kind is not _Kind.JSON:
                yield NamedDeal(_deal(block, variant, partial=partial), line=block.first_line)
            else:
                document = load_object(block.text, block.first_line)
                if "format" in document:
                    try:
                        check_variant(document, variant, block.first_line)
                    except FormatError as error:
                        yield error  # one for all its records
                        return
                    stated = document.get("variant")
                elif "sha256" in document:
                    stated = None
                else:
                    document.setdefault("variant", stated)
                    yield from _documented(document, variant, partial=partial, line=block.first_line)
        except FormatError as error:
            yield error


def head_variant(lines: Iterable[str]) -> Variant | None:
    """The variant that the first deal or the header of a file names; None if it is silent.

    Takes no more lines than it needs. Raises :class:`VariantError` for a name that is not built in, and
    for rules that are none.
    """
    block = None
    for number, line in enumerate(lines, start=1):
        if block is None:
            if not line.strip() or line.lstrip().startswith(COMMENT):
                continue
            if not line.lstrip().startswith("{"):
                return None
            block = _DealLines(_Kind.JSON, number)
        block.add(_Kind.JSON, line)
        if block.complete or block.size > MAX_DEAL:
            break
    if block is None:
        return None
    try:
        return stated_variant(load_object(block.text, block.first_line), block.first_line)
    except FormatError:
        return None  # which is said when the deal is read


def _deal(block: _DealLines, variant: Variant, *, partial: bool) -> Deal:
    if block.kind is _Kind.OTHER:
        raise FormatError(
            f"{quoted(block.text.strip())} starts no deal (expected a deal number, Talon: or Foundations:, "
            f"{variant.deck_size} cards, or a JSON object)",
            block.first_line,
        )
    parse = parse_line if block.kind is _Kind.LINE else parse_board
    return parse(block.text, variant, partial=partial, first_line=block.first_line)


def _documented(
    document: dict[str, object], variant: Variant, *, partial: bool, line: int
) -> Iterator[NamedDeal]:
    if PILES in document:
        yield NamedDeal(solvitaire_deal(document, variant, partial=partial, line=line), line=line)
    else:
        yield replace(named_deal(document, variant, partial=partial, line=line), line=line)


def _numbered(text: str, variant: Variant, line: int) -> Iterator[NamedDeal]:
    try:
        for found in numbered_deals(text, variant):
            yield replace(found, line=line)
    except DealError as error:
        raise FormatError(str(error), line) from None


def _blocks(lines: Iterable[str], variant: Variant) -> Iterator[_DealLines]:
    """Lines put together to deals."""
    columns = len(variant.layout.columns or variant.layout.rows)
    block: _DealLines | None = None
    lost = 0  # how many lines in a row belonged to nothing
    for number, line in enumerate(lines, start=1):
        kind = _kind(line, variant)
        if block is not None and not block.takes(kind, line, columns):
            yield block
            block = None
        if block is None:
            if kind in (_Kind.BLANK, _Kind.COMMENT):
                continue
            lost = lost + 1 if kind is _Kind.OTHER else 0
            if lost > MAX_LOST:
                continue
            # A board that lacks its first lines is still one, and the parser says what it lacks.
            block = _DealLines(_Kind.HEAD if kind is _Kind.COLUMN else kind, number)
        block.add(kind, line)
        if block.complete:  # at once: who pipes deals in one by one wants answers one by one
            yield block
            block = None
    if block is not None:
        yield block


def _kind(line: str, variant: Variant) -> _Kind:
    text = line.strip()
    if not text:
        return _Kind.BLANK
    if text.startswith(COMMENT):
        return _Kind.COMMENT
    if text.startswith("{"):
        return _Kind.JSON
    if is_head(line):
        return _Kind.HEAD
    if looks_like_number(text.partition(COMMENT)[0]):
        return _Kind.NUMBER
    words = text.removeprefix(":").split()
    longest = max(map(len, variant.layout.columns or variant.layout.rows))
    if BAR in words or len(words) > max(longest, variant.deck_size // 2):
        return _Kind.LINE
    if not words or words[0] in NOTHING or _CARD_LIKE.fullmatch(words[0]):
        return _Kind.COLUMN
    return _Kind.OTHER
