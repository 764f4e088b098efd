// A roulette table on a phone: the number, the last ones, limits and payouts. pantalla.js hands it each view.
"use strict";

// Shows a table's view in the place of a game's parts; false where it is another view.
window.showTable = (view) => {
  const box = document.getElementById("table"), table = view.view === "table";
  box.hidden = !table;
  for (const id of ["fields", "drawn", "own"]) document.getElementById(id).hidden = table;
  if (!table) return false;
  const part = (name) => box.querySelector(name);
  const ground = (number) => (view.zeros.includes(number) ? "zero" : view.red.includes(number) ? "red" : "black");
  const minutes = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  document.getElementById("game").textContent = view.game === null ? "" : say("Jugada {game}", view);
  const shown = part(".number");
  shown.className = `number ${view.number ? ground(view.number) : "none"}`;
  shown.textContent = view.number || (view.closes_in === null ? "" : minutes(view.closes_in));
  shown.hidden = !shown.textContent;
  part(".what").textContent = view.number || view.closes_in === null ? "" : say("Tiempo para apostar");
  part(".said").textContent = view.said.replace("\n", " · ");
  part(".last h2").textContent = say("Últimos números, el más nuevo primero");
  part(".last ol").replaceChildren(...view.last.map((number) => {
    const item = document.createElement("li");
    item.className = ground(number);
    item.textContent = number;
    return item;
  }));
  part(".last").hidden = !view.last.length;
  part(".limits h2").textContent = say("Límites y premios");
  part(".limits ul").replaceChildren(...view.limits.map((line) => {
    const item = document.createElement("li");
    for (const [tag, said] of [["span", line.name], ["b", line.taken], ["i", line.pays]]) {
      const cell = document.createElement(tag);
      cell.textContent = said;
      item.append(cell);
    }
    return item;
  }));
  // The time that runs down is not read aloud: only what happens is.
  const said = [view.headline, view.number && view.said.replace("\n", ", "), view.notice].filter(Boolean).join(". ");
  const spoken = part(".unseen");
  if (spoken.textContent !== said) spoken.textContent = said;
  return true;
};
