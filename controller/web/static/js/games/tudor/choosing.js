// What a person has begun to choose on the page, from what the table says may be done; nothing is sent before it is whole.
import { useReducer, useRef } from "../../lib/view.js";
import { actionOf, asksFor, asksSeveral, laid, ofRings, slotsOf, withRing } from "./fields.js";

/** What is chosen of the offers of `view`; `send(action)` does one. */
export function useChoosing(view, send) {
  const [, redraw] = useReducer((count) => count + 1, 0);
  const kept = useRef();
  kept.current ??= createChoosing((action) => kept.current.sends(action), redraw);
  kept.current.sends = send;
  kept.current.look(view);
  return kept.current;
}

function createChoosing(sends, redraw) {
  let view = {};
  let offers = [];
  let before = "";
  let kind = null; // of the action that is to be done, where that is chosen first
  let from = null;
  let path = [];
  let asked = null; // the offer whose fields are to be chosen, and what of them is
  let version = 0; // of all this
  let tried = -1; // the version of which something was sent
  let found = new Map(); // what was looked for in this version, by its name

  function look(now) {
    view = now;
    const said = now.offers?.length ? `${now.seq} ${JSON.stringify(now.offers)}` : ""; // while others act, nothing is to be drawn anew
    if (said === before) return;
    before = said;
    offers = now.offers ?? [];
    clear();
    renew();
    if (offers.length === 1 && asksFor(offers[0], "hand")) asked = { offer: offers[0], chosen: {} }; // nothing else may be done
  }

  const clear = () => { kind = null; from = null; path = []; asked = null; };
  const open = () => (kind === null ? offers : offers.filter((offer) => kindOf(offer) === kind));
  const ways = () => (kind === null ? offers.filter(({ action }) => action) : open()); // bonus moves are ways once they are chosen
  const renew = () => { version += 1; found = new Map(); };
  const step = (change) => { change(); renew(); redraw(); };

  function once(name, look) {
    if (!found.has(name)) found.set(name, look());
    return found.get(name);
  }

  const send = (action) => { tried = version; return sends(action); };

  /** The part of the board that the present step is about, whose ever it is: it has to be in sight. */
  function due() {
    const may = (...deeds) => open().some((offer) => deeds.includes(offer.do));
    if (view.phase === "rings" || may("choose_ring")) return "stock";
    if (["assignment", "lords"].includes(view.phase) || may("activate") || (view.due?.length > 0 && open().some(({ chamber }) => chamber))) return "chambers";
    return view.phase === "actions" ? "throne" : null;
  }

  /** What a tap on a space does: a step of the way, or the courtier that goes; null where it means nothing. */
  function atSpace(name) {
    const slots = asked && asksFor(asked.offer, "spaces");
    if (slots) {
      const at = (asked.chosen.spaces ?? []).filter(Boolean);
      return name in slots.of ? () => note("spaces", at.includes(name) ? at.filter((one) => one !== name) : [...at, name].slice(-2)) : null;
    }
    if (path.at(-1) === name) return () => step(() => path.pop());
    if (once("next", () => nextSpaces(ways(), from, path)).has(name)) return () => enter(name);
    if (path.length === 0 && once("origins", () => origins(ways())).has(name)) return () => step(() => (from = from === name ? null : name));
    return sending((offer) => offer.space === name && !offer.asks);
  }

  /** A step of the way; where it can go no further, and in one way only, it is done. */
  function enter(name) {
    step(() => path.push(name));
    const [only, ...others] = whole(ways(), from, path);
    if (only && others.length === 0 && nextSpaces(ways(), from, path).size === 0) take(only);
  }

  /** What a tap does that sends the first offer that fits; null without one. */
  function sending(fits) {
    const offer = open().find(fits);
    return offer ? () => send(offer) : null;
  }

  /** Where a piece that is lifted may be put; see `reach`. */
  const places = (piece) => once(piece, () => reach(piece, offers, view, asked));

  /** A carried figure has come over this space: a step more of its way, one less where it turns back, or another first one. */
  function over(piece, space) {
    const [what, origin] = piece.split(":");
    if (what !== "figure" || space === path.at(-1)) return;
    const way = space === path.at(-2) ? path.slice(0, -1) : space === origin ? []
      : nextSpaces(offers, origin, path).has(space) ? [...path, space]
      : nextSpaces(offers, origin, []).has(space) ? [space] : path;
    if (way === path) return;
    step(() => { kind = null; from = origin; path = way; });
  }

  /** It was put down there, or nowhere (null); tells whether it stays. */
  function put(piece, place) {
    if (path.length > 0 && place === `space:${path.at(-1)}`) {
      const ways = whole(offers, from, path);
      if (ways.length === 1) take(ways[0]);
      return true;
    }
    if (from !== null) step(clear);
    const done = place === null ? undefined : places(piece).get(place);
    if (done === undefined || "step" in done) return false;
    if (done.send) send(done.send);
    else step(() => (asked = { offer: done.ask, chosen: done.chosen }));
    return true;
  }

  /** Does an offer, or asks for what it leaves open. */
  const take = (offer) => (offer.asks && (ofRings(offer) || slotsOf(offer, {}, view).some(({ options }) => options.length > 1)) ? step(() => (asked = { offer, chosen: {} })) : send(complete(offer)));
  const complete = (offer) => (offer.asks ? actionOf(offer, {}, view) : offer);

  /** What is chosen of the offer that is open. */
  const choose = (chosen) => asked !== null && step(() => (asked = { ...asked, chosen }));

  /** The only value that an offer leaves open needs no second yes. */
  function note(name, values) {
    if (asked === null) return;
    choose({ ...asked.chosen, [name]: values });
    const { offer, chosen } = asked;
    const action = ofRings(offer) || asksSeveral(offer) ? null : actionOf(offer, chosen, view);
    if (action) send(action);
  }

  return {
    look, due, atSpace, places, over, put, take, choose, note, send,
    /** A courtier goes to the chamber's bench, or the lord into it. */
    atChamber: (chamber) => sending((offer) => ["assign", "place_lord"].includes(offer.do) && offer.chamber === chamber),
    /** The figure of a chair is activated, or changes chairs with its only neighbour that may. */
    atChair(chamber, chair, { color, used }) {
      const swaps = open().filter((offer) => offer.chamber === chamber && offer.chairs?.includes(chair));
      return swaps.length === 1 ? () => send(swaps[0]) : sending((offer) => offer.do === "activate" && offer.chamber === chamber && offer.chair === chair && offer.player === color && !used);
    },
    atRing: (id) => sending((offer) => offer.do === "choose_ring" && offer.ring === id),
    back: () => step(clear),
    /** Only actions of this kind are to be chosen from now on. */
    narrow: (to) => step(() => { clear(); kind = to; }),
    kind: () => kind,
    open,
    offers: () => offers,
    version: () => version,
    /** Whether what is chosen was sent as it is, so that a refusal is about it. */
    isTried: () => tried === version,
    from: () => from,
    path: () => path,
    goesOn: () => nextSpaces(open(), from, path).size > 0,
    asked: () => asked,
    /** Whether anything can be done with a piece, so that it is one to carry. */
    holds: (piece) => places(piece).size > 0,
  };
}

