// The players by what they are surely worth; a game, a season.
import { el, mark } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { address, asked, askedLast, choose, more, seasonOptions } from "./asking.js";

export async function createPlayersPage({ complain }) {
  const choices = await asked(complain, "/api/choices") ?? { rules: [], seasons: [] };
  const look = askedLast(complain);
  const wanted = { rules: choices.rules[0]?.rules ?? "", season: 0, ...Object.fromEntries(new URLSearchParams(location.search)) };
  const body = el("tbody", {});
  const head = el("tr", {}, ["#", "", say("book-wins"), say("book-played"), say("book-worth")].map((words, at) =>
    el("th", { scope: "col", class: at > 1 && "number" }, words || say("book-name"))));
  const table = el("table", { class: "ranking" }, el("thead", {}, head), body);
  const empty = el("p", { class: "hint", hidden: true }, say("book-no-players"));
  const further = more(() => load(body.children.length));

  function want(what, value) {
    wanted[what] = value;
    history.replaceState(null, "", address("/players", wanted));
    return load(0);
  }

  async function load(skip) {
    if (skip === 0) mark(further, { hidden: true }); // it goes on with what was chosen before
    const found = await look(address("/api/players", { ...wanted, skip }));
    if (found === null) return;
    if (skip === 0) body.replaceChildren();
    body.append(...found.players.map((each, at) => el("tr", {},
      el("td", {}, String(found.first + at)), el("td", {}, el("a", { href: `/player/${each.player}` }, each.name)),
      [each.wins, each.games, each.worth].map((number) => el("td", { class: "number" }, String(number))))));
    mark(further, { hidden: !found.more });
    mark(table, { hidden: body.children.length === 0 });
    mark(empty, { hidden: body.children.length > 0 });
  }

  await load(0);
  return { elements: [el("main", { id: "main", class: "book" },
    el("section", { class: "card" }, el("h2", {}, say("book-players")),
      el("div", { class: "filters" },
        choose(say("book-game"), choices.rules.map(({ rules, title }) => [rules, title]), wanted.rules, (value) => want("rules", value)),
        choose(say("book-season"), seasonOptions(choices.seasons), wanted.season, (value) => want("season", value)))),
    el("section", { class: "card" }, table, empty, further, el("p", { class: "hint" }, say("book-worth-how"))))] };
}
