// The hourglass: the browser counts down by itself from what was left when the view came.
import { el, mark, svg, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";

const TOP = 6;
const BULB = 40;
const BOTTOM = 54;
/** In this time the sand of the usual glass moves by a pixel or two; drawing it oftener costs a phone's battery and shows little. */
const GRAIN_MS = 250;

/** Draws the sand of `view.hourglass`, nothing where the game does not use it; `clock` is the same time as a bar for the head of the page. */
export function createHourglass() {
  const above = svg("rect", { class: "sand", x: 0, width: 64, "clip-path": "url(#bulb-above)" });
  const below = svg("rect", { class: "sand", x: 0, width: 64, "clip-path": "url(#bulb-below)" });
  const stream = svg("line", { class: "stream", x1: 32, x2: 32, y1: TOP + BULB, y2: BOTTOM + BULB });
  const seconds = el("b", { class: "seconds" });
  const element = el(
    "div",
    { class: "hourglass", role: "timer", "aria-label": say("hourglass") },
    svg(
      "svg",
      { viewBox: "0 0 64 100", "aria-hidden": "true" },
      svg("defs", {},
        svg("clipPath", { id: "bulb-above" }, svg("path", { d: "M14 6h36c0 20-12 28-16 40h-4C26 34 14 26 14 6z" })),
        svg("clipPath", { id: "bulb-below" }, svg("path", { d: "M14 94h36c0-20-12-28-16-40h-4c-4 12-16 20-16 40z" }))),
      svg("path", { class: "glass", d: "M14 6h36c0 20-12 28-15 44 3 16 15 24 15 44H14c0-20 12-28 15-44C26 34 14 26 14 6z" }),
      above, stream, below,
      svg("path", { class: "wood", d: "M8 2h48v5H8zM8 93h48v5H8z" })),
    seconds,
  );
  const sand = el("i");
  const digits = el("span", {});
  const clock = el("div", { class: "clock", "aria-hidden": "true", hidden: true }, digits, el("span", { class: "glass-bar" }, sand));
  let hourglass = { state: "idle", total_s: 0, left_s: 0 };
  let received_ms = 0;
  let speed = 1;
  let running = false;

  function left_s() {
    const gone_s = flows() ? (speed * (performance.now() - received_ms)) / 1000 : 0;
    return Math.max(0, (hourglass.state === "idle" ? hourglass.total_s : hourglass.left_s) - gone_s);
  }

  function flows() {
    return hourglass.state === "running" && !hourglass.paused;
  }

  function pour() {
    const left = hourglass.state === "stopped" ? 0 : left_s();
    const share = hourglass.total_s > 0 ? left / hourglass.total_s : 1;
    mark(above, { y: TOP + BULB * (1 - share), height: BULB * share });
    mark(below, { y: BOTTOM + BULB * share, height: BULB * (1 - share) });
    mark(stream, { visibility: flows() && left > 0 ? "visible" : "hidden" });
    mark(element, { "data-state": hourglass.state, "data-short": hourglass.state === "running" && left <= 5 });
    const idle = say("hourglass-idle", { total: hourglass.total_s });
    const words = { idle, running: say("hourglass-left", { left: Math.ceil(left) }), stopped: say("hourglass-stopped") };
    write(seconds, hourglass.paused ? say("hourglass-paused") : (words[hourglass.state] ?? ""));
    mark(clock, { hidden: hourglass.state !== "running", "data-short": left <= 5 });
    write(digits, words.running);
    sand.style.setProperty("scale", `${share} 1`);
    running = flows() && left > 0;
    if (running) setTimeout(requestAnimationFrame, GRAIN_MS, pour);
  }

  function draw(view, table) {
    mark(element, { hidden: view.hourglass?.used === false });
    if (!view.hourglass) return;
    speed = table?.speed ?? 1;
    hourglass = view.hourglass;
    received_ms = view.received_ms;
    if (!running) pour();
  }

  return { element, clock, draw };
}
