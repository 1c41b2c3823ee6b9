from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from golfsolve.errors import VariantError
from golfsolve.game import layout as layouts
from golfsolve.game.catalogue import find
from golfsolve.game.rule_file import parse_rules
from tests.boards import by_name


def covers_in(picture: str, shifts: tuple[int, ...] = (-2, 2)) -> dict[int, set[int]]:
    """Who lies on whom in a drawing: on a card lie those in the next row, shifted by so many characters.

    Numbers are places from 1; a card stands where its last digit does.
    """
    rows = [
        {match.end() - 1: int(match.group()) - 1 for match in re.finditer(r"\d+", line)}
        for line in picture.splitlines()
        if line.strip()
    ]
    found: dict[int, set[int]] = {place: set() for row in rows for place in row.values()}
    for row, below in itertools.pairwise(rows):
        for at, place in row.items():
            found[place] = {below[at + shift] for shift in shifts if at + shift in below}
    return found


def covers_of(layout: layouts.Layout) -> dict[int, set[int]]:
    return {
        place: {over for over in range(layout.size) if mask >> over & 1}
        for place, mask in enumerate(layout.covers)
    }


def test_the_pyramid_is_covered_as_it_is_drawn():
    assert covers_of(find("escalator").layout) == covers_in("""
                             1
                           2   3
                         4   5   6
                       7   8   9  10
                    11  12  13  14  15
                  16  17  18  19  20  21
                22  23  24  25  26  27  28
    """)


def test_the_three_peaks_are_covered_as_they_are_drawn():
    assert covers_of(find("tri-peaks").layout) == covers_in("""
                  1           2           3
                4   5       6   7       8   9
             10  11  12  13  14  15  16  17  18
           19  20  21  22  23  24  25  26  27  28
    """)


def test_two_peaks_of_two_rows_share_their_corner():
    assert covers_of(layouts.peaks(2, 2)) == covers_in("""
            1   2
          3   4   5
    """)


def test_columns_are_covered_by_the_next_card_of_the_column():
    assert covers_of(layouts.columns((3, 1, 2))) == {0: {3}, 1: set(), 2: {4}, 3: {5}, 4: set(), 5: set()}


def test_columns_are_dealt_in_rows_over_those_that_still_want_cards():
    rush = find("golf-rush").layout
    assert rush.columns[0] == (0,)
    assert rush.columns[1] == (1, 7)
    assert rush.columns[6] == (6, 12, 17, 21, 24, 26, 27)
    assert [len(places) for places in rush.columns] == [1, 2, 3, 4, 5, 6, 7]


def test_golf_deals_seven_cards_a_row_and_the_fifth_row_is_exposed():
    golf = find("golf").layout
    assert golf.columns[0] == (0, 7, 14, 21, 28)
    assert [place for place, mask in enumerate(golf.covers) if not mask] == list(range(28, 35))


@by_name
def test_every_place_is_drawn_once_in_dealing_order(variant):
    assert [place for row in variant.layout.rows for place, _ in row] == list(range(variant.layout.size))


@by_name
def test_only_later_cards_lie_on_a_card(variant):
    assert all(mask >> place + 1 << place + 1 == mask for place, mask in enumerate(variant.layout.covers))


@pytest.mark.parametrize("size", [64, 10**9, 0, -1])
def test_a_tableau_holds_one_to_63_cards(size):
    with pytest.raises(VariantError, match="expected"):
        layouts.columns((size,))
    with pytest.raises(VariantError, match="expected"):
        layouts.pyramid(size)


def test_a_column_cannot_be_shorter_than_one_card():
    with pytest.raises(VariantError, match=r"layout\.columns"):
        layouts.columns((5, 0))
    with pytest.raises(VariantError, match=r"layout\.columns"):
        layouts.columns((6, -1))


def test_peaks_of_a_single_row_are_refused():
    with pytest.raises(VariantError, match="height"):
        layouts.peaks(3, 1)
    assert layouts.pyramid(1).size == 1


def test_the_largest_layouts_fit():
    assert layouts.columns((1,) * 63).size == 63
    assert layouts.columns((63,)).size == 63
    assert layouts.pyramid(10).size == 55


# --- the documentation ---------------------------------------------------------------------------

RULES_PAGE = (Path(__file__).parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
DRAWINGS = re.findall(r"```\n(.*?)```", RULES_PAGE, re.DOTALL)


@by_name
def test_the_rules_page_names_and_draws_every_game(variant):
    for name in (variant.name, *variant.aliases):
        assert f"`{name}`" in RULES_PAGE
    if variant.pysol_id is not None:
        assert f"{variant.pysol_id})" in RULES_PAGE or f"({variant.pysol_id}," in RULES_PAGE
    shifts = (0,) if variant.layout.columns else (-2, 2)
    (drawing,) = [drawing for drawing in DRAWINGS if covers_in(drawing, shifts) == covers_of(variant.layout)][
        :1
    ]
    exposed = {int(number) - 1 for number in re.findall(r"\[(\d+)\]", drawing)}
    assert exposed == {place for place, mask in enumerate(variant.layout.covers) if not mask}


def test_the_rule_file_on_the_rules_page_is_one():
    (text,) = re.findall(r"```toml\n(.*?)```", RULES_PAGE, re.DOTALL)
    variant = parse_rules(text, "example")
    assert (variant.name, variant.layout.size, variant.stock, variant.wrap) == ("six-wide", 30, 21, True)
