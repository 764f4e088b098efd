// The board on which a ball is picked: one press takes its step, and the arrow keys go from ball to ball.
"use strict";
(() => {
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const balls = () => [...document.querySelectorAll(".picks button")];

  // One stop of the Tab key for ninety balls: the one that has the focus, or the first.
  function rove() {
    const all = balls();
    const here = all.includes(document.activeElement) ? document.activeElement : all[0];
    for (const ball of all) ball.tabIndex = ball === here ? 0 : -1;
  }

  document.addEventListener("click", (event) => {
    const ball = event.target.closest?.(".picks button");
    if (!ball) return;
    // No button of the form itself: Enter in its field would press the first of them.
    const form = document.querySelector(`form.step[data-step="${ball.dataset.form}"]`);
    form.querySelector("input.ask").value = ball.value;
    form.requestSubmit();
  });
  document.addEventListener("keydown", (event) => {
    const step = ARROWS[event.key];
    const ball = event.target.closest?.(".picks button");
    if (!step || !ball) return;
    event.preventDefault();
    const columns = getComputedStyle(ball.closest(".picks")).gridTemplateColumns.split(" ").length;
    const move = step[0] + columns * step[1];
    for (let n = Number(ball.value) + move; n > 0 && n <= ball.closest(".picks").children.length; n += move) {
      const next = document.getElementById(`b-pick-${n}`); // those that are out are passed over
      if (next) return next.focus();
    }
  });
  document.addEventListener("focusin", (event) => { if (event.target.closest?.(".picks")) rove(); });
  document.addEventListener("htmx:afterSwap", rove);
  rove();
})();
