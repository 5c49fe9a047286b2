// A payment as it is laid down: which tiles, what they pay for so far, or what is missing or too many.
import { named } from "../../../shared/cloth.js";
import { el, whenChanged } from "../../../shared/dom.js";
import { ruleButton } from "../../../shared/rules.js";
import { say } from "../../../shared/strings.js";
import { kindMark } from "../kinds.js";
import { playerOf } from "../players.js";
import { faceText, still } from "../tiles.js";

const SHOWN_GAPS = 4; // the nearest

export function createPayment() {
  const title = el("h2", {});
  const tiles = el("p", { class: "moved" });
  const asks = el("p", {});
  const list = el("ul", {});
  const element = el("section", { class: "card payment", hidden: true, "aria-live": "polite" }, title, tiles, asks, list);

  const redraw = whenChanged(({ color, castle, payment }) => {
    element.hidden = !payment?.tiles.length && !payment?.asks;
    if (element.hidden) return;
    const faceOf = (id) => castle.find((face) => face.id === id);
    title.replaceChildren(named(color), " ", say("paying"));
    tiles.replaceChildren(...payment.tiles.map((id) => still(faceOf(id))));
    asks.textContent = payment.asks ? say(`paying-asks-${payment.asks}`) : "";
    list.replaceChildren(...payment.ways.map(drawWay), ...payment.gaps.slice(0, SHOWN_GAPS).map((gap) => drawGap(gap, faceOf)));
  });

  function draw(view) {
    const color = view.waiting_for?.color;
    redraw({ color, castle: playerOf(view, color)?.castle ?? [], payment: view.payment ?? null });
  }

  return { element, draw };
}

function drawWay({ kind, adjacent, gains, fields, chosen }) {
  const facts = [
    say(adjacent ? "choices-touching" : "choices-double"),
    fields.length > 1 ? say("paying-fields", { number: fields.length }) : "",
    gains ? say("choices-gains", { number: gains }) : "",
  ];
  const where = typeof chosen === "string" ? chosen : fields.length === 1 ? fields[0] : "";
  return row(kind, where, facts, { "data-chosen": chosen !== null });
}

function drawGap({ kind, adjacent, missing, foreign, needless, rule }, faceOf) {
  const short = Object.entries(missing).filter(([, number]) => number > 0).map(([name, number]) => `${number} ${say(name)}`);
  const faces = (ids) => ids.map((id) => faceText(faceOf(id))).join(", ");
  const facts = [
    say(adjacent ? "choices-touching" : "choices-double"),
    short.length > 0 ? say("paying-missing", { tiles: short.join(", ") }) : "",
    foreign.length > 0 ? say("paying-foreign", { tiles: faces(foreign) }) : "",
    needless.length > 0 ? say("paying-needless", { tiles: faces(needless) }) : "",
  ];
  return row(kind, "", facts, { class: "gap-row" }, rule ? ruleButton(rule) : null);
}

function row(kind, where, facts, attributes, more = null) {
  return el("li", attributes,
    kindMark(kind),
    el("span", {}, el("b", {}, `${say(kind)} ${where}`), " ", el("small", {}, facts.filter(Boolean).join(" · ")), more));
}
