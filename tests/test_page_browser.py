"""The page in a real browser: Debian's chromium, driven by playwright, on a phone and on a desk."""

from __future__ import annotations

import datetime
import os
import re
import shutil
from pathlib import Path

import pytest

from golfsolve import DealNumber, deal_number
from golfsolve.cli import run
from golfsolve.game.moves import DRAW, parse_moves
from golfsolve.game.referee import Position
from golfsolve.play.review import review
from golfsolve.solving.solver import Solver
from tests.boards import GOLF

CHROMIUM = shutil.which("chromium")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
SCREENS = {"phone": (360, 640), "desk": (1280, 800)}
TODAY = datetime.date(2026, 1, 20)  # what the browser is told, so that a small pool does
AXE = Path(os.environ.get("AXE_CORE", "node_modules/axe-core/axe.min.js"))


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    """Two games, from five days ago on; each date has nine holes."""
    folder = tmp_path_factory.mktemp("page")
    first = TODAY - datetime.timedelta(5)
    count = 9 * ((first - datetime.date(2026, 1, 1)).days + 10)
    pools = []
    for name in ("golf", "relaxed"):
        pools.append(str(folder / f"{name}.jsonl"))
        assert (
            run(["pool", "generate", "--variant", name, "--count", str(count), "--out", pools[-1], "--quiet"])
            == 0
        )
    out = folder / "page.html"
    assert run(["page", *pools, "--from", str(first), "--days", "10", "--out", str(out), "--quiet"]) == 0
    return out


class Table:
    """A page that is open, and what it asked for and complained of."""

    def __init__(self, browser, address, screen, **options):
        width, height = SCREENS[screen]
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, timezone_id="UTC", **options
        )
        self.context.clock.set_fixed_time(datetime.datetime.combine(TODAY, datetime.time(12), datetime.UTC))
        self.page = self.context.new_page()
        self.address = address
        self.problems, self.requests = [], []
        self.page.on(
            "console", lambda m: self.problems.append(m.text) if m.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def heard(self, message):
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def open(self, place=""):
        self.page.goto(f"{self.address}{'#' + place if place else ''}")
        self.page.wait_for_function("() => globalThis.app?.play")
        return self

    def text(self, name):
        return self.page.text_content(f"#{name}")

    def said(self, pattern, timeout=10_000):
        self.page.wait_for_function(
            "pattern => new RegExp(pattern).test(document.getElementById('say').textContent)",
            arg=pattern,
            timeout=timeout,
        )

    def card(self, place):
        return self.page.locator(f"#board [data-place='{place}']")

    def moves(self):
        return self.page.evaluate("app.play.moves")

    def tap(self, move):
        """Play a move by tapping its card, as the position has it."""
        if move == DRAW:
            self.page.click("#stock")
        else:
            place = self.page.evaluate("move => app.play.position.placeOf(move)", move)
            self.card(place).click()


@pytest.fixture(params=SCREENS)
def table(request, browser, page_file):
    opened = Table(browser, page_file.as_uri(), request.param)
    yield opened
    opened.context.close()
    assert opened.problems == []
    assert [url for url in opened.requests if not url.startswith(("file:", "blob:", "data:"))] == []


def best_line(number):
    return Solver(GOLF).best(deal_number(DealNumber(number), GOLF)).moves


def test_a_deal_is_won_by_its_best_line_with_taps(table):
    table.open("golf/2")
    line = best_line(2)
    for move in line:
        table.tap(move)
    assert table.moves() == list(line)
    table.page.wait_for_selector("#result[open]")
    table.page.wait_for_function(
        "() => document.querySelector('#result .body').textContent.includes('Nobody')"
    )
    assert "35 of 35" in table.text("result")
    table.page.click("#share")
    shared = table.page.input_value("#shared")
    assert shared.splitlines()[0] == "Golf, deal 2"
    assert "score \u22122 (best possible \u22122)" in shared
    assert "file:" not in shared


def test_a_deal_is_won_with_the_keyboard(table):
    table.open("golf/5")
    for move in best_line(5):
        table.page.keyboard.press("d" if move == DRAW else str(move))
    assert table.text("left") == "0"
    assert table.page.is_visible("#result")


def first_play(table):
    """Open a deal in which a card plays at once: its start, and the column of that card."""
    for number in range(1, 100):
        position = Position(deal_number(DealNumber(number), GOLF), GOLF)
        if position.legal_moves() != (DRAW,):
            table.open(f"golf/{number}")
            return position, position.legal_moves()[0]
    raise AssertionError


def test_arrows_move_among_columns_and_stock_and_enter_plays(table):
    _, column = first_play(table)
    table.page.keyboard.press("ArrowRight")  # from the first card, which has the focus, to the second
    table.page.keyboard.press("ArrowLeft")
    for _ in range(column - 1):
        table.page.keyboard.press("ArrowRight")
    table.page.keyboard.press("Enter")
    assert table.moves() == [column]
    table.page.keyboard.press("ArrowDown")
    table.page.keyboard.press(" ")
    assert table.moves() == [column, DRAW]


def test_a_card_that_does_not_fit_says_why_and_stays(table):
    table.open("golf/2")
    position = Position(deal_number(DealNumber(2), GOLF), GOLF)
    wrong = next(move for move in position.exposed() if move not in position.legal_moves())
    before = table.card(position.exposed()[wrong]).bounding_box()
    table.tap(wrong)
    table.said("does not play on the Five of Clubs: it takes one rank up or down")
    assert table.moves() == []
    table.page.wait_for_timeout(400)
    assert table.card(position.exposed()[wrong]).bounding_box() == before


def test_a_card_is_dragged_onto_the_waste_and_nowhere_else(table):
    position, column = first_play(table)
    for target, moves in (("#board", []), ("#waste", [column])):
        box, to = (
            table.card(position.exposed()[column]).bounding_box(),
            table.page.locator(target).bounding_box(),
        )
        table.page.mouse.move(box["x"] + 10, box["y"] + 20)
        table.page.mouse.down()
        table.page.mouse.move(box["x"] + 30, box["y"] + 40, steps=3)
        table.page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] - 12, steps=4)
        table.page.mouse.up()
        assert table.moves() == moves


