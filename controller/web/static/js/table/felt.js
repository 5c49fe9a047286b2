// The table seen from above: castles around the country and the people's tiles.
import { createCastle } from "./castle.js";
import { el, icon, keyed, mark } from "../shared/dom.js";
import { createPeople } from "../games/tumult_royale/people.js";
import { say } from "../shared/strings.js";

// Seats are clockwise; the places of two, three and four castles on the felt.
const PLACES = {
  2: ["left-top", "right-top"],
  3: ["left-top", "right-top", "right-bottom"],
  4: ["left-top", "right-top", "right-bottom", "left-bottom"],
};

/** `country` is drawn in the middle; `lift(tile)` is called for a tile taken by click or keyboard. */
export function createFelt(acts, { country, lift }) {
  const people = createPeople(lift);
  const tray = el("div", { class: "gate tray", "data-gate": "tray", hidden: true },
    el("span", { class: "arch" }, el("span", {}, say("tray"))));
  const middle = el("div", { class: "middle" }, country.element, tray, people.element);
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
      (player) => {
        made.set(player.color, createCastle(player.color, acts, lift));
        return made.get(player.color).element;
      },
      (castle, player) => {
        castle.dataset.place = PLACES[players.length]?.[players.indexOf(player)] ?? "left-top";
        made.get(player.color).draw(player, view, table);
      },
    );
    mark(tray, { hidden: table?.rf?.tray === undefined, "data-field-on": table?.rf?.tray ?? false });
    people.draw(view, table);
  }

  return { element, draw };
}
