// The way into a seat: the code that the console shows for a castle, typed, or read by the camera with the address.
import { el, write } from "./shared/dom.js";
import { say } from "./shared/strings.js";

/** A `code` that is known already is tried at once. `lookAgain()` draws the page anew for whoever has the seat by then. */
export function createSeatDoor(acts, code, lookAgain) {
  const field = el("input", { name: "code", inputmode: "numeric", autocomplete: "one-time-code", required: true, maxlength: 40, autofocus: true });
  const told = el("p", { class: "hint", role: "status" });
  const form = el(
    "form",
    { class: "card login", onsubmit: enter, "aria-labelledby": "seat-title" },
    el("h2", { id: "seat-title" }, say("seat-door")),
    el("p", {}, say("seat-lead")),
    el("label", {}, say("seat-code"), " ", field),
    told,
    el("div", { class: "ends" }, el("button", { type: "submit", class: "do" }, say("login-enter"))),
  );

  async function enter(event) {
    event.preventDefault();
    const answer = await acts.takeSeat(field.value.trim());
    history.replaceState(null, "", location.pathname); // it is good for once
    if (answer.ok) lookAgain();
    else write(told, answer.status === 403 ? say("seat-wrong") : answer.message);
    field.value = "";
  }

  field.value = code;
  if (code !== "") setTimeout(() => form.requestSubmit()); // once it is on the page

  return { elements: [el("main", { id: "main", class: "gatehouse" }, form)], draw: () => {} };
}
