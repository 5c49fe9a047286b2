// This round's tumults with their numbers and the rules behind them.
import { named } from "../../../shared/cloth.js";
import { el, icon, whenChanged } from "../../../shared/dom.js";
import { ruleButton } from "../../../shared/rules.js";
import { say } from "../../../shared/strings.js";
import { still } from "../tiles.js";

export function createTumults() {
  const list = el("ul", {});
  const element = el("section", { class: "card tumults", hidden: true }, el("h2", {}, say("tumults")), list);

  const redraw = whenChanged((tumults) => {
    element.hidden = tumults.length === 0;
    list.replaceChildren(...tumults.map(drawTumult));
  });

  function draw(view) {
    redraw(view.tumults ?? []);
  }

  return { element, draw };
}

function drawTumult(tumult) {
  return el(
    "li",
    {},
    el("h3", {}, icon(tumult.commodity), say(tumult.commodity), el("span", {}, say("tumult-left", tumult)), ruleButton("TR-3.1")),
    el("p", {}, named(tumult.greediest), " ", say("tumult-greediest", tumult), ruleButton("TR-3.4"), ruleButton("TR-3.5")),
    drawReturned(tumult),
  );
}

function drawReturned({ kept, returned }) {
  if (returned.length === 0) return el("p", {}, say("tumult-keeps-all"), ruleButton("TR-3.7"));
  return el("p", { class: "moved" },
    say("tumult-kept"), still(kept), say("tumult-returned"), returned.map(still), ruleButton("TR-3.6"));
}
