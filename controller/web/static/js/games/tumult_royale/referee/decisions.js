// What only the referee decides: the spinner's number, when the hourglass runs and has run out, the count, and back to it.
import { el, mark, whenChanged } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { counted } from "../players.js";
import { COMMODITIES } from "../tiles.js";

/** `element` has a button for each decision that is due, `back` leads back to the count. */
export function createDecisions(acts) {
  const element = el("div", { class: "passes" });
  const back = el("button", { type: "button", onclick: () => acts.correct({ amend: [], by_hand: true }) }, say("desk-back"));
  let numbers = []; // of the spinner
  const button = (words, action) => el("button", { type: "button", class: "do", onclick: () => acts.act(action) }, words);

  const redraw = whenChanged(({ phase, hourglass, step, demand, variant }) => {
    const due = [];
    if (phase === "sentiment") {
      const commodity = variant === "gambler" ? { commodity: COMMODITIES.find((name) => demand[name] === null) } : {};
      due.push(el("span", {}, say("desk-spin"), " ", commodity.commodity ? say(commodity.commodity) : ""),
        ...numbers.map((number) => button(String(number), { do: "spin", demand: number, ...commodity })),
        el("button", { type: "button", onclick: () => acts.act({ do: "forget_spin" }) }, say("desk-forget")));
    }
    if (step === "collect") due.push(button(say("desk-collect"), { do: "collect" }));
    if (hourglass === "running") due.push(button(say("desk-stop"), { do: "stop" }));
    if (hourglass === "stopped") due.push(button(say("desk-count"), { do: "count" }));
    element.replaceChildren(...due);
  });

  function draw(view) {
    redraw({ phase: view.phase, hourglass: view.hourglass?.state, step: view.waiting_for?.step, demand: view.demand, variant: view.variant, numbers });
    const before = view.phase === "sentiment" && view.round > 1; // the next round has begun
    mark(back, { hidden: !counted(view) && !before && view.phase !== "over" });
  }

  function unpack(box) {
    numbers = [...new Set(box.spinner.map((sector) => sector.demand))].sort();
  }

  return { element, back, draw, unpack };
}
