// The fields of an action that are still to be chosen: each has an element, and a value to put into the action.
import { el } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { wayOf } from "./ways.js";
import { word } from "../words.js";

const FINGERS = ["thumb", "index", "middle", "ring", "pinky"];

/** One for each field that `offer` asks for; `chosen` are those that people chose already, by the name of the select. */
export function fields(offer, view, chosen) {
  const acting = view.players.find((player) => player.color === offer.player);
  return offer.asks.map((name) => MAKERS[name](offer, { view, acting, chosen }));
}

const MAKERS = {
  cards: (offer, { view }) => (wayOf(offer) ? paid(offer, view) : taken(offer, view)),
  "card?": (offer, { view }) => optional("card", factions(view)),
  "back?": (offer, { view }) => optional("back", factions(view)),
  give: (_, { view }) => several("give", 2, held(view)),
  take: (_, { view }) => one("take", factions(view)),
  spaces: (_, { view }) => several("spaces", 2, Object.keys(view.spaces).filter((name) => view.spaces[name].token).map((name) => [name, `${name} ${word(view.spaces[name].token)}`])),
  tokens: (_, { view }) => spent(view),
  mine: (_, { acting }) => one("mine", ringsOf(acting)),
  theirs: (offer, { view }) => one("theirs", view.players.filter((player) => player.color !== offer.player).flatMap((player) => ringsOf(player, `${word(player.color)}: `))),
  ring: (_, { view }) => one("ring", freeRings(view)),
  swaps: (_, { view, acting }) => swaps(view, acting),
  hand: (offer, { acting, chosen }) => hand(offer, acting, chosen),
};

const factions = (view) => view.factions.map((name) => [name, word(name)]);

/** The cards that one may give: those of an own hand where it is known, else any. */
const held = (view) => factions(view).filter(([name]) => !view.own || view.own.cards[name] > 0);

/** The rings that somebody wears, by faction and finger. */
const ringsOf = (player, before = "") =>
  FINGERS.flatMap((finger) => player.hand[finger].map((ring) => [ring.id, `${before}${say("tudor-ring-on", { faction: word(ring.faction), finger: say(`tudor-finger-${finger}`) })}`]));

/** One ring of each faction in the stand: all of a faction are alike. */
const ofStand = (view) =>
  [...new Map(view.stand.map((ring) => [ring.faction, ring.id]))].map(([faction, id]) => [id, say("tudor-ring-of", { faction: word(faction) })]);

/** What may be taken for an office: of the stand, or of the robbed hand. */
function freeRings(view) {
  const from = view.due[0]?.from;
  const robbed = view.players.find((player) => player.color === from);
  return robbed ? ringsOf(robbed) : ofStand(view);
}

function select(name, options, words) {
  const field = el("select", { name }, options.map(([value, text]) => el("option", { value }, text)));
  return { field, element: el("label", {}, words, " ", field) };
}

function one(name, options) {
  const { field, element } = select(name, options, say(`tudor-field-${name}`));
  return { element, value: () => ({ [name]: field.value }) };
}

function optional(name, options, none = say("tudor-field-none")) {
  const { field, element } = select(name, [["", none], ...options], say(`tudor-field-${name}`));
  return { element, value: () => (field.value ? { [name]: field.value } : {}) };
}

/** As many selects, each with another of the options chosen where there are so many. */
function several(name, number, options) {
  const made = Array.from({ length: number }, (_, at) => select(`${name}-${at}`, options, `${say(`tudor-field-${name}`)} ${at + 1}`));
  made.forEach(({ field }, at) => (field.selectedIndex = Math.min(at, options.length - 1)));
  return { element: el("div", {}, made.map((each) => each.element)), value: () => ({ [name]: made.map((each) => each.field.value) }) };
}

/** A card for each space: its token's where one lies open, else any (TU-9). */
function paid(offer, view) {
  const made = wayOf(offer).map((name) => {
    const { token, courtier } = view.spaces[name];
    const options = token && !courtier ? [[token, word(token)]] : held(view);
    return select(`card-${name}`, options, say("tudor-field-pay", { space: name }));
  });
  return { element: el("div", {}, made.map((each) => each.element)), value: () => ({ cards: made.map((each) => each.field.value) }) };
}

