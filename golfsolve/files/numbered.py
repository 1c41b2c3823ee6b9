"""What headers and records of files of numbered deals have in common."""

from __future__ import annotations

from golfsolve.errors import RecordError
from golfsolve.files.record_file import Record
from golfsolve.game import numbering


def scheme_of(head: Record) -> str:
    """Whose numbers a pool has, from its header."""
    scheme = head.get("numbering")
    if scheme not in numbering.SCHEMES or head.get("numbering_version") != numbering.VERSION:
        raise RecordError("unknown deal numbering")
    return str(scheme)


def first_number(head: Record) -> int:
    """The first number that a pool tried, from its header."""
    scheme_of(head)
    return whole(head, "first", 1)


def whole(record: Record, key: str, minimum: int) -> int:
    """A whole number in a record. Raises :class:`RecordError` for anything else."""
    value = record.get(key)
    if type(value) is not int or value < minimum:
        raise RecordError(f"{key} is not a whole number of at least {minimum}")
    return value
