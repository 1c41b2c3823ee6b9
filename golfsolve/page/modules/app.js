// The page: which deal lies on the table, what the player does, what is said and kept.

import { Board, faceOf, suitClass } from "./board.js";
import { HOLES, PAR, today } from "./dates.js";
import {
  PoolDates, cards, escapeHtml, fillCalendar, fillResult, fillRound, sayDate, sayScore, shareText,
} from "./dialogs.js";
import { Play } from "./game.js";
import { LARGEST, dealNumber } from "./numbering.js";
import { DRAW, formatCard, makeGame, nameCard, parseCard, parseMoves } from "./rules.js";
import { Store } from "./store.js";
import { Thinker } from "./thinker.js";

const GOLF_RULES = ["golf", "dead-king", "relaxed"]; // one game with three rules for the King

/** The parts of an address, none where a browser could not have written it. */
function partsOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1)).split("/");
  } catch {
    return [];
  }
}

export class App {
  constructor(root, facts, workerSource) {
    this.$ = (id) => root.getElementById(id);
    this.root = root;
    this.games = Object.fromEntries(
      Object.entries(facts.games).map(([name, game]) => [name, { ...makeGame(name, game.rules, game.title), say: game.rule }]),
    );
    this.pools = facts.pools.map((pool) => new PoolDates(pool));
    this.singles = facts.singles;
    this.store = new Store();
    this.thinker = new Thinker(workerSource);
    this.board = new Board(this.$("board"), this.$("waste"), (place) => this.playPlace(place));
    this.replayed = null; // {moves, at, timer} while a line is shown
    this.focus = 0; // among the open cards and the stock
    this.bindButtons();
    this.applySettings();
    addEventListener("hashchange", () => this.route());
    root.addEventListener("keydown", (event) => this.onKey(event));
    this.route();
    if (!this.store.kept) this.say("This browser keeps nothing for this page: results last until you leave it.");
  }

  // --- which deal -----------------------------------------------------------------------------------------------

  /** Open the deal of the address: `#golf/2026-12-01`, `#golf/2026-12-01/3` (a hole), `#golf/24`, `#deal/1`. */
  route() {
    this.closeDialogs();
    const wanted = this.find(partsOf(location.hash));
    this.open(wanted ?? this.find(this.start().split("/")));
    if (wanted) return;
    const pool = this.pools[0];
    if (pool && pool.current(today()) === null) this.say(`The first deal of this page opens on ${sayDate(pool.first)}.`);
    else if (location.hash.length > 1) this.say("The address names no deal that is open here.");
  }

  /** The address to begin with: of a pool the deal of today, or number 1 where none of its dates has come yet. */
  start(pool = this.pools[0]) {
    if (this.singles.length) return "deal/1";
    return pool ? `${pool.game}/${pool.current(today()) ?? 1}` : "golf/1";
  }

  /** `{address, game, deal, label, kind}` of an address, null where there is none. */
  find([name, what, hole]) {
    const address = [name, what, hole].filter((part) => part !== undefined).join("/");
    if (name === "deal") {
      const single = this.singles[Number(what) - 1];
      if (!single) return null;
      const read = (text) => (text === null ? null : parseCard(text));
      const deal = { tableau: single.tableau.map(read), opening: read(single.opening), stock: single.stock.map(read) };
      return { address, game: this.games[single.game], deal, label: `${single.kind} ${single.name}`, kind: "single", moves: single.moves };
    }
    const game = this.games[name];
    if (!game || !what) return null;
    const pool = this.pools.find((item) => item.game === name);
    if (/^\d{4}-\d{2}-\d{2}$/.test(what)) return this.findDate(address, game, pool, what, hole);
    try {
      return { address, game, deal: dealNumber(game, what), label: `deal ${what}`, kind: "number", number: what };
    } catch {
      return null;
    }
  }

