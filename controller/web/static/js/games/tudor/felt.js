// Tudor's table: hand screens at the castles, the throne room and the chambers in the middle, rings, cards and bag below.
import { el } from "../../shared/dom.js";
import { createFelt } from "../../table/felt.js";
import { attachDragging } from "./dragging.js";
import { createChambers } from "./chambers.js";
import { createStock } from "./stock.js";
import { createThrone } from "./throne.js";
import { createWard } from "./ward.js";

export function layFelt(acts, choosing) {
  const throne = createThrone(choosing);
  const chambers = createChambers(choosing);
  const board = {
    element: el("div", { class: "tudor-board" }, throne.element, chambers.element),
    draw: (view, table) => [throne, chambers].forEach((part) => part.draw(view, table)),
  };
  const felt = createFelt(acts, { board, heap: createStock(choosing), createWard: () => createWard(choosing) });

  attachDragging(felt.element, acts, choosing);

  /** Castles are called by their boards, which may have other colours than the players before them. */
  function draw(view, table) {
    const players = (view.players ?? []).map((player) => ({ ...player, of: player.color, color: player.gate }));
    felt.draw({ ...view, players }, table);
  }

  return { element: felt.element, draw };
}
