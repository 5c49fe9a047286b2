// The three chambers: their actions, the bench before the door, the chairs of courtiers, the lords, and who is used.
import { el, whenChanged } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { carried, figure } from "./drawn.js";
import { word } from "./words.js";

const LORDS = 2;

export function createChambers(choosing) {
  const list = el("div", { class: "chambers" });
  const element = el("section", { class: "chambers-of", "aria-label": say("tudor-chambers") }, list);

  const redraw = whenChanged(({ chambers, letters, turn }) => {
    list.replaceChildren(...chambers.map((chamber, at) => drawChamber(chamber, at + 1, letters[at], turn)));
  });

  function drawChamber({ bench, chairs, lords }, number, letters, turn) {
    const enter = choosing.atChamber(number);
    const title = say("tudor-chamber", { number });
    return el("div", { class: "chamber", "data-place": `chamber:${number}`, "data-lit": enter !== null },
      enter ? el("button", { type: "button", class: "enter", onclick: () => choosing.atChamber(number)?.() }, title) : el("h3", {}, title),
      el("ul", { class: "letters" }, letters.map((letter) => el("li", { title: say(`tudor-act-${letter}`) }, el("b", {}, letter), " ", say(`tudor-short-${letter}`)))),
      el("div", { class: "seats" },
        row("tudor-lords", [...lords, ...Array(LORDS - lords.length).fill(null)].map((lord) => seat(lord, number, "lord", turn))),
        row("tudor-chairs", chairs.map((sits, chair) => seat(sits, number, chair + 1, turn))),
        row("tudor-bench", bench.map((color) => seat({ color, used: false }, number, null, turn)))));
  }

  function row(key, seats) {
    return el("div", { class: "seat-row" }, el("span", { class: "label" }, say(key)), el("div", { class: "seat-list" }, seats));
  }

  function seat(sits, chamber, chair, turn) {
    const which = chair === null ? say("tudor-bench") : chair === "lord" ? say("tudor-lord") : say("tudor-chair", { chair });
    const place = Number.isInteger(chair) ? `chair:${chamber}:${chair}` : null;
    if (sits === null) return el("span", { class: "seat", role: "img", "aria-label": `${which}: ${say("tudor-nobody")}` });
    const active = turn?.chamber === chamber && turn?.chair === chair && sits.used;
    const words = `${which}: ${word(sits.color)}${sits.used ? `, ${say("tudor-used")}` : ""}`;
    const look = { class: "seat", "data-place": place, "data-used": sits.used, "data-active": active, "aria-label": words, title: words };
    const drawn = figure(sits.color, chair === "lord" ? "lord" : "courtier");
    const shown = place ? carried(drawn, choosing, place) : drawn;
    const tap = sits.used || chair === null ? null : choosing.atChair(chamber, chair);
    const mine = choosing.offers().some((offer) => offer.player === sits.color);
    return tap && mine
      ? el("button", { ...look, type: "button", "data-lit": true, onclick: () => choosing.atChair(chamber, chair)?.() }, shown)
      : el("span", { ...look, role: "img" }, shown);
  }

  function draw(view) {
    redraw({ chambers: view.chambers ?? [], letters: view.letters ?? [], turn: view.turn?.figure, offers: choosing.offers().map((offer) => [offer.do, offer.player, offer.chair, offer.chairs]) });
  }

  return { element, draw };
}
