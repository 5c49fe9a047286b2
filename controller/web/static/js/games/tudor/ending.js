// The end of a game: what brought each player's prestige, and how it grew round by round.
import { courseLink } from "../../shared/course_link.js";
import { el, icon, whenChanged } from "../../shared/dom.js";
import { lineChart } from "../../shared/line_chart.js";
import { say } from "../../shared/strings.js";
import { figure } from "./drawn.js";
import { word } from "./words.js";

const DASHES = { yellow: "7 3", blue: "", red: "2 3", green: "9 3 2 3" };
const WHILE_PLAYED = { 4: "offices", 5: "crowded" }; // scoring cards that bring prestige before the end

export function createEnding(acts) {
  const body = el("div", {});
  const element = el("section", { class: "card chart", hidden: true }, el("h2", {}, say("tudor-ending")), body);

  const redraw = whenChanged(async ({ seq, players, final, scoring, winners }) => {
    element.hidden = seq === null;
    const course = seq === null ? null : await acts.course();
    if (!course?.length) return;
    const standing = [...players].sort((one, other) => winners.includes(other.color) - winners.includes(one.color) || other.prestige - one.prestige);
    body.replaceChildren(
      table(standing, sources(scoring, final, course.at(-1).sources), winners),
      lineChart(say("tudor-ending-course"), course.map(({ round }) => round), players.map(({ color }) => ({
        color, name: word(color), dash: DASHES[color] ?? "4 4", values: course.map(({ prestige }) => prestige[color]),
      }))),
      courseLink(),
    );
  });

  function draw({ phase, seq, players, final, scoring, winners }) {
    redraw(phase === "over" && final ? { seq, players: players.map(({ color, prestige }) => ({ color, prestige })), final, scoring, winners } : { seq: null });
  }

  return { element, draw };
}

/** Each source by name, with what it brought to a colour. */
function sources(scoring, final, brought) {
  return [
    ...scoring.map((card, at) => [
      say("tudor-ending-card", { card, what: say(`tudor-scoring-short-${card}`) }),
      (color) => (card in WHILE_PLAYED ? brought[color][WHILE_PLAYED[card]] : final[color].scoring[at]),
    ]),
    [say("tudor-garter"), (color) => final[color].garter],
    ...(Object.values(brought).some(({ corrected }) => corrected !== 0) ? [[say("tudor-ending-corrected"), (color) => brought[color].corrected]] : []),
  ];
}

function table(standing, rows, winners) {
  const head = ({ color }) => el("th", { scope: "col", title: word(color) }, figure(color), winners.includes(color) ? icon("crown") : null, el("span", { class: "spoken" }, word(color)));
  return el("table", { class: "scores" },
    el("thead", {}, el("tr", {}, el("td", {}), standing.map(head))),
    el("tbody", {}, rows.map(([name, of]) =>
      el("tr", {}, el("th", { scope: "row" }, name), standing.map(({ color }) => el("td", {}, String(of(color))))))),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, say("tudor-ending-prestige")), standing.map(({ prestige }) => el("td", {}, String(prestige))))));
}
