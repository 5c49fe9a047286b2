// Tudor's words for players, factions and round tokens; those of a house edition are said as they are.
import { known, say } from "../../shared/strings.js";

/** A colour of players or factions, or the kind of a round token. */
export function word(name) {
  return known(`tudor-${name}`) ? say(`tudor-${name}`) : name;
}
