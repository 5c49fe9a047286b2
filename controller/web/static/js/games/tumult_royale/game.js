// Tumult Royale on the page: its faces, what it waits for, and how it stands; see `loadGame`.
import { say } from "../../lib/texts.js";
import { fetched, html, useMemo, useState } from "../../lib/view.js";
import { Devices, Faults, Story } from "../../table/cards.js";
import { Console } from "../../table/console.js";
import { botActs, Face, Felt, HeldTile, isBot, personAt, tileCarry } from "../../table/parts.js";
import { Choices, Chronicle, Demand, Ending, Payment, Prices } from "./cards.js";
import { Country } from "./country.js";
import { faceText, People, Tile, Ward } from "./pieces.js";

export { Staged } from "./cards.js";
export { tileName } from "./pieces.js";

export const Setup = fetched(() => import("./setup.js"), "Setup");
export const styles = [new URL("../../../css/games/tumult_royale.css", import.meta.url).href];

export const tour = {
  game: { options: { variant: "classic", map: "tracked" } },
  hint: (name) => `tour-${name}`,
  steps: ["place_first", "spin", "set_aside", "collect", "rob", "confirm", "count", "tumult", "build", "crown", "mercy"],
  stops: { collect: ({ waiting_for: { step, color } }, own) => step === "collect" && color !== own },
  scenes: { count: "count", tumult: "tumult", crowned: "crown", mercy: "mercy" },
  step: (view) => view.waiting_for.step,
  values: ({ hourglass, rounds, scene }) => {
    const { left = {}, wanted, commodity, color } = scene?.drawn ?? {};
    const counted = Object.keys(left).map((name) => `${say(name)}: ${say("tumult-left", { left: left[name], demand: wanted[name] })}`).join("; ");
    return { seconds: hourglass.total_s, rounds, king: say(color), counted, commodity: say(commodity), greediest: say(color) };
  },
};

export function Status({ view }) {
  return html`<span class="round">${view.round ? say("round", { number: view.round, of: view.rounds }) : ""}</span>
    <span class="mode">${say(`phase-${view.waiting_for?.step === "collect" ? "taxes" : view.phase ?? "none"}`)}</span>
    <span class="supply">${view.round ? say("supply", { number: view.supply }) : ""}</span>`;
}

export function outcome(view) {
  if (view.phase !== "over" || !view.winner) return null;
  return { color: view.winner, text: say("winner-is", { color: personAt(view, view.winner, say(view.winner)) }) };
}

/** Whether people judge the step themselves, without a map. */
const isBlind = (view) => view.map !== "tracked" && ["place_first", "reveal"].includes(view.waiting_for?.step);

/** What the one to act is to do; of a bot, what it does, and in how many `seconds` if they are counted. */
export function prompt(view, name, seconds = -1) {
  const { step, color } = view.waiting_for ?? {};
  const owing = (step === "set_aside" && view.players?.filter(({ set_aside: laid }) => laid < 3)) || []; // TR-2.1
  if (owing.length > 0 && owing.length < view.players.length) return say("prompt-owing", { colors: owing.map((one) => personAt(view, one.color, say(one.color))).join(", ") });
  const values = { color: name ?? (color ? say(color) : ""), number: view.reveal?.count ?? 1, round: view.placement_round ?? 1, seconds };
  return (isBot(view, color) && say(`bot-${step}`, values, "")) || say(`prompt-${step}${isBlind(view) ? "-honour" : ""}`, values, "");
}

export function nextStep(view) {
  const step = view.waiting_for?.step;
  if (view.waiting_for?.over) return { text: say("do-new_game"), by: "new_game" };
  const by = isBlind(view) || ["spin", "collect", "confirm"].includes(step) ? "knob" : null;
  return { text: by ? say(`do-${step}${isBlind(view) ? "-honour" : ""}`, {}, "") : "", by, forBot: step === "collect" && view.players.some(({ color }) => !isBot(view, color)) };
}

/** The felt with the country in the middle and the people's tiles beside it. */
export function Board({ view, table, acts, hinted, turnUp, choose, lift = null }) {
  return html`<${Felt} view=${view} table=${table} acts=${acts} Ward=${Ward} lift=${lift} carry=${lift && tileCarry(acts, Tile)}
    board=${html`<${Country} view=${view} acts=${acts} hinted=${hinted} turnUp=${turnUp} choose=${choose} /><${Prices} view=${view} />`}
    heap=${html`${table && html`<${Demand} view=${view} />`}<${People} view=${view} table=${table} lift=${lift} />`} />`;
}

/** The virtual table: the physical table drawn to be played, on simulated parts; at the end it is only looked at. */
export function Table({ view, table, acts, rests }) {
  const [held, take] = useState(null);
  const [hinted, hint] = useState(null);
  const [chosen, choose] = useState(null);
  const reveal = useMemo(() => (slots) => acts.act({ do: "reveal", tiles: slots.map((slot) => ({ slot })) }), [acts]);
  const turnUp = rests || view.scene || view.question || botActs(view, table) ? null : reveal;
  return html`<${Face}
      board=${html`<${Ending} view=${view} acts=${acts} /><${Board} view=${view} table=${view.phase === "over" && !view.scene ? null : table} acts=${acts} hinted=${turnUp && hinted} turnUp=${turnUp} choose=${choose} lift=${take} />`}
      offers=${turnUp && html`<${Payment} view=${view} /><${Choices} view=${view} acts=${acts} hint=${hint} chosen=${chosen} choose=${choose} />`}
      hand=${html`<${Console} view=${view} table=${table} acts=${acts} due=${nextStep(view).by === "knob"}><${Demand} view=${view} /><//>`}
      story=${html`<${Story} view=${view} /><${Chronicle} view=${view} /><${Devices} view=${view} /><${Faults} table=${table} acts=${acts} />`} />
    <${HeldTile} held=${held} close=${() => take(null)} view=${view} table=${table} acts=${acts} Tile=${Tile} faceText=${faceText} haveText=${({ tiles }) => html`<small>${say("tiles", { number: tiles })}</small>`} />`;
}

/** What everybody in the room may see, large enough for a television; nothing is to be carried or pressed. */
export function Spectator({ view, acts }) {
  return html`<${Face} board=${html`<${Ending} view=${view} acts=${acts} /><${Board} view=${view} table=${null} acts=${acts} />`}
    offers=${html`${view.demand && html`<section class="card wants">${view.phase !== "over" && html`<${Demand} view=${view} />`}<${Chronicle} view=${view} /></section>`}<${Payment} view=${view} />`}
    story=${html`<${Story} view=${view} /><${Devices} view=${view} />`} />`;
}

/** The country to tap, what can be decided, and everything by hand. */
export const Referee = fetched(() => import("./referee.js"), "Referee");
