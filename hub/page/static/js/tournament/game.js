// One table of a round as a card: who sits where, what the table says, how it ended.
import { patch } from "../shared/cloth.js";
import { el, mark, whenChanged, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { nameOf } from "../room/card.js";
import { nameOfTable } from "./words.js";

/** `edit(fixture)` opens what an organiser may do with it; null where nobody here may. */
export function createGame(edit) {
  const table = el("h3", {});
  const state = el("p", { class: "step" });
  const seats = el("ol", { class: "seats" });
  let fixture = null;
  const button = edit === null ? null : el("button", { type: "button", class: "quiet", onclick: () => edit(fixture) }, say("tournament-result"));
  const element = el("article", { class: "card of-game" }, el("header", {}, table, button), seats, state);

  const drawSeats = whenChanged((all) => {
    seats.replaceChildren(...all.map(({ castle, name, place, points }) =>
      el("li", { "data-won": place === 1 }, patch(castle), el("span", { class: "unseen" }, nameOf(castle)), el("span", { class: "name" }, name),
        place === null ? null : el("b", {}, `${place}.`), points === null ? null : el("span", { class: "counted" }, String(points)))));
  });

  function draw(value, game, tables, late) {
    fixture = game.fixture;
    const scores = new Map(game.scores.map(([entrant, place, points]) => [entrant, { place, points }]));
    write(table, nameOfTable(tables, game.table));
    drawSeats(game.seats.map(([castle, entrant]) => ({ castle, name: value.entrants[entrant].name, place: null, points: null, ...scores.get(entrant) })));
    const open = game.scores.length === 0;
    const said = game.state === null ? "" : say(`tournament-${game.state}`, { why: game.why });
    write(state, open ? [said, late ? say("tournament-late") : ""].filter(Boolean).join(" · ") : game.by_hand ? say("tournament-typed") : "");
    mark(element, { "data-state": open ? game.state ?? "open" : "over", "data-late": open && late });
    if (button) mark(button, { "aria-label": `${say("tournament-result")}: ${table.textContent}` });
  }

  return { element, draw };
}
