// A drawn hand: its fingers with their rings and what they strengthen; rings are carried or tapped onto it, swapped and traded.
import { Button } from "../../lib/design.js";
import { say } from "../../lib/texts.js";
import { html, memo, share, useRef } from "../../lib/view.js";
import { Place } from "../../table/parts.js";
import { alike, laid, ofRings, withRing } from "./fields.js";
import { carried, createLying, Figure, lettersOf, playerName, Token, word } from "./pieces.js";

const ringWord = ({ faction }) => say("tudor-ring-of", { faction: word(faction) });

/** Whether each action is stronger with these rings: all fingers of its letter have one. */
const strength = (enhancements, hand) => Object.entries(enhancements).map(([letter, fingers]) => [letter, fingers.every((finger) => hand[finger].length > 0)]);

/** The rings of each finger with what makes them ones to carry. */
const toCarry = (hand, choosing, handles = {}) => Object.fromEntries(Object.entries(hand).map(([finger, rings]) => [finger, rings.map((one) => ({ ...one, look: carried(choosing, `ring:${one.id}`, handles[one.id]) }))]));

/** `hand` is one `toCarry`; `atFinger(finger)` and `atRing(ring, finger)` give what a tap does, null for nothing. */
const Hand = memo(({ hand, enhancements, cloth, atFinger = () => null, atRing = null, places = false }) => {
  const strong = new Set(strength(enhancements, hand).filter(([, on]) => on).map(([letter]) => letter));
  return html`<div class="hand"><svg viewBox="0 0 200 132" aria-hidden="true"><use href="#hand" /><path class="sleeve" d="M50 132l6-11h116l6 11z" fill=${`url(#cloth-${cloth})`} /></svg>
    <ol>${Object.entries(hand).map(([finger, on]) => {
      const letters = lettersOf(enhancements, finger);
      const tap = atFinger(finger);
      const words = `${say(`tudor-finger-${finger}`)} (${letters}): ${on.map(ringWord).join(", ") || say("tudor-own-nothing")}`;
      const rings = on.map((one) => (atRing ? html`<${Place} key=${one.id} class="pick" aria-label=${`${ringWord(one)}, ${say(`tudor-finger-${finger}`)}`} data-lit=${atRing(one, finger) ? "" : null} onClick=${atRing(one, finger)}><${Token} faction=${one.faction} kind="ring" ...${one.look} /><//>`
        : html`<${Token} key=${one.id} faction=${one.faction} kind="ring" ...${one.look} />`));
      const inside = html`<span class="rings">${rings}</span><i class="of-letters">${letters.split(" ").map((letter) => html`<b key=${letter} data-letter=${letter} data-strong=${strong.has(letter) ? "" : null} />`)}</i>`; // the words say them
      const look = { class: "finger-of", "data-lit": tap ? "" : null, title: words };
      return html`<li key=${finger} class="finger" data-finger=${finger} data-place=${places ? `finger:${finger}` : null}>${atRing ? html`<div ...${look}>${inside}</div>`
        : html`<${Place} ...${look} aria-label=${words} onClick=${tap}>${inside}<//>`}</li>`;
    })}</ol></div>`;
});

/** What everybody sees of a player: prestige, supply, the hand with its rings, and what lies before the screen. */
export function Ward({ player, tiles, view, name, complaint, choosing }) {
  const { of } = player;
  const acts = choosing.offers()[0]?.player === of;
  const lies = createLying(tiles);
  const rings = [...player.unworn, ...Object.values(player.hand).flat()];
  const handles = Object.fromEntries(rings.map((one) => [one.id, lies("hand", player.gate, one.faction)]));
  const asked = acts ? choosing.asked() : null;
  const lays = asked && ofRings(asked.offer) ? laid(asked.offer, asked.chosen, view) : null;
  const hand = lays?.hand ?? player.hand;
  const worn = Object.values(hand).flat().map((one) => one.id);
  const unworn = player.unworn.filter((one) => !worn.includes(one.id));
  const lord = !(view.chambers ?? []).some(({ lords }) => lords.some(({ color }) => color === of));
  const drawn = useRef();
  drawn.current = share(toCarry(hand, choosing, handles), drawn.current);
  const facts = [player.to_place ? say("tudor-to-place", { number: player.to_place }) : "", player.ambassadors ? say("tudor-ambassadors", { number: player.ambassadors }) : ""].filter(Boolean);
  const mine = (places, who) => Object.keys(places ?? {}).filter((place) => who(places[place]) === of);
  const seated = (view.chambers ?? []).flatMap(({ bench, chairs }) => [...bench, ...chairs.map((sits) => sits?.color)]).filter((color) => color === of).length;
  const placed = { chambers: seated, throne: mine(view.spaces, ({ courtier }) => courtier).join(", "), offices: mine(view.offices, (holder) => holder).join(", ") };
  const has = (where, what, look = "has placed") => html`<span key=${where} class=${look}><small>${say(`tudor-placed-${where}`)}</small><span>${what}</span></span>`;
  const leads = player.prestige > 0 && view.players.every(({ prestige }) => prestige <= player.prestige);
  return html`<header>${name}<b class="prestige" data-leads=${leads ? "" : null}>${say("tudor-prestige", { number: player.prestige })}</b></header>
    <div class="tudor-ward" data-place=${`castle:${of}`}>${complaint}
      <p class="line">${view.first === of && html`<span class="first">${say("tudor-first")}</span>`}${has("supply", html`<${Figure} color=${of} ...${acts ? carried(choosing, "figure:supply") : {}} />${` ${player.supply} `}${lord && html`<${Figure} color=${of} kind="lord" ...${acts ? carried(choosing, "lord") : {}} />`}`, "has")}
        ${Object.entries(placed).filter(([, what]) => what).map(([where, what]) => has(where, what))}${facts.map((words) => html`<span key=${words}>${words}</span>`)}
        ${unworn.length > 0 && html`<span class="label">${say("tudor-unworn")}</span>${unworn.map((one) => html`<${Token} key=${one.id} faction=${one.faction} kind="ring" ...${carried(choosing, `ring:${one.id}`, handles[one.id])} />`)}`}
        ${player.spent.length > 0 && html`<span class="has"><span class="label">${say("tudor-spent")}</span>${player.spent.map((faction, at) => html`<${Token} key=${`spent-${at}`} faction=${faction} />`)}</span>`}</p>
      <${Hand} hand=${drawn.current} enhancements=${view.enhancements} cloth=${of} places=${acts} /></div>`;
}

/** The rings that lie ready, the hand that they go onto, and what that strengthens. */
export function Laying({ asked: { offer, chosen }, view, choosing }) {
  const { hand, tray, held, swaps, full, takes } = laid(offer, chosen, view);
  const shown = swaps || takes ? alike(tray) : tray;
  const same = (one) => held !== null && one.faction === held.faction && one.owner === held.owner;
  const change = (next) => next !== chosen && choosing.choose(next);
  const put = (finger, ring = null) => () => change(withRing(offer, chosen, view, held.id, finger, ring));
  const lift = (id) => () => change({ ...chosen, held: chosen.held === id ? undefined : id });
  const step = full ? "swapped" : held ? (swaps ? "replace" : "lay") : swaps || takes ? "choose" : "done";
  const owner = (one) => (one.owner && one.owner !== offer.player ? ` (${playerName(one.owner)})` : "");
  return html`<p class="hint" role="status">${say(`tudor-hand-${step}`, { faction: held ? word(held.faction) : "" })}</p>
    <div class="tray-of" role="group" aria-label=${say("tudor-hand-tray")}>${!full && shown.map((one) => html`<${Button} key=${one.id} class="pick" aria-pressed=${String(swaps || takes ? same(one) : one === held)}
      aria-label=${`${ringWord(one)}${owner(one)}`} title=${`${ringWord(one)}${owner(one)}`} onClick=${lift(one.id)}><${Token} faction=${one.faction} kind="ring" ...${carried(choosing, `ring:${one.id}`)} />${one.owner !== offer.player && one.owner && html`<${Figure} color=${one.owner} />`}<//>`)}</div>
    <${Hand} hand=${toCarry(hand, choosing)} enhancements=${view.enhancements} cloth=${offer.player} places atFinger=${(finger) => (held && !swaps ? put(finger) : null)} atRing=${swaps ? (one, finger) => (held ? put(finger, one.id) : null) : null} />
    <ul class="strength" aria-label=${say("tudor-hand-strength")}>${strength(view.enhancements, hand).map(([letter, on]) => html`<li key=${letter} data-strong=${on ? "" : null}><b>${letter}</b> ${say(`tudor-stronger-${letter}`)}${on ? " ✓" : ""}</li>`)}</ul>`;
}
