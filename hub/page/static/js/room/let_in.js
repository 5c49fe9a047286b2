// Letting a table in: its owner types the letters that stand on its screen.
import { ask } from "../shared/api.js";
import { el, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** A dialog for the owner: `element`, `open()`. It stays open, since where one table came another may follow. */
export function createLetIn() {
  const letters = el("input", { name: "letters", autocomplete: "off", autocapitalize: "none", spellcheck: "false", required: true, maxlength: 40, autofocus: true });
  const name = el("input", { name: "name", autocomplete: "off", maxlength: 64 });
  const told = el("p", { class: "hint", role: "status" });
  const element = el("dialog", { class: "door", "aria-labelledby": "let-in-title" },
    el("form", { class: "card login", onsubmit: enter },
      el("h2", { id: "let-in-title" }, say("room-let-in")),
      el("p", { class: "hint" }, say("room-let-in-how")),
      el("label", {}, say("room-let-in-letters"), " ", letters),
      el("label", {}, say("room-let-in-name"), " ", name),
      told,
      el("div", { class: "ends" },
        el("button", { type: "button", class: "quiet", onclick: () => element.close() }, say("room-let-in-close")),
        el("button", { type: "submit", class: "do" }, say("room-let-in-enter")))));

  async function enter(event) {
    event.preventDefault();
    const answer = await ask("/api/tables/let-in", { letters: letters.value, name: name.value });
    if (answer.ok) {
      write(told, say("room-let-in-done", { table: name.value || answer.value.table }));
      letters.value = name.value = "";
    } else {
      write(told, ["wrong", "pause"].includes(answer.code) ? say(`room-let-in-${answer.code}`) : answer.message);
    }
    letters.focus();
  }

  return { element, open: () => { write(told, ""); element.showModal(); } };
}
