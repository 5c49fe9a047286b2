// What lies in the middle of Tudor's table: the throne room, the chambers, rings, cards and bag; and a player's ward at the castle.
import { createCrossing, useCarry } from "../../lib/carry.js";
import { walk } from "../../lib/focus.js";
import { say } from "../../lib/texts.js";
import { html, isDrawnWhole, Icon, memo, share, useLayoutEffect, useRef } from "../../lib/view.js";
import { Felt, Place } from "../../table/parts.js";
import { Ward } from "./hand.js";
import { wayOf } from "./choosing.js";
import { carried, createLying, Figure, Pile, playerName, Portrait, Token, word } from "./pieces.js";

/** One space of the throne room; it is drawn anew if one of these has changed. */
export const Space = memo(({ name, at, faction, kind, courtier, step, from, lit, taps = lit, token, handle, figure, choosing }) => {
  const words = `${name}: ${[faction ? word(faction) : say("tudor-no-token"), kind ? word(kind) : null, courtier ? say("tudor-courtier-of", { player: playerName(courtier) }) : null].filter(Boolean).join(", ")}`;
  const look = {
    class: "space", "data-space": name, "data-place": `space:${name}`, "aria-label": words, title: words, "data-from": from ? "" : null,
    "data-lit": lit ? "" : null, "data-step": step < 0 ? null : step + 1, "data-empty": faction === null ? "" : null, "data-dark": (name.charCodeAt(0) + Number(name.slice(1))) % 2 ? "" : null,
    style: { "grid-area": at },
  };
  return html`<${Place} ...${look} pressed=${String(step >= 0 || from)} onClick=${taps ? () => choosing.atSpace(name)?.() : null}>${faction && html`<${Token} faction=${faction} data-piece=${token} data-handle=${handle} />`}
    ${kind && html`<${Token} faction=${kind} kind="round-token" />`}${courtier && html`<${Figure} color=${courtier} data-piece=${figure} />`}
    <span class="name" aria-hidden="true">${name}</span>${step >= 0 && html`<b class="step">${step + 1}</b>`}<//>`;
});

/** Columns of spaces with their tokens and courtiers, above each the portrait of its office. */
const Throne = memo(({ view, table, acts, choosing, due }) => {
  const { columns = [], spaces = {}, offices = {} } = view;
  const rows = Math.max(0, ...columns);
  const lies = createLying(table?.tiles);
  const path = choosing.path().length ? choosing.path() : (view.said?.path ?? []);
  const from = choosing.from() ?? view.said?.from ?? null;
  const office = ([column, holder], at) => {
    const prestige = view.prestige_of?.[column];
    const words = say(holder ? "tudor-office-of" : "tudor-office", { column, player: holder ? playerName(holder) : "" });
    const worth = prestige === undefined ? "" : say("tudor-office-worth", { prestige });
    return html`<div key=${`office-${column}`} class="office" role="img" aria-label=${`${words} ${worth}`.trim()} title=${words} data-held=${holder ? "" : null} style=${{ "grid-area": `${1 + rows - columns[at]} / ${at + 1}` }}>
      <${Portrait} column=${column} color=${holder} />
      <span class="plaque"><b>${column}</b>${prestige !== undefined && html` <small>${prestige}</small>`}</span></div>`;
  };
  const held = (piece) => (choosing.holds(piece) ? piece : null);
  const space = ([name, { courtier, token: faction, round: kind }]) => html`<${Space} key=${name} name=${name} at=${`${rows - Number(name.slice(1)) + 2} / ${name.charCodeAt(0) - 64}`} faction=${faction} kind=${kind} courtier=${courtier}
    step=${path.indexOf(name)} from=${from === name} lit=${choosing.atSpace(name) !== null} token=${faction && held(`token:${name}`)} handle=${faction && lies(`space-${name}`)} figure=${courtier && held(`figure:${name}`)} choosing=${choosing} />`;
  const explain = ({ target }) => {
    const name = target.closest(".space:not([data-lit])")?.dataset.space;
    if (name && choosing.offers().some(wayOf)) acts.complain(say(spaces[name].courtier ? "tudor-space-occupied" : "tudor-space-closed", { space: name }));
  };
  return html`<section class="throne" data-due=${due ? "look" : null} aria-label=${say("tudor-throne")} onClick=${explain}><div class="throne-grid" style=${{ "--columns": columns.length, "--rows": rows }}>
    ${Object.entries(offices).map(office)}${Object.entries(spaces).map(space)}</div></section>`;
});

