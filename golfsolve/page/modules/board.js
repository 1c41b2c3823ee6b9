// The table on the screen: an element for each place of the tableau, made once a deal and moved by style alone, so that
// nothing shifts under a finger.

import { JOKER, accepts, nameCard, rankOf, suitOf, RANKS } from "./rules.js";

const RATIO = 1.4; // of a card's height to its width
const WIDEST = 92; // pixels
const GAP = 0.12; // between columns, in card widths
const STRIP = 0.36; // of a card that others lie on, in card heights, at least
const WIDE_STRIP = 0.52; // and at most
const LEAST = 26; // pixels of a strip, so that its rank can be read
const PEAK_STEP = 0.5; // from row to row of peaks and pyramids, in card heights, at least
const WIDE_PEAK_STEP = 0.82; // and at most

const SUIT_IDS = ["club", "spade", "heart", "diamond"];

/** The face of a card, as HTML. The style sheet writes the rank, so that a card's label is all that is read aloud. */
export function faceOf(card) {
  if (card === JOKER) return '<span class="corner"><b data-rank="JK"></b></span><span class="pip joker"></span>';
  const rank = RANKS[rankOf(card)] === "T" ? "10" : RANKS[rankOf(card)];
  const suit = `<svg aria-hidden="true"><use href="#${SUIT_IDS[suitOf(card)]}"/></svg>`;
  return `<span class="corner"><b data-rank="${rank}"></b>${suit}</span><span class="pip">${suit}</span>`;
}

/** The class that colours a card. */
export function suitClass(card) {
  return card === JOKER ? "joker" : SUIT_IDS[suitOf(card)];
}

export class Board {
  /** `onPlay(place)` is called for a card that is tapped, clicked, or dropped on `target`. */
  constructor(element, target, onPlay) {
    this.element = element;
    this.target = target;
    this.onPlay = onPlay;
    this.cards = [];
    new ResizeObserver(() => this.layOut()).observe(element);
  }

  /** Make the cards of a deal. */
  deal(game, deal) {
    this.game = game;
    this.element.replaceChildren();
    this.cards = deal.tableau.map((card, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "card";
      button.dataset.place = place;
      if (card === null) {
        button.hidden = true;
      } else {
        button.classList.add(suitClass(card));
        button.innerHTML = faceOf(card);
        this.takeHold(button, place);
      }
      return button;
    });
    // Reading order is that of the columns; drawing order that of the rows.
    const order = game.columns.length ? game.columns.flat() : [...this.cards.keys()];
    this.element.append(...order.map((place) => this.cards[place]));
    this.layOut();
  }

  /** Show a position: which cards are there, which are open, which play. */
  show(position, { hint = null } = {}) {
    const { game, waste } = position;
    this.cards.forEach((button, place) => {
      const card = position.tableau[place];
      const open = card !== null && position.isExposed(place);
      button.classList.toggle("gone", card === null);
      button.classList.toggle("covered", card !== null && !open);
      button.classList.toggle("hint", hint !== null && open && game.moveOf[place] === hint);
      button.disabled = !open;
      button.tabIndex = -1;
      if (open) {
        button.removeAttribute("aria-hidden");
        button.setAttribute("aria-label", describe(position, place, accepts(game, waste, card)));
      } else {
        button.setAttribute("aria-hidden", "true");
        button.removeAttribute("aria-label");
      }
    });
  }

  /** Sizes and places of all cards, from the room there is. */
  layOut() {
    if (!this.game || !this.element.clientWidth) return;
    const room = { width: this.element.clientWidth, height: this.element.clientHeight };
    const { width, at } = this.game.columns.length ? fitColumns(this.game, room) : fitRows(this.game, room);
    this.element.style.setProperty("--w", `${width}px`);
    at.forEach(([x, y], place) => {
      const card = this.cards[place];
      card.style.left = `${x}px`;
      card.style.top = `${y}px`;
      card.style.zIndex = 1 + Math.round(y);
    });
  }

