// The referee's part: what only he decides, the best plan, and everything by hand, made from one table.
import { Button, Card, Check, Field } from "../../lib/design.js";
import { Explained } from "../../lib/pieces.js";
import { say } from "../../lib/texts.js";
import { html, useEffect, useFetched, useRef, useState } from "../../lib/view.js";
import { Complaints, Desk, Devices, Story } from "../../table/cards.js";
import { Face } from "../../table/parts.js";
import { Choices, Chronicle, Demand, Ending, Payment } from "./cards.js";
import { COMMODITIES, counted, KINDS, playerOf, tileName } from "./pieces.js";

const EMPTY = { tiles: [], regions: [], spinner: [] };
const useBox = (acts) => useFetched(() => acts.box(), "box") ?? EMPTY;

/** The country to tap, what can be decided, and everything by hand. */
export function Referee({ view, acts, Board }) {
  const [hinted, hint] = useState(null);
  const [slots, setSlots] = useState([]); // face-down places that were tapped on the map
  const box = useBox(acts);
  return html`<${Face}
    board=${html`<${Ending} view=${view} acts=${acts} /><${Board} view=${view} table=${null} acts=${acts} hinted=${hinted} turnUp=${setSlots} />`}
    first=${slots.length > 0 ? "hand" : "board"} handName="tab-desk"
    hand=${html`<${Desk} view=${view} acts=${acts} back=${html`<${Back} view=${view} acts=${acts} />`}><${Decisions} view=${view} acts=${acts} box=${box} /><//>
      <section class="card wants"><${Demand} view=${view} /></section><${Payment} view=${view} /><${Choices} view=${view} acts=${acts} hint=${hint} />
      <${Advice} view=${view} acts=${acts} /><${Entry} view=${view} acts=${acts} box=${box} slots=${slots} done=${() => setSlots([])} /><${Complaints} view=${view} />`}
    story=${html`<${Story} view=${view} /><${Chronicle} view=${view} /><${Devices} view=${view} />`} />`;
}

/** The spinner's number, when the hourglass runs and has run out, the count. */
function Decisions({ view, acts, box }) {
  const { phase, variant, demand } = view;
  const button = (words, action) => html`<${Button} key=${words} class="do" onClick=${() => acts.act(action)}>${words}<//>`;
  const numbers = [...new Set(box.spinner.map((sector) => sector.demand))].sort();
  const commodity = variant === "gambler" && phase === "sentiment" ? { commodity: COMMODITIES.find((name) => demand[name] === null) } : {};
  return html`
    ${phase === "sentiment" && html`<span>${say("desk-spin")} ${commodity.commodity ? say(commodity.commodity) : ""}</span>
      ${numbers.map((number) => button(String(number), { do: "spin", demand: number, ...commodity }))}
      <${Button} onClick=${() => acts.act({ do: "forget_spin" })}>${say("desk-forget")}<//>`}
    ${view.waiting_for?.step === "collect" && button(say("desk-collect"), { do: "collect" })}
    ${view.hourglass?.state === "running" && button(say("desk-stop"), { do: "stop" })}
    ${view.hourglass?.state === "stopped" && button(say("desk-count"), { do: "count" })}`;
}

/** Back to the count of this round, or of the one before. */
function Back({ view, acts }) {
  const before = view.phase === "sentiment" && view.round > 1; // the next round has begun
  if (!counted(view) && !before && view.phase !== "over") return null;
  return html`<${Button} onClick=${() => acts.correct({ amend: [], by_hand: true })}>${say("desk-back")}<//>`;
}

