// How many cards a sale has: what is typed replaces what is there, and says at once what it comes to.
"use strict";
(() => {
  const said = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2, useGrouping: true });
  const currency = document.querySelector(".desk").dataset.currency;
  const inputOf = (quantity) => document.getElementById(quantity.dataset.of);
  const quantityOf = (input) => input?.id && document.querySelector(`.quantity[data-of="${input.id}"]`);
  const typed = new WeakSet(); // what a person is writing in, which no swap of the panel selects under them

  // More than usual is held for a second; the hall itself takes any number that is left.
  function say(quantity) {
    const { each, usual, slip } = quantity.dataset;
    const input = inputOf(quantity), count = Number(input.value) || 0, form = input.form;
    quantity.querySelector("output").textContent = `${currency} ${said.format((count * each) / 100)}`;
    if (!Number(usual)) return;
    const large = count > Number(usual);
    form.toggleAttribute("data-hold", large);
    form.dataset.slip = slip;
    form.querySelector(".hold").hidden = !large;
  }
  const sayAll = () => document.querySelectorAll(".quantity").forEach(say);

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.(".quantity button");
    if (!button) return;
    const input = inputOf(button.parentElement), { add } = button.dataset;
    input.value = add ? Math.max(1, (Number(input.value) || 0) + Number(add)) : button.value;
    input.focus();
    input.select();
    typed.delete(input);
    say(button.parentElement);
  });
  document.addEventListener("input", ({ target }) => {
    const quantity = quantityOf(target);
    if (!quantity) return;
    typed.add(target);
    say(quantity);
  });
  let came = null; // the field that a press has just gone to: the browser sets its caret after that
  let pressed = false;
  document.addEventListener("pointerdown", () => { pressed = true; }, true);
  document.addEventListener("keydown", ({ key }) => { pressed = key === "Tab"; }, true);
  document.addEventListener("focusin", ({ target }) => {
    if (!quantityOf(target)) return;
    came = target;
    if (pressed || !typed.has(target)) target.select();
  });
  document.addEventListener("click", ({ target }) => {
    if (came === target) target.select();
    came = null;
    pressed = false;
  });
  document.addEventListener("reset", ({ target }) => { // the fields change after the event
    const quantities = [...target.querySelectorAll(".quantity")];
    for (const quantity of quantities) typed.delete(inputOf(quantity));
    const renew = () => {
      for (const quantity of quantities) {
        const input = inputOf(quantity);
        say(quantity);
        if (document.activeElement === input && !typed.has(input)) input.select();
      }
    };
    queueMicrotask(renew); // a script has reset it by then, and no key comes between
    setTimeout(renew); // after a button that resets
  });
  document.addEventListener("htmx:afterSwap", sayAll);
  sayAll();
})();
