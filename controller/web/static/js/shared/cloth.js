// How a player is named and marked: colour and cloth.
import { el, svg } from "./dom.js";
import { say } from "./strings.js";

/** A patch of the player's cloth, so that no one is known by colour alone. */
export function patch(color) {
  return svg(
    "svg",
    { class: "patch", viewBox: "0 0 16 16", "aria-hidden": "true" },
    svg("rect", { width: 16, height: 16, rx: 4, fill: `url(#cloth-${color})` }),
  );
}

/** The player's patch with the name. */
export function named(color) {
  return el("span", { class: "named" }, patch(color), say(color));
}
