// The king's console: display, knob, spinner, hourglass, and what the people want.
import { createDemand } from "../games/tumult_royale/demand.js";
import { el, mark, write } from "../shared/dom.js";
import { createOled } from "./oled.js";
import { pressable } from "../shared/press.js";
import { createSpinner } from "./spinner.js";
import { say } from "../shared/strings.js";

const SPEEDS = [1, 5, 100];

/** The parts of a simulated table's console, and how fast its time passes. */
export function createConsole(acts, hourglass) {
  const oled = createOled();
  const spinner = createSpinner();
  const demand = createDemand();
  const complaint = el("p", { class: "complaint", role: "alert", hidden: true });
  const knob = pressable(
    el("button", { type: "button", class: "knob", "aria-label": say("knob-label"), title: say("knob-label") }, el("span", {}, say("knob-press"))),
    (long) => acts.press("knob", long),
  );
  const turn = (way, sign) =>
    el("button", { type: "button", class: "turn", "aria-label": say(`knob-${way}`), onclick: () => acts.press(`knob:${way}`) }, sign);
  const hand = el("div", { class: "knobs" }, turn("left", "◀"), knob, turn("right", "▶"));
  const speeds = el("div", { class: "speeds", role: "group", "aria-label": say("speed") }, el("span", {}, say("speed")),
    SPEEDS.map((speed) => el("button", { type: "button", class: "quiet", "data-speed": speed, onclick: () => acts.speed(speed) }, say(`speed-${speed}`))));
  const element = el(
    "section",
    { class: "card console", "aria-label": say("console") },
    oled.element,
    complaint,
    el("div", { class: "dials" }, spinner.element, hand, hourglass.element),
    demand.element,
    speeds,
  );

  function draw(view, table) {
    hourglass.draw(view, table);
    demand.draw(view);
    for (const button of speeds.querySelectorAll("button")) {
      mark(button, { "aria-pressed": String(Number(button.dataset.speed) === (table?.speed ?? 1)) });
    }
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
