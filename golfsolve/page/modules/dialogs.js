// The windows over the table: calendar, nine holes, numbers, result, settings and help. Each fills a <dialog>.

import { HOLES, PAR, dateOf, dayNumber, today } from "./dates.js";
import { formatCard, formatMoves } from "./rules.js";

const MONTHS = [
  "January", "February", "March", "April", "May", "June",
  "July", "August", "September", "October", "November", "December",
];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** `"1 December 2026"`. */
export function sayDate(date) {
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** `"−2"`: a score with a real minus sign. */
export function sayScore(score) {
  return score === null || score === undefined ? "?" : String(score).replace("-", "\u2212");
}

/** Text that is safe inside HTML. */
export function escapeHtml(text) {
  return String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

export function cards(count) {
  return count === 1 ? "1 card" : `${count} cards`;
}

function sayLevel(level) {
  return level === null || level === undefined ? "" : level.replace("-", " ");
}

/**
 * A month of daily deals as a table. `pool` has the dates, `month` is like "2026-12"; `open(date)` and `turn(month)`
 * follow the player.
 */
export function fillCalendar(dialog, { pool, month, store, open, turn }) {
  const [year, number] = month.split("-").map(Number);
  const first = new Date(Date.UTC(year, number - 1, 1));
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const lead = (first.getUTCDay() + 6) % 7;
  const now = today();
  const cells = Array.from({ length: lead }, () => "<td></td>");
  for (let day = 1; day <= days; day++) {
    const date = `${month}-${String(day).padStart(2, "0")}`;
    cells.push(`<td>${dayCell(pool, store, date, now)}</td>`);
  }
  while (cells.length % 7) cells.push("<td></td>");
  const weeks = [];
  for (let i = 0; i < cells.length; i += 7) weeks.push(`<tr>${cells.slice(i, i + 7).join("")}</tr>`);
  const heads = WEEKDAYS.map((day) => `<th scope="col"><abbr title="${day}">${day.slice(0, 2)}</abbr></th>`).join("");
  const body = dialog.querySelector(".body");
  body.innerHTML = `
    <div class="pager">
      <button type="button" data-turn="-1" aria-label="Earlier month">‹</button>
      <h3 aria-live="polite">${MONTHS[number - 1]} ${year}</h3>
      <button type="button" data-turn="1" aria-label="Later month">›</button>
    </div>
    <table class="month"><thead><tr>${heads}</tr></thead><tbody>${weeks.join("")}</tbody></table>
    <p class="small">Filled: won. Ring: played. The deal of tomorrow opens tomorrow.</p>`;
  const shift = (by) => new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
  for (const button of body.querySelectorAll("[data-turn]")) {
    const to = shift(Number(button.dataset.turn));
    const last = pool.dateAt(pool.days.length - 1).slice(0, 7);
    button.disabled = to < pool.first.slice(0, 7) || to > [last, now.slice(0, 7)].sort()[0];
    button.onclick = () => turn(to);
  }
  for (const button of body.querySelectorAll("[data-date]")) button.onclick = () => open(button.dataset.date);
}

function dayCell(pool, store, date, now) {
  const day = Number(date.slice(-2));
  const there = pool.has(date);
  const result = store.result(`${pool.game}/${date}`);
  const state = result ? (result.score <= 0 ? "won" : "played") : "";
  const level = there ? sayLevel(pool.levelOf(date)) : "";
  const said = [sayDate(date), level, result ? `${state}, score ${sayScore(result.score)}` : "", date > now ? "not open yet" : ""];
  const label = said.filter(Boolean).join(", ");
  const mark = date === now ? " now" : "";
  const locked = !there || date > now ? " disabled" : "";
  return `<button type="button" class="day ${state}${mark}" data-date="${date}" aria-label="${escapeHtml(label)}"${locked}>${day}</button>`;
}

/** The nine holes of a date against par. `holes` are addresses; `bests` their best scores where known. */
export function fillRound(dialog, { date, holes, results, bests, best, open }) {
  const row = (address, i) => {
    const result = results[i];
    return `<tr>
      <th scope="row"><button type="button" class="link" data-hole="${i}">Hole ${i + 1}</button></th>
      <td>${PAR}</td><td>${result ? sayScore(bests[i]) : "·"}</td><td>${result ? sayScore(result.score) : "–"}</td></tr>`;
  };
  const done = results.filter(Boolean);
  const sum = done.reduce((total, result) => total + result.score, 0);
  const toPar = sum - PAR * done.length;
  const par = toPar === 0 ? "even par" : `${Math.abs(toPar)} ${toPar < 0 ? "under" : "over"} par`;
  const body = dialog.querySelector(".body");
  body.innerHTML = `
    <p>${sayDate(date)}. Par is ${PAR} a hole, ${HOLES * PAR} a round; lower is better. A hole scores a point for each card
    left or, once cleared, minus one for each card left in the stock.</p>
    <table class="card-table"><thead><tr><th scope="col">Hole</th><th scope="col">Par</th><th scope="col">Best</th>
    <th scope="col">You</th></tr></thead><tbody>${holes.map(row).join("")}</tbody>
    <tfoot><tr><th scope="row">Total</th><td>${HOLES * PAR}</td><td></td><td>${done.length ? sayScore(sum) : "–"}</td></tr></tfoot></table>
    <p class="small">${done.length ? `${done.length} of ${HOLES} holes played: ${par}.` : "No hole is played yet."}
    ${best === null ? "" : `Your best round: ${sayScore(best)}.`}</p>`;
  for (const button of body.querySelectorAll("[data-hole]")) button.onclick = () => open(Number(button.dataset.hole));
}

/** What a finished game came to. `found` is null while the solver thinks. */
export function fillResult(dialog, { play, found, helped, kept }) {
  const { position, game, deal } = play;
  const all = deal.tableau.filter((card) => card !== null).length;
  const cleared = all - position.cardsLeft;
  const title = position.won ? "Cleared" : play.givenUp ? "Given up" : "No move is left";
  dialog.querySelector("h2").textContent = title;
  const best = found ? found.best : null;
  const bestText = !found ? "…" : best.score === null ? "not known" : sayScore(best.score);
  dialog.querySelector(".body").innerHTML = `
    <dl class="figures">
      <div><dt>Cards cleared</dt><dd>${cleared} of ${all}</dd></div>
      <div><dt>Score</dt><dd>${sayScore(position.score)}</dd></div>
      <div><dt>Best possible</dt><dd>${bestText}</dd></div>
      <div><dt>Moves</dt><dd>${position.moves.length}</dd></div>
    </dl>
    <p>${found ? verdict(play, found) : "Looking where it could have gone better …"}</p>
    ${found && found.mistakes.length ? mistakeTable(game, deal, play.moves, found.mistakes) : ""}
    <p class="small">${helped ? "Played with help. " : ""}${kept ? "" : "This browser keeps no results for this page."}</p>`;
}

function verdict(play, found) {
  const { position } = play;
  const lost = found.mistakes.find((mistake) => mistake.loses);
  const best = found.best.score;
  if (position.won && best !== null && position.score === best) return "Nobody could have done better.";
  if (lost) return `Lost at move ${lost.number}: until then it could be won.`;
  if (!position.won && best !== null && best > 0) return "This deal cannot be won.";
  if (best === null) return "The solver does not know how well this deal can be played.";
  if (play.givenUp && found.scores.at(-1) <= 0) return "Given up too early: it could still be won.";
  return "";
}

function mistakeTable(game, deal, moves, mistakes) {
  const cardAt = (number, move) => {
    let drawn = 0;
    const gone = new Set();
    const place = (m) => {
      const places = game.columns.length ? game.columns[m - 1] : [m - 1];
      return [...places].reverse().find((p) => deal.tableau[p] !== null && !gone.has(p));
    };
    for (const m of moves.slice(0, number - 1)) m === 0 ? drawn++ : gone.add(place(m));
    return formatCard(move === 0 ? deal.stock[drawn] : deal.tableau[place(move)]);
  };
  const row = (mistake) => {
    const [made, better] = [mistake.move, mistake.better].map((m) =>
      m === undefined ? "stop" : m === 0 ? "draw" : `${formatMoves([m])} (${cardAt(mistake.number, m)})`);
    return `<tr><td>${mistake.number}</td><td>${made}</td><td>${mistake.cost}</td><td>${better}</td></tr>`;
  };
  return `<table class="card-table"><thead><tr><th scope="col">Move</th><th scope="col">Made</th><th scope="col">Cost</th>
    <th scope="col">Better</th></tr></thead><tbody>${mistakes.slice(0, 8).map(row).join("")}</tbody></table>`;
}

/** A few lines to share, which give nothing away. */
export function shareText({ title, label, score, best, won, helped, address }) {
  const lines = [
    `${title}, ${label}`,
    `${won ? "Cleared" : "Not cleared"}, score ${sayScore(score)}${best === null ? "" : ` (best possible ${sayScore(best)})`}${helped ? ", with help" : ""}`,
  ];
  if (address) lines.push(address);
  return lines.join("\n");
}

/** The dates of a pool: `first` and a deal for each day from there. */
export class PoolDates {
  constructor(facts) {
    Object.assign(this, facts); // game, first, days, levels, bests, rounds
  }

  index(date) {
    return dayNumber(date) - dayNumber(this.first);
  }

  has(date) {
    return this.index(date) >= 0 && this.index(date) < this.days.length;
  }

  dateAt(index) {
    return dateOf(dayNumber(this.first) + index);
  }

  levelOf(date) {
    return this.levels?.[this.index(date)] ?? null;
  }

  /** The date that is shown first: today's, or the last there is; null where none has come yet. */
  current(now) {
    if (now < this.first) return null;
    return this.has(now) ? now : this.dateAt(this.days.length - 1);
  }
}
