// How the game stands, for the head of the page: round, phase, supply, the end, and what is to be done next.
import { el, write } from "../../shared/dom.js";
import { known, say } from "../../shared/strings.js";

const BY_KNOB = ["spin", "collect", "confirm"];
const BY_KNOB_WITHOUT_MAP = ["place_first", "reveal"];

/** A few words beside the page's name. */
export function createStatus() {
  const round = el("span", { class: "round" });
  const mode = el("span", { class: "mode" });
  const supply = el("span", { class: "supply" });

  function draw(view) {
    write(round, view.round ? say("round", { number: view.round, of: view.rounds }) : "");
    write(mode, say(`phase-${view.phase ?? "none"}`));
    write(supply, view.round ? say("supply", { number: view.supply }) : "");
  }

  return { elements: [round, mode, supply], draw };
}

/** Who won, and how: `{ color, text }`; null while the game goes on. */
export function outcome(view) {
  if (view.phase !== "over" || !view.winner) return null;
  const color = view.winner;
  return { color, text: `${say("winner", { color: say(color) })} ${say(`ending-${view.ending.replaceAll(" ", "-")}`)}.` };
}

/** What is to be done next, in words ("" for none), and by what: `knob`, `new_game`, or null for anything else. */
export function nextStep(view) {
  const step = view.waiting_for?.step;
  const blind = view.map === "honour" && BY_KNOB_WITHOUT_MAP.includes(step);
  const key = `do-${step}${blind ? "-honour" : ""}`;
  const by = blind || BY_KNOB.includes(step) ? "knob" : isOver(view) ? "new_game" : null;
  return { text: known(key) ? say(key) : "", by };
}

/** Whether the table waits for a new game. */
export function isOver(view) {
  return Boolean(view.waiting_for?.over);
}
