// The rounds that were drawn: the latest as cards, earlier ones below a heading each.
import { el, keyed, mark, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { createGame } from "./game.js";
import { clockOf, nameOfRound } from "./words.js";

/** `edit(fixture)` as in a game's card; `earlier` is whether rounds before the latest are shown, too. */
export function createRounds(edit, { earlier }) {
  const latest = createRound(edit);
  const title = el("h2", {});
  const before = el("div", { class: "earlier" });
  const heading = el("h2", { hidden: true }, say("tournament-earlier"));
  const element = el("section", { class: "rounds", hidden: true }, title, latest.element, heading, before);
  const rounds = new Map();

  function draw(value, tables) {
    const last = value.played.length - 1;
    mark(element, { hidden: last < 0 });
    if (last < 0) return;
    write(title, `${say("tournament-pairings")}: ${nameOfRound(value, last)}`);
    latest.draw(value, value.played[last], tables, clockOf(value)?.up ?? false);
    const older = earlier ? value.played.slice(0, last).map((round, index) => ({ round, index })).reverse() : [];
    mark(heading, { hidden: older.length === 0 });
    keyed(before, older, ({ round }) => round.draw, ({ round }) => {
      const made = createRound(edit);
      rounds.set(round.draw, made);
      return el("details", {}, el("summary", {}), made.element);
    }, (details, { round, index }) => {
      write(details.firstElementChild, nameOfRound(value, index));
      rounds.get(round.draw).draw(value, round, tables, false);
    });
  }

  return { element, draw };
}

function createRound(edit) {
  const games = new Map();
  const mended = el("p", { class: "complaint", hidden: true }, say("tournament-corrected"));
  const grid = el("div", { class: "games" });
  const element = el("div", {}, mended, grid);

  function draw(value, round, tables, late) {
    mark(mended, { hidden: round.corrected.length === 0 });
    keyed(grid, round.games, (game) => game.fixture, (game) => {
      const made = createGame(edit);
      games.set(game.fixture, made);
      return made.element;
    }, (_, game) => games.get(game.fixture).draw(value, game, tables, late));
    for (const fixture of [...games.keys()]) if (!round.games.some((game) => game.fixture === fixture)) games.delete(fixture);
  }

  return { element, draw };
}
