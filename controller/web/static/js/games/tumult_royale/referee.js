// The referee's part: what only he decides, the best plan, and everything by hand, made from one table.
import { Button, Check, Field } from "../../lib/design.js";
import { Explained } from "../../lib/pieces.js";
import { language, say } from "../../lib/texts.js";
import { html, useEffect, useFetched, useRef, useState } from "../../lib/view.js";
import { Complaints, Desk, Devices, PieceEntry, Story } from "../../table/cards.js";
import { Face } from "../../table/parts.js";
import { Choices, Chronicle, Demand, Ending, Payment } from "./cards.js";
import { Board } from "./game.js";
import { COMMODITIES, counted, tileName } from "./pieces.js";

const EMPTY = { tiles: [], regions: [], spinner: [] };

/** The country to tap, what can be decided, and everything by hand. */
export function Referee({ view, acts }) {
  const [hinted, hint] = useState(null);
  const [chosen, choose] = useState(null); // `{ field }` that was tapped, with several ways to pay
  const [slots, setSlots] = useState([]); // face-down places that were tapped on the map
  const box = useFetched(acts.box, "box") ?? EMPTY;
  useEffect(() => { // what is due stands first, unless the next entry is being made
    if (!document.activeElement.closest(".entry")) document.querySelector(".slot-hand")?.scrollTo(0, 0);
  }, [view.phase, view.waiting_for?.color]);
  return html`<${Face}
    board=${html`<${Ending} view=${view} acts=${acts} /><${Board} view=${view} table=${null} acts=${acts} hinted=${hinted} turnUp=${setSlots} choose=${choose} />`}
    first=${slots.length > 0 || chosen ? "hand" : "board"} asked=${chosen ?? slots} handName="tab-desk"
    hand=${html`<${Payment} view=${view} /><${Choices} view=${view} acts=${acts} hint=${hint} chosen=${chosen} choose=${choose} />
      <${Desk} view=${view} acts=${acts} more=${html`<${Back} view=${view} acts=${acts} /><${Advice} view=${view} acts=${acts} />`}><${Demand} view=${view} /><${Decisions} view=${view} acts=${acts} box=${box} /><//>
      <${PieceEntry} view=${view} acts=${acts} tileName=${tileName} /><${Entry} view=${view} acts=${acts} box=${box} slots=${slots} done=${() => setSlots([])} /><${Complaints} view=${view} />`}
    story=${html`<${Story} view=${view} /><${Chronicle} view=${view} /><${Devices} view=${view} />`} />`;
}

/** What one press decides: the spinner's number, when the hourglass runs and has run out, the count, and what people do on their honour. */
function Decisions({ view, acts, box }) {
  const { phase, variant, demand } = view;
  const { step, color: player } = view.waiting_for ?? {};
  const button = (words, action) => html`<${Button} key=${words} primary onClick=${() => acts.act(action)}>${words}<//>`;
  const numbers = [...new Set(box.spinner.map((sector) => sector.demand))].sort();
  const commodity = variant === "gambler" && phase === "sentiment" ? { commodity: COMMODITIES.find((name) => demand[name] === null) } : {};
  return html`
    ${phase === "sentiment" && html`<span class="asks">${say("desk-spin")} ${commodity.commodity ? say(commodity.commodity) : ""}</span>
      ${numbers.map((number) => button(String(number), { do: "spin", demand: number, ...commodity }))}
      <${Button} onClick=${() => acts.act({ do: "forget_spin" })}>${say("desk-forget")}<//>`}
    ${view.map === "honour" && step === "place_first" && button(say("desk-placed"), { do: "place_first", player })}
    ${view.map === "honour" && step === "reveal" && button(say("action-reveal"), { do: "reveal", player, tiles: [] })}
    ${step === "collect" && button(say("desk-collect"), { do: "collect" })}
    ${view.hourglass?.state === "running" && button(say("desk-stop"), { do: "stop" })}
    ${view.hourglass?.state === "stopped" && button(say("desk-count"), { do: "count" })}`;
}

/** Back to the count of this round, or of the one before while no hourglass runs. */
function Back({ view, acts }) {
  if (!counted(view) && view.phase !== "over" && (!(view.round > 1) || view.hourglass?.state === "running")) return null;
  return html`<${Button} onClick=${() => acts.correct({ amend: [], by_hand: true })}>${say("desk-back")}<//>`;
}

/** The best plan for a castle, worked out by the table when it is asked for; it is for this castle and this state. */
function Advice({ view, acts }) {
  const [asked, ask] = useState(null);
  const color = view.phase === "statues" && !view.scene ? view.waiting_for?.color : null;
  const plan = useFetched(() => acts.got(`/api/advice?castle=${color}&language=${language()}`), asked === view.seq ? `${color} ${asked}` : null);
  const list = useRef();
  useEffect(() => { if (plan) list.current?.scrollIntoView({ block: "nearest" }); }, [plan]);
  if (!color) return null;
  return html`<${Button} aria-label=${`${say("advice-ask")} ${say(color)}`} onClick=${() => ask(view.seq)}>${say("advice-ask")}<//>
    <ul class="advice" ref=${list} aria-live="polite">${plan?.text.map((line) => html`<li key=${line}><${Explained} text=${line} /></li>`)}</ul>`;
}

