// Cards, layouts, rules, and play: the referee. Knows nothing of searching, dates or a screen.
//
// A card is 13 * suit + rank, suits C S H D, ranks A..K (0..12); a joker is 52. A move is 0 for a draw, else the
// number of a column from 1 (in layouts without columns: of a card in dealing order). docs/rules.md has the games.

export const RANKS = "A23456789TJQK";
export const SUITS = "CSHD";
export const JOKER = 52;
export const DRAW = 0;

const ACE = 0;
const KING = 12;
const JOKER_RANK = 13;
const RANK_NAMES = [
  "Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King",
];
const SUIT_NAMES = ["Clubs", "Spades", "Hearts", "Diamonds"];

/** The rank of a card: 0 (Ace) to 12 (King), 13 for a joker. */
export function rankOf(card) {
  return card === JOKER ? JOKER_RANK : card % 13;
}

/** 0 to 3 for C S H D; -1 for a joker. */
export function suitOf(card) {
  return card === JOKER ? -1 : Math.floor(card / 13);
}

/** `"TH"` and the like; `"JK"` for a joker. */
export function formatCard(card) {
  return card === JOKER ? "JK" : RANKS[rankOf(card)] + SUITS[suitOf(card)];
}

/** The inverse of formatCard. Throws for anything else. */
export function parseCard(text) {
  if (text === "JK") return JOKER;
  const rank = RANKS.indexOf(text[0]);
  const suit = SUITS.indexOf(text[1]);
  if (text.length !== 2 || rank < 0 || suit < 0) throw new Error(`"${text}" is not a card (expected one like TH)`);
  return 13 * suit + rank;
}

/** `"Ten of Hearts"`, as people say it. */
export function nameCard(card) {
  return card === JOKER ? "Joker" : `${RANK_NAMES[rankOf(card)]} of ${SUIT_NAMES[suitOf(card)]}`;
}

/** Moves as text: `[3, 0, 5]` gives `"3 D 5"`. */
export function formatMoves(moves) {
  return moves.map((move) => (move === DRAW ? "D" : String(move))).join(" ");
}

/** The inverse of formatMoves. Throws for a word that is no move. */
export function parseMoves(text) {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      if (word === "D") return DRAW;
      if (/^[1-9][0-9]?$/.test(word)) return Number(word);
      throw new Error(`"${word}" is not a move (expected D or a number)`);
    });
}

/**
 * A game from its rules as golfsolve's files hold them: decks, jokers, layout, opening, stock, on_king, wrap.
 *
 * Adds the layout's places: `covers[p]` lists the places on place p, `under[p]` those that p lies on; `columns` the
 * places of each column from the deepest (empty in other layouts); `rows` of `[place, half card widths]`.
 */
export function makeGame(name, rules, title = name) {
  const layout = makeLayout(rules.layout);
  const deck = [];
  for (let i = 0; i < rules.decks; i++) for (let card = 0; card < 52; card++) deck.push(card);
  for (let i = 0; i < rules.jokers; i++) deck.push(JOKER);
  const named = ["dealt", "stock", "free"].includes(rules.opening) ? null : parseCard(rules.opening);
  return {
    name,
    title,
    rules,
    ...layout,
    deck,
    openingCard: named,
    hasOpening: named !== null || rules.opening === "dealt",
    startsFree: rules.opening === "free",
    stock: rules.stock,
    moveOf: movesOfPlaces(layout),
  };
}

function makeLayout(rules) {
  if (rules.columns) return columnLayout(rules.columns);
  if (rules.pyramid) return peakLayout(1, rules.pyramid);
  return peakLayout(rules.peaks, rules.height);
}

function columnLayout(lengths) {
  const columns = lengths.map(() => []);
  const rows = [];
  let place = 0;
  for (let depth = 0; depth < Math.max(...lengths); depth++) {
    const row = [];
    lengths.forEach((length, column) => {
      if (depth < length) {
        row.push([place, 2 * column]);
        columns[column].push(place++);
      }
    });
    rows.push(row);
  }
  const covers = Array.from({ length: place }, () => []);
  for (const places of columns) places.slice(1).forEach((over, i) => covers[places[i]].push(over));
  return finishLayout(covers, columns, rows);
}

/** Pyramids side by side whose lowest rows share their corner cards. */
function peakLayout(count, height) {
  const step = height - 1;
  const at = new Map();
  const rows = [];
  let place = 0;
  for (let depth = 0; depth < height; depth++) {
    const spots = new Set();
    for (let peak = 0; peak < count; peak++) {
      for (let i = 0; i <= depth; i++) spots.add(2 * peak * step + step - depth + 2 * i);
    }
    rows.push(
      [...spots]
        .sort((a, b) => a - b)
        .map((spot) => {
          at.set(`${depth},${spot}`, place);
          return [place++, spot];
        }),
    );
  }
  const covers = Array.from({ length: place }, () => []);
  for (const [key, under] of at) {
    const [depth, spot] = key.split(",").map(Number);
    for (const side of [spot - 1, spot + 1]) {
      const over = at.get(`${depth + 1},${side}`);
      if (over !== undefined) covers[under].push(over);
    }
  }
  return finishLayout(covers, [], rows);
}

