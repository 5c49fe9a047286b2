// Break something: every fault of the simulated parts by name, to switch on and to mend.
import { el, mark, whenChanged } from "../shared/dom.js";
import { say } from "../shared/strings.js";

export function createFaults(acts) {
  const list = el("ul", {});
  const element = el("details", { class: "faults" }, el("summary", {}, say("faults")), el("p", {}, say("faults-lead")), list);

  const redraw = whenChanged((faults) => list.replaceChildren(...faults.map((fault) => row(fault, acts))));

  function draw(_view, table) {
    mark(element, { hidden: table === null });
    redraw(table?.faults ?? []);
  }

  return { element, draw };
}

function row({ name, places, present }, acts) {
  const spots = places.length > 0 ? places : [""];
  return el(
    "li",
    { class: present.length > 0 && "broken" },
    el("b", {}, say(`fault-${name}`)),
    spots.map((place) => {
      const broken = present.includes(place);
      const label = place === "" ? say(broken ? "faults-mend" : "faults-break") : say(place);
      const toggle = () => acts.fault(name, place, !broken);
      return el("button", { type: "button", class: "quiet", "aria-pressed": String(broken), onclick: toggle }, label);
    }),
    el("p", {}, say(`fault-${name}-what`), " ", el("i", {}, say("faults-does")), " ", say(`fault-${name}-does`)),
  );
}
