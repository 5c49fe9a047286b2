// What lies in the middle of Tudor's table: the throne room, the chambers, rings, cards and bag; and a player's ward at the castle.
import { createCrossing, useCarry } from "../../lib/carry.js";
import { say } from "../../lib/texts.js";
import { html, Icon, useRef } from "../../lib/view.js";
import { Felt, Place } from "../../table/parts.js";
import { carried, createLying, Figure, lettersOf, playerName, RoundToken, Token, word } from "./pieces.js";

/** Columns of spaces with their tokens and courtiers, above each its office. */
function Throne({ view, table, choosing }) {
  const { columns = [], spaces = {}, offices = {} } = view;
  const rows = Math.max(0, ...columns);
  const lies = createLying(table);
  const path = choosing.path().length ? choosing.path() : (view.said?.path ?? []);
  const from = choosing.from() ?? view.said?.from ?? null;
  const office = ([column, holder], at) => {
    const prestige = view.prestige_of?.[column];
    const words = say(holder ? "tudor-office-of" : "tudor-office", { column, player: holder ? playerName(holder) : "" });
    const worth = prestige === undefined ? "" : say("tudor-office-worth", { prestige });
    return html`<div key=${`office-${column}`} class="office" role="img" aria-label=${`${words} ${worth}`.trim()} title=${words} style=${{ "grid-area": `${1 + rows - columns[at]} / ${at + 1}` }}>
      <b>${column}</b>${prestige !== undefined && html`<small>${prestige}</small>`}${holder && html`<${Figure} color=${holder} />`}</div>`;
  };
  const space = ([name, { courtier, token: faction, round: kind }]) => {
    const words = `${name}: ${[faction ? word(faction) : say("tudor-no-token"), kind ? word(kind) : null, courtier ? say("tudor-courtier-of", { player: playerName(courtier) }) : null].filter(Boolean).join(", ")}`;
    const step = path.indexOf(name);
    const tap = choosing.atSpace(name);
    const look = {
      class: "space", "data-space": name, "data-place": `space:${name}`, "aria-label": words, title: words, "data-from": from === name ? "" : null,
      "data-lit": tap ? "" : null, "data-step": step < 0 ? null : step + 1, "data-empty": faction === null ? "" : null,
      style: { "grid-area": `${rows - Number(name.slice(1)) + 2} / ${name.charCodeAt(0) - 64}` },
    };
    const inside = html`${faction && html`<${Token} faction=${faction} ...${carried(choosing, `token:${name}`, lies(`space-${name}`))} />`}
      ${kind && html`<${RoundToken} kind=${kind} />`}${courtier && html`<${Figure} color=${courtier} ...${carried(choosing, `figure:${name}`)} />`}
      <span class="name" aria-hidden="true">${name}</span>${step >= 0 && html`<b class="step">${step + 1}</b>`}`;
    return html`<${Place} key=${name} ...${look} pressed=${String(step >= 0 || from === name)} onClick=${tap}>${inside}<//>`;
  };
  return html`<section class="throne" aria-label=${say("tudor-throne")}><div class="throne-grid" style=${{ "--columns": columns.length, "--rows": rows }}>
    ${Object.entries(offices).map(office)}${Object.entries(spaces).map(space)}</div></section>`;
}

const LORDS = 2;

/** The three chambers: their actions, the bench before the door, the chairs of courtiers, the lords, and who is used. */
function Chambers({ view, choosing }) {
  const turn = view.turn?.figure;
  const seat = (sits, chamber, chair, key) => {
    const which = chair === null ? say("tudor-bench") : chair === "lord" ? say("tudor-lord") : say("tudor-chair", { chair });
    if (sits === null) return html`<${Place} key=${key} class="seat" aria-label=${`${which}: ${say("tudor-nobody")}`} />`;
    const place = Number.isInteger(chair) ? `chair:${chamber}:${chair}` : null;
    const active = turn?.chamber === chamber && turn?.chair === chair && sits.used;
    const words = `${which}: ${playerName(sits.color)}${sits.used ? `, ${say("tudor-used")}` : ""}`;
    const mine = choosing.offers().some((offer) => offer.player === sits.color);
    const tap = sits.used || chair === null || !mine ? null : choosing.atChair(chamber, chair);
    const look = { class: "seat", "data-place": place, "data-used": sits.used ? "" : null, "data-active": active ? "" : null, "data-lit": tap ? "" : null, title: words };
    return html`<${Place} key=${key} ...${look} aria-label=${words} onClick=${tap}><${Figure} color=${sits.color} kind=${chair === "lord" ? "lord" : "courtier"} ...${place ? carried(choosing, place) : {}} /><//>`;
  };
  const row = (key, seats) => html`<div class="seat-row"><span class="label">${say(key)}</span><div class="seat-list">${seats}</div></div>`;
  return html`<section class="chambers-of" aria-label=${say("tudor-chambers")}><div class="chambers">${(view.chambers ?? []).map(({ bench, chairs, lords }, at) => {
    const number = at + 1;
    const enter = choosing.atChamber(number);
    const title = say("tudor-chamber", { number });
    return html`<div key=${number} class="chamber" data-place=${`chamber:${number}`} data-lit=${enter ? "" : null}>
      ${enter ? html`<button type="button" class="enter" onClick=${enter}>${title}</button>` : html`<h3>${title}</h3>`}
      <ul class="letters">${(view.letters?.[at] ?? []).map((letter) => html`<li key=${letter} title=${say(`tudor-act-${letter}`)}><b>${letter}</b> ${say(`tudor-short-${letter}`)}</li>`)}</ul>
      <div class="seats">
        ${row("tudor-lords", [...lords, ...Array(LORDS - lords.length).fill(null)].map((lord, place) => seat(lord, number, "lord", place)))}
        ${row("tudor-chairs", chairs.map((sits, chair) => seat(sits, number, chair + 1, chair)))}
        ${row("tudor-bench", bench.map((color, place) => seat({ color, used: false }, number, null, place)))}
      </div></div>`;
  })}</div></section>`;
}