const LORDS = 2;

/** One place to sit, or on a bench, where `chair` is null; it is drawn anew if one of these has changed. */
const Seat = memo(({ chamber, chair, at, color = null, used, active, lit, piece, choosing }) => {
  const which = chair === null ? say("tudor-bench") : chair === "lord" ? say("tudor-lord") : say("tudor-chair", { chair });
  const kind = chair === null ? "seat" : `seat ${chair === "lord" ? "throne-of" : "chair"}`;
  if (color === null) return html`<${Place} class=${kind} title=${which} aria-label=${`${which}: ${say("tudor-nobody")}`} />`;
  const words = `${say("tudor-chamber", { number: chamber })}, ${which}: ${playerName(color)}${used ? `, ${say("tudor-used")}` : ""}`;
  const look = { class: kind, "data-place": at, "data-used": used ? "" : null, "data-active": active ? "" : null, "data-lit": lit ? "" : null, title: words };
  return html`<${Place} ...${look} aria-label=${words} onClick=${lit ? () => choosing.atChair(chamber, chair, { color, used })?.() : null}><${Figure} color=${color} kind=${chair === "lord" ? "lord" : "courtier"} data-piece=${piece} /><//>`;
});

/** The three chambers as rooms: a door with its bench, chairs at a table for courtiers, the lords' at its head; its candle burns while a lord is in. */
const Chambers = memo(({ view, choosing, due }) => {
  const turn = view.turn?.figure;
  const comes = view.phase === "lords" ? "lord" : "courtier";
  const seat = (sits, chamber, chair, key) => {
    const at = Number.isInteger(chair) ? `chair:${chamber}:${chair}` : `${chair ?? "bench"}:${chamber}:${key}`;
    const lit = sits && chair !== null && choosing.atChair(chamber, chair, sits) !== null;
    return html`<${Seat} key=${key} chamber=${chamber} chair=${chair} at=${at} color=${sits?.color} used=${sits?.used} active=${turn?.chamber === chamber && turn?.chair === chair && sits?.used && (chair !== "lord" || sits.color === view.to_act)} lit=${lit} piece=${sits && Number.isInteger(chair) && choosing.holds(at) ? at : null} choosing=${choosing} />`;
  };
  const row = (key, seats) => html`<div class=${key} role="group" aria-label=${say(`tudor-${key}`)}>${seats}</div>`;
  return html`<section class="chambers-of" data-due=${due ? "tap" : null} aria-label=${say("tudor-chambers")} style=${{ "--seats": LORDS + (view.chambers?.[0]?.chairs.length ?? 0) }}><div class="chambers">${(view.chambers ?? []).map(({ bench, chairs, lords }, at) => {
    const number = at + 1;
    const enter = choosing.atChamber(number);
    const title = say("tudor-chamber", { number });
    return html`<div key=${number} class="chamber" data-place=${`chamber:${number}`} data-lit=${enter ? "" : null} data-dark=${view.phase === "actions" && lords.length === 0 ? "" : null}>
      <div class="wall"><i class="window" aria-hidden="true" />
        ${enter ? html`<button type="button" class="enter" aria-label=${say(`tudor-enter-${comes}`, { number })} onClick=${enter}><${Figure} color=${view.to_act} kind=${comes} />${title}</button>` : html`<h3>${title}</h3>`}
        <ul class="letters">${(view.letters?.[at] ?? []).map((letter) => html`<li key=${letter} title=${say(`tudor-act-${letter}`)}><b>${letter}</b> ${say(`tudor-short-${letter}`)}</li>`)}</ul></div>
      <div class="floor"><div class="table-of"><i class="candle" data-burns=${lords.length > 0 ? "" : null} aria-hidden="true" />
          ${row("lords", [...lords, ...Array(LORDS - lords.length).fill(null)].map((lord, place) => seat(lord, number, "lord", place)))}
          ${row("chairs", chairs.map((sits, chair) => seat(sits, number, chair + 1, chair)))}</div>
        <div class="bench-of">${row("bench", bench.map((color, place) => seat({ color, used: false }, number, null, place)))}<i class="door" aria-hidden="true" /></div></div></div>`;
  })}</div></section>`;
});

