// Where the page begins; in a worker, where the solver does. One text serves both.

import { App } from "./app.js";
import { serve } from "./worker.js";

if (typeof document === "undefined") {
  serve(self);
} else {
  const facts = JSON.parse(document.getElementById("facts").textContent);
  globalThis.app = new App(document, facts, document.getElementById("script").textContent);
}
