// Any game that brings no drawings of its own: castles, gates and pieces from what its contract gives, and all that every table has.
import { Button, Card, Choice } from "../lib/design.js";
import { Patch } from "../lib/pieces.js";
import { say } from "../lib/texts.js";
import { html, useMoving, useState } from "../lib/view.js";
import { Complaints, Desk, Devices, Faults, PieceEntry, Podium, Story } from "../table/cards.js";
import { Console } from "../table/console.js";
import { Face, Felt, HeldTile, tileCarry } from "../table/parts.js";

/** What every view has, whatever is played. */
const FRAME = new Set(["game", "seq", "draw", "unwritten", "resumed", "question", "locked", "waiting_for", "hourglass", "turn_timer", "countdown", "to_move",
  "voice", "story", "complaints", "devices", "errands", "scene", "bots", "players", "outcome", "received_ms", "offers", "said", "practice", "checks", "pace", "called", "remark", "menu_open"]);

export const Status = ({ view }) => (view.round ? html`<span class="round">${say("round", { number: view.round, of: view.rounds ?? "?" })}</span>` : null);
export const outcome = () => null;
export const prompt = () => "";
export const nextStep = ({ waiting_for: due }) => (due?.over ? { text: say("new-open"), by: "new_game" } : { text: say("next-knob"), by: due?.knob ? "knob" : null });
export const styles = [];
export const tour = null;

/** A name or value of a view as the game calls it (the text `GAME-WORD` of its `names.ftl`), or else the table. */
const named = (view, word) => say(`${view.game}-${word}`.replaceAll("_", "-"), {}, say(String(word ?? "–").replaceAll("_", " ")));

/** Faces as the table gives them, in words. */
const inWords = (view, face) => face && Object.values(face).map((value) => named(view, value));
const faceText = (face) => face.join(" ");

/** An action without its player, in words. */
const moveText = (view, value) => (Object(value) === value ? Object.entries(value).filter(([name]) => name !== "player").map(([, part]) => moveText(view, part)).join(" ") : named(view, value));

/** A piece's face in words, or its back. */
const Piece = ({ face }) => html`<span class=${face ? "face plain-piece" : "back plain-piece"}>${face ? faceText(face) : "♛"}</span>`;

/** A piece of the box by what is printed on it, and its id. */
export const tileName = ({ id, kind, ...printed }, view) => [...Object.values(printed).map((value) => named(view, value)), id].join(" · ");

/** Names and values; what lies deeper is another list. */
function Facts({ of, view }) {
  const shown = (value) => (value === null || typeof value !== "object" ? named(view, value)
    : Array.isArray(value) ? value.map((each, at) => html`<span key=${at}>${at > 0 ? ", " : ""}${shown(each)}</span>`) : html`<${Facts} of=${value} view=${view} />`);
  return html`<dl class="facts">${Object.entries(of).map(([name, value]) => html`<div key=${name}><dt>${named(view, name)}</dt><dd>${shown(value)}</dd></div>`)}</dl>`;
}

function Pieces({ tiles, lift }) {
  return html`<div class="heap">${tiles.map((tile) => html`<button key=${tile.handle} type="button" class="tile" data-handle=${tile.handle}
    aria-label=${tile.face ? faceText(tile.face) : say("held-blind")} onClick=${(event) => lift({ ...tile, button: event.currentTarget })}><${Piece} face=${tile.face} /></button>`)}</div>`;
}

function Ward({ player: { color, ...facts }, tiles, view, name, complaint, lift }) {
  return html`<header>${name}</header><div class="stats">${complaint}<${Facts} of=${facts} view=${view} /></div><${Pieces} tiles=${tiles.filter(({ where }) => where === "castle")} lift=${lift} />`;
}

/** Numbers that every player has, such as how far a runner has come: a lane for each, which ends at the view's `goal`, or else at the leader. */
function Lanes({ view }) {
  const { players } = view;
  const names = Object.keys(players[0] ?? {}).filter((name) => players.every((player) => typeof player[name] === "number"));
  return names.map((name) => html`<section key=${name} class="lanes"><h2>${named(view, name)}</h2>${players.map((player) => html`<div key=${player.color} class=${`lane of-${player.color}`}>
    <span class="plain-piece" style=${{ "--way": Math.max(0, player[name]) / Math.max(1, view.goal ?? 0, ...players.map((one) => one[name])) }}><${Patch} color=${player.color} />${player[name]}</span></div>`)}</section>`);
}

/** Castles of a view that names none are those of the table. */
function useSeated(view, table) {
  const players = (view.players ?? []).filter(({ color }) => color);
  const lamps = useMoving((value) => value.lamps);
  const castles = Object.keys((table && lamps) ?? {}).map((color) => ({ color }));
  return { ...view, players: players.length > 0 ? players : view.seq > 0 ? castles : [] };
}

