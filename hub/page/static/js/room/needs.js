// Where somebody is needed, longest first; a steward says that he comes.
import { el, keyed, mark, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { now } from "./clock.js";

/** `come(need)` says that somebody comes; null where nobody here may. */
export function createNeeds(come) {
  const list = el("ul", {});
  const element = el("section", { class: "needs", "aria-labelledby": "needs-title", hidden: true },
    el("h2", { id: "needs-title" }, say("room-needs")), list);
  let shown = [];

  function make(need) {
    const button = el("button", { type: "button", class: "do", onclick: () => come(need) }, say("room-come"));
    return el("li", {}, el("b", {}), el("span", { class: "why" }), el("span", { class: "since" }),
      el("span", { class: "taken" }), come === null ? null : button);
  }

  function update(row, need) {
    const [table, why, since, taken, button] = row.children;
    write(table, need.name);
    write(why, say(`need-${need.code}`, { devices: need.devices }));
    write(since, lasted(need.since_s));
    write(taken, need.taken ? say("room-taken") : "");
    mark(row, { "data-code": need.code, "data-taken": need.taken });
    if (button) mark(button, { hidden: need.taken, "aria-label": `${say("room-come")}: ${need.name}` });
  }

  function draw({ needs, cards }) {
    shown = needs.map((need) => ({ ...need, name: cards[need.table]?.name ?? need.table, devices: (cards[need.table]?.lost ?? []).join(", ") }));
    tick();
  }

  function tick() {
    keyed(list, shown, (need) => `${need.table} ${need.code}`, make, update);
    mark(element, { hidden: shown.length === 0 });
  }

  return { element, draw, tick };
}

/** For how long something has been so, in words. */
function lasted(since_s) {
  const minutes = Math.floor((now() - since_s) / 60);
  return minutes < 1 ? say("room-since-now") : say("room-since", { number: minutes });
}
