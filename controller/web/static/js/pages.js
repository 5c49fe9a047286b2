// The four faces of the page: the table to play on, the table to look at, the referee's desk, the owner's keeping.
import { createActs } from "./shared/api.js";
import { createBanner } from "./banner.js";
import { createNotes } from "./notes.js";
import { createNotice } from "./notice.js";
import { createPrefs } from "./prefs.js";
import { createReferee } from "./games/tumult_royale/referee/referee.js";
import { createLogin } from "./login.js";
import { createSpectator } from "./games/tumult_royale/spectator.js";
import { createTable } from "./games/tumult_royale/table.js";

const MAKERS = { table: createTable, spectator: createSpectator, referee: createReferee };

/** Fetches what only one face needs, before `createFace` for that path. */
export async function prepareFace(path) {
  if (path === "/owner") MAKERS.owner = (await import("./owner/owner.js")).createOwner;
}

/**
 * The face for a path and for whoever looks at it: `elements`, `draw(view, table)`, `connection(state)`.
 * On a virtual table `/` is the table itself; on a real one, and for who may not play, it is looking on.
 */
export function createFace(path, me, { choose, lookAgain }) {
  const virtual = me.table === "virtual";
  const name = nameOf(path, virtual && me.roles.includes("player"));
  const notice = createNotice();
  const acts = createActs(notice.show);
  const barred = ["referee", "owner"].includes(name) && !me.roles.includes(name);
  const onLogout = me.logged_in ? () => acts.logout().then(lookAgain) : null;
  const prefs = createPrefs({ face: name, virtual, choose, onLogout });
  const made = barred ? createLogin(acts, { me, role: name, lookAgain }) : MAKERS[name](acts);
  const banner = createBanner(acts, { prefs, newGame: made.newGame ?? null, clock: made.clock ?? null, plays: name === "table" });
  const notes = createNotes(name === "spectator" || barred ? null : acts);
  document.documentElement.dataset.face = name;

  function draw(view, table) {
    banner.draw(view, table);
    notes.draw(view);
    made.draw(view, table);
  }

  return { elements: [banner.element, notes.element, notice.element, ...made.elements], draw, connection: banner.connection };
}

function nameOf(path, plays) {
  if (path === "/referee" || path === "/owner") return path.slice(1);
  return path === "/spectator" || !plays ? "spectator" : "table";
}