def test_nothing_moves_under_the_finger(table):
    table.open("golf/2")
    ids = ["stock", "waste", "undo", "next", "board"]
    boxes = [table.page.locator(f"#{name}").bounding_box() for name in ids]
    for move in best_line(2)[:12]:
        table.tap(move)
    table.page.keyboard.press("h")
    table.said("best score")
    assert [table.page.locator(f"#{name}").bounding_box() for name in ids] == boxes


def test_undo_goes_back_to_the_start_and_redo_to_the_end(table):
    table.open("golf/2")
    line = best_line(2)[:20]
    for move in line:
        table.page.keyboard.press("d" if move == DRAW else str(move))
    for _ in range(25):
        table.page.keyboard.press("u")
    assert table.moves() == []
    assert (table.text("left"), table.text("stock-left")) == ("35", "16")
    for _ in range(25):
        table.page.keyboard.press("r")
    assert table.moves() == list(line)


def test_a_lost_game_is_reviewed_and_replayed(table):
    game = "D D 4 D D D 4 D 1 2 3 7 D 1 3 2 D 6 5 5 4 2 2 D D D D 2 D 6 5 D 5 D D 1 3 3 7"
    table.open("golf/2")
    for word in game.split():
        table.page.keyboard.press(word.lower())
    found = review(deal_number(DealNumber(2), GOLF), parse_moves(game), Solver(GOLF))
    table.page.wait_for_function(
        "() => /Lost at move/.test(document.querySelector('#result .body').textContent)"
    )
    body = table.text("result")
    assert "No move is left" in body
    assert f"Lost at move {found.lost.number}:" in body
    assert f"{35 - found.end.cards_left} of 35" in body
    rows = table.page.locator("#result tbody tr")
    assert rows.count() == len(found.mistakes)
    table.page.click("#replay-best")
    table.page.click("#last")
    table.said("A best line: move")
    assert table.text("left") == "0"
    table.page.click("#first")
    assert table.text("left") == "35"
    table.page.click("#run")
    table.said("move 2 of")
    table.page.click("#replay-close")
    assert table.text("left") == str(found.end.cards_left)


def test_a_hint_from_a_lost_position_says_so_and_still_helps(table):
    table.open("golf/2")
    for word in ["D", "D", "4", "D", "D", "D", "4"]:
        table.page.keyboard.press(word.lower())
    table.page.keyboard.press("h")
    table.said("This can no longer be won; at best .* stay")
    assert table.page.locator(".hint").count() == 1
    table.page.keyboard.press("a")
    table.page.wait_for_function("() => app.play.moves.length === 8")
    assert table.page.evaluate("app.play.helped")


def test_hints_keep_the_best_score_to_the_end(table):
    table.open("golf/7")
    score = Solver(GOLF).best(deal_number(DealNumber(7), GOLF)).score
    for count in range(1, 60):
        if table.page.evaluate("app.play.over"):
            break
        table.page.keyboard.press("a")
        table.page.wait_for_function("count => app.play.moves.length >= count || app.play.over", arg=count)
    assert table.page.evaluate("app.play.position.score") == score


