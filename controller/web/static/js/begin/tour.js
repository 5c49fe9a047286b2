// A newcomer's first round: one hint for each step, until the round is over or they know their way; the words are the game's.
import { Button } from "../lib/design.js";
import { regainFocus } from "../lib/focus.js";
import { known, say } from "../lib/texts.js";
import { html, useEffect } from "../lib/view.js";

const REMEMBERED = "royaltable.tour"; // the game through which this browser is led, its castle, and the stops that are read

/** This browser is led from now on through the game of `page`, at the castle `own`. */
export const leadThrough = (page, own) => localStorage.setItem(REMEMBERED, `${page} ${own}`);
export const forgetTour = () => localStorage.removeItem(REMEMBERED);

/** How far this browser is led, and the `stop` that waits for *Next*. */
export function progress(tour, page, view) {
  const [led, own, ...read] = (localStorage.getItem(REMEMBERED) ?? "").split(" ");
  const leads = tour !== null && led === page && view.seq > 0;
  return { led, own, read, leads, stop: leads && !view.scene && view.waiting_for.step !== "" ? Object.keys(tour.stops).find((name) => !read.includes(name) && tour.stops[name](view, own)) : undefined };
}

/**
 * `tour` of a game, null where it has none:
 * - `game`: what is chosen and dealt for the first game, as the body of `/api/game`;
 * - `steps`: their names in order; `step(view)`: the name of the one that is due, which may be none of them;
 * - `scenes`: the step of a scene, by its name; bots rest anyway until people go on;
 * - `stops`: steps that wait for *Next* while bots rest: whether the game has come to one, by name, from view and castle;
 * - `hint(name, view)`: the key of what is said at a step, and of `done`;
 * - `values(view)`: what is filled in.
 */
export function Tour({ tour, page, view, acts, redraw, seatOf }) {
  const { led, own, read, leads, stop } = progress(tour, page, view);
  const scene = view.scene ?? (view.waiting_for.step === "" ? {} : null); // one that is to come
  const over = !stop && !scene && (view.round > 1 || view.waiting_for?.over);
  const follows = leads && !over;
  useEffect(() => (follows ? () => acts.read(null) : undefined), [follows]);
  useEffect(() => { if (follows && !stop && !scene) acts.read(view.seq); }, [follows, stop, view.seq, !scene]); // bots go no further than was read
  useEffect(() => () => regainFocus(), [leads, stop]);
  if (!leads) return null;
  const { color } = view.waiting_for;
  const step = stop ?? (scene ? tour.scenes?.[scene.name] ?? "scene" : tour.step(view));
  const at = over ? -1 : tour.steps.indexOf(step);
  const theirs = !stop && !over && !scene && color && color !== own;
  const key = step === "scene" && !over ? "tour-scene" : tour.hint(over ? "done" : step, view);
  const name = (castle) => castle && seatOf(castle, view).name;
  const next = () => { localStorage.setItem(REMEMBERED, [led, own, ...read, stop].join(" ")); redraw(); };
  return html`<section class="tour" aria-label=${say("tour-title")}>
    <h2>${say("tour-title")} <small class="hint">${at < 0 ? "" : say("tour-progress", { number: at + 1, total: tour.steps.length })}</small></h2>
    <p role="status" aria-live="polite">${!theirs && known(key) ? say(key, { own: name(own), ...tour.values(view) }) : say(`${key}-wait`, { color: name(color) }, say("tour-wait", { color: name(color) }))}</p>
    ${stop && html`<${Button} onClick=${next}>${say("tour-next")}<//>`}
    <${Button} quiet onClick=${() => { forgetTour(); redraw(); }}>${say("tour-close")}<//>
  </section>`;
}
