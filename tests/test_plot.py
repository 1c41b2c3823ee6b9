from __future__ import annotations

import re
import sys

import pytest

from golfsolve.cli import run

mpl = pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Statistics with and without scores, those of a player, and a pool with difficulties."""
    commands = {
        "golf": ("stats", "--deals", 200, "--scores"),
        "relaxed": ("stats", "--variant", "relaxed", "--deals", 20),
        "greedy": ("stats", "--deals", 100, "--player", "greedy"),
        "rated": ("pool", "generate", "--variant", "relaxed", "--count", 3, "--difficulty", "any"),
        "plain": ("pool", "generate", "--variant", "relaxed", "--count", 3),
    }
    folder = tmp_path_factory.mktemp("files")
    paths = {name: folder / f"{name}.jsonl" for name in commands}
    for name, command in commands.items():
        assert run([*map(str, command), "--out", str(paths[name]), "--quiet"]) == 0
    return paths


def texts(path):
    """All that is written in a picture; matplotlib draws letters as paths and tells in comments which."""
    return re.findall(r"<!-- (.*?) -->", path.read_text(encoding="utf-8"))


def test_win_rates_stand_beside_published_ones(golfsolve, files, tmp_path):
    picture = tmp_path / "rates.svg"
    assert golfsolve("stats", "plot", files["relaxed"], files["golf"], "--out", picture).code == 0
    shown = texts(picture)
    [found] = golfsolve("stats", "show", files["golf"], "--json").records
    [rate] = [text for text in shown if text.startswith(f"{100 * found['win_rate']:.3f} % (95 %: ")]
    assert f"{rate}\n" in golfsolve("stats", "show", files["golf"]).out
    assert {"golf, 200 deals", "45.109 % (95 %: 45.077 to 45.141)"} <= set(shown)
    assert {"relaxed, 20 deals", "about 93 %", "published, stock known"} <= set(shown)
    assert "player, stock hidden" not in shown


def test_scores_are_drawn_with_par(golfsolve, files, tmp_path):
    picture = tmp_path / "scores.svg"
    assert golfsolve("stats", "plot", files["golf"], files["greedy"], "--out", picture).code == 0
    [found] = golfsolve("stats", "show", files["golf"], "--json").records
    shown = texts(picture)
    assert shown.count("par, 5") == 2
    assert {"golf: best golf scores, 200 deals", f"mean, {found['scores']['mean']:.2f}"} <= set(shown)
    assert {"golf, greedy player, 100 deals", "golf: scores of the greedy player, 100 deals"} <= set(shown)


def test_a_pool_shows_how_hard_its_deals_are(golfsolve, files, tmp_path):
    picture = tmp_path / "pool.svg"
    assert golfsolve("stats", "plot", files["rated"], "--out", picture).code == 0
    shown = texts(picture)
    assert "relaxed: difficulty of 3 deals of a pool" in shown
    assert {"very easy", "easy", "medium", "hard", "very hard"} <= set(shown)
    assert "Win rates, with 95 % intervals" not in shown


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_the_same_files_give_the_same_bytes_whatever_the_settings(golfsolve, files, tmp_path, kind):
    one, two = tmp_path / f"one.{kind}", tmp_path / f"two.{kind}"
    chosen = [files[name] for name in ("golf", "greedy", "rated")]
    assert golfsolve("stats", "plot", *chosen, "--out", one).code == 0
    with mpl.rc_context({"font.size": 20, "svg.hashsalt": None, "axes.facecolor": "red"}):
        assert golfsolve("stats", "plot", *chosen, "--out", two).code == 0
        assert mpl.rcParams["font.size"] == 20
    assert one.read_bytes() == two.read_bytes()
    assert b"<dc:date>" not in one.read_bytes()


def test_a_picture_replaces_another_only_with_force(golfsolve, files, tmp_path):
    picture = tmp_path / "rates.png"
    picture.write_bytes(b"mine")
    refused = golfsolve("stats", "plot", files["golf"], "--out", picture)
    assert (refused.code, picture.read_bytes()) == (2, b"mine")
    assert golfsolve("stats", "plot", files["golf"], "--out", picture, "--force").code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("name", "picture", "message"),
    [
        ("plain", "a.svg", "plain.jsonl: its deals have no difficulty (pool generate --difficulty any)"),
        ("golf", "a.jpg", "a.jpg: unknown kind of picture (expected .svg, .png or .pdf)"),
        ("golf", "a", "unknown kind of picture"),
        ("no", "a.svg", "cannot read"),
        ("text", "a.svg", "text.jsonl: not a golfsolve-stats file"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(golfsolve, files, tmp_path, name, picture, message):
    text = tmp_path / "text.jsonl"
    text.write_text("hello\n", encoding="ascii")
    others = {"text": text, "no": tmp_path / "no.jsonl"}
    found = golfsolve("stats", "plot", (files | others)[name], "--out", tmp_path / picture)
    assert found.code == 2
    assert found.err.startswith("Error: ")
    assert message in found.err
    assert found.err.count("\n") == 1
    assert not (tmp_path / picture).exists()


def test_the_missing_extra_is_named(golfsolve, files, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    found = golfsolve("stats", "plot", files["golf"], "--out", tmp_path / "a.svg")
    assert (found.code, found.err) == (2, "Error: pictures need matplotlib: pip install 'golfsolve[plot]'\n")


def test_differences_to_published_figures_have_their_own_scale(golfsolve, files, tmp_path):
    picture = tmp_path / "differences.svg"
    command = ("stats", "plot", files["golf"], files["relaxed"], files["greedy"], "--panel", "differences")
    assert golfsolve(*command, "--out", picture, "--confidence", "0.9").code == 0
    [found] = golfsolve("stats", "show", files["golf"], "--json").records
    shown = texts(picture)
    assert "Win rates less the published ones, in percentage points (90 %)" in shown
    assert f"{100 * (found['win_rate'] - 0.4510859):+.3f}" in shown
    assert "Blake &amp; Gent, JAIR 85:21 (2026), 10,000,000 deals" in shown or any("Gent" in t for t in shown)
    assert not any("relaxed" in text or "greedy" in text for text in shown)  # nothing to compare them with


def test_effort_shows_the_states_that_deals_take(golfsolve, files, tmp_path):
    picture = tmp_path / "effort.svg"
    assert golfsolve("stats", "plot", files["golf"], "--panel", "effort", "--out", picture).code == 0
    [found] = golfsolve("stats", "show", files["golf"], "--json").records
    nodes = found["nodes"]
    assert f"median {nodes['median']:,}, mean {nodes['mean']:,.0f}" in texts(picture)


def test_a_pool_shows_its_levels_in_order(golfsolve, files, tmp_path):
    picture = tmp_path / "order.svg"
    assert golfsolve("stats", "plot", files["rated"], "--panel", "order", "--out", picture).code == 0
    assert "relaxed: difficulty over the order of the pool, 1 deals per bar" in texts(picture)


def test_panels_that_the_files_lack_are_an_error(golfsolve, files, tmp_path):
    found = golfsolve("stats", "plot", files["golf"], "--panel", "order", "--out", tmp_path / "a.svg")
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert "nothing of order to draw" in found.err


def test_notebooks_get_the_axes(files):
    """Each panel's axes hold what was counted, and are free to be changed."""
    from golfsolve.stats.plot import draw

    axes = draw([str(files["rated"]), files["golf"]])
    titles = [panel.get_title(loc="left") for panel in axes]
    assert titles[0] == "Win rates, with 95 % intervals"
    assert titles[-1].startswith("relaxed: difficulty over the order")
    assert len({panel.figure for panel in axes}) == 1
    levels = axes[titles.index("relaxed: difficulty of 3 deals of a pool")]
    assert sum(bar.get_height() for bar in levels.patches) == 3
