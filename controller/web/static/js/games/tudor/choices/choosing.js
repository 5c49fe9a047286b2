// What people have begun to choose on the page, from what the table says may be done; nothing is sent before it is whole.
import { reach, wayDone } from "./reach.js";
import { nextSpaces, origins } from "./ways.js";

/** `send(action)` does one; `redraw()` is called when something was chosen that is not whole yet. */
export function createChoosing(send, redraw) {
  let view = {};
  let offers = [];
  let before = "";
  let from = null;
  let path = [];
  let asked = null; // the offer whose fields are to be chosen, and what of them is

  function look(now) {
    view = now;
    const said = `${now.seq} ${JSON.stringify(now.offers ?? [])}`;
    if (said === before) return;
    before = said;
    offers = now.offers ?? [];
    clear();
  }

  function clear() {
    from = null;
    path = [];
    asked = null;
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

  /** Where a piece that is lifted may be put; see `reach`. */
  function places(piece) {
    return reach(piece, offers, view);
  }

  /** A carried figure has come over this space: a step more of its way, one less where it turns back, or another first one. */
  function over(piece, space) {
    const [kind, origin] = piece.split(":");
    if (kind !== "figure" || space === path.at(-1)) return;
    const way = space === path.at(-2) ? path.slice(0, -1) : space === origin ? []
      : nextSpaces(offers, origin, path).has(space) ? [...path, space]
      : nextSpaces(offers, origin, []).has(space) ? [space] : path;
    if (way === path) return;
    step(() => {
      from = origin;
      path = way;
    });
  }

  /** It was put down there, or nowhere (null); tells whether it stays. */
  function put(piece, place) {
    if (path.length > 0 && place === `space:${path.at(-1)}`) {
      const done = wayDone(offers, from, path);
      if (done !== null) act(done);
      return true;
    }
    if (from !== null) step(clear);
    const done = place === null ? undefined : places(piece).get(place);
    if (done === undefined || "step" in done) return false;
    act(done);
    return true;
  }

  function act(done) {
    if (done.send) send(done.send);
    else ask(done.ask, done.with);
  }

  /** Opens the fields of an offer, some of them chosen; what was chosen of the same offer before stays. */
  function ask(offer, chosen = {}) {
    const kept = asked !== null && asked.offer === offer ? asked.chosen : {};
    step(() => (asked = { offer, chosen: { ...kept, ...chosen } }));
  }

  /** A field was chosen in the form, which shows it already. */
  function note(name, value) {
    if (asked !== null) asked.chosen[name] = value;
  }

  return {
    look, atSpace, atChamber, atChair, atRing, places, over, put, ask, note,
    send,
    back: () => step(clear),
    unask: () => step(() => (asked = null)),
    offers: () => offers,
    from: () => from,
    path: () => path,
    asked: () => asked,
    /** Whether anything can be done with a piece, so that it is one to carry. */
    holds: (piece) => places(piece).size > 0,
  };
}

/** Nothing to choose: for pages that only look on. */
export const NOTHING = {
  atSpace: () => null, atChamber: () => null, atChair: () => null, atRing: () => null, holds: () => false,
  offers: () => [], from: () => null, path: () => [], asked: () => null, look: () => {},
};
