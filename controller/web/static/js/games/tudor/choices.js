// What the one to act may do, as buttons: whole actions at once, others with the fields that they still ask for.
import { Button, Card, Choice, Field } from "../../lib/design.js";
import { regainFocus } from "../../lib/focus.js";
import { say } from "../../lib/texts.js";
import { html, memo, useEffect, useLayoutEffect, useRef } from "../../lib/view.js";
import { wayOf, whole } from "./choosing.js";
import { actionOf, ofRings, slotsOf } from "./fields.js";
import { Laying } from "./hand.js";
import { pilesOf, Player, playerName, Token, word } from "./pieces.js";

const AT_THE_BOARD = ["activate", "assign", "place_lord", "choose_ring", "recall"];
const GIVES_UP = ["end_turn", "pass", "decline"];
const MOST_SHOWN = 3; // ways of one action; more are folded

/** `named`: whether people may say which token came out of the bag. */
export const Choices = ({ choosing, ...rest }) => html`<${Offers} choosing=${choosing} turn=${choosing.version()} ...${rest} />`;

const Offers = memo(({ view, choosing, named = true }) => {
  const offers = choosing.offers();
  const card = useRef();
  const [from, path, asked] = [choosing.from(), choosing.path(), choosing.asked()];
  useEffect(() => { // the keyboard goes on here, from a castle's answer or where nothing was to be done
    if (offers.length > 0 && document.activeElement.matches("#main, .buttons button")) regainFocus(true);
  }, [view.seq, offers.length === 0]);
  useEffect(() => showLit(card.current), [view.seq, offers.length, asked === null, path.length]);
  if (offers.length === 0) return html`<${Others} view=${view} />`;
  const at = offers[0]?.player ?? view.to_act;
  const walks = offers.some((offer) => wayOf(offer) !== null);
  const tapped = path.length > 0 || from !== null;
  const origin = from === "supply" ? say("tudor-supply") : (from ?? "…");
  const hint = tapped ? say("tudor-way", { from: origin, path: path.join(", ") }) : walks ? say("tudor-tap-way") : say("tudor-tap-lit");
  const rests = (offer) => GIVES_UP.includes(offer.do);
  const shown = tapped ? whole(offers, from, path) : [...offers.filter((offer) => !rests(offer)), ...offers.filter(rests)];
  const due = view.said?.waits_for;
  return html`<div ref=${card}><${Card} class="choices tudor-choices"><div class="lead">${(asked === null || offers.length > 1) && html`<h2>${at && html`<${Player} color=${at} />`} ${say("tudor-may")}</h2>`}
    ${asked === null && (walks || offers.some((offer) => AT_THE_BOARD.includes(offer.do))) && html`<p class="hint">${hint}</p>`}
    ${view.own && html`<p class="held-cards" role="group" aria-label=${say("tudor-own-cards")}>${pilesOf(view.own)}</p>`}</div>
    ${due && html`<p class="waits" role="status">${say("tudor-waits-for", { players: due.map(playerName).join(", ") })}</p>`}
    ${asked === null ? html`<div class="offers">
        ${offers.some((offer) => offer.do === "draw") ? html`<${Drawing} view=${view} named=${named} chance=${view.simulated} send=${choosing.send} />`
          : html`<${Grouped} offers=${shown} view=${view} choosing=${choosing} folded=${!tapped} />`}
        ${tapped && html`<${Button} quiet onClick=${choosing.back}>${say("tudor-back")}<//>`}
      </div>` : html`<${Asked} key=${`${nameOf(asked.offer, view)} ${detail(asked.offer, view)}`} asked=${asked} view=${view} choosing=${choosing} />`}
  <//></div>`;
});

/** On a phone, where the choices cover the board's lower half, what is lit comes into sight above them. */
function showLit(card) {
  const sheet = card?.closest(".slot-offers");
  const lit = document.querySelector(".slot-board .seat[data-lit]") ?? document.querySelector(".slot-board :is([data-lit], button.pick)");
  if (lit && sheet && getComputedStyle(sheet).position === "sticky") lit.scrollIntoView({ block: "center", behavior: "smooth" });
}

