// The country: region tiles in the frame, fields by kind, statues by owner, and what can be tapped.
import { el, icon, mark, whenChanged } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { KINDS, kindMark } from "./kinds.js";
import { statue } from "./players.js";

const SIDE = 3; // a region tile is 3 x 3 fields

/**
 * `hint(field | null)` lights a field up, as when a choice is looked at. `turnUp(slots)` is called for slots that were
 * tapped; without it the country is only looked at.
 */
export function createCountry(acts, turnUp = null) {
  const grid = el("div", { class: "fields" });
  const note = el("p", { class: "hint" }, say("country-honour"));
  const legend = el("p", { class: "legend", "aria-label": say("legend") }, KINDS.map((kind) =>
    el("span", {}, kindMark(kind), say(kind))));
  const element = el("section", { class: "country", "aria-label": say("country") }, grid, note, legend);
  let chosen = []; // face-down slots tapped so far

  const redraw = whenChanged(({ columns, rows, regions, fields, open, reveal }) => {
    const focused = document.activeElement?.dataset.field ?? document.activeElement?.dataset.slot;
    grid.style.setProperty("--columns", columns * SIDE);
    grid.replaceChildren(
      ...letters(columns * SIDE),
      ...digits(rows * SIDE),
      ...regions.flatMap((region) => drawRegion(region, columns, fields, open, reveal)),
    );
    if (focused) grid.querySelector(`[data-field="${focused}"], [data-slot="${focused}"]`)?.focus();
  });

  function drawRegion(region, columns, fields, open, reveal) {
    const left = SIDE * (region.slot % columns);
    const top = SIDE * Math.floor(region.slot / columns);
    if (region.kinds === null) return [drawFaceDown(region.slot, left, top, reveal)];
    const frame = place(el("div", { class: "region" }), left, top, SIDE);
    return [frame, ...region.kinds.map((kind, at) =>
      drawField(kind, left + (at % SIDE), top + Math.floor(at / SIDE), fields, open))];
  }

  function drawField(kind, column, row, fields, open) {
    const name = `${String.fromCharCode(65 + column)}${row + 1}`;
    const owned = fields[name];
    const action = open[name];
    const words = owned
      ? say("field-owned", { name, kind: say(kind), number: owned.statues, color: say(owned.owner) })
      : say(action ? (action.do === "build" ? "field-build" : "field-first") : "field", { name, kind: say(kind) });
    const inside = [
      icon(kind, "kind-icon"),
      owned ? el("span", { class: `statues of-${owned.owner}`, "data-number": owned.statues }, Array.from({ length: owned.statues }, () => statue(owned.owner))) : null,
    ];
    const look = { class: `field kind kind-${kind}`, title: words, "aria-label": words, "data-field": name };
    const field = action
      ? el("button", { ...look, type: "button", onclick: () => acts.act(action) }, inside)
      : el("div", { ...look, role: "img" }, inside);
    return place(field, column, row);
  }

  function drawFaceDown(slot, left, top, reveal) {
    const open = reveal?.slots.includes(slot);
    const look = { class: chosen.includes(slot) ? "face-down chosen" : "face-down", "data-slot": slot };
    const back = [icon("crown")];
    return place(
      open
        ? el("button", { ...look, type: "button", "aria-label": say("slot-reveal", { slot: slot + 1 }), onclick: (event) => choose(slot, reveal, event.currentTarget) }, back)
        : el("div", { ...look, role: "img", "aria-label": say("slot-down") }, back),
      left, top, SIDE);
  }

  /** As many slots as are due (TR-6.3); a second tap takes the first one back. */
  function choose(slot, reveal, button) {
    const anew = !chosen.includes(slot);
    chosen = anew ? [...chosen, slot] : chosen.filter((other) => other !== slot);
    button.classList.toggle("chosen", anew);
    if (chosen.length < reveal.count) return;
    turnUp(chosen);
    chosen = [];
    for (const one of grid.querySelectorAll(".chosen")) one.classList.remove("chosen");
  }

  function draw(view) {
    const regions = view.regions ?? [];
    mark(note, { hidden: view.map !== "honour" });
    for (const part of [grid, legend]) mark(part, { hidden: regions.length === 0 });
    if (!view.reveal) chosen = [];
    redraw({
      columns: view.columns ?? 0,
      rows: view.rows ?? 0,
      regions,
      fields: view.fields ?? {},
      open: turnUp ? openFields(view) : {},
      reveal: turnUp ? view.reveal : null,
    });
  }

  function hint(field) {
    for (const lit of grid.querySelectorAll(".hinted")) lit.classList.remove("hinted");
    if (field) grid.querySelector(`[data-field="${field}"]`)?.classList.add("hinted");
  }

  return { element, draw, hint };
}

/** What a tap on a field sends: the first way to pay for it, or a first statue. */
function openFields(view) {
  const player = view.waiting_for?.color;
  const open = {};
  if (view.phase === "first_statues") {
    for (const field of view.first_fields ?? []) open[field] = { do: "place_first", player, field };
  }
  if (view.phase === "statues") {
    for (const { field, tiles } of view.payable ?? []) if (field) open[field] ??= { do: "build", player, field, tiles };
  }
  return open;
}

function place(element, column, row, span = 1) {
  element.style.setProperty("grid-area", `${row + 2} / ${column + 2} / span ${span} / span ${span}`);
  return element;
}

function letters(number) {
  return Array.from({ length: number }, (_, column) =>
    place(el("span", { class: "edge", "aria-hidden": "true" }, String.fromCharCode(65 + column)), column, -1));
}

function digits(number) {
  return Array.from({ length: number }, (_, row) =>
    place(el("span", { class: "edge", "aria-hidden": "true" }, String(row + 1)), -1, row));
}
