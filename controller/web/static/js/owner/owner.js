// The owner's page: what is wrong first, then everything else by subject.
import { ask } from "../lib/api.js";
import { Question, Skeleton, Tabs } from "../lib/design.js";
import { language, say } from "../lib/texts.js";
import { fetched, html, useEffect, useState } from "../lib/view.js";
import { Access } from "./access.js";
import { Devices } from "./devices.js";
import { Games } from "./games.js";
import { House } from "./house.js";
import { Problems } from "./problems.js";
import { System, UPDATING } from "./system.js";

const REST_MS = 2000; // between two looks, however much happens at the table
const MEND_MS = 500; // between two looks while a device is being mended
const SUBJECTS = { devices: Devices, house: House, games: Games, access: Access, system: System, setup: fetched(() => import("./setup.js"), "SetUp") }; // most owners need the set-up once
const JOINING = ["looking", "letters", "let_in"];

/** `view` is the table's; each new one is a reason to look again. `tileName(tile)` is what the game calls a tile of the box. */
export function Owner({ acts, view, tileName }) {
  const [, draw] = useState(0);
  const [owner] = useState(() => createOwner(acts.complain, () => draw((count) => count + 1)));
  const { overview, chosen, focus } = owner.state;
  useEffect(() => owner.open(), []);
  useEffect(() => owner.lookSoon(), [view]);
  useEffect(() => {
    const element = focus && document.getElementById(focus.id);
    element?.scrollIntoView({ block: "nearest" });
    element?.focus();
  }, [focus]);
  if (overview === null) return html`<main id="main" class="owner"><${Skeleton} rows=${6} /></main>`;
  const seen = { ...owner, ...owner.state, faces: new Map(owner.state.box.pieces.map((one) => [one.id, tileName(one)])) };
  const tabs = Object.entries(SUBJECTS).map(([id, Subject]) => ({
    id, title: say(`owner-tab-${id}`), content: html`<div class="subject"><${Subject} owner=${seen} shown=${chosen === id} /></div>`,
  }));
  return html`<main id="main" class="owner"><${Problems} owner=${seen} />
    <${Tabs} label=${say("owner-tabs")} tabs=${tabs} chosen=${chosen} onChoose=${(id) => owner.go(id)} /><${Question} /></main>`;
}

/** What the page knows and does; `draw()` is called when `state` has changed. */
function createOwner(complain, draw) {
  const [, subject] = location.hash.split("#");
  const state = { overview: null, box: { pieces: [], games: [] }, findings: null, filled: null, mending: null, chosen: subject in SUBJECTS ? subject : "devices", focus: null };
  let timer = null;
  let asked = 0;
  let shown = 0;
  let acting = 0;

  async function get(path, body, quiet = false) {
    const answer = await ask(path, body);
    if (!answer.ok && !quiet) complain(answer.message);
    return answer.ok ? (answer.value ?? true) : null;
  }

  /** Does something and looks at what came of it; null where it was refused, which is told. */
  async function act(path, body = {}) {
    acting += 1;
    const value = await get(path, body);
    acting -= 1;
    shown = asked; // what was asked before does not know of it
    await look();
    return value;
  }

  async function look() {
    clearTimeout(timer);
    timer = null;
    const mine = ++asked;
    const found = await get(`/api/owner?language=${language()}`, undefined, state.overview?.update.state === "trying");
    if (found === null && state.overview?.update.state === "trying") lookSoon(); // the table starts anew
    if (found === null || mine <= shown || acting > 0) return;
    shown = mine;
    set({ overview: found });
    if (state.mending && !state.mending.works) lookSoon(MEND_MS);
    else if (found.stickers.doing || JOINING.includes(found.room.stands) || UPDATING.includes(found.update.state)) lookSoon();
  }

  function lookSoon(rest_ms = REST_MS) {
    timer ??= setTimeout(look, rest_ms);
  }

  async function examine() {
    set({ findings: null });
    set({ findings: (await get("/api/owner/doctor")) ?? [] });
  }

  /** Has the table restart or flash a device, and shows how that goes. */
  async function mend({ name, mends }) {
    set({ mending: { name, mends, works: false } });
    go("devices", "mending");
    if ((await act(`/api/owner/${mends}`, { device: name })) === null) set({ mending: null });
  }

  function set(changes) {
    Object.assign(state, changes);
    draw();
    if (changes.mending) look();
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
    return () => { clearTimeout(timer); timer = Infinity; };
  }

  return { state, get, act, go, set, mend, examine, open, lookSoon };
}
