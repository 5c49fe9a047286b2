// One player: ratings, then games.
import { el, mark } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { address, asked, askedLast, more } from "./asking.js";
import { titlesOf } from "./games_page.js";
import { figures, gameRow } from "./words.js";

export async function createPlayerPage({ rest, complain }) {
  const player = await asked(complain, `/api/players/${encodeURIComponent(rest[0])}`);
  return { elements: [el("main", { id: "main", class: "book" }, player === null ? [] : await aboutPlayer(player, complain))] };
}

/** What there is to say of a player, as cards. */
export async function aboutPlayer(player, complain) {
  const choices = await asked(complain, "/api/choices") ?? { rules: [], seasons: [] };
  const titles = titlesOf(choices);
  const seasons = new Map(choices.seasons.map(({ season, name }) => [season, name]));
  const look = askedLast(complain);
  const list = el("ul", { class: "rows" });
  const further = more(async () => {
    const found = await look(address("/api/games", { player: player.player, skip: list.children.length }));
    if (found !== null) draw(found);
  });

  function draw(found) {
    list.append(...found.games.map((game) => gameRow(game, titles.get(game.rules) ?? game.rules ?? say("book-game"))));
    mark(further, { hidden: !found.more });
  }

  draw(player);
  const ratings = player.ratings.map((each) => el("section", { class: "card" },
    el("h2", {}, titles.get(each.rules) ?? each.rules, ", ", seasons.get(each.season) ?? say("book-ever")),
    figures([[say("book-place"), String(each.place)], [say("book-worth"), String(each.worth)], [say("book-wins"), String(each.wins)], [say("book-played"), String(each.games)]])));
  return [el("section", { class: "card" }, el("h2", {}, player.name)), ...ratings,
    el("section", { class: "card" }, el("h2", {}, say("book-games")), list, further)];
}
