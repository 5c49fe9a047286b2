// The five pages: the table to play at, the table to look at, one's own hand, the referee's desk, the owner's keeping.
import { createBanner } from "./banner.js";
import { createLogin } from "./login.js";
import { createNotes } from "./notes.js";
import { createNotice } from "./notice.js";
import { createPrefs } from "./prefs.js";
import { createActs } from "./shared/api.js";
import { createDraws } from "./table/draws.js";

/**
 * The page at a path for whoever looks at it: `elements`, `draw(view, table, seat)`, `connection(state)`.
 * On a virtual table `/` is the table itself; on a real one, and for who may not play, it is looking on.
 * What only one page needs is fetched for that page.
 */
export async function createPage(path, me, game, { choose, lookAgain }) {
  const virtual = me.table === "virtual";
  const name = nameOf(path, virtual && me.roles.includes("player"));
  const notice = createNotice();
  const acts = createActs(notice.show);
  const barred = ["seat", "referee", "owner"].includes(name) && !me.roles.includes(name);
  const onLogout = me.logged_in ? () => acts.logout().then(lookAgain) : null;
  const prefs = createPrefs({ page: name, virtual, seats: me.seats, choose, onLogout });
  const made = barred && name === "seat" ? (await import("./seat_door.js")).createSeatDoor(acts, lookAgain)
    : barred ? createLogin(acts, { me, role: name, lookAgain })
    : name === "owner" ? (await import("./owner/owner.js")).createOwner(acts, game.tileName)
    : (await game.pages[name]())(acts);
  const { clock = null, newGame = null } = made;
  const banner = createBanner(acts, game, { prefs, newGame, clock, plays: name === "table" });
  const notes = createNotes(["spectator", "seat"].includes(name) || barred ? null : acts);
  const draws = createDraws(acts);
  const below = barred || name === "owner" ? [] : [draws.element];
  document.documentElement.dataset.page = name;

  function draw(view, table, seat) {
    banner.draw(view);
    notes.draw(view);
    made.draw(view, table, seat);
    draws.draw(view);
  }

  return { elements: [banner.element, notes.element, notice.element, ...made.elements, ...below], draw, connection: banner.connection };
}

function nameOf(path, plays) {
  if (["/seat", "/referee", "/owner"].includes(path)) return path.slice(1);
  return path === "/spectator" || !plays ? "spectator" : "table";
}
