// A baccarat table on a phone: both hands, the roads of the shoe, counts and limits. pantalla.js hands it each view.
"use strict";

const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const LETTER_OF = { player: "P", banker: "B", tie: "T" };

function cell(tag, className, content) {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = content;
  return made;
}

function cardOf(code) {
  if (!code) return cell("li", "down", "");
  const rank = code[0] === "T" ? "10" : code[0];
  return cell("li", "HD".includes(code[1]) ? "red" : "", rank + SUIT_SIGNS[code[1]]);
}

// Shows a hand, lit where it has won; returns what is read aloud of it.
function handOn(box, hand, won, name, pair) {
  const cards = hand.cards.map(cardOf), total = hand.total ?? "";
  box.classList.toggle("won", won);
  box.querySelector("h2").textContent = hand.pair ? `${name} · ${pair}` : name;
  box.querySelector("ol").replaceChildren(...cards);
  box.querySelector("b").textContent = total;
  return hand.total === null ? "" : `${name} ${total}`;
}

function placed(list, cells, mark) {
  const last = Math.max(-1, ...cells.map((each) => each.column)), first = Math.max(0, last - 19);
  list.replaceChildren(...cells.filter((each) => each.column >= first).map((each) => {
    const item = mark(each);
    item.style.gridArea = `${each.row + 1} / ${each.column - first + 1}`;
    return item;
  }));
}

// Shows a baccarat table's view in the place of a game's parts; false where it is another view.
window.showHands = (view) => {
  const box = document.getElementById("hands"), there = view.view === "cards";
  box.hidden = !there;
  if (!there) return false;
  for (const id of ["fields", "drawn", "own"]) document.getElementById(id).hidden = true;
  const part = (name) => box.querySelector(name), count = (wanted) => view.rounds.filter(wanted).length;
  document.getElementById("game").textContent = view.game === null ? "" : say("Jugada {game}", view);
  const player = say("Jugador"), banker = say("Banca");
  const heard = [
    handOn(part(".player"), view.player, view.result === "player", `${player} 閒`, say("Par de jugador")),
    handOn(part(".banker"), view.banker, view.result === "banker", `${banker} 莊`, say("Par de banca")),
  ];
  part(".last").textContent = view.last;
  placed(part(".bead"), view.rounds.map((each, at) => ({ ...each, column: Math.floor(at / 6), row: at % 6 })), (each) => cell("li", each.result, LETTER_OF[each.result]));
  placed(part(".big"), view.big, (each) => cell("li", view.rounds[each.round].result, each.ties || ""));
  for (const road of ["eye", "small", "cockroach"]) placed(part(`.${road}`), view[road], (each) => cell("li", each.red ? "banker" : "player", ""));
  part(".counts").textContent = [
    [banker, count((each) => each.result === "banker")], [player, count((each) => each.result === "player")],
    [say("Empate"), count((each) => each.result === "tie")], [say("Par de banca"), count((each) => each.banker_pair)],
    [say("Par de jugador"), count((each) => each.player_pair)],
  ].map((each) => each.join(" ")).join(" · ");
  part(".limits h2").textContent = `${say("Límites y premios")} · ${view.currency}`;
  part(".limits ul").replaceChildren(...view.limits.map((line) => {
    const item = document.createElement("li");
    item.append(cell("span", "", line.name), cell("b", "", line.taken), cell("i", "", line.pays));
    return item;
  }));
  const said = [view.headline, ...heard, view.last, view.notice].filter(Boolean).join(". ");
  const spoken = part(".unseen");
  if (spoken.textContent !== said) spoken.textContent = said;
  return true;
};
