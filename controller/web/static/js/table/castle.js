// One castle: its name, its gate, its buttons and lamps; what its player has is drawn by the game.
import { patch } from "../shared/cloth.js";
import { el, mark, write } from "../shared/dom.js";
import { pressable } from "../shared/press.js";
import { say } from "../shared/strings.js";

/**
 * The castle of a colour. `ward` is the game's part of it: `beside` its name, `elements` below, `draw(player, view, table)`.
 * `draw` takes the same.
 */
export function createCastle(color, acts, ward) {
  const name = say(color);
  const complaint = el("p", { class: "complaint", role: "alert", hidden: true });
  const lamps = el("span", { class: "lamps", role: "img" }, el("i"), el("i"), el("i"));
  const button = (answer, words) =>
    pressable(el("button", { type: "button", class: answer, "aria-label": words }, say(answer)), (long) =>
      acts.press(`${answer}:${color}`, long));
  const buttons = el("div", { class: "buttons" }, lamps,
    button("yes", say("yes-of", { color: name })), button("no", say("no-of", { color: name })));
  const gate = el("div", { class: "gate", "data-gate": color }, el("span", { class: "arch" }, el("span", {}, say("gate"))));
  const element = el(
    "section",
    { class: `castle of-${color}`, "aria-label": say("castle", { color: name }), "data-castle": color },
    el("div", { class: "ward" },
      el("header", {}, patch(color), el("h2", {}, name), ward.beside),
      ward.elements,
      complaint,
      buttons),
    gate,
  );

  function draw(player, view, table) {
    mark(element, { "data-acting": view.waiting_for?.color === color });
    ward.draw(player, view, table);

    const told = (view.complaints ?? []).find((one) => one.castle === color);
    mark(complaint, { hidden: !told });
    write(complaint, told?.text ?? "");

    const lit = table?.lamps?.[color];
    mark(buttons, { hidden: !lit });
    if (lit) {
      [...lamps.children].forEach((lamp, place) => mark(lamp, { class: lit[place] ? "lit" : "" }));
      mark(lamps, { "aria-label": say("lamps", { lit: lit.filter(Boolean).length }) });
    }
    mark(gate, { hidden: table === null, "data-field-on": table?.rf?.[color] ?? false });
  }

  return { element, draw };
}
