"""Statistics files: beginning and continuing them, merging, taking a sample (docs/formats.md).

Nothing here solves anything.
"""

from __future__ import annotations

import heapq
import itertools
import json
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from golfsolve.errors import GolfsolveError, RecordError, StatsError, quoted
from golfsolve.files import record_file as recordfile
from golfsolve.files.numbered import first_number, whole
from golfsolve.files.record_file import Reader, Record, replacing_records
from golfsolve.files.targets import refuse_sources
from golfsolve.game import numbering
from golfsolve.game.players import REVISION, Player
from golfsolve.game.result import SEARCH_REVISION
from golfsolve.game.variants import Variant
from golfsolve.stats.blocks import BLOCK, Block, block_keys, blocks, check_effort
from golfsolve.stats.player_games import PlayedTotals
from golfsolve.stats.scores import Scores
from golfsolve.stats.totals import BlockTotals, SolvedTotals

FORMAT = "golfsolve-stats"
VERSION = 1

_MAY_DIFFER = ("first", "program")  # between the headers of files that are merged


def header(variant: Variant, first: int, max_nodes: int, *, scores: bool = False) -> Record:
    """The first line of a file of what the solver found, whose records may have best ``scores``."""
    facts = {"max_nodes": max_nodes} | ({"scores": True} if scores else {})
    return _header(variant, first, facts | {"search": SEARCH_REVISION})


def player_header(variant: Variant, first: int, player: Player) -> Record:
    """The first line of a file of games that a player has played without seeing the stock."""
    return _header(variant, first, {"player": str(player), "players": REVISION})


def _header(variant: Variant, first: int, facts: Record) -> Record:
    return recordfile.header(
        FORMAT,
        VERSION,
        variant,
        numbering=numbering.OWN,
        numbering_version=numbering.VERSION,
        first=first,
        block=BLOCK,
        **facts,
    )


def player_of(head: Record) -> Player | None:
    """Whose games a file counts, from its header; None where it counts what the solver found."""
    if "player" not in head:
        return None
    if head["player"] not in list(Player) or head.get("players") != REVISION:
        raise StatsError(f"made by another player {json.dumps(head['player'])} than this program's")
    return Player(head["player"])


def empty_totals(head: Record) -> BlockTotals:
    """What the records of a file are summed in."""
    return SolvedTotals() if player_of(head) is None else PlayedTotals()


def open_stats(path: Path) -> Reader:
    """Open a statistics file for reading. Raises :class:`GolfsolveError`."""
    with ExitStack() as stack:
        reader = stack.enter_context(Reader(path, FORMAT, VERSION, ("first",), StatsError))
        try:
            _check_header(reader)
        except RecordError as error:
            raise reader.damage(str(error)) from None
        stack.pop_all()
    return reader


def _check_header(reader: Reader) -> None:
    """Raises :class:`RecordError` unless the first line is one that this program would write for some run."""
    found = reader.header
    player = player_of(found)
    first = first_number(found)
    if found["numbering"] != numbering.OWN or not 1 <= first <= numbering.MAX_NUMBER:
        raise StatsError(f"the deals are not of golfsolve's numbers 1 to {numbering.MAX_NUMBER}")
    if player is not None:
        wanted = player_header(reader.variant, first, player)
    else:
        scores = found.get("scores") is True
        wanted = header(reader.variant, first, whole(found, "max_nodes", 1), scores=scores)
        wanted["search"] = whole(found, "search", 0)
    wanted["program"] = str(found.get("program"))
    for key in (*wanted, *found):
        if json.dumps(found.get(key)) != json.dumps(wanted.get(key)) or (key in found) != (key in wanted):
            raise StatsError(f"the header says {key} {json.dumps(found.get(key))}, which no run does")


class _Plausible:
    """What a block can say at all, in a file with a certain header."""

    def __init__(self, reader: Reader) -> None:
        head, variant = reader.header, reader.variant
        self._head = head
        self._player = player_of(head) is not None
        self._scores = range(-variant.stock, variant.layout.size + 1)
        self._begun = False

    def check(self, record: Record) -> None:
        """Raises :class:`StatsError` for figures that no deals can have, and keys that no run writes."""
        block = Block.of(record)
        if not self._begun and block.first != self._head["first"]:
            raise StatsError(
                f"the first block begins at {block.first}, the header says {self._head['first']}"
            )
        self._begun = True
        if block.deals > BLOCK:
            raise StatsError(f"a block of {block.deals} deals (expected at most {BLOCK})")
        if block.end - 1 > numbering.MAX_NUMBER:
            raise StatsError(f"deal numbers end at {numbering.MAX_NUMBER}")
        keys = block_keys(player=self._player, scores="scores" in self._head)
        if tuple(record) != keys:
            raise StatsError(
                f"a block has the keys {', '.join(map(quoted, record))} (expected {', '.join(keys)})"
            )
        if "scores" in record:
            self._check_scores(record)
        if not self._player:
            check_effort(record, self._head["max_nodes"])

    def _check_scores(self, record: Record) -> None:
        counts = Scores()
        counts.add({"scores_unproven": 0} | record)
        for score, count in counts.counts.items():
            if score not in self._scores or not count:
                raise StatsError(f"{count} deals with the score {score}, which this game does not have")
        if self._player:
            return
        cleared = sum(count for score, count in counts.counts.items() if score <= 0)
        left = counts.counts.total() - cleared
        spare = record["undecided"], counts.unproven
        if not record["winnable"] - spare[1] <= cleared <= record["winnable"] + spare[0]:
            raise StatsError(f"{cleared} scores of cleared tableaus, but {record['winnable']} winnable deals")
        if not record["unwinnable"] - spare[1] <= left <= record["unwinnable"] + spare[0]:
            raise StatsError(f"{left} scores of lost deals, but {record['unwinnable']} unwinnable ones")