/** F: one card, or two where one goes back (TU-9.6, TU-10.6). */
function taken(offer, view) {
  const first = select("cards-0", factions(view), say("tudor-field-card"));
  const second = offer.asks.includes("back?") ? select("cards-1", [["", say("tudor-field-none")], ...factions(view)], say("tudor-field-second")) : null;
  const chosen = () => [first.field.value, second?.field.value].filter(Boolean);
  return { element: el("div", {}, first.element, second?.element), value: () => ({ cards: chosen() }) };
}

/** One exchange with the stand, and a second where B is enhanced (TU-9.2, TU-10.2). */
function swaps(view, acting) {
  const rings = ofStand(view);
  const pair = (number, none) => [
    select(`take-${number}`, [...none, ...rings, ...(number ? ringsOf(acting) : [])], say("tudor-field-swap-take")),
    select(`give-${number}`, [...ringsOf(acting), ...(number ? rings : [])], say("tudor-field-swap-give")),
  ];
  const pairs = [pair(0, []), ...(acting.enhanced.includes("B") ? [pair(1, [["", say("tudor-field-none")]])] : [])];
  return {
    element: el("div", {}, pairs.flat().map((each) => each.element)),
    value: () => ({ swaps: pairs.filter(([take]) => take.field.value).map(([take, give]) => ({ take: take.field.value, give: give.field.value })) }),
  };
}

/** Two tokens, by faction: those of one's own hand where it is known, else of any faction. */
function spent(view) {
  const left = view.own ? [...view.own.tokens] : null;
  const options = left ? factions(view).filter(([name]) => left.some((token) => token.faction === name)) : factions(view);
  const made = several("tokens", 2, options);
  function value() {
    const wanted = made.value().tokens;
    if (left === null) return { tokens: wanted };
    const free = [...left];
    return { tokens: wanted.map((faction) => free.splice(Math.max(0, free.findIndex((token) => token.faction === faction)), 1)[0]?.id ?? faction) };
  }
  return { element: made.element, value };
}

/** A finger for each ring (TU-2); a ring that is just being taken has one, too. Where one was put, another makes room. */
function hand(offer, acting, chosen) {
  const worn = [...acting.unworn, ...Object.values(acting.hand).flat()];
  const asked = offer.do === "take_ring" ? [...worn, { id: "new" }] : worn;
  const now = (id) => FINGERS.find((finger) => acting.hand[finger].some((ring) => ring.id === id));
  const put = asked.map((ring) => chosen[`finger:${ring.id}`]).filter(Boolean);
  const stays = asked.filter((ring) => !chosen[`finger:${ring.id}`] && now(ring.id) && !put.includes(now(ring.id))).map((ring) => now(ring.id));
  const free = FINGERS.filter((finger) => !put.includes(finger) && !stays.includes(finger));
  const made = asked.map((ring) => {
    const words = ring.id === "new" ? say("tudor-field-new-ring") : say("tudor-ring-of", { faction: word(ring.faction) });
    const made = select(`finger:${ring.id}`, FINGERS.map((finger) => [finger, say(`tudor-finger-${finger}`)]), words);
    made.field.value = chosen[`finger:${ring.id}`] ?? (stays.includes(now(ring.id)) ? now(ring.id) : (free.shift() ?? FINGERS[0]));
    return { ...made, ring };
  });
  return {
    element: el("fieldset", { class: "ticks" }, el("legend", {}, say("tudor-field-hand")), made.map((each) => each.element)),
    value: () => {
      const taken = document.querySelector('.asked select[name="ring"]')?.value;
      const ids = (finger) => made.filter((each) => each.field.value === finger).map((each) => (each.ring.id === "new" ? taken : each.ring.id));
      return { hand: Object.fromEntries(FINGERS.map((finger) => [finger, ids(finger)])) };
    },
  };
}
