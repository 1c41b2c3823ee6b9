"""What `import golfsolve` gives."""

from __future__ import annotations

import inspect

import pytest

import golfsolve


def test_every_public_name_is_there_and_says_what_it_is():
    for name in golfsolve.__all__:
        assert inspect.getdoc(getattr(golfsolve, name)), name
    assert set(golfsolve.__all__) == set(golfsolve._MODULES)
    assert set(golfsolve.__all__) <= set(dir(golfsolve))


def test_other_names_are_missing_in_the_usual_way():
    with pytest.raises(AttributeError, match="module 'golfsolve' has no attribute 'nothing'"):
        golfsolve.nothing  # noqa: B018
    assert not hasattr(golfsolve, "nothing")
