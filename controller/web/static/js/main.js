// The page's start: it finds out who is looking, draws that page of the table, and draws it anew in another language.
import { App, codeInAddress, pageAt } from "./app.js";
import { loadGame, wear } from "./games/games.js";
import { watchIdle } from "./kiosk.js";
import { ask, createActs, whoAmI } from "./lib/api.js";
import { toast } from "./lib/design.js";
import { keepFocus } from "./lib/focus.js";
import { connect } from "./lib/live.js";
import { language, rememberLanguage, speak, speakAlso, wantedLanguage } from "./lib/texts.js";
import { applyTheme } from "./lib/theme.js";
import { drawWithin, html, move, render, share } from "./lib/view.js";
import { watchTelevision } from "./television.js";

const AT_ONCE_MS = 6; // so that what is new is in the next frame on a slow phone, too
const root = document.getElementById("page");
const acts = createActs(toast);
const state = { view: null, table: null, seat: null, link: null, since: null };
let me = null;
let game = null;
let Owner = null; // the owner's page, which only owners load
let Replay = null; // that of finished games, where it is looked at
let stream = null;
let recalled = false;
let waiting = false; // for the next frame
let late = false;
let drawnIn = null; // another language draws everything anew

/** Draws at once, and what comes until the next frame with that. */
function drawSoon() {
  late = waiting;
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    if (late) drawSoon();
  });
  draw();
}

/** Draws what there is time for, and the rest after the next frame. */
function draw(within_ms = AT_ONCE_MS) {
  if (state.view === null) return;
  const page = pageAt(location.pathname, me);
  const barred = (page === "seat" && codeInAddress() !== "") || (["seat", "referee", "owner"].includes(page) && !me.roles.includes(page));
  const isWhole = drawWithin(within_ms, () => keepFocus(() => render(html`<${App} key=${drawnIn} state=${{ ...state }} me=${me} game=${game} acts=${acts} page=${page} barred=${barred} Owner=${Owner} Replay=${Replay} choose=${choose} lookAgain=${lookAgain} />`, root)));
  if (!isWhole) requestAnimationFrame(() => setTimeout(draw, 0, Infinity));
  if (!document.body.classList.contains("drawn") && document.body.offsetHeight >= 0) document.body.classList.add("drawn"); // laid out before: what is there now is not new
}

function receive(name, value) {
  if (name === "view" && me.game && value.game && value.game !== me.game) {
    state.view = null; // another game was begun
    return void lookAgain();
  }
  if (name === "moving") return void move(value);
  state[name] = share(name === "view" ? { ...value, received_ms: performance.now() } : value, state[name]);
  if (name === "seat" && me.seat && value.castle === null) lookAgain(); // another code was drawn, or another game begun
  else if (name === "view" && Boolean(value.locked) !== Boolean(me.locked)) lookAgain();
  else drawSoon();
}

async function build() {
  stream?.close();
  state.seat = null;
  const page = pageAt(location.pathname, me);
  document.documentElement.dataset.page = page;
  if (page === "owner" && me.roles.includes("owner")) [{ Owner }] = await Promise.all([import("./owner/owner.js"), speakAlso("/api/owner/texts/*"), wear(new URL("../css/owner.css", import.meta.url).href)]);
  if (page === "replay") [{ Replay }] = await Promise.all([import("./replay.js"), wear(new URL("../css/replay.css", import.meta.url).href)]);
  drawnIn = `${language()} ${me.roles.join()} ${me.seat} ${me.game}`;
  stream = connect(language(), receive, (now) => {
    state.link = now;
    document.body.classList.toggle("behind", now === "behind");
    if (now === "live") state.since = null;
    if (now === "behind" && state.view === null) recall();
    if (now === "live" && recalled) lookAgain();
    drawSoon();
  });
  drawSoon();
}

/** The last view that was kept here, where a worker has one: the table is away since before the page was opened. */
async function recall() {
  const { value } = await ask("/api/view");
  if (!value?.kept_ms || state.view !== null) return;
  recalled = true;
  const { hourglass } = value.view;
  state.since = new Date(value.kept_ms);
  receive("view", { ...value.view, hourglass: hourglass && { ...hourglass, paused: true } });
}

/** The display of a simulated table speaks as the page before it does. */
function teachLanguage() {
  if (pageAt(location.pathname, me) === "table") ask(`/api/table/language?language=${language()}`, {});
}

/** Another language, at once: the focus stays on the menu. */
async function choose(name) {
  rememberLanguage(name);
  await speak(name);
  teachLanguage();
  await build();
  draw();
  document.querySelector(".prefs summary")?.focus();
}

/** After a login or logout, when the table has come back, or for another game. */
async function lookAgain() {
  recalled = false;
  stream.close(); // no view of another game comes before its module
  me = await whoAmI();
  [game] = await Promise.all([loadGame(me.page), speak(language())]);
  await build();
}

/** Asks again for a style sheet that was lost, as where too many tabs are open. */
function styleAgain(lost) {
  const link = Object.assign(lost.cloneNode(), { onerror: () => setTimeout(styleAgain, 3_000, link) });
  lost.replaceWith(link);
}

applyTheme();
for (const link of document.querySelectorAll('link[rel="stylesheet"]')) if (!link.sheet) styleAgain(link);
watchTelevision();
watchIdle(() => me.locked, () => acts.logout());
me = await whoAmI();
[game] = await Promise.all([loadGame(me.page), speak(wantedLanguage(me.language))]);
if (me.language !== language()) teachLanguage();
await build();
(await import("./installed.js")).beInstallable(() => state.link === "live"); // nothing to be seen needs it
