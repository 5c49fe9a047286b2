// The best plan for a castle, worked out by the table when somebody asks.
import { el, mark, whenChanged } from "../../../shared/dom.js";
import { explained } from "../../../shared/rules.js";
import { say } from "../../../shared/strings.js";

export function createAdvice(acts) {
  const ask = el("button", { type: "button", onclick: askNow }, say("advice-ask"));
  const told = el("ul", { "aria-live": "polite" });
  const element = el("section", { class: "card advice", hidden: true }, el("h2", {}, say("advice")), ask, told);
  let color = null;
  let moment = 0; // a plan is for the castle and the state that it was asked for

  const forget = whenChanged(() => {
    moment += 1;
    told.replaceChildren();
  });

  async function askNow() {
    const asked = moment;
    const plan = await acts.advice(color);
    if (plan === null || asked !== moment) return;
    told.replaceChildren(...plan.text.map((line) => el("li", {}, explained(line))));
  }

  function draw(view) {
    color = view.phase === "statues" ? view.waiting_for?.color : null;
    mark(element, { hidden: !color });
    if (color) mark(ask, { "aria-label": `${say("advice-ask")} ${say(color)}` });
    forget([color, view.seq]);
  }

  return { element, draw };
}
