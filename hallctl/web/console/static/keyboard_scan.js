// Which keys are a bar-code scanner's, and which a person's. A scanner is a keyboard: only the code tells it apart, by
// the prefix that nobody types (hallctl/games/bingo/cards/barcode_text.py). Knows neither a page nor a clock: each key says its time.
"use strict";
class ScanKeys {
  static QUIET_MS = 1000; // a scanner pauses less, also where it is slow and the machine is busy
  static #MACHINE_MS = 40; // a key: no person is as fast, a scanner often
  static #LONGEST = 40; // signs that are remembered
  static #MARK = "?";
  static #END = "\n";
  static #BREAK = "\b";
  static #MODIFIERS = /^(Shift|CapsLock|AltGraph|Control|Alt|Meta|NumLock|F\d+)$/;
  static #OLD = /^(?:\?C\d)?([A-Z]{1,3})\?(\d{1,6})\?(\d{1,6})$/; // a card printed before there was a prefix

  #prefix;
  #lengths;
  #beheaded;
  #written;
  #run = []; // what came without a pause and is no scan yet: { sign, old, key, time, before }
  #body = null; // what came of a scan after its prefix
  #tail = null; // what may still come of the scan that ended: { ended, pace }
  #at = -Infinity; // the last key
  #gaps = []; // the times between the keys of the scan

  // lengths: how many digits follow the prefix, by the first of them.
  constructor(prefix, lengths) {
    this.#prefix = prefix;
    this.#lengths = lengths;
    // A scan whose first keys were lost, or came twice.
    this.#beheaded = new RegExp(`^(?:[${prefix}]{2,4}\\d{8,}|${prefix.at(-1)}\\d{10,})$`);
    this.#written = new RegExp(`^(?:\\]C\\d)?(${prefix}\\d+)$`, "i"); // with an AIM identifier, or without
  }

