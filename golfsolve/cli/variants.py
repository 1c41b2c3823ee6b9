"""``golfsolve variants``."""

from __future__ import annotations

from typing import Any

import click

from golfsolve.cli.options import complete_variant, json_option, read_variant
from golfsolve.cli.output import echo_json
from golfsolve.game.catalogue import BUILT_IN
from golfsolve.game.rule_file import format_rules
from golfsolve.game.variants import Variant


@click.command()
@click.argument(
    "name",
    required=False,
    type=read_variant,
    metavar="[NAME|FILE.toml]",
    shell_complete=complete_variant,
)
@json_option
@click.option("--toml", "as_toml", is_flag=True, help="Print the rules of one, to start your own from.")
def variants(name: Variant | None, as_json: bool, as_toml: bool) -> None:
    """List the games that golfsolve knows, or show one of them, or the rules in a file.

    Each with its aliases, its rule, its layout and stock, and what other programs call it.
    """
    listed = BUILT_IN if name is None else (name,)
    if as_toml and (as_json or name is None):
        raise click.UsageError("--toml needs a NAME, and no --json.")
    if as_toml:
        click.echo(format_rules(listed[0]), nl=False)
    elif as_json:
        echo_json([_json(variant) for variant in listed])
    else:
        click.echo("\n\n".join(map(_text, listed)))


def _text(variant: Variant) -> str:
    aliases = f"  (also: {', '.join(variant.aliases)})" if variant.aliases else ""
    lines = in_words(variant)
    if variant.source:
        lines.append(f"As in {variant.source}.")
    return f"{variant.name}{aliases}\n" + "\n".join(f"    {line}" for line in lines)


def in_words(variant: Variant) -> list[str]:
    """What plays on what; then layout, cards and opening."""
    cards = f"{_layout(variant)}; {_cards(variant)}; {_opening(variant)}, {_stock(variant)}."
    return [variant.rule or _rule(variant), cards]


def _rule(variant: Variant) -> str:
    kings = {
        "queen": "on a King only a Queen, on an Ace only a Two",
        "nothing": "nothing plays on a King, on an Ace only a Two",
    }
    ends = "Ace and King are neighbours" if variant.wrap else kings[variant.on_king]
    return f"One rank up or down; {ends}."


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
