// Which game draws the table: the folder beside this file that the table names; no script outside of it knows any game.
import { el } from "../shared/dom.js";

const plain = () => import("./plain.js");
const drawn = new Set(); // games whose drawings are on the page

/**
 * The module of a game in that folder, a plain one without a folder, its drawings and styles in place. Every game exports
 * - `pages`: what fetches the maker of `table`, `spectator` and `referee`, and of `seat` where the game draws hands, each
 *   `async () => (acts) => { elements, draw(view, table, seat), clock }`; `seat` is null but in a castle's seat; `clock`
 *   may be missing;
 * - `createStatus()`: a few words for the head of the page, `{ elements, draw(view) }`;
 * - `outcome(view)` and `nextStep(view)`: see `tumult_royale/status.js`;
 * - `tileName(tile)`: what the owner calls a tile of the box;
 * - `setup`: what fetches the maker of its own part of the form for a game, `async () => () => { elements, offer(game),
 *   fit(seats), value(seats) }`: begun anew for a game as `/api/playable` has it, fitted to who plays whenever
 *   something has changed, giving `options` and `dealt` of the body of `/api/game`; it may be missing;
 * - `tour`: a newcomer's first round, see `createTour`; it may be missing;
 * - `symbols()`: drawings for `icon`; `styles`: addresses of style sheets.
 */
export async function loadGame(folder) {
  const game = await moduleOf(folder);
  await Promise.all(game.styles.map(wear));
  return game;
}

/** A game's part of the form for another game, made, with the game's `tour`; `leave()` takes its styles off the page. */
export async function loadSetup(folder) {
  const game = await moduleOf(folder);
  const made = (await game.setup())();
  const worn = game.styles.filter((href) => document.querySelector(`link[href="${href}"]`) === null);
  await Promise.all(worn.map(wear));
  const leave = () => worn.forEach((href) => document.querySelector(`link[href="${href}"]`)?.remove());
  return { ...made, tour: game.tour, leave };
}

async function moduleOf(folder) {
  const [game, usual] = await Promise.all([folder ? import(`./${folder}/game.js`) : plain(), plain()]);
  if (!drawn.has(folder)) document.querySelector(".symbols").append(...game.symbols());
  drawn.add(folder);
  return { tour: null, setup: usual.setup, ...game, pages: { seat: usual.pages.seat, ...game.pages } };
}

/** A style sheet, once it is there; the page goes on without one that cannot be had. */
function wear(href) {
  return new Promise((done) => {
    document.head.append(el("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}
