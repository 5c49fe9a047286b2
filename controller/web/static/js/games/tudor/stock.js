// What lies beside the board: rings of the stand, the stacks of cards, the bag.
import { el, whenChanged } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { ring, token } from "./drawn.js";
import { word } from "./words.js";

export function createStock(choosing) {
  const rings = el("div", { class: "stand" });
  const stacks = el("div", { class: "stacks" });
  const bag = el("p", { class: "bag" });
  const element = el("section", { class: "stock", "aria-label": say("tudor-stock") },
    part("tudor-stand", rings), part("tudor-stacks", stacks), bag);

  const redraw = whenChanged(({ stand, cards, left }) => {
    rings.replaceChildren(...stand.map((one) => drawRing(one)));
    stacks.replaceChildren(...Object.entries(cards).map(([faction, number]) =>
      el("span", { class: "stack", role: "img", "aria-label": `${word(faction)}: ${number}` }, token(faction, "card-of"), el("b", {}, String(number)))));
    bag.textContent = say("tudor-bag", { number: left });
  });

  function drawRing(one) {
    const tap = choosing.atRing(one.id);
    const words = say("tudor-ring-of", { faction: word(one.faction) });
    return tap
      ? el("button", { type: "button", class: "pick", "aria-label": words, onclick: () => choosing.atRing(one.id)?.() }, ring(one))
      : el("span", { class: "pick", role: "img", "aria-label": words }, ring(one));
  }

  function draw(view) {
    element.hidden = !view.stacks;
    redraw({ stand: view.stand ?? [], cards: view.stacks ?? {}, left: view.bag ?? 0, offers: choosing.offers().map((offer) => offer.ring ?? null) });
  }

  return { element, draw };
}

function part(key, inside) {
  return el("div", { class: "part" }, el("span", { class: "label" }, say(key)), inside);
}
