// Depth-first search with a budget of states, for layouts with too many boards for a table. It may not know.
//
// A state is the cards left, the waste rank and the stock cards drawn; a step is a play, with the draws before it. The
// transposition table remembers the fewest draws with which a (board, waste rank) was taken up: with more, nothing new
// can follow. It is lossy, which costs time and never an answer, because a board never repeats along a line.

import { NEVER, stockTable } from "./boards.js";
import { DRAW, accepts, rankOf } from "./rules.js";

export const DEFAULT_BUDGET = 600_000;
const TABLE_BITS = 20;

/**
 * What is found within `budget` states: `{winnable, score, moves}`. `winnable` is null where the budget ended it; the
 * score is exact, or null where it is not known; `moves` clear the tableau, or as much as was seen.
 */
export function search(game, deal, budget = DEFAULT_BUDGET) {
  const state = new Search(game, deal, budget);
  const winnable = state.run();
  const left = state.cards - state.deepest.length;
  const known = winnable === false || (winnable && deal.stock.length === 0);
  return { winnable, score: known ? left : null, moves: state.line() };
}

class Search {
  constructor(game, deal, budget) {
    this.game = game;
    this.deal = deal;
    this.budget = budget;
    this.gone = deal.tableau.map((card) => card === null);
    this.cards = this.gone.filter((gone) => !gone).length;
    this.path = [];
    this.deepest = [];
    // Two keys of 32 bits for each set of places (Zobrist): equal boards have equal keys, others hardly ever.
    const random = xorshift(0x9e3779b9);
    this.keys = deal.tableau.map(() => [random(), random()]);
    this.low = new Int32Array(1 << TABLE_BITS);
    this.high = new Int32Array(1 << TABLE_BITS);
    this.drawn = new Uint8Array(1 << TABLE_BITS).fill(NEVER);
    this.later = stockTable(game, deal.stock);
  }

  /** true, false, or null where the budget ended it. */
  run() {
    const frames = [this.steps(this.deal.opening, 0, 0, 0)];
    if (this.cards === 0) return true;
    while (frames.length) {
      const frame = frames[frames.length - 1];
      if (frame.next === frame.steps.length) {
        frames.pop();
        if (this.path.length) this.gone[this.path.pop().place] = false;
        continue;
      }
      const step = frame.steps[frame.next++];
      this.gone[step.place] = true;
      this.path.push(step);
      if (this.path.length > this.deepest.length) this.deepest = [...this.path];
      if (this.path.length === this.cards) return true;
      if (--this.budget < 0) return null;
      frames.push(this.steps(this.deal.tableau[step.place], step.drawn, step.low, step.high));
    }
    return false;
  }

  /** The plays that are worth trying from a state, the best first. */
  steps(waste, drawn, low, high) {
    const steps = [];
    const { game, deal, gone } = this;
    for (let place = 0; place < game.size; place++) {
      if (gone[place] || game.covers[place].some((over) => !gone[over])) continue;
      const card = deal.tableau[place];
      const by = accepts(game, waste, card) ? drawn : this.later[rankOf(card)][drawn];
      if (by === NEVER) continue;
      const [a, b] = this.keys[place];
      const step = { place, drawn: by, low: low ^ a, high: high ^ b };
      if (this.isNew(step, rankOf(card))) steps.push(step);
    }
    const cost = (step) => step.drawn * 64 - this.depth(step.place);
    return { steps: steps.sort((a, b) => cost(a) - cost(b)), next: 0 };
  }

  /** Marks a state; false if it was taken up before with as few draws. */
  isNew(step, rank) {
    const high = step.high ^ Math.imul(rank + 1, 0x45d9f3b);
    const at = (Math.imul(step.low ^ high, 0x2c1b3c6d) >>> (32 - TABLE_BITS)) >>> 0;
    if (this.low[at] === step.low && this.high[at] === high && this.drawn[at] <= step.drawn) return false;
    this.low[at] = step.low;
    this.high[at] = high;
    this.drawn[at] = step.drawn;
    return true;
  }

  /** How many cards lie under one: the fullest column first. */
  depth(place) {
    let cards = 0;
    for (let under = this.game.under[place]; under.length; under = this.game.under[under[0]]) cards++;
    return cards;
  }

  line() {
    const moves = [];
    let drawn = 0;
    for (const step of this.deepest) {
      for (; drawn < step.drawn; drawn++) moves.push(DRAW);
      moves.push(this.game.moveOf[step.place]);
    }
    return moves;
  }
}

function xorshift(seed) {
  let x = seed;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x;
  };
}
