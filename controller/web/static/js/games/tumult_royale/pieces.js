// What lies on the felt: tiles, statues, a player's things at the castle, the people's tiles.
import { walk } from "../../lib/focus.js";
import { say } from "../../lib/texts.js";
import { html, Icon, memo, useEffect, useRef } from "../../lib/view.js";
import { fly } from "../../table/scene.js";

export const COMMODITIES = ["bread", "marble", "tools"];
export const KindMark = ({ kind }) => html`<i class=${`kind kind-${kind}`} />`;
export const Commodity = ({ name }) => html`<span class=${`commodity of-${name}`} />`;
export const Statue = ({ color }) => html`<svg class="statue" viewBox="0 0 24 24" aria-hidden="true"><use href="#statue" fill=${`url(#cloth-${color})`} /></svg>`;
export const playerOf = (view, color) => (view.players ?? []).find((player) => player.color === color);

/** Whether the tiles of this round are counted: what is corrected then lies before that. */
export const counted = (view) => view.phase === "statues" || view.phase === "coronation";
export const faceText = (face) => say("tile-face", { commodity: say(face.commodity), value: face.value });

/** A face as the attribute `data-face` has it. */
export const faceWord = ({ commodity, value }) => `${commodity} ${value}`;

/** A tile by its face, and by the id on its sticker: several have the same face. */
export const tileName = (tile) => `${faceText(tile)} · ${tile.id}`;

/** A tile's face; of null its back: all backs are the same. */
export function Tile({ face }) {
  if (!face) return html`<span class="back" />`;
  return html`<span class=${`face face-${face.commodity}`} data-face=${faceWord(face)}><b>${face.value}</b></span>`;
}

/** A commodity with a number that is not a tile's. */
export function Chip({ commodity, number }) {
  const words = say("tile-face", { commodity: say(commodity), value: number });
  return html`<span class="chip" role="img" title=${words} aria-label=${words}><${Commodity} name=${commodity} /><b>${number}</b></span>`;
}

const heldText = (face, paid) => (paid ? say("tile-paid", { tile: faceText(face) }) : faceText(face));

/** A tile to look at, not to carry; null is one face down. It may be `paid` towards a field that is not built yet. */
export const Still = memo(({ face, paid = false }) => html`<span class="tile still" role="img" data-space=${face?.id} data-paid=${paid ? "" : null} aria-label=${face ? heldText(face, paid) : say("tile-down")}><${Tile} face=${face} /></span>`);

/** A tile to carry: a button with the handle of the piece below it; `lift({ handle, where, button })` is called when it is taken. */
const Carried = memo(({ tile, paid = false, lift, stop }) => {
  const down = tile.color ? say("tile-castle", { color: say(tile.color) }) : say("tile-down");
  return html`<button type="button" class="tile" data-handle=${tile.handle} data-paid=${paid ? "" : null} tabindex=${stop ? 0 : -1}
    aria-label=${tile.face ? heldText(tile.face, paid) : down} onClick=${(event) => lift({ ...tile, button: event.currentTarget })}><${Tile} face=${tile.face} /></button>`;
});

/** The people's tiles in the middle of the table, and how the keyboard walks over them. */
export const People = memo(({ view, table, lift }) => {
  const stop = table?.tiles.find(({ where }) => where === "people"); // the tab key reaches this one, arrow keys the others
  const { tiles = 0, faces, left } = view.people ?? {};
  const { name, drawn } = view.scene ?? {};
  return html`<section class="people" data-space="people" data-due=${["set_aside", "rob"].includes(view.waiting_for?.step) ? "look" : null} data-scene=${name} data-shakes=${drawn?.commodity}>
    <header><h2>${say("people")}</h2><span class="number">${say("tiles", { number: tiles })}</span>
      <span class="now-left">${left ? [...COMMODITIES.map((name) => html`<${Chip} key=${name} commodity=${name} number=${left[name]} />`), html`<span key="words">${say("left")}</span>`] : view.set_aside ? say("aside", { number: view.set_aside }) : ""}</span></header>
    <div class="heap" role="group" aria-label=${say("people-label")} onKeyDown=${walk}>
      ${table === null
        ? Array.from({ length: tiles }, (_, place) => html`<${Still} key=${place} face=${faces?.[place] ?? null} />`)
        // Every tile keeps its place, taken or not: nothing slides away below a hand that reaches for it.
        : table.tiles.filter(({ where }) => where !== "out").map((tile) => (tile.where === "people"
          ? html`<${Carried} key=${tile.handle} tile=${tile} lift=${lift} stop=${tile === stop} />` : html`<span key=${`gone-${tile.handle}`} class="gap" />`))}
    </div>
    ${table !== null && view.players.some(({ color }) => !table.bots?.includes(color)) && html`<p class="hint">${say("people-hint")} <span class="keys">${say("people-keys")}</span></p>`}
  </section>`;
});

/** What a player has at the castle: rank, supporters, statues, mercy, tiles. */
export function Ward({ player, tiles, view, table, name, complaint, lift }) {
  const { color, rank, supporters, placed, lacks } = player;
  const leads = view.players.every((other) => other.placed <= placed);
  const isPaid = (face) => Boolean(face && view.payment?.tiles.includes(face.id));
  const stat = (icon, number, words, change = 0) => html`<span class="stat" data-leads=${icon === "statue" && leads ? "" : null} role="img" title=${words} aria-label=${words}><${Icon} name=${icon} /><b>${number}</b>
    ${change !== 0 && html`<b class=${`change${change > 0 ? " gain" : ""}`} key=${view.scene.left}>${change > 0 ? "+" : "−"}${Math.abs(change)}</b>`}</span>`;
  const came = useRef([]); // handles in the order in which their tiles came, so that none moves for another
  const own = tiles.filter(({ where }) => where === "castle");
  const handles = own.map(({ handle }) => handle);
  came.current = [...came.current.filter((handle) => handles.includes(handle)), ...handles.filter((handle) => !came.current.includes(handle))];
  own.sort((one, other) => came.current.indexOf(one.handle) - came.current.indexOf(other.handle));
  const carried = lift && own.length > 0 && (player.castle === null || own.every((tile) => tile.face));
  const shown = player.castle ?? Array.from({ length: player.tiles }, (_, place) => ({ id: `down-${place}`, down: true }));
  const board = useRef();
  const had = useRef(player.tiles);
  useEffect(() => { // who looks on sees tiles slide to the castle, but where a replay leaps; at the table they are carried
    const heap = document.querySelector(".heap");
    if (!table && !view.leaps) [...board.current.querySelectorAll(".tile")].slice(had.current).forEach((tile, at) => fly(tile, heap, 90 * at));
    had.current = player.tiles;
  }, [player.tiles]);
  return html`
    <header>${name}<span class="rank" data-rank=${rank}>${say(`rank-${rank}`)}</span></header>
    <div class="stats">${complaint}
      ${stat("supporter", supporters, say("supporters", { number: supporters }), view.scene?.drawn.supporters?.[color])}
      ${stat("statue", `${placed}/${view.statues_each}`, say("statues", { number: placed, of: view.statues_each }))}
      ${player.mercy && html`<span class="mercy" role="img" title=${say("mercy-note")} aria-label=${say("mercy-note")}><${Icon} name="mercy" /></span>`}
      <div class="count"><b class="tiles">${say("tiles", { number: player.tiles })}</b>
        <span class="aside">${lacks ? html`${say(Object.keys(lacks).length > 0 ? "stuck-short" : "stuck")} ${Object.keys(lacks).map((name) => html`<${Chip} key=${name} commodity=${name} number=${lacks[name]} /> `)}` : player.set_aside ? say("aside", { number: player.set_aside }) : ""}</span>
        ${player.confirmed && html`<span class="confirmed">${say("confirmed")}</span>`}</div>
    </div>
    <div class="board" ref=${board}>${carried
      ? own.map((tile) => html`<${Carried} key=${tile.handle} tile=${tile} paid=${isPaid(tile.face)} lift=${lift} stop />`)
      : shown.map((face) => html`<${Still} key=${face.id} face=${face.down ? null : face} paid=${isPaid(face)} />`)}</div>`;
}
