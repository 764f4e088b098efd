// A board on which the answer of a step is pressed: a press only chooses, and the step's own button takes it.
"use strict";
(() => {
  const inputs = () => document.querySelectorAll("input.on-board");
  const cells = (form) => [...document.querySelectorAll(`.pad button[data-form="${form.dataset.step}"]`)];

  // What is chosen stands large beside the step, in the words and the colour of its place on the board.
  function tell(input) {
    const said = input.form.querySelector("output.pressed");
    const all = cells(input.form);
    const chosen = all.find((each) => each.value === input.value.trim());
    for (const each of all) each.setAttribute("aria-pressed", String(each === chosen));
    said.textContent = chosen ? chosen.dataset.says : input.value.trim() ? said.dataset.strange : said.dataset.none;
    said.className = chosen ? `pressed ${chosen.className}` : "pressed";
  }
  const tellAll = () => inputs().forEach(tell);

  document.addEventListener("click", (event) => {
    const cell = event.target.closest?.(".pad button");
    if (!cell) return;
    const form = document.querySelector(`form.step[data-step="${cell.dataset.form}"]`);
    const input = form.querySelector("input.on-board");
    input.value = cell.value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    form.querySelector("button[type=submit]").focus({ preventScroll: true });
  });
  document.addEventListener("input", ({ target }) => { if (target.matches?.("input.on-board")) tell(target); });
  document.addEventListener("reset", () => setTimeout(tellAll));
  document.addEventListener("htmx:afterSwap", tellAll);
  tellAll();
})();
