"""What `golfsolve stats` and `stats show` print for people."""

from __future__ import annotations

from typing import Any

import click

from golfsolve.cli.variants import in_words
from golfsolve.game.catalogue import from_rules
from golfsolve.game.players import Player
from golfsolve.stats.intervals import percent, rate_text, round_outwards
from golfsolve.stats.published import published

BAR_WIDTH = 50


def print_summary(found: dict[str, Any]) -> None:
    """A summary (stats/totals.py) in words and a histogram."""
    ranges = [range(first, last + 1) for first, last in found["numbers"]]
    click.echo(f"{found['variant']}: {found['deals']:,} deals, {numbers_text(ranges)}")
    if "rules" in found:
        click.echo("  " + " ".join(in_words(from_rules(found["variant"], found["rules"]))))
    if not found["finished"]:
        click.echo("(unfinished: with --out FILE, --resume continues it)")
    if "player" in found:
        click.echo(f"  played by {found['player']}: {Player(found['player']).rule}")
    for key in ("winnable", "unwinnable", "undecided", "won"):
        if key in found:
            click.echo(f"  {key:<11}{found[key]:>15,}")
    click.echo(f"  {'win rate':<11}{rate_text(found['win_rate'], found['interval'], found['confidence'])}")
    if "player" in found:
        _print_scores(found["scores"], found["confidence"], at_best=False)
        return
    for figure in published(found["variant"]):
        sample = f", {figure.deals:,} deals" if figure.deals else ""
        rate = figure.text or rate_text(figure.win_rate, figure.interval)
        click.echo(f"  {'published':<11}{rate}{sample}: {figure.source}")
    nodes = found["nodes"]
    click.echo(
        f"  states searched per deal: mean {nodes['mean']:,}, median {nodes['median']:,}, "
        f"maximum {nodes['max']:,}"
    )
    if "scores" in found:
        _print_scores(found["scores"], found["confidence"], at_best=True)


def numbers_text(ranges: list[range]) -> str:
    """``numbers 1 to 5000``."""
    return "numbers " + (", ".join(f"{found[0]} to {found[-1]}" for found in ranges) or "none")


def _print_scores(scores: dict[str, Any], confidence: float, *, at_best: bool) -> None:
    histogram = {int(score): count for score, count in scores["histogram"].items()}
    click.echo(f"{'best ' if at_best else ''}golf score, {scores['deals']:,} deals (lower is better)")
    if scores["unproven"]:
        click.echo(f"  not proven and left out: {scores['unproven']:,}")
    if not histogram:
        return
    largest = max(histogram.values())
    for score in range(min(histogram), max(histogram) + 1):
        count = histogram.get(score, 0)
        bar = "#" * -(-BAR_WIDTH * count // largest)  # rounded up, so that a single deal shows
        click.echo(f"  {score:>4}{count:>12,}  {bar}".rstrip())
    spread = "" if scores["sd"] is None else f"; standard deviation {scores['sd']:.2f}"
    click.echo(f"  mean {_mean(scores, confidence)}{spread}")
    click.echo("  " + ", ".join(f"{name} {score}" for name, score in scores["quantiles"].items()))
    nine = scores["round"]
    click.echo(
        f"  {nine['holes']} holes: {_mean(nine, confidence)}{' at best' if at_best else ''} on average; "
        f"par {nine['par']}"
    )


def _mean(figures: dict[str, Any], confidence: float) -> str:
    if figures["interval"] is None:
        return f"{figures['mean']:.2f}"
    low, high = figures["interval"]
    low, high = round_outwards(low, high, digits=2)
    return f"{figures['mean']:.2f} ({percent(confidence)}: {low:.2f} to {high:.2f})"
