// What a game of Tudor asks before it begins: colours, cards, who is first, and the board where people have laid it.
import { Choice } from "../../lib/design.js";
import { say } from "../../lib/texts.js";
import { html, useState } from "../../lib/view.js";
import { Space } from "./board.js";
import { playerName, Token, usualColor, word } from "./pieces.js";

const CARDS = { scoring: [1, 2, 3, 4, 5, 6], scenario: [1, 2, 3, 4, 5] };
const MOST = { scoring: 2, scenario: 1 };

export function Setup({ game, seats, given }) {
  const { box } = game;
  const [first, setFirst] = useState("");
  const [cards, setCards] = useState("first");
  const [picked, pick] = useState({ scoring: [], scenario: [] });
  const [board, setBoard] = useState("chance");
  const [{ laid, at }, lay] = useState({ laid: {}, at: null }); // by space: { faction, kind }; the space that is laid next
  const colorOf = (castle) => usualColor(castle, { castles: game.castles, colors: box.colors });
  const names = spacesFor(box, seats.length);
  given.value = () => {
    const players = seats.map((castle) => ({ color: colorOf(castle), gate: castle }));
    const dealt = players.every(({ color }) => color) ? { players } : {};
    if (seats.includes(first)) dealt.first = colorOf(first);
    if (cards === "picked" && picked.scoring.length > 0) dealt.scoring = picked.scoring;
    if (cards === "picked" && picked.scenario.length > 0) [dealt.scenario] = picked.scenario;
    if (board === "dealt") dealt.spaces = asLogged(laid, names, box);
    return { options: { "tudor-cards": cards === "first" ? "first" : "drawn" }, dealt };
  };
  const choice = (name, value, values, set) => html`<${Choice} legend=${say(`tudor-new-${name}`)} name=${name} options=${values} value=${value} onChange=${set} />`;
  const toPick = (of) => html`<div class="pick-cards" role="group" aria-label=${say(`tudor-new-${of}`)}><h3>${say(`tudor-new-${of}`)}</h3>${CARDS[of].map((card) => html`<button key=${card} type="button" class="pick-card" aria-pressed=${String(picked[of].includes(card))}
    onClick=${() => pick({ ...picked, [of]: picked[of].includes(card) ? picked[of].filter((one) => one !== card) : [...picked[of], card].slice(-MOST[of]) })}><b>${card}</b><b>${say(`tudor-${of}-short-${card}`)}</b><small>${say(`tudor-${of}-${card}`, box)} ${(of === "scoring" && { 1: box.alike, 3: box.different }[card]?.join(", ")) || ""}</small></button>`)}</div>`;
  return html`<div class="setup">
    ${choice("first", seats.includes(first) ? first : "", [["", say("tudor-new-drawn")], ...seats.map((castle) => [castle, playerName(colorOf(castle))])], setFirst)}
    ${choice("cards", cards, ["first", "drawn", "picked"].map((one) => [one, say(`tudor-new-cards-${one}`)]), setCards)}
    ${cards === "picked" && html`${toPick("scoring")}${toPick("scenario")}`}<p class="hint">${say(`tudor-new-cards-${cards}-how`)}</p>
    ${choice("board", board, ["chance", "dealt"].map((one) => [one, say(`tudor-new-board-${one}`)]), setBoard)}
    ${board === "dealt" && html`<${Lay} box=${box} players=${seats.length} names=${names} laid=${laid} at=${at} lay=${lay} />`}
    <p class="hint">${say("tudor-new-practice")}</p></div>`;
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
    <div class="throne-grid" style=${{ "--columns": (box.columns[players] ?? []).length }}>${names.map((name) => html`<${Space} key=${name} name=${name} at=${`${rows - Number(name.slice(1)) + 1} / ${name.charCodeAt(0) - 64}`}
      faction=${laid[name]?.faction ?? null} kind=${laid[name]?.kind} step=${-1} from=${name === chosen} lit=${name === chosen} taps choosing=${{ atSpace: (space) => () => tap(space) }} />`)}</div>
    <p class="hint" role="status">${say("tudor-lay-left", { spaces: names.length - here.length, influence: left("influence"), intrigue: left("intrigue") })}</p>
    <div class="lay-palette" role="group" aria-label=${say("tudor-lay-palette")}>${["influence", "intrigue"].flatMap((kind) => box.factions.map((faction) => html`<button key=${`${faction} ${kind}`} type="button" class="lay-pair"
      aria-label=${`${word(faction)}, ${word(kind)}`} title=${`${word(faction)}, ${word(kind)}`} onClick=${() => put(faction, kind)}><${Token} faction=${faction} /><${Token} faction=${kind} kind="round-token" /></button>`))}</div></div>`;
}
