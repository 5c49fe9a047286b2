// What the one to act may do, in words: whole actions at once, ways over the board tapped there, others with the fields that they still ask for.
import { useCarry } from "../../lib/carry.js";
import { Button, Card, Choice } from "../../lib/design.js";
import { regainFocus, showDue } from "../../lib/focus.js";
import { language, say } from "../../lib/texts.js";
import { html, memo, useEffect, useLayoutEffect, useRef } from "../../lib/view.js";
import { pieceCarry } from "./board.js";
import { kindOf, wayOf, whole } from "./choosing.js";
import { actionOf, asksSeveral, everyRing, ofRings, slotsOf } from "./fields.js";
import { Laying } from "./hand.js";
import { Behind, Player, playerName, Token, word } from "./pieces.js";

const AT_THE_BOARD = ["activate", "assign", "place_lord", "choose_ring"]; // the board itself has the buttons
const GIVES_UP = ["end_turn", "pass", "decline"];
const BONUS = ["move", "exchange", "scenario", "recall"];
const MOST_SHOWN = 7; // ways of one action; where there are more, it is chosen first

/** `undo`: whether the last step may be taken back here. */
export const Choices = ({ choosing, ...rest }) => html`<${Offers} choosing=${choosing} turn=${choosing.version()} due=${choosing.due()} ...${rest} />`;

const Offers = memo(({ view, choosing, due, undo = false }) => {
  const offers = choosing.open();
  const card = useRef();
  const [from, path, asked, kind] = [choosing.from(), choosing.path(), choosing.asked(), choosing.kind()];
  const idle = offers.length === 0;
  useEffect(() => { // the keyboard goes on here, from a castle's answer or where nothing was to be done
    if (!idle && document.activeElement.matches("#main, .buttons button")) regainFocus(true);
  }, [view.seq, idle]);
  useEffect(() => { if (kind) (document.querySelector(".throne button") ?? card.current.querySelector("button"))?.focus({ preventScroll: true }); }, [kind]);
  useEffect(showDue, [idle ? null : view.seq, due, asked === null, path.length === 0, kind]);
  useEffect(() => card.current?.closest(".slot-offers")?.scrollTo(0, 0), [view.seq, asked === null, kind]);
  const held = view.own && html`<div class="held-cards"><${Behind} own=${view.own} /></div>`;
  if (idle) return html`<${Others} view=${view}>${held}<//>`;
  const back = () => { choosing.back(); requestAnimationFrame(() => regainFocus()); }; // the button with the focus goes
  const tapped = path.length > 0 || from !== null;
  const shown = tapped ? whole(offers, from, path) : offers;
  const waits = view.said?.waits_for;
  const undoes = undo && html`<${Button} quiet class="offer" onClick=${() => choosing.send({ do: "undo" })}>${say("tudor-undo")}<//>`;
  const gate = view.players.find(({ color }) => color === (offers[0].player ?? view.to_act))?.gate;
  const told = choosing.isTried() && view.complaints?.find(({ castle }) => castle === gate);
  const board = offers.find((offer) => AT_THE_BOARD.includes(offer.do) || offer.space);
  const hint = tapped ? say(choosing.goesOn() ? "tudor-way" : "tudor-way-whole", { way: wayWords(from, path) }) : board && (kind || !board.space) ? say(`tudor-tap-${board.do}`, {}, "") : offers.some((offer) => wayOf(offer) && (kind || offer.action)) ? say(kind ? "tudor-tap-way" : "tudor-tap-first") : "";
  return html`<div ref=${card}><${Card} class="choices tudor-choices" aria-label=${say("tudor-may")}>
    ${held}
    ${waits && html`<p class="waits" role="status">${say("tudor-waits-for", { players: waits.map(playerName).join(", ") })}</p>`}
    ${told && html`<p class="complaint" role="alert">${told.text}</p>`}
    ${asked ? html`<${Asked} key=${`${kindOf(asked.offer)} ${detail(asked.offer, view)}`} asked=${asked} view=${view} choosing=${choosing} back=${back} undoes=${undoes} />` : html`
      ${kind && html`<h3>${nameOf(offers[0], view)} <small>${howOf(offers[0], view)}</small></h3>`}${hint && html`<p class="hint">${hint}</p>`}
      <div class="offers">${offers.some((offer) => offer.do === "draw") ? html`<${Drawing} view=${view} send=${choosing.send} />`
          : html`<${Grouped} offers=${shown} tapped=${tapped} view=${view} choosing=${choosing} />`}
        ${tapped || kind ? html`<${Button} quiet onClick=${back}>${say("tudor-back")}<//>` : undoes}</div>
      `}
    ${!view.own && (asked || kind || tapped) && shown.some((offer) => offer.cards || offer.asks?.some(({ name }) => name !== "hand")) && html`<p class="hint">${say("tudor-hidden")} <a href="/seat">${say("view-seat")}</a></p>`}
  <//></div>`;
});