/** Nothing to choose: for pages that only look on. */
export const NOTHING = createChoosing(() => {}, () => {});

/**
 * A piece is `figure:A1`, `figure:supply`, `lord`, `chair:2:3`, `ring:q01` or `token:A1`; a place `space:A1`, `chamber:2`,
 * `chair:2:3`, `castle:red` (that player's) or `finger:thumb` (of the one to act). What comes of it is one of
 * `{ send: action }`, `{ step: space }` of a way, and `{ ask: offer, chosen }`, which opens the fields still to be chosen.
 */
function reach(piece, offers, view, asked) {
  const [kind, ...of] = piece.split(":");
  return new Map(offers.length > 0 ? REACH[kind](offers, view, of, asked) : []);
}

const REACH = {
  figure: (offers, view, [from]) => [
    ...[...nextSpaces(offers, from, [])].map((space) => [`space:${space}`, { step: space }]),
    ...(from === "supply" ? offers.filter(is("assign")).map((offer) => [`chamber:${offer.chamber}`, { send: offer }]) : []),
    ...offers.filter((offer) => offer.space === from && !offer.asks).map((offer) => [`castle:${view.spaces[from].courtier}`, { send: offer }]),
  ],
  lord: (offers) => offers.filter(is("place_lord")).map((offer) => [`chamber:${offer.chamber}`, { send: offer }]),
  chair: (offers, _, [chamber, chair]) => offers.filter(is("scenario")).filter((offer) => offer.chamber === Number(chamber)).flatMap((offer) => {
    if (offer.chair === Number(chair)) return [[`chamber:${offer.to}`, { send: offer }]];
    if (!offer.chairs?.includes(Number(chair))) return [];
    return [[`chair:${chamber}:${offer.chairs.find((other) => other !== Number(chair))}`, { send: offer }]];
  }),
  ring: (offers, view, [id], asked) => [...fingersFor(offers, view, id, asked), ...offers.filter((offer) => offer.ring === id).map((offer) => [`castle:${offer.player}`, { send: offer }])],
  token: (offers, view, [from]) => {
    const offer = offers.find((one) => asksFor(one, "spaces"));
    if (!offer || !view.spaces[from].token) return [];
    const others = Object.keys(view.spaces).filter((name) => name !== from && view.spaces[name].token);
    return others.map((name) => [`space:${name}`, { send: { ...unasked(offer), spaces: [from, name] } }]);
  },
};

