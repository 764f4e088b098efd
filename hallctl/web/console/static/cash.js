// What a count comes to while it is typed; the sum that is minuted is the rules' own.
"use strict";
(() => {
  const said = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2, useGrouping: true });

  function add(table) {
    const inputs = [...table.querySelectorAll("input.piece")];
    const whole = inputs.reduce((sum, input) => sum + (Number(input.value) || 0) * Number(input.dataset.value), 0);
    table.querySelector("output").textContent = said.format(whole / 100);
    table.querySelector(".sum").hidden = false;
  }
  const addAll = () => document.querySelectorAll(".pieces").forEach(add);

  document.addEventListener("input", (event) => {
    const table = event.target.closest(".pieces");
    if (table) add(table);
  });
  document.addEventListener("reset", () => setTimeout(addAll)); // the fields are emptied after the event
  document.addEventListener("htmx:afterSwap", addAll);

  // Enter goes on to the next value, as on any till; on the last one it takes the step.
  document.addEventListener("keydown", (event) => {
    const table = event.target.closest?.(".pieces");
    if (!table || event.key !== "Enter") return;
    const inputs = [...table.querySelectorAll("input.piece")];
    const next = inputs[inputs.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  });
  addAll();
})();
