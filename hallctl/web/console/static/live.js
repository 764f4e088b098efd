// How a page hears of the hall: one stream for all the pages of a browser, and each page counts its own silence.
// The same file is the page's script and, in a SharedWorker, the holder of the stream: a browser opens only six
// connections to a machine, and each stream would keep one. Browsers without SharedWorker (Chrome on Android) show one
// page at a time, and that one has a stream of its own: hidden pages let go of theirs everywhere.
"use strict";
(() => {
  const SILENCE_MS = 2000; // after which a page is no longer of the present; the hall speaks twice a second
  const RETRY_MS = 500; // from a stream that broke off to the next
  const AGAIN_MS = 2500; // from a stream that brings nothing to another: a line that drops all never breaks off
  const LOOK_MS = 100;

  // A moment by both clocks: a machine that sleeps may stop one of them.
  const moment = () => ({ run: performance.now(), date: Date.now() });
  const since = ({ run, date }) => Math.max(performance.now() - run, Date.now() - date);

  // One stream to the hall; what breaks off is opened again for as long as it is wanted. What comes after a silence may
  // have waited on its way, as in a machine that slept: it is not believed, and another stream says how the hall stands.
  class Stream {
    constructor(url, events, hear) {
      Object.assign(this, { url, events, hear, source: null, timer: 0, begun: moment(), heard: moment() });
    }

    open() {
      if (!this.source && !this.timer) this.begin();
    }

    begin() {
      this.close();
      this.begun = this.heard = moment();
      const source = (this.source = new EventSource(this.url));
      for (const type of this.events)
        source.addEventListener(type, ({ data }) => {
          if (source !== this.source) return;
          if (since(this.heard) > SILENCE_MS) return this.begin();
          this.heard = moment();
          this.hear({ type, data });
        });
      source.onerror = () => {
        if (source !== this.source) return;
        this.close();
        this.timer = setTimeout(() => this.begin(), RETRY_MS);
        this.hear({ type: "broken" });
      };
    }

    // Several pages may ask at once for another stream: it is opened for the first of them.
    again() {
      if (since(this.begun) > AGAIN_MS / 2) this.begin();
    }

    close() {
      clearTimeout(this.timer);
      this.source?.close();
      this.source = null;
      this.timer = 0;
    }
  }

  // The worker: a stream for whoever is there, and none where nobody is.
  function serve() {
    const [url, ...events] = self.name.split(" ");
    const there = new Set();
    const stream = new Stream(url, events, (said) => {
      for (const port of there) port.postMessage(said);
    });
    const answers = {
      enter(port) {
        there.add(port);
        stream.open();
      },
      again: () => stream.again(),
      leave(port) {
        there.delete(port);
        if (!there.size) stream.close();
      },
    };
    self.onconnect = ({ ports: [port] }) => {
      port.onmessage = ({ data }) => {
        answers[data](port);
        port.postMessage({ type: "here" });
      };
    };
  }
  if (typeof SharedWorkerGlobalScope !== "undefined") return serve();

  // The page's end of a worker's stream.
  class Shared {
    constructor(script, url, events, hear) {
      this.answered = true;
      const worker = new SharedWorker(script, { name: [url, ...events].join(" ") });
      this.port = worker.port;
      this.port.onmessage = ({ data }) => {
        this.answered = true;
        if (data.type !== "here") hear(data);
      };
    }

    say(what) {
      this.answered = false;
      this.port.postMessage(what);
    }

    open() {
      this.say("enter");
    }

    again() {
      this.say("again");
    }

    close() {
      this.say("leave");
    }
  }

  const SCRIPT = document.currentScript.src;

  // What a page hears, and whether that is of the present.
  class Live {
    // `heard` is given each event as { type, data }; `changed`, whether the page is of the present, when that changes;
    // `broken` is told each time that a stream broke off or was refused.
    constructor(url, events, { heard, changed, broken = () => {}, silence = SILENCE_MS }) {
      Object.assign(this, { url, events, heard, changed, broken, limit: silence, alive: true });
      this.at = this.asked = moment(); // the page itself has just come
      this.join();
      this.enter();
      setInterval(() => this.look(), LOOK_MS);
      document.addEventListener("visibilitychange", () => (document.hidden ? this.leave() : this.enter()));
      window.addEventListener("pagehide", () => this.leave());
      window.addEventListener("pageshow", ({ persisted }) => persisted && this.enter());
      window.addEventListener("online", () => this.again());
    }

    // For how many milliseconds nothing was heard.
    get silence() {
      return since(this.at);
    }

    join() {
      const hear = (said) => this.hear(said);
      const shared = typeof SharedWorker !== "undefined";
      this.line = shared ? new Shared(SCRIPT, this.url, this.events, hear) : new Stream(this.url, this.events, hear);
    }

    enter() {
      this.asked = moment();
      if (!document.hidden) this.line.open();
      this.look();
    }

    leave() {
      this.line.close();
      this.turn(false);
    }

    again() {
      if (document.hidden) return;
      this.asked = moment();
      // A worker that does not even answer is gone, and there is another in its place.
      if (this.line.answered === false) {
        this.join();
        this.line.open();
      } else this.line.again();
    }

    hear(said) {
      if (document.hidden) return;
      if (said.type === "broken") {
        this.turn(false);
        return this.broken();
      }
      // A page that was frozen finds what the worker said meanwhile: of now is what it says after its answer.
      if (this.line.answered === false) return;
      if (Math.min(this.silence, since(this.asked)) > this.limit) return this.look();
      this.at = moment();
      this.heard(said);
      this.turn(true);
    }

    look() {
      if (this.silence <= this.limit) return;
      this.turn(false);
      if (since(this.asked) > AGAIN_MS) this.again();
    }

    turn(alive) {
      if (alive === this.alive) return;
      this.alive = alive;
      this.changed(alive);
    }
  }
  window.Live = Live;
})();
