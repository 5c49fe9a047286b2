// The first minute: one hint for each step of a newcomer's first round, until the round is over or they know their way.
import { el, mark, write } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";

const REMEMBERED = "royaltable.tour";
const STEPS = ["new_game", "place_first", "spin", "set_aside", "collect", "rob", "confirm", "build"];
const NEWCOMER = "blue";
const FIRST_GAME = { castles: ["blue", "yellow"], options: { variant: "classic", map: "tracked" }, bots: ["yellow"] };

export function createTour(acts) {
  const progress = el("small", {});
  const hint = el("p", { role: "status", "aria-live": "polite" });
  const begin = el("button", { type: "button", class: "do", onclick: () => acts.newGame(FIRST_GAME) }, say("tour-begin"));
  const element = el(
    "section",
    { class: "tour", "aria-label": say("tour-title"), hidden: true },
    el("h2", {}, say("tour-title"), " ", progress),
    hint,
    begin,
    el("button", { type: "button", class: "quiet", onclick: end }, say("tour-close")),
  );
  let reached = 0; // the furthest step so far, from 0

  function running() {
    return localStorage.getItem(REMEMBERED) === null;
  }

  function end() {
    localStorage.setItem(REMEMBERED, "done");
    element.hidden = true;
  }

  function draw(view) {
    mark(element, { hidden: !running() });
    if (!running()) return;
    const { step, color } = view.waiting_for ?? {};
    const at = STEPS.indexOf(step);
    const over = (view.round ?? 1) > 1 || (at >= 0 && at < reached && step !== "new_game" && step !== "place_first");
    reached = Math.max(reached, at);
    const theirs = color !== null && color !== undefined && color !== NEWCOMER;
    mark(begin, { hidden: step !== "new_game" });
    write(progress, over || at < 0 ? "" : say("tour-progress", { number: at + 1, total: STEPS.length }));
    write(hint, say(over ? "tour-done" : theirs || at < 0 ? "tour-wait" : `tour-${step}`,
      { seconds: view.hourglass.total_s, rounds: view.rounds }));
  }

  return { element, draw, running };
}
