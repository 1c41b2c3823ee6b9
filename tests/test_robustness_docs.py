from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent


def test_every_test_that_the_documentation_names_exists():
    text = (FOLDER.parent / "docs" / "robustness.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", text))
    sources = [path.read_text(encoding="utf-8") for path in FOLDER.glob("test_*.py")]
    there = {name for source in sources for name in re.findall(r"^def (test_\w+)", source, re.MULTILINE)}
    assert len(named) > 80
    assert named - there == set()
