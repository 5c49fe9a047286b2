// What comes before the next step: a question of the table, a game that was taken up again, tiles that lie differently
// after a correction, steps that are not on disk.
import { named } from "./shared/cloth.js";
import { el, mark, whenChanged } from "./shared/dom.js";
import { say } from "./shared/strings.js";

/** `acts` of whoever may answer; null for who only looks on. */
export function createNotes(acts) {
  const element = el("div", { class: "notes", role: "status", "aria-live": "polite", hidden: true });

  const redraw = whenChanged(({ question, resumed, unwritten, to_move, locked }) => {
    element.replaceChildren(...[
      question && acts ? drawQuestion(question) : null,
      resumed ? drawResumed(resumed) : null,
      to_move.length > 0 ? drawMoves(to_move) : null,
      locked && !acts ? el("p", { class: "lock" }, say("locked")) : null,
      unwritten ? el("p", { class: "complaint" }, say("unwritten", { number: unwritten })) : null,
    ].filter(Boolean));
    mark(element, { hidden: element.children.length === 0 });
  });

  function drawQuestion({ no }) {
    return el("p", {},
      el("button", { type: "button", class: "do", onclick: () => acts.answer(true) }, say("yes")), " ",
      no ? el("button", { type: "button", onclick: () => acts.answer(false) }, say("no")) : null);
  }

  function drawMoves(moves) {
    return el("div", { class: "moves" }, el("b", {}, say("to-move")), el("ul", {}, moves.map((move) => el("li", {}, move))),
      acts ? el("button", { type: "button", onclick: acts.putRight }, say("put-right")) : null);
  }

  function draw({ question = null, resumed = null, unwritten = 0, to_move = [], locked = false }) {
    redraw({ question, resumed, unwritten, to_move, locked });
  }

  return { element, draw };
}

function drawResumed({ actions, compare }) {
  return el("p", {}, say("resumed", { number: actions }), compare.length > 0 ? ` ${say("compare")} ` : "",
    compare.map(({ color, tiles }) => [named(color), ` ${say("tiles", { number: tiles })} `]));
}