/** How a game ended: its winners first, then the others by their points. */
function Ending({ view, players }) {
  const { winners, points } = view.outcome;
  const standing = players.map(({ color }) => ({ color, name: say(color), score: points[color] }));
  standing.sort((one, other) => winners.includes(other.color) - winners.includes(one.color) || (other.score ?? 0) - (one.score ?? 0));
  return html`<${Card} class="ending"><${Podium} title=${say("the-end")} drawn=${false} standing=${standing} /><//>`;
}

function Board({ view, table, acts, lift = () => {} }) {
  const seen = useSeated(view, table);
  const state = Object.fromEntries(Object.entries(view).filter(([name]) => !FRAME.has(name)));
  const places = Map.groupBy((table?.tiles ?? []).filter(({ where }) => where !== "castle" && where !== "out"), ({ where }) => where);
  return html`${view.outcome && html`<${Ending} view=${view} players=${seen.players} />`}
    <${Felt} view=${seen} table=${table} acts=${acts} Ward=${Ward} lift=${lift} carry=${table && tileCarry(acts, Piece)}
    board=${html`<div class="plain-board"><${Facts} of=${state} view=${view} /><${Lanes} view=${seen} /></div>`}
    heap=${[...places].map(([where, tiles]) => html`<section key=${where} class="people"><h2>${named(view, where)}</h2><${Pieces} tiles=${tiles} lift=${lift} /></section>`)} />`;
}

export function Table({ view, table: parts, acts: deeds }) {
  const [held, take] = useState(null);
  const table = parts && { ...parts, tiles: parts.tiles.map((tile) => ({ ...tile, face: inWords(view, tile.face) })) };
  const acts = { ...deeds, lift: async (handle) => inWords(view, await deeds.lift(handle)) };
  return html`<${Face} board=${html`<${Board} view=${view} table=${table} acts=${acts} lift=${take} />
      <${HeldTile} held=${held} close=${() => take(null)} view=${useSeated(view, table)} table=${table} acts=${acts} Tile=${Piece} faceText=${faceText} />`}
    hand=${html`<${Console} view=${view} table=${table} acts=${acts} due=${nextStep(view).by === "knob"} />`}
    story=${html`<${Story} view=${view} /><${Devices} view=${view} /><${Faults} table=${table} acts=${acts} />`} />`;
}

export const Spectator = ({ view, acts }) => html`<${Face} board=${html`<${Board} view=${view} table=${null} acts=${acts} />`} story=${html`<${Story} view=${view} /><${Devices} view=${view} />`} />`;

export function Referee({ view, acts }) {
  return html`<${Face} board=${html`<${Board} view=${view} table=${null} acts=${acts} />`}
    handName="tab-desk" hand=${html`<${Desk} view=${view} acts=${acts} /><${PieceEntry} view=${view} acts=${acts} tileName=${(tile) => tileName(tile, view)} /><${Complaints} view=${view} />`} story=${html`<${Story} view=${view} /><${Devices} view=${view} />`} />`;
}

/** A castle's hand as its own people see it, and the moves that are theirs now. */
function Hand({ seat, view, acts }) {
  if (!seat?.castle) return null;
  const { moves = [], ...held } = seat.view ?? {};
  return html`<${Card} class="own-hand"><h2><span class="named"><${Patch} color=${seat.castle} />${say("seat-of", { castle: say(seat.castle) })}</span></h2>
    ${Object.keys(held).length > 0 ? html`<${Facts} of=${held} view=${view} />` : html`<p>${say("seat-nothing")}</p>`}
    ${moves.length > 0 && html`<div class="moves" role="group" aria-label=${say("seat-moves")}>
      ${moves.map((move) => html`<${Button} key=${moveText(view, move)} onClick=${() => acts.fromSeat(move)}>${moveText(view, move)}<//>`)}</div>`}
  <//>`;
}

export const Seat = ({ view, seat, acts }) =>
  html`<${Face} board=${html`<${Hand} seat=${seat} view=${view} acts=${acts} />`} story=${html`<${Story} view=${view} /><${Complaints} view=${view} />`} />`;

/** What any game leaves to the house, in the words of the knob's menu. */
export function Setup({ game, given }) {
  const [chosen, choose] = useState({});
  const value = (key) => chosen[key] ?? Object.keys(game.choices[key])[0];
  given.value = () => ({ options: Object.fromEntries(Object.keys(game.choices).map((key) => [key, value(key)])) });
  return Object.entries(game.choices).map(([key, words]) => html`<${Choice} key=${key} legend=${say("new-choice")} name=${`choice-${key}`}
    options=${Object.entries(words)} value=${value(key)} onChange=${(one) => choose({ ...chosen, [key]: one })} />`);
}
