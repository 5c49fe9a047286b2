// Where a piece may be put, from what may be done: for each place what comes of it.
import { nextSpaces, whole } from "./ways.js";

/**
 * A piece is `figure:A1`, `figure:supply`, `lord`, `chair:2:3`, `ring:q01` or `token:A1`; a place `space:A1`, `chamber:2`,
 * `chair:2:3`, `castle:red` (that player's) or `finger:thumb` (of the one to act). What comes of it is one of
 * `{ send: action }`, `{ step: space }` of a way, and `{ ask: offer, with: fields }`, which opens the fields still to be chosen.
 */
export function reach(piece, offers, view, path = []) {
  const [kind, ...of] = piece.split(":");
  return new Map(REACH[kind]?.(offers, view, of, path) ?? []);
}

/** What a way that has been drawn over the board comes to: sent, asked for more, or, where several fit, null. */
export function wayDone(offers, from, path) {
  const fitting = whole(offers, from, path);
  if (fitting.length !== 1) return null;
  return fitting[0].asks ? { ask: fitting[0], with: {} } : { send: fitting[0] };
}

const REACH = {
  figure: (offers, view, [from], path) => [
    ...[...nextSpaces(offers, from, path)].map((space) => [`space:${space}`, { step: space }]),
    ...(from === "supply" ? offers.filter(is("assign")).map((offer) => [`chamber:${offer.chamber}`, { send: offer }]) : []),
    ...offers.filter((offer) => offer.space === from && !offer.asks).map((offer) => [`castle:${view.spaces[from].courtier}`, { send: offer }]),
  ],
  lord: (offers) => offers.filter(is("place_lord")).map((offer) => [`chamber:${offer.chamber}`, { send: offer }]),
  chair: (offers, _, [chamber, chair]) => offers.filter(is("scenario")).filter((offer) => offer.chamber === Number(chamber)).flatMap((offer) => {
    if (offer.chair === Number(chair)) return [[`chamber:${offer.to}`, { send: offer }]];
    if (!offer.chairs?.includes(Number(chair))) return [];
    return [[`chair:${chamber}:${offer.chairs.find((other) => other !== Number(chair))}`, { send: offer }]];
  }),
  ring: (offers, view, [id]) => [...fingersFor(offers, view, id), ...offers.filter((offer) => offer.ring === id).map((offer) => [`castle:${offer.player}`, { send: offer }])],
  token: (offers, view, [from]) => {
    const offer = offers.find((one) => one.asks?.includes("spaces"));
    if (!offer || !view.spaces[from].token) return [];
    const others = Object.keys(view.spaces).filter((name) => name !== from && view.spaces[name].token);
    return others.map((name) => [`space:${name}`, { send: { ...unasked(offer), spaces: [from, name] } }]);
  },
};

const is = (deed) => (offer) => offer.do === deed;

/** The action without the list of what it asks for. */
export function unasked({ asks: _, ...action }) {
  return action;
}

/** Onto which fingers of the one to act a ring may go: to lay the hand, or in the place of the ring that is there. */
function fingersFor(offers, view, id) {
  const acting = view.players.find((player) => player.color === offers[0]?.player);
  if (!acting) return [];
  const worn = Object.entries(acting.hand);
  const mine = [...acting.unworn, ...worn.flatMap(([, rings]) => rings)].some((ring) => ring.id === id);
  const free = view.stand.some((ring) => ring.id === id);
  const offer = offers.find((one) => one.asks?.includes("hand"));
  if (offer) {
    const from = view.due[0]?.from;
    const taken = offer.do === "take_ring" && !mine && (from === "stand" ? free : robbed(view, from, id));
    return mine || taken ? worn.map(([finger]) => [`finger:${finger}`, { ask: offer, with: taken ? { ring: id, "finger:new": finger } : { [`finger:${id}`]: finger } }]) : [];
  }
  const swap = free && offers.find((one) => one.asks?.includes("swaps"));
  const trade = !mine && !free && offers.find((one) => one.asks?.includes("theirs"));
  return worn.flatMap(([finger, [ring]]) => {
    if (!ring) return [];
    if (swap) return [[`finger:${finger}`, { ask: swap, with: { "take-0": id, "give-0": ring.id } }]];
    return trade ? [[`finger:${finger}`, { ask: trade, with: { theirs: id, mine: ring.id } }]] : [];
  });
}

function robbed(view, from, id) {
  return Object.values(view.players.find((player) => player.color === from)?.hand ?? {}).flat().some((ring) => ring.id === id);
}
