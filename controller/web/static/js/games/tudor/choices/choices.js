// What the one to act may do, as buttons: whole actions at once, others with the fields that they still ask for.
import { el, whenChanged } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { player } from "../drawn.js";
import { fields } from "./fields.js";
import { detail, nameOf } from "./offers.js";
import { wayOf, whole } from "./ways.js";

const AT_THE_BOARD = ["activate", "assign", "place_lord", "choose_ring", "recall"];

export function createChoices(acts, choosing) {
  const who = el("h2", {});
  const hint = el("p", { class: "hint" });
  const list = el("div", { class: "offers" });
  const form = el("form", { class: "asked", onsubmit: send, hidden: true });
  const element = el("section", { class: "card choices tudor-choices", hidden: true }, who, hint, list, form);
  let box = null;
  let open = null; // the offer whose fields are shown, and the fields
  let view = null;
  acts.box().then((found) => (box = found));

  const redraw = whenChanged(({ offers, path, from }) => {
    const at = offers[0]?.player;
    close();
    who.replaceChildren(...(at ? [player(at)] : []), at ? " " : "", say("tudor-may"));
    const walks = offers.some((offer) => wayOf(offer) !== null);
    const tapped = path.length > 0 || from !== null;
    hint.textContent = tapped ? say("tudor-way", { from: from ?? "…", path: path.join(", ") }) : walks ? say("tudor-tap-way") : say("tudor-tap-lit");
    hint.hidden = !walks && !offers.some((offer) => AT_THE_BOARD.includes(offer.do));
    const shown = tapped ? whole(offers, from, path) : offers.filter((offer) => wayOf(offer) === null);
    list.replaceChildren(
      ...grouped(shown),
      ...(tapped ? [el("button", { type: "button", class: "quiet", onclick: choosing.back }, say("tudor-back"))] : []),
    );
  });

  /** Buttons under the name of what they do; a name with one button only is that button. */
  function grouped(offers) {
    const groups = new Map();
    for (const offer of offers) groups.set(nameOf(offer), [...(groups.get(nameOf(offer)) ?? []), offer]);
    return [...groups].map(([name, some]) => some.length === 1 && !detail(some[0])
      ? button(some[0], name)
      : el("div", { class: "offer-group", role: "group", "aria-label": name },
        el("span", { class: "label" }, name), some.map((offer) => button(offer, detail(offer) || name))));
  }

  function button(offer, words) {
    return el("button", { type: "button", class: "offer", "data-do": offer.action ?? offer.do, onclick: () => take(offer) }, words);
  }

  function take(offer) {
    if (offer.asks) ask(offer);
    else choosing.send(offer);
  }

  function ask(offer) {
    open = { offer, fields: fields(offer, view, box) };
    form.replaceChildren(
      el("h3", {}, nameOf(offer), " ", detail(offer)),
      ...open.fields.map((field) => field.element),
      el("div", { class: "ends" },
        el("button", { type: "submit", class: "do" }, say("tudor-do-it")),
        el("button", { type: "button", class: "quiet", onclick: close }, say("tudor-back"))),
    );
    form.hidden = false;
    list.hidden = true;
    form.querySelector("select, button")?.focus();
  }

  function close() {
    open = null;
    form.hidden = true;
    list.hidden = false;
  }

  function send(event) {
    event.preventDefault();
    const { asks, ...action } = open.offer;
    choosing.send(Object.assign(action, ...open.fields.map((field) => field.value())));
  }

  function draw(now) {
    view = now;
    element.hidden = choosing.offers().length === 0;
    redraw({ offers: choosing.offers(), path: choosing.path(), from: choosing.from(), seq: now.seq });
  }

  return { element, draw };
}
