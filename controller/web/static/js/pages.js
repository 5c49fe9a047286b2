// The five pages: the table to play at, the table to look at, one's own hand, the referee's desk, the owner's keeping.
import { createBanner } from "./banner.js";
import { createCaption } from "./caption.js";
import { createLogin } from "./login.js";
import { createNotes } from "./notes.js";
import { createNotice } from "./notice.js";
import { createPrefs } from "./prefs.js";
import { createActs } from "./shared/api.js";
import { createDraws } from "./table/draws.js";
import { createNewGame } from "./begin/new_game.js";
import { createPhones } from "./table/phones.js";
import { createTour } from "./begin/tour.js";

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
  const another = name === "seat" && codeInAddress() !== "";
  const barred = another || (["seat", "referee", "owner"].includes(name) && !me.roles.includes(name));
  const onLogout = me.logged_in ? () => acts.logout().then(lookAgain) : null;
  const prefs = createPrefs({ page: name, virtual, seats: me.seats, choose, onLogout });
  const made = barred && name === "seat" ? (await import("./seat_door.js")).createSeatDoor(acts, codeInAddress(), lookAgain)
    : barred ? createLogin(acts, { me, role: name, lookAgain })
    : name === "owner" ? (await import("./owner/owner.js")).createOwner(acts, game.tileName)
    : (await game.pages[name]())(acts);
  const plays = name === "table";
  const newGame = !barred && (plays || name === "referee") ? createNewGame(acts, { unasked: plays }) : null;
  const tour = plays ? createTour(game.tour, me.page) : null;
  const banner = createBanner(acts, game, { prefs, newGame: newGame?.open ?? null, clock: made.clock ?? null, plays });
  const notes = createNotes(["spectator", "seat"].includes(name) || barred ? null : acts);
  const caption = createCaption();
  const draws = createDraws(acts);
  const phones = me.seat_at && name !== "seat" ? [createPhones(me.seat_at)] : [];
  const below = barred || name === "owner" ? [] : [...phones.map((part) => part.element), draws.element];
  document.documentElement.dataset.page = name;

  function draw(view, table, seat) {
    banner.draw(view, table);
    caption.draw(view);
    notes.draw(view);
    made.draw(view, table, seat);
    draws.draw(view);
    newGame?.draw(view);
    tour?.draw(view);
  }

  const above = [banner, caption, notes, notice, tour].filter(Boolean).map((part) => part.element);
  const forms = newGame === null ? [] : [newGame.element];
  return { elements: [...above, ...made.elements, ...below, ...forms], draw, connection: banner.connection };
}

/** The code of a hand that a camera has read with the address; "" without one. */
const codeInAddress = () => location.hash.match(/^#(\d+)$/)?.[1] ?? "";

function nameOf(path, plays) {
  if (["/seat", "/referee", "/owner"].includes(path)) return path.slice(1);
  return path === "/spectator" || !plays ? "spectator" : "table";
}
