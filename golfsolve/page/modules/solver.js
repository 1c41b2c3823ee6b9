// The best that can follow from a deal or position, and what a finished game has cost.

import { tablePass } from "./boards.js";
import { Position, replay } from "./rules.js";
import { search } from "./search.js";

/**
 * `{winnable, score, moves}` of a deal or position (`{tableau, opening, stock}`).
 *
 * Exact where the layout has at most some 500,000 boards: all games of one deck with a stock. Elsewhere a search with
 * a `budget` of states: `winnable` and `score` are null where it does not know. `moves` is a line that reaches the
 * score, or as far as the search has come.
 */
export function best(game, deal, budget) {
  return tablePass(game, deal) ?? search(game, deal, budget);
}

/** Whether best() is exact for a whole deal of a game. */
export function isExact(game) {
  return game.columns.length
    ? game.columns.reduce((boards, places) => boards * (places.length + 1), 1) <= 1 << 19
    : true;
}

/**
 * Go through a game: `{scores, mistakes}`. `scores[i]` is the best score before move i (the last one: at the end), null
 * where it is not known; a mistake is a move after which the best score is worse: `{number, move, cost, loses, better}`,
 * numbers from 1, `better` a move that would have kept it.
 */
export function review(game, deal, moves, budget) {
  const position = new Position(game, deal);
  const found = [best(game, deal, budget)];
  for (const move of moves) found.push(best(game, position.play(move).toDeal(), budget));
  const scores = found.map((item) => item.score);
  const mistakes = [];
  moves.forEach((move, i) => {
    const [before, after] = [scores[i], scores[i + 1]];
    if (before === null || after === null || before >= after) return;
    const better = found[i].moves[0];
    mistakes.push({ number: i + 1, move, cost: after - before, loses: before <= 0 && after > 0, better });
  });
  return { scores, mistakes };
}

/** Throws unless the moves clear the tableau with the last one. */
export function checkSolution(game, deal, moves) {
  const end = replay(game, deal, moves);
  if (!end.won) throw new Error(`after move ${moves.length} tableau cards are left: ${end.cardsLeft}`);
  return end;
}
