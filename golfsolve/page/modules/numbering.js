// Deal numbers to deals: golfsolve's own numbering, which is frozen, and those of other programs
// (docs/numbering.md).

import { SUITS } from "./rules.js";

const MASK = (1n << 64n) - 1n;
const GAMMA = 0x9e3779b97f4a7c15n;

/** The largest number of each numbering; "golfsolve" is our own. */
export const LARGEST = {
  golfsolve: (1n << 53n) - 1n,
  ms: (1n << 33n) - 1n,
  kpat: (1n << 31n) - 1n,
  pysol: 10n ** 20n,
};

/**
 * The deal of a name like `24`, `"24"`, `"ms:24"` or `"pysol:40000"`, as `{tableau, opening, stock}`.
 *
 * Throws for what is no number of a numbering.
 */
export function dealNumber(game, name) {
  const { scheme, number } = parseNumber(name);
  const order = placeOpening(game, SHUFFLES[scheme](game, number));
  return fromCards(game, order.map((place) => game.deck[place]));
}

/** `{scheme, number}` of a name; the number is a BigInt. Throws for what is none. */
export function parseNumber(name) {
  const [, prefix, digits] = /^(?:([a-z]+):)?([0-9]{1,21})$/.exec(String(name)) ?? [];
  const scheme = prefix ?? "golfsolve";
  if (digits === undefined || !(scheme in LARGEST) || prefix === "golfsolve") {
    throw new Error(`"${name}" is not a deal number`);
  }
  const number = BigInt(digits);
  if (number < 1n || number > LARGEST[scheme]) {
    throw new Error(`deal number ${digits} is out of range (expected 1 to ${LARGEST[scheme]})`);
  }
  return { scheme, number };
}

/** A full deal from all its cards in dealing order: tableau, opening card, stock. */
export function fromCards(game, cards) {
  const size = game.size;
  return {
    tableau: cards.slice(0, size),
    opening: game.hasOpening ? cards[size] : null,
    stock: cards.slice(size + (game.hasOpening ? 1 : 0)),
  };
}

/** Move a named opening card to its place; the others keep their order. */
function placeOpening(game, order) {
  if (game.openingCard === null) return order;
  const named = game.deck.indexOf(game.openingCard);
  const rest = order.filter((place) => place !== named);
  return [...rest.slice(0, game.size), named, ...rest.slice(game.size)];
}

// --- our own: SplitMix64, seeded with the mixed number, and a shuffle without bias -------------------------------

function mix(z) {
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

function shuffleOwn(game, number) {
  let state = mix(number);
  const below = (n) => {
    const skip = (1n << 64n) % n;
    for (;;) {
      state = (state + GAMMA) & MASK;
      const value = mix(state);
      if (value >= skip) return Number(value % n);
    }
  };
  const order = [...game.deck.keys()];
  for (let i = order.length - 1; i > 0; i--) swap(order, i, below(BigInt(i + 1)));
  return order;
}

function swap(list, i, j) {
  [list[i], list[j]] = [list[j], list[i]];
}

// --- other programs' --------------------------------------------------------------------------------------------

function shuffleMs(game, number) {
  let order = [...game.deck.keys()];
  if (order.length === 52) {
    // The start order of the Microsoft games: C D H S within each rank.
    order = order.map((i) => 13 * SUITS.indexOf("CDHS"[i % 4]) + Math.floor(i / 4));
  }
  let seed = number < 1n << 32n ? number : number - (1n << 32n);
  const value = () => {
    seed = (seed * 214013n + 2531011n) & 0xffffffffn;
    if (number >= 1n << 32n) return ((seed >> 16n) & 0xffffn) + 1n;
    const drawn = (seed >> 16n) & 0x7fffn;
    return number >= 1n << 31n ? drawn | 0x8000n : drawn;
  };
  return pysolOrder(game, fromTheEnd(order, (n) => Number(value() % BigInt(n + 1))));
}

function shufflePysol(game, number) {
  if (number < 32000n) return shuffleMs(game, number);
  const random = pythonRandom(number);
  return pysolOrder(game, fromTheEnd([...game.deck.keys()], (n) => Math.floor(random() * (n + 1))));
}

/** Shuffle from the end; `below(n)` gives 0..n. Dealt from the end, so turned round. */
function fromTheEnd(order, below) {
  for (let n = order.length - 1; n > 0; n--) swap(order, n, below(n));
  return order.reverse();
}

/** PySolFC keeps the Ace of Spades of All in a Row for the end. */
function pysolOrder(game, order) {
  if (!game.startsFree) return order;
  const ace = 13 * SUITS.indexOf("S");
  return [...order.filter((place) => place !== ace), ace];
}

/** Python's random.Random(seed).random(): the Mersenne Twister MT19937, seeded with an array of 32-bit words. */
function pythonRandom(seed) {
  const words = [];
  for (let rest = seed; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffffffffn));
  const state = new Uint32Array(624);
  state[0] = 19650218;
  for (let i = 1; i < 624; i++) state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
  let i = 1;
  const next = () => {
    if (++i === 624) {
      state[0] = state[623];
      i = 1;
    }
  };
  for (let k = Math.max(624, words.length), j = 0; k > 0; k--, j = (j + 1) % words.length) {
    state[i] = (state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), 1664525)) + words[j] + j;
    next();
  }
  for (let k = 623; k > 0; k--) {
    state[i] = (state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), 1566083941)) - i;
    next();
  }
  state[0] = 0x80000000;
  let at = 624;
  const word = () => {
    if (at === 624) {
      for (let k = 0; k < 624; k++) {
        const y = (state[k] & 0x80000000) | (state[(k + 1) % 624] & 0x7fffffff);
        state[k] = state[(k + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      at = 0;
    }
    let y = state[at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
  return () => ((word() >>> 5) * 67108864 + (word() >>> 6)) / 9007199254740992;
}

const SHUFFLES = { golfsolve: shuffleOwn, ms: shuffleMs, kpat: shuffleMs, pysol: shufflePysol };
