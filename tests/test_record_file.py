from __future__ import annotations

import gzip
import hashlib
import json
import os
import sys
from pathlib import Path

import pytest

from golfsolve.errors import GolfsolveError, RecordError
from golfsolve.files import record_file as recordfile
from golfsolve.files.record_file import Reader, Writer
from golfsolve.game.catalogue import find

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")

HEADER = recordfile.header("test-file", 1, find("golf"), first=1, search=1)
RECORDS = [{"deal": n, "solution": "D " * n} for n in range(1, 6)]
TOTALS = {"kept": 5}


def write(path, records=RECORDS, *, finish=True, **options):
    with Writer.create(path, HEADER, **options) as out:
        for record in records:
            out.write(record)
        if finish:
            out.finish(TOTALS)
    return path.read_bytes()


def resume(path, header=HEADER, accept=lambda record: True):
    """Continue the file at ``path`` to the end, as a program would that has RECORDS to write."""
    kept = []

    def take(record):
        if accept(record):
            kept.append(record)
            return True
        return False

    with Writer.resume(path, header, take) as out:
        assert kept == RECORDS[: len(kept)]
        for record in RECORDS[len(kept) :]:
            out.write(record)
        out.finish(TOTALS)
    return kept


@pytest.fixture
def path(tmp_path):
    return tmp_path / "file.jsonl"


def test_a_file_is_a_header_records_and_a_closing_line(path):
    lines = write(path).splitlines(keepends=True)
    assert json.loads(lines[0])["format"] == "test-file"
    assert [json.loads(line) for line in lines[1:-1]] == RECORDS
    assert json.loads(lines[-1]) == {
        "kept": 5,
        "sha256": hashlib.sha256(b"".join(lines[:-1])).hexdigest(),
    }


def test_lines_are_ascii_and_end_in_lf(path):
    data = write(path, [{"deal": "caf\u00e9\u2028"}])
    assert data.isascii()
    assert b"\r" not in data
    assert data.endswith(b"\n")


def test_a_reader_gives_back_what_was_written(path):
    write(path)
    with Reader(path, "test-file", 1) as reader:
        assert list(reader) == RECORDS
        assert reader.finished
        assert reader.variant == find("golf")


def test_a_gzipped_file_reads_like_a_plain_one(path, tmp_path):
    packed = tmp_path / "packed"  # the name says nothing
    packed.write_bytes(gzip.compress(write(path), mtime=0))
    with Reader(packed, "test-file", 1) as reader:
        assert list(reader) == RECORDS


def test_a_torn_gzip_file_is_an_error_of_ours(path, tmp_path):
    packed = tmp_path / "file.jsonl.gz"
    packed.write_bytes(gzip.compress(os.urandom(3000) + write(path), mtime=0)[:-20])
    with pytest.raises(GolfsolveError):
        list(Reader(packed, "test-file", 1))


def test_an_unfinished_file_is_read_but_says_so(path):
    write(path, finish=False)
    with Reader(path, "test-file", 1) as reader:
        assert list(reader) == RECORDS
        assert not reader.finished


def test_a_changed_byte_breaks_the_checksum(path):
    data = write(path)
    path.write_bytes(data.replace(b'"deal":3', b'"deal":4'))
    with (
        Reader(path, "test-file", 1) as reader,
        pytest.raises(RecordError, match=r"line 7: the checksum"),
    ):
        list(reader)


def test_anything_after_the_closing_line_is_an_error(path):
    path.write_bytes(write(path) + b"\n")
    with (
        Reader(path, "test-file", 1) as reader,
        pytest.raises(RecordError, match="line 8: something follows"),
    ):
        list(reader)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[1]",
        b"{",
        b'{"deal": 1}',
        b'{"deal":NaN1}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"n":' + b"9" * 5000 + b"}",
    ],
)
def test_a_damaged_line_is_named(path, line):
    lines = write(path).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], line + b"\n", *lines[3:]]))
    with Reader(path, "test-file", 1) as reader, pytest.raises(RecordError, match="line 4: not a"):
        list(reader)


def test_a_line_without_end_is_not_read_into_memory(path):
    path.write_bytes(write(path) + b"x" * (2 * recordfile.MAX_LINE))
    with Reader(path, "test-file", 1) as reader, pytest.raises(RecordError, match="longer than"):
        list(reader)


def test_another_format_is_refused(path):
    write(path)
    with pytest.raises(RecordError, match="not a golfsolve-pool file"):
        Reader(path, "golfsolve-pool", 1)
    with pytest.raises(RecordError, match=r"version '1' \(expected 2"):
        Reader(path, "test-file", 2)


def test_an_existing_file_is_kept_unless_forced(path):
    path.write_text("precious")
    with pytest.raises(GolfsolveError, match=r"exists \(--resume"):
        Writer.create(path, HEADER)
    assert path.read_text() == "precious"
    assert write(path, force=True) == write(path, force=True)


