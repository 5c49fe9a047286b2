// The referee's part: what only he decides, the best plan, and everything by hand, made from one table.
import { Button, Card, Check, Field } from "../../lib/design.js";
import { Explained } from "../../lib/pieces.js";
import { say } from "../../lib/texts.js";
import { html, useEffect, useFetched, useRef, useState } from "../../lib/view.js";
import { Complaints, Desk, Devices, Story } from "../../table/cards.js";
import { Face } from "../../table/parts.js";
import { Choices, Chronicle, Demand, Ending, Payment } from "./cards.js";
import { COMMODITIES, counted, tileName } from "./pieces.js";

const EMPTY = { tiles: [], regions: [], spinner: [] };
const useBox = (acts) => useFetched(() => acts.box(), "box") ?? EMPTY;

/** The country to tap, what can be decided, and everything by hand. */
export function Referee({ view, acts, Board }) {
  const [hinted, hint] = useState(null);
  const [chosen, choose] = useState(null); // `{ field }` that was tapped, with several ways to pay
  const [slots, setSlots] = useState([]); // face-down places that were tapped on the map
  const box = useBox(acts);
  useEffect(() => { // what is due stands first, unless the next entry is being made
    if (!document.activeElement.closest(".entry")) document.querySelector(".slot-hand")?.scrollTo(0, 0);
  }, [view.phase, view.waiting_for?.color]);
  return html`<${Face}
    board=${html`<${Ending} view=${view} acts=${acts} /><${Board} view=${view} table=${null} acts=${acts} hinted=${hinted} turnUp=${setSlots} choose=${choose} />`}
    first=${slots.length > 0 || chosen ? "hand" : "board"} asked=${chosen ?? slots} handName="tab-desk"
    hand=${html`<${Desk} view=${view} acts=${acts} back=${html`<${Back} view=${view} acts=${acts} />`}><${Demand} view=${view} /><${Decisions} view=${view} acts=${acts} box=${box} /><//>
      <${Payment} view=${view} /><${Choices} view=${view} acts=${acts} hint=${hint} chosen=${chosen} choose=${choose} />
      <${Advice} view=${view} acts=${acts} /><${Entry} view=${view} acts=${acts} box=${box} slots=${slots} done=${() => setSlots([])} /><${Complaints} view=${view} />`}
    story=${html`<${Story} view=${view} /><${Chronicle} view=${view} /><${Devices} view=${view} />`} />`;
}

