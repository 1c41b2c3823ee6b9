"""Groups of commands that know what was meant."""

from __future__ import annotations

import difflib

import click

from golfsolve.errors import quoted


class Group(click.Group):
    """A group whose complaint about an unknown command names the nearest ones."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but for the complaint."""
        name = args[0]
        if self.get_command(ctx, name) is None and not ctx.resilient_parsing and not name.startswith("-"):
            near = difflib.get_close_matches(name.lower(), self.list_commands(ctx), n=3, cutoff=0.6)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise click.UsageError(f"No such command {quoted(name)}.{hint}", ctx)
        return super().resolve_command(ctx, args)
