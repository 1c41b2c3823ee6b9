from __future__ import annotations

import pytest

from golfsolve.errors import GolfsolveError
from golfsolve.files.replacing import replacing, writing


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


@pytest.mark.parametrize("error", [KeyboardInterrupt, InterruptedError, BrokenPipeError, GolfsolveError])
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
    with pytest.raises(GolfsolveError, match=r"cannot write .*file: No such file"):
        write(tmp_path / "nowhere" / "file", "text")
    with pytest.raises(GolfsolveError, match="exists"):
        write(tmp_path, "text", force=True)
