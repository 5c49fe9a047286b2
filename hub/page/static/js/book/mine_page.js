// A player's own page, by the code that he keeps; there he may be forgotten.
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { asked } from "./asking.js";
import { aboutPlayer } from "./player_page.js";

export async function createMinePage({ complain }) {
  const input = el("input", { name: "code", autocomplete: "off", autocapitalize: "none", spellcheck: "false", required: true, maxlength: 20 });
  const main = el("main", { id: "main", class: "book" });
  const door = el("form", { class: "card login", onsubmit: enter },
    el("h2", {}, say("book-mine")), el("p", { class: "hint" }, say("book-mine-how")),
    el("label", {}, say("book-mine-code"), " ", input),
    el("div", { class: "ends" }, el("button", { type: "submit", class: "do" }, say("room-login-enter"))));

  function enter(event) {
    event.preventDefault();
    return open(input.value);
  }

  async function open(code) {
    const player = await asked(complain, "/api/me/games", { code });
    if (player !== null) main.replaceChildren(...await aboutPlayer(player, complain), forgetting(player, code));
  }

  function forgetting(player, code) {
    const sure = el("dialog", { class: "door", "aria-labelledby": "forget-title" },
      el("div", { class: "card login" }, el("h2", { id: "forget-title" }, say("book-forget")), el("p", {}, say("book-forget-how")),
        el("div", { class: "ends" },
          el("button", { type: "button", class: "quiet", onclick: () => sure.close() }, say("close")),
          el("button", { type: "button", class: "do", onclick: forget }, say("book-forget-do")))));

    async function forget() {
      const done = await asked(complain, "/api/me/forget", { code });
      sure.close();
      if (done !== null) main.replaceChildren(el("p", { class: "card", role: "status" }, say("book-forget-done", { name: player.name })));
    }

    return el("section", { class: "card" }, el("button", { type: "button", class: "quiet", onclick: () => sure.showModal() }, say("book-forget")), sure);
  }

  main.append(door);
  if (location.hash.length > 1) {  // a phone has read the code; it stays neither in the address nor in the history
    const code = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    await open(code);
  }
  return { elements: [main] };
}
