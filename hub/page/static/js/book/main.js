// The start of the pages of what was played: it finds out who is looking, and draws the page of the address.
import { createDoor } from "../room/door.js";
import { createHead } from "../room/head.js";
import { buildForViewer } from "../room/viewer.js";
import { createNotice } from "../notice.js";
import { createFleetPage } from "./fleet_page.js";
import { createGamePage } from "./game_page.js";
import { createGamesPage } from "./games_page.js";
import { createMinePage } from "./mine_page.js";
import { createPlayerPage } from "./player_page.js";
import { createPlayersPage } from "./players_page.js";
import { createRecordsPage } from "./records_page.js";
import { createTablePage } from "./table_page.js";

const PAGES = {
  fleet: { create: createFleetPage, here: "fleet" },
  table: { create: createTablePage, here: "room", live: true },
  games: { create: createGamesPage, here: "games" },
  game: { create: createGamePage, here: "games" },
  players: { create: createPlayersPage, here: "players" },
  player: { create: createPlayerPage, here: "players" },
  records: { create: createRecordsPage, here: "records" },
  mine: { create: createMinePage, here: "mine" },
};

const [, name, ...rest] = location.pathname.split("/");
const place = PAGES[name];
let page = null;

await buildForViewer(async (me, { choose, lookAgain }) => {
  page?.close?.();
  const root = document.getElementById("page");
  document.documentElement.dataset.page = "book";
  if (!me.roles.includes("viewer")) {
    page = createDoor(me, { lookAgain });
    root.replaceChildren(...page.elements);
    return;
  }
  const head = createHead(me, { here: place.here, choose, lookAgain, live: place.live ?? false });
  const notice = createNotice();
  page = await place.create({ me, rest: rest.map(decodeURIComponent), complain: notice.show, connection: head.connection });
  root.replaceChildren(...head.elements, notice.element, ...page.elements, ...head.dialogs);
  document.body.classList.add("drawn");
});
