// How Tudor's pieces are drawn: faction tokens and rings, round tokens, courtiers and lords in a player's cloth.
import { el, icon, svg } from "../../shared/dom.js";
import { word } from "./words.js";

/** A square token, or a card, of a faction. */
export function token(faction, kind = "token") {
  return el("span", { class: `${kind} faction of-${faction}`, title: word(faction) }, icon(`tudor-${faction}`));
}

/** A ring with its faction's sign. */
export function ring(one) {
  return el("span", { class: `ring faction of-${one.faction}`, title: word(one.faction) }, icon(`tudor-${one.faction}`));
}

/** A round token. */
export function round(kind) {
  return el("span", { class: `round-token ${kind}`, title: word(kind) }, icon(`tudor-${kind}`));
}

/** A courtier, or a lord, of this colour. */
export function figure(color, kind = "courtier") {
  return svg("svg", { class: `figure ${kind}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("use", { href: `#tudor-${kind}`, fill: `url(#cloth-${color})` }));
}

/** A player's name with the figure. */
export function player(color) {
  return el("span", { class: "named" }, figure(color), word(color));
}

/** The drawing as one to carry: to places while `choosing` holds the piece, over gates by its handle; else as it is. */
export function carried(drawing, choosing, piece, handle = null) {
  if (choosing.holds(piece)) drawing.dataset.piece = piece;
  if (handle) drawing.dataset.handle = handle;
  return drawing;
}
