// The fields of what is entered by hand: each gives an element and, when asked, its value.
import { el } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { KINDS } from "../kinds.js";
import { counted, playerOf } from "../players.js";
import { COMMODITIES, tileName } from "../tiles.js";

/** By name; each takes what is in the box, the view, and the places that were tapped on the map. */
export const choosers = {
  player: ({ view }) => select("entry-player", view.players.map(({ color }) => [color, say(color)]), view.waiting_for?.color),
  field: () => input("entry-field", { pattern: "[A-La-l][1-6]", autocapitalize: "characters", maxlength: 2 }, (text) => text.toUpperCase()),
  number: () => input("entry-number", { type: "number", min: 1, max: 9 }, Number),
  change: () => input("entry-change", { type: "number" }, Number),
  commodity: () => select("entry-commodity", COMMODITIES.map((name) => [name, say(name)])),
  kind: () => select("entry-kind", KINDS.map((name) => [name, say(name)])),
  adjacent: () => check("entry-adjacent"),
  stuck: () => check("entry-stuck"),
  before: ({ view }) => check("entry-before", counted(view)),
  tile: ({ box }) => select("entry-tile", box.tiles.map((tile) => [tile.id, tileName(tile)])),
  tiles: ({ box, view }) => tiles(box, view),
  to: ({ view }) => select("entry-to", [...view.players.map(({ color }) => [color, say(color)]), ["people", say("entry-people")], ["set_aside", say("entry-set_aside")]]),
  regions: ({ view, slots }) => regions(view.reveal, slots),
};

function select(key, options, chosen) {
  const field = el("select", { name: key }, options.map(([value, words]) => el("option", { value, selected: value === chosen }, words)));
  return { element: el("label", {}, say(key), " ", field), value: () => field.value };
}

function input(key, attributes, read) {
  const field = el("input", { name: key, required: true, autocomplete: "off", ...attributes });
  return { element: el("label", {}, say(key), " ", field), value: () => read(field.value) };
}

function check(key, checked = false) {
  const field = el("input", { type: "checkbox", checked });
  return { element: el("label", { class: "check" }, field, " ", say(key)), value: () => field.checked };
}

/** The acting castle's tiles to tick; all of the box where they are not known. */
function tiles(box, view) {
  const own = playerOf(view, view.waiting_for?.color)?.castle;
  const boxes = (own ?? box.tiles).map((tile) =>
    el("label", { class: "check" }, el("input", { type: "checkbox", value: tile.id }), " ", tileName(tile)));
  const element = el("fieldset", { class: "ticks" }, el("legend", {}, say("entry-tiles")), boxes);
  return { element, value: () => [...element.querySelectorAll(":checked")].map((one) => one.value) };
}

/** As many region tiles as are due: where, which, and how they lie. */
function regions(reveal, slots) {
  const rows = Array.from({ length: reveal?.count ?? 0 }, (_, at) => [
    select("entry-slot-which", reveal.slots.map((slot) => [slot, say("entry-slot", { slot: slot + 1 })]), slots[at] ?? reveal.slots[at]),
    select("entry-region", reveal.free_tiles.map((id) => [id, id])),
    select("entry-turns", [0, 1, 2, 3].map((turns) => [turns, String(turns)])),
  ]);
  return {
    element: el("div", {}, rows.map((row) => el("div", { class: "row" }, row.map((part) => part.element)))),
    value: () => rows.map(([slot, tile, turns]) => ({ slot: Number(slot.value()), tile: tile.value(), turns: Number(turns.value()) })),
  };
}
