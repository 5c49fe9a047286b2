// The frame with its region tiles, laid and turned by tapping.
import { el, icon } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { kindMark } from "../kinds.js";

const SIDE = 3;

export function createFrame() {
  const places = el("div", { class: "frame-places" });
  const palette = el("div", { class: "frame-palette", role: "group", "aria-label": say("setup-regions") });
  const element = el("div", { class: "frame" }, el("p", { class: "hint" }, say("setup-regions-how")), places, palette);
  let regions = [];
  let laid = []; // by place: { tile, turns }, null where it lies face down
  let chosen = 0;

  function unpack(box) {
    regions = box.regions;
  }

  /** Two rows of a place for each player (TR-0.3). */
  function fit(players) {
    if (laid.length !== 2 * players) laid = Array(2 * players).fill(null);
    places.style.setProperty("--columns", players);
    draw();
  }

  function draw() {
    places.replaceChildren(...laid.map((lie, slot) => {
      const words = lie ? say("setup-slot-laid", { slot: slot + 1, ...lie }) : `${say("setup-slot", { slot: slot + 1 })}: ${say("setup-empty")}`;
      return el("button", { type: "button", class: "mini", "aria-label": words, title: words, "aria-pressed": String(slot === chosen), onclick: () => tap(slot) },
        lie ? drawn(turned(fieldsOf(lie.tile), lie.turns)) : icon("crown"));
    }));
    palette.replaceChildren(...regions.map(({ id, fields }) =>
      el("button", { type: "button", class: "mini", "aria-label": id, title: id, disabled: laid.some((lie) => lie?.tile === id), onclick: () => lay(id) }, drawn(fields))));
  }

  function tap(slot) {
    if (slot === chosen && laid[slot]) {
      const { tile, turns } = laid[slot];
      laid[slot] = turns < 3 ? { tile, turns: turns + 1 } : null;
    }
    chosen = slot;
    redrawWithFocus(slot);
  }

  function lay(id) {
    laid[chosen] = { tile: id, turns: 0 };
    redrawWithFocus(chosen);
  }

  function redrawWithFocus(slot) {
    draw();
    places.children[slot].focus();
  }

  function fieldsOf(id) {
    return regions.find((region) => region.id === id).fields;
  }

  return {
    element, unpack, fit,
    /** As the game log has it (TR-0.7). */
    regions: () => laid.map((lie, slot) => ({ slot, tile: lie?.tile ?? null, turns: lie?.turns ?? 0 })),
  };
}

/** Nine fields by so many quarter turns clockwise. */
function turned(fields, turns) {
  let now = fields;
  for (let turn = 0; turn < turns; turn += 1) {
    now = now.map((_, at) => now[SIDE * (SIDE - 1 - (at % SIDE)) + Math.floor(at / SIDE)]);
  }
  return now;
}

function drawn(fields) {
  return el("span", { class: "nine" }, fields.map(kindMark));
}
