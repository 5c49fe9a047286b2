// A tournament on a television: who plays where while games have not begun, then the standing, by turns.
import { el, mark, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { createRounds } from "./rounds.js";
import { createStanding } from "./standing.js";
import { clockOf, namesOfTables, stateOf } from "./words.js";

const TURN_S = 15;
const ROWS = 16;

export function createTournamentTv(me) {
  const title = el("h1", {}, me.name || say("tournament-title"));
  const state = el("span", { class: "place" });
  const clock = el("span", { class: "clock" });
  const link = el("span", { class: "link", role: "status" }, say("room-connecting"));
  const rounds = createRounds(null, { earlier: false });
  const standing = createStanding({ most: ROWS, find: false });
  const tables = namesOfTables(() => value !== null && draw(value));
  const begun_s = performance.now() / 1000;
  const main = el("main", { id: "main", class: "tournament-tv" }, rounds.element, standing.element);
  let value = null;

  function draw(told) {
    value = told;
    write(title, value.exists ? value.name : me.name || say("tournament-title"));
    write(state, value.exists ? stateOf(value) : say("tournament-none"));
    if (value.exists) {
      rounds.draw(value, tables);
      standing.draw(value);
    }
    tick();
  }

  function tick() {
    if (value === null) return;
    const left = value.exists ? clockOf(value) : null;
    write(clock, left?.text ?? "");
    const drawn = value.exists && value.played.length > 0;
    const games = drawn ? value.played.at(-1).games : [];
    const all = games.length > 0 && games.every((game) => game.scores.length === 0 && game.state !== "begun");
    const over = games.every((game) => game.scores.length > 0);
    const turn = Math.floor((performance.now() / 1000 - begun_s) / TURN_S) % 2 === 0;
    mark(rounds.element, { hidden: !drawn || !(all || (!over && turn)) });
    mark(standing.element, { hidden: !drawn || all || (!over && turn) });
  }

  function connection(word) {
    mark(link, { "data-state": word });
    write(link, say(`room-${word}`));
  }

  return { elements: [el("header", { class: "tv-head" }, title, state, clock, link), main], draw, tick, connection };
}