/** What lies beside the board: rings of the stand, the stacks of cards, the bag. */
const Stock = memo(({ view, table, choosing, due }) => {
  if (!view.stacks) return null;
  const lies = createLying(table?.tiles);
  const drawn = view.due?.[0]?.step === "draw" ? lies("bag") : null;
  const part = (key, inside) => html`<div class="part"><span class="label">${say(key)}</span>${inside}</div>`;
  return html`<section class="stock" data-due=${due ? "tap" : null} aria-label=${say("tudor-stock")}>
    ${part("tudor-stand", html`<div class="stand" onKeyDown=${walk}>${view.stand.map((one) => {
      const carry = carried(choosing, `ring:${one.id}`, lies("stand", null, one.faction));
      return html`<${Place} key=${one.id} class="pick" aria-label=${say("tudor-ring-of", { faction: word(one.faction) })} onClick=${choosing.atRing(one.id)}><${Token} faction=${one.faction} kind="ring" ...${carry} /><//>`;
    })}</div>`)}
    ${part("tudor-stacks", html`<div class="stacks">${Object.entries(view.stacks).map(([faction, number]) => html`<${Pile} key=${faction} faction=${faction} kind="card-of" number=${number} />`)}</div>`)}
    <div class="part"><span class="token face-down" title=${say("tudor-bag-top")} data-handle=${drawn} hidden=${drawn === null}><${Icon} name="crown" /></span>
      <span class="bag">${say("tudor-bag", { number: view.bag ?? 0 })}</span></div>
  </section>`;
});

/** Who stands where on the drawn board: colours by place. */
const standing = (area) => Object.fromEntries([...area.querySelectorAll("[data-place] > .figure")].map((figure) => [figure.parentElement.dataset.place, figure.dataset.color]));

const STEP_MS = 380;
const NEAR = 4; // actions that a page may be told at once; more are a jump in a replay

/** The spaces that the last figure left or reached are marked; courtiers walk to where a new view has them, from where they were or out of their supply, along the way that was tapped. */
function useWalks(view, area) {
  const last = useRef({});
  useLayoutEffect(() => {
    if (!isDrawnWhole()) return;
    const { seq, said, to_act, stood } = last.current;
    const stands = seq === view.seq ? stood : standing(area.current);
    last.current = { seq: view.seq, said: view.said, to_act: view.to_act, stood: stands };
    if (seq === undefined || seq === view.seq) return;
    const came = Object.keys(stands).filter((place) => stands[place] !== stood[place]);
    const left = Object.keys(stood).filter((place) => stands[place] !== stood[place]);
    const near = Math.abs(view.seq - seq) <= NEAR;
    const moved = [...left, ...came].filter((place) => place.startsWith("space:"));
    if (moved.length > 0 || !near) for (const space of area.current.querySelectorAll(".space")) space.toggleAttribute("data-moved", near && moved.includes(space.dataset.place)); // until the next move
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.querySelector(".ghost")) return;
    const at = (place) => area.current.querySelector(`[data-place="${place}"]`);
    for (const place of came) {
      const color = stands[place];
      const from = left.findIndex((one) => stood[one] === color);
      const origin = from >= 0 ? at(left.splice(from, 1)[0]) : area.current.querySelector(`[data-place="castle:${color}"] .figure`);
      if (!origin) continue;
      const figure = at(place).querySelector(".figure");
      const to = figure.getBoundingClientRect();
      const way = to_act === color ? (said?.path ?? []).map((space) => `space:${space}`) : [];
      const stops = [origin, ...(way.at(-1) === place ? way.slice(0, -1).map(at) : []), figure].filter(Boolean).map((one) => one.getBoundingClientRect());
      const frames = stops.map((box) => ({ transform: `translate(${box.x + box.width / 2 - to.x - to.width / 2}px, ${box.y + box.height / 2 - to.y - to.height / 2}px)`, zIndex: 9 }));
      figure.animate(frames, { duration: STEP_MS * (stops.length - 1), easing: "ease-in-out" });
    }
  });
}