/** The best plan for a castle, worked out by the table when it is asked for; it is for this castle and this state. */
function Advice({ view, acts }) {
  const [asked, ask] = useState(null);
  const color = view.phase === "statues" && !view.scene ? view.waiting_for?.color : null;
  const plan = useFetched(() => acts.advice(color), asked === view.seq ? `${color} ${asked}` : null);
  if (!color) return null;
  return html`<${Card} title=${say("advice")} class="advice"><${Button} aria-label=${`${say("advice-ask")} ${say(color)}`} onClick=${() => ask(view.seq)}>${say("advice-ask")}<//>
    <ul aria-live="polite">${plan?.text.map((line) => html`<li key=${line}><${Explained} text=${line} /></li>`)}</ul><//>`;
}

/** The fields of each action, on a map that is kept and on honour; `send` makes the action of the game log. */
const ACTIONS = {
  place_first: { fields: ["player", "field"], honour: ["player"] },
  spin: { fields: ["number"], gambler: ["number", "commodity"], send: ({ number, ...more }) => ({ do: "spin", demand: number, ...more }) },
  set_aside: { fields: ["tile"] },
  rob: { fields: ["player", "tile"] },
  build: { fields: ["player", "field", "tiles"], honour: ["player", "kind", "adjacent", "tiles"] },
  pass: { fields: ["player"], honour: ["player", "stuck"] },
  reveal: { fields: ["regions"], honour: [], send: ({ regions }, view) => ({ do: "reveal", player: view.waiting_for.color, tiles: regions ?? [] }) },
  move: { fields: ["tile", "to", "before"], send: ({ tile, to }) => ({ do: "amend", move: { tile, to } }) },
  supporters: { fields: ["player", "change", "before"], send: ({ player, change }) => ({ do: "amend", supporters: { [player]: change } }) },
  demand: { fields: ["commodity", "number", "before"], send: ({ commodity, number }) => ({ do: "amend", demand: { [commodity]: number } }) },
};

/** What is most likely to be entered in a phase. */
const LIKELY = { first_statues: "place_first", sentiment: "spin", set_aside: "set_aside", taxes: "rob", statues: "build", coronation: "reveal" };

/** Options of a field, pairs of value and words, by its name; the first one is what is chosen unless another is. */
function optionsOf(name, { view, box }) {
  const players = view.players.map(({ color }) => [color, say(color)]);
  return {
    player: players,
    commodity: COMMODITIES.map((one) => [one, say(one)]),
    kind: KINDS.map((one) => [one, say(one)]),
    tile: box.tiles.map((tile) => [tile.id, tileName(tile)]),
    to: [...players, ["people", say("entry-people")], ["set_aside", say("entry-set_aside")]],
  }[name];
}

function namesOf(action, view) {
  const known = ACTIONS[action];
  return (view.map === "honour" && known.honour) || (view.variant === "gambler" && known.gambler) || known.fields;
}

