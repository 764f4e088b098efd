// What the page says, in the language of the newest view: words.js has the translations, es is the page's own.
"use strict";

let language = "es";

// A word that a number changes has both forms: "{count:falta|faltan}", as in the hall's catalogues.
window.say = (text, values = {}) => (PAGE_WORDS[language]?.[text] ?? text)
  .replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => (many === undefined ? values[name] : values[name] === 1 ? one : many));

window.speakIn = (wanted) => {
  if (wanted === language) return;
  language = wanted;
  document.documentElement.lang = wanted;
  for (const each of document.querySelectorAll("[data-said]")) {
    each.dataset.said ||= each.textContent;
    each.textContent = say(each.dataset.said);
  }
  for (const each of document.querySelectorAll("[data-label]")) {
    each.dataset.label ||= each.getAttribute("aria-label");
    each.setAttribute("aria-label", say(each.dataset.label));
  }
};
