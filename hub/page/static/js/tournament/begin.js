// A form in which an organiser begins a tournament.
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { createTables } from "./tables.js";

/** `post(path, body)` gives whether it was done; `look()` finds out which tables there are. */
export function createBegin(post) {
  const name = el("input", { name: "name", required: true, maxlength: 60, autocomplete: "off" });
  const format = el("select", { name: "format" }, ["swiss", "finals"].map((each) => el("option", { value: each }, say(`tournament-format-${each}`))));
  const rounds = el("input", { name: "rounds", type: "number", min: 1, max: 12, value: 4, required: true });
  const minutes = el("input", { name: "minutes", type: "number", min: 1, max: 600 });
  const tables = createTables();
  const element = el("form", { class: "card begin", onsubmit: begin }, el("h2", {}, say("tournament-begin")),
    el("label", {}, say("tournament-name"), " ", name), el("label", {}, say("tournament-format"), " ", format),
    el("label", {}, say("tournament-rounds"), " ", rounds), el("label", {}, say("tournament-minutes"), " ", minutes), tables.element,
    el("button", { type: "submit", class: "do" }, say("tournament-begin-do")));

  async function begin(event) {
    event.preventDefault();
    await post("/api/tournament/begin", {
      name: name.value.trim(), format: format.value, rounds: Number(rounds.value), tables: tables.chosen(),
      minutes: minutes.value === "" ? null : Number(minutes.value),
    });
  }

  const look = () => tables.look((_, card) => card.online);
  return { element, look };
}