/** What lies beside the board: rings of the stand, the stacks of cards, the bag. */
function Stock({ view, table, choosing }) {
  if (!view.stacks) return null;
  const lies = createLying(table);
  const drawn = view.due?.[0]?.step === "draw" ? lies("bag") : null;
  const part = (key, inside) => html`<div class="part"><span class="label">${say(key)}</span>${inside}</div>`;
  return html`<section class="stock" aria-label=${say("tudor-stock")}>
    ${part("tudor-stand", html`<div class="stand">${view.stand.map((one) => {
      const carry = carried(choosing, `ring:${one.id}`, lies("stand", null, one.faction));
      return html`<${Place} key=${one.id} class="pick" aria-label=${say("tudor-ring-of", { faction: word(one.faction) })} onClick=${choosing.atRing(one.id)}><${Token} faction=${one.faction} kind="ring" ...${carry} /><//>`;
    })}</div>`)}
    ${part("tudor-stacks", html`<div class="stacks">${Object.entries(view.stacks).map(([faction, number]) => html`<${Pile} key=${faction} faction=${faction} kind="card-of" number=${number} />`)}</div>`)}
    <div class="part"><span class="token face-down" title=${say("tudor-bag-top")} data-handle=${drawn} hidden=${drawn === null}><${Icon} name="crown" /></span>
      <span class="bag">${say("tudor-bag", { number: view.bag ?? 0 })}</span></div>
  </section>`;
}

export const Pile = ({ faction, kind = "token", number, children }) =>
  html`<span class="stack" role="img" aria-label=${`${word(faction)}: ${number}`}>${children ?? html`<${Token} faction=${faction} kind=${kind} />`}<b>${number}</b></span>`;

/** What everybody sees of a player: prestige, supply, the screen's five fingers with their rings, and what lies before it. */
export function Ward({ player, view, table, name, choosing }) {
  const { of } = player;
  const acts = choosing.offers()[0]?.player === of;
  const lies = createLying(table);
  const rings = [...player.unworn, ...Object.values(player.hand).flat()];
  const handles = Object.fromEntries(rings.map((one) => [one.id, lies("hand", player.gate, one.faction)]));
  const every = [...rings, ...view.stand, ...view.players.flatMap((one) => Object.values(one.hand).flat())];
  const worn = acts ? asLaid(player.hand, every, choosing.asked()) : player.hand;
  const laid = Object.values(worn).flat().map((one) => one.id);
  const unworn = player.unworn.filter((one) => !laid.includes(one.id));
  const lord = !(view.chambers ?? []).some(({ lords }) => lords.some(({ color }) => color === of));
  const piece = (one) => html`<${Token} key=${one.id} faction=${one.faction} kind="ring" ...${carried(choosing, `ring:${one.id}`, handles[one.id])} />`;
  return html`<header>${name}${view.first === of && html`<span class="first">${say("tudor-first")}</span>`}<b class="prestige">${say("tudor-prestige", { number: player.prestige })}</b></header>
    <div class="tudor-ward" data-place=${`castle:${of}`}>
      <p class="line"><span title=${say("tudor-supply-of")}><${Figure} color=${of} ...${acts ? carried(choosing, "figure:supply") : {}} />${` ${player.supply}`}</span>
        ${lord && html`<${Figure} color=${of} kind="lord" ...${acts ? carried(choosing, "lord") : {}} />`}</p>
      <p class="facts">${[player.to_place ? say("tudor-to-place", { number: player.to_place }) : "", player.ambassadors ? say("tudor-ambassadors", { number: player.ambassadors }) : "",
        player.enhanced.length ? say("tudor-enhanced", { letters: player.enhanced.join(" ") }) : ""].filter(Boolean).map((words) => html`<span key=${words}>${words}</span>`)}</p>
      <ol class="hand">${Object.entries(worn).map(([finger, on]) => html`<li key=${finger} class="finger" data-finger=${finger} data-place=${acts ? `finger:${finger}` : null} title=${say(`tudor-finger-${finger}`)}>
        <span class="rings">${on.map(piece)}</span><i class="of-letters">${lettersOf(view, finger)}</i></li>`)}</ol>
      <div class="more">${unworn.length > 0 && html`<span class="label">${say("tudor-unworn")}</span>${unworn.map(piece)}`}
        ${player.spent.length > 0 && html`<span class="label">${say("tudor-spent")}</span>${player.spent.map((faction, at) => html`<${Token} key=${`spent-${at}`} faction=${faction} />`)}`}</div>
    </div>`;
}

