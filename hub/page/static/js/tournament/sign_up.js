// On a phone: somebody enters himself.
import { ask } from "../shared/api.js";
import { el, mark, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { shownCode } from "../book/words.js";
import { refusal } from "./words.js";

export function createSignUp() {
  const title = el("h2", {});
  const name = el("input", { name: "name", required: true, maxlength: 60, autocomplete: "name" });
  const club = el("input", { name: "club", maxlength: 60, autocomplete: "off" });
  const keep = el("input", { name: "keep", type: "checkbox" });
  const told = el("p", { class: "hint", role: "status" });
  const fields = el("fieldset", { class: "bare" }, el("label", {}, say("tournament-sign-up-name"), " ", name),
    el("label", {}, say("tournament-enter-club"), " ", club),
    el("label", {}, keep, " ", say("tournament-sign-up-keep")), el("button", { type: "submit", class: "do" }, say("tournament-sign-up-do")));
  const form = el("form", { class: "card login", onsubmit: enter }, title, fields, told);
  const element = el("main", { id: "main", class: "gatehouse" }, form);

  async function enter(event) {
    event.preventDefault();
    const who = name.value.trim();
    const answer = await ask("/api/tournament/sign-up", { name: who, club: club.value, keep: keep.checked });
    write(told, answer.ok ? say("tournament-sign-up-done", { name: answer.value.name }) : refusal(answer));
    if (!answer.ok) return;
    if (answer.value.code) told.append(" ", ...shownCode(answer.value));
    name.value = club.value = "";
    keep.checked = false;
  }

  function draw(value) {
    const open = value.exists && !value.ended && !value.closed;
    write(title, value.exists ? value.name : say("tournament-sign-up"));
    mark(fields, { disabled: !open });
    if (!open) write(told, say("tournament-sign-up-closed"));
  }

  return { elements: [element], draw, connection: () => {} };
}
