// The solver behind a message port: questions in, answers out, so that the page never waits.

import { best, review } from "./solver.js";

const TASKS = {
  best: ({ game, deal }) => best(game, deal),
  review: ({ game, deal, moves }) => ({ ...review(game, deal, moves), best: best(game, deal) }),
};

/** Answer one question: `{id, task, ...}` gives `{id, found}`. */
export function answer(question) {
  return { id: question.id, found: TASKS[question.task](question) };
}

/** Answer the questions that come to a worker. */
export function serve(scope) {
  scope.onmessage = (event) => scope.postMessage(answer(event.data));
}
