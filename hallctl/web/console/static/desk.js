// The desk's own few lines: what htmx leaves to the page. Nothing here knows a rule of the hall.
"use strict";
(() => {
  const YOUNG_MS = 300;
  const HOLD_MS = 1000;
  const BEHIND_MS = 2000; // for how long at most a panel may be older than what the page has heard
  const READ_MS = 3000; // a refusal stands for as long as it takes to read it
  const COUNTED_MS = 10_000; // what was done stands for as long as it takes to count it out
  // What it says, in the page's language; and the steps by their keys.
  const { slip, counted, dead, alone, unsure, young, again, away, keys } = document.querySelector(".desk").dataset;
  const steps = JSON.parse(keys);
  const HELD = "form[data-hold] button[type=submit]";
  const born = new Map(); // step -> when it came up
  const answered = new Map(); // step -> when it was answered last
  const sent = new Map(); // step -> what its fields said when it was taken
  const due = new Map(); // step -> the entry that it left, until a panel has it

  const said = document.getElementById("said");
  const idle = said.innerHTML;
  const heard = document.getElementById("heard");
  const stage = () => document.querySelector(".stage");
  const entry = () => stage().dataset.entry;

  // A step that has just come up under the finger does not take the second press of the step before it, but for a stop;
  // nor does one that was taken already, until the panel knows of it: the form that is there has had its answer.
  // Returns what is said of a press that comes too early, "" where none does.
  function early(form) {
    const { step } = form.dataset, birth = born.get(step) ?? -Infinity;
    if (Number(entry()) < (due.get(step) ?? 0)) return again;
    if (performance.now() - birth >= YOUNG_MS) return "";
    if (answered.get(step) === birth) return again;
    return form.matches(".stop") ? "" : young;
  }
  function age() {
    let some = false;
    for (const form of document.querySelectorAll("form[data-step]"))
      if (form.classList.toggle("young", early(form) !== "")) some = true;
    if (some) setTimeout(age, 20);
  }

  function look() {
    const now = performance.now();
    const present = new Set();
    for (const form of document.querySelectorAll("form[data-step]")) {
      const step = form.dataset.step;
      present.add(step);
      if (!born.has(step)) born.set(step, now);
    }
    for (const step of born.keys()) if (!present.has(step)) born.delete(step), answered.delete(step);
    age();
    if (held) formOf(held.step)?.classList.add("holding");
    for (const details of document.querySelectorAll("details.balls")) count(details);
    hear();
    judge();
    forget();
    keepPlace();
    leadOn();
  }

  // Enter takes the next step, the green one, unless the person is somewhere else on the page. Where the page has put
  // the cursor it takes it away again: it stays with a step as long as that is the next, or is being written in.
  let lent = "";
  function leadOn() {
    const at = document.activeElement;
    if (at?.id && at.id === lent && !at.closest(".next")) at.blur();
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const next = document.querySelector(".next input.ask") ?? document.querySelector(".next button");
    next?.focus({ preventScroll: true });
    if (next instanceof HTMLInputElement) next.select();
    lent = next?.id ?? "";
  }
  for (const own of ["input", "pointerdown"]) document.addEventListener(own, () => { lent = ""; });

  // An answer is of no use once the hall has gone on, but who was answered reads it first; a sum is counted out by it.
  function forget() {
    const [refused, done] = [".refused", ".done"].map((each) => said.querySelector(each));
    const of = done ? done.dataset.entry : said.dataset.entry;
    if (of === entry() || !(refused || done)) return;
    const left = told + (done ? COUNTED_MS : READ_MS) - performance.now();
    if (left > 0) setTimeout(forget, left);
    else said.innerHTML = idle;
  }
  let told = 0;
  function stamp() {
    told = performance.now();
    said.dataset.entry = entry();
  }

  // What has the focus keeps it, by its name or by its place in what has one: who types into a field that is kept
  // through the swap must not find the next key on the next step's button.
  let place = null;
  const placed = (home) => [...(home?.querySelectorAll("a, button, input, summary") ?? [])];
  function keepPlace() {
    const home = place && document.getElementById(place.home);
    if (home && document.activeElement === document.body)
      (place.at < 0 ? home : placed(home)[place.at])?.focus({ preventScroll: true });
    place = null;
  }
  document.addEventListener("htmx:beforeSwap", () => {
    const focused = document.activeElement;
    const home = focused?.closest("[id]");
    place = home ? { home: home.id, at: placed(home).indexOf(focused) } : null;
  });

  // Who does not see the ball hears of it; a panel that swaps itself says nothing, only what is new in it does.
  function hear() {
    const seen = [".current .ball", ".current .caption"].map((each) => document.querySelector(each)?.textContent.trim());
    const news = seen.filter(Boolean).join(", ");
    if (heard.textContent !== news) heard.textContent = news;
  }

  function count(details) {
    const boxes = [...details.querySelectorAll("input")];
    const ticked = boxes.filter((box) => box.checked).length;
    details.querySelector("summary").textContent = counted.replace("{ticked}", ticked).replace("{all}", boxes.length);
    details.classList.toggle("short", ticked < boxes.length);
  }

  // A step that is held goes off once, after a second; let go of before, it says so and nothing happens.
  let held = null;
  const isHeld = (form) => form?.dataset?.hold !== undefined;

  function hold(form) {
    if (held) return;
    form.classList.add("holding");
    const step = form.dataset.step;
    held = { step, timer: setTimeout(() => goOff(step), HOLD_MS) };
  }
  // The panel may have swapped itself under the finger: what goes off is the step, wherever its form is now.
  const formOf = (step) => document.querySelector(`form[data-step="${step}"]`);
  function goOff(step) {
    drop();
    const form = formOf(step);
    if (!form) return;
    form.dataset.armed = "";
    form.requestSubmit();
    delete form.dataset.armed;
  }
  function drop() {
    if (!held) return false;
    clearTimeout(held.timer);
    formOf(held.step)?.classList.remove("holding");
    held = null;
    return true;
  }
  function letGo() {
    const form = held && formOf(held.step);
    if (drop()) tell(slipOf(form));
  }
  const slipOf = (form) => form?.dataset.slip ?? slip;
  function tell(sentence) {
    const line = document.createElement("p");
    line.className = "refused";
    line.textContent = sentence;
    said.replaceChildren(line);
    stamp();
  }
  // What is said of a press that took nothing stands over the answer of the one before, and nothing moves for it.
  function note(sentence) {
    const line = document.createElement("p");
    line.className = "note";
    line.textContent = sentence;
    for (const old of said.querySelectorAll(".note, .idle")) old.remove();
    said.append(line);
    setTimeout(() => {
      line.remove();
      if (!said.children.length) said.innerHTML = idle;
    }, READ_MS);
  }

  // The key of a step takes it; one that asks something is gone to first, and taken by its key or Enter then.
  function take(form) {
    form.closest("details")?.setAttribute("open", "");
    const ask = form.querySelector("input.ask:not([type=checkbox])");
    if (ask && document.activeElement?.form !== form) {
      ask.focus();
      ask.select();
    } else if (isHeld(form)) hold(form);
    else form.requestSubmit();
  }

  // What the page shows is of the present as long as its line brings news and its panel is as new as they are. What is
  // not takes no step but a stop: nobody presses for what is no longer so.
  const since = document.getElementById("since");
  let news = null; // { sequence, now } of the newest, and when it came
  let behind = null; // since when the panel has been older than that
  let failed = false; // whether the controller could not make the panel
  const isLost = () => document.body.classList.contains("is-lost");
  const acts = (form) => form.matches("[hx-post]") && !form.matches(".step.stop");
  function judge() {
    const now = performance.now();
    if (!news || String(news.sequence) === stage().dataset.sequence) behind = null;
    else behind ??= now;
    const late = behind !== null && now - behind > BEHIND_MS;
    const lost = !line.alive || late || failed || (isLost() && behind !== null); // found again with its panel
    const seconds = Math.round(Math.max(line.silence, now - (behind ?? now)) / 1000);
    if (lost) since.textContent = since.dataset.since.replace("{seconds}", seconds);
    document.body.classList.toggle("is-lost", lost);
    for (const form of document.querySelectorAll("form[hx-post]"))
      for (const button of form.querySelectorAll("button"))
        if (lost && acts(form)) button.setAttribute("aria-disabled", "true");
        else button.removeAttribute("aria-disabled");
  }
  const refresh = () => htmx.trigger(document.body, "stale");
  const line = new Live("/events", ["changed", "alive"], {
    heard({ data }) {
      news = { ...JSON.parse(data), came: performance.now() };
      if (failed || String(news.sequence) !== stage().dataset.sequence) refresh();
      judge();
    },
    changed: () => judge(),
    broken: refresh, // who has to enter again is sent there by the panel
  });
  setInterval(judge, 500);
  // A form says which news its page had, and for how long: the hall refuses what comes too late for that.
  document.addEventListener("htmx:configRequest", ({ detail: { elt, parameters } }) => {
    if (!elt.matches("form[hx-post]")) return;
    const came = news?.came ?? 0;
    if (news) parameters.heard = news.now;
    parameters.age = Math.round(performance.now() - came);
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && event.detail.target?.id === "panel") event.preventDefault();
  });
  // What became of a request its own object tells: an event of the form is lost where a panel has replaced that.
  document.addEventListener("htmx:beforeRequest", ({ detail: { elt, xhr } }) => {
    if (!elt.matches("form[hx-post]")) return;
    for (const end of ["error", "timeout"]) xhr.addEventListener(end, () => tell(acts(elt) ? unsure : alone));
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    line.look(); // a machine that has just woken has not looked yet
    judge();
    if (isLost() && form.matches("[hx-post]")) {
      tell(acts(form) ? dead : alone);
      if (acts(form)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
    }
    const why = form.dataset.step ? early(form) : "";
    if (why || (isHeld(form) && form.dataset.armed === undefined)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (why) note(why);
    }
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault(); // a held key is one press
    const onHeld = event.target.closest?.(`${HELD}, form[data-hold] input.number`);
    if (onHeld && (event.key === "Enter" || (event.key === " " && onHeld.matches(HELD)))) {
      event.preventDefault();
      if (!event.repeat) hold(onHeld.form);
      return;
    }
    const key = keyName(event);
    if (!(key in steps)) return;
    event.preventDefault(); // it is its step's, also while that is not here
    if (event.repeat) return;
    const form = document.querySelector(`form[data-shortcut="${key}"]`);
    if (form) take(form);
    else note(away.replace("{key}", key).replace("{step}", steps[key]));
  }, true);
  document.addEventListener("keyup", letGo, true);
  let ofHold = false; // whether the present press began on a button to hold: its form may ask for less when it ends
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest?.(HELD);
    ofHold = Boolean(button);
    if (button && event.button === 0) hold(button.form);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, letGo);
  // The panel may swap itself between the press and the letting go, and the browser then clicks nothing: to the finger
  // it is the same button.
  let pressed = null;
  const buttonAt = (place) => place?.closest?.('#panel [id^="b-"]') ?? null;
  document.addEventListener("pointerdown", ({ target, button }) => { pressed = button === 0 ? buttonAt(target) : null; });
  document.addEventListener("pointerup", ({ clientX, clientY }) => {
    const under = buttonAt(document.elementFromPoint(clientX, clientY));
    if (pressed && !pressed.isConnected && under) {
      if (under.id !== pressed.id) note(young);
      else if (!isHeld(under.form) && !ofHold) under.click();
    }
    pressed = null;
  });
  // A press is heard above; the click that ends it, or a long touch's menu, is nothing of its own.
  for (const aside of ["click", "contextmenu"])
    document.addEventListener(aside, (event) => {
      const button = event.target.closest?.(HELD);
      if (aside === "click" && ofHold && event.detail) event.preventDefault();
      if (!button) return;
      event.preventDefault();
      if (aside === "click" && event.detail === 0) tell(slipOf(button.form)); // Enter in one of its fields
    }, true);
  document.addEventListener("change", (event) => {
    const details = event.target.closest("details.balls");
    if (details) count(details);
  });
  const typed = (form) => JSON.stringify([...form.querySelectorAll("input:not([type=hidden]), textarea, select")]
    .map((field) => [field.name, field.value, field.checked]));
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.elt.dataset?.step) sent.set(detail.elt.dataset.step, typed(detail.elt));
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const step = event.detail.requestConfig?.elt?.dataset?.step;
    if (!step) return;
    const now = performance.now();
    born.set(step, now); // the same step once more is a new one
    answered.set(step, now);
    age();
    if (!event.detail.xhr.responseText.includes('class="done')) return;
    // The panel may have come before the answer: its form then has the fields, and perhaps what was typed since.
    const form = formOf(step);
    if (!form || typed(form) !== sent.get(step)) return;
    form.reset();
    lent = form.contains(document.activeElement) ? document.activeElement.id : lent; // it has been written
  });
  // A panel that the controller could not make leaves the one that is there, says that it is old, and is asked for anew.
  const failedPanel = ({ detail }) => detail.target.id === "panel" && detail.xhr.status === 500;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!failedPanel(event)) return;
    event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target !== said) return look();
    stamp();
    refresh(); // by the page: a header of the answer is lost with its form, where a panel has replaced that
    const step = event.detail.requestConfig?.elt?.dataset?.step;
    if (step) due.set(step, Number(said.querySelector(".done")?.dataset.entry ?? 0));
    age();
  });
  document.addEventListener("htmx:afterOnLoad", (event) => {
    if (event.detail.target.id !== "panel") return;
    failed = failedPanel(event);
    judge();
  });
  look();
})();