/** What another player has just done, while nothing is to be chosen here. */
function Others({ view, children }) {
  const told = (view.story ?? []).slice(-3).map((sentence) => sentence.replace(/,? ?\(?[A-Z]{2}-\d+\.\d+\)?/g, ""));
  return view.to_act && (children || told.length > 0) && html`<${Card} class="others">${children}<h2><${Player} color=${view.to_act} /></h2><div role="log" aria-label=${say("story")}><ol>${told.map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}</ol></div><//>`;
}

/** Actions of figures come first, then bonus actions, then what gives up the rest. */
const rank = (offer) => (GIVES_UP.includes(offer.do) ? 2 : BONUS.includes(offer.do) ? 1 : 0);
const Named = ({ offer, name }) => html`<b>${name}</b>${offer.action && html` <b class="letter">${offer.action}</b>`}`;

/** A button for each action, with its name as in the rulebook and what it does; ways over the board, and long lists, come once it is chosen. */
function Grouped({ offers, tapped, view, choosing }) {
  const kind = choosing.kind();
  const button = (offer, name, words, does, primary = false) => html`<${Button} key=${`${name} ${detail(offer, view)}`} class=${name && rank(offer) === 0 ? "offer act" : "offer"} primary=${primary} quiet=${!primary && rank(offer) === 2} data-do=${offer.action ?? offer.do} onClick=${does}>
    ${name && html`<${Named} offer=${offer} name=${name} />`}${words && html` <small>${words}</small>`}<//>`;
  const ends = !offers.some((offer) => ["act", "activate"].includes(offer.do)) && offers.find((offer) => offer.do === "end_turn");
  const groups = {};
  for (const offer of offers.filter((one) => !AT_THE_BOARD.includes(one.do)).sort((one, other) => (other === ends) - (one === ends) || rank(one) - rank(other))) (groups[kindOf(offer)] ??= []).push(offer);
  return Object.entries(groups).map(([of, some]) => {
    const [first] = some;
    const name = nameOf(first, view);
    const atBoard = !tapped && (wayOf(first) || first.space);
    const ways = atBoard ? [] : [...new Map(some.map((offer) => [detail(offer, view), offer]))]; // what is said alike is one
    if (atBoard || (ways.length > MOST_SHOWN && !kind)) return kind ? null : button(first, name, rank(first) === 0 ? howOf(first, view) : "", () => choosing.narrow(of));
    const shown = ([words, offer], title) => button(offer, title, words ? html`<${Cards} offer=${offer} /> ${words}` : title && rank(offer) === 0 && howOf(offer, view), () => choosing.take(offer), offer === ends || (tapped && kind !== null && ways.length === 1));
    if (tapped || ways.length === 1) return ways.map((way) => shown(way, kind ? say(`tudor-submit-${kind}`, {}, name) : name));
    return html`<div key=${of} class="offer-group" role="group" aria-label=${name}>${!kind && html`<span class="label"><${Named} offer=${first} name=${name} /> <small>${howOf(first, view)}</small></span>`}${ways.map((way) => shown(way, ""))}</div>`;
  });
}

