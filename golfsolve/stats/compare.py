"""Comparing win rates: of games, of players, of runs; with one another and with published figures.

Two files that count the same deals are not independent samples: a deal that is easy under one set of rules is
easy under another, so their difference is known far better than the rates. What the pairs are depends on what
the files hold:

- results of `solve --out` name each deal, so the pairs are deals: McNemar's test, and an interval for the
  difference of paired proportions;
- statistics files hold counts of blocks, so the pairs are blocks of the same numbers: Student's interval for
  the mean difference of their rates;
- everything else is compared as independent samples.

Undecided deals widen each interval as far as they could change the difference.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from golfsolve.files import results
from golfsolve.files.record_file import Reader, format_of
from golfsolve.files.tables import Table, csv_line, markdown_table, plain_table
from golfsolve.game.result import Verdict
from golfsolve.stats.blocks import Block
from golfsolve.stats.file import block_records, empty_totals, open_stats
from golfsolve.stats.intervals import (
    CONFIDENCE,
    DIGITS,
    Interval,
    block_difference,
    equal_rates,
    independent_difference,
    mcnemar,
    paired_difference,
    percent,
    round_outwards,
    wilson,
)
from golfsolve.stats.published import published

DEALS, BLOCKS, NO_PAIRS = "deals", "blocks", "none"  # what a difference rests on


@dataclass(frozen=True)
class Counts:
    """How many deals were won, and how many of them are undecided."""

    deals: int
    won: int
    undecided: int = 0


@dataclass(frozen=True)
class Row:
    """What one file holds. Rates are shares of 1, with the interval that allows for undecided deals."""

    file: str
    variant: str
    player: str | None
    deals: int
    won: int
    undecided: int
    win_rate: float | None
    interval: Interval
    mean_score: float | None
    score_interval: Interval | None
    states_mean: float | None


@dataclass(frozen=True)
class Difference:
    """The win rate of a file less that of the first one.

    ``pairs`` says what was compared with what, ``deals`` how many of the file's deals take part, and ``p`` is
    the probability of a difference at least as large if the rates were equal, None where no such test is
    made.
    """

    file: str
    difference: float
    interval: Interval
    pairs: str
    deals: int
    p: float | None


@dataclass(frozen=True)
class Agreement:
    """A file beside a published figure: ours less theirs, allowing for the samples of both."""

    file: str
    source: str
    published: float
    deals: int
    difference: float
    interval: Interval
    p: float


@dataclass(frozen=True)
class Comparison:
    """All that :func:`compare` finds."""

    confidence: float
    rows: list[Row]
    differences: list[Difference] = field(default_factory=list)
    published: list[Agreement] = field(default_factory=list)


@dataclass(frozen=True)
class _Run:
    """What a file holds, with what its differences rest on: outcomes by deal, or counts by block."""

    row: Row
    counts: Counts
    verdicts: dict[str, str] = field(default_factory=dict)
    blocks: dict[Block, Counts] = field(default_factory=dict)


def compare(paths: Sequence[Path], confidence: float = CONFIDENCE) -> Comparison:
    """Compare the files with the first of them, and with what is published of their games.

    Each is a statistics file or a results file. Raises :class:`GolfsolveError` where one cannot be read or
    does not add up.
    """
    runs = [_read(path, confidence) for path in paths]
    return Comparison(
        confidence,
        [run.row for run in runs],
        [
            _difference(run, runs[0], confidence)
            for run in runs[1:]
            if run.counts.deals and runs[0].counts.deals
        ],
        list(itertools.chain.from_iterable(_agreements(run, confidence) for run in runs)),
    )


def _read(path: Path, confidence: float) -> _Run:
    return _results(path, confidence) if format_of(path) == results.FORMAT else _statistics(path, confidence)


def _results(path: Path, confidence: float) -> _Run:
    """The verdicts of a results file by the cards of its deals."""
    verdicts: dict[str, str] = {}
    states = 0
    with Reader(path, results.FORMAT, results.VERSION) as reader:
        for record in reader:
            if "error" in record:
                continue
            cards, verdict, nodes = record.get("cards"), record.get("verdict"), record.get("nodes")
            if not (isinstance(cards, str) and verdict in list(Verdict) and type(nodes) is int):
                raise reader.damage("not a result")
            verdicts[cards] = verdict
            states += nodes
        variant = reader.variant.name
    found = list(verdicts.values())
    counts = Counts(len(found), found.count(Verdict.WINNABLE), found.count(Verdict.UNDECIDED))
    mean = round(states / counts.deals, 1) if counts.deals else None
    return _Run(_row(path, variant, None, counts, confidence, states_mean=mean), counts, verdicts=verdicts)


def _statistics(path: Path, confidence: float) -> _Run:
    blocks = {}
    with open_stats(path) as reader:
        head, totals = reader.header, empty_totals(reader.header)
        for record in block_records(reader, totals):
            won = record["won"] if "won" in record else record["winnable"]
            blocks[Block.of(record)] = Counts(record["deals"], won, record.get("undecided", 0))
    figures = totals.figures(confidence)
    counts = Counts(
        totals.deals, sum(block.won for block in blocks.values()), sum(b.undecided for b in blocks.values())
    )
    scores = figures.get("scores") or {}
    interval = scores.get("interval")
    row = _row(
        path,
        str(head["variant"]),
        head.get("player"),
        counts,
        confidence,
        mean_score=scores.get("mean"),
        score_interval=None if interval is None else (interval[0], interval[1]),
        states_mean=figures["nodes"]["mean"] if "nodes" in figures else None,
    )
    return _Run(row, counts, blocks=blocks)


def _row(
    path: Path,
    variant: str,
    player: str | None,
    counts: Counts,
    confidence: float,
    *,
    mean_score: float | None = None,
    score_interval: Interval | None = None,
    states_mean: float | None = None,
) -> Row:
    decided = counts.deals - counts.undecided
    low, _ = wilson(counts.won, counts.deals, confidence)
    _, high = wilson(counts.won + counts.undecided, counts.deals, confidence)
    return Row(
        path.as_posix(),
        variant,
        player,
        counts.deals,
        counts.won,
        counts.undecided,
        round(counts.won / decided, DIGITS) if decided else None,
        round_outwards(low, high, DIGITS),
        mean_score,
        score_interval,
        states_mean,
    )


# --- differences ---------------------------------------------------------------------------------


def _difference(run: _Run, first: _Run, confidence: float) -> Difference:
    shared_deals = run.verdicts.keys() & first.verdicts.keys()
    if shared_deals:
        return _by_deals(run, first, sorted(shared_deals), confidence)
    shared_blocks = sorted(run.blocks.keys() & first.blocks.keys())
    largest = max((block.deals for block in shared_blocks), default=0)
    # A short last block would count as much as a whole one.
    whole = [block for block in shared_blocks if block.deals == largest]
    found = _by_blocks(run, first, whole, confidence)
    return found or _independent(run, first, confidence)


def _by_deals(run: _Run, first: _Run, deals: list[str], confidence: float) -> Difference:
    decided = [
        (run.verdicts[cards] == Verdict.WINNABLE, first.verdicts[cards] == Verdict.WINNABLE)
        for cards in deals
        if Verdict.UNDECIDED not in (run.verdicts[cards], first.verdicts[cards])
    ]
    ours = sum(one and not other for one, other in decided)
    theirs = sum(other and not one for one, other in decided)
    low, high = paired_difference(ours, theirs, len(deals), confidence)
    open_share = (len(deals) - len(decided)) / len(deals)
    difference = (ours - theirs) / len(deals)
    return _rounded(
        run, difference, (low - open_share, high + open_share), DEALS, len(deals), mcnemar(ours, theirs)
    )


def _by_blocks(run: _Run, first: _Run, blocks: list[Block], confidence: float) -> Difference | None:
    pairs = [(run.blocks[block], first.blocks[block]) for block in blocks]
    middle = [(one.won - other.won) / one.deals for one, other in pairs]
    low = block_difference(
        [(one.won - other.won - other.undecided) / one.deals for one, other in pairs], confidence
    )
    high = block_difference(
        [(one.won + one.undecided - other.won) / one.deals for one, other in pairs], confidence
    )
    if low is None or high is None:
        return None
    return _rounded(
        run, sum(middle) / len(middle), (low[0], high[1]), BLOCKS, sum(b.deals for b in blocks), None
    )


def _independent(run: _Run, first: _Run, confidence: float) -> Difference:
    one, other = run.counts, first.counts
    low, _ = independent_difference(
        (one.won, one.deals), (other.won + other.undecided, other.deals), confidence
    )
    _, high = independent_difference(
        (one.won + one.undecided, one.deals), (other.won, other.deals), confidence
    )
    difference = one.won / one.deals - other.won / other.deals
    p = equal_rates((one.won, one.deals), (other.won, other.deals))
    return _rounded(run, difference, (low, high), NO_PAIRS, one.deals, p)


def _rounded(
    run: _Run, difference: float, interval: Interval, pairs: str, deals: int, p: float | None
) -> Difference:
    return Difference(
        run.row.file,
        round(difference, DIGITS),
        round_outwards(*interval, DIGITS),
        pairs,
        deals,
        None if p is None else _significant(p),
    )


def _significant(p: float) -> float:
    return float(f"{p:.3g}")


def _agreements(run: _Run, confidence: float) -> list[Agreement]:
    """The published figures that say how many deals they rest on, beside what the solver found."""
    if run.row.player is not None or not run.counts.deals:
        return []
    found = []
    for figure in published(run.row.variant):
        if figure.deals is None:
            continue
        theirs = round(figure.win_rate * figure.deals), figure.deals
        ours = run.counts
        low, _ = independent_difference((ours.won, ours.deals), theirs, confidence)
        _, high = independent_difference((ours.won + ours.undecided, ours.deals), theirs, confidence)
        found.append(
            Agreement(
                run.row.file,
                figure.source,
                figure.win_rate,
                figure.deals,
                round(ours.won / ours.deals - theirs[0] / theirs[1], DIGITS),
                round_outwards(low, high, DIGITS),
                _significant(equal_rates((ours.won, ours.deals), theirs)),
            )
        )
    return found


# --- writing -------------------------------------------------------------------------------------


def format_comparison(found: Comparison, form: str) -> str:
    """A comparison in one of :data:`FORMATS`. CSV has the rows alone."""
    if form == "json":
        return json.dumps(asdict(found)) + "\n"
    if form == "csv":
        rows = [asdict(row) for row in found.rows]
        head = [key for key in rows[0] if not key.endswith("interval")]
        bounds = ["low", "high", "score_low", "score_high"]
        lines = [csv_line([*head, *bounds, "confidence"])]
        for row in rows:
            scores = row["score_interval"] or (None, None)
            values = [*(row[key] for key in head), *row["interval"], *scores, found.confidence]
            lines.append(csv_line(values))
        return "".join(lines)
    write = markdown_table if form == "markdown" else plain_table
    return "\n".join(write(table) for table in _tables(found))


FORMATS = ("text", "markdown", "csv", "json")


def _tables(found: Comparison) -> Sequence[Table]:
    interval = f"{percent(found.confidence)} interval"
    rows = [["file", "game", "player", "deals", "win rate", interval, "undecided", "mean score"]]
    for row in found.rows:
        rows.append(
            [
                row.file,
                row.variant,
                row.player or "-",
                f"{row.deals:,}",
                "unknown" if row.win_rate is None else _percents(row.win_rate),
                _range(row.interval),
                f"{row.undecided:,}",
                "-" if row.mean_score is None else f"{row.mean_score:.3f}",
            ]
        )
    tables = [rows]
    if found.differences:
        first = found.rows[0].file
        table = [[f"win rate less that of {first}", "difference", interval, "pairs", "deals", "p"]]
        for item in found.differences:
            table.append(
                [
                    item.file,
                    _signed(item.difference),
                    _range(item.interval, signed=True),
                    item.pairs,
                    f"{item.deals:,}",
                    _p(item.p),
                ]
            )
        tables.append(table)
    if found.published:
        table = [["win rate less the published one", "published", "deals", "difference", interval, "p"]]
        for figure in found.published:
            table.append(
                [
                    f"{figure.file}: {figure.source}",
                    _percents(figure.published),
                    f"{figure.deals:,}",
                    _signed(figure.difference),
                    _range(figure.interval, signed=True),
                    _p(figure.p),
                ]
            )
        tables.append(table)
    return tables


def _percents(rate: float) -> str:
    return f"{100 * rate:.3f} %"


def _signed(difference: float) -> str:
    return f"{100 * difference:+.3f}"


def _range(interval: Interval, *, signed: bool = False) -> str:
    low, high = round_outwards(*interval, 5)
    return f"{_signed(low)} to {_signed(high)}" if signed else f"{100 * low:.3f} to {100 * high:.3f}"


def _p(p: float | None) -> str:
    return "-" if p is None else "< 0.001" if p < 0.001 else f"{p:.3f}"
