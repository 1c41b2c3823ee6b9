"""Whole files of deals, a line at a time: recognised, not declared.

A file may mix the forms. Each deal starts with a line that gives its form away; a line that belongs
to none is reported, and reading goes on with the next.
"""

from __future__ import annotations

import enum
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from golfsolve.errors import DealError, FormatError, quoted
from golfsolve.formats.board import TABLEAU, column_words, head_of, read_board
from golfsolve.formats.card_reader import CardReader
from golfsolve.formats.common import MAX_DEAL
from golfsolve.formats.dialects import NOTHING, UNKNOWN, ZERO, is_rank
from golfsolve.formats.json_deal import check_variant, load_object, named_deal, stated_variant
from golfsolve.formats.line import BAR, read_line
from golfsolve.formats.named import NamedDeal, numbered_deals
from golfsolve.formats.solvitaire import PILES, solvitaire_deal
from golfsolve.game.deal import Deal
from golfsolve.game.numbering import looks_like_number
from golfsolve.game.variants import Variant

COMMENT = "#"
MAX_LOST = 10  # lines in a row without a deal that are reported; a file with more is not a list of deals
_CARD = re.compile(r"[A2-9TJQK][CSHD]|JK", re.IGNORECASE)
# Outside these, braces and brackets of JSON count. Possessive, so that no line takes long.
_JSON_STRING = re.compile(r'"[^"\\]*+(?:\\.?[^"\\]*+)*+"?')


class _Kind(enum.Enum):
    BLANK = enum.auto()
    COMMENT = enum.auto()
    NUMBER = enum.auto()
    HEAD = enum.auto()  # Talon: or Foundations:
    COLUMN = enum.auto()  # some cards: a column of a board
    LINE = enum.auto()  # enough cards for a whole deal
    JSON = enum.auto()
    OTHER = enum.auto()
    STRAY = enum.auto()  # a number in a file of something else, or a deal in a file of numbers


@dataclass
class _DealLines:
    """The lines of one deal, and what they are so far."""

    kind: _Kind
    first_line: int
    lines: list[str] = field(default_factory=list)
    size: int = 0
    columns: int = 0
    cards: int = 0
    heads: set[str] = field(default_factory=set)
    depth: int = 0  # of open braces and brackets
    after_blank: bool = False

    def add(self, kind: _Kind, line: str, cards: int = 0) -> None:
        self.size += len(line) + 1
        if self.size <= MAX_DEAL:  # the rest of a monster is read over, so that those after it are found
            self.lines.append(line)
        self.after_blank = kind is _Kind.BLANK
        if self.kind is _Kind.JSON:
            bare = _JSON_STRING.sub("", line)
            self.depth += bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")
        elif kind is _Kind.HEAD:
            name = head_of(line)
            self.heads.add(str(name))
            self.columns = 0 if name == TABLEAU else self.columns
        elif kind not in (_Kind.BLANK, _Kind.COMMENT):
            self.columns += 1
            self.cards += cards

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def complete(self) -> bool:
        """Whether no further line can belong to it."""
        return self.kind is not _Kind.HEAD and self.depth <= 0

    def takes(self, kind: _Kind, line: str, cards: int, variant: Variant) -> bool:
        """Whether the deal goes on with this line."""
        columns = len(variant.layout.columns or variant.layout.rows)
        if self.kind is _Kind.JSON:
            # In files with one object per line, a torn one must not swallow those after it.
            return not line.startswith("{")
        if kind in (_Kind.BLANK, _Kind.COMMENT):
            return True
        if kind is _Kind.HEAD:
            name = head_of(line)
            labelled = name == TABLEAU or TABLEAU in self.heads
            return self.columns == 0 or (labelled and bool(self.heads) and name not in self.heads)
        if not self.heads and self.cards >= variant.layout.size:  # a listing: what comes after the tableau
            listed = kind in (_Kind.COLUMN, _Kind.NUMBER, _Kind.LINE)
            return listed and self.cards < variant.deck_size and self.cards + cards <= variant.deck_size
        if kind is _Kind.COLUMN:
            return self.columns < columns or not self.after_blank
        if kind is _Kind.OTHER:
            return not self.after_blank
        return self.columns < columns and not self.after_blank


def read(
    lines: Iterable[str], variant: Variant, *, partial: bool = False, ranks: bool = False
) -> Iterator[NamedDeal | FormatError]:
    """Every deal in a file, in order; a :class:`FormatError` in the place of each unreadable one.

    Deal numbers are dealt in files of numbers; elsewhere a number is no deal. Headers and
    closing lines of our own files are passed over. Only what one deal needs is held in memory.
    """
    stated = None  # the variant a header names, for the records after it
    for block in _numbers_or_deals(_blocks(lines, variant)):
        reader = CardReader(variant, partial=partial, ranks=ranks)
        try:
            if block.kind is _Kind.STRAY:
                raise FormatError(_stray(block), block.first_line)
            if block.size > MAX_DEAL:
                raise FormatError(f"a deal of more than {MAX_DEAL} characters", block.first_line)
            if block.kind is _Kind.NUMBER:
                yield from _numbered(block.text.partition(COMMENT)[0], variant, block.first_line)
            elif block.kind is not _Kind.JSON:
                yield NamedDeal(_deal(block, reader), line=block.first_line, remarks=tuple(reader.remarks))
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
                    found = _documented(document, reader, line=block.first_line)
                    yield replace(found, line=block.first_line, remarks=tuple(reader.remarks))
        except FormatError as error:
            yield error