def test_a_foreign_file_is_never_resumed(path):
    for text in (b"precious", b"precious\n", b'{"format":"other","version":1}\n'):
        path.write_bytes(text)
        with pytest.raises(RecordError, match="not a test-file file"):
            resume(path)
        assert path.read_bytes() == text


def test_resume_begins_a_file_that_is_not_there(path, tmp_path):
    whole = write(tmp_path / "whole")
    assert resume(path) == []
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "tail", [b"", b"\n", b"\n\n\r\n", b"\x00" * 100], ids=["nothing", "newline", "newlines", "zeros"]
)
def test_a_file_cut_anywhere_resumes_to_the_same_bytes(path, tail):
    whole = write(path)
    header = whole.index(b"\n")
    for length in (*range(0, header, 9), *range(header, len(whole))):
        path.write_bytes(whole[:length] + tail)
        kept = resume(path)
        assert path.read_bytes() == whole
        complete = whole[:length].count(b"\n") - 1
        assert len(kept) == min(max(complete, 0), len(RECORDS)) or tail.startswith(b"\n")


def test_a_line_cut_inside_a_character_is_repaired(path):
    whole = write(path)
    path.write_bytes(whole[: whole.rindex(b'{"kept')] + b'{"deal":"caf\xc3')
    resume(path)
    assert path.read_bytes() == whole


def test_nothing_finished_is_lost(path):
    write(path, RECORDS[:3], finish=False)
    assert resume(path) == RECORDS[:3]


def test_resuming_a_finished_file_changes_nothing(path):
    whole = write(path)
    assert resume(path) == RECORDS
    assert path.read_bytes() == whole


def test_a_record_that_is_not_accepted_is_written_again(path):
    whole = write(path)
    assert resume(path, accept=lambda record: record != RECORDS[-1]) == RECORDS[:-1]
    assert path.read_bytes() == whole


def test_damage_in_the_middle_is_not_repaired(path):
    lines = write(path).splitlines(keepends=True)
    for bad in (b"{torn\n", b"\n"):
        damaged = b"".join([*lines[:3], bad, *lines[3:]])
        path.write_bytes(damaged)
        with pytest.raises(RecordError, match="line 5: there is more after"):
            resume(path)
        assert path.read_bytes() == damaged


def test_a_changed_record_is_not_resumed(path):
    damaged = write(path).replace(b'"deal":3', b'"deal":4')
    path.write_bytes(damaged)
    with pytest.raises(RecordError, match="checksum"):
        Writer.resume(path, HEADER, lambda record: True)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("variant", "relaxed", 'variant "golf", not "relaxed"'),
        ("first", 2, "first 1, not 2"),
        ("search", 0, "search"),
        ("block", 1000, "block null, not 1000"),
    ],
)
def test_another_header_is_refused_with_the_difference_named(path, key, value, named):
    write(path, finish=False)
    with pytest.raises(RecordError, match=named):
        resume(path, HEADER | {key: value})


def test_a_newer_program_with_the_same_search_may_resume(path):
    whole = write(path)
    write(path, RECORDS[:2], finish=False, force=True)
    resume(path, HEADER | {"program": "golfsolve 99"})
    assert path.read_bytes() == whole


def test_a_second_writer_is_told(path):
    with Writer.create(path, HEADER) as out:
        out.write(RECORDS[0])
        for other in (
            lambda: Writer.create(path, HEADER, force=True),
            lambda: Writer.resume(path, HEADER, lambda record: True),
        ):
            with pytest.raises(GolfsolveError, match="is being written"):
                other()
    assert resume(path) == RECORDS[:1]


@posix
@pytest.mark.parametrize("way", ["symbolic link", "hard link", "folder", "relative"])
def test_one_writer_writes_a_file_under_whatever_name(path, way, monkeypatch):
    with Writer.create(path, HEADER) as out:
        out.write(RECORDS[0])
        other = path.with_name("other.jsonl")
        if way == "symbolic link":
            other.symlink_to(path)
        elif way == "hard link":
            os.link(path, other)
        elif way == "folder":
            path.with_name("folder").symlink_to(path.parent)
            other = path.with_name("folder") / path.name
        else:
            monkeypatch.chdir(path.parent)
            other = Path("file.jsonl")
        for begin in (
            lambda: Writer.create(other, HEADER, force=True),
            lambda: Writer.resume(other, HEADER, lambda record: True),
            lambda: recordfile.replacing_records(other, HEADER, force=True).__enter__(),
        ):
            with pytest.raises(GolfsolveError, match="is being written"):
                begin()
        out.write(RECORDS[1])
    assert resume(path) == RECORDS[:2]


def test_nothing_stands_beside_a_file_that_is_written(path):
    path.with_name("file.jsonl.lock").write_text("precious")
    with Writer.create(path, HEADER) as out:
        out.write(RECORDS[0])
        assert len(list(path.parent.iterdir())) == 2
    assert path.with_name("file.jsonl.lock").read_text() == "precious"


