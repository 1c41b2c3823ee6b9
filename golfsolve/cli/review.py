"""``golfsolve review``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from golfsolve.cli.options import (
    deal_argument,
    deals_variant_option,
    force_option,
    json_option,
    max_nodes_option,
    moves_option,
    page_option,
    ranks_option,
)
from golfsolve.cli.output import Echo, echo_json, paint, plural
from golfsolve.formats import parse_solution
from golfsolve.formats.inputs import open_deal
from golfsolve.formats.named import NamedDeal
from golfsolve.game.cards import format_card
from golfsolve.game.catalogue import reference
from golfsolve.game.moves import format_moves
from golfsolve.game.variants import Variant
from golfsolve.page.assemble import write_page
from golfsolve.page.facts import deal_facts
from golfsolve.play.review import Mistake, Review
from golfsolve.play.review import review as go_through
from golfsolve.solving.solver import Solver


@click.command()
@deal_argument
@deals_variant_option
@ranks_option
@moves_option
@max_nodes_option
@json_option
@page_option
@force_option
def review(
    deal: str,
    variant: Variant | None,
    ranks: bool,
    moves: str,
    max_nodes: int,
    as_json: bool,
    page: Path | None,
    force: bool,