/** What one press decides: the spinner's number, when the hourglass runs and has run out, the count, and what people do on their honour. */
function Decisions({ view, acts, box }) {
  const { phase, variant, demand } = view;
  const { step, color: player } = view.waiting_for ?? {};
  const button = (words, action) => html`<${Button} key=${words} primary onClick=${() => acts.act(action)}>${words}<//>`;
  const numbers = [...new Set(box.spinner.map((sector) => sector.demand))].sort();
  const commodity = variant === "gambler" && phase === "sentiment" ? { commodity: COMMODITIES.find((name) => demand[name] === null) } : {};
  const flows = !view.question?.starts_hourglass;
  return html`
    ${phase === "sentiment" && html`<span class="asks">${say("desk-spin")} ${commodity.commodity ? say(commodity.commodity) : ""}</span>
      ${numbers.map((number) => button(String(number), { do: "spin", demand: number, ...commodity }))}
      <${Button} onClick=${() => acts.act({ do: "forget_spin" })}>${say("desk-forget")}<//>`}
    ${view.map === "honour" && step === "place_first" && button(say("desk-placed"), { do: "place_first", player })}
    ${view.map === "honour" && step === "reveal" && button(say("action-reveal"), { do: "reveal", player, tiles: [] })}
    ${step === "collect" && button(say("desk-collect"), { do: "collect" })}
    ${flows && view.hourglass?.state === "running" && button(say("desk-stop"), { do: "stop" })}
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

/** Corrects what has gone wrong, at once or `before` the tiles were counted, from where the rest is redone. */
const amend = (acts, before, change) => {
  const action = { do: "amend", ...change };
  return before ? acts.correct({ amend: [action], by_hand: false }) : acts.act(action);
};
const SET_ASIDE = 3; // TR-2.1
const CORRECTED = ["set_aside", "taxes", "statues", "coronation"];

/** What is entered by hand: when the rules take it, the fields of its form, and how their values are sent. */
const ENTRIES = {
  set_aside: {
    due: ({ phase, variant, players, set_aside }) => (phase === "set_aside" || (phase === "sentiment" && variant === "classic")) && set_aside < SET_ASIDE * players.length,
    fields: ["player", "tile"],
    send: (acts, { player, tile }) => acts.enterPiece(player, tile),
  },
  rob: { due: ({ phase }) => phase === "taxes", fields: ["player", "tile"], send: (acts, values) => acts.act({ do: "rob", ...values }) },
  reveal: { due: ({ reveal }) => reveal?.slots.length > 0, fields: ["regions"], send: (acts, { regions: tiles }, view) => acts.act({ do: "reveal", player: view.waiting_for.color, tiles }) },
  supporters: { due: ({ phase }) => phase !== "over", fields: ["player", "change", "before"], send: (acts, { player, change, before }) => amend(acts, before, { supporters: { [player]: change } }) },
  move: { due: ({ phase }) => CORRECTED.includes(phase), fields: ["tile", "to", "before"], send: (acts, { tile, to, before }) => amend(acts, before, { move: { tile, to } }) },
  demand: { due: ({ phase, variant }) => CORRECTED.includes(phase) && variant !== "gambler", fields: ["commodity", "number", "before"], send: (acts, { commodity, number, before }) => amend(acts, before, { demand: { [commodity]: number } }) },
};

/** What a device would have told, and corrections. `slots` are face-down places that were tapped; `done()` forgets them. */
function Entry({ view, acts, box, slots, done }) {
  const [open, setOpen] = useState(false);
  const [chosen, choose] = useState(null);
  const [entered, enter] = useState({});
  const [away, setAway] = useState([]); // tiles that were entered here and are no longer the people's
  const element = useRef();
  const now = useRef(entered);
  now.current = entered;
  const people = useRef();
  const kinds = Object.keys(ENTRIES).filter((name) => view.players?.length > 0 && ENTRIES[name].due(view));
  const kind = kinds.includes(chosen) ? chosen : kinds[0];
  const { fields = [], send } = ENTRIES[kind] ?? {};
  useEffect(() => choose(null), [view.phase]);
  useEffect(() => enter({}), [kind]);
  useEffect(() => {
    if (view.people?.tiles > people.current) setAway([]);
    people.current = view.people?.tiles;
  }, [view.people?.tiles]);
  useEffect(() => {
    if (slots.length === 0) return;
    setOpen(true);
    choose("reveal");
  }, [slots]);
  useEffect(() => { if (open) element.current?.scrollIntoView({ block: "nearest" }); }, [open, kind]);
  if (!kind) return null;

  const players = (kind === "set_aside" ? view.players.filter(({ set_aside }) => set_aside < SET_ASIDE) : view.players).map(({ color }) => [color, say(color)]);
  const options = {
    player: players,
    commodity: COMMODITIES.map((one) => [one, say(one)]),
    tile: box.tiles.filter(({ id, frame }) => view.frames.includes(frame) && (kind === "move" || !away.includes(id))).map((tile) => [tile.id, tileName(tile)]),
    to: [...players, ["people", say("entry-people")], ["set_aside", say("entry-set_aside")]],
  };
  const allowed = (name, value) => value !== undefined && (options[name]?.some(([one]) => one === value) ?? true);
  const usual = { player: view.waiting_for?.color, before: counted(view) };
  const valueOf = (name) => [entered[name], usual[name]].find((value) => allowed(name, value)) ?? options[name]?.[0]?.[0] ?? "";
  const set = (name, value) => enter({ ...now.current, [name]: value });
  const rows = fields.includes("regions") ? Array.from({ length: view.reveal.count }, (_, at) => ({
    slot: Number(entered[`slot-${at}`] ?? slots[at] ?? view.reveal.slots[at]),
    tile: entered[`region-${at}`] ?? view.reveal.free_tiles[0],
    turns: Number(entered[`turns-${at}`] ?? 0),
  })) : [];

  async function submit(event) {
    event.preventDefault();
    const read = { number: Number, change: Number, regions: () => rows };
    const values = Object.fromEntries(fields.map((name) => [name, (read[name] ?? ((value) => value))(valueOf(name))]));
    const sent = entered;
    if (await send(acts, values, view)) {
      done();
      if (["set_aside", "rob"].includes(kind)) setAway((ids) => [...ids, values.tile]);
      if (now.current === sent) enter({ player: sent.player }); // else the next is being entered already
    }
  }

  const field = (name) => {
    if (name === "before") return counted(view) && html`<${Check} key=${name} name="entry-before" label=${say("entry-before")} checked=${valueOf(name)} onChange=${(event) => set(name, event.target.checked)} />`;
    if (name === "regions") return rows.map((row, at) => html`<${RegionRow} key=${at} at=${at} row=${row} reveal=${view.reveal} set=${set} />`);
    const look = options[name] ? { options: options[name] } : { required: true, type: "number", min: name === "number" ? 1 : null, max: name === "number" ? 9 : null };
    return html`<${Field} key=${name} name=${`entry-${name}`} label=${say(`entry-${name}`)} value=${valueOf(name)} ...${look} onInput=${(event) => set(name, event.target.value)} />`;
  };

  return html`<details class="card entry" ref=${element} open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${say("entry")}</summary>
    <form onSubmit=${submit}>
      <${Field} name="action" label=${say("entry-action")} options=${kinds.map((name) => [name, say(`action-${name}`)])} value=${kind} onInput=${(event) => choose(event.target.value)} />
      ${fields.map(field)}
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
