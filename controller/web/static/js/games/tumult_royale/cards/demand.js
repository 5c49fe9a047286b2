// What the people want of each commodity this round.
import { el, whenChanged } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { chip, COMMODITIES } from "../tiles.js";

export function createDemand() {
  const element = el("p", { class: "demand" });

  const redraw = whenChanged((wanted) => {
    element.replaceChildren(say("demand"), ...COMMODITIES.map((name) => chip(name, wanted[name] ?? say("demand-unknown"))));
  });

  function draw(view) {
    redraw(view.demand ?? {});
  }

  return { element, draw };
}
