// The whole-table pass: every board that can still come up, once, without search. Exact.
//
// For each board, and each rank that can lie on the waste then, the fewest stock cards with which play can get there.
// With the same cards left and the same waste, having drawn fewer is never worse: whatever the later player can do, the
// earlier one can draw down to. (golfsolve's engine/exact.py does the same and argues it in full.)

import { DRAW, JOKER, accepts, rankOf } from "./rules.js";

export const MAX_BOARDS = 1 << 19;
export const NEVER = 255; // no number of draws
const LANES = 16; // ranks 0..12, 13 for a joker; two to spare, so that a row is a power of two

/**
 * The best that can follow from a deal or position: `{winnable, score, moves}`, all exact; null where the layout has
 * more than MAX_BOARDS boards.
 */
export function tablePass(game, deal) {
  const boards = columnBoards(game, deal.tableau) ?? otherBoards(game, deal.tableau);
  if (boards === null) return null;
  const stock = stockTable(game, deal.stock);
  const draws = new Uint8Array(boards.count * LANES).fill(NEVER);
  for (let play = boards.first[0]; play < boards.first[1]; play++) {
    const card = deal.tableau[boards.place[play]];
    const drawn = accepts(game, deal.opening, card) ? 0 : stock[rankOf(card)][0];
    lower(draws, boards.child[play] * LANES + rankOf(card), drawn);
  }
  spread(boards, deal.tableau, plays(game), stock, draws);
  return bestOf(game, deal, boards, stock, draws);
}

function lower(draws, at, drawn) {
  if (drawn < draws[at]) draws[at] = drawn;
}

/** Bit r of `[w]`: whether rank r plays on rank w. */
function plays(game) {
  const cards = [...Array(13).keys(), JOKER];
  return cards.map((on) => cards.reduce((mask, card) => mask | (accepts(game, on, card) ? 1 << rankOf(card) : 0), 0));
}

/** `[rank][drawn]`: how many cards are drawn when the next stock card lies there that the rank plays on. */
export function stockTable(game, stock) {
  return [...Array(13).keys(), JOKER].map((card) => {
    const row = new Uint8Array(stock.length + 1).fill(NEVER);
    for (let drawn = stock.length - 1; drawn >= 0; drawn--) {
      row[drawn] = accepts(game, stock[drawn], card) ? drawn + 1 : row[drawn + 1];
    }
    return row;
  });
}

function spread(boards, tableau, on, stock, draws) {
  const ranks = Int8Array.from(tableau, (card) => (card === null ? -1 : rankOf(card)));
  const { count, first, place, child } = boards;
  const live = new Uint8Array(LANES);
  for (let board = 1; board < count; board++) {
    const row = board * LANES;
    let found = 0;
    for (let rank = 0; rank < 14; rank++) if (draws[row + rank] !== NEVER) live[found++] = rank;
    if (!found) continue;
    for (let play = first[board]; play < first[board + 1]; play++) {
      const rank = ranks[place[play]];
      const bit = 1 << rank;
      const later = stock[rank];
      const at = child[play] * LANES + rank;
      let least = draws[at];
      for (let k = 0; k < found; k++) {
        const drawn = draws[row + live[k]];
        const after = on[live[k]] & bit ? drawn : later[drawn];
        if (after < least) least = after;
      }
      draws[at] = least;
    }
  }
}

/** The end of the best play, and the way back from there to the start. */
function bestOf(game, deal, boards, stock, draws) {
  let fewest = boards.cards[0];
  let least = 0;
  let end = -1; // stopping at once
  for (let at = LANES; at < draws.length; at++) {
    if (draws[at] === NEVER) continue;
    const cards = boards.cards[at >> 4];
    if (cards < fewest || (cards === fewest && end >= 0 && cards === 0 && draws[at] < least)) {
      [fewest, least, end] = [cards, draws[at], at];
    }
  }
  const line = []; // [place, drawn], the last play first
  const on = plays(game);
  while (end >= 0) {
    const board = end >> 4;
    const rank = end & 15;
    let from = -2;
    for (const [parent, place] of boards.parents(board)) {
      if (rankOf(deal.tableau[place]) !== rank) continue;
      from = comesFrom(game, deal, parent, place, draws, draws[end], on, stock);
      if (from === -2) continue;
      line.push([place, draws[end]]);
      break;
    }
    if (from === -2) throw new Error("the way back is lost");
    end = from;
  }
  const moves = [];
  let drawn = 0;
  for (const [place, by] of line.reverse()) {
    for (; drawn < by; drawn++) moves.push(DRAW);
    moves.push(game.moveOf[place]);
  }
  const winnable = fewest === 0;
  return { winnable, score: winnable ? -(deal.stock.length - drawn) || 0 : fewest, moves };
}

