// Who sits at which castle of a game to come: nobody, a person, or a bot; seats are counted in the order in which they are taken.
import { choice } from "../shared/choice.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** A castle each: `element`; `offer(game)` begins anew for a game as `/api/playable` has it; `taken()` gives the castles, `bots()` those of bots. */
export function createSeats() {
  const element = el("div", { class: "seat-choice", onchange: count });
  let seats = [];

  /** As many castles as can play, the first one a person's; the others have bots where there are any. */
  function offer({ castles, bots, seats: [, most] }) {
    seats = castles.slice(0, most);
    element.replaceChildren(...castles.map((castle, place) => {
      const sitters = ["nobody", "person", ...(bots.includes(castle) ? ["bot"] : [])];
      const usual = place >= most ? "nobody" : place > 0 && bots.includes(castle) ? "bot" : "person";
      return choice(`seat-${castle}`, sitters, usual, (value) => say(`new-seat-${value}`), castle);
    }));
    count();
  }

  function count() {
    const playing = castlesWith((sitter) => sitter !== "nobody");
    seats = [...seats.filter((castle) => playing.includes(castle)), ...playing.filter((castle) => !seats.includes(castle))];
    for (const input of element.querySelectorAll(":checked")) {
      const seat = seats.indexOf(castleOf(input)) + 1;
      input.closest("fieldset").dataset.seat = seat || "";
    }
  }

  function castlesWith(wanted) {
    return [...element.querySelectorAll(":checked")].filter((input) => wanted(input.value)).map(castleOf);
  }

  return { element, offer, taken: () => seats, bots: () => castlesWith((sitter) => sitter === "bot") };
}

const castleOf = (input) => input.name.replace("seat-", "");