  /** A tap plays; a drag plays when it ends over the target, and else does nothing. */
  takeHold(button, place) {
    let start = null;
    const end = (event, dropped) => {
      if (!start || event.pointerId !== start.id) return;
      const dragged = start.dragged;
      start = null;
      button.style.translate = "";
      button.classList.remove("dragged");
      if (!dragged || !dropped) return;
      const { left, right, top, bottom } = this.target.getBoundingClientRect();
      const over = event.clientX > left - 30 && event.clientX < right + 30 && event.clientY > top - 30 && event.clientY < bottom + 30;
      button.dataset.dragged = "yes"; // the click that follows is not a tap
      setTimeout(() => delete button.dataset.dragged);
      if (over) this.onPlay(place);
    };
    button.addEventListener("pointerdown", (event) => {
      if (button.disabled || event.button) return;
      start = { id: event.pointerId, x: event.clientX, y: event.clientY, dragged: false };
    });
    button.addEventListener("pointermove", (event) => {
      if (!start || event.pointerId !== start.id) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!start.dragged && Math.hypot(x, y) < 10) return;
      if (!start.dragged) button.setPointerCapture(event.pointerId);
      start.dragged = true;
      button.classList.add("dragged");
      button.style.translate = `${x}px ${y}px`;
    });
    button.addEventListener("pointerup", (event) => end(event, true));
    button.addEventListener("pointercancel", (event) => end(event, false));
    button.addEventListener("click", () => {
      if (!button.dataset.dragged) this.onPlay(place);
    });
  }
}

/** What a screen reader says of an open card. */
function describe(position, place, plays) {
  const { game, tableau } = position;
  const beneath = [];
  const seen = new Set();
  const look = (p) => {
    for (const under of game.under[p]) {
      if (seen.has(under) || tableau[under] === null) continue;
      seen.add(under);
      beneath.push(nameCard(tableau[under]));
      if (game.columns.length) look(under);
    }
  };
  look(place);
  const where = game.columns.length ? `column ${game.moveOf[place]}` : `card ${game.moveOf[place]}`;
  const on = beneath.length ? `, on ${beneath.join(", ")}` : "";
  return `${nameCard(tableau[place])}, ${where}${plays ? ", plays" : ""}${on}`;
}

/**
 * Columns side by side. Few columns stand in one line as long as their cards can be read; many stand in as many lines
 * as make the cards largest. Strips grow into the room that is left.
 */
function fitColumns(game, room) {
  const rows = Math.max(...game.columns.map((places) => places.length));
  let chosen = null;
  for (let lines = 1; lines <= 4; lines++) {
    const across = Math.ceil(game.columns.length / lines);
    const byWidth = room.width / (across + GAP * (across - 1));
    const least = (w) => lines * (w * RATIO + (rows - 1) * Math.max(LEAST, w * RATIO * STRIP) + w * GAP * 2);
    let width = Math.min(byWidth, WIDEST);
    while (width > 24 && least(width) > room.height) width -= 0.5;
    if (!chosen || width > chosen.width * 1.08) chosen = { width, across, lines };
    if (lines === 1 && game.columns.length <= 9 && width >= 34) break;
  }
  const { width, across, lines } = chosen;
  const high = width * RATIO;
  const gap = width * GAP * 2;
  const spare = (room.height / lines - high - gap) / Math.max(1, rows - 1);
  const strip = Math.max(LEAST, high * STRIP, Math.min(high * WIDE_STRIP, spare));
  const lineStep = high + (rows - 1) * strip + gap;
  const left = (room.width - width * (across + GAP * (across - 1))) / 2;
  const at = [];
  game.columns.forEach((places, column) => {
    const [line, i] = [Math.floor(column / across), column % across];
    places.forEach((place, depth) => {
      at[place] = [left + i * width * (1 + GAP), line * lineStep + depth * strip];
    });
  });
  return { width, at };
}

/** Rows of peaks and pyramids, spread over the room as far as each card still lies on the ones before. */
function fitRows(game, room) {
  const spots = game.rows.flat().map(([, half]) => half);
  const across = (Math.max(...spots) + 2) / 2;
  const steps = Math.max(1, game.rows.length - 1);
  const high = (w) => w * RATIO * (1 + PEAK_STEP * steps);
  let width = Math.min(room.width / (across * (1 + GAP / 2)), WIDEST);
  while (width > 20 && high(width) > room.height) width -= 0.5;
  const unit = width * (1 + GAP / 2);
  const tall = width * RATIO;
  const step = Math.max(tall * PEAK_STEP, Math.min(tall * WIDE_PEAK_STEP, (room.height - tall - 4) / steps));
  const left = (room.width - unit * across) / 2;
  const at = [];
  game.rows.forEach((row, depth) => {
    for (const [place, half] of row) at[place] = [left + (half * unit) / 2, depth * step];
  });
  return { width, at };
}
