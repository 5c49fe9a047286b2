// The head of the page: what the table waits for, in large letters, with the one step that is next.
import { el, mark, write } from "./shared/dom.js";
import { patch } from "./shared/cloth.js";
import { known, say } from "./shared/strings.js";

const BY_KNOB = ["spin", "collect", "confirm"];
const BY_KNOB_WITHOUT_MAP = ["place_first", "reveal"];

/**
 * `clock` stands at its end, `prefs` above; `newGame()` begins one, null where nobody may; `plays`: its button presses the
 * knob. `connection(state)` shows whether the page is behind.
 */
export function createBanner(acts, { prefs, newGame, clock, plays }) {
  const round = el("span", { class: "round" });
  const mode = el("span", { class: "mode" });
  const supply = el("span", { class: "supply" });
  const link = el("span", { class: "link", role: "status" }, say("connecting"));
  const open = el("button", { type: "button", class: "quiet", hidden: newGame === null, onclick: newGame }, say("new-open"));
  const text = el("span", { class: "what" });
  const waiting = el("p", { class: "waiting", role: "status", "aria-live": "polite" }, text);
  const step = el("span", { class: "how" });
  const doIt = el("button", { type: "button", class: "do", hidden: true });
  const element = el(
    "header",
    { class: "banner" },
    el("a", { class: "skip", href: "#main" }, say("skip")),
    el("div", { class: "top" }, el("h1", {}, say("app")), round, mode, supply, link, open, prefs.element),
    el("div", { class: "now" }, waiting, step, doIt, clock),
  );
  let action = null;
  let shownColor;
  doIt.addEventListener("click", () => action?.());

  /** The step as a button where one press does it; else in words what to do. */
  function drawStep(view) {
    const name = view.waiting_for?.step;
    const blind = view.map === "honour" && BY_KNOB_WITHOUT_MAP.includes(name);
    action = null;
    if (plays && (blind || BY_KNOB.includes(name))) action = () => acts.press("knob");
    if (newGame !== null && name === "new_game") action = newGame;
    const key = `do-${name}${blind ? "-honour" : ""}`;
    mark(doIt, { hidden: action === null });
    write(doIt, action === null ? "" : say(key));
    write(step, plays && action === null && known(key) && !blind && !BY_KNOB.includes(name) ? say(key) : "");
  }

  function draw(view) {
    write(round, view.round ? say("round", { number: view.round, of: view.rounds }) : "");
    write(mode, say(`phase-${view.phase ?? "none"}`));
    write(supply, view.round ? say("supply", { number: view.supply }) : "");
    const over = view.phase === "over" && view.winner;
    const color = over ? view.winner : view.waiting_for?.color;
    if (color !== shownColor) {
      shownColor = color;
      waiting.replaceChildren(...(color ? [patch(color)] : []), text);
    }
    const end = over && `${say("winner", { color: say(view.winner) })} ${say(`ending-${view.ending.replaceAll(" ", "-")}`)}.`;
    write(text, end || (view.waiting_for?.text ?? ""));
    mark(waiting, { "data-long": text.textContent.length > 48 });
    drawStep(view);
  }

  function connection(state) {
    mark(link, { "data-state": state });
    write(link, say(state));
  }

  return { element, draw, connection };
}
