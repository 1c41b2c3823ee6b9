"""The pools and statistics that are shipped."""

import json
from pathlib import Path

import pytest

SHIPPED = Path(__file__).parent.parent / "pools"
POOLS = sorted(SHIPPED.glob("*.jsonl.gz"))
STATISTICS = sorted((SHIPPED / "statistics").rglob("*.jsonl.gz"))


def test_pools_and_statistics_are_there():
    assert len(POOLS) == 11
    assert len(STATISTICS) > 20


@pytest.mark.parametrize("pool", POOLS, ids=lambda path: path.name)
def test_every_shipped_pool_verifies(golfsolve, pool):
    assert golfsolve("pool", "verify", pool).code == 0


@pytest.mark.parametrize("file", STATISTICS, ids=lambda path: path.name)
def test_all_shipped_statistics_can_be_shown(golfsolve, file):
    assert golfsolve("stats", "show", file).code == 0


@pytest.mark.parametrize("file", [*POOLS, *STATISTICS], ids=lambda path: path.name)
def test_shipped_files_stay_small(file):
    assert file.stat().st_size < 3_000_000


def test_blocks_of_shipped_win_rates_come_out_the_same_again(golfsolve):
    outcome = golfsolve("stats", "check", SHIPPED / "statistics" / "golf.jsonl.gz", "--sample", 2)
    assert outcome.code == 0


def test_the_summary_of_the_win_rates_is_what_the_files_say(golfsolve):
    summary = (SHIPPED / "statistics" / "win-rates.jsonl").read_text(encoding="ascii").splitlines()
    table = (SHIPPED / "README.md").read_text(encoding="utf-8")
    for line in summary:
        found = json.loads(line)
        file = SHIPPED / "statistics" / f"{found['variant']}.jsonl.gz"
        assert golfsolve("stats", "show", "--json", file).out.strip() == line
        row = f"| `{found['variant']}` | {found['deals']:,} | {100 * found['win_rate']:.3f} % |"
        assert row in table
    assert len(summary) == len(list((SHIPPED / "statistics").glob("*.jsonl.gz")))
