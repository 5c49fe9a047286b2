// The table seen from above: castles around the game's board.
import { el, icon, keyed, mark } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { createCastle } from "./castle.js";

// Seats are clockwise; the places of two, three and four castles on the felt.
const PLACES = {
  2: ["left-top", "right-top"],
  3: ["left-top", "right-top", "right-bottom"],
  4: ["left-top", "right-top", "right-bottom", "left-bottom"],
};

/**
 * The game's parts lie in the middle: `board`, below it the tray where the table has one, then `heap`.
 * `createWard(color)` makes the game's part of a castle, as `createCastle` takes it.
 */
export function createFelt(acts, { board, heap, createWard }) {
  const tray = el("div", { class: "gate tray", "data-gate": "tray", hidden: true },
    el("span", { class: "arch" }, el("span", {}, say("tray"))));
  const middle = el("div", { class: "middle" }, board.element, tray, heap.element);
  const empty = el("div", { class: "empty" }, icon("crown"));
  const castles = el("div", { class: "castles" });
  const element = el("section", { class: "felt", "aria-label": say("view-table") }, castles, middle, empty);
  const made = new Map();

  function draw(view, table) {
    const players = view.players ?? [];
    mark(element, { "data-players": players.length });
    mark(middle, { hidden: players.length === 0 });
    mark(empty, { hidden: players.length > 0 });
    keyed(
      castles,
      players,
      (player) => player.color,
      ({ color }) => {
        made.set(color, createCastle(color, acts, createWard(color)));
        return made.get(color).element;
      },
      (castle, player) => {
        mark(castle, { "data-place": PLACES[players.length]?.[players.indexOf(player)] ?? "left-top" });
        made.get(player.color).draw(player, view, table);
      },
    );
    mark(tray, { hidden: table?.rf?.tray === undefined, "data-field-on": table?.rf?.tray ?? false });
    board.draw(view, table);
    heap.draw(view, table);
  }

  return { element, draw };
}
