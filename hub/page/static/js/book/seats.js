// Who sat where: names at castles; a steward types them.
import { nameOf } from "../room/card.js";
import { patch } from "../shared/cloth.js";
import { ask } from "../shared/api.js";
import { el, keyed, mark, whenChanged, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { asked } from "./asking.js";
import { castle, inPlaces, shownCode } from "./words.js";

/** `element`, `draw(game)`; `changed()` after a seat was told. `may`: whether whoever looks may type names. */
export function createSeats({ may, complain, changed }) {
  const names = el("datalist", { id: "names" });
  const list = el("div", { class: "at-seats" });
  const told = el("p", { role: "status" });
  const element = el("section", { class: "card", hidden: true }, el("h2", {}, say("book-seats")), list, told, names);
  let shown = null;

  const drawNames = whenChanged(() => list.replaceChildren(...inPlaces(shown).map((color) => castle(shown, color))));

  /** What somebody types stays while others are told of. */
  function fit(form, color) {
    const name = shown.seats[color]?.name ?? "";
    const input = form.querySelector("input");
    if (form.dataset.of === `${shown.journal} ${shown.game} ${name}`) return;
    form.dataset.of = `${shown.journal} ${shown.game} ${name}`;
    input.value = name;
  }

  function field(color) {
    const input = el("input", { list: "names", maxlength: 64, autocomplete: "off", "aria-label": say("book-who", { castle: nameOf(color) }), oninput: suggest });
    const button = el("button", { type: "submit", class: "quiet" }, say("book-keep"));
    return el("form", { "data-castle": color, onsubmit: (event) => { event.preventDefault(); sit(color, input.value); } }, patch(color), input, button);
  }

  async function suggest(event) {
    if (event.target.value.length < 2) return;
    const found = await ask(`/api/names?like=${encodeURIComponent(event.target.value)}`);
    if (found.ok) names.replaceChildren(...found.value.names.map((name) => el("option", { value: name })));
  }

  async function sit(color, who) {
    const done = await asked(complain, `/api/games/${shown.journal}/${shown.game}/seats`, { castle: color, who });
    if (done === null) return;
    if (done.code) told.replaceChildren(...shownCode({ name: done.player.name, code: done.code, qr: done.qr }));
    else write(told, done.player ? say("book-sits", { name: done.player.name, castle: nameOf(color) }) : "");
    await changed();
  }

  function draw(game) {
    shown = game;
    mark(element, { hidden: game.castles.length === 0 });
    if (may) keyed(list, game.castles, (color) => color, field, fit);
    else drawNames({ seats: game.seats, castles: game.castles, winners: game.winners, journal: game.journal, game: game.game });
  }

  return { element, draw };
}
