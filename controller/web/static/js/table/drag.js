// Carrying tiles by pointer over the gates.
import { attachCarry } from "../shared/carry.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { createCrossing } from "./gates.js";

/** Makes every `[data-handle]` tile inside `felt` one that can be carried; `drawTile(face)` draws it, or its back for null. */
export function attachDrag(felt, acts, drawTile) {
  attachCarry(felt, "[data-handle]", (tile) => {
    const { handle } = tile.dataset;
    const gates = createCrossing(felt, acts, handle);
    const content = el("span", { class: "tile" }, drawTile(null));
    acts.lift(handle).then((face) => face && content.replaceChildren(drawTile(face)));

    function dropped(at) {
      gates.leave();
      const castle = document.elementFromPoint(at.x, at.y)?.closest("[data-castle]");
      if (!gates.passed() && castle && !castle.contains(tile)) acts.complain(say("gate-missed"));
      return gates.passed();
    }

    return { content, moved: gates.moved, dropped, cancelled: gates.cancelled };
  });
}
