// Who may come: the owner types the letters that stand on a table's screen, or lets a table come no more.
import { ask } from "../shared/api.js";
import { el, whenChanged, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** A dialog for the owner: `element`, `open()`. It stays open, since where one table came another may follow. */
export function createLetIn() {
  const letters = el("input", { name: "letters", autocomplete: "off", autocapitalize: "none", spellcheck: "false", required: true, maxlength: 40, autofocus: true });
  const name = el("input", { name: "name", autocomplete: "off", maxlength: 64 });
  const table = el("select", { name: "table", required: true });
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
        el("button", { type: "submit", class: "do" }, say("room-let-in-enter")))),
    el("form", { class: "card login", onsubmit: revoke },
      el("label", {}, say("room-revoke-table"), " ", table),
      el("div", { class: "ends" }, el("button", { type: "submit" }, say("room-revoke")))));

  const drawTables = whenChanged((tables) => {
    const chosen = table.value;
    table.replaceChildren(el("option", { value: "" }), ...tables.map(([value, title]) => el("option", { value }, title)));
    table.value = tables.some(([value]) => value === chosen) ? chosen : "";
  });

  async function revoke(event) {
    event.preventDefault();
    const title = table.selectedOptions[0].textContent;
    if (!window.confirm(say("room-revoke-sure", { table: title }))) return;
    const answer = await ask("/api/tables/revoke", { table: table.value });
    write(told, answer.ok ? say("room-revoke-done", { table: title }) : answer.message);
  }

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

  function draw(room) {
    drawTables(room.order.map((id) => [id, room.cards[id].name]));
  }

  return { element, draw, open: () => { write(told, ""); element.showModal(); } };
}
