// The key of the help: F1 alone calls the ball. Without this script the link is there all the same.
"use strict";
document.addEventListener("keydown", (event) => {
  if (event.key !== "F1" || !event.shiftKey || event.repeat) return;
  event.preventDefault();
  document.querySelector("a.help")?.click();
}, true);
