// Asking the solver: in a worker where the browser has them, else between two frames.

import { answer } from "./worker.js";

export class Thinker {
  /** `source` is the text of a script that serves when it runs in a worker (worker.js). */
  constructor(source) {
    this.waiting = new Map();
    this.next = 1;
    this.worker = null;
    try {
      const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      this.worker = new Worker(url);
      this.worker.onmessage = (event) => this.settle(event.data);
      this.worker.onerror = () => this.giveUpWorker();
    } catch {
      this.worker = null;
    }
  }

  /** A promise of what the solver finds. */
  ask(task, facts) {
    const question = { id: this.next++, task, ...facts };
    return new Promise((resolve) => {
      this.waiting.set(question.id, { question, resolve });
      if (this.worker) this.worker.postMessage(question);
      else setTimeout(() => this.settle(answer(question)));
    });
  }

  settle({ id, found }) {
    const { resolve } = this.waiting.get(id) ?? {};
    this.waiting.delete(id);
    resolve?.(found);
  }

  /** Some browsers make a worker and then refuse to run it. */
  giveUpWorker() {
    this.worker = null;
    for (const { question } of [...this.waiting.values()]) setTimeout(() => this.settle(answer(question)));
  }
}
