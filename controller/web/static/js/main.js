// The page's start: it finds out who is looking, draws that face of the table, and draws it anew in another language.
import { createActs, whoAmI } from "./shared/api.js";
import { connect } from "./shared/connection.js";
import { createFace, prepareFace } from "./pages.js";
import { watchIdle } from "./kiosk.js";
import { language, rememberLanguage, speak, wantedLanguage } from "./shared/strings.js";
import { applyTheme } from "./shared/theme.js";

const state = { view: null, table: null };
let face = null;
let stream = null;
let waiting = false;
let me = null;

function drawSoon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    if (state.view === null) return;
    face.draw(state.view, state.table);
    document.body.classList.add("drawn");
  });
}

function receive(name, value) {
  state[name] = name === "view" ? { ...value, received_ms: performance.now() } : value;
  if (name === "view" && Boolean(value.locked) !== Boolean(me.locked)) lookAgain();
  else drawSoon();
}

function build() {
  stream?.close();
  face = createFace(location.pathname, me, { choose, lookAgain });
  document.getElementById("page").replaceChildren(...face.elements);
  stream = connect(language(), receive, (link) => {
    face.connection(link);
    document.body.classList.toggle("behind", link === "behind");
  });
  drawSoon();
}

/** Another language, at once: what is drawn is made anew, the focus stays on the choice. */
async function choose(name) {
  rememberLanguage(name);
  await speak(name);
  build();
  document.querySelector(".prefs summary")?.focus();
}

/** After somebody has logged in or out. */
async function lookAgain() {
  me = await whoAmI();
  build();
}

applyTheme();
watchIdle(() => me.locked, () => createActs(() => {}).logout());
me = await whoAmI();
await speak(wantedLanguage(me.language));
await prepareFace(location.pathname);
build();
