// How what may be done is called: the name of the action, and what tells one way of it from another.
import { known, say } from "../../../shared/strings.js";
import { wayOf } from "./ways.js";
import { word } from "../words.js";

/** Such as "E: straight up" or "End the turn". */
export function nameOf(offer) {
  if (offer.do === "act") return `${offer.action}: ${say(`tudor-short-${offer.action}`)}`;
  if (offer.do === "scenario") return say(`tudor-offer-${offer.side}-${numberOf(offer)}`);
  return known(`tudor-offer-${offer.do}`) ? say(`tudor-offer-${offer.do}`) : offer.do;
}

/** The way, the cards, the chamber, the chair, the ring: whatever it has; "" for nothing. */
export function detail(offer, view) {
  const way = wayOf(offer);
  const parts = [
    way === null ? null : say("tudor-from-to", { from: offer.from === "supply" ? say("tudor-supply") : offer.from, path: way.join(", ") }),
    offer.chamber ? say("tudor-chamber", { number: offer.chamber }) : null,
    offer.chair === "lord" ? say("tudor-lord") : offer.chair ? say("tudor-chair", { chair: offer.chair }) : null,
    offer.chairs ? say("tudor-two-chairs", { one: offer.chairs[0], other: offer.chairs[1] }) : null,
    typeof offer.to === "number" ? say("tudor-to-bench", { number: offer.to }) : null,
    ...(offer.cards ?? []).map(word),
    offer.card ? word(offer.card) : null,
    offer.space ?? null,
    offer.ring ? ringWord(view, offer.ring) : null,
  ];
  return parts.filter(Boolean).join(", ");
}

/** A ring in words: all of a faction are alike. */
export function ringWord(view, id) {
  const rings = [...view.stand, ...view.players.flatMap((player) => [...player.unworn, ...Object.values(player.hand).flat()])];
  const found = rings.find((ring) => ring.id === id);
  return found ? say("tudor-ring-of", { faction: word(found.faction) }) : id;
}

/** Which scenario card an offer is of, by what it has (TU-12). */
function numberOf(offer) {
  if ("chamber" in offer) return offer.side === "left" ? 1 : 2;
  if (offer.asks?.includes("spaces")) return 1;
  if ("card" in offer) return 3;
  if (offer.asks?.includes("mine")) return 4;
  return "space" in offer || "path" in offer ? 5 : 3;
}
