// What lies beside the board: rings of the stand, the stacks of cards, the bag.
import { el, icon, mark, whenChanged } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { carried, ring, token } from "./drawn.js";
import { createLying } from "./lying.js";
import { word } from "./words.js";

export function createStock(choosing) {
  const rings = el("div", { class: "stand" });
  const stacks = el("div", { class: "stacks" });
  const bag = el("span", { class: "bag" });
  const top = el("span", { class: "token face-down", title: say("tudor-bag-top") }, icon("crown"));
  const element = el("section", { class: "stock", "aria-label": say("tudor-stock") },
    part("tudor-stand", rings), part("tudor-stacks", stacks), el("div", { class: "part" }, top, bag));

  const redraw = whenChanged(({ stand, cards, left, handles, drawn }) => {
    rings.replaceChildren(...stand.map((one, at) => drawRing(one, handles[at])));
    stacks.replaceChildren(...Object.entries(cards).map(([faction, number]) =>
      el("span", { class: "stack", role: "img", "aria-label": `${word(faction)}: ${number}` }, token(faction, "card-of"), el("b", {}, String(number)))));
    bag.textContent = say("tudor-bag", { number: left });
    mark(top, { "data-handle": drawn, hidden: drawn === null });
  });

  function drawRing(one, handle) {
    const tap = choosing.atRing(one.id);
    const words = say("tudor-ring-of", { faction: word(one.faction) });
    return tap
      ? el("button", { type: "button", class: "pick", "aria-label": words, onclick: () => choosing.atRing(one.id)?.() }, carried(ring(one), choosing, `ring:${one.id}`, handle))
      : el("span", { class: "pick", role: "img", "aria-label": words }, carried(ring(one), choosing, `ring:${one.id}`, handle));
  }

  function draw(view, table) {
    const lies = createLying(table);
    const stand = view.stand ?? [];
    element.hidden = !view.stacks;
    redraw({
      stand, cards: view.stacks ?? {}, left: view.bag ?? 0,
      offers: choosing.offers().map((offer) => [offer.do, offer.player, offer.ring ?? null]),
      handles: stand.map((one) => lies("stand", null, one.faction)),
      drawn: view.due?.[0]?.step === "draw" ? lies("bag") : null,
    });
  }

  return { element, draw };
}

function part(key, inside) {
  return el("div", { class: "part" }, el("span", { class: "label" }, say(key)), inside);
}
