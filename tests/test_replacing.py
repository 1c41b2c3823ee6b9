from __future__ import annotations

import os
import sys

import pytest

from golfsolve.errors import GolfsolveError, Stopped
from golfsolve.files.replacing import replacing, write_text, writing
from golfsolve.files.targets import part_of

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "file"


def write(path, text, **options):
    with replacing(path, **options) as part, writing(path):
        part.write_text(text)


def test_a_file_takes_its_place_when_it_is_whole(path):
    with replacing(path) as part:
        part.write_text("half")
        assert not path.exists()
        part.write_text("whole")
    assert path.read_text() == "whole"
    assert list(path.parent.iterdir()) == [path]


def test_what_is_there_stays_unless_forced(path):
    path.write_text("precious")
    with pytest.raises(GolfsolveError, match=r"exists \(--force replaces it\)"):
        write(path, "new")
    assert path.read_text() == "precious"
    write(path, "new", force=True)
    assert path.read_text() == "new"


@pytest.mark.parametrize("error", [KeyboardInterrupt, Stopped, BrokenPipeError, GolfsolveError])
def test_a_failure_leaves_what_was_there_and_nothing_else(path, error):
    def fail():
        with replacing(path, force=True) as part:
            part.write_text("half")
            raise error

    path.write_text("precious")
    with pytest.raises(error):
        fail()
    assert path.read_text() == "precious"
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_an_error_of_ours(tmp_path):
    with pytest.raises(GolfsolveError, match=r"cannot write .*file: there is no folder"):
        write(tmp_path / "nowhere" / "file", "text")
    with pytest.raises(GolfsolveError, match="a folder"):
        write(tmp_path, "text", force=True)


@posix
def test_the_file_behind_a_link_is_replaced(path, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    there = tmp_path / "elsewhere" / "there"
    path.symlink_to(there)
    write(path, "one")
    write(path, "two", force=True)
    assert path.is_symlink()
    assert there.read_text() == "two"
    assert list(there.parent.iterdir()) == [there]


@posix
def test_a_replaced_file_keeps_who_may_read_it(path):
    path.write_text("secret")
    path.chmod(0o600)
    write(path, "new secret", force=True)
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_a_killed_run_has_left_is_taken_over_and_hidden(path):
    part = part_of(path)
    part.write_text("half of something longer")
    assert part.name.startswith(".")
    write(path, "whole")
    assert path.read_text() == "whole"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("name", ["package.lock", "package.part", "package.1234.part", ".package.part"])
def test_files_of_the_user_beside_it_stay(name, tmp_path):
    (tmp_path / name).write_text("precious")
    write(tmp_path / "package", "new")
    assert (tmp_path / name).read_text() == "precious"


def test_a_name_as_long_as_names_can_be_works(tmp_path):
    path = tmp_path / ("x" * 255)
    write(path, "one")
    write(path, "two", force=True)
    assert path.read_text() == "two"
    assert list(tmp_path.iterdir()) == [path]


def test_two_that_make_the_same_file_do_not_mix(path):
    with replacing(path) as part:
        part.write_text("first")
        with pytest.raises(GolfsolveError, match="being written by another"):
            write(path, "second")
    assert path.read_text() == "first"


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_somebody_has_made_meanwhile_stays(path, links, monkeypatch):
    def no_links(*_):
        raise OSError(1, "Operation not permitted")

    def late():
        with replacing(path) as part:
            part.write_text("ours")
            path.write_text("theirs")

    if not links:
        monkeypatch.setattr(os, "link", no_links)
    with pytest.raises(GolfsolveError, match="exists"):
        late()
    assert path.read_text() == "theirs"
    assert list(path.parent.iterdir()) == [path]


def test_a_removed_part_is_no_success_and_names_the_file(path):
    def robbed():
        with replacing(path) as part:
            part.unlink()

    with pytest.raises(GolfsolveError, match=f"cannot write {path}: .*is gone"):
        robbed()
    assert not path.exists()


def test_text_is_written_whole_or_not_at_all(path):
    def pieces():
        yield "one\n"
        raise GolfsolveError("no more")

    with pytest.raises(GolfsolveError, match="no more"):
        write_text(path, pieces())
    assert list(path.parent.iterdir()) == []
    write_text(path, ["one\n", "two\n"])
    assert path.read_bytes() == b"one\ntwo\n"
