// What an offer still asks for: the values that each slot may have, as the table gives them, and rings that are laid, swapped or traded.

/** The slots of an offer that may be chosen now; one is `{ field, name, at, options, value, needed, fixed }`, and comes once those before it have values. */
export function slotsOf(offer, chosen, view) {
  const slots = [];
  for (const field of offer.asks) {
    const { name, of, slots: given, also, among, least = given?.length } = field;
    const earlier = also === "swaps" ? (chosen.swaps ?? []).map(({ take }) => factionOf(view, take)) : slots.filter((slot) => slot.name === also && slot.value).map(({ value }) => value);
    if (!given || (field.with && earlier.length !== field.with)) continue;
    const extra = earlier.filter((one) => among?.includes(one) ?? true);
    const left = { ...of };
    for (const [at, fixed] of given.entries()) {
      const options = fixed ? [fixed] : [...new Set([...Object.keys(of).filter((one) => left[one] > 0), ...extra])];
      const needed = at < least;
      const value = options.includes(chosen[name]?.[at]) ? chosen[name][at] : needed && options.length === 1 ? options[0] : "";
      if (options.length === 0) break; // nothing to take, such as an empty stack's card
      slots.push({ field, name, at, options: needed ? options : ["", ...options], value, needed, fixed: Boolean(fixed) });
      if (value && !fixed && left[value]) left[value] -= 1;
      if (!value && needed) return slots;
      if (!value) break;
    }
  }
  return slots;
}

/** The action as it is chosen so far; null while something is missing. */
export function actionOf(offer, chosen, view) {
  const { asks: _, ...action } = offer;
  const slots = slotsOf(offer, chosen, view);
  if (slots.some(({ needed, value }) => needed && !value)) return null;
  for (const { name, value, field } of slots.filter((one) => one.value)) {
    if (field.one) action[name] = value;
    else (action[name] ??= []).push(value);
  }
  for (const field of offer.asks) {
    if (field.name === "hand") {
      const { hand, tray } = laid(offer, chosen, view);
      if (tray.length > 0 || (asksFor(offer, "ring") && !chosen.ring?.[0])) return null;
      action.hand = Object.fromEntries(Object.entries(hand).map(([finger, rings]) => [finger, rings.map(({ id }) => id)]));
    }
    if (field.name === "swaps") {
      if (!chosen.swaps?.length) return null;
      action.swaps = chosen.swaps;
    }
    if (["mine", "theirs"].includes(field.name)) {
      if (!chosen.swaps?.length) return null;
      const [{ take, give }] = chosen.swaps;
      Object.assign(action, { mine: give, theirs: take });
    }
  }
  return action;
}

export const asksFor = (offer, name) => offer.asks?.find((field) => field.name === name);

/** Whether an offer leaves more than one value open, so that a button ends the choice. */
export const asksSeveral = (offer) => offer.asks.flatMap(({ slots }) => slots ?? []).filter((given) => given === null).length > 1;

/** Whether an offer is one of rings and fingers, which are chosen at a drawn hand. */
export const ofRings = (offer) => ["hand", "swaps", "mine"].some((name) => asksFor(offer, name));

/** Every ring that lies open, with its `owner` where a player has it. */
export const everyRing = (view) => [...view.stand, ...view.players.flatMap(({ color, of = color, unworn, hand }) => [...unworn, ...Object.values(hand).flat()].map((one) => ({ ...one, owner: of })))];
const factionOf = (view, id) => everyRing(view).find((one) => one.id === id)?.faction;

/** Rings on fingers (`hand`) and those still to be laid or taken (`tray`), as they are with what is chosen; `held` is the one in hand. */
export function laid(offer, chosen, view) {
  const acting = view.players.find(({ color, of = color }) => of === offer.player);
  const every = new Map(everyRing(view).map((one) => [one.id, one]));
  const field = asksFor(offer, "hand");
  if (field) {
    const own = [...field.rings, ...(chosen.ring?.[0] ? [chosen.ring[0]] : [])].map((id) => every.get(id)).filter(Boolean);
    const hand = chosen.hand ? Object.fromEntries(Object.entries(chosen.hand).map(([finger, ids]) => [finger, ids.map((id) => own.find((one) => one.id === id)).filter(Boolean)])) : normal(acting.hand, field.spare);
    const worn = Object.values(hand).flat().map(({ id }) => id);
    const choices = chosen.ring?.[0] ? [] : Object.keys(asksFor(offer, "ring")?.of ?? {}).map((id) => every.get(id)).filter(Boolean); // the stand shows as many as it has
    const tray = choices.length === 0 ? own.filter(({ id }) => !worn.includes(id)) : choices;
    const held = tray.find(({ id }) => id === chosen.held) ?? (alike(choices).length > 1 ? null : tray[0]) ?? null;
    return { hand, tray, held, takes: choices.length > 0 };
  }
  const swaps = chosen.swaps ?? [];
  const trades = Boolean(asksFor(offer, "mine"));
  let hand = acting.hand;
  let tray = trades ? everyRing(view).filter(({ owner }) => owner && owner !== offer.player) : view.stand;
  for (const { take, give } of swaps) {
    const given = Object.values(hand).flat().find(({ id }) => id === give);
    hand = Object.fromEntries(Object.entries(hand).map(([finger, rings]) => [finger, rings.map((one) => (one.id === give ? every.get(take) : one))]));
    tray = [...tray.filter(({ id }) => id !== take), ...(trades ? [] : [given])];
  }
  const full = swaps.length >= (trades ? 1 : asksFor(offer, "swaps").most);
  return { hand, tray, held: full ? null : tray.find(({ id }) => id === chosen.held) ?? null, swaps: true, full };
}

/** One ring of each faction that a place has: all of a faction are alike. */
export const alike = (rings) => [...new Map(rings.map((one) => [`${one.faction} ${one.owner ?? ""}`, one])).values()];

/** Rings that may not share a finger come off it. */
function normal(hand, spare) {
  let left = spare;
  return Object.fromEntries(Object.entries(hand).map(([finger, rings]) => {
    const stay = rings.slice(0, 1 + Math.min(left, Math.max(0, rings.length - 1)));
    left -= Math.max(0, stay.length - 1);
    return [finger, stay];
  }));
}

/** A ring put onto a finger: of `swaps`, in the place of `ring` there; else beside those there while some may share one, or one makes room. */
export function withRing(offer, chosen, view, id, finger, ring = null) {
  const { hand, tray, swaps, full } = laid(offer, chosen, view);
  const there = hand[finger];
  if (swaps) {
    const give = ring ?? there[0]?.id;
    return full || !give || !tray.some((one) => one.id === id) ? chosen : { ...chosen, held: undefined, swaps: [...(chosen.swaps ?? []), { take: id, give }] };
  }
  const rest = Object.fromEntries(Object.entries(hand).map(([on, rings]) => [on, rings.map((one) => one.id).filter((one) => one !== id)]));
  const shared = Object.values(rest).reduce((count, rings) => count + Math.max(0, rings.length - 1), 0);
  const stay = rest[finger].length > 0 && shared >= asksFor(offer, "hand").spare ? rest[finger].slice(0, -1) : rest[finger];
  const taken = id in (asksFor(offer, "ring")?.of ?? {}) ? { ring: [id] } : {};
  return { ...chosen, ...taken, held: undefined, hand: { ...rest, [finger]: [...stay, id] } };
}
