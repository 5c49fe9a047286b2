// The room's start: it finds out who is looking, draws the room or the television, and again in another language.
import { ask } from "../shared/api.js";
import { connect } from "../shared/connection.js";
import { language, rememberLanguage, speak, wantedLanguage } from "../shared/strings.js";
import { applyTheme } from "../shared/theme.js";
import { setClock } from "./clock.js";
import { createDoor } from "./door.js";
import { createRoomPage } from "./room_page.js";
import { createTvPage } from "./tv_page.js";

const onTv = location.pathname === "/tv";
let me = null;
let page = null;
let stream = null;
let room = null;
let waiting = false;

function drawSoon() {
  if (waiting || room === null) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    page.draw(room);
    document.body.classList.add("drawn");
  });
}

function receive(_, value) {
  setClock(value.now_s);
  room = value;
  drawSoon();
}

function build() {
  stream?.close();
  stream = null;
  const create = !me.roles.includes("viewer") ? createDoor : onTv ? createTvPage : createRoomPage;
  page = create(me, { choose, lookAgain });
  document.documentElement.dataset.page = onTv ? "tv" : "room";
  document.getElementById("page").replaceChildren(...page.elements);
  if (create === createDoor) return;
  stream = connect(language(), receive, (link) => {
    page.connection(link);
    document.body.classList.toggle("behind", link === "behind");
  }, ["room"]);
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
setInterval(() => page.tick?.(), 250);
