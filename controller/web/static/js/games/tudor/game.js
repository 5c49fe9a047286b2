// Tudor on the page: its faces, what it waits for, and how it stands; see `loadGame`.
import { say } from "../../lib/texts.js";
import { html } from "../../lib/view.js";
import { Complaints, Desk, Devices, Faults, PieceEntry, Story } from "../../table/cards.js";
import { Console } from "../../table/console.js";
import { botActs, Face } from "../../table/parts.js";
import { Board, BoardOnly } from "./board.js";
import { Cards, Ending, Own } from "./cards.js";
import { Choices } from "./choices.js";
import { NOTHING, useChoosing } from "./choosing.js";
import { playerName, word } from "./pieces.js";

export { Setup } from "./setup.js";
export { Symbols } from "./symbols.js";

export const tileName = ({ id, kind, faction }) => `${say(`tudor-${kind}-of`, { faction: word(faction) })} · ${id}`;
export const styles = [new URL("../../../css/games/tudor.css", import.meta.url).href];

/** The steps of a turn are not told apart by the table: whether a figure is to be activated, to act, or the turn to end. */
function step(view) {
  const { step: due } = view.waiting_for;
  if (due !== "actions") return due;
  const may = (deed) => view.offers.some((offer) => offer.do === deed);
  return may("activate") ? "activate" : may("act") ? "act" : "end";
}

export const tour = {
  game: { options: { "tudor-cards": "first" } },
  hint: (name) => `tudor-tour-${name}`,
  steps: ["rings", "hands", "assignment", "chairs", "lords", "turns", "activate", "act", "draw", "end", "round"],
  stops: {
    chairs: ({ phase, round }) => phase === "lords" || phase === "actions" || round > 1,
    turns: ({ phase, round }) => phase === "actions" || round > 1,
    round: ({ round }) => round > 1,
  },
  step,
  values: (view) => ({ rounds: view.rounds }),
};

export const Status = ({ view }) =>
  html`<span class="round">${view.round ? say("round", { number: view.round, of: view.rounds }) : ""}</span><span class="mode">${say(`tudor-phase-${view.phase ?? "none"}`)}</span>`;

export function outcome(view) {
  if (view.phase !== "over" || !view.winners) return null;
  return { color: view.winners[0], text: say("tudor-won", { count: view.winners.length, players: view.winners.map(playerName).join(", ") }) };
}

export const nameOf = playerName;
export const cloth = (view) => view.to_act;
export const prompt = (view) => (view.to_act ? say(`tudor-prompt-${view.waiting_for?.step}`, { player: playerName(view.to_act) }, "") : "");

export function nextStep(view) {
  if (view.waiting_for?.over) return { text: say("tudor-do-new_game"), by: "new_game" };
  return view.waiting_for?.step === "confirm" ? { text: say("tudor-do-confirm"), by: "knob" } : { text: "", by: null };
}

const story = (view) => html`<${Cards} view=${view} /><${Story} view=${view} /><${Devices} view=${view} />`;

/** What was refused, by players instead of castles. */
const Refused = ({ view }) => html`<${Complaints} view=${{ ...view, complaints: view.complaints?.map((one) => ({ ...one, castle: view.players?.find(({ gate }) => gate === one.castle)?.color ?? one.castle })) }} nameOf=${nameOf} />`;

/** The virtual table: Tudor drawn to be played, on simulated parts. */
export function Table({ view, table, acts, newGame, rests }) {
  const seen = { ...view, simulated: table !== null, offers: rests || botActs(view, table) ? [] : view.offers };
  const choosing = useChoosing(seen, acts.act);
  return html`<${Face} board=${html`<${Ending} view=${seen} acts=${acts} newGame=${newGame} /><${Board} view=${seen} table=${table} acts=${acts} choosing=${choosing} />`}
    offers=${html`<${Choices} view=${seen} choosing=${choosing} />`}
    hand=${html`<${Console} view=${seen} table=${table} acts=${acts} due=${nextStep(view).by === "knob"} />`}
    story=${html`${story(seen)}<${Faults} table=${table} acts=${acts} />`} />`;
}

/** What everybody in the room may see, large enough for a television. */
export const Spectator = ({ view, acts }) =>
  html`<${Face} board=${html`<${Ending} view=${view} acts=${acts} /><${Board} view=${view} table=${null} acts=${acts} choosing=${NOTHING} />`} story=${story(view)} />`;

/** The board to tap, and everything that may be done by hand. */
export function Referee({ view, table, acts, newGame }) {
  const seen = { ...view, simulated: table !== null };
  const choosing = useChoosing(seen, acts.act);
  return html`<${Face} board=${html`<${Ending} view=${seen} acts=${acts} newGame=${newGame} /><${Board} view=${seen} table=${null} acts=${acts} choosing=${choosing} />`}
    offers=${html`<${Choices} view=${seen} choosing=${choosing} />`}
    handName="complaints" hand=${html`<${Desk} view=${seen} acts=${acts} /><${PieceEntry} view=${seen} acts=${acts} tileName=${tileName} /><${Refused} view=${seen} />`} story=${story(seen)} />`;
}

/** A player's own phone: what lies behind the screen, what may be done with it, and the board to tap. */
export function Seat({ view, table, seat, acts }) {
  const mine = seat?.view ?? null;
  const byHand = (offer) => offer.do === "draw" && table === null; // tokens come out of a real bag
  const seen = { ...view, offers: (mine?.offers ?? []).filter((offer) => !byHand(offer)), own: mine, simulated: table !== null };
  const choosing = useChoosing(seen, acts.fromSeat);
  return html`<${Face} board=${html`<${Ending} view=${seen} acts=${acts} /><${BoardOnly} view=${seen} acts=${acts} choosing=${choosing}><${Own} view=${seen} choosing=${choosing} /><//>`}
    offers=${html`<${Choices} view=${seen} choosing=${choosing} named=${false} />`}
    story=${html`${story(seen)}<${Refused} view=${seen} />`} />`;
}
