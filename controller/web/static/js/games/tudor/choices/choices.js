// What the one to act may do, as buttons: whole actions at once, others with the fields that they still ask for.
import { el, whenChanged, write } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { player } from "../drawn.js";
import { drawing } from "./drawing.js";
import { fields } from "./fields.js";
import { detail, nameOf } from "./offers.js";
import { unasked } from "./reach.js";
import { word } from "../words.js";
import { wayOf, whole } from "./ways.js";

const AT_THE_BOARD = ["activate", "assign", "place_lord", "choose_ring", "recall"];

/** `named`: whether people may say which token came out of the bag. */
export function createChoices(choosing, { named = true } = {}) {
  const who = el("h2", {});
  const waits = el("p", { class: "waits", role: "status", hidden: true });
  const hint = el("p", { class: "hint" });
  const list = el("div", { class: "offers" });
  const form = el("form", { class: "asked", onsubmit: send, onchange: ({ target }) => choosing.note(target.name, target.value), hidden: true });
  const element = el("section", { class: "card choices tudor-choices", hidden: true }, who, waits, hint, list, form);
  let open = []; // the fields that are shown
  let view = null;

  const redraw = whenChanged(({ offers, path, from, asked, chance }) => {
    const at = offers[0]?.player ?? view.to_act;
    who.replaceChildren(...(at ? [player(at)] : []), at ? " " : "", say("tudor-may"));
    const walks = offers.some((offer) => wayOf(offer) !== null);
    const tapped = path.length > 0 || from !== null;
    const origin = from === "supply" ? say("tudor-supply") : (from ?? "…");
    hint.textContent = tapped ? say("tudor-way", { from: origin, path: path.join(", ") }) : walks ? say("tudor-tap-way") : say("tudor-tap-lit");
    hint.hidden = !walks && !offers.some((offer) => AT_THE_BOARD.includes(offer.do));
    const shown = tapped ? whole(offers, from, path) : offers.filter((offer) => wayOf(offer) === null);
    const draws = offers.some((offer) => offer.do === "draw");
    list.replaceChildren(
      ...(draws ? drawing(view, { named, chance }, choosing.send) : grouped(shown)),
      ...(tapped ? [el("button", { type: "button", class: "quiet", onclick: choosing.back }, say("tudor-back"))] : []),
    );
    list.hidden = asked !== null;
    form.hidden = asked === null;
    if (asked !== null) ask(asked);
  });

  /** Buttons under the name of what they do; a name with one button only is that button, and what is said alike is one. */
  function grouped(offers) {
    const groups = new Map();
    for (const offer of offers) {
      const some = groups.get(nameOf(offer)) ?? new Map();
      const words = detail(offer, view);
      if (!some.has(words)) some.set(words, offer);
      groups.set(nameOf(offer), some);
    }
    return [...groups].map(([name, some]) => some.size === 1 && some.has("")
      ? button(some.get(""), name)
      : el("div", { class: "offer-group", role: "group", "aria-label": name },
        el("span", { class: "label" }, name), [...some].map(([words, offer]) => button(offer, words || name))));
  }

  function button(offer, words) {
    return el("button", { type: "button", class: "offer", "data-do": offer.action ?? offer.do, onclick: () => take(offer) }, words);
  }

  function take(offer) {
    if (offer.asks) choosing.ask(offer);
    else choosing.send(offer);
  }

  function ask({ offer, chosen }) {
    const focused = form.contains(document.activeElement) ? document.activeElement.name : null;
    open = fields(offer, view, chosen);
    form.replaceChildren(
      el("h3", {}, nameOf(offer), " ", detail(offer, view)),
      ...open.map((field) => field.element),
      el("div", { class: "ends" },
        el("button", { type: "submit", class: "do" }, say("tudor-do-it")),
        el("button", { type: "button", class: "quiet", onclick: choosing.unask }, say("tudor-back"))),
    );
    for (const field of form.querySelectorAll("select")) if (chosen[field.name] !== undefined) field.value = chosen[field.name];
    (form.querySelector(`select[name="${focused}"]`) ?? form.querySelector("select, button")).focus();
  }

  function send(event) {
    event.preventDefault();
    choosing.send(Object.assign(unasked(choosing.asked().offer), ...open.map((field) => field.value())));
  }

  function draw(now) {
    view = now;
    element.hidden = choosing.offers().length === 0;
    const due = now.said?.waits_for;
    waits.hidden = !due;
    write(waits, due ? say("tudor-waits-for", { players: due.map(word).join(", ") }) : "");
    redraw({ offers: choosing.offers(), path: choosing.path(), from: choosing.from(), asked: choosing.asked(), chance: now.simulated, seq: now.seq });
  }

  return { element, draw };
}