@posix
@pytest.mark.parametrize("how", ["removed", "replaced", "moved", "emptied", "longer", "changed"])
def test_a_file_that_others_touch_while_it_is_written_is_no_success(path, how):
    def disturbed():
        with Writer.create(path, HEADER) as out:
            for record in RECORDS:
                out.write(record)
            if how == "removed":
                path.unlink()
            elif how == "replaced":
                path.unlink()
                path.write_text("theirs")
            elif how == "moved":
                path.rename(path.with_name("elsewhere"))
            elif how == "emptied":
                path.write_text("")
            elif how == "longer":
                with path.open("a") as file:
                    file.write("theirs\n")
            else:
                path.write_bytes(path.read_bytes().replace(b'"deal":3', b'"deal":4'))
            out.finish(TOTALS)

    with pytest.raises(GolfsolveError, match=r"removed or replaced|something else has written"):
        disturbed()
    if how == "replaced":
        assert path.read_text() == "theirs"


@posix
def test_a_run_notices_within_seconds_that_its_file_is_gone(path, monkeypatch):
    monkeypatch.setattr(recordfile, "SYNC_SECONDS", 0)
    with Writer.create(path, HEADER) as out:
        path.unlink()
        with pytest.raises(GolfsolveError, match="removed"):
            out.write(RECORDS[0])


@posix
def test_what_is_no_file_is_refused_at_once(path):
    os.mkfifo(path)
    for begin in (
        lambda: Writer.create(path, HEADER, force=True),
        lambda: Writer.resume(path, HEADER, lambda record: True),
    ):
        with pytest.raises(GolfsolveError, match=r"it is a pipe \(expected a file\)"):
            begin()


def test_a_folder_that_does_not_exist_is_an_error_of_ours(tmp_path):
    with pytest.raises(GolfsolveError, match="cannot write"):
        Writer.create(tmp_path / "nowhere" / "file.jsonl", HEADER)
    with pytest.raises(GolfsolveError, match="cannot read"):
        Reader(tmp_path / "nowhere", "test-file", 1)
    with pytest.raises(GolfsolveError):
        Writer.create(tmp_path, HEADER, force=True)


def test_a_full_disk_keeps_what_was_finished(path):
    many = RECORDS * 10
    whole = write(path, many)

    class FullDisk:
        """A file that takes half a line and then no more."""

        def __init__(self, file):
            self.file = file

        def write(self, data):
            if self.file.tell() > 700:
                raise OSError(28, "No space left on device")
            return self.file.write(data[: max(1, len(data) // 2)])

        def __getattr__(self, name):
            return getattr(self.file, name)

    path.unlink()

    def write_until_full():
        with Writer.create(path, HEADER) as out:
            out._file = FullDisk(out._file)
            for record in many:
                out.write(record)

    with pytest.raises(GolfsolveError, match="No space left"):
        write_until_full()
    kept = path.read_bytes()
    assert len(kept) > 600
    assert kept.endswith(b"}\n")
    assert whole.startswith(kept)


@pytest.mark.parametrize(
    "facts",
    [
        {"variant": None},
        {"variant": ["golf"]},
        {"rules": None},
        {"rules": []},
        {"rules": {"stock": 16}},
        {"first": None},
        {"first": 0},
        {"first": True},
        {"first": "1"},
        {"first": 1.0},
    ],
)
def test_a_header_that_does_not_say_what_it_must_is_damage(path, facts):
    head = recordfile.header("test-file", 1, find("golf"), first=1)
    path.write_bytes(recordfile.encode(head))
    Reader(path, "test-file", 1, ["first"]).__exit__()
    path.write_bytes(recordfile.encode(head | facts))
    with pytest.raises(RecordError, match="line 1: "):
        Reader(path, "test-file", 1, ["first"])


CHANGED = {
    "CR LF": lambda data: data.replace(b"\n", b"\r\n"),
    "a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "both": lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
}


@pytest.mark.parametrize("how", CHANGED)
@pytest.mark.parametrize("packed", [False, True])
def test_a_whole_file_with_other_line_ends_is_read_and_not_continued(how, packed, path):
    changed = CHANGED[how](write(path))
    path.write_bytes(gzip.compress(changed, mtime=0) if packed else changed)
    with Reader(path, "test-file", 1) as reader:
        assert list(reader) == RECORDS
        assert reader.finished
    assert recordfile.format_of(path) == "test-file"
    if not packed:
        with pytest.raises(RecordError, match=r"CR LF or put a byte order mark .*docs/ci.md"):
            resume(path)
        assert path.read_bytes() == changed


def test_other_line_ends_hide_no_change(path):
    path.write_bytes(write(path).replace(b'"deal":3', b'"deal":4').replace(b"\n", b"\r\n"))
    with Reader(path, "test-file", 1) as reader, pytest.raises(RecordError, match="checksum"):
        list(reader)
