// Beginning a game: how many play, by which variant, with which map.
import { el, mark } from "./dom.js";
import { say } from "./strings.js";

/** A form in a dialog; it opens by itself when the table waits for a game. */
export function createNewGame(acts) {
  const warning = el("p", { class: "hint" }, say("new.replaces"));
  const cancel = el("button", { type: "button", class: "quiet", onclick: close }, say("new.close"));
  const form = el(
    "form",
    { onsubmit: begin },
    el("h2", { id: "new-title" }, say("new.title")),
    el("p", { class: "lead" }, say("new.lead")),
    choice("players", ["2", "3", "4"], "4", (value) => value),
    choice("variant", ["classic", "gambler"], "classic", (value) => say(`variant.${value}`)),
    choice("map", ["tracked", "honour"], "tracked", (value) => say(`map.${value}`)),
    el("label", { class: "check" }, el("input", { type: "checkbox", name: "bots", checked: true }), say("new.bots")),
    warning,
    el("div", { class: "ends" }, el("button", { type: "submit", class: "do", autofocus: true }, say("new.start")), cancel),
  );
  const element = el("dialog", { class: "new-game", "aria-labelledby": "new-title" }, form);
  let offered = false;

  function open() {
    if (!element.open) element.showModal();
  }

  function close() {
    element.close();
  }

  async function begin(event) {
    event.preventDefault();
    const chosen = new FormData(form);
    const game = {
      players: Number(chosen.get("players")),
      variant: chosen.get("variant"),
      map: chosen.get("map"),
      bots: chosen.get("bots") !== null,
    };
    if (await acts.newGame(game)) close();
  }

  function draw(view, table) {
    const none = table !== null && view.waiting_for?.step === "new_game";
    const fresh = (view.players ?? []).length === 0;
    mark(warning, { hidden: none });
    mark(cancel, { hidden: none && fresh });
    if (none && fresh && !offered) open();
    if (!none && offered && element.open) close();
    offered = none;
  }

  return { element, draw, open };
}

function choice(name, values, preset, words) {
  return el(
    "fieldset",
    {},
    el("legend", {}, say(`new.${name}`)),
    values.map((value) =>
      el("label", {}, el("input", { type: "radio", name, value, checked: value === preset }), el("span", {}, words(value)))),
  );
}
