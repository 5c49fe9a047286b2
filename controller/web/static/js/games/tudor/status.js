// How a game of Tudor stands, for the head of the page: round, phase, the end, and what is to be done next.
import { el, write } from "../../shared/dom.js";
import { known, say } from "../../shared/strings.js";
import { word } from "./words.js";

/** A few words beside the page's name. */
export function createStatus() {
  const round = el("span", { class: "round" });
  const mode = el("span", { class: "mode" });

  function draw(view) {
    write(round, view.round ? say("round", { number: view.round, of: view.rounds }) : "");
    write(mode, say(`tudor-phase-${view.phase ?? "none"}`));
  }

  return { elements: [round, mode], draw };
}

/** Who won: `{ color, text }`; null while the game goes on. */
export function outcome(view) {
  if (view.phase !== "over" || !view.winners) return null;
  const gate = view.players.find((player) => player.color === view.winners[0]).gate;
  const text = say("tudor-won", { count: view.winners.length, players: view.winners.map(word).join(", ") });
  return { color: gate, text: text[0].toUpperCase() + text.slice(1) };
}

/** What is to be done next, in words ("" for none), and by what: `new_game`, `knob`, or null for anything else. */
export function nextStep(view) {
  const key = `tudor-do-${view.waiting_for?.step}`;
  return { text: known(key) ? say(key) : "", by: view.waiting_for?.over ? "new_game" : view.waiting_for?.step === "confirm" ? "knob" : null };
}