  // Whether a scan has begun and not ended.
  get busy() { return this.#body !== null; }

  // Says what becomes of a key { code, key, ctrl, alt, shift, repeat, time, where, before }. `where` it would go is a
  // "card" field, another "text" field, a "secret" one or "none"; `before` is handed back to have the key undone.
  //   own    the page takes the key away
  //   undo   what stood before the keys that went into a field and are the scan's, the first of them last
  //   scans  the codes that are complete, or came to their end incomplete
  //   again  a person must press once more: it may have been a scanner
  key(key) {
    const late = this.idle(key.time);
    if (key.time - this.#at > ScanKeys.QUIET_MS) [this.#run, this.#tail] = [[], null];
    const sign = this.#signOf(key);
    if (!sign) return { own: false, undo: [], scans: late, again: false };
    const found = this.busy ? this.#inScan(key, sign) : this.#outside(key, sign);
    this.#at = key.time;
    return { own: false, undo: [], again: false, ...found, scans: [...late, ...(found.scans ?? [])] };
  }

  // Ends the scan whose rest did not come; returns it.
  idle(time) {
    return this.busy && time - this.#at > ScanKeys.QUIET_MS ? this.#ended(false).scans : [];
  }

  // Says which scans a text is that came at once, without keys: a paste, or a scanner that writes instead of pressing.
  // A text with anything else in it is somebody's.
  inserted(text, time) {
    const found = text.trim().split(/\s+/).map((word) => this.#written.exec(word)?.[1].toUpperCase());
    if (!found.every(Boolean)) return [];
    [this.#run, this.#body, this.#tail, this.#at] = [[], null, { ended: true, pace: 0 }, time];
    return found;
  }

  // What was typed was somebody's.
  forget() { this.#run = []; }

  #signOf({ code, key, ctrl, alt, where }) {
    const ends = key === "Enter" || key === "Tab";
    const control = ctrl && (code === "KeyJ" || code === "KeyM"); // LF and CR of some scanners
    if (ends || (control && (this.busy || this.#tail))) return ScanKeys.#END;
    if (ScanKeys.#MODIFIERS.test(key)) return "";
    const pressed = key === " " && where === "none"; // on a button
    if (ctrl || pressed) return this.busy ? "" : ScanKeys.#BREAK;
    if (alt && /^[a-z]$/i.test(key)) return this.busy ? "" : ScanKeys.#BREAK; // Alt and a letter: the key of a step
    const place = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code);
    if (place && !alt) return place[1] ?? place[2];
    if (!code && /^[a-z0-9]$/i.test(key)) return key.toUpperCase(); // some tablets know no places
    if (key === "Dead" || [...key].length === 1) return ScanKeys.#MARK;
    return this.busy ? "" : ScanKeys.#BREAK;
  }

  #inScan(key, sign) {
    if (key.repeat) return { own: true };
    this.#gaps.push(key.time - this.#at);
    if (sign === ScanKeys.#END) return this.#ended(true);
    this.#body = (this.#body + sign).slice(0, 99);
    if (this.#body.endsWith(this.#prefix)) { // the one before was cut off
      const cut = this.#body.slice(0, -this.#prefix.length);
      this.#body = "";
      return { own: true, scans: [this.#prefix + cut] };
    }
    return this.#body.length === this.#lengths[this.#body[0]] ? this.#ended(false) : { own: true };
  }

  #ended(byKey) {
    const scans = [this.#prefix + this.#body];
    this.#body = null;
    this.#run = [];
    const [, pace = 0] = this.#gaps.sort((a, b) => b - a); // all are as long as this, but for one hiccup
    this.#tail = { ended: byKey, pace };
    return { own: true, scans };
  }

  #outside(key, sign) {
    if (sign === ScanKeys.#END) return this.#tail ? this.#suffix() : this.#pressed(key);
    if (sign === ScanKeys.#BREAK) {
      this.#run = [];
      return {};
    }
    // A code that was garbled may be longer than it says.
    const rest = this.#tail && !this.#tail.ended && key.time - this.#at <= Math.max(50, 1.5 * this.#tail.pace);
    if (!rest) this.#tail = null;
    return { own: rest === true, ...this.#typed(key, sign, rest ? null : key.before) };
  }

  #suffix() {
    this.#tail.ended = true;
    this.#run = [];
    return { own: true };
  }

  #typed({ code, key, shift, repeat, time, where }, sign, before) {
    const digit = code.startsWith("Digit") && shift && !/\d/.test(key);
    const old = digit ? ScanKeys.#MARK : sign; // 7 with Shift is a stroke on many keyboards
    this.#run.push({ sign: repeat ? ScanKeys.#MARK : sign, old, key, time, where, before });
    if (this.#run.length > ScanKeys.#LONGEST) this.#run.shift();
    const signs = this.#run.map((each) => each.sign).join("");
    if (!signs.endsWith(this.#prefix)) return {};
    const named = /\?C\d$/.test(signs.slice(0, -this.#prefix.length)); // an AIM identifier, e.g. "]C0"
    const undo = this.#undone(this.#prefix.length + (named ? 3 : 0));
    undo.shift(); // the key that is taken away now never went anywhere
    [this.#body, this.#run, this.#tail, this.#gaps] = ["", [], null, []];
    return { own: true, undo };
  }

  #undone(count) {
    return this.#run.slice(-count).map((each) => each.before).reverse();
  }

  // Enter or Tab, where no scan is known to have come.
  #pressed({ key, time, where }) {
    const run = this.#run;
    this.#run = [];
    const signs = run.map((each) => each.sign).join("");
    const taken = (count, scans) => ({
      own: true, scans, undo: run.slice(run.length - count).map((each) => each.before).reverse(),
    });
    const begun = this.#prefix.slice(0, -1);
    if (begun.length > 1 && signs.endsWith(begun)) return taken(begun.length, [begun]);
    if (where === "secret" || !run.length) return {};
    if (this.#beheaded.test(signs)) return taken(run.length, [signs]);
    const card = run.length < ScanKeys.#LONGEST && ScanKeys.#OLD.exec(run.map((each) => each.old).join(""));
    // Nobody types where there is nothing to type into.
    if (where === "none" && run.every((each) => each.where === "none")) return taken(0, card ? [this.#old(run, card)] : []);
    if (where !== "text" || !card) return {};
    if ((time - run[0].time) / run.length < ScanKeys.#MACHINE_MS) return taken(run.length, [this.#old(run, card)]);
    return key === "Enter" ? { own: true, again: true } : {};
  }

  // An old code by the places of its keys; none where the layouts disagree about its letters.
  #old(run, [whole, letters, identification, card]) {
    const from = whole.length - `${letters}?${identification}?${card}`.length;
    const typed = run.slice(from, from + letters.length).map((each) => each.key.toUpperCase()).join("");
    return typed === letters ? `${letters}-${identification}/${card}` : "?";
  }
}
globalThis.ScanKeys = ScanKeys;