const Cards = ({ offer }) => [...(offer.cards ?? []), offer.card].filter(Boolean).map((card, at) => html`<${Token} key=${at} faction=${card} kind="card-of" />`);

/** Tokens out of the bag: a simulated one gives all that are due at once; where people draw by hand, they name the faction of each. */
function Drawing({ view, send }) {
  const [space, ...later] = view.due.filter(({ step }) => step === "draw").map((step) => step.space);
  const next = view.due.findIndex(({ step }) => step !== "draw");
  const draw = async () => { for (const _ of view.due.slice(0, next < 0 ? undefined : next)) await send({ do: "draw" }); };
  return html`<p class="drawing">${say("tudor-draw-for", { space })}${later.length ? ` ${say("tudor-draw-later", { spaces: later.join(", ") })}` : ""}</p>
    ${view.simulated ? html`<${Button} primary data-do="draw" onClick=${draw}>${say("tudor-field-by-chance")}<//>` : html`<div class="offer-group" role="group" aria-label=${say("tudor-draw-which")}><span class="label">${say("tudor-draw-which")}</span>
      ${view.factions.map((faction) => html`<${Button} key=${faction} class="offer" data-draw=${faction} onClick=${() => send({ do: "draw", token: faction })}><${Token} faction=${faction} /> ${word(faction)}<//>`)}</div>
      <p class="hint">${say("tudor-draw-gate")}</p>`}`;
}

function Asked({ asked: { offer, chosen }, view, choosing, back, undoes }) {
  const form = useRef();
  useCarry(form, pieceCarry(null, choosing)); // no gates are beside it
  const action = actionOf(offer, chosen, view);
  const rings = ofRings(offer);
  const every = slotsOf(offer, chosen, view).filter(({ name }) => !(rings && name === "ring"));
  const slots = every.filter(({ name, options }) => !(name === "cards" && wayOf(offer) && options.length === 1));
  const paid = every.filter((slot) => !slots.includes(slot)).map(({ value }) => value); // nothing is to choose there
  useLayoutEffect(() => focusNext(form.current), [action === null, chosen.held, slots.length]);
  const send = (event) => { event.preventDefault(); if (action) choosing.send(action); };
  const [alone, begun] = [choosing.offers().length === 1, Object.keys(chosen).length > 0];
  return html`<form class="asked" ref=${form} onSubmit=${send}>${!alone && html`<h3>${nameOf(offer, view)} <small>${detail(offer, view)}</small></h3>`}
    ${rings && html`<${Laying} asked=${{ offer, chosen }} view=${view} choosing=${choosing} />`}
    ${paid.length > 0 && html`<p class="held-cards"><${Cards} offer=${{ cards: paid }} /> ${say("tudor-pays", { cards: listed(paid.map(word)) })}</p>`}
    ${slots.map((slot) => html`<${Slot} key=${`${slot.name}-${slot.at}`} slot=${slot} offer=${offer} chosen=${chosen} note=${choosing.note} />`)}
    <div class="ends">${(rings || asksSeveral(offer)) && html`<${Button} primary type="submit" aria-disabled=${action ? null : "true"}>${say(`tudor-submit-${kindOf(offer)}`, {}, nameOf(offer, view))}<//>`}${alone ? (begun ? html`<${Button} quiet onClick=${() => choosing.choose({})}>${say("tudor-again")}<//>` : undoes) : html`<${Button} quiet onClick=${back}>${say("tudor-back")}<//>`}</div></form>`;
}

