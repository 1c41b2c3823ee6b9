"""What people give to the program as deals: the same deal in other spellings, and what is none."""

from __future__ import annotations

import pytest

BOARD = """\
Talon: TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS
Foundations: JH
4C 7S 5S KH TC
5H 2C 6C 6S TS
QC QH 9C 7D AD
5D 9S 3C 8C 4D
2D 2S 6H AC QS
7H KD JC 9H 3H
AH JS TH 5C 3S
"""
TALON, FOUNDATIONS, *COLUMNS = BOARD.splitlines(keepends=True)


@pytest.mark.parametrize(
    "text",
    [
        BOARD.replace("T", "10").replace("10alon", "Talon"),
        BOARD.lower(),
        "\ufeff" + BOARD,
        BOARD.replace("\n", "\r\n"),
        BOARD.replace("\n", "\r"),
        BOARD.rstrip(),
        "\n\n" + BOARD + "\n\n",
        "".join([FOUNDATIONS, TALON, *COLUMNS]),
    ],
    ids=["10", "lower case", "mark", "CR LF", "CR", "no end", "blank lines", "foundations first"],
)
def test_another_spelling_is_the_same_deal(golfsolve, text):
    [found] = golfsolve("solve", "-", "--json", stdin=text).records
    [wanted] = golfsolve("solve", "ms:24", "--json").records
    assert found == wanted | {"deal": "stdin:" + ("3" if text[0] == "\n" else "1")}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (BOARD.replace("KD", "KC"), ("KC", "KD")),
        (BOARD.replace("5H ", ""), ("5H",)),
        (BOARD.replace("JH", "zzz"), ("line 2", "zzz")),
        (BOARD.replace(FOUNDATIONS, ""), ("Foundations",)),
        (BOARD.replace("AH JS", "AH ?S JS"), ("line 9", "?S")),
        (BOARD.replace("4C 7S", "4C JK"), ("line 3", "JK")),
        (BOARD.replace("4C 7S", "4C 14S"), ("line 3", "14S")),
        (BOARD.replace("4C 7S", "4C 7S 7S"), ("line 3", "6 cards")),
        ("".join([TALON, FOUNDATIONS, *COLUMNS[:6]]), ("7", "6")),
        (TALON + FOUNDATIONS + "AH " * 20_000, ("expected 7 columns, got 1",)),
        ("", ("no cards",)),
        ("AH " * 350_000, ("line 1",)),
        ("x" * 2**20 + "x", ("characters",)),
        ("\0\0\0", ("not a text",)),
        (b"\xff\xfe\xff", ("not a text",)),
        ("[" * 100_000, ("line 1",)),
    ],
    ids=lambda value: str(value)[-30:] if isinstance(value, tuple) else "",
)
@pytest.mark.parametrize("command", ["solve", "deal"])
def test_what_is_no_deal_is_one_error_and_the_next_is_read(golfsolve, tmp_path, text, words, command):
    path, good = tmp_path / "deals.txt", tmp_path / "good.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    good.write_text(BOARD)
    arguments = ("--json", "--quiet") if command == "solve" else ("--format", "json")
    found = golfsolve(command, path, good, *arguments)
    assert found.code == 2
    error, *others = found.err.splitlines()
    assert not others
    assert error.startswith(f"Error: {path}: ")
    assert len(error) < 400
    for word in words:
        assert word in error
    assert found.records[-1]["cards"].startswith("4C 5H QC")


@pytest.mark.parametrize(
    "number",
    [
        *("0", "-1", "9007199254740992", "26464608654870335080", "0-5", "5-1"),
        *("ms:0", "ms:8589934592", "ms:5-1", "kpat:0", "pysol:0", "ms0", "ms24x"),
        *("\u0661", "\uff11", "ms:\u0661", "1_000", "1e3", "+1", "0x10", "1.0"),
    ],
)
def test_numbers_out_of_range_or_in_other_scripts_are_refused_and_never_wrap(golfsolve, number):
    found = golfsolve("solve", "--json", "--", number, 1)
    assert found.code == 2
    assert found.err.startswith("Error: ")
    assert [record["deal"] for record in found.records if "error" not in record] == [1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("pool", "generate", "--out", "x", "--count", "N"),
        ("pool", "generate", "--out", "x", "--count", "1", "--start", "N"),
        ("pool", "generate", "--out", "x", "--count", "1", "--max-nodes", "N"),
        ("stats", "--deals", "N"),
        ("stats", "--deals", "1", "--jobs", "N"),
        ("stats", "check", "x", "--sample", "N"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("number", ["0", "-1", "\u0663", "\uff13", "1_0", "26464608654870335080"])
def test_every_option_takes_plain_numbers_only(golfsolve, tmp_path, monkeypatch, arguments, number):
    monkeypatch.chdir(tmp_path)
    found = golfsolve(*[number if word == "N" else word for word in arguments])
    assert found.code == 2
    assert "is not a whole number" in found.err or "numbers end at" in found.err
    assert not list(tmp_path.iterdir())
