// The table's console: display, knob, spinner, hourglass, and how fast a simulated table's time passes.
import { el, mark, write } from "../shared/dom.js";
import { pressable } from "../shared/press.js";
import { say } from "../shared/strings.js";
import { createOled } from "./oled.js";
import { createSpinner } from "./spinner.js";

const SPEEDS = [1, 5, 100];

/** `more` is the game's part below the dials; the knob shines where it is what `nextStep(view)` needs. */
export function createConsole(acts, { hourglass, nextStep, more }) {
  const oled = createOled();
  const spinner = createSpinner();
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
    more.element,
    speeds,
  );

  function draw(view, table) {
    hourglass.draw(view, table);
    more.draw(view);
    for (const button of speeds.querySelectorAll("button")) {
      mark(button, { "aria-pressed": String(Number(button.dataset.speed) === (table?.speed ?? 1)) });
    }
    const told = (view.complaints ?? []).find((one) => one.castle === null);
    mark(complaint, { hidden: !told });
    write(complaint, told?.text ?? "");
    const simulated = table !== null;
    mark(hand, { hidden: !simulated });
    mark(spinner.element, { hidden: !table?.sectors.length });
    mark(element, { "data-knob-due": nextStep(view).by === "knob" });
    oled.draw(view, table);
    if (table?.sectors.length) spinner.draw(table);
  }

  return { element, draw };
}
