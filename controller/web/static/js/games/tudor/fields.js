// The fields of an action that are still to be chosen: selects to draw, and their value as a part of the action.
import { say } from "../../lib/texts.js";
import { wayOf } from "./choosing.js";
import { lettersOf, playerName, word } from "./pieces.js";

const FINGERS = ["thumb", "index", "middle", "ring", "pinky"];

/** `{ legend, selects, value }` for each field that `offer` asks for, if any; `chosen` are those chosen already, by the name of the select. */
export function fieldsOf(offer, view, chosen) {
  const acting = view.players.find((player) => player.color === offer.player);
  return (offer.asks ?? []).map((name) => MAKERS[name]({ offer, view, acting, chosen }));
}

const MAKERS = {
  cards: (given) => (wayOf(given.offer) ? paid(given) : taken(given)),
  "card?": (given) => optional(given, "card", factions(given.view)),
  "back?": (given) => optional(given, "back", factions(given.view)),
  give: (given) => several(given, "give", 2, held(given.view)),
  take: (given) => one(given, "take", factions(given.view)),
  spaces: (given) => several(given, "spaces", 2, Object.entries(given.view.spaces).filter(([, space]) => space.token).map(([name, { token }]) => [name, `${name} ${word(token)}`])),
  tokens: spent,
  mine: (given) => one(given, "mine", ringsOf(given.acting)),
  theirs: (given) => one(given, "theirs", given.view.players.filter((player) => player !== given.acting).flatMap((player) => ringsOf(player, `${playerName(player.color)}: `))),
  ring: (given) => one(given, "ring", freeRings(given.view)),
  swaps,
  hand,
};

const factions = (view) => view.factions.map((name) => [name, word(name)]);

/** The cards that one may give: those of an own hand where it is known, else any. */
const held = (view) => factions(view).filter(([name]) => !view.own || view.own.cards[name] > 0);

/** The rings that a player wears, by faction and finger. */
const ringsOf = (player, before = "") =>
  FINGERS.flatMap((finger) => player.hand[finger].map((ring) => [ring.id, `${before}${say("tudor-ring-on", { faction: word(ring.faction), finger: say(`tudor-finger-${finger}`) })}`]));

/** One ring of each faction in the stand: all of a faction are alike. */
const ofStand = (view) => [...new Map(view.stand.map((ring) => [ring.faction, ring.id]))].map(([faction, id]) => [id, say("tudor-ring-of", { faction: word(faction) })]);

/** What may be taken for an office: of the stand, or of the robbed hand. */
function freeRings(view) {
  const robbed = view.players.find((player) => player.color === view.due[0]?.from);
  return robbed ? ringsOf(robbed) : ofStand(view);
}

/** A select with what is chosen in it: the usual one unless another is. */
const select = ({ chosen }, name, options, label, usual = options[0]?.[0] ?? "") => ({ name, options, label, value: chosen[name] ?? usual });

function one(given, name, options) {
  const field = select(given, name, options, say(`tudor-field-${name}`));
  return { selects: [field], value: { [name]: field.value } };
}

function optional(given, name, options) {
  const field = select(given, name, [["", say("tudor-field-none")], ...options], say(`tudor-field-${name}`));
  return { selects: [field], value: field.value ? { [name]: field.value } : {} };
}

/** As many selects, each with another of the options chosen where there are so many. */
function several(given, name, number, options) {
  const selects = Array.from({ length: number }, (_, at) => select(given, `${name}-${at}`, options, `${say(`tudor-field-${name}`)} ${at + 1}`, options[Math.min(at, options.length - 1)]?.[0]));
  return { selects, value: { [name]: selects.map(({ value }) => value) } };
}

/** A card for each space: its token's where one lies open, else any (TU-9). */
function paid(given) {
  const { view } = given;
  const selects = wayOf(given.offer).map((name) => {
    const { token, courtier } = view.spaces[name];
    return select(given, `card-${name}`, token && !courtier ? [[token, word(token)]] : held(view), say("tudor-field-pay", { space: name }));
  });
  return { selects, value: { cards: selects.map(({ value }) => value) } };
}

/** F: one card, or two where one goes back (TU-9.6, TU-10.6). */
function taken(given) {
  const selects = [select(given, "cards-0", factions(given.view), say("tudor-field-card"))];
  if (given.offer.asks.includes("back?")) selects.push(select(given, "cards-1", [["", say("tudor-field-none")], ...factions(given.view)], say("tudor-field-second")));
  return { selects, value: { cards: selects.map(({ value }) => value).filter(Boolean) } };
}

/** One exchange with the stand, and a second where B is enhanced (TU-9.2, TU-10.2). */
function swaps(given) {
  const { view, acting } = given;
  const rings = ofStand(view);
  const pair = (number, none) => [
    select(given, `take-${number}`, [...none, ...rings, ...(number ? ringsOf(acting) : [])], say("tudor-field-swap-take")),
    select(given, `give-${number}`, [...ringsOf(acting), ...(number ? rings : [])], say("tudor-field-swap-give")),
  ];
  const pairs = [pair(0, []), ...(acting.enhanced.includes("B") ? [pair(1, [["", say("tudor-field-none")]])] : [])];
  return { selects: pairs.flat(), value: { swaps: pairs.filter(([take]) => take.value).map(([take, give]) => ({ take: take.value, give: give.value })) } };
}

/** Two tokens, by faction: those of one's own hand where it is known, else of any faction. */
function spent(given) {
  const { view } = given;
  const left = view.own ? [...view.own.tokens] : null;
  const made = several(given, "tokens", 2, left ? factions(view).filter(([name]) => left.some((token) => token.faction === name)) : factions(view));
  if (left === null) return made;
  const ids = made.value.tokens.map((faction) => left.splice(Math.max(0, left.findIndex((token) => token.faction === faction)), 1)[0]?.id ?? faction);
  return { ...made, value: { tokens: ids } };
}

/** A finger for each ring (TU-2); a ring that is just being taken has one, too. Where one was put, another makes room. */
function hand(given) {
  const { offer, view, acting, chosen } = given;
  const worn = [...acting.unworn, ...Object.values(acting.hand).flat()];
  const asked = offer.do === "take_ring" ? [...worn, { id: "new" }] : worn;
  const now = (id) => FINGERS.find((finger) => acting.hand[finger].some((ring) => ring.id === id));
  const put = asked.map((ring) => chosen[`finger:${ring.id}`]).filter(Boolean);
  const stays = asked.filter((ring) => !chosen[`finger:${ring.id}`] && now(ring.id) && !put.includes(now(ring.id))).map((ring) => now(ring.id));
  const free = FINGERS.filter((finger) => !put.includes(finger) && !stays.includes(finger));
  const fingers = FINGERS.map((finger) => [finger, `${say(`tudor-finger-${finger}`)} (${lettersOf(view, finger)})`]);
  const selects = asked.map((ring) => select(given, `finger:${ring.id}`, fingers, ring.id === "new" ? say("tudor-field-new-ring") : say("tudor-ring-of", { faction: word(ring.faction) }),
    chosen[`finger:${ring.id}`] ?? (stays.includes(now(ring.id)) ? now(ring.id) : (free.shift() ?? FINGERS[0]))));
  const taking = chosen.ring ?? freeRings(view)[0]?.[0];
  const on = (finger) => asked.filter((_, at) => selects[at].value === finger).map((ring) => (ring.id === "new" ? taking : ring.id));
  return { legend: say("tudor-field-hand"), selects, value: { hand: Object.fromEntries(FINGERS.map((finger) => [finger, on(finger)])) } };
}