/** Properties of a part that chooses: it is drawn anew with each version of that, and may be the one that is due. */
const partOf = (choosing) => (name) => ({ choosing, turn: choosing.version(), due: choosing.due() === name });

/** Hand screens at the castles, the throne room and the chambers in the middle, rings, cards and bag below. */
export function Board({ view, table, acts, choosing }) {
  // Players are called by their figures, which may have other colours than the castles behind them.
  const last = useRef([]);
  const players = last.current = share((view.players ?? []).map((player) => ({ ...player, of: player.color, color: player.gate, cloth: player.color, name: `${playerName(player.color)}${view.simulated === false && view.devices?.length > 0 && player.gate !== player.color ? ` (${say(player.gate)})` : ""}` })), last.current);
  const part = partOf(choosing);
  const area = useRef();
  useWalks(view, area);
  return html`<div class="court" ref=${area}><${Felt} view=${{ ...view, players }} table=${table} acts=${acts} Ward=${Ward} ...${part(null)} carry=${pieceCarry(acts, choosing)}
    board=${html`<div class="tudor-board" onKeyDown=${walk}><${Throne} view=${view} table=${table} acts=${acts} ...${part("throne")} /><${Chambers} view=${view} ...${part("chambers")} /></div>`}
    heap=${html`<${Stock} view=${view} table=${table} ...${part("stock")} />`} /></div>`;
}

/** Figures, rings and tokens are carried to their places, and over the gates of a drawn table; where one may go shines meanwhile. */
export function pieceCarry(acts, choosing) {
  return { what: "[data-piece], [data-handle]", begin(element, area) {
    const { piece, handle } = element.dataset;
    const gates = handle ? createCrossing(acts, handle) : null;
    let last = null;
    let carries = Boolean(piece);
    const light = () => {
      const open = carries ? choosing.places(piece) : new Map();
      for (const place of area.querySelectorAll("[data-place]")) place.classList.toggle("open", open.has(place.dataset.place));
    };
    light();
    return {
      content: element.cloneNode(true),
      moved(at) {
        gates?.moved(at);
        const place = piece ? placeAt(at) : null;
        if (place?.startsWith("space:") && place !== last) {
          choosing.over(piece, place.slice("space:".length));
          requestAnimationFrame(light); // once spaces are drawn anew
        }
        last = place;
      },
      dropped(at) {
        carries = false;
        light();
        gates?.leave();
        if (gates?.passed()) {
          choosing.put(piece ?? "", null);
          return true;
        }
        return piece ? choosing.put(piece, placeAt(at, choosing.places(piece))) : false;
      },
      cancelled() {
        carries = false;
        light();
        gates?.cancelled();
        if (piece) choosing.put(piece, null);
      },
    };
  } };
}

const PLACE = '[data-place*=":"]';

/** The place at a point, anywhere at a castle its player's; of several, one in another, the innermost that is in `wanted`. */
function placeAt({ x, y }, wanted = null) {
  const there = document.elementFromPoint(x, y);
  let place = there?.closest(PLACE) ?? there?.closest(".castle")?.querySelector(PLACE) ?? null;
  while (wanted !== null && place !== null && !wanted.has(place.dataset.place) && place.parentElement.closest(PLACE)) {
    place = place.parentElement.closest(PLACE);
  }
  return place?.dataset.place ?? null;
}

/** The board without castles, as a phone shows it: pieces are carried between it and the hand, its `children`. */
export function BoardOnly({ view, acts, choosing, children }) {
  const area = useRef();
  useCarry(area, pieceCarry(acts, choosing));
  useWalks(view, area);
  const part = partOf(choosing);
  return html`<div class="side seat-board" ref=${area} onKeyDown=${walk}><${Throne} view=${view} table=${null} acts=${acts} ...${part("throne")} />${children}
    <${Chambers} view=${view} ...${part("chambers")} /><${Stock} view=${view} table=${null} ...${part("stock")} /></div>`;
}
