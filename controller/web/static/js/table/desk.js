// The referee's buttons: the one decision that is due, a pause, a step back.
import { el, mark, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** The game's `decisions`: `element` with those that are due, `back`, a button for a longer way back, and `draw(view)`. */
export function createDesk(acts, decisions) {
  const pause = el("button", { type: "button", onclick: () => acts.pause(!paused) });
  const undo = el("button", { type: "button", onclick: () => acts.act({ do: "undo" }) }, say("desk-undo"));
  const element = el("section", { class: "card desk" }, el("h2", {}, say("desk")),
    decisions.element, el("div", { class: "passes" }, pause, undo, decisions.back));
  let paused = false;

  function draw(view) {
    paused = view.hourglass?.paused ?? false;
    decisions.draw(view);
    mark(pause, { hidden: view.hourglass?.state !== "running" });
    write(pause, say(paused ? "desk-go-on" : "desk-pause"));
    mark(undo, { hidden: (view.seq ?? 0) < 2 });
  }

  return { element, draw };
}
