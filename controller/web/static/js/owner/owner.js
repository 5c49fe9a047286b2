// The owner's page: what is wrong first, then everything else by subject.
import { ask } from "../lib/api.js";
import { Tabs } from "../lib/design.js";
import { language, say } from "../lib/texts.js";
import { html, render } from "../lib/view.js";
import { Access } from "./access.js";
import { Devices } from "./devices.js";
import { Games } from "./games.js";
import { House } from "./house.js";
import { Problems } from "./problems.js";
import { System } from "./system.js";

const REST_MS = 2000; // between two looks, however much happens at the table
const TEST_MS = 500; // between two looks while a person waits at a gate
const SUBJECTS = { devices: Devices, house: House, games: Games, access: Access, system: System };
const JOINING = ["looking", "letters", "let_in"];

/** `tileName(tile)` is what the game calls a tile of the box. */
export function createOwner({ complain }, tileName) {
  const main = Object.assign(document.createElement("main"), { id: "main", className: "owner" });
  const owner = { overview: null, box: { pieces: [], games: [] }, findings: null, filled: null, testing: null, chosen: "devices", get, act, go, set, examine, tileName };
  let timer = null;
  let asked = 0;
  let shown = 0;
  let acting = 0;

  async function get(path, body) {
    const answer = await ask(path, body);
    if (!answer.ok) complain(answer.message);
    return answer.ok ? (answer.value ?? true) : null;
  }

  /** Does something and looks at what came of it; null where it was refused, which is told. */
  async function act(path, body = {}, send = get) {
    acting += 1;
    const value = await send(path, body);
    acting -= 1;
    shown = asked; // what was asked before does not know of it
    await look();
    return value;
  }

  async function look() {
    clearTimeout(timer);
    timer = null;
    const mine = ++asked;
    const found = await get(`/api/owner?language=${language()}`);
    if (found === null || mine <= shown || acting > 0) return;
    shown = mine;
    set({ overview: found });
    if (owner.testing) lookSoon(TEST_MS);
    else if (found.stickers.doing || JOINING.includes(found.room.stands)) lookSoon();
  }

  function lookSoon(rest_ms = REST_MS) {
    timer ??= setTimeout(() => main.isConnected && look(), rest_ms);
  }

  async function examine() {
    set({ findings: null });
    set({ findings: (await get("/api/owner/doctor")) ?? [] });
  }

  function set(changes) {
    Object.assign(owner, changes);
    if (owner.overview !== null) render(html`<${Owner} owner=${{ ...owner }} />`, main);
    if (changes.testing) look();
  }

  /** Opens a subject, and puts the focus on an element of it. */
  function go(subject, id = `tab-${subject}`) {
    history.replaceState(null, "", `#${subject}`);
    set({ chosen: subject });
    const element = document.getElementById(id);
    element?.scrollIntoView({ block: "nearest" });
    element?.focus();
  }

  if (location.hash.slice(1) in SUBJECTS) owner.chosen = location.hash.slice(1);
  get("/api/box").then((box) => box && set({ box }));
  look();
  examine();
  return { elements: [main], draw: () => lookSoon() };
}

function Owner({ owner }) {
  const tabs = Object.entries(SUBJECTS).map(([id, Subject]) => ({
    id, title: say(`owner-tab-${id}`), content: html`<div class="subject"><${Subject} owner=${owner} shown=${owner.chosen === id} /></div>`,
  }));
  return html`<${Problems} owner=${owner} />
    <${Tabs} label=${say("owner-tabs")} tabs=${tabs} chosen=${owner.chosen} onChoose=${(id) => owner.go(id)} />`;
}
