// A newcomer's first round: one hint for each step, until the round is over or they know their way; the words are the game's.
import { Button } from "../lib/design.js";
import { known, say } from "../lib/texts.js";
import { html, useState } from "../lib/view.js";

const REMEMBERED = "royaltable.tour"; // the game through which this browser is led, and its castle

/** The game in which a newcomer is led: two castles, a bot at the second. */
export function firstGame({ name, castles, bots }, tour) {
  const own = castles[0];
  const other = bots.find((castle) => castle !== own);
  return { game: name, castles: [own, other], bots: [other], ...tour.game };
}

/** This browser is led from now on. */
export const leadThrough = ({ page, castles }) => localStorage.setItem(REMEMBERED, `${page} ${castles[0]}`);

export const forgetTour = () => localStorage.removeItem(REMEMBERED);

/**
 * `tour` of a game, null where it has none:
 * - `game`: what is chosen and dealt for the first game, as the body of `/api/game`;
 * - `steps`: their names in order; `step(view)`: the name of the one that is due, which may be none of them;
 * - `hint(name)`: the key of what is said at a step, and of `done`;
 * - `values(view)`: what is filled in.
 */
export function Tour({ tour, page, view }) {
  const [ended, end] = useState(false);
  const [led, own] = (localStorage.getItem(REMEMBERED) ?? "").split(" ");
  if (ended || tour === null || led !== page || !(view.seq > 0)) return null;
  const { color } = view.waiting_for;
  const step = tour.step(view);
  const at = tour.steps.indexOf(step);
  const over = view.round > 1 || view.waiting_for.over;
  const theirs = Boolean(color) && color !== own;
  const words = (name) => {
    const key = tour.hint(name);
    return known(key) ? say(key, { own: say(own), ...tour.values(view) }) : say("tour-wait");
  };
  return html`<section class="tour" aria-label=${say("tour-title")}>
    <h2>${say("tour-title")} <small>${over || at < 0 ? "" : say("tour-progress", { number: at + 1, total: tour.steps.length })}</small></h2>
    <p role="status" aria-live="polite">${over ? words("done") : theirs ? say("tour-wait") : words(step)}</p>
    <${Button} quiet onClick=${() => { forgetTour(); end(true); }}>${say("tour-close")}<//>
  </section>`;
}
