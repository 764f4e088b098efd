// Who chooses another answer than those that are listed goes on typing it.
"use strict";
(() => {
  const other = document.querySelector('.option [value="…"]');
  other?.addEventListener("change", () => { document.getElementById("text").focus(); });
})();
