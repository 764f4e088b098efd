// The board: shows each view of the feed, and says SIN SEÑAL within two seconds without one; live.js listens.
// It trusts the address that it was loaded from and verifies no signature: the walls do.
"use strict";

const SILENCE_MS = 1750;  // the glass has to say so within 2 s
const at = (id) => document.getElementById(id);

let newest = [0, 0];
let shown = "";

const ownSaid = (called) => window.ownCards?.(called) ?? "";

function fill(list, items, make) {
  list.replaceChildren(...items.map((item, index) => make(document.createElement("li"), item, index)));
}

function text(tag, said) {
  const element = document.createElement(tag);
  element.textContent = said;
  return element;
}

// A hall's colours by decade: 1-9, 10-19, … 80-90.
function decade(ball) {
  return Math.min(Math.floor(ball / 10), 8) + 1;
}

function bandOf(ball, view) {
  return (view.bands ?? []).find((band) => band.first <= ball && ball <= band.last);
}

// A ball as it is called: "B-7" where the variant has letters.
function named(ball, view) {
  return `${bandOf(ball, view)?.call ?? ""}${ball}`;
}

// A ball as it stands: its number as it is called, or the symbol that is there for it.
function face(element, ball, view, said) {
  element.classList.toggle("drawn", Boolean(view.symbols && ball));
  if (!view.symbols || !ball) {
    element.textContent = said;
    return;
  }
  const symbol = document.createElement("i");
  symbol.style.setProperty("--symbol", `url("/pantalla/simbolo-${ball}.svg")`);
  element.replaceChildren(symbol);
}

// The colour of a called ball: the variant's, or else the hall's by decade.
function colour(element, ball, view) {
  element.dataset.decade = decade(ball);
  element.dataset.band = bandOf(ball, view)?.colour ?? "";
}

function grid(view, lit, last) {
  const bands = view.bands?.some((band) => band.letter) ? view.bands : [{ first: 1, last: view.universe, letter: "" }];
  const cells = bands.flatMap(({ first, last, letter }) => {
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return letter ? [letter, ...numbers] : numbers;
  });
  at("grid").className = bands.length > 1 ? "lettered" : "";
  at("grid").style.setProperty("--down", bands[0].last - bands[0].first + 2);
  fill(at("grid"), cells, (cell, shown) => {
    if (typeof shown === "string") cell.className = "letter";
    else colour(cell, shown, view);
    if (lit.has(shown)) cell.className = shown === last ? "lit newest" : "lit";
    face(cell, typeof shown === "string" ? 0 : shown, view, shown);
    return cell;
  });
}

function card(item, ball, index, view) {
  if (view.free?.includes(index)) {
    item.textContent = "★";
    item.className = "lit";
    return item;
  }
  const place = view.called.indexOf(ball);
  item.className = !ball ? "none" : view.missing.includes(ball) ? "missing" : place < 0 ? "" : "lit";
  face(item, ball, view, ball || "");
  return item;
}

// What wins a prize, drawn, and how soon one card has it.
function pattern(line, prize, view) {
  const found = (view.patterns ?? []).find((each) => each.prize === prize.name);
  if (found?.forms.length) {
    const drawn = document.createElement("i");
    drawn.className = "forms";
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", prize.name);
    drawn.append(...found.forms.map((form) => {
      const grid = document.createElement("i");
      grid.style.setProperty("--columns", found.columns);
      grid.append(...Array.from(form, (cell) => {
        const square = document.createElement("i");
        square.className = cell === "X" ? "lit" : "";
        return square;
      }));
      return grid;
    }));
    line.append(drawn);
  }
  if (found?.odds) line.append(text("small", found.odds));
}

function verdict(view) {
  const box = at("verdict"), part = (name) => box.querySelector(name);
  const checked = view.view === "check" && view.card !== null, won = view.view === "prizes" && view.winners.length > 0;
  box.hidden = !checked && !won;
  if (box.hidden) return;
  box.className = view.shout ? "good" : view.verdict;
  part("h2").textContent = checked ? say("Cartón {card} · {series}", view) : say("Cartones premiados");
  part(".said").textContent = view.shout || view.said || "";
  part(".amount").textContent = view.amount;
  part(".card").hidden = !checked;
  part(".card").style.setProperty("--columns", view.columns);
  fill(part(".card"), checked ? view.cells : [], (item, ball, index) => card(item, ball, index, view));
  const lacks = checked ? view.missing : [];
  part(".lacks").textContent = lacks.length ? say("{count:Falta|Faltan} {numbers}.", { count: lacks.length, numbers: lacks.join(", ") }) : "";
  fill(part(".reasons"), checked ? view.reasons : [], (item, reason) => { item.textContent = reason; return item; });
  fill(part(".winners"), view.winners, (item, winner) => {
    item.append(text("span", say("{prize} · cartón {card} · {series}", winner)), text("b", winner.amount));
    return item;
  });
}