function finishLayout(covers, columns, rows) {
  const under = covers.map(() => []);
  covers.forEach((over, place) => over.forEach((top) => under[top].push(place)));
  return { size: covers.length, covers, under, columns, rows };
}

function movesOfPlaces(layout) {
  const moves = layout.covers.map((_, place) => place + 1);
  layout.columns.forEach((places, column) => places.forEach((place) => (moves[place] = column + 1)));
  return moves;
}

/** Whether `card` may be played on `waste` (null: no card lies there yet). */
export function accepts(game, waste, card) {
  if (waste === null) return game.startsFree;
  if (waste === JOKER || card === JOKER) return true;
  const on = rankOf(waste);
  const rank = rankOf(card);
  if (on === KING && game.rules.on_king === "nothing") return false;
  if (Math.abs(on - rank) === 1) return true;
  return game.rules.wrap && on + rank === KING && (on === ACE || on === KING);
}

/**
 * A game in play. `deal` is `{tableau, opening, stock}`: cards by place (null: gone), the card on the waste or null,
 * the stock with the next card first.
 */
export class Position {
  constructor(game, deal) {
    this.game = game;
    this.deal = deal;
    this.tableau = [...deal.tableau];
    this.waste = deal.opening;
    this.drawn = 0;
    this.moves = [];
  }

  /** Cards in the tableau. */
  get cardsLeft() {
    return this.tableau.reduce((sum, card) => sum + (card !== null), 0);
  }

  get stockLeft() {
    return this.deal.stock.length - this.drawn;
  }

  get won() {
    return this.tableau.every((card) => card === null);
  }

  /** A point for each card left or, once the tableau is clear, -1 for each card left in the stock. */
  get score() {
    return this.cardsLeft || -this.stockLeft || 0;
  }

  /** Whether nothing lies on a card that is there. */
  isExposed(place) {
    return this.tableau[place] !== null && this.game.covers[place].every((over) => this.tableau[over] === null);
  }

  /** Places of the exposed cards, in the order of their moves. */
  exposed() {
    const places = [];
    for (let place = 0; place < this.game.size; place++) if (this.isExposed(place)) places.push(place);
    return places.sort((a, b) => this.game.moveOf[a] - this.game.moveOf[b]);
  }

  /** The place that a play takes its card from; null where there is none. */
  placeOf(move) {
    return this.exposed().find((place) => this.game.moveOf[place] === move) ?? null;
  }

  /** Plays in ascending order, then a draw; none once the game is won. */
  legalMoves() {
    if (this.won) return [];
    const plays = this.exposed().filter((place) => accepts(this.game, this.waste, this.tableau[place]));
    const moves = plays.map((place) => this.game.moveOf[place]);
    return this.stockLeft ? [...moves, DRAW] : moves;
  }

  /** Why a move is not legal, in a sentence; null if it is. */
  refusal(move) {
    if (this.won) return "The tableau is already clear.";
    if (move === DRAW) return this.stockLeft ? null : "The stock is empty.";
    const place = this.placeOf(move);
    if (place === null) return "There is no open card there.";
    const card = this.tableau[place];
    if (accepts(this.game, this.waste, card)) return null;
    if (this.waste === null) return `The ${nameCard(card)} cannot start the waste: draw first.`;
    const closed = rankOf(this.waste) === KING && this.game.rules.on_king === "nothing";
    const rule = closed ? "nothing plays on a King" : "it takes one rank up or down";
    return `The ${nameCard(card)} does not play on the ${nameCard(this.waste)}: ${rule}.`;
  }

  /** Make a move. Throws, and changes nothing, where it is not legal. */
  play(move) {
    const why = this.refusal(move);
    if (why !== null) throw new Error(`move ${this.moves.length + 1}: ${why}`);
    if (move === DRAW) {
      this.waste = this.deal.stock[this.drawn++];
    } else {
      const place = this.placeOf(move);
      this.waste = this.tableau[place];
      this.tableau[place] = null;
    }
    this.moves.push(move);
    return this;
  }

  /** The position as a deal of its own, from which play can go on. */
  toDeal() {
    return { tableau: [...this.tableau], opening: this.waste, stock: this.deal.stock.slice(this.drawn) };
  }
}

/** Play moves from the start of a deal. Throws at the first one that is not legal. */
export function replay(game, deal, moves) {
  const position = new Position(game, deal);
  for (const move of moves) position.play(move);
  return position;
}
