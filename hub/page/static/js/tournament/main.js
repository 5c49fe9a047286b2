// The start of a tournament's page: who is looking, and which of its pages; drawn again in another language.
import { ask } from "../shared/api.js";
import { connect } from "../shared/connection.js";
import { language, rememberLanguage, speak, wantedLanguage } from "../shared/strings.js";
import { applyTheme } from "../shared/theme.js";
import { createDoor } from "../room/door.js";
import { createSignUp } from "./sign_up.js";
import { createSlips } from "./slips.js";
import { createTournamentPage } from "./page.js";
import { createTournamentTv } from "./tv.js";

const PAGES = { tv: createTournamentTv, "sign-up": createSignUp, slips: createSlips };
const path = location.pathname.split("/")[2] ?? "";
let me = null;
let page = null;
let stream = null;
let value = null;
let waiting = false;

function drawSoon() {
  if (waiting || value === null) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    page.draw(value);
    document.body.classList.add("drawn");
  });
}

function build() {
  stream?.close();
  stream = null;
  const create = !me.roles.includes("viewer") ? createDoor : PAGES[path] ?? createTournamentPage;
  page = create(me, { choose, lookAgain });
  document.documentElement.dataset.page = path === "tv" ? "tv" : "room";
  document.getElementById("page").replaceChildren(...page.elements);
  if (create === createDoor) return;
  stream = connect(language(), (_, told) => {
    value = told;
    drawSoon();
  }, page.connection, ["tournament"], "/api/tournament/stream");
  drawSoon();
}

async function choose(name) {
  rememberLanguage(name);
  await speak(name);
  build();
  document.querySelector(".prefs summary")?.focus();
}

async function whoAmI() {
  return (await ask("/api/me")).value ?? { roles: [], logged_in: false, name: "", language: "en" };
}

/** After somebody has logged in or out. */
async function lookAgain() {
  me = await whoAmI();
  build();
}

applyTheme();
me = await whoAmI();
await speak(new URLSearchParams(location.search).get("language") ?? wantedLanguage(me.language));
build();
setInterval(() => page.tick?.(), 1000);
