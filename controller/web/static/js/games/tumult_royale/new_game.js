// Beginning a game on the virtual table: how many play, how many of them are people, by which variant, with which map.
import { choice } from "../../shared/choice.js";
import { el, mark } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { isOver } from "./status.js";

const COLORS = ["blue", "yellow", "purple", "grey"];

/** A form in a dialog; it opens by itself when the table waits for a game, unless `guided()`. */
export function createNewGame(acts, guided) {
  const warning = el("p", { class: "hint" }, say("new-replaces"));
  const cancel = el("button", { type: "button", class: "quiet", onclick: close }, say("new-close"));
  const form = el(
    "form",
    { onsubmit: begin, onchange: fitPeople },
    el("h2", { id: "new-title" }, say("new-title")),
    el("p", { class: "lead" }, say("new-lead")),
    choice("players", ["2", "3", "4"], "4", (value) => value),
    choice("people", ["1", "2", "3", "4"], "1", (value) => value),
    choice("variant", ["classic", "gambler"], "classic", (value) => say(`variant-${value}`)),
    choice("map", ["tracked", "honour"], "tracked", (value) => say(`map-${value}`)),
    warning,
    el("div", { class: "ends" }, el("button", { type: "submit", class: "do", autofocus: true }, say("new-start")), cancel),
  );
  const element = el("dialog", { class: "new-game", "aria-labelledby": "new-title" }, form);
  let offered = false;

  function open() {
    if (!element.open) element.showModal();
  }

  function close() {
    element.close();
  }

  /** No more people than players. */
  function fitPeople() {
    const players = Number(form.elements.players.value);
    for (const input of form.elements.people) {
      input.disabled = Number(input.value) > players;
      if (input.disabled && input.checked) form.elements.people.value = String(players);
    }
  }

  async function begin(event) {
    event.preventDefault();
    const { players, people, variant, map } = Object.fromEntries(new FormData(form));
    const castles = COLORS.slice(0, Number(players));
    if (await acts.newGame({ castles, options: { variant, map }, bots: castles.slice(Number(people)) })) close();
  }

  function draw(view) {
    const none = isOver(view);
    const fresh = (view.players ?? []).length === 0;
    mark(warning, { hidden: none });
    mark(cancel, { hidden: none && fresh });
    if (none && fresh && !offered && !guided()) open();
    if (!none && offered && element.open) close();
    offered = none;
  }

  return { element, draw, open };
}
