// What a game of Tumult Royale asks before it begins: variant, map, and ranks and region tiles where people have dealt them.
import { Choice } from "../../lib/design.js";
import { Patch } from "../../lib/pieces.js";
import { say } from "../../lib/texts.js";
import { html, Icon, useState } from "../../lib/view.js";
import { KindMark } from "./pieces.js";

const SIDE = 3;

export function Setup({ game, seats, given }) {
  const [chosen, setChosen] = useState({ variant: "classic", map: "tracked", ranks: "chance", regions: "chance" });
  const [ranks, setRanks] = useState({});
  const [laid, lay] = useState([]); // by place: { tile, turns }, nothing where it lies face down
  const choose = (name) => (value) => setChosen({ ...chosen, [name]: value });
  const rankOf = (color, seat) => ranks[color] ?? seat + 1;
  const tracked = chosen.map === "tracked";
  const places = 2 * seats.length; // two rows of a place for each player (TR-0.3)
  const fitting = laid.length === places ? laid : Array(places).fill(null);
  given.value = () => {
    const dealt = {};
    if (chosen.ranks === "dealt") dealt.players = seats.map((color, seat) => ({ color, rank: rankOf(color, seat) }));
    if (tracked && chosen.regions === "dealt") dealt.regions = fitting.map((lie, slot) => ({ slot, tile: lie?.tile ?? null, turns: lie?.turns ?? 0 })); // (TR-0.7)
    return { options: { variant: chosen.variant, map: chosen.map }, dealt };
  };
  return html`<div class="setup">
    <${Choice} legend=${say("new-variant")} name="variant" options=${["classic", "gambler"].map((one) => [one, say(`variant-${one}`)])} value=${chosen.variant} onChange=${choose("variant")} />
    <${Choice} legend=${say("new-map")} name="map" options=${["tracked", "honour"].map((one) => [one, say(`map-${one}`)])} value=${chosen.map} onChange=${choose("map")} />
    <details><summary>${say("setup-dealt")}</summary>
      <${Choice} legend=${say("setup-ranks")} name="ranks" options=${["chance", "dealt"].map((one) => [one, say(`setup-ranks-${one}`)])} value=${chosen.ranks} onChange=${choose("ranks")} />
      ${chosen.ranks === "dealt" && html`<div class="picks">${seats.map((color, seat) => html`<label key=${color}><${Patch} color=${color} /> ${say(color)}
        <select name=${`rank-${color}`} value=${rankOf(color, seat)} onInput=${(event) => setRanks({ ...ranks, [color]: Number(event.target.value) })}>
          ${seats.map((_, rank) => html`<option key=${rank} value=${rank + 1}>${say(`rank-${rank + 1}`)}</option>`)}</select></label>`)}</div>`}
      ${tracked && html`<${Choice} legend=${say("setup-regions")} name="regions" options=${["chance", "dealt"].map((one) => [one, say(`setup-regions-${one}`)])} value=${chosen.regions} onChange=${choose("regions")} />`}
      ${tracked && chosen.regions === "dealt" && html`<${Frame} regions=${game.box.regions} columns=${seats.length} laid=${fitting} lay=${lay} />`}
    </details></div>`;
}

/** The frame with its region tiles, laid and turned by tapping. */
function Frame({ regions, columns, laid, lay }) {
  const [chosen, choose] = useState(0);
  const put = (slot, lie) => lay(laid.map((one, at) => (at === slot ? lie : one)));
  const tap = (slot) => {
    if (slot === chosen && laid[slot]) put(slot, laid[slot].turns < 3 ? { ...laid[slot], turns: laid[slot].turns + 1 } : null);
    choose(slot);
  };
  const fieldsOf = (id) => regions.find((region) => region.id === id).fields;
  return html`<div class="setup"><p class="hint">${say("setup-regions-how")}</p>
    <div class="frame-places" style=${{ "--columns": columns }}>${laid.map((lie, slot) => {
      const words = lie ? say("setup-slot-laid", { slot: slot + 1, ...lie }) : `${say("setup-slot", { slot: slot + 1 })}: ${say("setup-empty")}`;
      return html`<button key=${slot} type="button" class="mini" aria-label=${words} title=${words} aria-pressed=${String(slot === chosen)} onClick=${() => tap(slot)}>
        ${lie ? html`<${Nine} fields=${turned(fieldsOf(lie.tile), lie.turns)} />` : html`<${Icon} name="crown" />`}</button>`;
    })}</div>
    <div class="frame-palette" role="group" aria-label=${say("setup-regions")}>${regions.map(({ id, fields }) => html`<button key=${id} type="button" class="mini" aria-label=${id} title=${id}
      disabled=${laid.some((lie) => lie?.tile === id)} onClick=${() => put(chosen, { tile: id, turns: 0 })}><${Nine} fields=${fields} /></button>`)}</div></div>`;
}

/** Nine fields by so many quarter turns clockwise. */
function turned(fields, turns) {
  let now = fields;
  for (let turn = 0; turn < turns; turn += 1) now = now.map((_, at) => now[SIDE * (SIDE - 1 - (at % SIDE)) + Math.floor(at / SIDE)]);
  return now;
}

const Nine = ({ fields }) => html`<span class="nine">${fields.map((kind, at) => html`<${KindMark} key=${at} kind=${kind} />`)}</span>`;
