// A bar-code scanner at the page. A scan, wherever the cursor is, is a scan: it presses nothing, leaves nothing in a
// field, and answers the question for a card where there is one. Whose a key is, keyboard_scan.js says.
"use strict";
(() => {
  const READ_MS = 6000; // what was scanned is said for so long
  const READY_MS = 10_000; // a scan without an answer, or whose step takes no press, until then is given up
  const LATE_MS = 100; // a page that was busy hears the keys before it gives a scan up
  const { prefix, lengths, ...words } = document.currentScript.dataset; // what it says, in the page's language
  const scanKeys = new ScanKeys(prefix, JSON.parse(lengths));

  const WRITTEN = "input:not([type=checkbox], [type=radio], [type=hidden], [type=submit], [type=button]), textarea, select";
  const field = () => (document.activeElement?.matches(WRITTEN) ? document.activeElement : null);
  const ask = () => document.querySelector("input.card");
  function where(at) {
    if (!at) return "none";
    return at === ask() ? "card" : at.type === "password" ? "secret" : "text";
  }

  // ---- What stood in a field before a key, so that the first keys of a scan are taken out again.
  let recent = [];
  function photograph(at) {
    const picture = at && { at, value: at.value, start: at.selectionStart ?? null, end: at.selectionEnd ?? null };
    if (picture) recent = [...recent.slice(-40), picture];
    return picture;
  }
  function putBack({ at, value, start, end }) {
    if (at.value === value) return;
    at.value = value;
    if (start !== null) at.setSelectionRange(start, end);
    for (const kind of at.matches("select") ? ["input", "change"] : ["input"]) at.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  // A field that was emptied since has nothing of a scan left in it.
  function renew(at) {
    for (const picture of recent)
      if (picture.at === at) Object.assign(picture, { value: at.value, start: at.value.length, end: at.value.length });
  }
  document.addEventListener("reset", ({ target }) => queueMicrotask(() => recent.forEach(({ at }) => at.form === target && renew(at))));

  // ---- The keys
  let timer = 0;
  function wait() {
    clearTimeout(timer);
    if (!scanKeys.busy) return;
    const late = (again) => () => {
      if (again) timer = setTimeout(late(false), LATE_MS);
      else scanKeys.idle(performance.now()).forEach(take);
    };
    timer = setTimeout(late(true), ScanKeys.QUIET_MS);
  }
  window.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) return scanKeys.forget();
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    // What is typed where there is no field goes to the question for a card.
    if (plain && !scanKeys.busy && !field() && /^[a-z0-9]$/i.test(event.key)) goToCard();
    const third = event.getModifierState("AltGraph"); // it says Ctrl and Alt, too, on some systems
    const { code, key, shiftKey: shift, repeat, timeStamp: time } = event;
    const [ctrl, alt] = [(event.ctrlKey && !third) || event.metaKey, event.altKey || third];
    const at = field();
    const before = photograph(at);
    const found = scanKeys.key({ code, key, ctrl, alt, shift, repeat, time, where: where(at), before });
    if (found.own) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    found.undo.filter(Boolean).forEach(putBack);
    found.scans.forEach(take);
    if (found.again) say(words.again);
    wait();
    if (found.own || event.key !== "Enter") return;
    keepCard(event);
    setTimeout(select);
  }, true);
  // A code that comes without keys is a scan as well, and goes into no field.
  function takeInserted(event, text) {
    const scans = scanKeys.inserted(text ?? "", event.timeStamp);
    scans.forEach(take);
    return scans.length > 0;
  }
  window.addEventListener("beforeinput", (event) => {
    if (event.isComposing || !takeInserted(event, event.data)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  let composed = null; // what stood in the field before
  window.addEventListener("compositionstart", () => { composed = photograph(field()); }, true);
  window.addEventListener("compositionend", (event) => {
    if (composed && takeInserted(event, event.data)) putBack(composed);
    composed = null;
  }, true);
  function goToCard() {
    ask()?.focus();
    ask()?.select();
  }
  // A card that waits in its question does not lose its turn to the step that the page has gone to meanwhile.
  function keepCard(event) {
    if (!ask()?.value || field() || document.activeElement?.form === ask().form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    goToCard();
  }

  // ---- The scans, one after the other: a step takes no second press until it has its answer. Each is for what the page
  // showed when it came.
  let taken = Promise.resolve();
  function take(code) {
    const seen = ask()?.form.elements.seen.value;
    taken = taken.then(() => verify(code, seen)).catch(() => say(words.cut));
  }
  async function verify(code, seen) {
    const form = ask()?.form;
    if (!form || seen === undefined) return say(words.elsewhere);
    const headers = { "Content-Type": "text/plain", "X-CSRF": form.elements.csrf.value };
    const signal = AbortSignal.timeout(READY_MS);
    const answer = await fetch("/escanear", { method: "POST", headers, body: code, signal });
    if (answer.status === 401) return say(words.asleep);
    const { sentence, fields } = await answer.json();
    say(sentence);
    if (Object.keys(fields).length) await submit(fields, seen);
  }
  const ready = (form) => form && !form.matches(".young, .htmx-request");
  async function submit(fields, seen) {
    const end = performance.now() + READY_MS;
    while (!ready(ask()?.form)) {
      if (performance.now() > end) return say(words.elsewhere);
      await new Promise((done) => setTimeout(done, 20));
    }
    const form = ask().form;
    const said = Object.entries(fields).map(([name, value]) => [form.elements[`q.${name}`], value]);
    const filled = [...said, [form.elements.seen, seen]].map(([field, value]) => [field, value, field.value]);
    filled.forEach(([field, value]) => { field.value = value; });
    const answered = answerTo(form.dataset.step);
    form.requestSubmit();
    // What somebody was typing there is still theirs, and the first key of the next scan is where it was.
    filled.forEach(([field, , before]) => { field.value = before; });
    await answered;
  }
  function answerTo(step) {
    return new Promise((done) => {
      const over = new AbortController();
      const end = () => {
        over.abort();
        done();
      };
      // The request itself, for a panel may replace its form meanwhile.
      const sent = ({ detail: { elt, xhr } }) => elt.dataset?.step === step && xhr.addEventListener("loadend", end);
      document.addEventListener("htmx:beforeRequest", sent, { signal: over.signal });
      setTimeout(end, READY_MS);
    });
  }

  // What was written and sent gives way to the next card, also where it was refused or its step took no press yet.
  function select() {
    if (ask() && document.activeElement === ask()) ask().select();
  }
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target.id === "said" && target.querySelector(".refused")) select();
  });

  // ---- What is said
  const line = document.createElement("p");
  line.id = "scanned";
  line.setAttribute("role", "status");
  document.body.append(line);
  let unsaid = 0;
  function say(sentence) {
    if (!sentence) return;
    line.textContent = sentence;
    clearTimeout(unsaid);
    unsaid = setTimeout(() => { line.textContent = ""; }, READ_MS);
  }
})();
