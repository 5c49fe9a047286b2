// One table as it stands: its card's facts, who sits there, and its game up to the moment at which it last lay open.
import { connect } from "../shared/connection.js";
import { el, mark, write } from "../shared/dom.js";
import { language, say } from "../shared/strings.js";
import { setClock } from "../room/clock.js";
import { createCard } from "../room/card.js";
import { asked } from "./asking.js";
import { createSeats } from "./seats.js";
import { createShownGame } from "./shown_game.js";

export async function createTablePage({ me, rest, complain, connection }) {
  const [table] = rest;
  const card = createCard(table);
  const lag = el("p", { class: "lag", role: "status" });
  const ways = el("p", { class: "ways" });
  const identify = el("button", { type: "button", class: "quiet", hidden: true, onclick: find }, say("book-identify"));
  const seats = createSeats({ may: me.roles.includes("steward"), complain, changed: async () => {} });
  const shown = createShownGame();
  let room = null;
  let game = null;

  function draw() {
    const here = room?.cards[table];
    mark(card.element, { hidden: !here });
    if (here) card.draw(here, room.needs.filter((need) => need.table === table));
    ways.replaceChildren(here?.page ? el("a", { href: here.page, target: "_blank", rel: "noreferrer" }, say("book-own-page")) : "",
      el("a", { href: `/games?table=${encodeURIComponent(table)}` }, say("book-its-games")));
    mark(identify, { hidden: !here?.online || !me.roles.includes("steward") });
    if (game?.journal) drawLag(here);
    mark(lag, { hidden: !game?.journal });
  }

  async function find() {
    await asked(complain, "/api/fleet/ask", { table, do: "identify" });
  }

  function drawLag(here) {
    const behind = here?.seq && here.game_no === game.game ? Math.max(0, here.seq - game.actions) : 0;
    write(lag, behind > 0 ? say("book-lag", { actions: behind }) : say("book-up-to-date"));
  }

  async function receive(name, value) {
    if (name === "room") {
      setClock(value.now_s);
      room = value;
    } else {
      game = value;
      if (game.journal) {
        seats.draw(game);
        await shown.draw(game);
      }
      mark(seats.element, { hidden: !game.journal || game.castles.length === 0 });
    }
    draw();
  }

  const stream = connect(language(), receive, (link) => {
    connection(link);
    document.body.classList.toggle("behind", link === "behind");
  }, ["room", "table"], `/api/tables/${encodeURIComponent(table)}/stream`);
  const clock = setInterval(card.tick, 250);
  const main = el("main", { id: "main", class: "book" }, el("div", {}, card.element), ways, identify, seats.element, lag, shown.element);
  return { elements: [main], close: () => { stream.close(); clearInterval(clock); } };
}
