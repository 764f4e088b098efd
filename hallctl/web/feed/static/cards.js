// A player's own cards: typed once, kept in this browser alone and marked as balls are called. Nothing is sent: the
// paper card is what counts, and a win is sung aloud. pantalla.js says what is called.
"use strict";

(() => {
  const KEPT = "mis-cartones", MOST = 6;
  const MODES = { large: "letra-grande", reading: "lector-de-pantalla" };
  const at = (id) => document.getElementById(id);
  let of = { numbers: 15, universe: 90 }, cards = read(), called = new Set();

  function read() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
      return kept.filter((card) => Array.isArray(card) && flaw(card) === "").slice(0, MOST);
    } catch {
      return [];  // a browser that keeps nothing, or kept something else
    }
  }

  function keep(name, value) {
    try { localStorage.setItem(name, value); } catch { /* private windows keep nothing: it stays until they close */ }
  }

  function flaw(card) {
    if (card.some((number) => !Number.isInteger(number) || number < 1 || number > of.universe)) return say("Solo números del 1 al {last}.", { last: of.universe });
    if (new Set(card).size !== card.length) return say("Hay un número repetido.");
    return card.length === of.numbers ? "" : say("Son {count} números; hay {held}.", { count: of.numbers, held: card.length });
  }

  function text(tag, said, name = "") {
    const element = document.createElement(tag);
    element.textContent = said;
    element.className = name;
    return element;
  }

  function draw() {
    at("mine").replaceChildren(...cards.map((card, place) => {
      const item = document.createElement("li"), left = card.filter((number) => !called.has(number));
      const numbers = document.createElement("ol");
      numbers.append(...card.map((number) => text("li", number, called.has(number) ? "lit" : "")));
      const said = say(left.length ? "Cartón {place}: {count:falta|faltan} {count}" : "Cartón {place}: completo", { place: place + 1, count: left.length });
      const away = text("button", say("Quitar"));
      away.type = "button";
      away.setAttribute("aria-label", say("Quitar el cartón {place}", { place: place + 1 }));
      away.onclick = () => change(cards.filter((_, index) => index !== place));
      item.append(text("b", said), away, numbers);
      return item;
    }));
    at("add").hidden = cards.length >= MOST;
  }

  function change(others) {
    cards = others;
    keep(KEPT, JSON.stringify(cards));
    draw();
  }

  at("add").addEventListener("submit", (event) => {
    event.preventDefault();
    const card = (at("numbers").value.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b);
    at("flaw").textContent = flaw(card);
    if (flaw(card)) return;
    at("numbers").value = "";
    change([...cards, card]);
  });

  // Large letters, and for who has the page read aloud: text in the place of boards, own cards said with each ball.
  function set(mode, on) {
    document.documentElement.classList.toggle(mode, on);
    at(mode).setAttribute("aria-pressed", String(on));
    keep(MODES[mode], on ? "1" : "");
  }

  for (const [mode, kept] of Object.entries(MODES)) {
    at(mode).onclick = () => set(mode, !document.documentElement.classList.contains(mode));
    try { set(mode, localStorage.getItem(kept) === "1"); } catch { /* as it comes */ }
  }

  // What is said of the own cards that have the newest ball, to who has the page read aloud.
  window.ownCards = (balls) => {
    if (!document.documentElement.classList.contains("reading")) return "";
    const out = new Set(balls), newest = balls[balls.length - 1];
    return cards.map((card, place) => [card, place + 1, card.filter((number) => !out.has(number)).length])
      .filter(([card]) => card.includes(newest))
      .map(([, number, left]) => say(left ? "Cartón {place}: lo tiene, {count:falta|faltan} {count}." : "Cartón {place}: lo tiene, completo.", { place: number, count: left })).join(" ");
  };

  document.addEventListener("called", ({ detail }) => {
    called = new Set(detail.called);
    if (detail.numbers !== of.numbers || detail.universe !== of.universe) {
      of = detail;
      cards = read();  // those of another variant are no cards of this game
    }
    at("add").querySelector("label").textContent = say("Los {count} números de su cartón", { count: of.numbers });
    draw();
  });
  draw();
})();
