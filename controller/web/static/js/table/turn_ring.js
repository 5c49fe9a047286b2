// The time that the house gives a turn: a ring that drains; the browser counts down by itself.
import { el, mark, svg, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";

const ROUND = 100;
const TICK_MS = 250;

/** Draws `view.turn_timer`, nothing where there is none. */
export function createTurnRing() {
  const sand = svg("circle", { class: "sand", cx: 20, cy: 20, r: 14, pathLength: ROUND });
  const seconds = el("b", {});
  const element = el("div", { class: "turn-ring", role: "timer", "aria-label": say("turn-timer"), hidden: true },
    svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, svg("circle", { class: "rim", cx: 20, cy: 20, r: 14 }), sand),
    seconds);
  let timer = null;
  let received_ms = 0;
  let speed = 1;
  let ticks = false;

  function tick() {
    ticks = false;
    mark(element, { hidden: timer === null });
    if (timer === null) return;
    const left = Math.max(0, timer.left_s - (speed * (performance.now() - received_ms)) / 1000);
    mark(sand, { "stroke-dasharray": `${(ROUND * left) / timer.total_s} ${ROUND}` });
    mark(element, { "data-up": left === 0 });
    write(seconds, left > 0 ? say("turn-timer-left", { left: Math.ceil(left) }) : say("turn-timer-up"));
    if (left > 0) {
      ticks = true;
      setTimeout(tick, TICK_MS);
    }
  }

  function draw(view, table) {
    timer = view.turn_timer ?? null;
    speed = table?.speed ?? 1;
    received_ms = view.received_ms;
    if (!ticks) tick();
  }

  return { element, draw };
}
