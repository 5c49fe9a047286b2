// A newcomer's first round: one hint for each step, until the round is over or they know their way; the words are the game's.
import { Button } from "../lib/design.js";
import { known, say } from "../lib/texts.js";
import { html, useEffect, useState } from "../lib/view.js";

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
 * - `stops`: steps that wait for *Next* while bots rest, by name: whether a view has reached it, given the newcomer's castle;
 * - `hint(name)`: the key of what is said at a step, and of `done`;
 * - `values(view)`: what is filled in.
 */
export function Tour({ tour, page, view, acts }) {
  const [ended, end] = useState(false);
  const [read, setRead] = useState([]);
  const [led, own] = (localStorage.getItem(REMEMBERED) ?? "").split(" ");
  const leads = !ended && tour !== null && led === page && view.seq > 0;
  const stop = leads ? tour.steps.find((name) => tour.stops[name]?.(view, own) && !read.includes(name)) : undefined;
  useEffect(() => {
    if (!stop) return;
    acts.rest(true);
    return () => acts.rest(false);
  }, [Boolean(stop)]);
  if (!leads) return null;
  const { color, over } = view.waiting_for;
  const theirs = color && color !== own;
  const due = stop ?? (view.round > 1 || over ? "done" : theirs ? "wait" : tour.step(view));
  const at = tour.steps.indexOf(due);
  const key = tour.hint(due);
  return html`<section class="tour" aria-label=${say("tour-title")}>
    <h2>${say("tour-title")} <small>${at < 0 ? "" : say("tour-progress", { number: at + 1, total: tour.steps.length })}</small></h2>
    <p role="status" aria-live="polite">${known(key) ? say(key, { own: say(own), ...tour.values(view) }) : say("tour-wait")}</p>
    ${stop && html`<${Button} onClick=${() => setRead([...read, stop])}>${say("tour-next")}<//>`}
    <${Button} quiet onClick=${() => { forgetTour(); end(true); }}>${say("tour-close")}<//>
  </section>`;
}
