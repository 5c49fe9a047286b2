// The way in: the referee's PIN, the owner's password, or a yes by the knob at the table.
import { whoAmI } from "./shared/api.js";
import { el, write } from "./shared/dom.js";
import { say } from "./shared/strings.js";

const LOOK_EVERY_MS = 1500;
const ASKED_MS = 35_000; // the display asks for 30 s
const SECRETS = { referee: "pin", owner: "password" };

/** `role` is who is wanted; `lookAgain()` draws the page anew for whoever is logged in by then. */
export function createLogin(acts, { me, role, lookAgain }) {
  const secret = SECRETS[role];
  const first = role === "owner" && !me.password; // then the knob lets the owner in, to set one
  const field = el("input", { name: secret, type: "password", inputmode: secret === "pin" ? "numeric" : null, autocomplete: "current-password", required: true, maxlength: 200, autofocus: true });
  const told = el("p", { class: "hint", role: "status" });
  const form = el(
    "form",
    { class: "card login", onsubmit: enter, "aria-labelledby": "login-title" },
    el("h2", { id: "login-title" }, say(`view-${role}`)),
    el("p", {}, say(first ? "login-first" : `login-lead-${role}`)),
    first ? null : el("label", {}, say(`login-${secret}`), " ", field),
    told,
    el("div", { class: "ends" },
      first ? null : el("button", { type: "submit", class: "do" }, say("login-enter")),
      first || role === "referee" ? el("button", { type: "button", class: first && "do", onclick: knock }, say("login-knock")) : null),
  );

  async function enter(event) {
    event.preventDefault();
    const answer = await acts.login({ [secret]: field.value });
    if (answer.ok) lookAgain();
    else write(told, answer.status === 403 ? say(`login-wrong-${secret}`) : answer.message);
    field.value = "";
  }

  async function knock() {
    const answer = await acts.knock(role);
    write(told, answer.ok ? say("login-knocked", answer.value) : answer.message);
    if (answer.ok) lookSoon(performance.now() + ASKED_MS);
  }

  function lookSoon(until_ms) {
    setTimeout(async () => {
      if (!form.isConnected) return;
      if ((await whoAmI()).roles.includes(role)) lookAgain();
      else if (performance.now() < until_ms) lookSoon(until_ms);
      else write(told, say("login-nobody"));
    }, LOOK_EVERY_MS);
  }

  return { elements: [el("main", { id: "main", class: "gatehouse" }, form)], draw: () => {} };
}
