// The rows of what is seldom needed: one that was opened stays open when the panel swaps itself, until its step is done.
// Loaded before desk.js: the focus can only come back into a row that is open.
"use strict";
(() => {
  const open = new Set();
  const rowOf = (step) => document.getElementById(`r-${step}`);

  document.addEventListener("toggle", ({ target }) => {
    if (target.matches?.("details.row")) open[target.open ? "add" : "delete"](target.id);
  }, true);
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, xhr } }) => {
    const step = requestConfig?.elt?.dataset?.step;
    if (!step || !xhr.responseText.includes('class="done')) return;
    open.delete(`r-${step}`);
    rowOf(step)?.removeAttribute("open");
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) {
      const row = document.getElementById(id);
      if (row) row.open = true;
      else open.delete(id);
    }
  });
})();
