"""Pools out of pools: merging and splitting, with order, totals and checksums kept.

Parts that follow each other without a gap are the pools that would have been generated for their ranges
of numbers, and merging them gives back the whole, to the byte.
"""

from __future__ import annotations

import heapq
import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from golfsolve.errors import GolfsolveError, PoolError, RecordError
from golfsolve.files.numbered import first_number
from golfsolve.files.record_file import Reader, Record, replacing_records
from golfsolve.files.targets import refuse_sources
from golfsolve.pools.records import (
    OTHER_LEVELS_BEFORE,
    UNDECIDED_BEFORE,
    UNTRIED_BEFORE,
    Entry,
    PoolTotals,
    entries,
    open_pool,
)

_MAY_DIFFER = ("first", "exclude", "program")  # between the headers of pools that are merged


def split(path: Path, parts: Sequence[tuple[Path, int | None]], *, force: bool = False) -> list[PoolTotals]:
    """Write the deals of a pool to several files, in order; each takes the number given, None the rest.

    Raises :class:`GolfsolveError` unless that takes up all the deals.
    """
    _check_targets([target for target, _ in parts], [path], force)
    deals = _count(path)
    taken = sum(count or 0 for _, count in parts)
    if taken > deals:
        raise GolfsolveError(f"{path} has {deals:,} deals, {taken - deals:,} less than the parts take")
    if taken < deals and parts[-1][1] is not None:
        raise GolfsolveError(f"{path} has {deals:,} deals, {deals - taken:,} more than the parts take")
    written = []
    with open_pool(path) as reader:
        source = entries(reader)
        first = first_number(reader.header)
        for target, count in parts:
            part = itertools.islice(source, count)
            written.append(_write(target, {**reader.header, "first": first}, part, force))
            first = written[-1].next_number
    return written


@dataclass
class Merged:
    """What :func:`merge` did.

    ``doubled`` deals were in more than one pool; the deals of each pool in ``leading`` are the first ones
    of the new pool, in the same places.
    """

    totals: PoolTotals
    doubled: int
    leading: list[Path]


def merge(paths: Sequence[Path], target: Path, *, force: bool = False) -> Merged:
    """Write the deals of several pools to one, in the order of their numbers and each once.

    Raises :class:`PoolError` unless the pools were made for the same variant in the same way.
    """
    _check_targets([target], paths, force)
    with ExitStack() as stack:
        readers = [stack.enter_context(open_pool(path)) for path in paths]
        head = _common_header(readers)
        merging = _Merging(readers, first_number(head))
        totals = _write(target, head, merging.entries(), force)
    leading = [path for path, leads in zip(paths, merging.leads, strict=True) if leads]
    return Merged(totals, merging.doubled, leading)


class _Merging:
    """The entries of several pools as those of one."""

    def __init__(self, readers: Sequence[Reader], first: int) -> None:
        self.doubled = 0
        self.leads = [True] * len(readers)
        self._readers = readers
        self._since = first

    def entries(self) -> Iterator[Entry]:
        """Each deal once, with what can still be said of the numbers since the one before."""
        seen = [0] * len(self._readers)
        merged = heapq.merge(*map(self._numbered, range(len(self._readers))))
        for place, (_, same) in enumerate(itertools.groupby(merged, key=lambda item: item[0])):
            found = []
            for _, source, entry in same:
                found.append(entry)
                self.leads[source] &= seen[source] == place
                seen[source] += 1
            self.doubled += len(found) > 1
            # A pool in which the same deal comes before knows all about the numbers between.
            fitting = (entry for entry in found if entry.since == self._since)
            entry = _fitted(next(fitting, found[0]), self._since)
            yield entry
            self._since = entry.number + 1

    def _numbered(self, source: int) -> Iterator[tuple[int, int, Entry]]:
        reader = self._readers[source]
        for entry in entries(reader):
            yield entry.number, source, entry
        _check_finished(reader)


def _fitted(entry: Entry, since: int) -> Entry:
    """The entry after another one than in its pool: what it cannot know of the numbers since is untried."""
    if entry.since == since:
        return entry
    if entry.since > since:
        undecided, other_levels = entry.undecided, entry.other_levels
        untried = entry.untried + entry.since - since
    else:  # it counts numbers together with some that stand before it now
        undecided, other_levels, untried = 0, 0, entry.number - since
    counts = {UNDECIDED_BEFORE: undecided, OTHER_LEVELS_BEFORE: other_levels, UNTRIED_BEFORE: untried}
    record = {key: value for key, value in entry.record.items() if key not in counts}
    record |= {key: count for key, count in counts.items() if count}
    return Entry.of(record, since, entry.scheme)


def _common_header(readers: Sequence[Reader]) -> Record:
    heads = [reader.header for reader in readers]
    for reader in readers:
        for key in (*heads[0], *reader.header):
            one, other = heads[0].get(key), reader.header.get(key)
            if key not in _MAY_DIFFER and one != other:
                raise PoolError(
                    f"{reader.path} does not go with {readers[0].path}: it was made with {key} "
                    f"{json.dumps(other)}, not {json.dumps(one)}"
                )
    checksums: dict[str, None] = {}
    firsts = []
    for reader in readers:
        excluded = reader.header.get("exclude", [])
        if not isinstance(excluded, list) or not all(isinstance(sha, str) for sha in excluded):
            raise reader.damage("exclude is not a list of checksums")
        checksums |= dict.fromkeys(excluded)
        try:
            firsts.append(first_number(reader.header))
        except RecordError as error:
            raise reader.damage(str(error)) from None
    head = next((head for head in heads if "exclude" in head), heads[0]) | {"first": min(firsts)}
    return head | ({"exclude": list(checksums)} if checksums else {})


def _write(target: Path, head: Record, found: Iterable[Entry], force: bool) -> PoolTotals:
    totals = PoolTotals(first_number(head))
    with replacing_records(target, head, force=force) as out:
        for entry in found:
            out.write(entry.record)
            totals.add(entry)
        out.finish(totals.closing())
    return totals


def _count(path: Path) -> int:
    """How many deals a pool has, when all of it has been read and its checksum is right."""
    with open_pool(path) as reader:
        count = sum(1 for _ in entries(reader))
        _check_finished(reader)
    return count


def _check_finished(reader: Reader) -> None:
    if not reader.finished:
        raise PoolError(f"{reader.path}: unfinished: the closing line is missing")


def _check_targets(targets: Sequence[Path], sources: Sequence[Path], force: bool) -> None:
    """Refuse what would go wrong after some files have been written."""
    refuse_sources(targets, sources)
    for target in targets:
        if target.exists() and not force:
            raise GolfsolveError(f"{target} exists (--force replaces it)")
