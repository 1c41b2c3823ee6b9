"""Feeds spoiled files to the readers: ``python -m tests.fuzz_formats COUNT [SEED]``.

Stops with the offending bytes at anything but a deal or our own error, and at an input that takes
long. Every deal that is found must survive being written and read again.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import random
import sys
import time

from golfsolve import GolfsolveError, Variant
from golfsolve.formats import format_line, parse_deal, parse_solution
from golfsolve.formats.inputs import Unreadable, read_file
from golfsolve.formats.named import NamedDeal
from golfsolve.game import catalogue
from tests.boards import GOLF
from tests.texts import MS_24, spoiled, valid_texts

MOST_SECONDS = 5.0  # far above any real reading, far below a hang
MOST_DEALS = 50  # a spoiled range may be a long one


def spoiled_bytes(text: str, rng: random.Random) -> bytes:
    """A text spoiled as a file: some with foreign bytes in them, some packed and damaged."""
    data = bytearray(spoiled(text, rng).encode("utf-8", "surrogatepass"))
    if data and rng.random() < 0.2:
        data[rng.randrange(len(data))] = rng.randrange(256)
    if rng.random() < 0.05:
        data = bytearray(gzip.compress(bytes(data), compresslevel=1))
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def check(data: bytes, variant: Variant, *, partial: bool) -> int:
    """How many deals were found; raises whatever the readers should not have let out."""
    deals = 0
    for item in itertools.islice(read_file("f", io.BytesIO(data), variant, partial=partial), MOST_DEALS):
        if isinstance(item, NamedDeal):
            deals += 1
            line = format_line(item.deal, variant)
            assert parse_deal(line, variant, partial=partial) == item.deal
        else:
            assert isinstance(item, Unreadable)
            assert str(item).isprintable()
    with contextlib.suppress(GolfsolveError):
        parse_solution(data.decode("utf-8", "replace"), MS_24, GOLF)
    return deals


def main(count: int, seed: int) -> None:
    """Run ``count`` inputs and say what came of them."""
    rng = random.Random(seed)
    seeds = valid_texts()
    deals = with_deals = 0
    slowest = 0.0
    for done in range(count):
        variant, text = rng.choice(seeds)
        data = spoiled_bytes(text, rng)
        if rng.random() < 0.2:
            variant = rng.choice(catalogue.BUILT_IN)
        partial = rng.random() < 0.5
        start = time.process_time()
        try:
            found = check(data, variant, partial=partial)
        except Exception:
            print(f"input {done} of seed {seed}, {variant.name}, partial={partial}: {data!r}", flush=True)
            raise
        slowest = max(slowest, time.process_time() - start)
        assert slowest < MOST_SECONDS, data
        deals += found
        with_deals += found > 0
    print(f"{count} inputs of seed {seed}: {with_deals} with deals ({deals} in all), slowest {slowest:.3f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