/** What a device would have told, and corrections. `slots` are face-down places that were tapped; `done()` forgets them. */
function Entry({ view, acts, box, slots, done }) {
  const [open, setOpen] = useState(false);
  const [action, setAction] = useState(LIKELY[view.phase] ?? "build");
  const [entered, enter] = useState({});
  const element = useRef();
  const now = useRef(entered);
  now.current = entered;
  const choose = (name) => { setAction(name); enter({}); };
  useEffect(() => LIKELY[view.phase] && choose(LIKELY[view.phase]), [view.phase, view.map, view.variant, view.players?.length]);
  useEffect(() => {
    if (slots.length === 0) return;
    setOpen(true);
    choose("reveal");
    element.current.scrollIntoView({ block: "center" });
  }, [slots]);
  if ((view.players ?? []).length === 0) return null;

  const names = namesOf(action, view);
  const usual = { player: view.waiting_for?.color ?? view.players[0].color, before: counted(view), adjacent: false, stuck: false, tiles: [] };
  const valueOf = (name) => entered[name] ?? usual[name] ?? optionsOf(name, { view, box })?.[0]?.[0] ?? "";
  const set = (name, value) => enter({ ...now.current, [name]: value });
  const rows = names.includes("regions") ? Array.from({ length: view.reveal?.count ?? 0 }, (_, at) => ({
    slot: Number(entered[`slot-${at}`] ?? slots[at] ?? view.reveal.slots[at]),
    tile: entered[`region-${at}`] ?? view.reveal.free_tiles[0],
    turns: Number(entered[`turns-${at}`] ?? 0),
  })) : [];

  async function send(event) {
    event.preventDefault();
    const read = { number: Number, change: Number, field: (text) => text.toUpperCase(), regions: () => rows };
    const values = Object.fromEntries(names.map((name) => [name, (read[name] ?? ((value) => value))(valueOf(name))]));
    const sent = entered;
    const made = (ACTIONS[action].send ?? ((all) => ({ do: action, ...all })))(values, view);
    if (await (values.before ? acts.correct({ amend: [made], by_hand: false }) : acts.act(made))) {
      done();
      if (now.current === sent) enter({}); // else the next is being entered already
    }
  }

  const field = (name) => {
    const look = { key: name, name: `entry-${name}`, label: say(`entry-${name}`), value: valueOf(name), onInput: (event) => set(name, event.target.value) };
    const options = optionsOf(name, { view, box });
    if (["adjacent", "stuck", "before"].includes(name)) {
      return html`<${Check} key=${name} name=${`entry-${name}`} label=${say(`entry-${name}`)} checked=${valueOf(name)} onChange=${(event) => set(name, event.target.checked)} />`;
    }
    if (name === "tiles") return html`<${Ticks} key=${name} view=${view} box=${box} value=${valueOf(name)} onChange=${(value) => set(name, value)} />`;
    if (name === "regions") return rows.map((row, at) => html`<div key=${at} class="ends"><${RegionRow} at=${at} row=${row} reveal=${view.reveal} set=${set} /></div>`);
    if (options) return html`<${Field} ...${look} options=${options} />`;
    if (name === "field") return html`<${Field} ...${look} required pattern="[A-La-l][1-6]" autocapitalize="characters" maxlength="2" />`;
    return html`<${Field} ...${look} required type="number" min=${name === "number" ? 1 : null} max=${name === "number" ? 9 : null} />`;
  };

  return html`<details class="card entry" ref=${element} open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${say("entry")}</summary>
    <form onSubmit=${send}>
      <${Field} name="action" label=${say("entry-action")} options=${Object.keys(ACTIONS).map((name) => [name, say(`action-${name}`)])} value=${action} onInput=${(event) => choose(event.target.value)} />
      <div class="entry-fields">${names.map(field)}</div>
      <div class="ends"><${Button} primary type="submit">${say("entry-send")}<//></div>
    </form></details>`;
}

/** One region tile that is turned up: where, which, and how it lies. */
function RegionRow({ at, row, reveal, set }) {
  const field = (name, label, options, value, key) => html`<${Field} name=${name} label=${say(label)} options=${options} value=${value} onInput=${(event) => set(`${key}-${at}`, event.target.value)} />`;
  return html`${field("entry-slot-which", "entry-slot-which", reveal.slots.map((slot) => [slot, say("entry-slot", { slot: slot + 1 })]), row.slot, "slot")}
    ${field("entry-region", "entry-region", reveal.free_tiles.map((id) => [id, id]), row.tile, "region")}
    ${field("entry-turns", "entry-turns", [0, 1, 2, 3].map((turns) => [turns, String(turns)]), row.turns, "turns")}`;
}

/** The acting castle's tiles to tick; all of the box where they are not known. */
function Ticks({ view, box, value, onChange }) {
  const own = playerOf(view, view.waiting_for?.color)?.castle;
  return html`<fieldset class="ticks"><legend>${say("entry-tiles")}</legend>${(own ?? box.tiles).map((tile) => html`<${Check} key=${tile.id} name="entry-tiles" label=${tileName(tile)}
    checked=${value.includes(tile.id)} onChange=${(event) => onChange(event.target.checked ? [...value, tile.id] : value.filter((id) => id !== tile.id))} />`)}</fieldset>`;
}
