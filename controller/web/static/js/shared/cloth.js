// How a player is named and marked: colour, cloth pattern, rank.
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

/** The player's statue in the player's cloth. */
export function statue(color) {
  return svg("svg", { class: "statue", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("use", { href: "#statue", fill: `url(#cloth-${color})` }));
}

/** The player of this colour in a view. */
export function playerOf(view, color) {
  return (view.players ?? []).find((player) => player.color === color);
}

/** Whether the tiles of this round are counted: what is corrected then lies before that. */
export function counted(view) {
  return view.phase === "statues" || view.phase === "coronation";
}