/** Corrects what has gone wrong, at once or `before` the tiles were counted, from where the rest is redone. */
const amend = (acts, before, change) => {
  const action = { do: "amend", ...change };
  return before ? acts.correct({ amend: [action], by_hand: false }) : acts.act(action);
};
const CORRECTED = ["set_aside", "taxes", "statues", "coronation"];

/** What is entered by hand: when the rules take it, the fields of its form, and how their values are sent. */
const ENTRIES = {
  reveal: {
    due: (_, slots) => slots.length > 0,
    send: (acts, values, { waiting_for }, slots) => acts.act({ do: "reveal", player: waiting_for.color, tiles: slots.map((slot, at) => ({ slot, tile: values[`region-${at}`], turns: Number(values[`turns-${at}`]) })) }),
  },
  supporters: { due: ({ phase }) => phase !== "over", fields: ["player", "change", "before"], send: (acts, { player, change, before }) => amend(acts, before, { supporters: { [player]: Number(change) } }) },
  move: { due: ({ phase }) => CORRECTED.includes(phase), fields: ["tile", "to", "before"], send: (acts, { tile, to, before }) => amend(acts, before, { move: { tile, to } }) },
  demand: { due: ({ phase, variant }) => CORRECTED.includes(phase) && variant !== "gambler", fields: ["commodity", "number", "before"], send: (acts, { commodity, number, before }) => amend(acts, before, { demand: { [commodity]: Number(number) } }) },
};

/** Region tiles that were turned up, and corrections. `slots` are face-down places that were tapped; `done()` forgets them. */
function Entry({ view, acts, box, slots, done }) {
  const [open, setOpen] = useState(false);
  const [chosen, choose] = useState(null);
  const element = useRef();
  const kinds = Object.keys(ENTRIES).filter((name) => view.players?.length > 0 && ENTRIES[name].due(view, slots));
  const kind = kinds.includes(chosen) ? chosen : kinds[0];
  useEffect(() => {
    if (slots.length === 0) return;
    setOpen(true);
    choose("reveal");
  }, [slots]);
  useEffect(() => { if (open) element.current?.scrollIntoView({ block: "nearest" }); }, [open, kind]);
  if (!kind) return null;
  const players = view.players.map(({ color }) => [color, say(color)]);
  const places = [...view.players.map(({ color, castle }) => [say(color), castle]), [say("people"), view.people.faces]];
  const held = places.flatMap(([place, faces]) => (faces ?? []).map((tile) => [tile.id, `${place}: ${tileName(tile)}`])); // as far as they lie face up
  const options = {
    player: players,
    commodity: COMMODITIES.map((one) => [one, say(one)]),
    tile: [...held, ...box.tiles.filter(({ id, frame }) => view.frames.includes(frame) && held.every(([one]) => one !== id)).map((tile) => [tile.id, tileName(tile)])],
    to: [...players, ["people", say("entry-people")], ["set_aside", say("entry-set_aside")]],
    region: view.reveal?.free_tiles.map((id) => [id, id]),
    turns: [0, 1, 2, 3].map((turns) => [turns, String(turns)]),
  };

  async function enter(event) {
    event.preventDefault();
    const form = event.target;
    const values = Object.fromEntries(new FormData(form));
    if (!await ENTRIES[kind].send(acts, values, view, slots)) return;
    if (kind === "reveal") done();
    for (const input of form.querySelectorAll("[type=number]")) if (input.value === values[input.name]) input.value = ""; // else the next is being entered already
  }

  const field = (name) => {
    const [what] = name.split("-");
    if (what === "before") return counted(view) && html`<${Check} key=${name} name=${name} label=${say("entry-before")} defaultChecked />`;
    const look = options[what] ? { options: options[what] } : { required: true, type: "number", min: what === "number" ? 1 : null, max: what === "number" ? 9 : null };
    return html`<${Field} key=${name} name=${name} label=${say(`entry-${what}`)} ...${look} />`;
  };

  return html`<details class="card entry" ref=${element} open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${say("entry")}</summary>
    <form onSubmit=${enter}>
      <${Field} name="action" label=${say("entry-action")} options=${kinds.map((name) => [name, say(`action-${name}`)])} value=${kind} onInput=${(event) => choose(event.target.value)} />
      ${(ENTRIES[kind].fields ?? slots.flatMap((_, at) => [`region-${at}`, `turns-${at}`])).map(field)}
      <div class="ends"><${Button} primary type="submit">${say("entry-send")}<//></div>
    </form></details>`;
}
