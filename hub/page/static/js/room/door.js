// The way in: the stewards' PIN or the owner's password.
import { ask } from "../shared/api.js";
import { el, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** A dialog to log in: `element`, `open()`; `lookAgain()` draws the page anew for whoever is logged in by then. */
export function createLogin(lookAgain) {
  const form = createForm(() => {
    element.close();
    return lookAgain();
  });
  const element = el("dialog", { class: "door", "aria-labelledby": "login-title" }, form);
  return { element, open: () => element.showModal() };
}

/** Where nobody can log in, since it is not encrypted: the way to the same page where one can. */
export const wayToLogin = (me) => el("a", { class: "quiet", href: me.log_in_at + location.pathname + location.search }, say("room-login"));

/** The page for who is not of the house: nothing but the way in. */
export function createDoor(me, { lookAgain }) {
  return { elements: [el("main", { id: "main", class: "gatehouse" }, me.log_in_at ? wayToLogin(me) : createForm(lookAgain))], draw: () => {}, connection: () => {} };
}

function createForm(done) {
  const field = el("input", { name: "secret", type: "password", autocomplete: "current-password", required: true, maxlength: 200, autofocus: true });
  const told = el("p", { class: "hint", role: "status" });

  async function enter(event) {
    event.preventDefault();
    const kind = /^\d{1,12}$/.test(field.value) ? "pin" : "password";
    const answer = await ask("/api/login", { [kind]: field.value });
    field.value = "";
    if (answer.ok) await done();
    else write(told, answer.status === 403 ? say("room-login-wrong") : answer.message);
  }

  return el("form", { class: "card login", onsubmit: enter, "aria-labelledby": "login-title" },
    el("h2", { id: "login-title" }, say("room-login")),
    el("label", {}, say("room-login-secret"), " ", field), told,
    el("div", { class: "ends" }, el("button", { type: "submit", class: "do" }, say("room-login-enter"))));
}
