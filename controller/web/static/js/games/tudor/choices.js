// What the one to act may do, as buttons: whole actions at once, others with the fields that they still ask for.
import { Button, Card, Field } from "../../lib/design.js";
import { say } from "../../lib/texts.js";
import { html, useLayoutEffect, useRef } from "../../lib/view.js";
import { unasked, wayOf, whole } from "./choosing.js";
import { fieldsOf } from "./fields.js";
import { Player, playerName, Token, word } from "./pieces.js";

const AT_THE_BOARD = ["activate", "assign", "place_lord", "choose_ring", "recall"];
const GIVES_UP = ["end_turn", "pass", "decline"];
const MOST_SHOWN = 3; // ways of one action; more are folded

/** `named`: whether people may say which token came out of the bag. */
export function Choices({ view, choosing, named = true }) {
  const offers = choosing.offers();
  if (offers.length === 0) return null;
  const [from, path, asked] = [choosing.from(), choosing.path(), choosing.asked()];
  const at = offers[0]?.player ?? view.to_act;
  const walks = offers.some((offer) => wayOf(offer) !== null);
  const tapped = path.length > 0 || from !== null;
  const origin = from === "supply" ? say("tudor-supply") : (from ?? "…");
  const hint = tapped ? say("tudor-way", { from: origin, path: path.join(", ") }) : walks ? say("tudor-tap-way") : say("tudor-tap-lit");
  const rests = (offer) => GIVES_UP.includes(offer.do);
  const shown = tapped ? whole(offers, from, path) : [...offers.filter((offer) => !rests(offer)), ...offers.filter(rests)];
  const due = view.said?.waits_for;
  return html`<${Card} class="choices tudor-choices"><h2>${at && html`<${Player} color=${at} />`} ${say("tudor-may")}</h2>
    ${due && html`<p class="waits" role="status">${say("tudor-waits-for", { players: due.map(playerName).join(", ") })}</p>`}
    ${(walks || offers.some((offer) => AT_THE_BOARD.includes(offer.do))) && html`<p class="hint">${hint}</p>`}
    ${asked === null ? html`<div class="offers">
        ${offers.some((offer) => offer.do === "draw") ? html`<${Drawing} view=${view} named=${named} chance=${view.simulated} send=${choosing.send} />`
          : html`<${Grouped} offers=${shown} view=${view} choosing=${choosing} folded=${!tapped} />`}
        ${tapped && html`<${Button} quiet onClick=${choosing.back}>${say("tudor-back")}<//>`}
      </div>` : html`<${Asked} key=${`${nameOf(asked.offer, view)} ${detail(asked.offer, view)}`} asked=${asked} view=${view} choosing=${choosing} />`}
  <//>`;
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

function Asked({ asked: { offer, chosen }, view, choosing }) {
  const form = useRef();
  const fields = fieldsOf(offer, view, chosen);
  useLayoutEffect(() => form.current.querySelector("select, button").focus(), []);
  const send = (event) => {
    event.preventDefault();
    choosing.send(Object.assign(unasked(offer), ...fields.map(({ value }) => value)));
  };
  return html`<form class="asked" ref=${form} onSubmit=${send}><h3>${nameOf(offer, view)} ${detail(offer, view)}</h3>
    ${!offer.asks && html`<p>${say("tudor-end-early")}</p>`}
    ${fields.map(({ legend, selects }, at) => html`<fieldset key=${at}>${legend && html`<legend>${legend}</legend>`}
      ${selects.map(({ name, label, options, value }) => html`<${Field} key=${name} name=${name} label=${label} options=${options} value=${value} onInput=${(event) => choosing.note(name, event.target.value)} />`)}</fieldset>`)}
    <div class="ends"><${Button} primary type="submit">${say("tudor-do-it")}<//><${Button} quiet onClick=${choosing.unask}>${say("tudor-back")}<//></div></form>`;
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