def test_today_earlier_days_and_tomorrow(table):
    table.open()
    assert table.text("label") == f"{TODAY.day} {TODAY:%B %Y}"
    yesterday, tomorrow = TODAY - datetime.timedelta(1), TODAY + datetime.timedelta(1)
    table.page.click("#calendar-open")
    if tomorrow.month == TODAY.month:
        assert table.page.locator(f"[data-date='{tomorrow}']").is_disabled()
    if yesterday.month != TODAY.month:
        table.page.click("[data-turn='-1']")
    table.page.click(f"[data-date='{yesterday}']")
    assert table.text("label") == f"{yesterday.day} {yesterday:%B %Y}"
    assert table.page.evaluate("location.hash") == f"#golf/{yesterday}"
    table.open(f"golf/{tomorrow}")
    assert table.text("label") == f"{TODAY.day} {TODAY:%B %Y}"


def test_a_page_whose_dates_have_not_begun_says_when_and_plays_on(table, page_file, golfsolve, tmp_path):
    """Where it is still yesterday, a page that was made today has no deal of the day yet."""
    pool, out = page_file.parent / "golf.jsonl", tmp_path / "early.html"
    first = TODAY + datetime.timedelta(2)
    assert golfsolve("page", pool, "--from", first, "--days", 2, "--out", out).code == 0
    table.address = out.as_uri()
    table.open()
    assert table.text("label") == "deal 1"
    assert table.text("say") == f"The first deal of this page opens on {first.day} {first:%B %Y}."
    table.page.keyboard.press("d")
    assert table.moves() == [DRAW]
    table.page.click("#calendar-open")
    assert table.page.locator(f"[data-date='{first}']").is_disabled()
    table.page.keyboard.press("Escape")
    table.page.click("#round-open")
    assert not table.page.is_visible("#round")
    table.said("The first nine holes of this page open on")


@pytest.mark.parametrize(
    "address", ["%", "%E0%A4%A", "golf/0", "golf/2026-02-30", "chess/1", "constructor/1"]
)
def test_an_address_that_names_no_deal_is_told_and_gives_todays(table, address):
    table.open(address)
    assert table.text("say") == "The address names no deal that is open here."
    assert table.text("label") == f"{TODAY.day} {TODAY:%B %Y}"


def test_nine_holes_are_counted_against_par(table):
    table.open(f"golf/{TODAY}")
    for hole in range(1, 10):
        table.open(f"golf/{TODAY}/{hole}")
        table.page.click("#give-up")
        table.page.keyboard.press("Escape")
    table.page.click("#round-open")
    assert table.page.locator("#round tfoot td").last.text_content() == str(9 * 35)
    assert "9 of 9 holes played: 270 over par." in table.text("round")
    table.page.click("[data-hole='2']")
    assert table.text("label").startswith("hole 3 of")


def test_any_number_of_any_rules_is_dealt_and_linked(table):
    table.open()
    table.page.click("#number-open")
    table.page.fill("#number-text", "0")
    table.page.click("#number-form button[type=submit]")
    assert "out of range" in table.text("number-said")
    table.page.fill("#number-text", "ms:24")
    table.page.check("input[name=king][value=relaxed]")
    table.page.click("#number-form button[type=submit]")
    assert table.page.evaluate("location.hash") == "#relaxed/ms:24"
    assert table.text("title") == "Relaxed Golf"
    assert table.page.locator("#waste").get_attribute("aria-label") == "Waste: Jack of Hearts"
    table.page.keyboard.press("n")
    assert table.text("label") == "deal ms:25"


def test_games_are_kept_and_results_counted(table):
    table.open("golf/2")
    table.page.keyboard.press("d")
    table.page.reload()
    table.page.wait_for_function("() => globalThis.app?.play")
    assert table.moves() == [DRAW]
    table.open(f"golf/{TODAY}")
    number = table.page.evaluate("app.here.pool.days[app.here.pool.index(app.here.date)]")
    for move in best_line(number):
        table.page.keyboard.press("d" if move == DRAW else str(move))
    table.page.keyboard.press("Escape")
    table.page.click("#more-open")
    assert re.sub(r"\s+", "", table.text("kept")) == "Played1Won1Daysinarow1Bestround\u2013"


def test_a_browser_that_refuses_storage_is_played_in_all_the_same(table):
    table.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } });"
    )
    table.open("golf/2")
    table.said("keeps nothing")
    table.page.keyboard.press("d")
    assert table.moves() == [DRAW]


def test_two_tabs_keep_each_others_games(table):
    table.open("golf/2")
    other = table.context.new_page()
    other.goto(f"{table.address}#golf/5")
    other.keyboard.press("d")
    table.page.keyboard.press("d")
    for tab in (table.page, other):
        tab.reload()
        tab.wait_for_function("() => globalThis.app?.play")
        assert tab.evaluate("app.play.moves") == [DRAW]


