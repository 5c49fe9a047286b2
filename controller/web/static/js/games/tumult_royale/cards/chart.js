// The game as a chart, when it is over: statues and supporters of each player, round by round, and where all ended.
import { named } from "../../../shared/cloth.js";
import { el, svg, whenChanged } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";

const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 24;
const BOTTOM = 20;
const DASHES = { blue: "", yellow: "7 3", purple: "2 3", grey: "9 3 2 3" };

export function createChart(acts) {
  const body = el("div", {});
  const element = el("section", { class: "card chart", hidden: true }, el("h2", {}, say("chart")), body);

  const redraw = whenChanged(async ({ seq, players, most }) => {
    element.hidden = seq === null;
    const course = seq === null ? null : await acts.course();
    if (course === null || course.length === 0) return;
    const standing = [...players].sort((one, other) => other.placed - one.placed || one.rank - other.rank);
    body.replaceChildren(
      table(standing),
      figure("placed", course, players, most),
      figure("supporters", course, players),
    );
  });

  function draw(view) {
    const over = view.phase === "over";
    redraw({ seq: over ? view.seq : null, players: over ? view.players : [], most: view.statues_each });
  }

  return { element, draw };
}

function table(standing) {
  return el("table", {},
    el("thead", {}, el("tr", {}, el("td", {}), el("th", { scope: "col" }, say("chart-placed")), el("th", { scope: "col" }, say("chart-supporters")))),
    el("tbody", {}, standing.map(({ color, placed, supporters }) =>
      el("tr", {}, el("th", { scope: "row" }, named(color)), el("td", {}, String(placed)), el("td", {}, String(supporters))))));
}

/** Lines differ in colour, dash and the name at their end. */
function figure(what, course, players, least = 0) {
  const most = Math.max(least, ...course.flatMap((point) => players.map(({ color }) => point.players[color][what])));
  const last = Math.max(1, course.at(-1).round);
  const x = (round) => LEFT + ((WIDTH - LEFT - 8) * round) / last;
  const y = (value) => 8 + (HEIGHT - BOTTOM - 8) * (1 - value / most);
  const words = players.map(({ color }) => `${say(color)}: ${course.map((point) => point.players[color][what]).join(", ")}`);
  const ticks = [0, Math.round(most / 2), most];
  return el("figure", {},
    el("figcaption", {}, say(`chart-${what}`)),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${say(`chart-${what}`)}. ${words.join("; ")}` },
      ticks.map((value) => [
        svg("line", { class: "grid", x1: LEFT, x2: WIDTH - 8, y1: y(value), y2: y(value) }),
        svg("text", { x: LEFT - 4, y: y(value) + 3, "text-anchor": "end" }, String(value)),
      ]),
      course.map(({ round }) =>
        svg("text", { x: x(round), y: HEIGHT - 4, "text-anchor": "middle" }, String(round))),
      players.map(({ color }) =>
        svg("polyline", {
          class: `line of-${color}`,
          "stroke-dasharray": DASHES[color],
          points: course.map((point) => `${x(point.round)},${y(point.players[color][what])}`).join(" "),
        })),
      players.map(({ color }) => marker(color, x(course.at(-1).round), y(course.at(-1).players[color][what])))));
}

function marker(color, x, y) {
  return svg("rect", { class: `end of-${color}`, x: x - 6, y: y - 6, width: 12, height: 12, rx: 3, fill: `url(#cloth-${color})` });
}
