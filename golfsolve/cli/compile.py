"""``golfsolve compile``."""

from __future__ import annotations

import click

from golfsolve.cli.output import plural
from golfsolve.solving.ahead import compile_ahead
from golfsolve.solving.compiled import before_compiling


@click.command()
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Also what best scores, hints, difficulties and players need.  [default: what `solve` needs]",
)
def compile(everything: bool) -> None:
    """Compile the engine ahead, for instance when an image is built, and say where it is kept.

    Any command that solves does it otherwise, once. The folder is that of NUMBA_CACHE_DIR, the package's
    own, or the user's cache, whichever is the first that can be written. It is used from there also where it
    cannot be written.
    """
    before_compiling(None)
    found = compile_ahead(everything=everything)
    where = ", ".join(map(str, found.folders))
    size = f"{found.size / 1e6:,.1f} MB"
    click.echo(f"{where}: {plural(found.files, 'kernel')}, {size}; {found.new:,} of them compiled now")
