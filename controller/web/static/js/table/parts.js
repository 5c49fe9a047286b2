// The table seen from above, whatever is played: castles with gates round the board, and how faces are laid out.
import { createCrossing, pressable, useCarry } from "../lib/carry.js";
import { Button, Tabs } from "../lib/design.js";
import { showDue } from "../lib/focus.js";
import { Patch } from "../lib/pieces.js";
import { say } from "../lib/texts.js";
import { createContext, html, Icon, memo, render, share, useContext, useEffect, useFetched, useLayoutEffect, useListeners, useMedia, useMoving, useRef, useState } from "../lib/view.js";
import { Shown } from "./scene.js";

/** Whether a game is shown inside another page, which has its own main part. */
export const Embedded = createContext(false);

/** Who sits at a castle where that is known, else `name`. */
export const personAt = ({ called }, castle, name = null) => called?.[castle] ?? name;

/**
 * The face of a game: the `board`, the `offers` of the present step, the `hand` (or the console, or the desk), and the `story`. On a
 * phone they are tabs with the offers below the board, `first` in front, anew when `asked` changes; else all is in sight at once.
 */
export function Face({ board, offers, hand, handName = "tab-hand", story, first = "board", asked = null }) {
  const [chosen, choose] = useState(first);
  const open = (id) => { choose(id); scrollTo(0, 0); showDue(); };
  useEffect(() => choose(first), [first, asked]);
  const scene = useContext(Shown);
  const all = useMedia("(min-width: 901px)");
  const tabs = [
    { id: "board", title: say("tab-board"), content: html`<div class="slot-board">${board}</div>${offers && html`<div class="slot-offers">${offers}</div>`}` },
    { id: "hand", title: say(handName), content: html`<div class="slot-hand">${hand}</div>${handName === "tab-hand" && html`<${Button} class="to-board" onClick=${() => open("board")}>${say("to-board")}<//>`}` },
    { id: "story", title: say("tab-story"), content: html`<div class="slot-story">${story}</div>` },
  ];
  const shown = hand ? tabs : tabs.filter(({ id }) => id !== "hand");
  if (useContext(Embedded)) return html`<div class="stage embedded"><div class="tabs">${shown.map(({ id, content }) => html`<div key=${id} class="tab-panel" data-shown="">${content}</div>`)}</div></div>`;
  return html`<main id="main" class="stage" tabindex="-1"><${Tabs} label=${say("tabs")} tabs=${shown} chosen=${chosen} onChoose=${open} all=${all} />${scene}</main>`;
}

const PLACES = ["left-top", "right-top", "right-bottom", "left-bottom"]; // of castles round the board; seats are clockwise

/**
 * Castles round the `board`, with `heap` beside it. `Ward({ player, tiles, view, table, complaint })` draws what a castle's player has,
 * with the drawn `tiles` that lie there and the `complaint` over the numbers; a player may have another `cloth` and `name` than the castle;
 * `carry` is what can be carried: `what` selects it, `begin(element, area)` lifts it.
 */
export function Felt({ view, table, acts, board, heap, Ward, carry = null, ...rest }) {
  const players = view.players ?? [];
  const area = useRef();
  const lying = useRef({});
  useCarry(area, carry);
  lying.current = share(Object.fromEntries(players.map(({ color }) => [color, (table?.tiles ?? []).filter((tile) => tile.color === color)])), lying.current);
  return html`<section ref=${area} class="felt" aria-label=${say("view-table")} data-players=${players.length} data-flat=${table === null ? "" : null}>
    ${players.map((player, at) => html`<${Castle} key=${player.color} player=${player} place=${PLACES[at] ?? "left-top"} acting=${view.waiting_for?.color === player.color} tiles=${lying.current[player.color]} view=${view} table=${table} acts=${acts} Ward=${Ward} ...${rest} />`)}
    ${players.length === 0 ? html`<div key="empty" class="empty"><${Icon} name="crown" /><p>${say(acts?.goOn ? "empty-begin" : "empty-watch")}</p></div>` : html`<div key="middle" class="middle">
      <div class="middle-board">${board}</div>
      ${table !== null && html`<${Gate} name="tray" words=${say("tray")} />`}
      ${heap}
    </div>`}
  </section>`;
}

/** Whether a bot is to act: people have nothing to press then. */
export const botActs = (view, table) => !view.waiting_for?.over && Boolean(table?.bots?.includes(view.waiting_for?.color));

/** Whether a bot plays a castle, on any page. */
export const isBot = (view, castle) => (view.bots?.castles?.[castle] ?? null) !== null;

/** Whether the arrow turns to a result: the view is as before until it rests. */
export const arrowTurns = (view, table) => (table?.arrow_turns_for ?? 0) > view.seq;

/** One castle: its name, its gate, its buttons and lamps; what its player has is drawn by the game. */
const Castle = memo(({ player, place, acting, view, table, acts, Ward, ...more }) => {
  const { color, cloth = color, name = say(color) } = player;
  const person = personAt(view, color);
  const told = (view.complaints ?? []).find((one) => one.castle === color && !table?.bots?.includes(color)); // a bot knows by itself
  const out = (view.devices ?? []).find((one) => one.name === color && !one.ok);
  return html`<section class=${`castle of-${cloth}`} aria-label=${say("castle", { color: name })} data-castle=${color} data-place=${place} style=${{ "grid-area": place }}
      data-acting=${acting && !view.scene ? "" : null} data-told=${view.scene?.drawn.color === cloth ? view.scene.name : null}>
    <div class="ward">
      <${Ward} player=${player} view=${view} table=${table} complaint=${told && html`<p key=${told.text} class="complaint" role="alert">${told.text}</p>`} name=${html`<${Patch} color=${cloth} /><h2>${name}${person && html` <small>${person}</small>`}</h2>`} ...${more} />
      ${out && html`<p class="complaint out">${say("gate-out", { color: name })} <a href="/referee">${say("gate-out-enter")}</a></p>`}
      ${table && html`<${Buttons} color=${color} name=${name} table=${table} acts=${acts} />`}
    </div>
    ${table !== null && html`<${Gate} name=${color} words=${say("gate")} />`}
  </section>`;
});

/** A gate and whether its field is on; nothing where there is none. */
function Gate({ name, words }) {
  const on = useMoving(({ rf }) => rf[name]);
  return on === undefined && name === "tray" ? null : html`<div class=${name === "tray" ? "gate tray" : "gate"} data-gate=${name} data-field-on=${on ? "" : null}><span class="arch">${words}</span></div>`;
}

/** A castle's lamps, Yes and No, after `children`; nothing where it has no panel. */
export function Buttons({ color, name, table, acts, children }) {
  const answer = (which, words) => html`<${Button} class=${which} aria-label=${words} disabled=${table.bots?.includes(color)} ...${pressable((long) => acts.press(`${which}:${color}`, long))}>${say(which)}<//>`;
  const lit = useMoving(({ lamps }) => lamps[color]);
  return lit && html`<div class="buttons">${children}
    <span class="lamps" role="img" aria-label=${say("lamps", { lit: lit.filter(Boolean).length })}>${lit.map((on, at) => html`<i key=${at} class=${on ? "lit" : ""} />`)}</span>${answer("yes", say("yes-of", { color: name }))}${answer("no", say("no-of", { color: name }))}</div>`;
}

/** On the board, where a costly decision put pieces, and where a better one would have, are marked once it shows `shown`, and its `pieces`; a pass, at its castle. Places of the board among `latest`, the names in the latest decision, are marked, too. */
export function useJudged(judged, shown, latest = []) {
  useEffect(() => {
    const { castle, done_at = [], better_at = [], pieces = [] } = judged ?? {};
    const wrong = [...done_at, ...pieces];
    const orCastle = (places, others) => (places.length === 0 && others.length > 0 ? [castle] : places);
    for (const place of document.querySelectorAll("[data-field], [data-space], [data-castle]")) {
      const name = place.dataset.field ?? place.dataset.space ?? place.dataset.castle;
      place.toggleAttribute("data-done", orCastle(wrong, better_at).includes(name));
      place.toggleAttribute("data-better", orCastle(better_at, wrong).includes(name));
      place.toggleAttribute("data-latest", place.matches(".field, .space") && latest.includes(name));
    }
    if (judged) (document.querySelector(".felt [data-better]") ?? document.querySelector(".felt [data-done]"))?.scrollIntoView({ block: "nearest" });
  }, [judged, shown]);
}

/** A place of the board: a button where a tap does something, else a picture to look at. */
export function Place({ onClick, pressed, children, ...look }) {
  return onClick ? html`<button type="button" aria-pressed=${pressed} onClick=${onClick} ...${look}>${children}</button>`
    : html`<div role="img" ...${look}>${children}</div>`;
}

/** What lifts a tile `[data-handle]` for `useCarry`; `Tile({ face })` draws it, its back for null. */
export function tileCarry(acts, Tile) {
  return {
    what: "[data-handle]",
    begin(tile) {
      const { handle } = tile.dataset;
      const gates = createCrossing(acts, handle);
      const content = document.createElement("span");
      content.className = "tile";
      const draw = (face) => render(html`<${Tile} face=${face} />`, content);
      draw(null);
      acts.lift(handle).then((face) => face && draw(face));
      const dropped = (at) => {
        gates.leave();
        const castle = document.elementFromPoint(at.x, at.y)?.closest("[data-castle]");
        if (!gates.passed() && castle && !castle.contains(tile)) acts.complain(say("gate-missed"));
        return gates.passed();
      };
      return { content, moved: gates.moved, dropped, cancelled: gates.cancelled };
    },
  };
}

const DWELL_S = 0.25;

/**
 * A tile in the hand without dragging, taken by click or key and carried by a tap on a gate, or a button for each. `held` is
 * `{ handle, where, button }`; `close()` puts it back, and the focus where it was. `Tile({ face })` draws it, `faceText(face)` says it, `haveText(player)` what a player has.
 */
export function HeldTile({ held, close, view, table, acts, Tile, faceText, haveText = () => "" }) {
  const face = useFetched(() => acts.lift(held.handle), held?.handle ?? null);
  const gates = useRef();
  const tray = useMoving(({ rf }) => "tray" in rf);
  useLayoutEffect(() => { if (held) acts.complain(""); gates.current?.querySelector("button")?.focus(); }, [held?.handle]); // at once: an effect may come after it is put back
  const taken = held && table?.tiles.find(({ handle }) => handle === held.handle)?.where !== held.where; // by another hand
  const back = () => {
    close();
    const next = held.button.isConnected ? held.button : document.querySelector('.middle [data-handle][tabindex="0"], .middle [data-handle]');
    next?.focus();
  };
  const carry = (gate) => {
    acts.pass(held.handle, gate, DWELL_S);
    back();
  };
  useListeners({ click: ({ target }) => { const gate = held && target.closest("[data-gate]"); if (gate) carry(gate.dataset.gate); } });
  useEffect(() => { if (taken) { acts.complain(say("held-taken")); back(); } }, [taken]);
  if (!held) return null;
  return html`<section class="card held-tile" aria-label=${say("held-title")} onKeyDown=${(event) => event.key === "Escape" && back()}>
    <span class="tile still"><${Tile} face=${face} /></span>
    <div><h2>${say("held-title")}</h2><span class="words hint" aria-live="polite">${face ? faceText(face) : say("held-blind")}</span></div>
    <div class="ways"><p class="hint">${say("held-carry")}</p><div class="gates" ref=${gates}>
      ${(view.players ?? []).filter(({ color }) => !table?.bots?.includes(color)).map((player) => html`<${Button} key=${player.color} aria-label=${say("gate-of", { color: say(player.color) })} onClick=${() => carry(player.color)}><${Patch} color=${player.color} /> ${say(player.color)} ${haveText(player)}<//>`)}
      ${tray && html`<${Button} key="tray" onClick=${() => carry("tray")}>${say("tray")}<//>`}
    </div></div>
    <${Button} quiet onClick=${back}>${say("held-back")}<//>
  </section>`;
}
