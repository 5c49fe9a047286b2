// The draws: to what the table has committed itself, and what it has opened since; asked for only while that is in sight.
import { el, mark, whenChanged } from "../shared/dom.js";
import { say } from "../shared/strings.js";

export function createDraws(acts) {
  const given = el("p", { class: "given", hidden: true }, say("draws-given"));
  const list = el("ol", {});
  const element = el("details", { class: "draws", ontoggle: () => draw(latest) },
    el("summary", {}, say("draws")), el("p", {}, say("draws-lead")), given, list);
  let latest = {};

  const redraw = whenChanged(async ({ commitment }) => {
    const draws = commitment === undefined ? null : await acts.draws();
    if (draws === null) return;
    const { standing, coming, opened } = draws;
    mark(given, { hidden: !standing.given });
    list.replaceChildren(
      line(say("draws-standing", { number: standing.n }), standing),
      standing.commitment === coming.commitment ? "" : line(say("draws-coming"), coming),
      ...opened.toReversed().map((draw) => line(say(`draws-${draw.kind}`, { number: draw.n, value: draw.drawn }), draw)),
    );
  });

  function draw(view) {
    latest = view;
    if (element.open) redraw({ commitment: view.draw?.commitment });
  }

  return { element, draw };
}

function line(words, { commitment, seed = null }) {
  return el("li", {}, el("b", {}, words), code("draws-commitment", commitment), seed && code("draws-seed", seed));
}

function code(key, octets) {
  return el("span", {}, say(key), " ", el("code", {}, octets));
}
