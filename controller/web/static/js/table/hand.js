// A castle's hand as its own people see it, whatever the game calls what is in it, and the moves that are theirs now.
import { patch } from "../shared/cloth.js";
import { el, mark, whenChanged } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** What `GET /api/seat` gives; `moves` of its view are whole actions, each a button. */
export function createHand(acts) {
  const title = el("h2");
  const held = el("div", { class: "held-cards" });
  const moves = el("div", { class: "moves", role: "group", "aria-label": say("seat-moves") });
  const element = el("section", { class: "card own-hand" }, title, held, moves);

  const redraw = whenChanged(({ castle, view }) => {
    const { moves: due = [], ...rest } = view ?? {};
    title.replaceChildren(el("span", { class: "named" }, patch(castle), say("seat-of", { castle: say(castle) })));
    held.replaceChildren(Object.keys(rest).length > 0 ? listed(rest) : el("p", {}, say("seat-nothing")));
    moves.replaceChildren(...due.map((move) =>
      el("button", { type: "button", onclick: () => acts.fromSeat(move) }, shortly(move))));
    mark(moves, { hidden: due.length === 0 });
  });

  return { element, draw: (_view, _table, seat) => seat?.castle && redraw(seat) };
}

function listed(values) {
  return el("dl", {}, Object.entries(values).map(([name, value]) => [el("dt", {}, name), el("dd", {}, inWords(value))]));
}

/** A move without its player: it is the seat's own. */
function shortly({ do: deed, player: _, ...rest }) {
  return [deed, ...Object.values(rest).map(inWords)].join(" ");
}

function inWords(value) {
  if (Array.isArray(value)) return value.map(inWords).join(", ");
  if (value === null || typeof value !== "object") return String(value);
  return Object.entries(value).map(([name, inner]) => `${name} ${inWords(inner)}`).join(", ");
}
