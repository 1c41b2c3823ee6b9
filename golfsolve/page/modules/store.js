// What the browser keeps: results, settings, the game under way. Where it refuses, everything works until the page is
// left, and `kept` is false.

import { dateOf, dayNumber } from "./dates.js";

const KEY = "golfsolve";

/** What a text holds that a store has written; null for any other. */
function keptIn(text) {
  try {
    const found = JSON.parse(text);
    const whole = found?.version === 1 && ["results", "games", "settings"].every((key) => typeof (found[key] ?? 0) === "object");
    return whole ? found : null;
  } catch {
    return null;
  }
}

export class Store {
  constructor(storage) {
    this.kept = true;
    this.storage = null;
    this.data = { version: 1, results: {}, games: {}, settings: {} };
    try {
      this.storage = storage ?? globalThis.localStorage;
    } catch {
      this.kept = false;
    }
    this.change(() => {});
  }

  /** Change what is kept, which another tab may have changed since it was read here. */
  change(make) {
    try {
      const found = this.kept ? keptIn(this.storage.getItem(KEY)) : null;
      if (found) this.data = found;
      make(this.data);
      this.storage.setItem(KEY, JSON.stringify(this.data));
    } catch {
      make(this.data); // perhaps again: no change is any different the second time
      this.kept = false;
    }
  }

  setting(name, value) {
    if (value !== undefined) {
      this.change((data) => (data.settings[name] = value));
    }
    return this.data.settings[name];
  }

  /** The moves of the game under way at an address. */
  movesAt(address) {
    return this.data.games[address] ?? null;
  }

  keepMoves(address, moves, helped) {
    this.change((data) => {
      if (moves.length) data.games[address] = { moves, helped };
      else delete data.games[address];
    });
  }

  /** The first result of an address counts; later games do not change it. */
  keepResult(address, result) {
    this.change((data) => (data.results[address] ??= result));
  }

  result(address) {
    return this.data.results[address] ?? null;
  }

  /** Played, won and the best score of all games of a variant. */
  totals(game) {
    const found = Object.entries(this.data.results).filter(([address]) => address.startsWith(`${game}/`));
    const won = found.filter(([, result]) => result.score <= 0);
    return { played: found.length, won: won.length };
  }

  /** How many days in a row, up to `date`, the daily deal was won; today's may still be open. */
  streak(game, date) {
    let day = dayNumber(date);
    const won = (d) => d >= 0 && (this.result(`${game}/${dateOf(d)}`)?.score ?? 1) <= 0;
    if (!won(day)) day--;
    let days = 0;
    while (won(day - days)) days++;
    return days;
  }

  /** The lowest total of nine holes of a date, null where none has been played to the end. */
  bestRound(game) {
    const sums = {};
    for (const [address, result] of Object.entries(this.data.results)) {
      const [name, date, hole] = address.split("/");
      if (name !== game || hole === undefined) continue;
      sums[date] ??= { holes: 0, score: 0 };
      sums[date].holes++;
      sums[date].score += result.score;
    }
    const whole = Object.values(sums).filter((sum) => sum.holes === 9);
    return whole.length ? Math.min(...whole.map((sum) => sum.score)) : null;
  }
}
