// A form in which an organiser begins a tournament.
import { ask } from "../shared/api.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** `post(path, body)` gives whether it was done; `tables` are names by id, filled in when the room has told them. */
export function createBegin(post) {
  const name = el("input", { name: "name", required: true, maxlength: 60, autocomplete: "off" });
  const format = el("select", { name: "format" }, ["swiss", "finals"].map((each) => el("option", { value: each }, say(`tournament-format-${each}`))));
  const rounds = el("input", { name: "rounds", type: "number", min: 1, max: 12, value: 4, required: true });
  const minutes = el("input", { name: "minutes", type: "number", min: 1, max: 600 });
  const boxes = el("fieldset", {}, el("legend", {}, say("tournament-tables")));
  const element = el("form", { class: "card begin", onsubmit: begin }, el("h2", {}, say("tournament-begin")),
    el("label", {}, say("tournament-name"), " ", name), el("label", {}, say("tournament-format"), " ", format),
    el("label", {}, say("tournament-rounds"), " ", rounds), el("label", {}, say("tournament-minutes"), " ", minutes), boxes,
    el("button", { type: "submit", class: "do" }, say("tournament-begin-do")));

  async function begin(event) {
    event.preventDefault();
    const tables = [...boxes.querySelectorAll("input:checked")].map((box) => box.value);
    await post("/api/tournament/begin", {
      name: name.value.trim(), format: format.value, rounds: Number(rounds.value), tables,
      minutes: minutes.value === "" ? null : Number(minutes.value),
    });
  }

  async function look() {
    const answer = await ask("/api/room");
    if (!answer.ok) return;
    boxes.replaceChildren(boxes.firstElementChild, ...answer.value.order.map((id) =>
      el("label", {}, el("input", { type: "checkbox", value: id, checked: answer.value.cards[id].online }), " ", answer.value.cards[id].name)));
  }

  return { element, look };
}
