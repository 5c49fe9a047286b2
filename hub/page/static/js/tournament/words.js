// How rounds, games and refusals of a tournament are called.
import { ask } from "../shared/api.js";
import { known, say } from "../shared/strings.js";

/** A round by its place among those that were drawn, from 0. */
export function nameOfRound(value, index) {
  const { stage } = value.played[index];
  return stage === "round" ? say("tournament-round-of", { number: index + 1, of: value.rounds }) : say(`tournament-${stage}`);
}

/** Names of the room's tables by id; they come later, and `come()` is called then. */
export function namesOfTables(come) {
  const names = new Map();
  ask("/api/room").then((answer) => {
    if (!answer.ok) return;
    for (const id of answer.value.order) names.set(id, answer.value.cards[id].name);
    come();
  });
  return names;
}

/** A table as people call it; `tables` are names by id. */
export function nameOfTable(tables, table) {
  return table === null ? say("tournament-by-hand-table") : tables.get(table) ?? table;
}

/** What was refused, in this language if there is a sentence for it. */
export function refusal(answer) {
  const key = `tournament-refusal-${answer.code}`;
  return known(key) ? say(key) : answer.message;
}

/** Where it stands, in one sentence. */
export function stateOf(value) {
  const people = Object.values(value.entrants);
  const here = people.filter((each) => each.here).length;
  const games = value.played.at(-1)?.games ?? [];
  const done = games.filter((game) => game.scores.length > 0).length;
  if (value.ended) return say("tournament-state-ended", { name: value.entrants[value.standing[0]?.[0]]?.name ?? "" });
  if (value.closed) return say("tournament-state-closed", { here });
  if (value.played.length === 0) return say("tournament-state-entering", { here, known: people.length });
  if (done < games.length) return say("tournament-state-playing", { done, all: games.length });
  return value.next === null ? say("tournament-state-last") : say("tournament-state-between", { here });
}

/** What is left of the round's clock: `{ text, up }`; null while it stands. */
export function clockOf(value) {
  if (value.clock_ends_utc === null) return null;
  const left = Math.ceil((value.clock_ends_utc - Date.now() / 1000) / 60);
  return left > 0 ? { text: say("tournament-minutes-left", { number: left }), up: false } : { text: say("tournament-time-is-up"), up: true };
}
