// One line for what was refused or went wrong; it goes by itself.
import { el } from "./shared/dom.js";
import { say } from "./shared/strings.js";

const SHOWN_MS = 7_000;

/** Gives `show(message)` and the element that shows it. */
export function createNotice() {
  const text = el("p", {});
  const element = el(
    "div",
    { class: "notice", role: "alert", hidden: true },
    text,
    el("button", { type: "button", class: "quiet", "aria-label": say("close"), onclick: hide }, "×"),
  );
  let timer;

  function hide() {
    element.hidden = true;
  }

  function show(message) {
    text.textContent = message;
    element.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(hide, SHOWN_MS);
  }

  return { element, show };
}
