// What an organiser does with one game: its result, where it is played, a game that a table has played without being told.
import { ask } from "../shared/api.js";
import { patch } from "../shared/cloth.js";
import { el, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { nameOf } from "../room/card.js";
import { nameOfTable, refusal } from "./words.js";

/** A dialog: `element`, `open(value, fixture, tables)`. `act(act, seen)` and `post(path, body)` give whether it was done. */
export function createResult(act, post) {
  const title = el("h2", { id: "result-title" });
  const rows = el("div", { class: "places" });
  const where = el("select", { name: "table" });
  const others = el("ul", { class: "others" });
  const told = el("p", { class: "hint", role: "status" });
  const element = el("dialog", { class: "door", "aria-labelledby": "result-title" },
    el("form", { class: "card login", onsubmit: keep }, title, el("p", { class: "hint" }, say("tournament-result-how")), rows, told,
      el("div", { class: "ends" },
        el("button", { type: "button", class: "quiet", onclick: () => element.close() }, say("tournament-cancel")),
        el("button", { type: "submit", class: "do" }, say("tournament-keep"))),
      el("label", {}, say("tournament-move"), " ", where), el("h3", {}, say("tournament-join")), others));
  let game = null;
  let seen = 0;
  let places = [];
  where.addEventListener("change", async () => {
    if (await act({ do: "moved", fixture: game.fixture, table: where.value || null }, seen)) element.close();
  });

  async function keep(event) {
    event.preventDefault();
    const scores = places.map(({ entrant, place, points }) => [entrant, Number(place.value), points.value === "" ? null : Number(points.value)]);
    if (await act({ do: "resulted", fixture: game.fixture, scores }, seen)) element.close();
  }

  async function open(value, fixture, tables) {
    game = value.played.flatMap((round) => round.games).find((each) => each.fixture === fixture);
    seen = value.count;
    write(title, `${say("tournament-result")}: ${nameOfTable(tables, game.table)}`);
    const scores = new Map(game.scores.map(([entrant, place, points]) => [entrant, { place, points }]));
    places = game.seats.map(([castle, entrant], index) => {
      const score = scores.get(entrant);
      const place = el("input", { type: "number", min: 1, max: game.seats.length, required: true, value: score?.place ?? index + 1, "aria-label": `${value.entrants[entrant].name}: ${say("tournament-place")}` });
      const points = el("input", { type: "number", min: -1000000, max: 1000000, value: score?.points ?? "", "aria-label": `${value.entrants[entrant].name}: ${say("tournament-counted")}` });
      return { castle, entrant, place, points };
    });
    rows.replaceChildren(...places.map(({ castle, entrant, place, points }) =>
      el("div", {}, patch(castle), el("span", { class: "name" }, value.entrants[entrant].name),
        el("label", {}, say("tournament-place"), " ", place), el("label", {}, say("tournament-counted"), " ", points))));
    where.replaceChildren(el("option", { value: "", selected: game.table === null }, say("tournament-by-hand-table")),
      ...[...new Set([...value.tables, ...tables.keys(), ...(game.table ? [game.table] : [])])].map((id) =>
        el("option", { value: id, selected: id === game.table }, nameOfTable(tables, id))));
    where.disabled = game.scores.length > 0;
    write(told, "");
    element.showModal();
    await listOthers(tables);
  }

  async function listOthers(tables) {
    const answer = await ask("/api/tournament/games");
    if (!answer.ok) return write(told, refusal(answer));
    const games = answer.value.games;
    others.replaceChildren(...games.map((each) =>
      el("li", {}, `${nameOfTable(tables, each.table)}, ${new Date(1000 * each.ended_utc).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}: `,
        each.castles.split(" ").map((castle) => `${nameOf(castle)} ${each.outcome.points[castle] ?? ""}`).join(", "), " ",
        el("button", { type: "button", class: "quiet", onclick: () => join(each) }, say("tournament-join-do")))));
    if (games.length === 0) others.append(el("li", { class: "hint" }, say("tournament-join-none")));
  }

  async function join({ journal, game: number }) {
    if (await post("/api/tournament/join", { fixture: game.fixture, source: [journal, number], seen })) element.close();
  }

  return { element, open };
}
