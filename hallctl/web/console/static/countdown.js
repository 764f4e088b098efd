// A time that runs down: the page comes with what is left of it, and counts by itself from there.
"use strict";
(() => {
  let ends = new WeakMap();
  function tick() {
    for (const each of document.querySelectorAll("[data-left]")) {
      if (!ends.has(each)) ends.set(each, performance.now() + Number(each.dataset.left));
      const left = String(Math.max(0, Math.ceil((ends.get(each) - performance.now()) / 1000)));
      if (each.textContent !== left) each.textContent = left;
    }
  }
  document.addEventListener("htmx:afterSwap", tick);
  setInterval(tick, 200);
  tick();
})();
