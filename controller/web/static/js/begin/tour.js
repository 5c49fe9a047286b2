// A newcomer's first round: one hint for each step, until the round is over or they know their way; the words are the game's.
import { el, mark, write } from "../shared/dom.js";
import { known, say } from "../shared/strings.js";

const REMEMBERED = "royaltable.tour"; // the game through which somebody is led here, and their castle

/** The game in which a newcomer is led: two castles, a bot at the second. */
export function firstGame({ name, castles, bots }, tour) {
  const own = castles[0];
  const other = bots.find((castle) => castle !== own);
  return { game: name, castles: [own, other], bots: [other], ...tour.game };
}

/** Whoever looks here is led from now on. */
export function leadThrough({ page, castles }) {
  localStorage.setItem(REMEMBERED, `${page} ${castles[0]}`);
}

export const forgetTour = () => localStorage.removeItem(REMEMBERED);

/**
 * `tour` of a game, null where it has none:
 * - `game`: what is chosen and dealt for the first game, as the body of `/api/game`;
 * - `steps`: their names in order; `step(view)`: the name of the one that is due, which may be none of them;
 * - `hint(name)`: the key of what is said at a step, and of `done`;
 * - `values(view)`: what is filled in.
 */
export function createTour(tour, page) {
  const progress = el("small", {});
  const hint = el("p", { role: "status", "aria-live": "polite" });
  const element = el(
    "section",
    { class: "tour", "aria-label": say("tour-title"), hidden: true },
    el("h2", {}, say("tour-title"), " ", progress),
    hint,
    el("button", { type: "button", class: "quiet", onclick: end }, say("tour-close")),
  );

  function end() {
    forgetTour();
    element.hidden = true;
  }

  function draw(view) {
    const [led, own] = (localStorage.getItem(REMEMBERED) ?? "").split(" ");
    const shown = tour !== null && led === page && view.seq > 0;
    mark(element, { hidden: !shown });
    if (!shown) return;
    const { color } = view.waiting_for;
    const step = tour.step(view);
    const at = tour.steps.indexOf(step);
    const over = view.round > 1 || view.waiting_for.over;
    const theirs = Boolean(color) && color !== own;
    write(progress, over || at < 0 ? "" : say("tour-progress", { number: at + 1, total: tour.steps.length }));
    write(hint, over ? words("done", view, own) : theirs ? say("tour-wait") : words(step, view, own));
  }

  function words(step, view, own) {
    const key = tour.hint(step);
    return known(key) ? say(key, { own: say(own), ...tour.values(view) }) : say("tour-wait");
  }

  return { element, draw };
}
