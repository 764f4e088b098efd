// The desk's own few lines: what htmx leaves to the page. Nothing here knows a rule of the hall.
"use strict";
(() => {
  const YOUNG_MS = 300;
  const born = new Map(); // step -> when it came up

  const said = document.getElementById("said");
  const idle = said.innerHTML;
  const entry = () => document.querySelector(".stage").dataset.entry;

  // A step that has just come up under the finger does not take the second press of the step before it.
  const isYoung = (form) => performance.now() - (born.get(form.dataset.step) ?? -Infinity) < YOUNG_MS;

  function look() {
    const now = performance.now();
    const present = new Set();
    for (const form of document.querySelectorAll("form[data-step]")) {
      const step = form.dataset.step;
      present.add(step);
      if (!born.has(step)) born.set(step, now);
      form.classList.toggle("young", isYoung(form));
    }
    for (const step of born.keys()) if (!present.has(step)) born.delete(step);
    for (const details of document.querySelectorAll("details.balls")) count(details);
    if (said.dataset.entry !== entry() && said.querySelector(".refused")) said.innerHTML = idle;
    // Enter takes the next step, unless the person is somewhere else on the page.
    if (document.activeElement === document.body || document.activeElement === null) {
      const next = document.querySelector(".next input.ask") ?? document.querySelector(".next button");
      next?.focus({ preventScroll: true });
      if (next instanceof HTMLInputElement) next.select();
    }
  }

  function count(details) {
    const boxes = [...details.querySelectorAll("input")];
    const ticked = boxes.filter((box) => box.checked).length;
    details.querySelector("summary").textContent = `${ticked} de ${boxes.length} contadas`;
    details.classList.toggle("short", ticked < boxes.length);
  }

  document.addEventListener("submit", (event) => {
    if (isYoung(event.target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault(); // a held key is one press
  }, true);
  document.addEventListener("change", (event) => {
    const details = event.target.closest("details.balls");
    if (details) count(details);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = event.detail.requestConfig?.elt;
    if (!form?.dataset?.step) return;
    born.delete(form.dataset.step); // the same step once more is a new one
    if (event.detail.xhr.responseText.includes('class="done"')) form.reset();
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target === said) said.dataset.entry = entry(); // a refusal is of no use once the hall has gone on
    else look();
  });
  document.addEventListener("htmx:sseError", () => {
    document.body.classList.add("is-lost");
    htmx.trigger(document.body, "stale"); // who has to enter again is sent there by the panel
  });
  document.addEventListener("htmx:sendError", () => document.body.classList.add("is-lost"));
  for (const event of ["htmx:sseOpen", "htmx:afterOnLoad"])
    document.addEventListener(event, () => document.body.classList.remove("is-lost"));
  look();
})();
