// Boxes for the tables of the room, of which some are ticked.
import { ask } from "../shared/api.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** `element`; `look(ticked)` asks the room anew, and ticks those of which `ticked(id, card)` is true; `chosen()` gives their ids in order. */
export function createTables() {
  const element = el("fieldset", { class: "tables" }, el("legend", {}, say("tournament-tables")));

  async function look(ticked) {
    const answer = await ask("/api/room");
    if (!answer.ok) return;
    const { order, cards } = answer.value;
    element.replaceChildren(element.firstElementChild, ...order.map((id) =>
      el("label", {}, el("input", { type: "checkbox", value: id, checked: ticked(id, cards[id]) }), " ", cards[id].name)));
  }

  return { element, look, chosen: () => [...element.querySelectorAll("input:checked")].map((box) => box.value) };
}
