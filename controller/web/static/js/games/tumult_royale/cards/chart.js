// The game as a chart, when it is over: statues and supporters of each player, round by round, and where all ended.
import { named } from "../../../shared/cloth.js";
import { courseLink } from "../../../shared/course_link.js";
import { el, whenChanged } from "../../../shared/dom.js";
import { lineChart } from "../../../shared/line_chart.js";
import { say } from "../../../shared/strings.js";

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
      courseLink(),
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

function figure(what, course, players, least) {
  const lines = players.map(({ color }) => ({ color, name: say(color), dash: DASHES[color], values: course.map((point) => point.players[color][what]) }));
  return lineChart(say(`chart-${what}`), course.map(({ round }) => round), lines, least);
}
