// The games that are over, the newest first; by day, table, game.
import { el, mark } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { address, asked, askedLast, choose, more } from "./asking.js";
import { gameRow } from "./words.js";

export async function createGamesPage({ complain }) {
  const choices = await asked(complain, "/api/choices") ?? { tables: [], rules: [], seasons: [] };
  const look = askedLast(complain);
  const wanted = { day: "", table: "", rules: "", ...Object.fromEntries(new URLSearchParams(location.search)) };
  const titles = titlesOf(choices);
  const list = el("ul", { class: "rows" });
  const empty = el("p", { class: "hint", hidden: true }, say("book-no-games"));
  const further = more(() => load(list.children.length));
  const day = el("label", {}, say("book-day"), el("input", { type: "date", value: wanted.day, onchange: (event) => want("day", event.target.value) }));

  function want(what, value) {
    wanted[what] = value;
    history.replaceState(null, "", address("/games", wanted));
    return load(0);
  }

  async function load(skip) {
    if (skip === 0) mark(further, { hidden: true }); // it goes on with what was chosen before
    const found = await look(address("/api/games", { ...wanted, skip }));
    if (found === null) return;
    if (skip === 0) list.replaceChildren();
    list.append(...found.games.map((game) => gameRow(game, titles.get(game.rules) ?? game.rules ?? say("book-game"))));
    mark(further, { hidden: !found.more });
    mark(empty, { hidden: list.children.length > 0 });
  }

  await load(0);
  return { elements: [el("main", { id: "main", class: "book" },
    el("section", { class: "card" }, el("h2", {}, say("book-games")),
      el("div", { class: "filters" }, day,
        choose(say("book-table"), [["", say("book-all")], ...choices.tables.map(({ table, name }) => [table, name])], wanted.table, (value) => want("table", value)),
        choose(say("book-game"), [["", say("book-all")], ...choices.rules.map(({ rules, title }) => [rules, title])], wanted.rules, (value) => want("rules", value)))),
    el("section", { class: "card" }, list, empty, further))] };
}

/** Titles of games by their names for programs. */
export function titlesOf({ rules }) {
  return new Map(rules.map(({ rules: name, title }) => [name, title]));
}
