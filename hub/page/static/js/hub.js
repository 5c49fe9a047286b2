// The start of the hub's pages: it finds out who looks, speaks their language, and draws the page of the address.
import { ask } from "./lib/api.js";
import { ErrorPage } from "./lib/design.js";
import { language, rememberLanguage, say, speak, wantedLanguage } from "./lib/texts.js";
import { applyTheme } from "./lib/theme.js";
import { html, render, useState } from "./lib/view.js";
import { Games, Mine, Player, Players, Records } from "./book.js";
import { Fleet } from "./fleet.js";
import { Door, Viewer, useDrawn } from "./frame.js";
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

async function whoLooks() {
  return (await ask("/api/me")).value ?? { roles: [], logged_in: false, name: "", language: language() };
}

function NotFound() {
  useDrawn();
  return html`<${ErrorPage} title=${say("hub-not-found")} text=${say("hub-not-found-how")} action=${say("hub-home")} />`;
}

function App({ first }) {
  const [me, setMe] = useState(first);
  const [spoken, setSpoken] = useState(language());
  const lookAgain = async () => setMe(await whoLooks());
  const choose = async (wanted) => {
    rememberLanguage(wanted);
    await speak(wanted);
    setSpoken(wanted);
  };
  const may = (role) => me.roles.includes(role);
  const page = !Page ? html`<${NotFound} />` : may("viewer") ? html`<${Page} key=${`${spoken} ${me.roles.length}`} parts=${rest} />` : html`<${Door} />`;
  return html`<${Viewer.Provider} value=${{ me, may, lookAgain, choose }}>${page}<//>`;
}

document.documentElement.dataset.page = name === "tv" || rest[0] === "tv" ? "tv" : ["", "tournament"].includes(name) ? "room" : "book";
applyTheme();
const me = await whoLooks();
await speak(new URLSearchParams(location.search).get("language") ?? wantedLanguage(me.language));
render(html`<${App} first=${me} />`, document.getElementById("page"));
