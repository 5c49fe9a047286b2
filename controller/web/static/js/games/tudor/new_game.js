// Another game of Tudor: how many play, how many of them are people, and with which cards; the table deals the rest.
import { choice } from "../../shared/choice.js";
import { el, mark } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";

const SCORING = ["1", "2", "3", "4", "5", "6"];
const SCENARIOS = ["1", "2", "3", "4", "5"];

export function createNewGame(acts) {
  const players = el("div", {});
  const form = el("form", { onsubmit: begin },
    el("h2", { id: "new-title" }, say("new-title")),
    players,
    choice("people", ["0", "1", "2", "3", "4"], "1", (value) => value),
    cards("scoring", "tudor-new-scoring", SCORING, ["1", "4"], 2),
    cards("scenario", "tudor-new-scenario", SCENARIOS, ["2"], 1),
    el("div", { class: "ends" },
      el("button", { type: "submit", class: "do" }, say("new-start")),
      el("button", { type: "button", class: "quiet", onclick: () => element.close() }, say("new-close"))));
  const element = el("dialog", { class: "new-game", "aria-labelledby": "new-title" }, form);
  let castles = [];

  /** Two cards of one list, or one: as many selects. */
  function cards(name, title, values, presets, number) {
    return el("fieldset", {}, el("legend", {}, say(title)), presets.slice(0, number).map((preset, at) =>
      el("label", {}, el("select", { name: `${name}-${at + 1}`, "aria-label": `${say(title)} ${at + 1}` },
        values.map((value) => el("option", { value, selected: value === preset }, `${value}: ${say(`tudor-${name}-short-${value}`)}`))))));
  }

  async function open() {
    const box = await acts.box();
    if (box === null || element.open) return;
    castles = box.castles;
    const counts = ["2", "3", "4"].filter((count) => Number(count) <= castles.length);
    players.replaceChildren(choice("players", counts, counts.at(-1), (value) => value));
    element.showModal();
  }

  async function begin(event) {
    event.preventDefault();
    const chosen = Object.fromEntries(new FormData(form));
    const seated = castles.slice(0, Number(chosen.players));
    const dealt = { scoring: [Number(chosen["scoring-1"]), Number(chosen["scoring-2"])], scenario: Number(chosen["scenario-1"]) };
    if (await acts.newGame({ castles: seated, dealt, bots: seated.slice(Number(chosen.people)) })) element.close();
  }

  function draw(view) {
    mark(element, { "data-over": Boolean(view.waiting_for?.over) });
  }

  return { element, draw, open };
}
