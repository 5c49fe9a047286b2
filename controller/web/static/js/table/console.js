// The table's console: display, knob, spinner, hourglass, and how fast a simulated table's time passes.
import { pressable } from "../lib/carry.js";
import { Button, Card } from "../lib/design.js";
import { Named } from "../lib/pieces.js";
import { play } from "../lib/sound.js";
import { say } from "../lib/texts.js";
import { html, useClock, useEffect, useLayoutEffect, useMoving, useRef, useState } from "../lib/view.js";
import { arrowTurns, botActs, Buttons } from "./parts.js";

const SPEEDS = [1, 5, 100];
const SECTORS = ["#f0d48a", "#9cc5a6", "#e9a98c", "#a9c0dd"]; // one after the other

/** `due`: the knob is what the next step needs. `children` stand below the dials. */
export function Console({ view, table, acts, due, nameOf = say, children }) {
  const told = (view.complaints ?? []).find((one) => one.castle === null);
  if (table === null) return null;
  const turn = (way, sign) => html`<${Button} class="turn" aria-label=${say(`knob-${way}`)} onClick=${() => acts.press(`knob:${way}`)}>${sign}<//>`;
  return html`<${Card} class="console" aria-label=${say("console")} data-knob-due=${due && !botActs(view, table) && !arrowTurns(view, table) ? "" : null} data-step=${view.waiting_for?.step}>
    <${Display} view=${view} />
    ${told && html`<p key=${told.text} class="complaint" role="alert">${told.text}</p>`}
    <div class="dials">
      ${table.sectors.length > 0 && html`<${Spinner} table=${table} />`}
      <div class="knobs">
        ${turn("left", "◀")}
        <${Button} class="knob" aria-label=${say("knob-label")} title=${say("knob-label")} ...${pressable((long) => acts.press("knob", long))}><span>${say("knob-press")}</span><//>
        ${turn("right", "▶")}
      </div>
      <${Hourglass} view=${view} />
    </div>
    ${children}
    <div class="answers">${view.players?.map(({ color, gate = color }) => table.bots?.includes(gate) || html`<${Buttons} key=${gate} color=${gate} name=${nameOf(color)} table=${table} acts=${acts}><${Named} color=${color} name=${nameOf(color)} /><//>`)}</div>
    <${Speeds} view=${view} table=${table} acts=${acts} />
  <//>`;
}

/** How fast the time of a simulated table passes, while a game is played. */
export const Speeds = ({ view, table, acts }) => table && !view.waiting_for?.over && html`<div class="speeds" role="group" aria-label=${say("speed")}><span>${say("speed")}</span>
  ${SPEEDS.map((speed) => html`<${Button} key=${speed} quiet aria-pressed=${String(speed === (table.speed ?? 1))} onClick=${() => acts.post("/api/table/speed", { speed })}>${say(`speed-${speed}`)}<//>`)}</div>`;

/** The display's real picture, one request at a time: versions that came while one was on its way are skipped. */
function Display({ view }) {
  const [version, words] = [useMoving(({ oled_version: of }) => of), useMoving(({ oled_text: text }) => text)];
  const [shown, show] = useState(version);
  const picture = useRef();
  const next = () => show(version);
  useLayoutEffect(() => { if (picture.current?.complete ?? true) next(); }, [version]);
  const out = view.devices?.find(({ name, ok }) => name === "oled" && !ok);
  if (out) return html`<p class="oled">${say("device-bad", { name: out.label })}</p>`;
  const text = words?.length ? words.join(" ") : (view.waiting_for?.text ?? "");
  return html`<div class="oled"><img ref=${picture} width="128" height="64" alt=${say("oled", { text })} src=${`/oled.png?v=${shown}`} onLoad=${next} onError=${next} /></div>`;
}

