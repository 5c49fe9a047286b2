// Which game draws the table: the folder beside this file that the table names; no script outside of it knows any game.
import { seatOf } from "../lib/pieces.js";
import { say } from "../lib/texts.js";

/**
 * The module of a game in that folder, a plain one without a folder, its styles in place. Every game exports
 * - `Table`, `Spectator`, `Referee`, `Seat`: components of `{ view, table, seat, acts, newGame, rests }`; `seat` is null but in a castle's seat,
 *   `table` on real parts, `rests` while a hint is to be read first; `Seat` may be missing, and what is in `USUAL`;
 * - `Status({ view })`: a few words for the head of the page;
 * - `outcome(view)`: who won, `{ color, text }`; null while the game goes on;
 * - `cloth(view)`: in whose cloth the prompt stands, null in nobody's; `nameOf(color)`: what a player is called;
 * - `seatOf(castle, view, game)`: `{ color, name }` of a castle's player; before a game, of `game` as `/api/playable` has it;
 * - `prompt(view, name, seconds)`: what the table waits for, from the one of this `name` if given, in at most eight words, `seconds` until a bot goes on or -1; "" leaves it to the table's own words;
 * - `nextStep(view)`: the words of the one button that does it, and by what: `{ text, by: "knob" | "new_game" | null }`, with `forBot` if people
 *   may do it for a bot, too;
 * - `tileName(tile, view)`: what people call a piece of the box;
 * - `Setup({ game, seats, given })`: its own part of the form for a new game, as `/api/playable` has it; `given.value()` is set to a
 *   function that gives `options` and `dealt` of the body of `/api/game`;
 * - `Staged({ scene, view })`: what a scene is drawn with; may be missing;
 * - `tour`: a newcomer's first round, null without one, see `begin/tour.js`;
 * - `styles`: addresses of style sheets.
 */
export async function loadGame(folder) {
  const whole = { ...USUAL, ...await import(folder ? `./${folder}/game.js` : "./plain.js") };
  await Promise.all(whole.styles.map(wear));
  return whole;
}

const USUAL = { cloth: (view) => view.waiting_for?.color ?? null, nameOf: (color) => say(color), seatOf };

/** A style sheet, once it is there; the page goes on without one that cannot be had. All games' sheets go by class names of their own. */
export function wear(href) {
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done });
    document.head.append(link);
  });
}
