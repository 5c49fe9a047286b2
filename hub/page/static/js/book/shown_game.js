// A game as its own drawings show it to who looks on, from what the hub tells of it.
import { loadGame } from "../games/games.js";
import { el, mark, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** `element`, `draw(game)`: of a game that cannot be shown it says why. */
export function createShownGame() {
  const note = el("p", { class: "hint card", hidden: true });
  const place = el("div", { class: "shown" });
  const element = el("div", { class: "shown" }, note, place);
  let drawn = null; // the game's module, its page, and what its acts answer
  let turn = 0;

  async function draw(game) {
    const mine = ++turn;
    mark(note, { hidden: Boolean(game.view) });
    write(note, game.view ? "" : say(`book-why-${game.why ?? "none"}`));
    if (!game.view) {
      place.replaceChildren();
      drawn = null;
      return;
    }
    const key = `${game.page} ${game.journal} ${game.game}`;
    if (drawn?.key !== key) {
      const module = await loadGame(game.page);
      if (mine !== turn) return;
      const holder = { key, course: game.course, received_ms: 0 };
      const spectator = (await module.pages.spectator())({ course: async () => holder.course, act: () => {} });
      if (mine !== turn) return;
      holder.page = spectator;
      drawn = holder;
      const [main, ...others] = spectator.elements;
      main.removeAttribute("id");
      place.replaceChildren(...asSections(main), ...others.filter((each) => !each.classList.contains("devices")));
    }
    drawn.course = game.course;
    drawn.page.draw({ ...game.view, received_ms: performance.now() }, null, null);
  }

  return { element, draw };
}

/** A page has one main part, and it is ours. */
function asSections(main) {
  const section = el("div", { class: "table-shown" });
  section.append(...main.childNodes);
  return [section];
}
