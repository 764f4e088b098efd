// Tries a bar-code scanner: sends the keys that came, and shows what they come to. Hears them before scanner.js does.
"use strict";
(() => {
  const QUIET_MS = 1200; // longer than a scanner pauses
  const box = document.getElementById("tried");
  let keys = [];
  let timer = 0;
  window.addEventListener("keydown", (event) => {
    if (event.repeat || /^(Shift|CapsLock|AltGraph|Control|Alt|Meta|NumLock|F\d+)$/.test(event.key)) return;
    const { code, key, timeStamp: time, altKey } = event;
    keys.push({ code, key, time, alt: altKey || event.getModifierState("AltGraph") });
    clearTimeout(timer);
    timer = setTimeout(judge, QUIET_MS);
  }, true);
  async function judge() {
    const body = JSON.stringify(keys.slice(-200));
    const few = keys.length < 4; // a person's
    keys = [];
    if (few) return;
    try {
      const answer = await fetch("/lector", { method: "POST", headers: { "Content-Type": "application/json" }, body });
      box.innerHTML = await answer.text();
    } catch {
      box.textContent = box.dataset.cut;
    }
  }
})();
