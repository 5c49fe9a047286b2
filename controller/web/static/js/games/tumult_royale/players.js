// A player of Tumult Royale: the statue, the place in a view, and whether the tiles are counted.
import { svg } from "../../shared/dom.js";

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
