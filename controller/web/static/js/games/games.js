// Which game draws the table: the folder beside this file that the table names; no script outside of it knows any game.
import { el } from "../shared/dom.js";

/**
 * The module of a game in that folder, a plain one without a folder, its drawings and styles in place. Every game exports
 * - `pages`: what fetches the maker of `table`, `spectator` and `referee`, and of `seat` where the game draws hands, each
 *   `async () => (acts) => { elements, draw(view, table, seat), clock, newGame }`; `seat` is null but in a castle's seat;
 *   `clock` and `newGame()`, which opens the form for one, may be missing;
 * - `createStatus()`: a few words for the head of the page, `{ elements, draw(view) }`;
 * - `outcome(view)` and `nextStep(view)`: see `tumult_royale/status.js`;
 * - `tileName(tile)`: what the owner calls a tile of the box;
 * - `symbols()`: drawings for `icon`; `styles`: addresses of style sheets.
 */
export async function loadGame(folder) {
  const game = await (folder ? import(`./${folder}/game.js`) : plain());
  document.querySelector(".symbols").append(...game.symbols());
  await Promise.all(game.styles.map(wear));
  return { ...game, pages: { seat: async () => (await plain()).pages.seat(), ...game.pages } };
}

const plain = () => import("./plain.js");

/** A style sheet, once it is there; the page goes on without one that cannot be had. */
function wear(href) {
  return new Promise((done) => {
    document.head.append(el("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}
