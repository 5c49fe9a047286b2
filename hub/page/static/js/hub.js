// The start of the hub's pages: it finds out who looks, speaks their language, and draws the page of the address.
import { ErrorPage } from "./lib/design.js";
import { regainFocus } from "./lib/focus.js";
import { language, say } from "./lib/texts.js";
import { applyTheme } from "./lib/theme.js";
import { html, render } from "./lib/view.js";
import { Games, Mine, Player, Players, Records } from "./book.js";
import { Fleet } from "./fleet.js";
import { begin, Door, may, me } from "./frame.js";
import { Game, Table } from "./game.js";
import { CheckIn, Seat, SignUp, Slips } from "./guests.js";
import { Room } from "./room.js";
import { RoomTv, TournamentTv } from "./tv.js";
import { Tournament } from "./tournament.js";

const PAGES = {
  "": Room, tv: RoomTv, fleet: Fleet, table: Table, games: Games, game: Game, players: Players, player: Player, records: Records, mine: Mine,
  tournament: Tournament, "tournament/tv": TournamentTv, "tournament/sign-up": SignUp, "tournament/check-in": CheckIn, "tournament/seat": Seat, "tournament/slips": Slips,
};

const [, name, ...rest] = location.pathname.split("/").map(decodeURIComponent);
const Page = name === "tournament" && rest.length > 0 ? PAGES[`tournament/${rest.join("/")}`] : PAGES[name];
const NotFound = () => html`<${ErrorPage} title=${say("hub-not-found")} text=${say("hub-not-found-how")} action=${say("hub-home")} />`;

const root = document.getElementById("page");

let focused = null;
root.addEventListener("focusin", ({ target }) => { focused = target; });

/** The main part is hidden as long as it has only bars to show. A focused element that goes leaves the focus to what comes next. */
function drawn() {
  document.body.classList.toggle("drawn", root.querySelector("main:not(:has(> .skeleton))") !== null);
  if (!focused || focused.isConnected) return;
  document.getElementById("main")?.setAttribute("tabindex", "-1");
  regainFocus();
}

new MutationObserver(drawn).observe(root, { childList: true, subtree: true });
document.documentElement.dataset.page = name === "tv" || rest[0] === "tv" ? "tv" : ["", "tournament"].includes(name) ? "room" : "book";
applyTheme();
await begin(() => {
  const Shown = !Page ? NotFound : may("viewer") ? Page : Door;
  render(html`<${Shown} key=${`${language()} ${me.roles} ${me.logged_in}`} parts=${rest} />`, root);
});
