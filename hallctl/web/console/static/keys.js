// What a key of the keyboard is called where steps have keys: "F2", "Alt+C"; "" for one that no step may have.
"use strict";
globalThis.keyName = (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return "";
  if (event.altKey) return /^[a-z]$/i.test(event.key) ? `Alt+${event.key.toUpperCase()}` : "";
  return /^F([1-4]|[6-9]|10)$/.test(event.key) ? event.key : ""; // F5 and F11 stay the browser's
};
