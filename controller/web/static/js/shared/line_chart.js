// A chart of lines, a player each, that differ in colour, dash and the cloth at their end.
import { el, svg } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 24;
const BOTTOM = 20;

/**
 * `lines`: `{ color, name, dash, values }`, a value for each of the `rounds`, numbers that grow. The scale begins at 0,
 * or below it where a value does, and reaches `least` at any rate. `caption` says what is drawn.
 */
export function lineChart(caption, rounds, lines, least = 1) {
  const all = lines.flatMap(({ values }) => values);
  const most = Math.max(least, ...all);
  const fewest = Math.min(0, ...all);
  const last = Math.max(1, rounds.at(-1));
  const x = (round) => LEFT + ((WIDTH - LEFT - 8) * round) / last;
  const y = (value) => 8 + (HEIGHT - BOTTOM - 8) * (1 - (value - fewest) / (most - fewest));
  const words = lines.map(({ name, values }) => `${name}: ${values.join(", ")}`);
  const ticks = [fewest, Math.round((fewest + most) / 2), most];
  return el("figure", {},
    el("figcaption", {}, caption),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${caption}. ${words.join("; ")}` },
      ticks.map((value) => [
        svg("line", { class: "grid", x1: LEFT, x2: WIDTH - 8, y1: y(value), y2: y(value) }),
        svg("text", { x: LEFT - 4, y: y(value) + 3, "text-anchor": "end" }, String(value)),
      ]),
      rounds.map((round) => svg("text", { x: x(round), y: HEIGHT - 4, "text-anchor": "middle" }, String(round))),
      lines.map(({ color, dash, values }) =>
        svg("polyline", {
          class: `line of-${color}`,
          "stroke-dasharray": dash,
          points: values.map((value, at) => `${x(rounds[at])},${y(value)}`).join(" "),
        })),
      lines.map(({ color, values }) => marker(color, x(rounds.at(-1)), y(values.at(-1))))));
}

function marker(color, x, y) {
  return svg("rect", { class: `end of-${color}`, x: x - 6, y: y - 6, width: 12, height: 12, rx: 3, fill: `url(#cloth-${color})` });
}
