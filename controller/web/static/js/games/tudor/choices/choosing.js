// What people have begun to choose on the page, from what the table says may be done; nothing is sent before it is whole.
import { nextSpaces, origins } from "./ways.js";

/** `send(action)` does one; `redraw()` is called when something was chosen that is not whole yet. */
export function createChoosing(send, redraw) {
  let offers = [];
  let before = "";
  let from = null;
  let path = [];

  function look(view) {
    const now = `${view.seq} ${JSON.stringify(view.offers ?? [])}`;
    if (now === before) return;
    before = now;
    offers = view.offers ?? [];
    clear();
  }

  function clear() {
    from = null;
    path = [];
  }

  /** What a tap on a space does: a step of the way, or the courtier that goes; null where it means nothing. */
  function atSpace(name) {
    if (path.at(-1) === name) return () => step(() => path.pop());
    if (nextSpaces(offers, from, path).has(name)) return () => step(() => path.push(name));
    if (path.length === 0 && origins(offers).has(name)) return () => step(() => (from = from === name ? null : name));
    const single = offers.find((offer) => offer.space === name && !offer.asks);
    return single ? () => send(single) : null;
  }

  function step(change) {
    change();
    redraw();
  }

  /** What a tap on a chamber does: a courtier to its bench, or the lord into it. */
  function atChamber(chamber) {
    const offer = offers.find((one) => ["assign", "place_lord"].includes(one.do) && one.chamber === chamber);
    return offer ? () => send(offer) : null;
  }

  /** What a tap on a chair does: its figure is activated. */
  function atChair(chamber, chair) {
    const offer = offers.find((one) => one.do === "activate" && one.chamber === chamber && one.chair === chair);
    return offer ? () => send(offer) : null;
  }

  /** What a tap on a ring of the stand does. */
  function atRing(id) {
    const offer = offers.find((one) => one.do === "choose_ring" && one.ring === id);
    return offer ? () => send(offer) : null;
  }

  return {
    look, atSpace, atChamber, atChair, atRing,
    send,
    back: () => step(clear),
    offers: () => offers,
    from: () => from,
    path: () => path,
  };
}

/** Nothing to choose: for pages that only look on. */
export const NOTHING = { atSpace: () => null, atChamber: () => null, atChair: () => null, atRing: () => null, offers: () => [], from: () => null, path: () => [], look: () => {} };
