// The country: region tiles in the frame, fields by kind, statues by owner, and what can be tapped.
import { say } from "../../lib/texts.js";
import { html, Icon, memo, share, useEffect, useRef, useState } from "../../lib/view.js";
import { Place } from "../../table/parts.js";
import { Statue } from "./pieces.js";

const SIDE = 3; // a region tile is 3 x 3 fields
const at = (column, row, span = 1) => ({ "grid-area": `${row + 2} / ${column + 2} / span ${span} / span ${span}` });

/**
 * `hinted` is a field that is lit up, as when a choice is looked at. `turnUp(slots)` is called for slots that were tapped, `choose({ field })`
 * for a field with several ways to pay; without them the country is only looked at.
 */
export const Country = memo(({ view, acts, hinted = null, turnUp = null, choose = null }) => {
  const { columns = 0, rows = 0, regions = [] } = view;
  const [chosen, setChosen] = useState([]); // face-down slots tapped so far
  const reveal = turnUp ? view.reveal : null;
  const last = useRef();
  const open = last.current = share(turnUp ? openFields(view) : {}, last.current);
  useEffect(() => setChosen([]), [view.reveal]);

  /** As many slots as are due (TR-6.3); a second tap takes the first one back. */
  function tap(slot) {
    const now = chosen.includes(slot) ? chosen.filter((other) => other !== slot) : [...chosen, slot];
    setChosen(now.length < reveal.count ? now : []);
    if (now.length >= reveal.count) turnUp(now);
  }

  const region = ({ slot, kinds }) => {
    const left = SIDE * (slot % columns);
    const top = SIDE * Math.floor(slot / columns);
    if (kinds === null) {
      const may = reveal?.slots.includes(slot);
      return html`<${Place} key=${`slot-${slot}`} class=${`face-down${chosen.includes(slot) ? " chosen" : ""}`} data-slot=${slot} style=${at(left, top, SIDE)}
        aria-label=${may ? say("slot-reveal", { slot: slot + 1 }) : say("slot-down")} pressed=${String(chosen.includes(slot))} onClick=${may && (() => tap(slot))}><${Icon} name="crown" /><//>`;
    }
    return [html`<div key=${`slot-${slot}`} class="region" style=${at(left, top, SIDE)} />`,
      ...kinds.map((kind, place) => field(kind, left + (place % SIDE), top + Math.floor(place / SIDE)))];
  };

  // Columns of which nothing lies face up can be narrower.
  const widths = Array.from({ length: columns }, (_, column) => (regions.some(({ slot, kinds }) => slot % columns === column && kinds) ? "1" : "var(--down)"));
  const field = (kind, column, row) => {
    const name = `${String.fromCharCode(65 + column)}${row + 1}`;
    return html`<${Field} key=${name} name=${name} kind=${kind} column=${column} row=${row} owned=${view.fields?.[name]} action=${open[name]} hinted=${hinted === name} acts=${acts} choose=${choose} />`;
  };

  const edge = (words, column, row) => html`<span key=${`edge-${words}`} class="edge" aria-hidden="true" style=${at(column, row)}>${words}</span>`;
  const isDue = ["place_first", "build", "reveal"].includes(view.waiting_for?.step);
  return html`<section class="country" data-due=${isDue ? "look" : null} aria-label=${say("country")}>
    ${regions.length > 0 && html`<div class="fields" style=${{ "--columns": `(${SIDE} * (${widths.join(" + ")}))`, "--rows": rows * SIDE, "--widths": widths.map((width) => `repeat(${SIDE}, calc(var(--cell) * ${width}))`).join(" ") }}>
      ${Array.from({ length: columns * SIDE }, (_, column) => edge(String.fromCharCode(65 + column), column, -1))}
      ${Array.from({ length: rows * SIDE }, (_, row) => edge(String(row + 1), -1, row))}
      ${regions.map(region)}
    </div>`}
    ${view.map === "honour" && html`<p class="hint">${say("country-honour")}</p>`}
  </section>`;
});

const Field = memo(({ name, kind, column, row, owned, action, hinted, acts, choose }) => {
  const words = owned
    ? say("field-owned", { name, kind: say(kind), number: owned.statues, color: say(owned.owner) })
    : say(action ? (action.do === "build" ? "field-build" : "field-first") : "field", { name, kind: say(kind) });
  return html`<${Place} class=${`field kind kind-${kind}${hinted ? " hinted" : ""}`} title=${words} aria-label=${words} data-field=${name}
      style=${at(column, row)} onClick=${action && (() => (action.ways ? choose({ field: name }) : acts.act(action)))}>${owned && html`<span class=${`statues of-${owned.owner}`} data-number=${owned.statues}>${Array.from({ length: owned.statues }, (_, place) => html`<${Statue} key=${place} color=${owned.owner} />`)}</span>`}<//>`;
});

/** What a tap on a field sends: a first statue, or a build, with its `ways` where these are to be chosen from. */
function openFields({ waiting_for, first_fields = [], payable = [] }) {
  const player = waiting_for?.color;
  const open = Object.fromEntries(first_fields.map((field) => [field, { do: "place_first", player, field }]));
  for (const { field, ways } of payable) if (field) open[field] = { do: "build", player, field, ...(ways.length > 1 ? { ways } : { tiles: ways[0].tiles }) };
  return open;
}
