// The page's start: it finds out who is looking, draws that page of the table, and draws it anew in another language.
import { loadGame } from "./games/games.js";
import { beInstallable } from "./installed.js";
import { watchIdle } from "./kiosk.js";
import { createPage } from "./pages.js";
import { ask, createActs, whoAmI } from "./shared/api.js";
import { connect } from "./shared/connection.js";
import { language, rememberLanguage, speak, wantedLanguage } from "./shared/strings.js";
import { applyTheme } from "./shared/theme.js";
import { createTelevision } from "./television.js";

const state = { view: null, table: null, seat: null };
let page = null;
let stream = null;
let waiting = false;
let me = null;
let link = null;
let recalled = false;

function drawSoon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    if (state.view === null) return;
    page.draw(state.view, state.table, state.seat);
    television.draw(state.view);
    document.body.classList.add("drawn");
  });
}

function receive(name, value) {
  state[name] = name === "view" ? { ...value, received_ms: performance.now() } : value;
  if (name === "seat" && value.castle === null) lookAgain(); // another code was drawn, or another game begun
  else if (name === "view" && me.game && value.game && value.game !== me.game) location.reload(); // another game was begun
  else if (name === "view" && Boolean(value.locked) !== Boolean(me.locked)) lookAgain();
  else drawSoon();
}

async function build() {
  stream?.close();
  state.seat = null;
  page = await createPage(location.pathname, me, game, { choose, lookAgain });
  document.getElementById("page").replaceChildren(...page.elements);
  stream = connect(language(), receive, (now) => {
    link = now;
    page.connection(link);
    document.body.classList.toggle("behind", link === "behind");
    if (link === "behind" && state.view === null) recall();
    if (link === "live" && recalled) lookAgain();
  });
  drawSoon();
}

/** The last view that was kept here, where a worker has one: the table is away since before the page was opened. */
async function recall() {
  const { value } = await ask("/api/view");
  if (!value?.kept_ms || state.view !== null) return;
  recalled = true;
  const { hourglass } = value.view;
  receive("view", { ...value.view, hourglass: hourglass && { ...hourglass, paused: true } });
  page.connection("behind", new Date(value.kept_ms));
}

/** Another language, at once: what is drawn is made anew, the focus stays on the choice. */
async function choose(name) {
  rememberLanguage(name);
  await speak(name);
  await build();
  document.querySelector(".prefs summary")?.focus();
}

/** After somebody has logged in or out, or the table has come back. */
async function lookAgain() {
  recalled = false;
  me = await whoAmI();
  await build();
}

applyTheme();
const television = createTelevision();
watchIdle(() => me.locked, () => createActs(() => {}).logout());
me = await whoAmI();
const [game] = await Promise.all([loadGame(me.page), speak(wantedLanguage(me.language))]);
await build();
beInstallable(() => link === "live");
