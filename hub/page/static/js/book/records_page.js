// Records of the house: a game, a season; the owner begins the next season.
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { address, asked, askedLast, choose, seasonOptions } from "./asking.js";
import { counted, figures, gameRow, lasted } from "./words.js";

export async function createRecordsPage({ me, complain }) {
  const look = askedLast(complain);
  const wanted = { rules: "", season: 0 };
  const found = el("div", { class: "book" });
  const main = el("main", { id: "main", class: "book" });
  let titles = new Map();

  async function build() {
    const choices = await asked(complain, "/api/choices") ?? { rules: [], seasons: [] };
    titles = new Map(choices.rules.map(({ rules, title }) => [rules, title]));
    wanted.rules ||= choices.rules[0]?.rules ?? "";
    main.replaceChildren(el("section", { class: "card" }, el("h2", {}, say("book-records")),
      el("div", { class: "filters" },
        choose(say("book-game"), choices.rules.map(({ rules, title }) => [rules, title]), wanted.rules, (value) => want("rules", value)),
        choose(say("book-season"), seasonOptions(choices.seasons), wanted.season, (value) => want("season", value)),
        me.roles.includes("owner") ? seasonForm() : null)), found);
    await load();
  }

  function seasonForm() {
    const name = el("input", { maxlength: 64, required: true, autocomplete: "off", "aria-label": say("book-season-name") });
    return el("form", { class: "filters", onsubmit: async (event) => {
      event.preventDefault();
      const begun = await asked(complain, "/api/seasons", { name: name.value });
      if (begun === null) return;
      wanted.season = begun.season;
      await build();
    } }, el("label", {}, say("book-season-name"), name), el("button", { type: "submit", class: "quiet" }, say("book-season-begin")));
  }

  async function want(what, value) {
    wanted[what] = value;
    await load();
  }

  async function load() {
    const all = await look(address("/api/records", wanted));
    if (all === null) return;
    const best = Object.entries(all.best).map(([name, game]) => el("section", { class: "card", "data-record": name },
      el("h2", {}, say(`book-record-${name.replaceAll("_", "-")}`)), el("ul", { class: "rows" }, gameRow(game, titles.get(game.rules) ?? game.rules))));
    const wins = all.wins.filter((each) => each.wins > 0);
    found.replaceChildren(
      el("section", { class: "card" }, figures([[say("book-played"), String(all.games)], [say("book-lasted"), lasted(all.lasted_s)], ...counted(all.counted)])),
      ...(wins.length > 0 ? [el("section", { class: "card", "data-record": "wins" }, el("h2", {}, say("book-record-wins")),
        figures(wins.map((each) => [el("a", { href: `/player/${each.player_no}` }, each.name), String(each.wins)])))] : []),
      ...best);
  }

  await build();
  return { elements: [main] };
}
