// A token out of the bag: which one came, named by its faction where people draw by hand, or left to the table's chance.
import { el } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { token } from "../drawn.js";
import { word } from "../words.js";

/** What is asked while a draw is due; `may` says whether the token may be `named`, and whether it may come by `chance`. */
export function drawing(view, may, send) {
  const [space, ...later] = view.due.filter(({ step }) => step === "draw").map((step) => step.space);
  const named = (faction) => el("button", { type: "button", class: "offer", "data-draw": faction, onclick: () => send({ do: "draw", token: faction }) },
    token(faction), " ", word(faction));
  return [
    el("p", { class: "drawing" }, say("tudor-draw-for", { space }), later.length ? ` ${say("tudor-draw-later", { spaces: later.join(", ") })}` : ""),
    ...(may.chance ? [el("button", { type: "button", class: "do", "data-do": "draw", onclick: () => send({ do: "draw" }) }, say("tudor-field-by-chance"))] : []),
    ...(may.named ? [
      el("div", { class: "offer-group", role: "group", "aria-label": say("tudor-draw-which") },
        el("span", { class: "label" }, say("tudor-draw-which")), view.factions.map(named)),
      el("p", { class: "hint" }, say("tudor-draw-gate")),
    ] : []),
  ];
}