const TOLD = 3;

/** What another player has just done, while nothing is to be chosen here. */
function Others({ view }) {
  const told = (view.story ?? []).slice(-TOLD).map((sentence) => sentence.replace(/,? ?\(?[A-Z]{2}-\d+\.\d+\)?/g, ""));
  return view.to_act && told.length > 0 && html`<${Card} class="others"><h2><${Player} color=${view.to_act} /></h2><ol role="log" aria-label=${say("story")}>${told.map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}</ol><//>`;
}

/** Buttons under the name of what they do; one alone has that name, what is said alike is one, and paths and long lists may be folded. */
function Grouped({ offers, view, choosing, folded }) {
  const groups = new Map();
  for (const offer of offers) {
    const name = nameOf(offer, view);
    const words = detail(offer, view);
    if (!groups.has(name)) groups.set(name, new Map());
    if (!groups.get(name).has(words)) groups.get(name).set(words, offer);
  }
  const button = (offer, words) => html`<${Button} key=${words} class="offer" quiet=${offers.length > 1 && GIVES_UP.includes(offer.do)} data-do=${offer.action ?? offer.do} onClick=${() => choosing.take(offer)}>${words}<//>`;
  return [...groups].map(([name, some]) => (some.size === 1 && some.has("")
    ? button(some.get(""), name)
    : folded && (some.size > MOST_SHOWN || wayOf([...some.values()][0])) ? html`<details key=${name} class="offer-ways"><summary class="button offer">${name}</summary><div class="offers">${[...some].map(([words, offer]) => button(offer, words))}</div></details>`
    : html`<div key=${name} class="offer-group" role="group" aria-label=${name}><span class="label">${name}</span>${[...some].map(([words, offer]) => button(offer, words || name))}</div>`));
}