  findDate(address, game, pool, date, hole) {
    try {
      if (!pool || date > today() || !(hole ? pool.rounds[pool.index(date)] : pool.has(date))) return null;
      if (hole === undefined) {
        const number = pool.days[pool.index(date)];
        return { address, game, deal: dealNumber(game, number), label: sayDate(date), kind: "date", date, pool };
      }
      const number = pool.rounds[pool.index(date)][Number(hole) - 1];
      if (number === undefined) return null;
      const label = `hole ${hole} of ${sayDate(date)}`;
      return { address, game, deal: dealNumber(game, number), label, kind: "hole", date, pool, hole: Number(hole) };
    } catch {
      return null;
    }
  }

  open(found) {
    this.stopReplay();
    this.here = found;
    const kept = this.store.movesAt(found.address);
    try {
      this.play = new Play(found.game, found.deal, kept ? parseMoves(kept.moves) : []);
    } catch {
      this.play = new Play(found.game, found.deal);
    }
    this.play.helped = kept?.helped ?? false;
    this.found = null;
    this.finished = this.play.over;
    this.hint = null;
    this.focus = 0;
    this.board.deal(found.game, found.deal);
    this.$("title").textContent = found.game.title;
    this.$("label").textContent = found.label;
    document.title = `${found.game.title}, ${found.label}`;
    this.say(kept ? "You were here." : found.game.say);
    this.show();
    if (found.moves) this.startReplay(parseMoves(found.moves), "The line");
  }

  go(address) {
    if (location.hash === `#${address}`) this.route();
    else location.hash = address;
  }

  /** The deal after this one. */
  next() {
    const { kind, game, pool, date, hole, number, address } = this.here;
    if (kind === "hole") return this.go(hole < HOLES ? `${game.name}/${date}/${hole + 1}` : `${game.name}/${date}/1`);
    if (kind === "single") {
      const n = Number(address.split("/")[1]);
      return this.go(`deal/${n < this.singles.length ? n + 1 : 1}`);
    }
    if (kind === "number") {
      const [, prefix, digits] = /^(.*?)(\d+)$/.exec(number);
      const largest = LARGEST[prefix.slice(0, -1) || "golfsolve"];
      return this.go(`${game.name}/${prefix}${BigInt(digits) < largest ? BigInt(digits) + 1n : 1}`);
    }
    const index = pool.index(date);
    const earlier = index > 0 ? index - 1 : null;
    if (earlier === null) return this.say("There is no earlier deal here.");
    return this.go(`${game.name}/${pool.dateAt(earlier)}`);
  }

  // --- what the player does -------------------------------------------------------------------------------------

  playPlace(place) {
    if (this.replayed) return this.say("Close the replay to play on.");
    this.move(this.here.game.moveOf[place]);
  }

  move(move) {
    if (this.replayed) return;
    const { position } = this.play;
    const why = this.play.givenUp ? "The game is given up: undo or restart to play on." : position.refusal(move);
    if (why) {
      this.say(why);
      this.refuse(move);
      return;
    }
    this.play.play(move);
    const card = nameCard(this.play.position.waste);
    const left = this.play.position;
    this.say(
      move === DRAW
        ? `${card} drawn. ${left.stockLeft} left in the stock.`
        : `${card} played. ${cards(left.cardsLeft)} left.`,
    );
    this.changed();
  }

  /** A shake of the card that does not fit. */
  refuse(move) {
    const place = move === DRAW ? null : this.play.position.placeOf(move);
    const element = move === DRAW ? this.$("stock") : place === null ? null : this.board.cards[place];
    if (!element) return;
    element.classList.remove("no");
    void element.offsetWidth; // begins the animation anew
    element.classList.add("no");
  }

  undo() {
    if (this.replayed) return;
    this.say(this.play.undo() ? `Taken back. ${this.play.moves.length} moves made.` : "There is nothing to take back.");
    this.changed();
  }

  redo() {
    if (this.replayed) return;
    this.say(this.play.redo() ? `Made again. ${this.play.moves.length} moves made.` : "There is nothing to make again.");
    this.changed();
  }

  restart() {
    this.stopReplay();
    this.play.restart();
    this.say("From the beginning.");
    this.changed();
  }

  giveUp() {
    if (this.replayed || this.play.over) return;
    this.play.giveUp();
    this.changed();
  }