def block_records(reader: Reader, totals: BlockTotals | None = None) -> Iterator[Record]:
    """The records of a file, each counted in ``totals``, with which the closing line has to agree.

    Raises :class:`StatsError` where something does not add up.
    """
    totals = empty_totals(reader.header) if totals is None else totals
    plausible = _Plausible(reader)
    for record in reader:
        try:
            totals.add(record)
            plausible.check(record)
        except RecordError as error:
            raise reader.damage(str(error)) from None
        yield record
    if reader.closing is not None:
        stated = {key: value for key, value in reader.closing.items() if key != "sha256"}
        if json.dumps(stated) != json.dumps(totals.closing()):
            raise reader.damage("the closing line does not add up")


class Resumption:
    """Counts the blocks of a file that is continued to ``deals`` deals, in ``totals``."""

    def __init__(self, first: int, deals: int, totals: BlockTotals | None = None) -> None:
        self.totals = SolvedTotals() if totals is None else totals
        self.blocks = 0
        self._first = first
        self._deals = deals

    def accept(self, record: Record) -> bool:
        """Take back a block; False for a short last one that is to be longer now."""
        wanted = next(blocks(self._first, self._deals, done=self.blocks), None)
        there = record.get("first"), record.get("deals")
        if wanted is None or (there[0] == wanted.first and type(there[1]) is int and there[1] > wanted.deals):
            raise GolfsolveError(f"the file covers more than {self._deals} deals already")
        if there != wanted:
            if there[0] != wanted.first:
                raise StatsError(f"block {self.blocks + 1} of the file does not begin at {wanted.first}")
            return False
        self.totals.add(record)
        self.blocks += 1
        return True


# --- merging -------------------------------------------------------------------------------------


def merge(paths: Sequence[Path], target: Path, *, force: bool = False) -> BlockTotals:
    """Write the blocks of several files to one, in the order of their numbers.

    Raises :class:`StatsError` unless the files count different deals, of one variant and in the same way.
    """
    refuse_sources([target], paths)
    with ExitStack() as stack:
        readers = [stack.enter_context(open_stats(path)) for path in paths]
        for reader in readers:
            _check_same_kind(readers[0], reader)
        lowest = min(readers, key=_start)
        totals = empty_totals(lowest.header)
        out = stack.enter_context(replacing_records(target, lowest.header, force=force))
        for _, index, record in heapq.merge(*map(_numbered, itertools.count(), readers)):
            try:
                totals.add(record)
            except RecordError as error:
                raise readers[index].damage(str(error)) from None
            out.write(record)
        out.finish(totals.closing())
    return totals


def _numbered(index: int, reader: Reader) -> Iterator[tuple[int, int, Record]]:
    for record in block_records(reader):
        yield Block.of(record).first, index, record
    if not reader.finished:
        raise StatsError(f"{reader.path}: unfinished: the closing line is missing")


def _start(reader: Reader) -> int:
    try:
        return first_number(reader.header)
    except RecordError as error:
        raise reader.damage(str(error)) from None


def _check_same_kind(one: Reader, other: Reader) -> None:
    for key in (*one.header, *other.header):
        was, wanted = other.header.get(key), one.header.get(key)
        if key not in _MAY_DIFFER and was != wanted:
            raise StatsError(
                f"{other.path} does not go with {one.path}: it was made with {key} {json.dumps(was)}, "
                f"not {json.dumps(wanted)}"
            )


# --- checking ------------------------------------------------------------------------------------


def sample(reader: Reader, count: int, seed: int) -> list[Record]:
    """``count`` records of a file, in order, drawn at random: each set of them is equally likely.

    The same seed gives the same ones.
    """
    rng = random.Random(seed)  # noqa: S311 (nothing secret)
    kept: list[tuple[int, Record]] = []
    # Reservoir sampling (Vitter's algorithm R): one pass, and no more in memory than is kept.
    for index, record in enumerate(block_records(reader)):
        if index < count:
            kept.append((index, record))
        elif (place := rng.randrange(index + 1)) < count:
            kept[place] = index, record
    return [record for _, record in sorted(kept, key=lambda item: item[0])]


def other_search(head: Record) -> int | None:
    """The revision of the search that made a file, if it is not this program's; None for games of players."""
    search = head.get("search")
    return search if player_of(head) is None and search != SEARCH_REVISION else None


def contradiction(recorded: Record, counted: Record) -> str | None:
    """As :func:`difference`, for counts of another revision of the search.

    Revisions take other numbers of states, and may leave other deals undecided; their verdicts are the same.
    """
    for key in ("winnable", "unwinnable"):
        was, now = recorded[key], counted[key]
        if was > now + counted["undecided"] or now > was + recorded["undecided"]:
            return f"{key} is recorded as {was}, but is {now}"
    proven = recorded.get("scores_unproven") == counted.get("scores_unproven") == 0
    if proven and recorded["scores"] != counted["scores"]:
        return difference({"scores": recorded["scores"]}, {"scores": counted["scores"]})
    return None


def difference(recorded: Record, counted: Record) -> str | None:
    """The first key of a block's record that has another value when it is counted again, and both."""
    for key in (*counted, *recorded):
        was, now = recorded.get(key), counted.get(key)
        if was != now:
            return f"{key} is recorded as {json.dumps(was)}, but is {json.dumps(now)}"
    return None
