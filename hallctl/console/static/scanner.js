// A bar-code scanner at the page. A scan, wherever the cursor is, is a scan: it presses nothing, leaves nothing in a
// field, and answers the question for a card where there is one. Whose a key is, recogniser.js says.
"use strict";
(() => {
  const READ_MS = 6000; // what was scanned is said for so long
  const READY_MS = 10_000; // a step that takes no press until then was refused to the scan
  const LATE_MS = 100; // a page that was busy hears the keys before it gives a scan up
  const { prefix, lengths, ...words } = document.currentScript.dataset; // what it says, in the page's language
  const recogniser = new Recogniser(prefix, JSON.parse(lengths));

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
    if (!recogniser.busy) return;
    const late = (again) => () => {
      if (again) timer = setTimeout(late(false), LATE_MS);
      else recogniser.idle(performance.now()).forEach(take);
    };
    timer = setTimeout(late(true), Recogniser.QUIET_MS);
  }
  window.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) return recogniser.forget();
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    // What is typed where there is no field goes to the question for a card.
    if (plain && !recogniser.busy && !field() && /^[a-z0-9]$/i.test(event.key)) goToCard();
    const third = event.getModifierState("AltGraph"); // it says Ctrl and Alt, too, on some systems
    const { code, key, shiftKey: shift, repeat, timeStamp: time } = event;
    const [ctrl, alt] = [(event.ctrlKey && !third) || event.metaKey, event.altKey || third];
    const at = field();
    const before = photograph(at);
    const found = recogniser.key({ code, key, ctrl, alt, shift, repeat, time, where: where(at), before });
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

  // ---- The scans, one after the other: a step takes no second press until it has its answer.
  let taken = Promise.resolve();
  function take(code) {
    taken = taken.then(() => verify(code)).catch(() => say(words.cut));
  }
  async function verify(code) {
    const form = ask()?.form;
    if (!form) return say(words.elsewhere);
    const headers = { "Content-Type": "text/plain", "X-CSRF": form.elements.csrf.value };
    const answer = await fetch("/escanear", { method: "POST", headers, body: code });
    if (answer.status === 401) return say(words.asleep);
    const { sentence, fields } = await answer.json();
    say(sentence);
    if (Object.keys(fields).length) await submit(fields);
  }
  const ready = (form) => form && !form.matches(".young, .htmx-request");
  async function submit(fields) {
    const end = performance.now() + READY_MS;
    while (!ready(ask()?.form)) {
      if (performance.now() > end) return say(words.elsewhere);
      await new Promise((done) => setTimeout(done, 20));
    }
    const form = ask().form;
    const asked = Object.keys(fields).map((name) => form.elements[`q.${name}`]);
    const typed = asked.map((each) => each.value);
    asked.forEach((each) => { each.value = fields[each.name.slice(2)]; });
    const answered = answerTo(form.dataset.step);
    form.requestSubmit();
    // What somebody was typing there is still theirs, and the first key of the next scan is where it was.
    asked.forEach((each, at) => { each.value = typed[at]; });
    await answered;
  }
  function answerTo(step) {
    return new Promise((done) => {
      const over = new AbortController();
      const end = () => {
        over.abort();
        done();
      };
      const heard = ({ detail }) => detail.elt.dataset?.step === step && end();
      document.addEventListener("htmx:afterRequest", heard, { signal: over.signal });
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
