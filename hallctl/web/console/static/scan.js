// A card's bar code in the question for its number, by the tablet's camera (a scanner: scanner.js).
// What the code says is the controller's answer; the person looks at the number and takes the step.
"use strict";
(() => {
  const EVERY_MS = 250; // between two pictures that are sent
  const FRAME_MS = 66; // between two that are shown
  const OPEN_MS = 30_000;
  const QUALITY = 0.7;
  const HAS_CAMERA = Boolean(navigator.mediaDevices?.getUserMedia); // none where the page came plainly
  const WHY = { NotAllowedError: "denied", NotFoundError: "none", NotReadableError: "taken" };
  const WANTED = {
    audio: false,
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
  };

  let open = null; // the camera that is open: { box, stream, video, timers }

  const canvasOf = (box) => box.querySelector("canvas");
  const buttonOf = (box) => box.querySelector("button");
  // What it says stands in its box, in the language of who reads it.
  const say = (box, sentence) => {
    const line = box.querySelector("p");
    if (line.textContent !== sentence) line.textContent = sentence;
  };

  function look() {
    if (open && !open.box.isConnected) close(); // its step is gone
    if (HAS_CAMERA) for (const box of document.querySelectorAll(".scan[hidden]")) box.hidden = false;
  }

  function close(sentence = "") {
    if (!open) return;
    const { box, stream, video, timers } = open;
    open = null;
    timers.forEach(clearTimeout);
    video.srcObject = null;
    stream?.getTracks().forEach((track) => track.stop());
    canvasOf(box).hidden = true;
    box.classList.remove("live");
    buttonOf(box).querySelector("span").textContent = box.dataset.begin;
    say(box, sentence);
  }

  async function begin(box) {
    close();
    const mine = { box, stream: null, video: document.createElement("video"), timers: [] };
    open = mine;
    say(box, box.dataset.opening);
    buttonOf(box).querySelector("span").textContent = box.dataset.end;
    try {
      const stream = await navigator.mediaDevices.getUserMedia(WANTED);
      if (open !== mine) return stream.getTracks().forEach((track) => track.stop());
      mine.stream = stream;
      mine.video.muted = mine.video.playsInline = true;
      mine.video.srcObject = stream;
      await mine.video.play();
    } catch (error) {
      if (open === mine) close(box.dataset[WHY[error.name] ?? "shut"]);
      return;
    }
    if (open !== mine) return;
    say(box, box.dataset.aim);
    box.classList.add("live");
    canvasOf(box).hidden = false;
    mine.timers.push(setTimeout(() => close(box.dataset.nothing), OPEN_MS));
    show(mine);
    send(mine);
  }

  // The middle of what the camera sees, dot by dot: from afar a code keeps more of them than in the whole made small.
  function show(mine) {
    if (open !== mine) return;
    const { video } = mine;
    const canvas = canvasOf(mine.box);
    const wide = Math.min(video.videoWidth, canvas.width);
    const tall = Math.min(video.videoHeight, (wide * canvas.height) / canvas.width);
    const [left, top] = [(video.videoWidth - wide) / 2, (video.videoHeight - tall) / 2];
    canvas.getContext("2d").drawImage(video, left, top, wide, tall, 0, 0, canvas.width, canvas.height);
    mine.timers[1] = setTimeout(() => show(mine), FRAME_MS);
  }

  async function send(mine) {
    const picture = await new Promise((done) => canvasOf(mine.box).toBlob(done, "image/jpeg", QUALITY));
    const form = mine.box.closest("form");
    if (open !== mine || !form) return;
    let answer;
    try {
      answer = await fetch("/escanear", {
        method: "POST",
        headers: { "Content-Type": "image/jpeg", "X-CSRF": form.elements.csrf.value },
        body: picture,
      });
    } catch {
      if (open === mine) close(mine.box.dataset.cut);
      return;
    }
    if (answer.status === 401) return close(mine.box.dataset.asleep);
    const said = answer.headers.get("content-type") === "application/json" ? await answer.json() : null;
    if (open !== mine) return;
    if (said && Object.keys(said.fields).length) return take(mine, said);
    if (!answer.ok && answer.status !== 429) return close(said?.sentence ?? mine.box.dataset.refused);
    if (answer.ok && said.sentence) say(mine.box, said.sentence);
    mine.timers[2] = setTimeout(() => send(mine), EVERY_MS);
  }

  function take(mine, said) {
    const form = mine.box.closest("form");
    close(said.sentence);
    for (const [field, text] of Object.entries(said.fields)) form.elements[`q.${field}`].value = text;
    form.querySelector("button[type=submit]").focus();
  }

  const toggle = (box) => (open?.box === box ? close() : begin(box));

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".scan button");
    if (button) toggle(button.closest(".scan"));
  });
  document.addEventListener("keydown", (event) => {
    const button = document.querySelector(".scan:not([hidden]) button");
    if (!button || keyName(event) !== button.getAttribute("aria-keyshortcuts")) return;
    event.preventDefault();
    if (!event.repeat) toggle(button.closest(".scan"));
  }, true);

  document.addEventListener("reset", (event) => {
    const box = event.target.querySelector(".scan");
    if (box && box !== open?.box) say(box, "");
  });
  document.addEventListener("visibilitychange", () => document.hidden && close());
  window.addEventListener("pagehide", () => close());
  document.addEventListener("htmx:afterSwap", look);
  look();
})();
