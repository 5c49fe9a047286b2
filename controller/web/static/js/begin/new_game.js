// Beginning a game: which one, who sits where, and what it asks itself; or being led through a first round, or going on with a parked one.
import { loadSetup } from "../games/games.js";
import { choice } from "../shared/choice.js";
import { el, mark, write } from "../shared/dom.js";
import { say, speak, language } from "../shared/strings.js";
import { createSeats } from "./seats.js";
import { firstGame, forgetTour, leadThrough } from "./tour.js";

/** A form in a dialog: `element`, `draw(view)`, `open()`; with `unasked` it opens by itself while there is no game. */
export function createNewGame(acts, { unasked }) {
  const games = el("div", {});
  const guide = el("div", { class: "guide", hidden: true },
    el("p", {}, say("new-guide")),
    el("button", { type: "button", onclick: beginFirst }, say("new-guide-begin")));
  const seats = createSeats();
  const own = el("div", {});
  const told = el("p", { class: "complaint", role: "alert", hidden: true });
  const warning = el("p", { class: "hint" }, say("new-replaces"));
  const cancel = el("button", { type: "button", class: "quiet", onclick: () => element.close() }, say("new-close"));
  const parked = el("div", { class: "parked" });
  const ofGame = el("div", { class: "of-the-game" }, guide, seats.element, own, told, warning,
    el("div", { class: "ends" }, el("button", { type: "submit", class: "do" }, say("new-start")), cancel));
  const form = el("form", { onsubmit: begin, onchange: follow }, el("h2", { id: "new-title" }, say("new-title")), games, ofGame, parked);
  const element = el("dialog", { class: "new-game", "aria-labelledby": "new-title", onclose: () => setup?.leave() }, form);
  let game = null; // as `/api/playable` has the one that was chosen
  let setup = null;
  let wanted = null; // the name of the game that was chosen last
  let offered = false;

  async function open() {
    if (element.open) return;
    const [box, waiting] = await Promise.all([acts.box(), acts.parked()]);
    if (box === null || element.open) return;
    await speak(language()); // sentences of games that nobody has asked for before
    const titles = new Map(box.games.map((one) => [one.name, one.title]));
    games.replaceChildren(...(titles.size > 1 ? [choice("game", [...titles.keys()], box.game, (name) => titles.get(name))] : []));
    parked.replaceChildren(...((waiting ?? []).length > 0 ? [say("new-parked")] : []), ...(waiting ?? []).map(({ game: number, text }) =>
      el("button", { type: "button", onclick: () => tried(acts.takeUp(number)) }, text)));
    // Meanwhile the page may have been built anew, or somebody else may have opened it.
    if (await choose(box.game) && element.isConnected && !element.open) element.showModal();
  }

  /** The form of a game; false if there is none. */
  async function choose(name) {
    wanted = name;
    ofGame.inert = true; // what stands there is still another game's
    const found = await acts.playable(name);
    const made = found && (await loadSetup(found.page));
    if (made === null || name !== wanted) return false;
    setup?.leave();
    [game, setup] = [found, made];
    seats.offer(game);
    setup.offer(game);
    own.replaceChildren(...setup.elements);
    mark(guide, { hidden: setup.tour === null || game.bots.length < 2 });
    follow();
    tell("");
    ofGame.inert = false;
    return true;
  }

  function follow(event) {
    if (event?.target.name === "game") choose(event.target.value);
    else setup?.fit(seats.taken());
  }

  function begin(event) {
    event.preventDefault();
    forgetTour();
    tried(acts.newGame({ game: game.name, castles: seats.taken(), bots: seats.bots(), ...setup.value(seats.taken()) }));
  }

  async function beginFirst() {
    leadThrough(game); // before the answer, which a page that loads itself anew for another game may not hear
    if ((await tried(acts.newGame(firstGame(game, setup.tour)))).refused) forgetTour();
  }

  async function tried(asked) {
    const answer = await asked;
    tell(answer.ok ? "" : answer.message);
    if (answer.ok) element.close();
    return answer;
  }

  function tell(words) {
    write(told, words);
    mark(told, { hidden: words === "" });
    if (words !== "") told.scrollIntoView({ block: "nearest" });
  }

  function draw(view) {
    const none = view.seq === 0 && Boolean(view.waiting_for?.over);
    mark(warning, { hidden: Boolean(view.waiting_for?.over) });
    mark(cancel, { hidden: none && unasked });
    if (none && unasked && !offered) open();
    if (!none && offered && element.open) element.close();
    offered = none;
  }

  return { element, draw, open };
}