/** The entry of `parent` from which a play with `drawn` cards drawn came; -1 for the start, -2 for none. */
function comesFrom(game, deal, parent, place, draws, drawn, on, stock) {
  const card = deal.tableau[place];
  const rank = rankOf(card);
  if (parent === 0) return (accepts(game, deal.opening, card) ? 0 : stock[rank][0]) === drawn ? -1 : -2;
  for (let waste = 0; waste < 14; waste++) {
    const before = draws[parent * LANES + waste];
    if (before !== NEVER && ((on[waste] >> rank) & 1 ? before : stock[rank][before]) === drawn) {
      return parent * LANES + waste;
    }
  }
  return -2;
}

// --- the boards -----------------------------------------------------------------------------------------------------
//
// Numbered so that a play leads to a higher number; 0 is the start. `place[i]` and `child[i]` for i from `first[b]` on
// are the plays from board b, `cards[b]` is how many cards it has.

/** Boards of columns are heights: a number in mixed radix, a digit for the cards that each column has lost. */
function columnBoards(game, tableau) {
  if (!game.columns.length) return null;
  const columns = game.columns.map((places) => places.filter((place) => tableau[place] !== null).reverse());
  let count = 1;
  const radix = columns.map((places) => {
    const unit = count;
    count *= places.length + 1;
    return unit;
  });
  if (count > MAX_BOARDS) return null;
  const first = new Uint32Array(count + 1);
  const place = new Uint8Array(count * columns.length);
  const child = new Uint32Array(count * columns.length);
  const cards = new Uint8Array(count);
  const lost = columns.map(() => 0);
  const all = columns.reduce((sum, places) => sum + places.length, 0);
  let gone = 0;
  let size = 0;
  for (let board = 0; board < count; board++) {
    first[board] = size;
    cards[board] = all - gone;
    for (let c = 0; c < columns.length; c++) {
      if (lost[c] < columns[c].length) {
        place[size] = columns[c][lost[c]];
        child[size++] = board + radix[c];
      }
    }
    for (let c = 0; c < columns.length; c++) {
      if (lost[c] < columns[c].length) {
        lost[c]++;
        gone++;
        break;
      }
      gone -= lost[c];
      lost[c] = 0;
    }
  }
  first[count] = size;
  const parents = (board) =>
    columns.flatMap((places, c) => {
      const digit = Math.floor(board / radix[c]) % (places.length + 1);
      return digit ? [[board - radix[c], places[digit - 1]]] : [];
    });
  return { count, first, place, child, cards, parents };
}

/** Other boards are found by playing; null when there are too many. */
function otherBoards(game, tableau) {
  // Of columns the number is known beforehand, and was too many.
  if (game.columns.length) return null;
  // A board is two words of 32 bits, the lower places first; together they are the key of a Map.
  const word = (places, half) => places.reduce((bits, p) => (p >> 5 === half ? bits | (1 << (p & 31)) : bits), 0);
  const over = game.covers.map((places) => [word(places, 0), word(places, 1)]);
  const there = [...tableau.keys()].filter((place) => tableau[place] !== null);
  const low = [word(there, 0)];
  const high = [word(there, 1)];
  const key = (a, b) => (b >>> 0) * 4294967296 + (a >>> 0);
  const numbers = new Map([[key(low[0], high[0]), 0]]);
  const cards = [there.length];
  const first = [];
  const place = [];
  const child = [];
  for (let board = 0; board < low.length; board++) {
    first.push(place.length);
    for (const p of there) {
      const [a, b] = p < 32 ? [1 << p, 0] : [0, 1 << (p & 31)];
      if (!(low[board] & a) && !(high[board] & b)) continue;
      if (low[board] & over[p][0] || high[board] & over[p][1]) continue;
      const after = key(low[board] ^ a, high[board] ^ b);
      let number = numbers.get(after);
      if (number === undefined) {
        if (low.length === MAX_BOARDS) return null;
        number = low.length;
        numbers.set(after, number);
        low.push(low[board] ^ a);
        high.push(high[board] ^ b);
        cards.push(cards[board] - 1);
      }
      place.push(p);
      child.push(number);
    }
  }
  first.push(place.length);
  const parents = (board) => {
    const found = [];
    for (let i = 0; i < child.length; i++) if (child[i] === board) found.push([above(i), place[i]]);
    return found;
  };
  /** The board whose plays the i-th play is among. */
  const above = (i) => {
    let [from, to] = [0, first.length - 1];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if (first[middle] <= i) from = middle;
      else to = middle;
    }
    return from;
  };
  return { count: low.length, first, place, child, cards, parents };
}
