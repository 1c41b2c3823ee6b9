"""``golfsolve variants``."""

from __future__ import annotations

from typing import Any

import click

from golfsolve.cli.options import json_option
from golfsolve.cli.output import echo_json
from golfsolve.variants import BUILT_IN, Variant


@click.command()
@json_option
def variants(as_json: bool) -> None:
    """List the games that golfsolve knows.

    Each with its aliases, its rule, its layout and stock, and what other programs call it.
    """
    if as_json:
        echo_json([_json(variant) for variant in BUILT_IN])
        return
    for index, variant in enumerate(BUILT_IN):
        if index:
            click.echo()
        aliases = f"  (also: {', '.join(variant.aliases)})" if variant.aliases else ""
        click.echo(f"{variant.name}{aliases}")
        click.echo(f"    {variant.rule}")
        click.echo(f"    {_layout(variant)}; {_cards(variant)}; {_opening(variant)}, {_stock(variant)}.")
        click.echo(f"    As in {variant.source}.")


def _json(variant: Variant) -> dict[str, Any]:
    return {
        "name": variant.name,
        "title": variant.title,
        "aliases": list(variant.aliases),
        "rule": variant.rule,
        **variant.rules(),
        "source": variant.source,
        "pysol_id": variant.pysol_id,
    }


def _layout(variant: Variant) -> str:
    shape = dict(variant.layout.rules)
    if "pyramid" in shape:
        return f"a pyramid of {shape['pyramid']} rows"
    if "peaks" in shape:
        return f"{shape['peaks']} peaks of {shape['height']} rows"
    lengths = shape["columns"]
    if len(set(lengths)) == 1:
        return f"{len(lengths)} columns of {lengths[0]}"
    return "columns of " + ", ".join(map(str, lengths))


def _cards(variant: Variant) -> str:
    decks = "1 deck" if variant.decks == 1 else f"{variant.decks} decks"
    return decks + (f" and {variant.jokers} jokers" if variant.jokers else "")


def _opening(variant: Variant) -> str:
    starts = {
        "dealt": "1 card opens the waste",
        "stock": "the waste starts from the stock",
        "free": "the waste starts with any exposed card",
    }
    return starts.get(variant.opening, f"{variant.opening} opens the waste")


def _stock(variant: Variant) -> str:
    return f"{variant.stock} in the stock" if variant.stock else "no stock"