  changed() {
    this.hint = null;
    this.asked = null;
    const moves = this.play.moves;
    this.store.keepMoves(this.here.address, moves.map((move) => (move === DRAW ? "D" : move)).join(" "), this.play.helped);
    this.show();
    if (this.play.over && !this.finished) this.finish();
    this.finished = this.play.over;
  }

  /** What can be reached from here, from the solver; null if the player has moved on meanwhile. */
  async think() {
    const deal = this.play.position.toDeal();
    const asked = (this.asked = {});
    const found = await this.thinker.ask("best", { game: this.here.game, deal });
    return asked === this.asked ? found : null;
  }

  async showHint() {
    if (this.replayed || this.play.over) return this.say("The game is over.");
    this.say("Thinking …");
    const found = await this.think();
    if (!found) return;
    this.play.helped = true;
    this.store.keepMoves(this.here.address, this.play.moves.map((m) => (m === DRAW ? "D" : m)).join(" "), true);
    const stop = found.moves.length === 0;
    this.hint = stop ? null : found.moves[0];
    this.say(`${this.standing(found)} ${stop ? "No move makes it better." : this.sayMove(this.hint)}`);
    this.show();
  }

  standing(found) {
    const now = this.play.position;
    if (found.winnable === null) return "Whether this can still be won is not known.";
    if (found.winnable) {
      const best = found.score === null ? "" : `: best score ${sayScore(found.score)}`;
      return `This can ${now.moves.length ? "still " : ""}be won${best}.`;
    }
    const left = found.score === null ? "" : `; at best ${cards(found.score)} stay${found.score === 1 ? "s" : ""}`;
    return `${now.moves.length ? "This can no longer be won" : "This deal cannot be won"}${left}.`;
  }

  sayMove(move) {
    if (move === DRAW) return "Draw.";
    const { game } = this.here;
    const card = nameCard(this.play.position.tableau[this.play.position.placeOf(move)]);
    return game.columns.length ? `Play the ${card} of column ${move}.` : `Play the ${card}.`;
  }

  /** One move of the best line. */
  async auto() {
    if (this.replayed || this.play.over) return;
    const found = await this.think();
    if (!found) return;
    this.play.helped = true;
    if (!found.moves.length) return this.say("No move makes it better: give up to see the result.");
    this.move(found.moves[0]);
  }

  // --- the end --------------------------------------------------------------------------------------------------

  finish() {
    const { address } = this.here;
    const { position, helped } = this.play;
    this.store.keepResult(address, { score: position.score, moves: position.moves.length, helped });
    this.say(position.won ? `Cleared, score ${sayScore(position.score)}.` : `The game is over: ${cards(position.cardsLeft)} left.`);
    this.showResult();
  }

  async showResult() {
    const { play, here } = this;
    const dialog = this.$("result");
    const moves = [...play.moves];
    const facts = { play, found: this.found, helped: play.helped, kept: this.store.kept };
    fillResult(dialog, facts);
    this.$("replay-best").disabled = !this.found;
    if (!dialog.open) dialog.showModal();
    if (this.found) return;
    const found = await this.thinker.ask("review", { game: here.game, deal: here.deal, moves });
    if (this.play !== play || play.moves.join() !== moves.join()) return;
    this.found = found;
    fillResult(dialog, { ...facts, found });
    this.$("replay-best").disabled = false;
  }

  share() {
    const { here, play } = this;
    const file = location.protocol === "file:";
    const text = shareText({
      title: here.game.title,
      label: here.label,
      score: play.position.score,
      best: this.found?.best.score ?? null,
      won: play.position.won,
      helped: play.helped,
      address: file || here.kind === "single" ? null : `${location.href.split("#")[0]}#${here.address}`,
    });
    const box = this.$("shared");
    box.hidden = false;
    box.value = text;
    box.focus();
    box.select();
    const copied = () => (this.$("share-said").textContent = "Copied.");
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(copied, () => {});
    else if (document.execCommand("copy")) copied();
  }

  // --- replays --------------------------------------------------------------------------------------------------

  startReplay(moves, name) {
    this.closeDialogs();
    this.replayed = { moves, at: 0, timer: null, name };
    this.$("replay").hidden = false;
    this.$("controls").hidden = true;
    this.step(0);
  }

