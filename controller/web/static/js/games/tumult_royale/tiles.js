// A commodity tile: how it looks, what it is called.
import { el, icon, mark } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";

export const COMMODITIES = ["bread", "marble", "tools"];

/** What a face says in words. */
export function faceText(face) {
  return say("tile-face", { commodity: say(face.commodity), value: face.value });
}

/** A tile by its face, and by the id on its sticker: several have the same face. */
export function tileName(tile) {
  return `${faceText(tile)} · ${tile.id}`;
}

/** A tile's face; of null its back: all backs are the same. */
export function drawTile(face) {
  if (!face) return el("span", { class: "back" }, icon("crown"));
  return el("span", { class: `face face-${face.commodity}` }, icon(face.commodity), el("b", {}, String(face.value)));
}

/** A commodity with a number that is not a tile's. */
export function chip(commodity, number) {
  const words = say("tile-face", { commodity: say(commodity), value: number });
  return el("span", { class: "chip", role: "img", title: words, "aria-label": words }, icon(commodity), el("b", {}, String(number)));
}

/** A tile to look at, not to carry; null is one face down. */
export function still(face) {
  return el(
    "span",
    { class: "tile still", role: "img", "aria-label": face ? faceText(face) : say("tile-down") },
    drawTile(face),
  );
}

/** A tile to carry: a button with the handle of the piece below it; `lift(tile, button)` is called when it is taken. */
export function carried(tile, lift) {
  const look = { type: "button", class: `tile lean-${lean(tile.handle)}`, "data-handle": tile.handle, tabindex: -1 };
  const button = el("button", { ...look, onclick: () => lift(tile, button) });
  return button;
}

/** Fits a tile that can be carried to what the table shows of it. */
export function fit(button, tile) {
  const shown = tile.face ? faceText(tile.face) : "";
  if (button.dataset.shown !== shown) {
    button.dataset.shown = shown;
    button.replaceChildren(drawTile(tile.face));
  }
  const down = tile.color ? say("tile-castle", { color: say(tile.color) }) : say("tile-down");
  mark(button, { "aria-label": shown || down });
}

/** Tiles do not lie straight on a table: one of five slants, always the same for the same tile. */
function lean(handle) {
  let sum = 0;
  for (const letter of handle) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return sum % 5;
}
