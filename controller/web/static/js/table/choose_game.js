// Beginning any game that the table has, by its usual rules: which one, and how many castles play.
import { choice } from "../shared/choice.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** A form in a dialog: `element`, and `open()`; `several()` asks the table whether it has more than one game. */
export function createChooser(acts) {
  const fields = el("div", {});
  const cancel = el("button", { type: "button", class: "quiet", onclick: () => element.close() }, say("new-close"));
  const form = el(
    "form",
    { onsubmit: begin, onchange: (event) => event.target.name === "game" && fill(event.target.value) },
    el("h2", { id: "choose-title" }, say("new-title")),
    fields,
    el("div", { class: "ends" }, el("button", { type: "submit", class: "do", autofocus: true }, say("new-start")), cancel),
  );
  const element = el("dialog", { class: "new-game", "aria-labelledby": "choose-title" }, form);
  let box = null;

  async function look() {
    box = (await acts.box()) ?? box;
  }

  /** The games, and as many players as the chosen one has seats and the table castles. */
  function fill(name) {
    const game = box.games.find((one) => one.name === name) ?? box.games[0];
    const [fewest, most] = game.seats;
    const last = Math.min(most, box.castles.length);
    const counts = Array.from({ length: Math.max(0, last - fewest + 1) }, (_, number) => String(fewest + number));
    const titles = new Map(box.games.map((one) => [one.name, one.title]));
    const which = box.games.length > 1 ? [choice("game", [...titles.keys()], game.name, (value) => titles.get(value))] : [];
    fields.replaceChildren(...which, choice("players", counts, String(last), (value) => value));
  }

  async function open() {
    await look();
    if (box === null) return;
    fill(box.game);
    element.showModal();
  }

  async function begin(event) {
    event.preventDefault();
    const { game = box.game, players } = Object.fromEntries(new FormData(form));
    const castles = box.castles.slice(0, Number(players));
    const bots = box.games.find((one) => one.name === game).bots ? castles.slice(1) : [];
    if (await acts.newGame({ game, castles, bots })) element.close();
  }

  async function several() {
    await look();
    return (box?.games ?? []).length > 1;
  }

  return { element, open, several };
}