  stopReplay() {
    if (!this.replayed) return;
    clearInterval(this.replayed.timer);
    this.replayed = null;
    this.$("replay").hidden = true;
    this.$("controls").hidden = false;
    this.say("");
    this.show();
  }

  step(to) {
    const line = this.replayed;
    if (!line) return;
    line.at = Math.max(0, Math.min(to, line.moves.length));
    line.play = new Play(this.here.game, this.here.deal, line.moves.slice(0, line.at));
    const made = line.at ? formatCard(line.play.position.waste) : "";
    const last = line.moves[line.at - 1];
    this.say(`${line.name}: move ${line.at} of ${line.moves.length}${line.at ? (last === DRAW ? `, draws ${made}` : `, plays ${made}`) : ""}.`);
    if (line.at === line.moves.length) this.pause();
    this.show();
  }

  run() {
    const line = this.replayed;
    if (line.timer) return this.pause();
    if (line.at === line.moves.length) this.step(0);
    line.timer = setInterval(() => this.step(line.at + 1), 700);
    this.$("run").textContent = "Pause";
  }

  pause() {
    clearInterval(this.replayed?.timer);
    if (this.replayed) this.replayed.timer = null;
    this.$("run").textContent = "Play";
  }

  async replayBest() {
    if (!this.found) return;
    this.startReplay(this.found.best.moves, "A best line");
  }

  // --- what is shown --------------------------------------------------------------------------------------------

  show() {
    const play = this.replayed?.play ?? this.play;
    const { position } = play;
    this.board.show(position, { hint: this.replayed ? null : this.hint });
    const stock = this.$("stock");
    stock.disabled = !position.stockLeft || position.won;
    stock.classList.toggle("hint", !this.replayed && this.hint === DRAW);
    stock.classList.toggle("empty", !position.stockLeft);
    stock.hidden = !this.here.deal.stock.length;
    stock.tabIndex = -1;
    stock.setAttribute("aria-label", `Stock, ${cards(position.stockLeft)}: draw`);
    this.$("stock-count").textContent = position.stockLeft;
    const waste = this.$("waste");
    waste.className = `card ${position.waste === null ? "none" : suitClass(position.waste)}`;
    waste.innerHTML = position.waste === null ? "" : faceOf(position.waste);
    waste.setAttribute("aria-label", position.waste === null ? "Waste: empty" : `Waste: ${nameCard(position.waste)}`);
    const facts = {
      left: position.cardsLeft,
      "stock-left": position.stockLeft,
      streak: play.streak,
      moves: position.moves.length,
      score: sayScore(position.score),
    };
    for (const [id, value] of Object.entries(facts)) this.$(id).textContent = value;
    this.$("par").textContent = PAR;
    this.$("undo").disabled = !play.moves.length;
    this.$("redo").disabled = !play.undone.length;
    for (const id of ["hint", "auto", "give-up"]) this.$(id).disabled = play.over;
    this.$("result-open").classList.toggle("away", !this.play.over || Boolean(this.replayed));
    this.$("game").value = this.here.game.name;
    this.$("game").hidden = this.pools.length < 2 || this.$("game").selectedIndex < 0;
    this.markFocus(false);
  }

  say(text) {
    this.$("say").textContent = text ?? "";
  }

  applySettings() {
    document.documentElement.dataset.suits = this.store.setting("suits") ?? "two";
    document.documentElement.dataset.look = this.store.setting("look") ?? "auto";
    this.$("four").checked = this.store.setting("suits") === "four";
    for (const input of this.root.querySelectorAll("input[name=look]")) {
      input.checked = input.value === (this.store.setting("look") ?? "auto");
    }
  }

  // --- keys -----------------------------------------------------------------------------------------------------

  /** Open cards by their moves, then the stock: what the arrows move among. */
  targets() {
    const open = this.play.position.exposed().map((place) => this.board.cards[place]);
    return this.$("stock").disabled ? open : [...open, this.$("stock")];
  }

