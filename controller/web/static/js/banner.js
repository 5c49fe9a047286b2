// The head of the page: what the table waits for, in large letters, with the one step that is next.
import { patch } from "./shared/cloth.js";
import { el, mark, write } from "./shared/dom.js";
import { language, say } from "./shared/strings.js";
import { createTurnRing } from "./table/turn_ring.js";

/**
 * `game` says how it stands. `clock` stands at the end, `prefs` above; `newGame()` begins one, null where nobody may;
 * `plays`: the banner's button presses the knob. `connection(state, at)` shows whether the page is behind, and since when.
 */
export function createBanner(acts, game, { prefs, newGame, clock, plays }) {
  const status = game.createStatus();
  const link = el("span", { class: "link", role: "status" }, say("connecting"));
  const open = el("button", { type: "button", class: "quiet", hidden: newGame === null, onclick: newGame }, say("new-open"));
  const text = el("span", { class: "what" });
  const waiting = el("p", { class: "waiting", role: "status", "aria-live": "polite" }, text);
  const step = el("span", { class: "how" });
  const doIt = el("button", { type: "button", class: "do", hidden: true });
  const ring = createTurnRing();
  const element = el(
    "header",
    { class: "banner" },
    el("a", { class: "skip", href: "#main" }, say("skip")),
    el("div", { class: "top" }, el("h1", {}, say("app")), status.elements, link, open, prefs.element),
    el("div", { class: "now" }, waiting, step, doIt, ring.element, clock),
  );
  const deeds = { knob: plays ? () => acts.press("knob") : null, new_game: newGame };
  let action = null;
  let shownColor;
  doIt.addEventListener("click", () => action?.());

  /** The step as a button where one press does it; else in words what to do. */
  function drawStep(view) {
    const next = game.nextStep(view);
    action = deeds[next.by] ?? null;
    mark(doIt, { hidden: action === null });
    write(doIt, action === null ? "" : next.text);
    write(step, plays && action === null ? next.text : "");
  }

  function draw(view, table) {
    status.draw(view);
    ring.draw(view, table);
    const end = game.outcome(view);
    const color = end?.color ?? view.waiting_for?.color;
    if (color !== shownColor) {
      shownColor = color;
      waiting.replaceChildren(...(color ? [patch(color)] : []), text);
    }
    write(text, end?.text ?? view.waiting_for?.text ?? "");
    mark(waiting, { "data-long": text.textContent.length > 48 });
    drawStep(view);
  }

  function connection(state, at = null) {
    mark(link, { "data-state": state });
    const time = at?.toLocaleString(language(), { dateStyle: "short", timeStyle: "short" });
    write(link, at ? say("behind-since", { time }) : say(state));
  }

  return { element, draw, connection };
}
