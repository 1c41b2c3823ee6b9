"""Custom rules: a variant as a TOML file, and back (docs/rules.md)."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from golfsolve.errors import VariantError
from golfsolve.game.catalogue import from_rules
from golfsolve.game.variants import Variant

SUFFIX = ".toml"
MAX_SIZE = 2**16  # bytes; rules take some hundred

_HINTS = {
    "decks": "1 or 2",
    "jokers": "0 to 4",
    "opening": '"dealt", "stock", "free" or a card like "AS"',
    "stock": "all cards that lie neither in the tableau nor on the waste",
    "on_king": 'what plays on a King: "queen" or "nothing"',
    "wrap": "whether Ace and King are neighbours",
}


def format_rules(variant: Variant) -> str:
    """The rules of a variant as TOML, to start one's own from."""
    rules = variant.rules()
    layout = rules.pop("layout")
    lines = [f"# {variant.title}: {variant.rule}"] if variant.rule else []
    lines.append(f"name = {json.dumps(variant.name)}")
    for key, value in rules.items():
        # Texts, numbers, truth values and lists look the same in JSON and in TOML.
        lines.append(f"{f'{key} = {json.dumps(value)}':<22}# {_HINTS[key]}")
    lines += ["", "# columns = [lengths], or pyramid = rows, or peaks = count and height = rows", "[layout]"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in layout.items()]
    return "\n".join(lines) + "\n"


def parse_rules(text: str, name: str) -> Variant:
    """The inverse of :func:`format_rules`. ``name`` is for rules that have none of their own.

    Raises :class:`VariantError` that lists every problem with its key.
    """
    try:
        rules = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VariantError(f"not valid TOML: {error}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits; brackets without end
        raise VariantError("not valid TOML: beyond all bounds") from None
    return from_rules(rules.pop("name", name), rules)


def load(path: Path) -> Variant:
    """The variant of a rule file, called after the file if the rules have no name."""
    with path.open("rb") as file:
        data = file.read(MAX_SIZE + 1)
    try:
        if len(data) > MAX_SIZE:
            raise VariantError(f"more than {MAX_SIZE} bytes, which no rules need")
        name = path.stem.lower().replace("_", "-").replace(" ", "-")
        return parse_rules(data.decode("utf-8-sig").replace("\r\n", "\n"), name)
    except UnicodeDecodeError:
        raise VariantError(f"{path}: not a text in UTF-8") from None
    except VariantError as error:
        raise VariantError(f"{path}: {error}") from None