/** What tells kinds of actions apart: their ways differ in places, pieces and cards. */
export const kindOf = (offer) => offer.action ?? `${offer.do}${offer.side ?? ""}`;

const is = (deed) => (offer) => offer.do === deed;
const unasked = ({ asks: _, ...action }) => action;

/** Onto which fingers of the one to act a ring may go: to lay the hand, or in the place of the ring that is there. */
function fingersFor(offers, view, id, asked) {
  const open = asked && ofRings(asked.offer) ? [asked.offer] : offers.filter(ofRings);
  for (const offer of open) {
    const chosen = asked?.offer === offer ? asked.chosen : {};
    const { hand, tray, swaps, full } = laid(offer, chosen, view);
    const may = tray.some((one) => one.id === id) || (!swaps && Object.values(hand).flat().some((one) => one.id === id));
    const fingers = Object.keys(hand).filter((finger) => !swaps || hand[finger].length > 0);
    if (may && !full) return fingers.map((finger) => [`finger:${finger}`, { ask: offer, chosen: withRing(offer, chosen, view, id, finger) }]);
  }
  return [];
}

/** The spaces that an offer enters; null where it is no way through the throne room. */
export function wayOf(offer) {
  if (Array.isArray(offer.path)) return offer.path;
  return offer.do === "scenario" && typeof offer.to === "string" ? [offer.to] : null;
}

/** The ways that begin with these spaces, from this origin if one is named. */
function fitting(offers, from, path) {
  return offers.filter((offer) => {
    const way = wayOf(offer);
    return way !== null && (from === null || offer.from === from) && path.every((space, at) => way[at] === space);
  });
}

const nextSpaces = (offers, from, path) => new Set(fitting(offers, from, path).map((offer) => wayOf(offer)[path.length]).filter(Boolean));
export const whole = (offers, from, path) => (path.length === 0 ? [] : fitting(offers, from, path).filter((offer) => wayOf(offer).length === path.length));

/** Where the courtiers stand that have a way. */
const origins = (offers) => new Set(offers.filter((offer) => wayOf(offer) !== null).map((offer) => offer.from));
