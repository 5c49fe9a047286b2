// The referee's buttons: the one decision that is due, a pause, a step back, and back to the count.
import { el, mark, whenChanged, write } from "../shared/dom.js";
import { counted } from "../shared/cloth.js";
import { say } from "../shared/strings.js";
import { COMMODITIES } from "../games/tumult_royale/tiles.js";

export function createDesk(acts) {
  const due = el("div", { class: "passes" });
  const pause = el("button", { type: "button" });
  const undo = el("button", { type: "button", onclick: () => acts.act({ do: "undo" }) }, say("desk-undo"));
  const back = el("button", { type: "button", onclick: () => acts.correct({ amend: [], by_hand: true }) }, say("desk-back"));
  const element = el("section", { class: "card desk" }, el("h2", {}, say("desk")), due, el("div", { class: "passes" }, pause, undo, back));
  let numbers = []; // of the spinner
  let paused = false;
  pause.addEventListener("click", () => acts.pause(!paused));

  const redraw = whenChanged(({ phase, hourglass, step, demand, variant }) => {
    const button = (key, action) => el("button", { type: "button", class: "do", onclick: () => acts.act(action) }, say(key));
    const buttons = [];
    if (phase === "sentiment") {
      const commodity = variant === "gambler" ? { commodity: COMMODITIES.find((name) => demand[name] === null) } : {};
      buttons.push(el("span", {}, say("desk-spin"), " ", commodity.commodity ? say(commodity.commodity) : ""),
        ...numbers.map((number) => el("button", { type: "button", class: "do", onclick: () => acts.act({ do: "spin", demand: number, ...commodity }) }, String(number))),
        el("button", { type: "button", onclick: () => acts.act({ do: "forget_spin" }) }, say("desk-forget")));
    }
    if (step === "collect") buttons.push(button("desk-collect", { do: "collect" }));
    if (hourglass === "running") buttons.push(button("desk-stop", { do: "stop" }));
    if (hourglass === "stopped") buttons.push(button("desk-count", { do: "count" }));
    due.replaceChildren(...buttons);
  });

  function draw(view) {
    const running = view.hourglass?.state === "running";
    paused = view.hourglass?.paused ?? false;
    redraw({ phase: view.phase, hourglass: view.hourglass?.state, step: view.waiting_for?.step, demand: view.demand, variant: view.variant, numbers });
    mark(pause, { hidden: !running });
    write(pause, say(paused ? "desk-go-on" : "desk-pause"));
    mark(undo, { hidden: (view.seq ?? 0) < 2 });
    const before = view.phase === "sentiment" && view.round > 1; // the next round has begun
    mark(back, { hidden: !counted(view) && !before && view.phase !== "over" });
  }

  function unpack(box) {
    numbers = [...new Set(box.spinner.map((sector) => sector.demand))].sort();
  }

  return { element, draw, unpack };
}
