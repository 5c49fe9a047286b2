// The way to the referee's desk: the PIN, or a yes by the knob at the table.
import { el, write } from "./dom.js";
import { say } from "./strings.js";

const LOOK_EVERY_MS = 1500;

/** `lookAgain()` draws the page anew for whoever is logged in by then. */
export function createLogin(acts, { lookAgain }) {
  const pin = el("input", { name: "pin", type: "password", inputmode: "numeric", autocomplete: "current-password", required: true, maxlength: 40, autofocus: true });
  const told = el("p", { class: "hint", role: "status" });
  const form = el(
    "form",
    { class: "card login", onsubmit: enter, "aria-labelledby": "login-title" },
    el("h2", { id: "login-title" }, say("login-title")),
    el("p", {}, say("login-lead")),
    el("label", {}, say("login-pin"), " ", pin),
    told,
    el("div", { class: "ends" },
      el("button", { type: "submit", class: "do" }, say("login-enter")),
      el("button", { type: "button", onclick: knock }, say("login-knock"))),
  );

  async function enter(event) {
    event.preventDefault();
    const answer = await acts.login(pin.value);
    if (answer.ok) lookAgain();
    else write(told, answer.status === 403 ? say("login-wrong") : answer.message);
    pin.value = "";
  }

  async function knock() {
    const answer = await acts.knock();
    write(told, answer.ok ? say("login-knocked") : answer.message);
    if (answer.ok) setTimeout(lookUntilIn, LOOK_EVERY_MS);
  }

  async function lookUntilIn() {
    if (!form.isConnected) return;
    const answer = await fetch("/api/me").then((response) => response.json()).catch(() => ({ roles: [] }));
    if (answer.roles.includes("referee")) lookAgain();
    else setTimeout(lookUntilIn, LOOK_EVERY_MS);
  }

  return { elements: [el("main", { id: "main", class: "gatehouse" }, form)], draw: () => {} };
}
