// Tudor on the page: its faces, what it waits for, and how it stands; see `loadGame`.
import { ask } from "../../lib/api.js";
import { language, say } from "../../lib/texts.js";
import { fetched, html } from "../../lib/view.js";
import { Complaints, Desk, Devices, Faults, PieceEntry, Story } from "../../table/cards.js";
import { Console } from "../../table/console.js";
import { botActs, Face, isBot, personAt } from "../../table/parts.js";
import { Board, BoardOnly } from "./board.js";
import { Cards, Ending, Own } from "./cards.js";
import { Choices } from "./choices.js";
import { NOTHING, useChoosing } from "./choosing.js";
import { playerName, usualColor, word } from "./pieces.js";

export { Staged } from "./cards.js";

export const Setup = fetched(() => import("./setup.js"), "Setup");
export const tileName = ({ id, kind, faction }) => `${say(`tudor-${kind}-of`, { faction: word(faction) })} · ${id}`;
export const styles = [new URL("../../../css/games/tudor.css", import.meta.url).href];

/** The steps of a turn are not told apart by the table: whether a figure is to be activated, to act, or the turn to end. */
function step({ waiting_for: due, offers = [], turn }) {
  if (due?.step !== "actions") return due?.step;
  if (offers.length === 0) return turn?.figure ? "act" : "activate"; // a seat sees no offers of others
  const may = (deed) => offers.some((offer) => offer.do === deed);
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

const OF_A_TURN = ["actions", "draw", "ring", "token"]; // steps that are told from the view of the turn
const OF_ROUND_ENDED = ["column", "round-ended"]; // scenes that are shown once the next one has begun

export const Status = ({ view }) =>
  html`<span class="round">${view.round ? say("round", { number: view.round - (view.phase !== "over" && OF_ROUND_ENDED.includes(view.scene?.name)), of: view.rounds }) : ""}</span><span class="mode">${say(`tudor-phase-${view.phase ?? "none"}`)}</span>`;

export function outcome(view) {
  if (view.phase !== "over" || !view.winners) return null;
  return { color: view.winners[0], text: say("tudor-won", { count: view.winners.length, players: view.players.filter(({ color }) => view.winners.includes(color)).map(({ color, gate }) => personAt(view, gate, playerName(color))).join(", ") }) };
}

export const nameOf = playerName;

/** Seats have the colours of their figures. */
export function seatOf(castle, { players = [] }, box = null) {
  const color = players.find(({ gate }) => gate === castle)?.color ?? (box ? usualColor(castle, box) : castle);
  return { color, name: playerName(color) };
}
export const cloth = (view) => view.to_act;

/** What the one to act is to do; of a bot, what it does. */
export function prompt(view, name) {
  const { to_act: acts, players = [], due = [], turn, numbers, round } = view;
  if (!acts) return "";
  const { gate, unworn, to_place: left, supply } = players.find(({ color }) => color === acts) ?? {};
  const player = name ?? playerName(acts);
  const now = step(view) === "assignment" && supply === 0 ? "no-supply" : step(view) === "act" && !turn?.figure ? "no-figure" : step(view);
  const all = numbers?.assigned[round === 1 ? 0 : 1];
  const number = !unworn ? null : now === "rings" ? unworn.length + 1 : now === "assignment" && all > 1 ? all - left + 1 : null;
  const nth = number === null ? "" : say("tudor-nth", { number });
  const told = isBot(view, gate) || (!view.players && OF_A_TURN.includes(view.waiting_for.step)); // a room knows the step alone
  if (told) return say(`tudor-bot-${view.waiting_for?.step}`, { player, nth }, say("tudor-bot-actions", { player })).replace("  ", " ");
  return say(`tudor-prompt-${now}`, { player, nth, space: due[0]?.space, column: due[0]?.column, token: word(due[0]?.kind), figure: say(turn?.figure?.chair === "lord" ? "tudor-lord" : "tudor-courtier"), chamber: turn?.figure?.chamber }, "").replace("  ", " ");
}

export function nextStep(view) {
  if (view.waiting_for?.over) return { text: say("tudor-do-new_game"), by: "new_game" };
  return view.waiting_for?.step === "confirm" ? { text: say("tudor-do-confirm"), by: "knob" } : { text: "", by: null };
}

const story = (view) => html`<${Cards} view=${view} /><${Story} view=${view} /><${Devices} view=${view} seatOf=${seatOf} />`;

/** The virtual table: Tudor drawn to be played, on simulated parts. The only person among bots sees the own cards here, as `seat`. */
export function Table({ view, table, seat, acts, rests }) {
  const own = seat?.view ?? null;
  const seen = { ...view, own, simulated: table !== null, offers: rests || view.scene || botActs(view, table) ? [] : (own?.offers ?? view.offers) };
  const choosing = useChoosing(seen, async (action) => {
    const { ok, value, message } = await ask(`/api/actions?language=${language()}`, action);
    if (!ok) acts.complain(message);
    else if (!value.accepted && table !== null) acts.press("knob"); // what waits for a yes was chosen by people who have the knob, too
  });
  return html`<${Face} board=${html`<${Ending} view=${seen} acts=${acts} /><${Board} view=${seen} table=${table} acts=${acts} choosing=${choosing} />`}
    offers=${html`<${Choices} view=${seen} choosing=${choosing} undo=${Boolean(view.turn?.figure || view.turn?.done.length || view.due?.length)} />`}
    hand=${html`<${Console} view=${seen} table=${table} acts=${acts} nameOf=${playerName} due=${nextStep(view).by === "knob"} />`}
    story=${html`${story(seen)}<${Faults} table=${table} acts=${acts} />`} />`;
}

/** What everybody in the room may see, large enough for a television. */
export const Spectator = ({ view, table, acts }) =>
  html`<${Face} board=${html`<${Ending} view=${view} acts=${acts} /><${Board} view=${{ ...view, simulated: table !== null }} table=${null} acts=${acts} choosing=${NOTHING} />`} story=${story(view)} />`;

/** The board to tap, and everything that may be done by hand. */
export function Referee({ view, table, acts }) {
  const seen = { ...view, simulated: table !== null };
  const choosing = useChoosing(seen, acts.act);
  return html`<${Face} board=${html`<${Ending} view=${seen} acts=${acts} /><${Board} view=${seen} table=${null} acts=${acts} choosing=${choosing} />`}
    offers=${html`<${Choices} view=${seen} choosing=${choosing} />`}
    handName="tab-desk" hand=${html`<${Desk} view=${seen} acts=${acts} /><${PieceEntry} view=${seen} acts=${acts} tileName=${tileName} /><${Complaints} view=${seen} seatOf=${seatOf} />`} story=${story(seen)} />`;
}

/** A player's own phone: what lies behind the screen, what may be done with it, and the board to tap. */
export function Seat({ view, table, seat, acts }) {
  const mine = seat?.view ?? null;
  const byHand = (offer) => offer.do === "draw" && table === null; // tokens come out of a real bag
  const seen = { ...view, offers: view.scene ? [] : (mine?.offers ?? []).filter((offer) => !byHand(offer)), own: mine, simulated: table !== null };
  const choosing = useChoosing(seen, acts.fromSeat);
  return html`<${Face} board=${html`<${Ending} view=${seen} acts=${acts} /><${BoardOnly} view=${seen} acts=${acts} choosing=${choosing}><${Own} view=${seen} choosing=${choosing} /><//>`}
    offers=${html`<${Choices} view=${seen} choosing=${choosing} />`}
    story=${html`${story(seen)}<${Complaints} view=${seen} seatOf=${seatOf} />`} />`;
}
