// The office's pages: the live part fetches itself anew when something changed, and ages count on by themselves.
"use strict";
(() => {
  const panel = document.getElementById("panel");
  if (!panel) return;
  const steps = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  let at = performance.now();

  function said(seconds) {
    for (const [size, unit] of steps) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit}`;
    return "0 s";
  }
  function count() {
    const since = (performance.now() - at) / 1000;
    for (const each of panel.querySelectorAll("[data-age]")) {
      const text = said(Number(each.dataset.age) + since);
      if (each.textContent !== text) each.textContent = text;
    }
  }
  document.body.addEventListener("htmx:afterSwap", () => {
    at = performance.now();
    count();
  });
  setInterval(count, 1000);
  count();

  let heard = "";
  new Live("/events", ["changed", "alive"], {
    heard({ data }) {
      if (data === heard) return;
      if (heard) htmx.trigger(document.body, "stale");
      heard = data;
    },
    changed: (alive) => document.body.classList.toggle("is-lost", !alive),
    silence: 5000,
  });
})();
