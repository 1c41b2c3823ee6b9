from __future__ import annotations

import datetime
import hashlib
import json
import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsolve.errors import GolfsolveError
from golfsolve.files.record_file import encode
from golfsolve.game import difficulty
from golfsolve.game.catalogue import find
from golfsolve.game.difficulty import Level
from golfsolve.play import daily
from tests.schemas import validator

DEALS = 900  # as far as the leap day of 2028


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A pool, as bytes."""
    from golfsolve.cli import run

    path = tmp_path_factory.mktemp("pool") / "pool.jsonl"
    options = ["--variant", "relaxed", "--count", str(DEALS), "--quiet"]
    assert run(["pool", "generate", *options, "--out", str(path)]) == 0
    return path.read_bytes()


@pytest.fixture
def pool(whole, tmp_path):
    path = tmp_path / "pool.jsonl"
    path.write_bytes(whole)
    return path


def shortened(whole, deals):
    """The pool as it was when it had so many deals."""
    lines = [json.loads(line) for line in whole.splitlines()]
    head, records = lines[0], lines[1 : deals + 1]
    tried = records[-1]["deal"] if records else 0
    down = {"unwinnable": tried - deals, "undecided": 0}
    data = b"".join(map(encode, [head, *records]))
    closing = {"tried": tried, "kept": deals, "turned_down": down}
    return data + encode(closing | {"sha256": hashlib.sha256(data).hexdigest()})


def deal_of(golfsolve, pool, date):
    found = golfsolve("daily", pool, "--date", date, "--json")
    assert found.code == 0, found.err
    return found.records[0]


def julian_day(year, month, day):
    """Days since some day long ago, by the formula of Fliegel and van Flandern (1968)."""
    a = 0 if month > 2 else -1
    return (
        (1461 * (year + 4800 + a)) // 4
        + (367 * (month - 2 - 12 * a)) // 12
        - (3 * ((year + 4900 + a) // 100)) // 4
        + day
        - 32075
    )


# --- the rule ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ("2026-01-01", 0),  # the first date
        ("2026-03-08", 66),  # clocks change in New York
        ("2026-03-29", 87),  # and in Berlin
        ("2026-12-31", 364),
        ("2027-01-01", 365),
        ("2028-02-28", 788),
        ("2028-02-29", 789),  # a leap day
        ("2028-03-01", 790),
        ("9999-12-31", 2912442),  # the last date
    ],
)
def test_days_count_from_the_first_of_january_2026(date, day):
    assert daily.day_number(daily.parse_date(date)) == day
    assert julian_day(*map(int, date.split("-"))) - julian_day(2026, 1, 1) == day


@pytest.mark.parametrize("date", ["2026-01-01", "2026-03-08", "2028-02-29", "2028-06-18"])
def test_the_deal_of_a_date_is_the_line_of_its_day(golfsolve, pool, date):
    day = julian_day(*map(int, date.split("-"))) - julian_day(2026, 1, 1)
    record = json.loads(pool.read_text().splitlines()[1 + day])
    found = deal_of(golfsolve, pool, date)
    assert list(found) == ["date", "day", "deal", "variant", "cards", "best_score", "level"]
    assert (found["date"], found["day"], found["variant"]) == (date, day, "relaxed")
    assert (found["deal"], found["cards"]) == (record["deal"], record["cards"])


def test_the_program_in_the_documentation_finds_the_deal(golfsolve, pool, tmp_path, monkeypatch):
    text = (Path(__file__).parent.parent / "docs" / "formats.md").read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    pool.rename(tmp_path / "daily.jsonl")
    monkeypatch.chdir(tmp_path)
    found = {}
    exec(code, found)
    assert found["deal"]["deal"] == deal_of(golfsolve, "daily.jsonl", "2026-02-28")["deal"]


def test_the_mapping_is_frozen(golfsolve, pool):
    dates = ("2026-01-01", "2026-01-02", "2026-11-30", "2028-02-29")
    assert [deal_of(golfsolve, pool, date)["deal"] for date in dates] == [1, 2, 364, 860]


def test_people_see_the_date_and_the_board(golfsolve, pool):
    text = golfsolve("daily", pool, "--date", "2026-01-02").out
    deal = deal_of(golfsolve, pool, "2026-01-02")
    assert text.startswith(f"Relaxed Golf, 2026-01-02: deal {deal['deal']}\n")
    assert all(card in text for card in deal["cards"].split())


@pytest.mark.parametrize(
    ("date", "message"),
    [
        ("2025-12-31", "2025-12-31 is before the first date, 2026-01-01"),
        ("0001-01-01", "before the first date"),
        ("2027-02-29", "'2027-02-29' is not a date (expected one like 2026-01-01)"),
        ("2026-13-01", "is not a date"),
        ("20260101", "is not a date"),
        ("2026-W01-4", "is not a date"),
        ("2026-1-1", "is not a date"),
        ("10000-01-01", "is not a date"),
        ("2026-01-0\u0661", "is not a date"),
        ("2026-01-01T00:00", "is not a date"),
        ("", "is not a date"),
    ],
)
def test_what_is_no_date_of_the_calendar_is_refused(golfsolve, pool, date, message):
    for arguments in (
        ("daily", pool, "--date"),
        ("round", pool, "--date"),
        ("daily", pool, "--days", 1, "--calendar"),
    ):
        found = golfsolve(*arguments, date)
        assert (found.code, message in found.err) == (2, True)


# --- time zones ----------------------------------------------------------------------------------

ZONES = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York"]


def test_the_time_zone_of_the_machine_does_not_matter(program, pool):
    """Clocks change in New York on 2026-03-08 and 2026-11-01; the other two are 25 hours apart."""
    for arguments in (
        ("daily", pool, "--date", "2026-03-08"),
        ("daily", pool, "--calendar", "2026-10-31", "--days", "3"),
        ("daily", pool, "--json"),  # today
    ):
        before = daily.today()
        processes = [program(*arguments, env=os.environ | {"TZ": zone}) for zone in ZONES]
        outputs = {process.communicate()[0] for process in processes}
        if arguments[-1] != "--json":
            assert len(outputs) == 1
        else:
            dates = {datetime.date.fromisoformat(json.loads(output)["date"]) for output in outputs}
            assert dates <= {before, daily.today()}  # two, if it was midnight in between


def test_today_is_the_date_in_utc(monkeypatch):
    moment = datetime.datetime(2026, 3, 8, 23, 59, tzinfo=datetime.timezone(datetime.timedelta(hours=-11)))

    class Clock(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return moment.astimezone(tz)

    monkeypatch.setattr(daily.datetime, "datetime", Clock)
    assert daily.today() == datetime.date(2026, 3, 9)


# --- pools that grow, and pools too short --------------------------------------------------------


def test_a_pool_that_grows_changes_no_date(golfsolve, whole, pool, tmp_path):
    early = tmp_path / "early.jsonl"
    early.write_bytes(shortened(whole, 100))
    calendar = ("--calendar", "2026-01-01", "--days", 100)
    assert golfsolve("daily", early, *calendar).out == golfsolve("daily", pool, *calendar).out
    for date in ("2026-01-01", "2026-04-10"):
        assert deal_of(golfsolve, early, date) == deal_of(golfsolve, pool, date)
    assert golfsolve("round", early, "--date", "2026-01-11", "--json").out == (
        golfsolve("round", pool, "--date", "2026-01-11", "--json").out
    )


@pytest.mark.parametrize(
    ("deals", "arguments", "message"),
    [
        (0, ("daily", "--date", "2026-01-01"), "has 0 deals, 1 too few for 2026-01-01"),
        (1, ("daily", "--date", "2026-01-02"), "has 1 deals, 1 too few for 2026-01-02"),
        (1, ("daily", "--calendar", "2026-01-01", "--days", 30), "29 too few for 2026-01-01 to 2026-01-30"),
        (1, ("round", "--date", "2026-01-01"), "has 1 deals, 8 too few for the round of 2026-01-01"),
        (17, ("round", "--date", "2026-01-02"), "1 too few for the round of 2026-01-02"),
        (1, ("daily", "--date", "9999-12-31"), "2,912,442 too few"),
    ],
)
def test_a_pool_too_short_says_how_many_deals_are_missing(golfsolve, whole, pool, deals, arguments, message):
    pool.write_bytes(shortened(whole, deals))
    assert golfsolve("pool", "verify", pool).code == 0
    command, *options = arguments
    found = golfsolve(command, pool, *options)
    assert (found.code, found.out, message in found.err) == (2, "", True), found.err


def test_a_pool_of_one_deal_lasts_for_one_day(golfsolve, whole, pool):
    pool.write_bytes(shortened(whole, 1))
    assert deal_of(golfsolve, pool, "2026-01-01")["deal"] == json.loads(whole.splitlines()[1])["deal"]


def test_a_pool_that_is_not_whole_gives_no_deal(golfsolve, whole, pool):
    lines = whole.splitlines(keepends=True)
    for damaged, message in (
        (b"".join(lines[:-1]), "unfinished"),
        (b"".join([*lines[:5], *lines[6:]]), "checksum"),  # later dates would change
        (whole.replace(b'"solution":"', b'"solution":"D ', 1), "deal 1: "),
        (b"", "not a golfsolve-pool file"),
    ):
        pool.write_bytes(damaged)
        found = golfsolve("daily", pool, "--date", "2026-01-01")
        assert (found.code, message in found.err) == (2, True), found.err


# --- calendars -----------------------------------------------------------------------------------


def test_a_calendar_gives_each_date_a_deal_and_none_twice(golfsolve, pool, tmp_path):
    out = tmp_path / "calendar.json"
    assert golfsolve("daily", pool, "--calendar", "2027-12-30", "--days", 65, "--out", out).code == 0
    document = json.loads(out.read_text())
    validator("calendar").validate(document)
    assert document["rules"] == find("relaxed").rules()
    dates = document["dates"]
    assert len(dates) == 65
    assert list(dates) == sorted(dates)
    assert (min(dates), max(dates), "2028-02-29" in dates) == ("2027-12-30", "2028-03-03", True)
    assert (
        len({deal["deal"] for deal in dates.values()})
        == len({deal["cards"] for deal in dates.values()})
        == 65
    )
    for date in ("2027-12-30", "2028-02-29"):
        single = deal_of(golfsolve, pool, date)
        assert dates[date] == {"deal": single["deal"], "cards": single["cards"]}


def test_a_calendar_of_another_programs_numbers_says_so(golfsolve, tmp_path):
    pool = tmp_path / "pool.jsonl"
    golfsolve("pool", "generate", "--numbering", "ms", "--count", 2, "--out", pool)
    document = json.loads(golfsolve("daily", pool, "--calendar", "2026-01-01", "--days", 2).out)
    validator("calendar").validate(document)
    assert document["numbering"] == "ms"
    assert document["dates"]["2026-01-01"]["deal"] == "ms:2"


def test_a_calendar_has_a_line_for_each_date_and_the_same_bytes_everywhere(golfsolve, pool, tmp_path):
    out = tmp_path / "calendar.json"
    calendar = ("daily", pool, "--calendar", "2026-01-01", "--days", 3)
    golfsolve(*calendar, "--out", out)
    assert out.read_bytes() == golfsolve(*calendar).out.encode("ascii")
    assert out.read_bytes().count(b"\n") == 5
    assert b"\r" not in out.read_bytes()
    whole_year = json.loads(golfsolve("daily", pool, "--calendar", "2026-01-01", "--days", 365).out)["dates"]
    assert json.loads(out.read_text())["dates"].items() <= whole_year.items()


def test_a_calendar_is_not_overwritten_unasked(golfsolve, pool, tmp_path):
    out = tmp_path / "calendar.json"
    out.write_text("mine")
    calendar = ("daily", pool, "--calendar", "2026-01-01", "--days", 3, "--out", out)
    assert golfsolve(*calendar).code == 2
    assert out.read_text() == "mine"
    assert golfsolve(*calendar, "--force").code == 0
    assert golfsolve(*calendar[:-1], tmp_path / "nowhere" / "calendar.json").code == 2
    assert golfsolve(*calendar[:-1], tmp_path, "--force").code == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["calendar.json", "pool.jsonl"]


def test_options_of_a_calendar_go_together(golfsolve, pool):
    for options in (
        ("--calendar", "2026-01-01"),
        ("--days", 3),
        ("--out", "x.json"),
        ("--calendar", "2026-01-01", "--days", 0),
        ("--calendar", "2026-01-01", "--days", 3, "--date", "2026-01-01"),
        ("--calendar", "9999-12-31", "--days", 2),
    ):
        assert golfsolve("daily", pool, *options).code == 2


# --- rounds --------------------------------------------------------------------------------------


def test_no_deal_is_in_the_rounds_of_two_dates(pool):
    first = datetime.date(2026, 1, 1)
    dates = [first + datetime.timedelta(day) for day in range(DEALS // 9)]
    deals = [deal.number for date in dates[:30] for deal in daily.round_deals(pool, date).deals]
    assert deals == [json.loads(line)["deal"] for line in pool.read_text().splitlines()[1:271]]
    with pytest.raises(GolfsolveError, match="9 too few"):
        daily.round_deals(pool, dates[-1] + datetime.timedelta(1))


def test_a_round_shows_nine_holes_with_their_best_scores(golfsolve, pool):
    [found] = golfsolve("round", pool, "--date", "2026-01-03", "--json").records
    assert (found["date"], found["day"], found["par"], found["score"]) == ("2026-01-03", 2, 45, None)
    assert [hole["hole"] for hole in found["holes"]] == list(range(1, 10))
    numbers = [hole["deal"] for hole in found["holes"]]
    best = golfsolve("solve", *numbers, "--variant", "relaxed", "--best", "--json").records
    assert [hole["best_score"] for hole in found["holes"]] == [record["best_score"] for record in best]
    assert found["best_score"] == sum(record["best_score"] for record in best)
    lines = golfsolve("round", pool, "--date", "2026-01-03").out.splitlines()
    assert lines[0] == "Relaxed Golf, the round of 2026-01-03"
    assert [line.split()[0] for line in lines[2:]] == ["Hole", "Deal", "Par", "Best"]
    assert lines[3].split()[1:] == list(map(str, numbers))
    assert lines[4].split()[1:] == ["5"] * 9 + ["45"]
    assert lines[5].split()[-1] == str(found["best_score"])


def test_best_scores_of_a_round_come_from_a_pool_that_has_them(golfsolve, tmp_path):
    path, plain = tmp_path / "best.jsonl", tmp_path / "plain.jsonl"
    for out, options in ((path, ["--best"]), (plain, [])):
        golfsolve("pool", "generate", "--count", 9, "--out", out, *options)
    shown = [golfsolve("round", out, "--date", "2026-01-01", "--json").out for out in (path, plain)]
    assert shown[0] == shown[1]


def test_a_played_round_is_scored_hole_by_hole_against_par(golfsolve, pool, tmp_path):
    records = [json.loads(line) for line in pool.read_text().splitlines()[1:10]]
    moves = [record["solution"] for record in records]
    moves[2], moves[4] = "-", "D D d"
    played = tmp_path / "round.txt"
    played.write_text("# my round\n\n" + "\n".join(moves))
    [found] = golfsolve("round", pool, "--date", "2026-01-01", "--play", played, "--json").records
    scores = [record["draws"] - 16 for record in records]
    scores[2], scores[4] = 35, 35
    assert [hole["score"] for hole in found["holes"]] == scores
    assert found["score"] == sum(scores)
    assert (found["holes"][2]["moves"], found["holes"][4]["moves"]) == ("", "D D D")
    assert all(hole["best_score"] <= hole["score"] for hole in found["holes"])
    lines = golfsolve("round", pool, "--date", "2026-01-01", "--play", played).out.splitlines()
    assert lines[6].split() == ["Score", *map(str, scores), str(sum(scores))]
    to_par = [f"{score - 5:+}" if score != 5 else "E" for score in scores]
    assert lines[7].split() == ["To", "par", *to_par, f"{sum(scores) - 45:+}"]
    assert (
        golfsolve(
            "round", pool, "--date", "2026-01-01", "--play", "-", stdin=played.read_text()
        ).out.splitlines()
        == lines
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda moves: moves[:8], "moves for 8 holes (expected a line for each of 9)"),
        (lambda moves: [], "moves for 0 holes"),
        (lambda moves: [*moves, "D"], "moves for 10 holes"),
        (lambda moves: [*moves[:4], "X", *moves[5:]], "line 5: hole 5: move 1 is 'X'"),
        (
            lambda moves: [*moves[:4], "D 9", *moves[5:]],
            "line 5: hole 5: move 2 (9): no exposed card is there",
        ),
        (lambda moves: [*moves[:8], moves[8] + " D"], "line 9: hole 9: "),
        (lambda moves: [*moves[:8], "\u00e9"], "hole 9: "),
    ],
)
def test_a_round_that_cannot_have_been_played_is_refused_with_hole_and_line(
    golfsolve, pool, tmp_path, change, message
):
    moves = [json.loads(line)["solution"] for line in pool.read_text().splitlines()[1:10]]
    played = tmp_path / "round.txt"
    played.write_text("\n".join(change(moves)), encoding="utf-8")
    found = golfsolve("round", pool, "--date", "2026-01-01", "--play", played)
    assert (found.code, found.out, message in found.err) == (2, "", True), found.err


def test_a_round_of_another_game_has_its_best_scores_too(golfsolve, tmp_path):
    pool = tmp_path / "peaks.jsonl"
    golfsolve("pool", "generate", "--variant", "tri-peaks", "--count", 9, "--out", pool)
    [found] = golfsolve("round", pool, "--date", "2026-01-01", "--json").records
    assert all(hole["proven"] and -23 <= hole["best_score"] <= 0 for hole in found["holes"])


# --- weeks ---------------------------------------------------------------------------------------

WEEK = "very-easy,easy,easy,medium,medium,hard,very-hard"
WON = {"very-easy": 0.8, "easy": 0.3, "medium": 0.2, "hard": 0.05, "very-hard": 0.0}


def rated(whole, deals=DEALS, *, seed=1):
    """A pool whose deals are said to be of all levels, many of them of some and few of others."""
    head, *records, closing = [json.loads(line) for line in shortened(whole, deals).splitlines()]
    rng = random.Random(seed)
    for record in records:
        [level] = rng.choices(list(Level), [1, 4, 3, 3, 2])
        record["difficulty"] = {
            "level": level,
            "won": WON[level],
            "first_moves": 1,
            "last_repair": 0,
            "dead_ends": 0,
        }
    data = b"".join(
        map(
            encode, [head | {"difficulty": difficulty.header(list(Level), difficulty.Rater.ERRING)}, *records]
        )
    )
    return data + encode(closing | {"sha256": hashlib.sha256(data).hexdigest()})


@pytest.fixture
def rated_pool(whole, tmp_path):
    path = tmp_path / "rated.jsonl"
    path.write_bytes(rated(whole))
    return path


def dates_and_deals_of_a_week(pool, days):
    """The rule of docs/formats.md, taken at its word: one date after the other, each taking the next deal."""
    records = [json.loads(line) for line in pool.read_text().splitlines()[1:-1]]
    queues = {level: [r["deal"] for r in records if r["difficulty"]["level"] == level] for level in WON}
    names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    week = dict(zip(names, WEEK.split(","), strict=True))
    date = datetime.date(2026, 1, 1)
    for _ in range(days):
        yield str(date), queues[week[date.strftime("%a")]].pop(0)
        date += datetime.timedelta(1)


def test_a_week_gives_each_date_the_next_deal_of_its_level(golfsolve, rated_pool):
    expected = dict(dates_and_deals_of_a_week(rated_pool, 200))
    found = golfsolve("daily", rated_pool, "--week", WEEK, "--calendar", "2026-01-01", "--days", 200)
    document = json.loads(found.out)
    validator("calendar").validate(document)
    assert document["week"] == WEEK.split(",")
    assert {date: deal["deal"] for date, deal in document["dates"].items()} == expected
    assert len(set(expected.values())) == 200
    for date in ("2026-01-01", "2026-01-05", "2026-06-28"):
        single = golfsolve("daily", rated_pool, "--week", WEEK, "--date", date, "--json").records[0]
        assert single["deal"] == expected[date]
        assert single["level"] == document["dates"][date]["level"]
    shown = golfsolve("daily", rated_pool, "--week", WEEK, "--date", "2026-01-04").out
    assert shown.splitlines()[0] == f"Relaxed Golf, 2026-01-04: deal {expected['2026-01-04']}, very-hard"


@given(week=st.lists(st.sampled_from(Level), min_size=7, max_size=7).map(tuple), days=st.integers(1, 500))
def test_places_in_a_week_count_the_days_of_a_level(week, days):
    seen = Counter()
    for day in range(days):
        level = week[(datetime.date(2026, 1, 1) + datetime.timedelta(day)).weekday()]
        assert daily.place_in_week(day, week) == (level, seen[level])
        seen[level] += 1


def test_a_pool_that_grows_changes_no_date_of_a_week(whole, tmp_path):
    week = daily.parse_week(WEEK)
    short, long = tmp_path / "short.jsonl", tmp_path / "long.jsonl"
    short.write_bytes(rated(whole, 300))
    long.write_bytes(rated(whole, 600))
    start = datetime.date(2026, 1, 1)
    assert daily.calendar(short, start, 100, week) == daily.calendar(long, start, 100, week)


def test_a_week_needs_seven_known_levels_and_enough_deals_of_each(
    golfsolve, whole, pool, rated_pool, tmp_path
):
    for week, message in (
        ("easy,easy", "a week of 2 days (expected 7 levels, Monday first)"),
        ("easy," * 6 + "harder", "'harder' is not a level (expected one of very-easy, easy, medium, hard,"),
    ):
        found = golfsolve("daily", rated_pool, "--week", week)
        assert (found.code, message in found.err) == (2, True)
    found = golfsolve("daily", pool, "--week", WEEK)
    assert (found.code, "its deals have no levels" in found.err) == (2, True)
    few = tmp_path / "few.jsonl"
    few.write_bytes(rated(whole, 40))
    held = sum(
        json.loads(line)["difficulty"]["level"] == "very-hard" for line in few.read_text().splitlines()[1:-1]
    )
    found = golfsolve("daily", few, "--week", WEEK, "--calendar", "2026-01-01", "--days", 7 * (held + 2))
    assert found.code == 2
    assert re.search(r"has \d+ [a-z-]+ deals, \d+ too few for 2026-01-01 to 2026-", found.err)


def test_a_calendar_carries_level_and_best_score_and_if_asked_for_tableau_and_solution(
    golfsolve, rated_pool, tmp_path
):
    calendar = ("--calendar", "2026-01-01", "--days", 3)
    plain = json.loads(golfsolve("daily", rated_pool, *calendar).out)["dates"]["2026-01-02"]
    assert list(plain) == ["deal", "cards", "level"]
    found = golfsolve("daily", rated_pool, *calendar, "--tableau", "--solution")
    document = json.loads(found.out)
    validator("calendar").validate(document)
    full = document["dates"]["2026-01-02"]
    assert list(full) == [*plain, "tableau", "opening", "stock", "solution", "draws"]
    record = json.loads(rated_pool.read_text().splitlines()[2])
    assert (full["solution"], full["draws"]) == (record["solution"], record["draws"])
    assert [column[0] for column in full["tableau"]] == full["cards"].split()[:7]
    single = golfsolve(
        "daily", rated_pool, "--date", "2026-01-02", "--json", "--tableau", "--solution"
    ).records[0]
    assert {key: single[key] for key in full} == full
    assert golfsolve("daily", rated_pool, "--date", "2026-01-02", "--solution").code == 2
    best = tmp_path / "best.jsonl"
    golfsolve("pool", "generate", "--best", "--count", 3, "--out", best)
    dates = json.loads(golfsolve("daily", best, *calendar).out)["dates"]
    assert [deal["best_score"] for deal in dates.values()] == [
        json.loads(line)["best_score"] for line in best.read_text().splitlines()[1:-1]
    ]


def test_ratings_of_another_revision_give_no_level_and_no_week(golfsolve, rated_pool):
    head, *records, closing = [json.loads(line) for line in rated_pool.read_text().splitlines()]
    head["difficulty"]["revision"] = 99
    data = b"".join(map(encode, [head, *records]))
    closing |= {"sha256": hashlib.sha256(data).hexdigest()}
    rated_pool.write_bytes(data + encode(closing))
    assert deal_of(golfsolve, rated_pool, "2026-01-02")["level"] is None
    found = golfsolve("daily", rated_pool, "--week", WEEK)
    assert (found.code, "difficulties" in found.err) == (2, True)
