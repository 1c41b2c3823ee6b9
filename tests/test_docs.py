"""The documents: no link leads nowhere, and every page can be reached from the README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [
    *ROOT.glob("*.md"),
    *ROOT.glob("docs/*.md"),
    *(ROOT / folder / "README.md" for folder in ("benchmarks", "pools", "tests")),
]
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def prose(page: Path) -> str:
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> list[tuple[Path, str]]:
    """The files of this project that a page links, each with its anchor or an empty one."""
    found = []
    for target in _LINK.findall(prose(page)):
        if not re.match(r"[a-z]+:", target):
            path, _, anchor = target.partition("#")
            found.append((((page.parent / path) if path else page).resolve(), anchor))
    return found


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, made as the usual hosts make them."""
    plain = [re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", r"\1", text) for text in _HEADING.findall(prose(page))]
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_leads_nowhere(page):
    for target, anchor in links(page):
        assert target.exists(), f"{target} is not there"
        if anchor:
            assert anchor in anchors(target), f"{target.name} has no #{anchor}"


def test_every_page_can_be_reached_from_the_readme():
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            waiting += [target for target, _ in links(page)]
    assert set(PAGES) <= reached


def test_the_index_lists_every_page():
    listed = {target for target, _ in links(ROOT / "docs" / "index.md")}
    assert set(PAGES) - {ROOT / "docs" / "index.md"} <= listed
