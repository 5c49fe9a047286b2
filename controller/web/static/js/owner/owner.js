// The owner's page: what is wrong first, then everything else by subject.
import { ask } from "../lib/api.js";
import { Question, Skeleton, sure, Tabs } from "../lib/design.js";
import { language, say } from "../lib/texts.js";
import { fetched, html, useEffect, useState } from "../lib/view.js";
import { Access } from "./access.js";
import { Devices } from "./devices.js";
import { Games } from "./games.js";
import { House } from "./house.js";
import { Problems } from "./problems.js";
import { System } from "./system.js";

const REST_MS = 2000; // between two looks
const SUBJECTS = { devices: Devices, house: House, games: Games, access: Access, system: System, setup: fetched(() => import("./setup.js"), "SetUp") }; // most owners need the set-up once

const lostIn = ({ devices }) => devices.filter(({ ok }) => !ok).map(({ name }) => name).join();

/** `tileName(tile)` is what the game calls a tile of the box. */
export function Owner({ acts, tileName, lookAgain }) {
  const [, draw] = useState(0);
  const [owner] = useState(() => createOwner(acts.complain, lookAgain, () => draw((count) => count + 1)));
  const { overview, chosen, focus } = owner.state;
  useEffect(() => owner.open(), []);
  useEffect(() => {
    const element = focus && document.getElementById(focus.id);
    element?.scrollIntoView({ block: "nearest" });
    element?.focus();
  }, [focus]);
  if (overview === null) return html`<main id="main" class="owner"><${Skeleton} rows=${6} /></main>`;
  const seen = { ...owner, ...owner.state, lookAgain, faces: new Map(owner.state.box.pieces.map((one) => [one.id, tileName(one)])) };
  const tabs = Object.entries(SUBJECTS).map(([id, Subject]) => ({
    id, title: say(`owner-tab-${id}`), content: html`<div class="subject"><${Subject} owner=${seen} shown=${chosen === id} /></div>`,
  }));
  return html`<main id="main" class="owner"><${Problems} owner=${seen} />
    <${Tabs} label=${say("owner-tabs")} tabs=${tabs} chosen=${chosen} onChoose=${(id) => owner.go(id)} /><${Question} /></main>`;
}

/** What the page knows and does; `draw()` is called when `state` has changed, `lookAgain()` when the owner is logged out. */
function createOwner(complain, lookAgain, draw) {
  const [, subject] = location.hash.split("#");
  const state = { overview: null, box: { pieces: [], games: [] }, findings: [], checking: true, checked: null, filled: null, mending: null, chosen: subject in SUBJECTS ? subject : "devices", focus: null };
  let timer = null;
  let asked = 0;
  let shown = 0;
  let acting = 0;
  let closed = false;

  async function get(path, body, refused = () => {}) {
    const answer = await ask(path, body);
    if (answer.status === 401) lookAgain();
    else if (!answer.ok) refused(answer.message);
    return answer.ok ? (answer.value ?? true) : null;
  }

  /** Does something, looks at what came of it and says what is `done`; null where it was `refused(message)`. A body of null only asks. */
  async function act(path, body = {}, done = "", refused = complain) {
    acting += 1;
    const value = await get(path, body ?? undefined, refused);
    acting -= 1;
    shown = asked; // what was asked before does not know of it
    if (value !== null) complain(done, done !== "");
    const card = document.activeElement.closest(".card");
    await look();
    requestAnimationFrame(() => document.activeElement === document.body && card && stayIn(card));
    return value;
  }

  /** The button that had the focus has gone: its card has it, or what says there how it stands. */
  function stayIn(card) {
    card.tabIndex = -1;
    (card.querySelector("[tabindex='-1']") ?? card).focus({ preventScroll: true });
  }

  async function look() {
    const mine = ++asked;
    const found = await get(`/api/owner?language=${language()}`, undefined, state.overview ? undefined : complain);
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(look, REST_MS);
    if (found === null || mine <= shown || acting > 0) return;
    shown = mine;
    const last = state.overview ?? found;
    set({ overview: found });
    if (lostIn(last) !== lostIn(found)) examine();
  }

  async function examine() {
    set({ checking: true });
    set({ findings: (await get("/api/owner/doctor", undefined, complain)) ?? state.findings, checking: false, checked: Date.now() });
  }

  /** Has the table restart or flash a device, and shows how that goes. */
  async function mend({ name, mends }) {
    if (mends === "test") return go("setup");
    set({ mending: { name, mends, works: false } });
    go(state.chosen === "setup" ? "setup" : "devices", "mending");
    if ((await act(`/api/owner/${mends}`, { device: name })) === null) set({ mending: null });
  }

  /** Has the table start again; after a question where that disturbs a game or loses a count. */
  async function restart() {
    const note = state.overview.playing ? "owner-restart-sure-note" : state.overview.stickers.doing === "census" && "owner-restart-sure-count";
    if (!note || await sure(say("owner-restart-sure"), say(note), say("owner-restart-now"))) await act("/api/owner/restart-table", {}, say("owner-restarts"));
  }

  function set(changes) {
    Object.assign(state, changes);
    draw();
  }

  /** Opens a subject, and puts the focus on an element of it. */
  function go(subject, id = `tab-${subject}`) {
    history.replaceState(null, "", `#${subject}`);
    set({ chosen: subject, focus: { id } });
  }

  /** Asks for everything; returns what ends that. */
  function open() {
    get("/api/box").then((box) => box && set({ box }));
    look();
    examine();
    return () => { closed = true; clearTimeout(timer); };
  }

  return { state, get, act, go, set, mend, restart, examine, open };
}