/** A token out of the bag: which one came, named by its faction where people draw by hand, or left to the table's chance. */
function Drawing({ view, named, chance, send }) {
  const [space, ...later] = view.due.filter(({ step }) => step === "draw").map((step) => step.space);
  return html`<p class="drawing">${say("tudor-draw-for", { space })}${later.length ? ` ${say("tudor-draw-later", { spaces: later.join(", ") })}` : ""}</p>
    ${chance && html`<${Button} primary data-do="draw" onClick=${() => send({ do: "draw" })}>${say("tudor-field-by-chance")}<//>`}
    ${named && html`<div class="offer-group" role="group" aria-label=${say("tudor-draw-which")}><span class="label">${say("tudor-draw-which")}</span>
      ${view.factions.map((faction) => html`<${Button} key=${faction} class="offer" data-draw=${faction} onClick=${() => send({ do: "draw", token: faction })}><${Token} faction=${faction} /> ${word(faction)}<//>`)}</div>
      <p class="hint">${say("tudor-draw-gate")}</p>`}`;
}

function Asked({ asked, view, choosing }) {
  const { offer, chosen } = asked;
  const form = useRef();
  const action = offer.asks ? actionOf(offer, chosen, view) : offer;
  const rings = ofRings(offer);
  useLayoutEffect(() => focusNext(form.current), [action === null, chosen.held, slotsOf({ asks: [], ...offer }, chosen, view).length]);
  const send = (event) => {
    event.preventDefault();
    if (action) choosing.send(action);
  };
  const begun = Object.keys(chosen).length > 0;
  return html`<form class="asked" ref=${form} onSubmit=${send}>${choosing.offers().length > 1 && html`<h3>${nameOf(offer, view)} ${detail(offer, view)}</h3>`}
    ${!offer.asks && html`<p>${say("tudor-end-early")}</p>`}
    ${rings && html`<${Laying} asked=${asked} view=${view} choosing=${choosing} />`}
    ${slotsOf({ asks: [], ...offer }, chosen, view).filter(({ name }) => !(rings && name === "ring")).map((slot) => html`<${Slot} key=${`${slot.name}-${slot.at}`} slot=${slot} offer=${offer} chosen=${chosen} note=${choosing.note} />`)}
    <div class="ends"><${Button} primary type="submit" aria-disabled=${action ? null : "true"}>${say("tudor-do-it")}<//>${(begun || choosing.offers().length > 1) && html`<${Button} quiet onClick=${choosing.unask}>${say(begun ? "tudor-again" : "tudor-back")}<//>`}</div></form>`;
}

/** The keyboard goes on where the next choice is, unless it is elsewhere on the page. */
function focusNext(form) {
  const now = document.activeElement;
  if (now !== document.body && !form.contains(now) && now.closest(".slot-board")) return;
  const next = [".hand button[data-lit]", ".choice:not(:has(:checked), [disabled]) input", '.tray-of button[aria-pressed="false"]', '[type="submit"]'].map((one) => form.querySelector(one)).find(Boolean);
  if (!now.closest?.(".hand [data-lit]")) next?.focus({ preventScroll: true });
}

const FEW = 9; // more values are a list to unfold

/** One value to choose, as the pieces themselves: those that may be chosen now, and no others. */
function Slot({ slot: { name, at, options, value, fixed, field }, offer, chosen, note }) {
  const space = name === "cards" && wayOf(offer)?.[at];
  const label = space ? say("tudor-field-pay", { space }) : name === "cards" ? say(at === 0 ? "tudor-field-card" : "tudor-field-second") : `${say(`tudor-field-${name}`)}${field.slots.length > 1 ? ` ${at + 1}` : ""}`;
  const choose = (one) => note(name, [...(chosen[name] ?? []).slice(0, at), ...Array(Math.max(0, at - (chosen[name]?.length ?? 0))).fill(""), one]);
  const words = (one) => (one === "" ? say("tudor-field-none") : name === "spaces" ? one : html`<${Token} faction=${one} kind=${name === "tokens" ? "token" : "card-of"} /> ${word(one)}`);
  if (options.length > FEW) return html`<${Field} name=${`${name}-${at}`} label=${label} options=${[["", "…"], ...options.map((one) => [one, name === "spaces" ? one : word(one)])]} value=${value} onInput=${({ target }) => choose(target.value)} />`;
  const open = value !== "" || chosen[name]?.[at] === "";
  return html`<${Choice} legend=${label} name=${`${name}-${at}`} options=${options.map((one) => [one, words(one)])} value=${open ? value : null} onChange=${choose} disabled=${fixed} />`;
}

/** How an offer is called, such as "E: go straight up, pay cards" or "End the turn". */
function nameOf(offer, view) {
  if (offer.do === "act") return say(`tudor-offer-${offer.action}`);
  if (offer.do === "scenario") return say(`tudor-offer-${offer.side}-${view.scenario}`);
  return say(`tudor-offer-${offer.do}`, {}, offer.do);
}

/** What tells one way of an action from another: the way, the cards, the chamber, the chair, the ring; "" for nothing. */
function detail(offer, view) {
  const way = wayOf(offer);
  return [
    way === null ? null : say("tudor-from-to", { from: offer.from === "supply" ? say("tudor-supply") : offer.from, path: way.join(", ") }),
    offer.chamber ? say("tudor-chamber", { number: offer.chamber }) : null,
    offer.chair === "lord" ? say("tudor-lord") : offer.chair ? say("tudor-chair", { chair: offer.chair }) : null,
    offer.chairs ? say("tudor-two-chairs", { one: offer.chairs[0], other: offer.chairs[1] }) : null,
    typeof offer.to === "number" ? say("tudor-to-bench", { number: offer.to }) : null,
    ...(offer.cards ?? []).map(word),
    offer.card ? word(offer.card) : null,
    offer.space ?? null,
    offer.ring ? ringWord(view, offer.ring) : null,
  ].filter(Boolean).join(", ");
}

/** A ring in words: all of a faction are alike. */
function ringWord(view, id) {
  const rings = [...view.stand, ...view.players.flatMap((player) => [...player.unworn, ...Object.values(player.hand).flat()])];
  const found = rings.find((ring) => ring.id === id);
  return found ? say("tudor-ring-of", { faction: word(found.faction) }) : id;
}
