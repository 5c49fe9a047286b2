// The king's console: display, knob, spinner, hourglass, and what the people want.
import { el, mark, whenChanged, write } from "./dom.js";
import { createOled } from "./oled.js";
import { pressable } from "./press.js";
import { createSpinner } from "./spinner.js";
import { say } from "./strings.js";
import { chip } from "./tiles.js";

const COMMODITIES = ["bread", "marble", "tools"];

/** Knob and pictures need a simulated table; on real parts they stand on the table itself. */
export function createConsole(acts, hourglass) {
  const oled = createOled();
  const spinner = createSpinner();
  const demand = el("p", { class: "demand" });
  const complaint = el("p", { class: "complaint", role: "alert", hidden: true });
  const knob = pressable(
    el("button", { type: "button", class: "knob", "aria-label": say("knob.label"), title: say("knob.label") }, el("span", {}, say("knob.press"))),
    (long) => acts.press("knob", long),
  );
  const turn = (way, sign) =>
    el("button", { type: "button", class: "turn", "aria-label": say(`knob.${way}`), onclick: () => acts.press(`knob:${way}`) }, sign);
  const hand = el("div", { class: "knobs" }, turn("left", "◀"), knob, turn("right", "▶"));
  const element = el(
    "section",
    { class: "card console", "aria-label": say("console") },
    oled.element,
    complaint,
    el("div", { class: "dials" }, spinner.element, hand, hourglass.element),
    demand,
  );

  const drawDemand = whenChanged((wanted) => {
    demand.replaceChildren(say("demand"), ...COMMODITIES.map((name) =>
      chip(name, wanted[name] ?? say("demand.unknown"))));
  });

  function draw(view, table) {
    hourglass.draw(view);
    drawDemand(view.demand ?? {});
    const told = (view.complaints ?? []).find((one) => one.castle === null);
    mark(complaint, { hidden: !told });
    write(complaint, told?.text ?? "");
    const simulated = table !== null;
    mark(hand, { hidden: !simulated });
    mark(spinner.element, { hidden: !table?.sectors.length });
    mark(element, { "data-step": view.waiting_for?.step });
    oled.draw(view, table);
    if (table?.sectors.length) spinner.draw(table);
  }

  return { element, draw };
}
