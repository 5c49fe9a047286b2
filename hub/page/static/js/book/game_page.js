// One game: what came of it, who sat where, and how it stood at its end.
import { el } from "../shared/dom.js";
import { language, say } from "../shared/strings.js";
import { asked } from "./asking.js";
import { createSeats } from "./seats.js";
import { createShownGame } from "./shown_game.js";
import { counted, figures, lasted, when } from "./words.js";

export async function createGamePage({ me, rest, complain }) {
  const [journal, number] = rest;
  const path = `/api/games/${encodeURIComponent(journal)}/${encodeURIComponent(number)}?language=${language()}`;
  const facts = el("section", { class: "card" });
  const seats = createSeats({ may: me.roles.includes("steward"), complain, changed: load });
  const shown = createShownGame();

  async function load() {
    const game = await asked(complain, path);
    if (game === null) return;
    facts.replaceChildren(el("h2", {}, game.title || say("book-game"), ", ", el("a", { href: `/table/${game.table}` }, game.table_name)),
      figures([
        [say("book-ended"), when(game.ended_s)], [say("book-lasted"), lasted(game.lasted_s)],
        [say("book-rounds"), game.rounds ?? ""], [say("book-actions"), String(game.actions)], ...counted(game.counted ?? []),
      ]),
      game.replayed === "differs" || game.replayed === "damaged" ? el("p", { class: "complaint" }, say(`book-${game.replayed}`)) : "");
    seats.draw(game);
    await shown.draw(game);
  }

  await load();
  return { elements: [el("main", { id: "main", class: "book" }, facts, seats.element, shown.element)] };
}
