"""Record files for tests: taken apart, and put together again with a right checksum."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


def lines_of(source: Path | bytes | str) -> list[dict[str, Any]]:
    """The lines of a file, or of what it holds: header, records, closing line."""
    text = source.read_bytes() if isinstance(source, Path) else source
    return [json.loads(line) for line in text.splitlines()]


def sealed(lines: Iterable[Mapping[str, Any]]) -> bytes:
    """Lines as a file whose checksum is right, whatever else is wrong."""
    *rest, closing = [dict(line) for line in lines]
    data = b"".join(_encoded(line) for line in rest)
    closing["sha256"] = hashlib.sha256(data).hexdigest()
    return data + _encoded(closing)


def _encoded(line: Mapping[str, Any]) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n"
