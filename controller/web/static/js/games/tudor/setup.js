// What a game of Tudor asks before it begins: colours, cards, who is first, and the board where people have laid it.
import { Choice, Field } from "../../lib/design.js";
import { say } from "../../lib/texts.js";
import { html, useState } from "../../lib/view.js";
import { playerName, RoundToken, Token, usualColor, word } from "./pieces.js";

const SCORING = ["1", "2", "3", "4", "5", "6"];
const SCENARIOS = ["1", "2", "3", "4", "5"];
const BY_CHANCE = { "tudor-cards": "drawn" }; // whatever is not dealt
const ROUNDS = ["influence", "intrigue"];

export function Setup({ game, seats, given }) {
  const { box } = game;
  const [first, setFirst] = useState("");
  const [cards, setCards] = useState({ "scoring-0": "1", "scoring-1": "4", "scenario-0": "2" });
  const [board, setBoard] = useState("chance");
  const [{ laid, at }, lay] = useState({ laid: {}, at: null }); // by space: { faction, kind }; the space that is laid next
  const colorOf = (castle) => usualColor(castle, { castles: game.castles, colors: box.colors });
  const names = spacesFor(box, seats.length);
  given.value = () => {
    const picked = (...keys) => keys.map((key) => cards[key]).filter(Boolean).map(Number);
    const players = seats.map((castle) => ({ color: colorOf(castle), gate: castle }));
    const dealt = players.every(({ color }) => color) ? { players } : {};
    const [scoring, [scenario]] = [picked("scoring-0", "scoring-1"), picked("scenario-0")];
    if (seats.includes(first)) dealt.first = colorOf(first);
    if (scoring.length > 0) dealt.scoring = scoring;
    if (scenario) dealt.scenario = scenario;
    if (board === "dealt") dealt.spaces = asLogged(laid, names, box);
    return { options: BY_CHANCE, dealt };
  };
  const card = (key, name, values, at) => html`<select key=${key} name=${key} aria-label=${`${say(`tudor-new-${name}`)} ${at}`} value=${cards[key]} onInput=${(event) => setCards({ ...cards, [key]: event.target.value })}>
    <option value="">${say("tudor-new-drawn")}</option>${values.map((value) => html`<option key=${value} value=${value}>${`${value}: ${say(`tudor-${name}-short-${value}`)}`}</option>`)}</select>`;
  return html`<div class="setup">
    <${Field} label=${say("tudor-new-first")} name="first" value=${first} onInput=${(event) => setFirst(event.target.value)} options=${[["", say("tudor-new-drawn")], ...seats.map((castle) => [castle, playerName(colorOf(castle))])]} />
    <fieldset class="picks"><legend>${say("tudor-new-scoring")}</legend>${card("scoring-0", "scoring", SCORING, 1)}${card("scoring-1", "scoring", SCORING, 2)}</fieldset>
    <fieldset class="picks"><legend>${say("tudor-new-scenario")}</legend>${card("scenario-0", "scenario", SCENARIOS, 1)}</fieldset>
    <${Choice} legend=${say("tudor-new-board")} name="board" options=${["chance", "dealt"].map((one) => [one, say(`tudor-new-board-${one}`)])} value=${board} onChange=${setBoard} />
    ${board === "dealt" && html`<${Lay} box=${box} players=${seats.length} names=${names} laid=${laid} at=${at} lay=${lay} />`}</div>`;
}

/** The spaces of the side of the board for so many players, column by column, each from below. */
const spacesFor = (box, players) => (box.columns[players] ?? []).flatMap((height, column) => Array.from({ length: height }, (_, row) => `${String.fromCharCode(65 + column)}${row + 1}`));

/** As the game log has them (TU-0.5); of equal tokens of a faction the first ones of the box. */
function asLogged(laid, names, box) {
  const left = Object.fromEntries(box.factions.map((faction) => [faction, box.tokens.filter((one) => one.faction === faction).map((one) => one.id)]));
  return Object.fromEntries(Object.entries(laid).filter(([name]) => names.includes(name)).map(([name, { faction, kind }]) => [name, { round: kind, token: left[faction].shift() ?? "" }]));
}

/** A board as people have laid it: which tokens lie on each space, entered by tapping. */
function Lay({ box, players, names, laid, at, lay }) {
  const chosenOf = (space) => (names.includes(space) ? space : names[0]);
  const chosen = chosenOf(at);
  const rows = Math.max(0, ...names.map((name) => Number(name.slice(1))));
  const without = players === 2 ? box.two_players_without : { influence: 0, intrigue: 0 };
  const here = names.filter((name) => laid[name]);
  const left = (kind) => box.round_tokens[kind] - without[kind] - here.filter((name) => laid[name].kind === kind).length;

  /** A second tap on a space clears it. */
  const tap = (name) => lay((now) => {
    const { [name]: _, ...others } = now.laid;
    return { laid: name === chosenOf(now.at) ? others : now.laid, at: name };
  });
  const put = (faction, kind) => lay((now) => {
    const space = chosenOf(now.at);
    const after = { ...now.laid, [space]: { faction, kind } };
    const next = names.find((name, place) => place > names.indexOf(space) && !after[name]) ?? names.find((name) => !after[name]) ?? space;
    return { laid: after, at: next };
  });
  return html`<div class="lay setup"><p class="hint">${say("tudor-lay-how")}</p>
    <div class="throne-grid" style=${{ "--columns": (box.columns[players] ?? []).length }}>${names.map((name) => {
      const lies = laid[name];
      const words = `${name}: ${lies ? `${word(lies.faction)}, ${word(lies.kind)}` : say("tudor-lay-empty")}`;
      return html`<button key=${name} type="button" class="space" data-lay=${name} aria-label=${words} title=${words} aria-pressed=${String(name === chosen)} data-lit=${name === chosen ? "" : null} data-empty=${lies ? null : ""}
        style=${{ "grid-area": `${rows - Number(name.slice(1)) + 1} / ${name.charCodeAt(0) - 64}` }} onClick=${() => tap(name)}>${lies && html`<${Token} faction=${lies.faction} /><${RoundToken} kind=${lies.kind} />`}<span class="name" aria-hidden="true">${name}</span></button>`;
    })}</div>
    <p class="hint" role="status">${say("tudor-lay-left", { spaces: names.length - here.length, influence: left("influence"), intrigue: left("intrigue") })}</p>
    <div class="lay-palette" role="group" aria-label=${say("tudor-lay-palette")}>${ROUNDS.flatMap((kind) => box.factions.map((faction) => html`<button key=${`${faction} ${kind}`} type="button" class="lay-pair"
      aria-label=${`${word(faction)}, ${word(kind)}`} title=${`${word(faction)}, ${word(kind)}`} onClick=${() => put(faction, kind)}><${Token} faction=${faction} /><${RoundToken} kind=${kind} /></button>`))}</div></div>`;
}