def head_variant(lines: Iterable[str]) -> Variant | None:
    """The variant that the first deal or the header of a file names; None if it is silent.

    Takes no more lines than it needs. Raises :class:`VariantError` for a name that is not built in, and
    for rules that cannot be read.
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


def _deal(block: _DealLines, reader: CardReader) -> Deal:
    if block.kind is _Kind.OTHER:
        raise FormatError(
            f"{quoted(block.text.strip())} starts no deal (expected a deal number, Talon: or Foundations:, "
            f"{reader.variant.deck_size} cards, or a JSON object)",
            block.first_line,
        )
    read_it = read_line if block.kind is _Kind.LINE else read_board
    return read_it(block.lines, reader, block.first_line)


def _documented(document: dict[str, object], reader: CardReader, *, line: int) -> NamedDeal:
    if PILES in document:
        return NamedDeal(solvitaire_deal(document, reader, line=line))
    return named_deal(document, reader, line=line)


def _numbered(text: str, variant: Variant, line: int) -> Iterator[NamedDeal]:
    try:
        for found in numbered_deals(text, variant):
            yield replace(found, line=line)
    except DealError as error:
        raise FormatError(str(error), line) from None


def _numbers_or_deals(blocks: Iterator[_DealLines]) -> Iterator[_DealLines]:
    """The blocks of a file, those of the kind that it is not made of marked as strays.

    A file of numbers begins with a number that nothing but numbers follow. A lone number over a board is a
    count or a title, and a number among lines that are not deals is not one either.
    """
    begin: list[_DealLines] = []  # headers of our own files, and one block or two that decide
    for block in blocks:
        begin.append(block)
        if block.kind is not _Kind.JSON and len([one for one in begin if one.kind is not _Kind.JSON]) == 2:
            break
        if block.kind not in (_Kind.NUMBER, _Kind.JSON) or (block.kind is _Kind.JSON and not _is_head(block)):
            break
    of_numbers = bool(begin) and all(one.kind is _Kind.NUMBER or _is_head(one) for one in begin)
    strays = 0
    for block in itertools.chain(begin, blocks):
        neutral = block.kind is _Kind.OTHER or _is_head(block)
        fits = neutral or (block.kind is _Kind.NUMBER) is of_numbers
        strays = 0 if fits else strays + 1
        if not fits:
            block.kind = _Kind.STRAY
        if strays <= MAX_LOST:
            yield block


def _is_head(block: _DealLines) -> bool:
    """Whether it may be the header or closing line of a file of ours, which hold no deal."""
    return block.kind is _Kind.JSON and ('"format"' in block.text or '"sha256"' in block.text)


def _stray(block: _DealLines) -> str:
    text = quoted(block.text.partition(COMMENT)[0].strip())
    if looks_like_number(block.text.partition(COMMENT)[0]):
        return (
            f"{text} is a number in a file of other things "
            "(expected deal numbers in a file of their own, or on the command line)"
        )
    return f"{text} is no deal number, in a file of these (expected deals in a file of their own)"


def _blocks(lines: Iterable[str], variant: Variant) -> Iterator[_DealLines]:
    """Lines put together to deals."""
    block: _DealLines | None = None
    lost = 0  # how many lines in a row belonged to nothing
    for number, line in enumerate(lines, start=1):
        kind, cards = _kind(line, variant)
        if block is not None and not block.takes(kind, line, cards, variant):
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
        block.add(kind, line, cards)
        if block.complete:  # at once: who pipes deals in one by one wants answers one by one
            yield block
            block = None
    if block is not None:
        yield block


def _kind(line: str, variant: Variant) -> tuple[_Kind, int]:
    """What a line may be, and how many cards it has if it is one of cards."""
    text = line.strip()
    if not text:
        return _Kind.BLANK, 0
    if text.startswith(COMMENT):
        return _Kind.COMMENT, 0
    if text.startswith("{"):
        return _Kind.JSON, 0
    if head_of(line) is not None:
        return _Kind.HEAD, 0
    if looks_like_number(text.partition(COMMENT)[0]):
        return _Kind.NUMBER, 0
    words = [word.text for word in column_words(line, 0) or ()]
    layout = variant.layout
    longest = max(map(len, layout.columns or layout.rows))
    whole_tableau = len(words) == layout.size < variant.deck_size and BAR not in words
    if BAR in words or (len(words) > max(longest, variant.deck_size // 2) and not whole_tableau):
        return _Kind.LINE, len(words)
    if not words or words[0] in NOTHING or words[0] == UNKNOWN or _CARD.fullmatch(words[0]):
        return _Kind.COLUMN, len(words)
    if all(map(_is_card_like, words)):  # a text may begin with the word A
        return _Kind.COLUMN, len(words)
    return _Kind.OTHER, 0


def _is_card_like(text: str) -> bool:
    return is_rank(text) or text in (ZERO, UNKNOWN, *NOTHING) or _CARD.fullmatch(text) is not None
