// The cards that are played with, in our own words: what scores, what the scenario allows, the Garter.
import { el, whenChanged } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { token } from "./drawn.js";
import { word } from "./words.js";

const LISTS = { 1: "alike", 3: "different" };

export function createCards() {
  const list = el("div", { class: "tudor-cards" });
  const element = el("section", { class: "card" }, el("h2", {}, say("tudor-cards")), list);

  const redraw = whenChanged(({ scoring, scenario, numbers }) => {
    list.replaceChildren(
      ...scoring.map((card) => part(say("tudor-scoring-title", { card }), [say(`tudor-scoring-${card}`, numbers), ...printed(card, numbers)])),
      part(say("tudor-scenario-title", { card: scenario }), [
        say("tudor-scenario-assigned", { first: numbers.assigned[0], later: numbers.assigned[1] }), " ", say(`tudor-scenario-${scenario}`)]),
      part(say("tudor-garter"), [say("tudor-garter-how", { numbers: numbers.garter.join(", ") })]),
    );
  });

  function draw(view) {
    element.hidden = !view.scoring || view.phase === "over";
    if (view.scoring) redraw({ scoring: view.scoring, scenario: view.scenario, numbers: view.numbers });
  }

  return { element, draw };
}

function part(title, words) {
  return el("div", {}, el("h3", {}, title), el("p", {}, words));
}

function printed(card, numbers) {
  if (LISTS[card]) return [" ", numbers[LISTS[card]].map((points, at) => `${at + 1}: ${points}`).join(" · ")];
  if (card !== 2) return [];
  return [el("span", { class: "worths" }, Object.entries(numbers.essentials).map(([faction, worth]) =>
    el("span", { role: "img", "aria-label": `${word(faction)}: ${worth}` }, token(faction), String(worth))))];
}
