// Follows a calibration: its picture, its moving parts, and the keys that answer it.
"use strict";
(() => {
  const main = document.querySelector(".calibrating");
  const picture = main.querySelector(".camera img");
  const { address, csrf } = main.dataset;
  const AGAIN_MS = 150, STATE_MS = 300;
  let count = 0;
  const look = () => { picture.src = `${address}/imagen?${++count}`; };
  picture.addEventListener("load", () => setTimeout(look, AGAIN_MS));
  picture.addEventListener("error", () => setTimeout(look, 5 * AGAIN_MS));
  async function follow() {
    try {
      const answer = await fetch(`${address}/estado`);
      if (!answer.ok || answer.redirected) { location.reload(); return; } // asleep: the PIN is asked for
      show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch { /* the line is cut: it is tried again */ }
    setTimeout(follow, STATE_MS);
  }
  function show(told) {
    if (told.querySelector("[data-over]")) { location.reload(); return; }
    for (const part of main.querySelectorAll("[data-part]")) {
      const newer = told.querySelector(`[data-part="${part.dataset.part}"]`);
      if (newer && newer.innerHTML !== part.innerHTML) part.innerHTML = newer.innerHTML;
    }
  }
  const answer = (key) => fetch(`${address}/respuesta`, { method: "POST", redirect: "manual", body: new URLSearchParams({ key, csrf }) });
  main.addEventListener("click", (event) => {
    const button = event.target.closest("[data-key]");
    if (button) answer(button.dataset.key);
  });
  window.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("a, button")) return;
    const key = event.key === "Enter" ? "" : event.key.toLowerCase();
    const asked = [...main.querySelectorAll("[data-key]")].some((button) => button.dataset.key === key);
    if (asked) { event.preventDefault(); answer(key); }
  });
  follow();
})();
