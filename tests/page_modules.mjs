// Says what the modules make of facts that the Python side wrote: JSON in, a list of differences out.
import fs from "node:fs";
import * as golfsolve from "../golfsolve/page/modules/rules.js";
import { dealNumber } from "../golfsolve/page/modules/numbering.js";
import { dateOf, dayNumber, placeInWeek, placeOfDate, placesOfRound } from "../golfsolve/page/modules/dates.js";
import { best, checkSolution, isExact, review } from "../golfsolve/page/modules/solver.js";

const { formatCard, formatMoves, makeGame, parseCard, parseMoves, replay } = golfsolve;
const facts = JSON.parse(fs.readFileSync(0, "utf8"));
const games = Object.fromEntries(facts.games.map((game) => [game.name, makeGame(game.name, game.rules)]));
const wrong = [];
const counts = { layouts: 0, numbers: 0, positions: 0, scores: 0, unknown: 0, reviews: 0, dates: 0, weeks: 0 };
const same = (what, found, wanted) => {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) wrong.push({ what, found, wanted });
};
const read = (text) => (text === null ? null : parseCard(text));
const dealOf = (item) => ({ tableau: item.tableau.map(read), opening: read(item.opening), stock: item.stock.map(read) });

for (const item of facts.layouts) {
  counts.layouts++;
  const game = games[item.game];
  same(`covers of ${item.game}`, game.covers.map((places) => [...places].sort((a, b) => a - b)), item.covers);
  same(`rows of ${item.game}`, game.rows, item.rows);
  same(`columns of ${item.game}`, game.columns, item.columns);
}
for (const [game, name, cards] of facts.numbers) {
  counts.numbers++;
  const deal = dealNumber(games[game], name);
  const opening = deal.opening === null ? [] : [deal.opening];
  same(`${game} ${name}`, [...deal.tableau, ...opening, ...deal.stock].map(formatCard).join(" "), cards);
}
for (const item of facts.positions) {
  counts.positions++;
  const game = games[item.game];
  const deal = dealOf(item);
  const position = new golfsolve.Position(game, deal);
  same(`legal moves of ${item.game}`, formatMoves(position.legalMoves()), item.legal);
  same(`score of ${item.game}`, position.score, item.score);
  if (item.best === undefined) continue;
  const found = best(game, deal);
  if (found.winnable !== null) same(`verdict of ${item.game}`, found.winnable, item.winnable);
  else counts.unknown++;
  if (isExact(game)) same(`whether ${item.game} is exact`, found.score === null, false);
  if (found.score !== null) {
    counts.scores++;
    same(`best score of ${item.game}`, found.score, item.best);
    same(`line of ${item.game}`, replay(game, deal, found.moves).score, item.best);
  } else if (found.winnable) checkSolution(game, deal, found.moves);
}
for (const item of facts.reviews) {
  counts.reviews++;
  const found = review(games[item.game], dealNumber(games[item.game], item.deal), parseMoves(item.moves));
  same(`scores of ${item.game} ${item.deal}`, [found.scores[0], found.scores.at(-1)], item.scores);
  same(
    `mistakes of ${item.game} ${item.deal}`,
    found.mistakes.map((mistake) => [mistake.number, mistake.move, mistake.cost, mistake.loses]),
    item.mistakes,
  );
}
for (const [date, day] of facts.dates) {
  counts.dates++;
  same(date, [dayNumber(date), dateOf(day), placeOfDate(date), placesOfRound(date)[8]], [day, date, day, 9 * day + 8]);
}
for (const text of facts.noDates) {
  let failed = false;
  try {
    dayNumber(text);
  } catch {
    failed = true;
  }
  same(`${text} is no date`, failed, true);
}
for (const [date, week, level, place] of facts.weeks) {
  counts.weeks++;
  same(`${date} in ${week}`, placeInWeek(date, week), { level, place });
}
console.log(JSON.stringify({ wrong: wrong.slice(0, 20), count: wrong.length, counts }));
