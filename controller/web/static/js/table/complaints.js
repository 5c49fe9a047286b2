// What the table refused lately, and at which castle.
import { named } from "../shared/cloth.js";
import { el, whenChanged } from "../shared/dom.js";
import { explained } from "../shared/rules.js";
import { say } from "../shared/strings.js";

export function createComplaints() {
  const list = el("ul", {});
  const element = el("section", { class: "card complaints" }, el("h2", {}, say("complaints")), list);

  const redraw = whenChanged((complaints) => {
    const rows = complaints.map(({ castle, text }) =>
      el("li", { class: "complaint" }, castle ? named(castle) : el("b", {}, say("complaints-table")), ": ", explained(text)));
    list.replaceChildren(...(rows.length > 0 ? rows : [el("li", { class: "hint" }, say("complaints-none"))]));
  });

  function draw(view) {
    redraw(view.complaints ?? []);
  }

  return { element, draw };
}