function speak(view, last) {
  const headline = view.notice ? `${view.headline}. ${view.notice}.` : `${view.headline}.`;
  const ball = say("Bola {ball}. {count} {count:cantada|cantadas}.", { ball: named(last, view), count: view.called.length });
  const said = view.view === "board" && last !== undefined ? `${ball} ${ownSaid(view.called)}`.trim() : headline;
  if (at("spoken").textContent !== said) at("spoken").textContent = said;
}

// Between games a view has progressives and no game: the page shows them where prizes stand.
function complete(view) {
  return { called: [], universe: 90, cards_sold: null, price: "", prizes: view.progressives ?? [], ...view };
}

function show(told) {
  const view = complete(told);
  speakIn(view.language);
  for (const each of view.colours) document.documentElement.style.setProperty(`--${each.split("=")[0]}`, each.split("=")[1]);
  if (view.view === "table" || view.view === "cards") at("verdict").hidden = true;
  else verdict(view);
  const called = view.called, last = called[called.length - 1], lit = new Set(called);
  document.body.dataset.tone = view.tone;
  document.title = view.hall;
  at("logo").hidden = !view.logo;
  if (view.logo && at("logo").getAttribute("src") !== `/face/${view.logo}`) at("logo").src = `/face/${view.logo}`;
  at("hall").textContent = view.hour ? `${view.hall} · ${view.hour}` : view.hall;
  at("simulated").hidden = !view.simulated;
  at("simulated").textContent = say(view.replay ? "REPETICIÓN" : "SIMULACRO");
  at("game").textContent = view.game === null ? "" : say("Partida {game}", view);
  at("headline").lastElementChild.textContent = view.headline;
  at("notice").textContent = view.notice;
  const tables = [window.showTable(view), window.showHands(view)];
  if (tables.includes(true)) return;
  at("ball").className = last === undefined ? "none" : "";
  colour(at("ball"), last ?? 0, view);
  face(at("ball").firstElementChild, last ?? 0, view, last ?? "—");
  at("ball").dataset.letter = bandOf(last, view)?.letter ?? "";
  at("cards").textContent = [view.cards_sold ?? "—", view.collected].filter((each) => each !== "" && each !== undefined).join(" · ");
  at("price").textContent = view.price || "—";
  fill(at("prizes"), view.prizes, (line, prize) => {
    line.append(text("span", prize.name), text("b", prize.amount));
    if (prize.note) line.append(text("small", prize.note));
    pattern(line, prize, view);
    return line;
  });
  at("out").textContent = called.length;
  at("left").textContent = view.universe - called.length;
  fill(at("last"), called.slice(-5).reverse(), (item, ball) => { face(item, ball, view, named(ball, view)); colour(item, ball, view); return item; });
  at("add").hidden = Boolean(view.symbols);
  grid(view, lit, last);
  at("all").textContent = called.length ? say("Han salido, la más nueva primero: {numbers}.", { numbers: [...called].reverse().map((ball) => named(ball, view)).join(", ") }) : "";
  speak(view, last);
  document.dispatchEvent(new CustomEvent("called", { detail: { called, universe: view.universe, numbers: view.card_numbers ?? 15 } }));
}

function take({ data }) {
  const envelope = JSON.parse(data.slice(data.indexOf(" ") + 1));
  const [start, sequence] = newest;
  if (envelope.start < start || (envelope.start === start && envelope.sequence <= sequence)) return;
  newest = [envelope.start, envelope.sequence];
  const said = JSON.stringify(envelope.view);
  if (said !== shown) show(envelope.view);
  shown = said;
}

function turn(alive) {
  // A board that never came is not shown either.
  at("silence").hidden = alive && shown !== "";
  at("board").hidden = !alive || shown === "";
}

new Live("/views/auto", ["view"], {
  silence: SILENCE_MS,
  heard(said) {
    take(said);
    turn(true);
  },
  changed: turn,
});