/** The sectors clockwise from the home mark at the top, and the arrow where the motor really is. */
export function Spinner({ table }) {
  const shown = useRef(0);
  const arrow_deg = useMoving(({ arrow_deg: now }) => now) ?? 0;
  // The shorter way round: from 359 to 1 degree is a small step forward.
  shown.current += ((((arrow_deg - shown.current) % 360) + 540) % 360) - 180;
  let from_deg = 0;
  return html`<svg class="spinner" viewBox="0 0 100 100" role="img" aria-label=${say("arrow", { degrees: Math.round(arrow_deg) })}>
    ${table.sectors.map(({ number, degrees }, at) => {
      const middle_deg = from_deg + degrees / 2;
      const turn = `rotate(${from_deg - 90} 50 50)`; // a circle is drawn from three o'clock
      from_deg += degrees;
      return html`<g key=${at}><circle class="sector" stroke=${SECTORS[number % 4]} cx="50" cy="50" r="23" pathLength="360" stroke-dasharray=${`${degrees} 360`} transform=${turn} />
        <text x="50" y="13" transform=${`rotate(${middle_deg} 50 50) rotate(${-middle_deg} 50 13)`}>${number}</text></g>`;
    })}
    <circle class="rim" cx="50" cy="50" r="46" />
    <path class="arrow" style=${{ rotate: `${shown.current}deg` }} d="M50 21l6 11h-3.5v24a4 4 0 1 1-5 0V32H44z" />
    <path fill="#b3321c" d="M50 0l4 6h-8z" />
  </svg>`;
}

/** Seconds that are left of a `timer`, null for none: the browser counts down by itself from what was left when the view came. */
export function useSecondsLeft(timer, view) {
  const flows = timer !== null && !timer.paused;
  const now_ms = useClock(flows);
  const gone_s = flows ? ((view.pace ?? 1) * (now_ms - view.received_ms)) / 1000 : 0;
  return Math.max(0, (timer?.left_s ?? 0) - gone_s);
}

const runningGlass = ({ hourglass }) => (hourglass?.state === "running" && hourglass.used !== false ? hourglass : null);

/** The sand of `view.hourglass`; nothing where the game does not use it. */
function Hourglass({ view }) {
  const { hourglass } = view;
  const running = runningGlass(view);
  const left = useSecondsLeft(running, view);
  if (!hourglass || hourglass.used === false) return null;
  const share = hourglass.state === "idle" ? 1 : left / hourglass.total_s;
  const words = { idle: say("hourglass-idle", { total: hourglass.total_s }), running: say("hourglass-left", { left: Math.ceil(left) }), stopped: say("hourglass-stopped") };
  return html`<div class="hourglass" role="timer" aria-label=${say("hourglass")} data-state=${hourglass.state} data-short=${running && left <= 5 ? "" : null}>
    <i style=${{ "--share": share }} />
    <b class="seconds">${hourglass.paused ? say("hourglass-paused") : (words[hourglass.state] ?? "")}</b>
  </div>`;
}

/** The time that runs, as large digits and a bar for the head of the page: the hourglass, or what the house gives a turn. */
export function Clock({ view }) {
  const glass = runningGlass(view);
  const timer = glass ?? view.turn_timer ?? null;
  const left = useSecondsLeft(timer, view);
  const last = timer !== null && left > 0 && left <= 5 ? Math.ceil(left) : 0;
  useEffect(() => { if (last > 0) play("sand"); }, [last]);
  if (timer === null) return null;
  return html`<div class="clock" role="timer" aria-label=${say(glass ? "hourglass" : "turn-timer")} data-glass=${glass ? "" : null} data-short=${left <= 5 ? "" : null}>
    <span>${glass || left > 0 ? say("hourglass-left", { left: Math.ceil(left) }) : say("turn-timer-up")}</span>
    ${timer.paused ? html`<small>${say("hourglass-paused")}</small>` : html`<span class="glass-bar"><i style=${{ scale: `${left / timer.total_s} 1` }} /></span>`}
  </div>`;
}
