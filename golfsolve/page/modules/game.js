// A game in play: undo and redo without limit, giving up, what counts for the score.

import { DRAW, replay } from "./rules.js";

export class Play {
  /** `deal` as numbering.js gives it. */
  constructor(game, deal, moves = []) {
    this.game = game;
    this.deal = deal;
    this.helped = false; // by a hint or a move of the best line
    this.givenUp = false;
    this.undone = [];
    this.position = replay(game, deal, moves);
  }

  get moves() {
    return this.position.moves;
  }

  /** Whether the tableau is clear, no move is left, or the player has given up. */
  get over() {
    return this.givenUp || this.position.legalMoves().length === 0;
  }

  /** Cards played since the last draw. */
  get streak() {
    const moves = this.moves;
    return moves.length - 1 - moves.lastIndexOf(DRAW);
  }

  /** Make a move; throws where it is not legal. What was undone is forgotten, unless it is that move. */
  play(move) {
    if (this.givenUp) throw new Error("The game is given up.");
    this.position.play(move);
    this.undone = this.undone.at(-1) === move ? this.undone.slice(0, -1) : [];
  }

  /** Take the last move back; false if there is none. */
  undo() {
    const moves = [...this.moves];
    if (!moves.length) return false;
    this.undone.push(moves.pop());
    this.position = replay(this.game, this.deal, moves);
    this.givenUp = false;
    return true;
  }

  redo() {
    if (!this.undone.length || this.givenUp) return false;
    this.position.play(this.undone.pop());
    return true;
  }

  restart() {
    while (this.undo());
    this.undone = [];
  }

  giveUp() {
    this.givenUp = true;
  }
}