/** The fingers as they are being laid: with the rings that were put on one and not sent yet. */
function asLaid(hand, rings, asked) {
  const laid = Object.entries(asked?.chosen ?? {}).filter(([name]) => name.startsWith("finger:"))
    .map(([name, finger]) => [name === "finger:new" ? asked.chosen.ring : name.slice("finger:".length), finger]);
  if (laid.length === 0) return hand;
  const moved = new Map(laid);
  const at = (finger) => laid.filter(([, to]) => to === finger).map(([id]) => rings.find((one) => one.id === id)).filter(Boolean);
  return Object.fromEntries(Object.entries(hand).map(([finger, worn]) => [finger, [...worn.filter((one) => !moved.has(one.id)), ...at(finger)]]));
}

/** Hand screens at the castles, the throne room and the chambers in the middle, rings, cards and bag below. */
export function Board({ view, table, acts, choosing }) {
  // Players are called by their figures, which may have other colours than the castles behind them.
  const players = (view.players ?? []).map((player) => ({ ...player, of: player.color, color: player.gate, cloth: player.color, name: playerName(player.color) }));
  return html`<${Felt} view=${{ ...view, players }} table=${table} acts=${acts} Ward=${Ward} choosing=${choosing} carry=${pieceCarry(acts, choosing)}
    board=${html`<div class="tudor-board"><${Throne} view=${view} table=${table} choosing=${choosing} /><${Chambers} view=${view} choosing=${choosing} /></div>`}
    heap=${html`<${Stock} view=${view} table=${table} choosing=${choosing} />`} />`;
}

/** Figures, rings and tokens are carried to their places, and over the gates of a drawn table; where one may go shines meanwhile. */
function pieceCarry(acts, choosing) {
  return { what: "[data-piece], [data-handle]", begin(element, area) {
    const { piece, handle } = element.dataset;
    const gates = handle ? createCrossing(acts, handle) : null;
    const shine = (places) => {
      for (const place of area.querySelectorAll("[data-place]")) place.classList.toggle("open", places.includes(place.dataset.place));
    };
    let last = null;
    shine(piece ? [...choosing.places(piece).keys()] : []);
    return {
      content: element.cloneNode(true),
      moved(at) {
        gates?.moved(at);
        const place = piece ? placeAt(at) : null;
        if (place?.startsWith("space:") && place !== last) choosing.over(piece, place.slice("space:".length));
        last = place;
      },
      dropped(at) {
        shine([]);
        gates?.leave();
        if (gates?.passed()) {
          choosing.put(piece ?? "", null);
          return true;
        }
        return piece ? choosing.put(piece, placeAt(at, choosing.places(piece))) : false;
      },
      cancelled() {
        shine([]);
        gates?.cancelled();
        if (piece) choosing.put(piece, null);
      },
    };
  } };
}

/** The place at a point; of several, one in another, the innermost that is in `wanted`. */
function placeAt({ x, y }, wanted = null) {
  let place = document.elementFromPoint(x, y)?.closest("[data-place]") ?? null;
  while (wanted !== null && place !== null && !wanted.has(place.dataset.place) && place.parentElement.closest("[data-place]")) {
    place = place.parentElement.closest("[data-place]");
  }
  return place?.dataset.place ?? null;
}

/** The board without castles, as a phone shows it: pieces are carried between it and the hand, its `children`. */
export function BoardOnly({ view, acts, choosing, children }) {
  const area = useRef();
  useCarry(area, pieceCarry(acts, choosing));
  return html`<div class="side seat-board" ref=${area}><${Throne} view=${view} table=${null} choosing=${choosing} />${children}
    <${Chambers} view=${view} choosing=${choosing} /><${Stock} view=${view} table=${null} choosing=${choosing} /></div>`;
}
