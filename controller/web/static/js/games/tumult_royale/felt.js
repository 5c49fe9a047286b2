// The felt with the country in the middle and the people's tiles below it.
import { createFelt } from "../../table/felt.js";
import { createPeople } from "./people.js";
import { createWard } from "./ward.js";

/** `lift(tile, button)` is called for a tile taken by click or keyboard; without it nothing can be taken. */
export function layFelt(acts, country, lift = null) {
  return createFelt(acts, { board: country, heap: createPeople(lift), createWard: (color) => createWard(color, lift) });
}
