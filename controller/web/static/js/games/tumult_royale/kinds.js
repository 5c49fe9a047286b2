// The kinds of field, and the mark of one.
import { el, icon } from "../../shared/dom.js";

export const KINDS = ["pasture", "forest", "mountain", "village", "palace"];

/** A small square in the look of a kind. */
export function kindMark(kind) {
  return el("i", { class: `kind kind-${kind}` }, icon(kind));
}