@pytest.mark.parametrize("text", ["{", "null", "[]", '{"version": 1}', '{"version": 1, "results": 5}'])
def test_what_something_else_has_left_in_the_storage_is_no_matter(table, text):
    table.open("golf/2")
    table.page.evaluate("text => localStorage.setItem('golfsolve', text)", text)
    table.page.reload()
    table.page.wait_for_function("() => globalThis.app?.play")
    table.page.click("#give-up")
    table.page.reload()
    table.page.wait_for_function("() => globalThis.app?.play")
    assert table.page.evaluate("[app.store.kept, app.store.totals('golf').played]") == [True, 1]


def test_every_game_fits_its_screen(table):
    for name in (
        "golf",
        "thieves",
        "double-golf",
        "black-hole",
        "all-in-a-row",
        "golf-rush",
        "escalator",
        "tri-peaks",
    ):
        table.open(f"{name}/7")
        width, height = table.page.viewport_size["width"], table.page.viewport_size["height"]
        hand = table.page.locator(".hand").bounding_box()
        for box in table.page.evaluate(
            "app.board.cards.map(c => c.getBoundingClientRect()).map(r => [r.left, r.right, r.top, r.bottom])"
        ):
            assert 0 <= box[0] < box[1] <= width, name
            assert 0 <= box[2] < box[3] <= hand["y"] + 2, name
        assert hand["y"] + hand["height"] <= height
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_narrowest_phone_has_all_of_it(browser, page_file):
    narrow = Table(browser, page_file.as_uri(), "phone")
    narrow.page.set_viewport_size({"width": 320, "height": 568})
    narrow.open("golf/2")
    assert narrow.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert narrow.page.locator("#give-up").is_visible()
    narrow.context.close()


@pytest.mark.parametrize("size", [(568, 320), (640, 360), (844, 390)])
def test_a_phone_on_its_side_has_the_hand_beside_the_table(browser, page_file, size):
    width, height = size
    side = Table(browser, page_file.as_uri(), "phone")
    side.page.set_viewport_size({"width": width, "height": height})
    for name in ("golf", "double-golf", "black-hole", "tri-peaks"):
        side.open(f"{name}/7")
        table, hand = (side.page.locator(place).bounding_box() for place in ("#board", ".hand"))
        assert hand["x"] >= table["x"] + table["width"], name
        assert hand["y"] + hand["height"] <= height
        assert side.page.evaluate(
            "Math.max(...app.board.cards.map(card => card.getBoundingClientRect().bottom))"
        ) <= max(height, 330), name
        assert side.page.evaluate("document.documentElement.scrollWidth") <= width
    side.context.close()


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(browser, page_file, screen, scheme):
    """axe-core finds no violation, in any window of the page."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed (npm install axe-core)")
    table = Table(
        browser, page_file.as_uri(), screen, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True
    )
    table.open("golf/2")
    table.page.add_script_tag(path=str(AXE))
    windows = [None, "calendar-open", "round-open", "number-open", "more-open", "help-open", "give-up"]
    for window in windows:
        if window is not None:
            table.page.click(f"#{window}")
            table.page.wait_for_timeout(300)
        found = table.page.evaluate(
            "axe.run().then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html)]))"
        )
        assert found == [], (window, found)
        table.page.keyboard.press("Escape")
    table.context.close()


def test_looks_and_colours_are_the_players(table):
    table.open("golf/2")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = table.page.evaluate(paper)
    table.page.click("#more-open")
    table.page.check("input[name=look][value=dark]")
    assert table.page.evaluate(paper) != light
    colour = "getComputedStyle(document.querySelector('#board .diamond')).color"
    before = table.page.evaluate(colour)
    table.page.check("#four")
    assert table.page.evaluate(colour) != before
    table.page.reload()
    table.page.wait_for_function("() => globalThis.app?.play")
    assert table.page.evaluate(paper) != light


def test_hints_come_within_a_moment_and_never_block_the_page(table):
    """The solver is in a worker: a frame comes while it thinks about a game that it cannot see through."""
    table.open("double-golf/2")
    assert table.page.evaluate("app.thinker.worker !== null")
    frames = table.page.evaluate(
        """async () => {
            let frames = 0, done = false;
            const hint = app.showHint().then(() => (done = true));
            while (!done) { await new Promise(requestAnimationFrame); frames++; if (frames > 600) break; }
            await hint;
            return frames;
        }"""
    )
    assert frames >= 1
    table.said("can|known")


def test_without_workers_hints_come_all_the_same(table):
    table.page.add_init_script("delete window.Worker;")
    table.open("golf/2")
    table.page.keyboard.press("h")
    table.said("This can be won: best score \u22122")
