"""A record file that is to be continued with a larger budget than it was made with."""

from __future__ import annotations

from pathlib import Path

from golfsolve.errors import GolfsolveError
from golfsolve.files.record_file import Reader, Record

_BUDGET = "max_nodes"
_PROGRAM = "program"


def smaller_budget(path: Path, head: Record) -> int | None:
    """The budget of the file at ``path``, if it was made as ``head`` says but with less; else None.

    The whole file is read, and is right as far as it goes: one that is not is left to be complained about
    when it is continued.
    """
    if not path.is_file():
        return None
    try:
        with Reader(path, head["format"], head["version"]) as reader:
            there = reader.header.get(_BUDGET)
            same = {**reader.header, _BUDGET: 0, _PROGRAM: 0} == {**head, _BUDGET: 0, _PROGRAM: 0}
            if not same or type(there) is not int or not 0 < there < head[_BUDGET]:
                return None
            reader.may_be_torn = True
            for _ in reader:
                pass
    except GolfsolveError:
        return None
    return there
