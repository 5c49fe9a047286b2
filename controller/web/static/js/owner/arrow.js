// The arrow: where on the dial it points at its home mark.
import { el, mark } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** `fill(text)` puts table.toml with the number that was found into the form of settings. */
export function createArrow(acts, fill) {
  const degrees = el("input", { type: "number", min: 0, max: 359.9, step: 0.1, required: true });
  const told = el("p", { class: "hint", role: "status" });
  const second = el("form", { onsubmit: turn, hidden: true },
    el("label", {}, say("owner-arrow-where"), " ", degrees),
    el("button", { type: "submit", class: "do" }, say("owner-arrow-show")));
  const first = el("button", { type: "button", onclick: home }, say("owner-arrow-home"));
  const element = el("section", { class: "card" }, el("h2", {}, say("owner-arrow")), el("p", { class: "hint" }, say("owner-arrow-note")), first, second, told);

  async function home() {
    told.textContent = say("owner-arrow-goes");
    const there = await acts.calibrate(null);
    told.textContent = "";
    mark(second, { hidden: there === null });
    if (there !== null) degrees.focus();
  }

  async function turn(event) {
    event.preventDefault();
    told.textContent = say("owner-arrow-goes");
    const found = await acts.calibrate(Number(degrees.value));
    told.textContent = found === null ? "" : say(found.text ? "owner-arrow-filled" : "owner-arrow-check");
    if (found?.text) fill(found.text);
  }

  function show({ spinner, playing }) {
    mark(element, { hidden: !spinner });
    mark(first, { disabled: playing });
  }

  return { element, show };
}