  markFocus(move) {
    const targets = this.targets();
    if (!targets.length) return;
    this.focus = Math.max(0, Math.min(this.focus, targets.length - 1));
    for (const target of targets) target.tabIndex = -1;
    targets[this.focus].tabIndex = 0;
    if (move) targets[this.focus].focus();
    else if (document.activeElement?.disabled || document.activeElement === document.body) {
      // The card that had the focus is gone: the arrows go on from where it was.
      if (this.byKey) targets[this.focus].focus();
    }
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.root.querySelector("dialog[open]")) return;
    if (event.target.closest("input, select, textarea")) return;
    const targets = this.targets();
    const at = targets.indexOf(document.activeElement);
    if (at >= 0) this.focus = at;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const keys = {
      d: () => this.move(DRAW),
      u: () => this.undo(),
      r: () => this.redo(),
      h: () => this.showHint(),
      a: () => this.auto(),
      n: () => this.next(),
      "?": () => this.openDialog("help"),
      ArrowDown: () => this.moveFocus(targets.length - 1),
      ArrowUp: () => this.moveFocus(0),
    };
    const action = keys[event.key] ?? keys[event.key.toLowerCase()];
    this.byKey = true;
    if (this.replayed && step) this.step(this.replayed.at + step);
    else if (step) this.moveFocus((this.focus + step + targets.length) % targets.length);
    else if (/^[1-9]$/.test(event.key)) this.playDigit(Number(event.key));
    else if (action) action();
    else {
      this.byKey = event.key === "Enter" || event.key === " ";
      return;
    }
    event.preventDefault();
  }

  moveFocus(to) {
    this.focus = to;
    this.markFocus(true);
  }

  /** A digit is a column; in layouts without, the n-th open card from the left. */
  playDigit(digit) {
    const { game } = this.here;
    if (game.columns.length) return this.move(digit);
    const open = this.play.position.exposed();
    const left = (place) => this.board.cards[place].offsetLeft;
    const place = open.sort((a, b) => left(a) - left(b))[digit - 1];
    if (place === undefined) this.say("There is no open card there.");
    else this.move(game.moveOf[place]);
  }

  // --- windows --------------------------------------------------------------------------------------------------

  openDialog(id) {
    const dialog = this.$(id);
    if (!dialog.open) dialog.showModal();
  }

  closeDialogs() {
    for (const dialog of this.root.querySelectorAll("dialog[open]")) dialog.close();
  }

  pool() {
    return this.pools.find((pool) => pool.game === this.here.game.name) ?? this.pools[0];
  }

  openCalendar(month) {
    const pool = this.pool();
    month ??= (this.here.date ?? pool.current(today()) ?? pool.first).slice(0, 7);
    fillCalendar(this.$("calendar"), {
      pool,
      month,
      store: this.store,
      open: (date) => this.go(`${pool.game}/${date}`),
      turn: (to) => this.openCalendar(to),
    });
    this.openDialog("calendar");
  }

  openRound() {
    const pool = this.pool();
    const date = this.here.date ?? pool.current(today());
    if (date === null) return this.say(`The first nine holes of this page open on ${sayDate(pool.first)}.`);
    const numbers = pool.rounds[pool.index(date)] ?? [];
    if (!numbers.length) return this.say(`This page has no nine holes for ${sayDate(date)}.`);
    const holes = numbers.map((_, i) => `${pool.game}/${date}/${i + 1}`);
    fillRound(this.$("round"), {
      date,
      holes,
      results: holes.map((address) => this.store.result(address)),
      bests: pool.roundBests?.[pool.index(date)] ?? holes.map(() => null),
      best: this.store.bestRound(pool.game),
      open: (i) => this.go(holes[i]),
    });
    this.openDialog("round");
  }

  openNumber() {
    const select = this.$("number-game");
    if (!select.options.length) {
      for (const [name, game] of Object.entries(this.games)) {
        if (name === "dead-king" || name === "relaxed") continue;
        select.add(new Option(game.title, name));
      }
    }
    const { name } = this.here.game;
    select.value = GOLF_RULES.includes(name) ? "golf" : name;
    for (const input of this.root.querySelectorAll("input[name=king]")) input.checked = input.value === (GOLF_RULES.includes(name) ? name : "golf");
    this.showKing();
    this.openDialog("number");
    this.$("number-text").select();
  }

  /** The three rules for the King are those of Golf alone. */
  showKing() {
    this.$("king").hidden = this.$("number-game").value !== "golf";
  }

  goNumber() {
    const chosen = this.$("number-game").value;
    const king = this.root.querySelector("input[name=king]:checked")?.value;
    const game = chosen === "golf" ? king : chosen;
    const text = this.$("number-text").value.trim().toLowerCase();
    try {
      dealNumber(this.games[game], text);
    } catch (error) {
      this.$("number-said").textContent = `${error.message}.`;
      return;
    }
    this.$("number-said").textContent = "";
    this.go(`${game}/${text}`);
  }

  openMore() {
    const name = this.here.game.name;
    const { played, won } = this.store.totals(name);
    const round = this.store.bestRound(name);
    this.$("kept").innerHTML = `
      <div><dt>Played</dt><dd>${played}</dd></div><div><dt>Won</dt><dd>${won}</dd></div>
      <div><dt>Days in a row</dt><dd>${this.store.streak(name, today())}</dd></div>
      <div><dt>Best round</dt><dd>${round === null ? "–" : sayScore(round)}</dd></div>`;
    this.$("kept-said").textContent = this.store.kept ? "" : "This browser keeps nothing for this page: these last until you leave it.";
    this.openDialog("more");
  }

  bindButtons() {
    const actions = {
      undo: () => this.undo(),
      redo: () => this.redo(),
      restart: () => this.restart(),
      "give-up": () => this.giveUp(),
      hint: () => this.showHint(),
      auto: () => this.auto(),
      next: () => this.next(),
      stock: () => (this.replayed ? this.say("Close the replay to play on.") : this.move(DRAW)),
      today: () => this.go(this.start()),
      "calendar-open": () => this.openCalendar(),
      "round-open": () => this.openRound(),
      "number-open": () => this.openNumber(),
      "more-open": () => this.openMore(),
      "help-open": () => this.openDialog("help"),
      "result-open": () => this.showResult(),
      share: () => this.share(),
      "replay-mine": () => this.startReplay([...this.play.moves], "Your line"),
      "replay-best": () => this.replayBest(),
      "result-next": () => this.next(),
      "result-again": () => (this.closeDialogs(), this.restart()),
      first: () => this.step(0),
      back: () => this.step(this.replayed.at - 1),
      run: () => this.run(),
      forward: () => this.step(this.replayed.at + 1),
      last: () => this.step(this.replayed.moves.length),
      "replay-close": () => this.stopReplay(),
    };
    for (const [id, action] of Object.entries(actions)) this.$(id).addEventListener("click", action);
    for (const button of this.root.querySelectorAll("dialog [data-close]")) {
      button.addEventListener("click", () => button.closest("dialog").close());
    }
    this.$("result").addEventListener("close", () => {
      this.$("shared").hidden = true;
      this.$("share-said").textContent = "";
    });
    this.$("number-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.goNumber();
    });
    this.$("number-game").addEventListener("change", () => this.showKing());
    this.$("four").addEventListener("change", (event) => {
      this.store.setting("suits", event.target.checked ? "four" : "two");
      this.applySettings();
    });
    for (const input of this.root.querySelectorAll("input[name=look]")) {
      input.addEventListener("change", () => {
        this.store.setting("look", input.value);
        this.applySettings();
      });
    }
    for (const id of ["calendar-open", "round-open", "today"]) this.$(id).hidden = !this.pools.length;
    const picker = this.$("game");
    for (const pool of this.pools) picker.add(new Option(this.games[pool.game].title, pool.game));
    picker.addEventListener("change", () => {
      const pool = this.pools.find((item) => item.game === picker.value);
      this.go(this.start(pool));
    });
    this.$("rules").innerHTML = Object.values(this.games)
      .map((game) => `<dt>${escapeHtml(game.title)}</dt><dd>${escapeHtml(game.say)}</dd>`)
      .join("");
  }
}