/** The keyboard goes on where the next choice is, unless it is elsewhere on the page. */
function focusNext(form) {
  const now = document.activeElement;
  if (now !== document.body && !form.contains(now) && now.closest(".slot-board")) return;
  const next = [".hand button[data-lit]", ".choice:not(:has(:checked), [disabled]) input", '.tray-of button[aria-pressed="false"]', '[type="submit"]'].map((one) => form.querySelector(one)).find(Boolean);
  if (!now.closest?.(".hand [data-lit]")) next?.focus({ preventScroll: true });
}

/** One value to choose, as the pieces themselves: those that may be chosen now, and no others. */
function Slot({ slot: { name, at, options, value, fixed, field }, offer, chosen, note }) {
  const space = name === "cards" && wayOf(offer)?.[at];
  const label = space ? say("tudor-field-pay", { space }) : name === "cards" ? say(at === 0 ? "tudor-field-card" : "tudor-field-second") : name === "card" && offer.action === "E" ? say("tudor-field-returned") : `${say(`tudor-field-${name}`)}${field.slots.length > 1 ? ` ${at + 1}` : ""}`;
  const choose = (one) => note(name, [...(chosen[name] ?? []).slice(0, at), ...Array(Math.max(0, at - (chosen[name]?.length ?? 0))).fill(""), one]);
  const words = (one) => (one === "" ? say("tudor-field-none") : html`<${Token} faction=${one} kind=${name === "tokens" ? "token" : "card-of"} /> ${word(one)}`);
  if (name === "spaces") return at === 0 && html`<p class="hint">${say("tudor-tap-tokens")}</p>`;
  const open = value !== "" || chosen[name]?.[at] === "";
  return html`<${Choice} legend=${label} name=${`${name}-${at}`} options=${options.map((one) => [one, words(one)])} value=${open ? value : null} onChange=${choose} disabled=${fixed} />`;
}

/** How an action is called, such as "Long court move" or "End the turn". */
function nameOf(offer, view) {
  if (offer.do === "act") return say(`tudor-offer-${offer.action}`);
  if (offer.do === "scenario") return say(`tudor-offer-${offer.side}-${view.scenario}`);
  if (offer.do === "end_turn" && !view.turn?.done.length && view.offers.some((one) => one.do === "act")) return say("tudor-offer-early");
  return say(`tudor-offer-${offer.do}`, {}, offer.do);
}

/** What an action does, or costs, and what rings on the fingers of its letter add. */
function howOf(offer, view) {
  const strong = view.players.find(({ color }) => color === offer.player)?.enhanced.includes(offer.action);
  const how = offer.side ? say(`tudor-how-${offer.side}-${view.scenario}`, {}, "") : say(`tudor-how-${offer.action ?? offer.do}`, {}, "");
  return strong ? `${how} + ${say(`tudor-stronger-${offer.action}`)}` : how;
}

const listed = (words) => new Intl.ListFormat(language()).format(words);
const wayWords = (from, path) => (path.length === 0 ? say("tudor-from", { from }) : from === "supply" ? say("tudor-from-supply", { path: path.join(", ") }) : from ? say("tudor-from-to", { from, path: path.join(", ") }) : path.join(", "));

/** What tells one way of an action from another: the way, the cards, the chamber, the chair, the space; "" for nothing. */
function detail(offer, view) {
  const way = wayOf(offer);
  const cards = offer.cards && listed(offer.cards.map(word));
  return [
    way && wayWords(offer.from, way), way && cards ? say("tudor-pays", { cards }) : cards,
    offer.chamber && say("tudor-chamber", { number: offer.chamber }),
    Number.isInteger(offer.chair) && say("tudor-chair", { chair: offer.chair }),
    offer.chairs && say("tudor-two-chairs", { one: offer.chairs[0], other: offer.chairs[1] }),
    typeof offer.to === "number" && say("tudor-to-bench", { number: offer.to }),
    offer.card && word(offer.card), offer.space,
    offer.ring && say("tudor-ring-of", { faction: word(everyRing(view).find(({ id }) => id === offer.ring)?.faction) }),
  ].filter(Boolean).join(", ");
}
