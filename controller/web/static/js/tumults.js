// This round's tumults with their numbers and the rules behind them.
import { el, icon, whenChanged } from "./dom.js";
import { named } from "./players.js";
import { count, say } from "./strings.js";
import { still } from "./tiles.js";

export function createTumults() {
  const list = el("ul", {});
  const element = el("section", { class: "card tumults", hidden: true }, el("h2", {}, say("tumults")), list);

  const redraw = whenChanged(({ tumults, known }) => {
    element.hidden = tumults.length === 0;
    list.replaceChildren(...tumults.map((tumult) => drawTumult(tumult, known)));
  });

  function draw(view) {
    const known = (view.players ?? []).flatMap((player) => player.castle ?? []);
    redraw({ tumults: view.tumults ?? [], known });
  }

  return { element, draw };
}

function drawTumult(tumult, known) {
  const faceOf = (tile) => (typeof tile === "string" ? known.find((face) => face.id === tile) : tile);
  const back = (tumult.returned ?? []).map(faceOf);
  return el(
    "li",
    {},
    el("h3", {}, icon(tumult.commodity), say(tumult.commodity), el("span", {}, say("tumult.left", tumult)), rule("TR-3.1")),
    el("p", {}, named(tumult.greediest), " ", say("tumult.greediest", tumult), rule("TR-3.4"), rule("TR-3.5")),
    drawReturned(tumult, tumult.kept && faceOf(tumult.kept), back),
  );
}

/** What goes back, tile by tile where the page has seen the faces. */
function drawReturned(tumult, kept, back) {
  if (back.length === 0) return el("p", {}, say("tumult.keeps.all"), rule("TR-3.7"));
  const seen = kept && back.every(Boolean);
  return el("p", { class: "moved" },
    seen
      ? [say("tumult.kept"), still(kept), say("tumult.returned"), back.map(still)]
      : count("tumult.back", back.length),
    rule("TR-3.6"));
}

function rule(id) {
  return el("code", {}, id);
}
